"""The drive's pages and acts: who may what, what each act becomes, what each screen shows in each phase."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from asking import HandClock
from fake_drive import NAMES, FakeDrive
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_roles import quick, sign_in, token_of
from werkzeug.test import TestResponse

from engine.commands import AdjustClock
from engine.drive import commands as c
from engine.drive.reasons import DriveReason
from web import create_app
from web.accounts import Accounts
from web.drive.acts import ACTS
from web.drive.live import Onlooker
from web.english import ENGLISH
from web.roles import Role, needed_by
from web.site import drive_codes
from web.texts import loose

JSON = {"Accept": "application/json"}

ADDRESSES: Mapping[str, Role] = {
    "GET /": Role.VIEWER,
    "GET /drive": Role.VIEWER,
    "GET /drive/card": Role.PLAYER,
    "GET /drive/card/<int:number>": Role.STEWARD,
    "GET /drive/codes": Role.STEWARD,
    "GET /drive/desk": Role.STEWARD,
    "GET /drive/events": Role.VIEWER,
    "GET /drive/hall": Role.VIEWER,
    "GET /drive/live": Role.VIEWER,
    "GET /drive/organiser": Role.ORGANISER,
    "GET /drive/results.csv": Role.VIEWER,
    "GET /drive/results.json": Role.VIEWER,
    "GET /drive/setup": Role.ORGANISER,
    "GET /drive/standings": Role.VIEWER,
    "GET /drive/table/<int:number>": Role.PLAYER,
    "GET /health": Role.VIEWER,
    "POST /drive/act/<name>": Role.PLAYER,
}
"""Who may ask what of a hub, besides what every dashboard has."""

PLAYERS_ACTS = {"seated", "out", "mark", "initial", "refuse", "cut"}
STEWARDS_ACTS = {"rename", "swap", "extend", "void", "reopen", "correct", "excuse", "fine"}


@pytest.fixture
def drive() -> FakeDrive:
    """Twelve players at three tables, before the first hand."""
    made = FakeDrive()
    made.create()
    return made


@pytest.fixture
def hub(drive: FakeDrive, clock: HandClock) -> Flask:
    """The hub of the drive, whose people sign in."""
    kept = (quick("Olga", Role.ORGANISER, "lamp-lamp"), quick("Stan", Role.STEWARD, "desk-desk"))
    return create_app(None, drive=drive, secret=b"for tests only", accounts=Accounts(read=lambda: kept), clock=clock)


def as_role(app: Flask, role: Role, number: int = 1) -> FlaskClient:
    """Gives a browser of somebody who has a role; a player is the one with a number."""
    client = app.test_client()
    if role is Role.PLAYER:
        with app.test_request_context():
            code = drive_codes()[number]
        assert client.post("/join", data={"code": code, "token": token_of(client)}, headers=JSON).status_code == 200
    if role >= Role.STEWARD:
        name, password = ("Olga", "lamp-lamp") if role is Role.ORGANISER else ("Stan", "desk-desk")
        assert sign_in(client, name, password).status_code == 200
    return client


def act(client: FlaskClient, act_: str, /, **fields: Any) -> TestResponse:
    return client.post(f"/drive/act/{act_}", data=fields, headers={**JSON, "X-Steward-Token": token_of(client)})


def test_every_address_of_a_hub_says_who_may_ask_it_and_is_known_here(hub: Flask) -> None:
    said = {
        f"{method} {rule}": needed_by(hub.view_functions[rule.endpoint])
        for rule in hub.url_map.iter_rules()
        if rule.endpoint.startswith(("drive.", "hub."))
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert said == dict(ADDRESSES)


@pytest.mark.parametrize("role", list(Role))
def test_each_role_at_each_address_of_a_hub(hub: Flask, drive: FakeDrive, role: Role) -> None:
    drive.play()
    client = as_role(hub, role)
    seen = {}
    for address in ADDRESSES:
        method, path = address.split(" ")
        path = path.replace("<int:number>", "1").replace("<name>", "make")
        if path in ("/drive/events", "/drive/live"):
            path += "?page=hall"
        with client.open(path, method=method, headers={**JSON, "X-Steward-Token": token_of(client)}) as answer:
            seen[address] = answer.status_code
    for address, needed in ADDRESSES.items():
        if address == "POST /drive/act/<name>":
            assert seen[address] == (200 if role is Role.ORGANISER else 403)
        elif address == "GET /drive/table/<int:number>" and role is Role.PLAYER:
            assert seen[address] in (200, 403)  # his own table's page only
        else:
            assert (seen[address] == 403) == (role < needed), address
            assert seen[address] < 400 or role < needed, address


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize("name", sorted(ACTS))
def test_each_role_and_each_act_of_a_drive(hub: Flask, drive: FakeDrive, role: Role, name: str) -> None:
    before = len(drive.acted)
    answer = act(as_role(hub, role), name, number=1, other=2, table=1, seconds=60, name="Ann", names="Stan", why="seen")
    needed = Role.PLAYER if name in PLAYERS_ACTS else Role.STEWARD if name in STEWARDS_ACTS else Role.ORGANISER
    assert ACTS[name].needs is needed
    if role < needed:
        assert answer.status_code == 403
        assert len(drive.acted) == before
    else:
        assert answer.status_code != 500
        assert answer.json is not None
        assert answer.json.get("reason") != "sign in"


@pytest.mark.parametrize(
    ("page", "about", "role", "status"),
    [
        ("organiser", "", Role.STEWARD, 403),
        ("organiser", "", Role.ORGANISER, 200),
        ("desk", "", Role.PLAYER, 403),
        ("desk", "Stan", Role.STEWARD, 200),
        ("card", "player 1", Role.VIEWER, 403),
        ("card", "player 1", Role.PLAYER, 200),
        ("card", "player 2", Role.PLAYER, 403),
        ("card", "player 2", Role.STEWARD, 200),
        ("card", "player 99", Role.STEWARD, 404),
        ("card", "player ../..", Role.STEWARD, 404),
        ("nothing", "", Role.ORGANISER, 404),
        ("hall", "anything", Role.VIEWER, 200),
    ],
)
def test_a_stream_shows_nobody_what_its_page_would_not(
    hub: Flask, page: str, about: str, role: Role, status: int
) -> None:
    client = as_role(hub, role)
    for address in ("/drive/live", "/drive/events"):
        with client.get(address, query_string={"page": page, "about": about}, headers=JSON) as answer:
            assert answer.status_code == status


def test_a_player_marks_at_his_own_table_and_initials_in_his_own_name(hub: Flask, drive: FakeDrive) -> None:
    drive.announce()
    drive.start()
    drive.ring()
    hand = drive.state().hand
    assert hand is not None
    table = hand.tables[1]
    ann, left = table.players[0], table.left_of(table.players[0])
    assert left is not None
    player = as_role(hub, Role.PLAYER, ann)
    assert act(player, "mark", table=1, **{f"total-{ann}": 16}).status_code == 200
    assert drive.acted[-1] == c.MarkCards(
        t=drive.time, by=drive.state().players[ann].name, table=1, totals={str(ann): 16}
    )
    assert act(player, "mark", table=2, **{f"total-{hand.tables[2].players[0]}": 16}).status_code == 403
    assert act(player, "initial", number=ann, by_number=left).status_code == 409  # he is not his own neighbour
    neighbour = as_role(hub, Role.PLAYER, left)
    assert "/drive/act/initial" in neighbour.get("/drive/card").text
    assert act(neighbour, "initial", number=ann, by_number=0).status_code == 200
    card = drive.state().hand.tables[1].cards[ann]  # type: ignore[union-attr]
    assert (card.stage, card.initialled_by) == ("final", left)


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("seated", {"table": 2}),
        ("out", {"table": 1, "number": 3}),
        ("cut", {"table": 1}),
        ("mark", {"table": 1, "hand": 9, "total-1": 8}),
        ("initial", {"number": 3, "hand": 9}),
    ],
)
def test_a_player_acts_for_nobody_else_in_a_drive(
    hub: Flask, drive: FakeDrive, name: str, fields: dict[str, Any]
) -> None:
    drive.announce()
    player = as_role(hub, Role.PLAYER, 1)  # Ann sits at table 1 by the seed of these tests
    assert drive.state().hand.places[1] == 1  # type: ignore[union-attr]
    before = len(drive.acted)
    assert act(player, name, **fields).status_code == 403
    assert len(drive.acted) == before


def test_who_has_gone_home_acts_no_more(hub: Flask, drive: FakeDrive) -> None:
    player = as_role(hub, Role.PLAYER, 1)
    drive.act(c.Leave(t=drive.time, number=1))
    assert player.get("/drive/card").status_code == 403


def test_a_drive_is_set_up_on_its_page_from_a_list(clock: HandClock) -> None:
    drive = FakeDrive()
    client = create_app(None, drive=drive, clock=clock).test_client()
    assert act(client, "create", name="Spring", hands=8, minutes=6.5, breaks="4", movement="loser down",
               initials="no").status_code == 200  # fmt: skip
    rules = drive.state().rules
    assert (rules.hands, rules.minutes, rules.breaks, rules.movement, rules.initials) == (
        8,
        6.5,
        (4,),
        "loser down",
        False,
    )
    assert act(client, "join", players="number;name\n7;Zoë\n;Abe\n").status_code == 200
    assert {number: one.name for number, one in drive.state().players.items()} == {7: "Zoë", 1: "Abe"}
    assert act(client, "stewards", names="Olga\n\nPaul").status_code == 200
    assert drive.state().stewards == ("Olga", "Paul")


@pytest.mark.parametrize(
    ("name", "fields", "said"),
    [
        ("create", {"name": "Again"}, "already"),
        ("join", {"players": "name,number\nAbe,1\n"}, "choose another"),
        ("join", {"players": "name,number\nAbe,x\n"}, "line 2"),
        ("join", {"players": ""}, "missing"),
        ("rules", {"hands": "many"}, "number"),
        ("rules", {"movement": "sideways"}, "can be one of"),
        ("rules", {"breaks": "2, x"}, "number"),
        ("adjust", {}, "missing"),
        ("start", {}, "announced"),
        ("nothing", {}, "no act called nothing"),
    ],
)
def test_what_a_drive_will_not_have_is_said_in_a_sentence(
    hub: Flask, drive: FakeDrive, name: str, fields: dict[str, str], said: str
) -> None:
    before = drive.recorded()
    answer = act(as_role(hub, Role.ORGANISER), name, **fields)
    assert answer.status_code in (400, 404, 409)
    assert answer.json is not None
    assert said in answer.json["error"]
    assert drive.recorded() == before


def test_a_total_that_can_hardly_be_right_is_asked_about(hub: Flask, drive: FakeDrive) -> None:
    drive.announce()
    drive.start()
    drive.ring()
    steward = as_role(hub, Role.STEWARD)
    one, other = drive.state().hand.tables[1].players[:2]  # type: ignore[union-attr]
    totals = {f"total-{one}": 15, f"total-{other}": 17}  # two odd totals, and one Master in the pack
    assert act(steward, "mark", table=1, **totals).json["reason"] == "doubtful total"  # type: ignore[index]
    assert act(steward, "mark", table=1, sure="yes", **totals).status_code == 200


@pytest.mark.parametrize("reason", list(DriveReason))
@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_refusal_of_a_drive_has_its_sentence(reason: DriveReason, language: str) -> None:
    from web.texts import LANGUAGES

    assert f"refused.{reason}" in LANGUAGES[language]


def pages_in(app: Flask, *addresses: str) -> str:
    client = app.test_client()
    return " ".join(client.get(address).text for address in addresses)


@pytest.fixture
def open_hub(drive: FakeDrive, clock: HandClock) -> Flask:
    """A hub without a password: everybody at the machine may do all."""
    return create_app(None, drive=drive, clock=clock)


EVERY = ("/drive", "/drive/hall", "/drive/standings", "/drive/organiser", "/drive/desk", "/drive/desk?of=Stan",
         "/drive/setup", "/drive/codes", "/drive/card/1", "/drive/card/12", "/drive/results.json")  # fmt: skip


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_screen_stands_in_every_phase(open_hub: Flask, drive: FakeDrive, language: str) -> None:
    client = open_hub.test_client()
    client.set_cookie("language", language)

    def looked() -> None:
        for address in (*EVERY, *(f"/drive/table/{number}" for number in (1, 2, 3) if drive.state().hands)):
            page = client.get(address)
            assert page.status_code == 200, (drive.state().phase, address)
            assert " style=" not in page.text
            assert not re.search(r"\{[a-z_]+\}", re.sub(r'data-\w+="[^"]*"', "", page.text)) or "json" in address

    looked()
    drive.act(c.MakeHand(t=drive.time))
    looked()
    drive.act(c.Announce(t=drive.time))
    looked()
    drive.start()
    looked()
    drive.ring()
    drive.mark(1)
    looked()
    for table in (1, 2, 3):
        drive.mark(table)
        drive.initial(table)
    drive.act(c.TakeBreak(t=drive.time, seconds=600.0))
    looked()
    drive.play()
    drive.act(c.Fine(t=drive.time, number=1, why="PARIS"))
    drive.act(c.Finish(t=drive.time))
    looked()


def test_seats_that_are_made_are_for_the_organiser_until_they_are_announced(open_hub: Flask, drive: FakeDrive) -> None:
    drive.act(c.MakeHand(t=drive.time))
    assert "Ann Archer" not in pages_in(open_hub, "/drive", "/drive/hall")
    drive.act(c.Announce(t=drive.time))
    assert "Ann Archer" in pages_in(open_hub, "/drive")


def test_the_wall_tells_the_rules_before_the_first_hand_and_who_moves_before_each(
    open_hub: Flask, drive: FakeDrive
) -> None:
    assert ENGLISH["drive.rules.move.winner up"] in pages_in(open_hub, "/drive/hall")
    drive.play()
    drive.announce()
    wall = pages_in(open_hub, "/drive/hall")
    assert re.findall(r'<b class="number">(\d)</b> <span class="quiet at">N</span>', wall) == ["1", "2", "3"]
    assert ENGLISH["drive.hall.others"] in wall
    assert wall.count("deals") == 3


def test_missing_tables_come_first_on_the_stewards_desk(open_hub: Flask, drive: FakeDrive) -> None:
    drive.announce()
    drive.start()
    drive.ring()
    drive.mark(1)
    drive.initial(1)
    tiles = re.findall(r'<h2><span class="number">(\d)</span>', pages_in(open_hub, "/drive/desk?of=Stan"))
    assert tiles == ["2", "3", "1"]


def test_results_are_a_table_of_every_hand(open_hub: Flask, drive: FakeDrive) -> None:
    drive.play()
    answer = open_hub.test_client().get("/drive/results.csv")
    assert answer.headers["Content-Type"].startswith("text/csv")
    lines = answer.text.splitlines()
    assert lines[0].endswith("hand 1")
    assert len(lines) == 1 + len(NAMES)


def test_a_clock_is_set_by_a_minute(open_hub: Flask, drive: FakeDrive) -> None:
    drive.announce()
    drive.start()
    assert act(open_hub.test_client(), "adjust", seconds=-60).status_code == 200
    assert drive.acted[-1] == AdjustClock(t=drive.time, seconds=-60.0)


def test_a_form_without_scripts_goes_back_to_its_own_page(open_hub: Flask, drive: FakeDrive) -> None:
    client = open_hub.test_client()
    fields = {"token": token_of(client)}
    for came, back in (("/drive/organiser", "/drive/organiser"), ("//evil.example/drive", "/drive"), ("", "/drive")):
        answer = client.post("/drive/act/make", data=fields, headers={"Referer": f"http://localhost{came}"})
        assert (answer.status_code, answer.location) == (303, back)
        drive.act(c.UnmakeHand(t=drive.time))


def test_first_the_hub_leads_to_the_drive(open_hub: Flask) -> None:
    client = open_hub.test_client()
    assert client.get("/").location == "/drive"
    assert client.get("/health").json["phase"] == "gathering"  # type: ignore[index]
    assert client.get("/hand").status_code == 404


TEXT = st.one_of(st.sampled_from(["1", "0", "-1", "2", "99999999999", "yes", "x", "é", "1\n2", "name,number\n\x00"]),
                 st.text(max_size=40))  # fmt: skip
FIELDS = st.dictionaries(
    st.sampled_from(["number", "other", "table", "hand", "seconds", "minutes", "why", "total", "total-1", "total-x",
                     "points", "players", "names", "name", "sure", "by_number", "hands", "breaks", "movement", "seed"]),
    TEXT, max_size=6,
)  # fmt: skip


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from(sorted(ACTS)), fields=FIELDS, as_json=st.booleans())
def test_rubbish_is_answered_by_a_drive_with_a_sentence(
    open_hub: Flask, clock: HandClock, name: str, fields: dict[str, str], as_json: bool
) -> None:
    clock.now += 60.0
    client = open_hub.test_client()
    headers = {**JSON, "X-Steward-Token": token_of(client)}
    if as_json:
        answer = client.post(f"/drive/act/{name}", json=fields, headers=headers)
    else:
        form = {key: value.encode("utf-8", "surrogatepass") for key, value in fields.items()}
        answer = client.post(f"/drive/act/{name}", data=form, headers=headers)
    assert answer.status_code in (200, 400, 409)
    assert answer.json is not None
    assert isinstance(answer.json.get("said") or answer.json.get("error"), str)


def test_a_large_region_is_drawn_anew_only_when_what_it_shows_has_changed(open_hub: Flask, drive: FakeDrive) -> None:
    drive.announce()
    drive.start()
    drive.ring()
    board = open_hub.extensions["steward"].drive_board
    stan, home = Onlooker("desk", "en", Role.STEWARD, "Stan"), Onlooker("home", "en")
    sue = Onlooker("desk", "en", Role.STEWARD, "Sue")
    before = {one: board.drawn(drive.version(), one).regions for one in (stan, sue, home)}
    drive.mark(2)
    after = {one: board.drawn(drive.version(), one).regions for one in (stan, sue, home)}
    assert after[stan]["tiles"] != before[stan]["tiles"]
    assert after[sue]["tiles"] is before[sue]["tiles"]
    assert after[home]["seats"] is before[home]["seats"]
    drive.act(c.Rename(t=drive.time, number=1, name="Anna Archer"))
    assert "Anna Archer" in board.drawn(drive.version(), stan).regions["tiles"]
    assert "Anna Archer" in board.drawn(drive.version(), home).regions["seats"]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            "The list does not fit, and nobody was taken in: line 2: ann archer stands in line 1 already; add what "
            "tells them apart; line 4: Zoe: “first” is no number from 1 to 99999.",
        ),
        (
            "fr",
            "La liste ne convient pas et personne n’est inscrit : ligne 2 : ann archer est déjà à la ligne 1 ; "
            "ajoutez ce qui les distingue ; ligne 4 : Zoe : « first » n’est pas un numéro de 1 à 99999.",
        ),
    ],
)
def test_what_is_wrong_in_a_list_of_players_is_said_in_the_readers_language(
    hub: Flask, drive: FakeDrive, language: str, told: str
) -> None:
    client = as_role(hub, Role.ORGANISER)
    client.set_cookie("language", language)
    answer = act(client, "join", players="Ann Archer\nann archer\nXaver\nZoe,first\n")
    assert (answer.status_code, loose((answer.json or {})["error"])) == (400, told)
    assert len(drive.state().players) == 12


def test_a_fine_of_nothing_is_refused_and_one_without_points_is_the_rules(hub: Flask, drive: FakeDrive) -> None:
    drive.play()
    steward = as_role(hub, Role.STEWARD)
    assert act(steward, "fine", number=1, points=0).status_code == 400
    assert drive.state().hands[0].table_of(1).cards[1].fine == 0  # type: ignore[union-attr]
    assert act(steward, "fine", number=1).status_code == 200
    assert drive.state().hands[0].table_of(1).cards[1].fine == 50  # type: ignore[union-attr]


def test_what_seats_and_cuts_are_drawn_by_is_told_to_viewers_when_the_drive_is_over(
    hub: Flask, drive: FakeDrive
) -> None:
    drive.play()
    drive.act(c.MakeHand(t=drive.time))
    seen = {role: as_role(hub, role).get("/drive/results.json").json or {} for role in (Role.VIEWER, Role.STEWARD)}
    assert (seen[Role.VIEWER]["seed"], seen[Role.STEWARD]["seed"]) == (None, "7")
    assert [len(told["hands"]) for told in seen.values()] == [1, 2]
    assert all(hand["seed"] is None for hand in seen[Role.VIEWER]["hands"])
    drive.act(c.UnmakeHand(t=drive.time))
    drive.act(c.Finish(t=drive.time, anyway=True))
    assert (as_role(hub, Role.VIEWER).get("/drive/results.json").json or {})["seed"] == "7"


@pytest.mark.parametrize(("page", "language", "said"), [("desk", "en", "at play"), ("organiser", "fr", "en jeu")])
def test_a_table_is_said_to_be_in_only_once_its_totals_are(
    hub: Flask, drive: FakeDrive, page: str, language: str, said: str
) -> None:
    drive.announce()
    drive.start()
    client, headers = as_role(hub, Role.ORGANISER), {"Accept-Language": language}
    text = client.get(f"/drive/{page}", headers=headers).text
    assert text.count(said) == 3
    assert "✓" not in text
    drive.ring()
    drive.mark(1)
    drive.initial(1)
    assert client.get(f"/drive/{page}", headers=headers).text.count("✓</span>") >= 1
