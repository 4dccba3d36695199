"""Who may do what: every role at every address and every act, players at their own seats, sessions, first password."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import pytest
from asking import HandClock
from fake_table import A_QUESTION, FakeTable
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.security import generate_password_hash
from werkzeug.test import TestResponse

from engine import commands as c
from engine import events as e
from engine.games.protocol import Recorded
from engine.state import Question
from web import create_app
from web.accounts import Account, Accounts, account
from web.actions import ACTS
from web.app import check_roles
from web.roles import Role, needed_by
from web.sending import kept_at
from web.site import seat_codes

JSON = {"Accept": "application/json"}

ADDRESSES: Mapping[str, Role] = {
    "GET /": Role.VIEWER,
    "GET /accounts": Role.ORGANISER,
    "GET /api/live": Role.VIEWER,
    "GET /api/openapi.json": Role.VIEWER,
    "GET /api/session": Role.VIEWER,
    "GET /api/table": Role.VIEWER,
    "GET /authority.crt": Role.VIEWER,
    "GET /deal/<int:seq>": Role.VIEWER,
    "GET /deal/<int:seq>.html": Role.VIEWER,
    "GET /doctor": Role.STEWARD,
    "GET /events": Role.VIEWER,
    "GET /games": Role.VIEWER,
    "GET /hand": Role.VIEWER,
    "GET /health": Role.VIEWER,
    "GET /help": Role.VIEWER,
    "GET /history": Role.VIEWER,
    "GET /join/<code>": Role.VIEWER,
    "GET /journal.jsonl": Role.STEWARD,
    "GET /manifest.webmanifest": Role.VIEWER,
    "GET /mount": Role.STEWARD,
    "GET /offline": Role.VIEWER,
    "GET /packs": Role.VIEWER,
    "GET /phone": Role.VIEWER,
    "GET /picture/<name>": Role.VIEWER,
    "GET /play/<int:seq>": Role.VIEWER,
    "GET /players": Role.VIEWER,
    "GET /rules": Role.VIEWER,
    "GET /ruling/<int:seq>": Role.VIEWER,
    "GET /print": Role.VIEWER,
    "GET /print/<sheet>.pdf": Role.VIEWER,
    "GET /print/drive/<sheet>.pdf": Role.STEWARD,
    "GET /rulings": Role.VIEWER,
    "GET /rulings.csv": Role.VIEWER,
    "GET /scores": Role.VIEWER,
    "GET /seats": Role.STEWARD,
    "GET /sign-in": Role.VIEWER,
    "GET /statistics": Role.VIEWER,
    "GET /service-worker.js": Role.VIEWER,
    f"GET {kept_at()}/<path:filename>": Role.VIEWER,
    "GET /words": Role.VIEWER,
    "POST /packs/enrol": Role.STEWARD,
    "POST /packs/picture": Role.STEWARD,
    "POST /words": Role.STEWARD,
    "POST /accounts/drop": Role.ORGANISER,
    "POST /accounts/set": Role.ORGANISER,
    "POST /act/<name>": Role.PLAYER,
    "POST /demo": Role.STEWARD,
    "POST /join": Role.VIEWER,
    "POST /look": Role.VIEWER,
    "POST /print/<sheet>.pdf": Role.VIEWER,
    "POST /sign-in": Role.VIEWER,
    "POST /sign-out": Role.VIEWER,
}
"""Who may ask what, written once more by hand: a page that is added without a thought fails here."""

OWN_ACTS = {"play", "challenge", "answer", "mark", "initial", "refuse-total"}
"""What a player may do, for his own seat."""


def quick(name: str, role: Role, password: str) -> Account:
    """Gives an account whose hash is checked quickly."""
    return Account(name, role, generate_password_hash(password, method="scrypt:1024:8:1"))


@pytest.fixture
def accounts() -> Accounts:
    """An organiser and a steward, kept in memory."""
    kept = (quick("Olga", Role.ORGANISER, "lamp-lamp"), quick("Stan", Role.STEWARD, "desk-desk"))
    return Accounts(read=lambda: kept, write=lambda found: None)


@pytest.fixture
def guarded(table: FakeTable, clock: HandClock, accounts: Accounts) -> Flask:
    """A table whose people sign in."""
    return create_app(table, secret=b"for tests only", accounts=accounts, clock=clock)


def token_of(client: FlaskClient) -> str:
    """Gives the token of a browser's session, as a program asks for it."""
    told = client.get("/api/session").json
    assert told is not None
    token: str = told["token"]
    return token


