"""Who may ask what: hosts, origins, tokens, paces, passwords, sizes, headers, and rubbish."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from urllib.parse import quote

import pytest
from asking import HandClock, token_of
from fake_table import FakeTable
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.security import generate_password_hash
from werkzeug.test import TestResponse

from engine.errors import StewardError
from web import Serving, create_app
from web.accounts import Account, Accounts
from web.actions import ACTS
from web.guard import host_allowed, is_loopback
from web.roles import Role
from web.sending import kept_at

Post = Callable[..., TestResponse]
JSON = {"Accept": "application/json"}


@pytest.mark.parametrize(
    "address", ["/", "/help", "/health", "/nothing", f"{kept_at()}/steward.css", "/picture/latest.jpg"]
)
def test_every_answer_carries_the_protecting_headers(client: FlaskClient, address: str) -> None:
    with client.get(address) as answer:
        headers = answer.headers
    policy = headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("address", ["/", "/hand", "/help", "/history", "/play/3", "/sign-in", "/nothing"])
def test_pages_hold_no_inline_script_and_no_style_but_the_one_the_policy_names(
    client: FlaskClient, address: str
) -> None:
    answer = client.get(address)
    page = answer.text
    assert page.count("<script") == page.count('<script type="module" src="/static/') == 1
    styles = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    assert page.count("<style") == len(styles) == (1 if address == "/" else 0)
    named = [f"'sha256-{b64encode(sha256(one.encode()).digest()).decode()}'" for one in styles]
    policy = dict(part.split(maxsplit=1) for part in answer.headers["Content-Security-Policy"].split("; "))
    assert set(named) <= set(policy["style-src"].split())
    assert len(policy["style-src"].split()) == 2  # our own files and that one style
    assert " style=" not in page
    assert " onclick=" not in page


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "192.168.1.20:8000", "table-3.local"])
def test_our_own_hosts_are_answered(client: FlaskClient, host: str) -> None:
    assert client.get("/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "[::1", "127.0.0.1.nip.io", "a" * 300])
def test_a_foreign_host_name_is_turned_away(host: str) -> None:
    assert not host_allowed(host, {"localhost"})


def test_a_rebound_name_gets_nothing_of_the_table(client: FlaskClient) -> None:
    answer = client.get("/api/table", headers={"Host": "evil.example"})
    assert answer.status_code == 421
    assert "not called evil.example" in answer.text
    assert "Flo" not in answer.text


@pytest.mark.parametrize(
    ("host", "said"), [("[::1", "This Steward is not called [::1."), ("", "That request names no machine.")]
)
def test_a_host_that_is_none_is_said_as_it_came(client: FlaskClient, host: str, said: str) -> None:
    answer = client.get("/health", headers={**JSON, "Host": host})
    assert answer.status_code == 421
    assert answer.json is not None
    assert answer.json["error"].startswith(said)


@pytest.mark.parametrize(
    ("number", "said"), [("99", "no event 99 in"), ("9" * 30, "no event 999999999… in"), ("9" * 5000, "nothing here")]
)
def test_an_event_that_is_not_there_is_named_at_a_length_that_can_be_read(
    client: FlaskClient, number: str, said: str
) -> None:
    answer = client.get(f"/play/{number}", headers=JSON)
    assert answer.status_code == 404
    assert answer.json is not None
    assert said in answer.json["error"]


@pytest.mark.parametrize("act", sorted(ACTS))
def test_no_act_is_done_without_the_sessions_token(table: FakeTable, client: FlaskClient, act: str) -> None:
    client.get("/")
    for headers in ({}, {"X-Steward-Token": "guess"}, {"X-Steward-Token": "é"}):
        answer = client.post(f"/act/{act}", data={"seat": "E"}, headers={**JSON, **headers})
        assert answer.status_code == 403
    assert table.commands == []


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": "http://localhost:1"},
     {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}],
)  # fmt: skip
def test_an_act_from_another_origin_is_refused(table: FakeTable, client: FlaskClient, headers: dict[str, str]) -> None:
    right = {**JSON, "X-Steward-Token": token_of(client), **headers}
    assert client.post("/act/undo", headers=right).status_code == 403
    assert table.commands == []


def test_an_act_from_our_own_page_is_taken(table: FakeTable, client: FlaskClient) -> None:
    right = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin", "X-Steward-Token": token_of(client)}
    assert client.post("/act/undo", headers={**JSON, **right}).status_code == 200
    assert len(table.commands) == 1


@pytest.mark.parametrize("act", sorted(ACTS))
def test_asking_by_get_changes_nothing(table: FakeTable, client: FlaskClient, act: str) -> None:
    answer = client.get(f"/act/{act}?seat=E", headers=JSON)
    assert answer.status_code == 405
    assert set(answer.headers["Allow"].split(", ")) == {"OPTIONS", "POST"}
    assert table.commands == []


def test_one_client_may_act_forty_times_at_once_then_waits(clock: HandClock, post: Post) -> None:
    assert [post("/act/undo").status_code for _ in range(40)].count(429) == 0
    refused = post("/act/undo")
    assert refused.status_code == 429
    assert refused.headers["Retry-After"] == "1"
    clock.now += 1.0
    assert post("/act/undo").status_code == 200


def test_too_large_a_body_is_refused(table: FakeTable, post: Post) -> None:
    assert post("/act/reopen", why="x" * 70_000).status_code == 413
    assert table.commands == []


@pytest.mark.parametrize(
    "name",
    ["../../etc/passwd", "..%2f..%2fetc%2fpasswd", ".hidden.jpg", "a/b.jpg",
     "latest.png", "x" * 200 + ".jpg", "a..b.jpg"]
)  # fmt: skip
def test_a_picture_is_had_by_a_plain_name_only(client: FlaskClient, name: str) -> None:
    assert client.get(f"/picture/{name}").status_code == 404


def test_pictures_are_had_and_known_again(client: FlaskClient) -> None:
    first = client.get("/picture/latest.jpg")
    assert first.content_type == "image/jpeg"
    assert client.get("/picture/10-after.jpg").status_code == 200
    assert client.get("/picture/gone.jpg").status_code == 404
    again = client.get("/picture/latest.jpg", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304


def test_an_unknown_address_is_a_sentence_and_a_way_back(client: FlaskClient) -> None:
    answer = client.get("/nothing")
    assert answer.status_code == 404
    assert "There is nothing here by that name." in answer.text
    assert 'href="/"' in answer.text


@pytest.fixture(scope="module")
def accounts() -> Accounts:
    """A steward whose password is 'lamp', hashed as a real one is but quickly checked."""
    return Accounts([Account("steward", Role.ORGANISER, generate_password_hash("lamp", method="scrypt:1024:8:1"))])


@pytest.fixture
def guarded(table: FakeTable, clock: HandClock, accounts: Accounts) -> FlaskClient:
    """A table whose steward has a password."""
    return create_app(table, accounts=accounts, clock=clock).test_client()


def sign_in(client: FlaskClient, password: str) -> TestResponse:
    return client.post("/sign-in", data={"password": password, "token": token_of(client)}, headers=JSON)


def test_with_a_password_everybody_watches_and_only_the_steward_acts(table: FakeTable, guarded: FlaskClient) -> None:
    assert "Sign in to act." in guarded.get("/").text
    refused = guarded.post("/act/undo", headers={**JSON, "X-Steward-Token": token_of(guarded)})
    assert refused.status_code == 403
    assert sign_in(guarded, "lamp").status_code == 200
    done = guarded.post("/act/undo", headers={**JSON, "X-Steward-Token": token_of(guarded)})
    assert done.status_code == 200
    assert [command.by for command in table.commands] == ["steward"]


def test_signing_in_makes_the_old_token_worthless(guarded: FlaskClient) -> None:
    old = token_of(guarded)
    sign_in(guarded, "lamp")
    assert token_of(guarded) != old
    assert guarded.post("/act/undo", headers={**JSON, "X-Steward-Token": old}).status_code == 403


def test_signing_out_ends_the_right_to_act(guarded: FlaskClient) -> None:
    sign_in(guarded, "lamp")
    guarded.post("/sign-out", data={"token": token_of(guarded)}, headers=JSON)
    assert guarded.post("/act/undo", headers={**JSON, "X-Steward-Token": token_of(guarded)}).status_code == 403


def test_wrong_passwords_make_a_client_wait_ever_longer(clock: HandClock, guarded: FlaskClient) -> None:
    assert [sign_in(guarded, "wrong").status_code for _ in range(4)] == [403, 403, 403, 429]
    clock.now += 1.1
    assert sign_in(guarded, "wrong").status_code == 403
    clock.now += 1.1
    assert sign_in(guarded, "lamp").status_code == 429
    clock.now += 1.0
    assert sign_in(guarded, "lamp").status_code == 200


def test_a_session_forged_without_the_secret_is_nobody(table: FakeTable, guarded: FlaskClient) -> None:
    forged = create_app(table, secret=b"another").test_client()
    forged.get("/")
    cookie = forged.get_cookie("steward")
    assert cookie is not None
    guarded.set_cookie("steward", cookie.value)
    answer = guarded.post("/act/undo", headers={**JSON, "X-Steward-Token": "x"})
    assert answer.status_code == 403


def test_the_session_cookie_is_out_of_reach_of_scripts_and_other_sites(client: FlaskClient) -> None:
    cookie = client.get("/").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.20", "table.local", ""])
def test_serving_the_network_without_a_password_is_refused(app: Flask, host: str) -> None:
    with pytest.raises(StewardError, match="set a steward's password first"):
        Serving(app, host)


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("127.9.9.9", True), ("10.0.0.1", False)]
)  # fmt: skip
def test_loopback_addresses_are_known(host: str, loopback: bool) -> None:
    assert is_loopback(host) == loopback


def test_serving_with_a_password_may_be_on_the_network(table: FakeTable, accounts: Accounts) -> None:
    with Serving(create_app(table, accounts=accounts), "0.0.0.0") as pages:
        assert pages.alive()


NAMES = st.sampled_from(
    ["seat", "act", "after", "before", "why", "value", "field", "verdict", "answer", "total-N", "card-N", "card-E",
     "words", "exposed", "seconds", "minutes", "by_seat", "name-N", "name-E", "rules", "turn", "name", "look"]
)  # fmt: skip
TEXTS = st.one_of(
    st.sampled_from(["N", "E", "compose", "exchange", "word", "score", "yes", "10", "-1", "*", "LAW", "home", "turn"]),
    st.text(max_size=60),
)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=6,
)
ADDRESSES = st.sampled_from([*(f"/act/{name}" for name in sorted(ACTS)), "/demo", "/look", "/act/\x00", "/sign-out"])


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(address=ADDRESSES, fields=st.dictionaries(NAMES, VALUES, max_size=5), as_json=st.booleans())
def test_rubbish_is_answered_with_a_sentence(
    client: FlaskClient, clock: HandClock, address: str, fields: dict[str, object], as_json: bool
) -> None:
    clock.now += 60.0
    headers = {**JSON, "X-Steward-Token": token_of(client)}
    if as_json:
        answer = client.post(address, json=fields, headers=headers)
    else:
        form = {name: str(value).encode("utf-8", "surrogatepass") for name, value in fields.items()}
        answer = client.post(address, data=form, headers=headers)
    assert answer.status_code in (200, 400, 404, 409)
    assert answer.json is not None
    assert isinstance(answer.json.get("said") or answer.json.get("error"), str)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    path=st.text(max_size=40),
    query=st.text(max_size=20),
    mark=st.text(alphabet=st.characters(codec="ascii", exclude_categories=["Cc"]), max_size=30),
)
def test_rubbish_addresses_never_break_a_page(client: FlaskClient, path: str, query: str, mark: str) -> None:
    # two slashes at the start would name another host
    for address in ("/" + quote(path.lstrip("/")), "/picture/" + quote(path), "/play/" + quote(path)):
        answer = client.get(address, query_string={"before": query, "part": query}, headers={"Last-Event-ID": mark})
        assert answer.status_code < 500
        answer.close()