def sign_in(client: FlaskClient, name: str, password: str) -> TestResponse:
    fields = {"name": name, "password": password, "token": token_of(client)}
    return client.post("/sign-in", data=fields, headers=JSON)


def code_for(app: Flask, seat: str) -> str:
    with app.test_request_context():
        return seat_codes()[seat]


def sit(client: FlaskClient, seat: str) -> TestResponse:
    code = code_for(client.application, seat)
    return client.post("/join", data={"code": code, "token": token_of(client)}, headers=JSON)


def as_role(app: Flask, role: Role) -> FlaskClient:
    """Gives a browser of somebody who has a role."""
    client = app.test_client()
    if role is Role.PLAYER:
        assert sit(client, "N").status_code == 200
    if role >= Role.STEWARD:
        name, password = ("Olga", "lamp-lamp") if role is Role.ORGANISER else ("Stan", "desk-desk")
        assert sign_in(client, name, password).status_code == 200
    return client


def test_every_address_says_who_may_ask_it_and_is_known_here(guarded: Flask) -> None:
    said = {
        f"{method} {rule}": needed_by(guarded.view_functions[rule.endpoint]) or Role.VIEWER
        for rule in guarded.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert said == dict(ADDRESSES)


def test_pages_with_an_address_that_says_nothing_are_not_made(guarded: Flask) -> None:
    guarded.add_url_rule("/forgotten", "forgotten", lambda: "all of it")
    with pytest.raises(TypeError, match="/forgotten does not say which role it needs"):
        check_roles(guarded)


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize("address", sorted(ADDRESSES))
def test_each_role_at_each_address(guarded: Flask, table: FakeTable, role: Role, address: str) -> None:
    client = as_role(guarded, role)
    method, path = address.split(" ")
    path = re.sub(r"<[^>]+>", lambda part: {"<name>": "undo", "<path:filename>": "icon.svg"}.get(part[0], "3"), path)
    headers = {**JSON, "X-Steward-Token": token_of(client)}
    with client.open(path, method=method, headers=headers, buffered=False) as answer:
        status = answer.status_code
        data = answer.get_json(silent=True) if answer.is_json else None
    if role < ADDRESSES[address]:
        assert status == 403
        assert data is not None
        assert data["reason"] == "sign in"
        assert table.commands == []
    elif path == "/act/undo":
        assert status == (200 if role >= Role.STEWARD else 403)
    else:
        assert (status, data and data.get("reason")) != (403, "sign in")
        assert status < 500


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize("act", sorted(ACTS))
def test_each_role_and_each_act(guarded: Flask, table: FakeTable, role: Role, act: str) -> None:
    client = as_role(guarded, role)
    fields = {"seat": "N", "by_seat": "N", "act": "compose", "after": "LAW", "answer": "yes", "total-N": "8",
              "verdict": "good", "why": "seen", "field": "turn", "value": "E", "seconds": "60", "card-N": "A",
              "card-E": "B", "name-N": "Ann", "name-E": "Ben"}  # fmt: skip
    answer = client.post(f"/act/{act}", data=fields, headers={**JSON, "X-Steward-Token": token_of(client)})
    allowed = role >= Role.STEWARD or (role is Role.PLAYER and act in OWN_ACTS)
    assert answer.status_code == (200 if allowed else 403)
    assert len(table.commands) == allowed
    if allowed:
        assert table.commands[0].by == {Role.PLAYER: "Flo", Role.STEWARD: "Stan", Role.ORGANISER: "Olga"}[role]


@pytest.mark.parametrize(
    ("act", "fields"),
    [
        ("challenge", {"seat": "E"}),
        ("play", {"seat": "E", "act": "compose", "after": "LAW"}),
        ("initial", {"by_seat": "E"}),
        ("refuse-total", {"by_seat": "E"}),
        ("mark", {"total-E": "10"}),
        ("mark", {"total-N": "10", "total-E": "10"}),
        ("mark", {"total-N": "10", "count-E": "1"}),
    ],
)
def test_a_player_acts_for_no_other_seat(guarded: Flask, table: FakeTable, act: str, fields: dict[str, str]) -> None:
    player = as_role(guarded, Role.PLAYER)
    answer = player.post(f"/act/{act}", data=fields, headers={**JSON, "X-Steward-Token": token_of(player)})
    assert (answer.status_code, answer.json and answer.json["reason"]) == (403, "seat")
    assert table.commands == []


def test_a_players_play_without_a_seat_is_his_own(guarded: Flask, table: FakeTable) -> None:
    player = guarded.test_client()
    sit(player, "E")
    headers = {**JSON, "X-Steward-Token": token_of(player)}
    assert player.post("/act/play", data={"act": "compose", "after": "LAW"}, headers=headers).status_code == 200
    assert table.commands == [c.Play(t=120.0, by="Gus", act="compose", seat="E", after="LAW")]


@pytest.mark.parametrize(
    ("question", "status"),
    [
        (A_QUESTION, 200),
        (Question("taken back", "OSLO", 119.0, seats=("N",)), 200),
        (Question("taken back", "OSLO", 119.0, seats=("W",)), 403),
        (Question("unclear word", "OSLO", 119.0), 403),
    ],
)
def test_a_player_answers_what_he_is_asked(guarded: Flask, table: FakeTable, question: Question, status: int) -> None:
    table.add(question=question)
    player = as_role(guarded, Role.PLAYER)
    headers = {**JSON, "X-Steward-Token": token_of(player)}
    assert ('action="/act/answer"' in player.get("/").text) == (status == 200)
    assert player.post("/act/answer", data={"answer": "yes"}, headers=headers).status_code == status


def test_a_seats_page_holds_its_own_challenge_and_no_other(guarded: Flask) -> None:
    page = as_role(guarded, Role.PLAYER).get("/").text
    assert re.findall(r'name="seat" value="(.)"', page) == ["N"]
    assert "/act/undo" not in page
    assert "/act/clock" not in page


def test_a_seat_is_taken_by_the_address_of_its_code(guarded: Flask) -> None:
    client, code = guarded.test_client(), code_for(guarded, "S")
    page = client.get(f"/join/{code}").text
    assert "Hal" in page
    assert client.get("/api/session").json["role"] == "viewer"  # type: ignore[index]
    token = re.search(r'name="token" value="([^"]+)"', page)
    assert token is not None
    client.post("/join", data={"code": code.lower().replace("-", " "), "token": token[1]})
    session = client.get("/api/session").json
    assert session is not None
    assert (session["role"], session["name"], session["seat"]) == ("player", "Hal", "S")


def test_a_new_game_has_new_codes_and_the_old_ones_let_nobody_sit(guarded: Flask, table: FakeTable) -> None:
    player = as_role(guarded, Role.PLAYER)
    before = code_for(guarded, "N")
    seats = (("N", "Flo"), ("S", "Hal"))
    table.add(e.Opened(t=200.0, game="lexicon", rules="home", language="en", pack="lexicon", seats=seats))
    assert code_for(guarded, "N") != before
    assert player.get("/api/session").json["role"] == "viewer"  # type: ignore[index]


def test_codes_are_not_guessed(guarded: Flask, clock: HandClock) -> None:
    client = guarded.test_client()
    token = token_of(client)

    def guess() -> int:
        return client.post("/join", data={"code": "AAAA-AAAA", "token": token}, headers=JSON).status_code

    assert [guess() for _ in range(4)] == [404, 404, 404, 429]
    assert client.get(f"/join/{code_for(guarded, 'N')}", headers=JSON).status_code == 429
    clock.now += 1.1
    assert client.get(f"/join/{code_for(guarded, 'N')}", headers=JSON).status_code == 200


@pytest.mark.parametrize(
    ("name", "password", "status"),
    [("Olga", "lamp-lamp", 200), (" olga ", "lamp-lamp", 200), ("Olga", "desk-desk", 403), ("Stan", "lamp-lamp", 403),
     ("nobody", "lamp-lamp", 403), ("", "lamp-lamp", 403), ("Olga", "", 403), ("Olga", "x" * 5000, 403)],
)  # fmt: skip
def test_a_name_goes_with_its_own_password(guarded: Flask, name: str, password: str, status: int) -> None:
    assert sign_in(guarded.test_client(), name, password).status_code == status


def test_one_account_cannot_be_tried_from_many_places_at_once(guarded: Flask, clock: HandClock) -> None:
    client = guarded.test_client()
    seen = []
    for number in range(31):
        client.environ_base["REMOTE_ADDR"] = f"192.168.1.{number + 1}"
        seen.append(sign_in(client, "Olga", "wrong").status_code)
    assert seen == [403] * 30 + [429]
    client.environ_base["REMOTE_ADDR"] = "192.168.1.200"
    assert sign_in(client, "Stan", "desk-desk").status_code == 200
    clock.now += 20.0
    assert sign_in(client, "Olga", "lamp-lamp").status_code == 200


def test_a_session_known_before_signing_in_gains_nothing(guarded: Flask) -> None:
    victim, thief = guarded.test_client(), guarded.test_client()
    victim.get("/")
    known = victim.get_cookie("steward")
    assert known is not None
    thief.set_cookie("steward", known.value)
    sign_in(victim, "Olga", "lamp-lamp")
    after = victim.get_cookie("steward")
    assert after is not None
    assert after.value != known.value
    assert thief.get("/accounts").status_code == 403


def test_a_cookie_that_was_kept_is_worth_nothing_after_signing_out(guarded: Flask) -> None:
    client, thief = as_role(guarded, Role.ORGANISER), guarded.test_client()
    kept = client.get_cookie("steward")
    assert kept is not None
    client.post("/sign-out", data={"token": token_of(client)})
    thief.set_cookie("steward", kept.value)
    assert thief.get("/accounts").status_code == 403


def test_a_session_ends_by_itself(guarded: Flask) -> None:
    client = as_role(guarded, Role.ORGANISER)
    assert client.get("/accounts").status_code == 200
    guarded.permanent_session_lifetime = timedelta(seconds=-1)
    assert client.get("/accounts").status_code == 403


def test_another_password_ends_the_sessions_of_the_old_one(table: FakeTable) -> None:
    kept = [quick("Olga", Role.ORGANISER, "lamp-lamp")]
    app = create_app(table, accounts=Accounts(read=lambda: kept))
    client = app.test_client()
    sign_in(client, "Olga", "lamp-lamp")
    assert client.get("/accounts").status_code == 200
    kept[0] = quick("Olga", Role.ORGANISER, "another-one")
    assert client.get("/accounts").status_code == 403


@pytest.mark.parametrize(("scheme", "secure"), [("http", False), ("https", True)])
def test_cookies_go_over_tls_only_wherever_the_pages_do(guarded: Flask, scheme: str, secure: bool) -> None:
    client = guarded.test_client()
    told = client.get("/", base_url=f"{scheme}://localhost").headers["Set-Cookie"]
    assert ("Secure" in told) == secure
    assert "HttpOnly" in told
    token = re.search(r'name="token" content="([^"]+)"', client.get("/help", base_url=f"{scheme}://localhost").text)
    assert token is not None
    looked = client.post("/look", data={"look": "dark", "token": token[1]}, base_url=f"{scheme}://localhost")
    assert all(("Secure" in line) == secure for line in looked.headers.getlist("Set-Cookie"))


def test_plain_http_is_said_where_a_password_would_go_over_it(guarded: Flask) -> None:
    client = guarded.test_client()
    client.environ_base["REMOTE_ADDR"] = "192.168.1.9"
    assert "plain http" in client.get("/sign-in").text
    assert "plain http" not in client.get("/sign-in", base_url="https://localhost").text


@pytest.mark.parametrize("value", ["a\r\nSet-Cookie: steward=x", "a\nX-Evil: 1", "\x00", "é\r"])
@pytest.mark.parametrize("field", ["name", "password", "code", "look", "language"])
def test_no_header_is_made_of_what_is_sent(guarded: Flask, field: str, value: str) -> None:
    client = guarded.test_client()
    for address in ("/sign-in", "/join", "/look"):
        answer = client.post(address, data={field: value, "token": token_of(client)}, headers=JSON)
        assert "X-Evil" not in answer.headers
        assert not any("steward=x" in line for line in answer.headers.getlist("Set-Cookie"))
        assert answer.status_code in (200, 400, 403, 404, 429)


def set_password(client: FlaskClient, **fields: str) -> TestResponse:
    given = {"name": "steward", "role": "organiser", "password": "a good lamp", "again": "a good lamp", **fields}
    return client.post("/accounts/set", data={**given, "token": token_of(client)}, headers=JSON)


@pytest.fixture
def fresh(table: FakeTable, clock: HandClock) -> Flask:
    """A table at its first start, where accounts can be kept."""
    kept: list[tuple[Account, ...]] = [()]

    def write(found: tuple[Account, ...]) -> None:
        kept[0] = found

    return create_app(table, accounts=Accounts(read=lambda: kept[0], write=write), clock=clock)


def test_the_first_password_is_set_on_the_page_and_closes_it_to_the_others(fresh: Flask) -> None:
    first, other = fresh.test_client(), fresh.test_client()
    assert "Set the organiser&#39;s password here" in first.get("/accounts").text
    assert set_password(first).status_code == 200
    assert first.get("/accounts").status_code == 200
    assert other.get("/accounts").status_code == 403
    assert sign_in(other, "steward", "a good lamp").status_code == 200


def test_an_open_session_alone_changes_no_password(fresh: Flask) -> None:
    client = fresh.test_client()
    set_password(client)
    assert set_password(client, password="another lamp", again="another lamp").status_code == 403
    changed = set_password(client, password="another lamp", again="another lamp", current="a good lamp")
    assert changed.status_code == 200
    assert client.get("/accounts").status_code == 200
    assert sign_in(fresh.test_client(), "", "another lamp").status_code == 200


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"again": "a good lamb"}, "not the same"),
        ({"password": "short", "again": "short"}, "8 to 200 signs"),
        ({"password": "x" * 201, "again": "x" * 201}, "8 to 200 signs"),
        ({"name": "lamplight", "password": "Lamplight", "again": "Lamplight"}, "name itself"),
        ({"name": "x"}, "2 to 24 letters"),
        ({"name": "camera"}, "calls something else"),
        ({"name": "12"}, "calls something else"),
        ({"name": "a\tb\x07"}, "signs that cannot be shown"),
        ({"role": "viewer"}, "can be one of"),
    ],
)
def test_a_password_that_will_not_do_is_refused_with_a_sentence(
    fresh: Flask, fields: dict[str, str], said: str
) -> None:
    answer = set_password(fresh.test_client(), **fields)
    assert answer.status_code == 400
    assert answer.json is not None
    assert said in answer.json["error"]


def test_the_last_organiser_stays(fresh: Flask) -> None:
    client = fresh.test_client()
    set_password(client)
    for address, fields in (("/accounts/drop", {}), ("/accounts/set", {"role": "steward"})):
        given = {"name": "steward", "password": "a good lamp", "again": "a good lamp", "current": "a good lamp",
                 "token": token_of(client), **fields}  # fmt: skip
        answer = client.post(address, data=given, headers=JSON)
        assert answer.status_code == 400
        assert answer.json is not None
        assert "must be organiser" in answer.json["error"]


def test_who_is_dropped_is_signed_out(fresh: Flask) -> None:
    organiser, steward = fresh.test_client(), fresh.test_client()
    set_password(organiser)
    set_password(organiser, name="Stan", role="steward", current="a good lamp")
    sign_in(steward, "Stan", "a good lamp")
    assert steward.get("/seats").status_code == 200
    given = {"name": "Stan", "current": "a good lamp", "token": token_of(organiser)}
    assert organiser.post("/accounts/drop", data=given, headers=JSON).status_code == 200
    assert steward.get("/seats").status_code == 403


def test_a_lost_file_of_accounts_lets_nobody_in(table: FakeTable) -> None:
    kept = [quick("Olga", Role.ORGANISER, "lamp-lamp")]
    app = create_app(table, accounts=Accounts(read=lambda: kept))
    kept.clear()
    assert app.test_client().get("/accounts").status_code == 403


def test_the_journal_says_who_did_it(guarded: Flask, table: FakeTable, post: Callable[..., Any]) -> None:
    steward = as_role(guarded, Role.STEWARD)
    headers = {**JSON, "X-Steward-Token": token_of(steward)}
    steward.post("/act/play", data={"act": "compose", "after": "LAW"}, headers=headers)
    assert table.commands[-1].by == "Stan"


def test_the_codes_of_the_seats_are_drawn_for_phones(guarded: Flask) -> None:
    page = as_role(guarded, Role.STEWARD).get("/seats").text
    assert page.count('class="qr"') == 4
    assert code_for(guarded, "N") in page
    assert " style=" not in page


def test_an_account_is_what_werkzeug_checks() -> None:
    made = account("Olga", Role.ORGANISER, "a good lamp")
    assert made.hash.startswith("scrypt:")
    assert made.has("a good lamp")
    assert not made.has("a good lamb")


def test_what_was_recorded_is_not_changed_by_looking(guarded: Flask, table: FakeTable) -> None:
    before: tuple[Recorded, ...] = table.recorded()
    client = as_role(guarded, Role.ORGANISER)
    for address in (path.removeprefix("GET ") for path in ADDRESSES if path.startswith("GET ") and "<" not in path):
        client.get(address).close()
    assert (table.recorded(), table.commands) == (before, [])
