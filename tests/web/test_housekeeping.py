"""Words, house rules, players, packs and health."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

import pytest
from asking import token_of
from fake_table import JPEG, FakeTable, drive_state
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage
from werkzeug.security import generate_password_hash
from werkzeug.test import TestResponse, encode_multipart

from engine import commands as c
from engine.errors import BadSettings, Missing
from engine.rules import HouseRules, house_rules
from web import create_app
from web.accounts import Account, Accounts
from web.english import ENGLISH
from web.house import Enrolment, Finding, LaidOut, ListedPack, NoHouse, OwnWords
from web.housekeeping import lookup_open
from web.roles import Role


class SetHouse(NoHouse):
    """A house set by the test."""

    def __init__(self) -> None:
        self.changed: list[tuple[str, tuple[str, ...], str]] = []
        self.shown: list[tuple[str, bytes, str]] = []
        self.learnt: list[tuple[str, str]] = []
        self.refuse: Exception | None = None

    def health(self, language: str) -> tuple[Finding, ...]:
        return (Finding("camera", "ok", "picamera"), Finding("disk", "wrong", "is full", "make room"))

    def mounting(self, language: str) -> tuple[Finding, ...]:
        if self.refuse:
            raise self.refuse
        light = "lumière" if language == "fr" else "light"
        return (Finding("view", "ok", "wide"), Finding(light, "wrong", "is dark", "bring a lamp"))

    def packs(self) -> tuple[ListedPack, ...]:
        return (
            ListedPack("letters", "Letters", "en", 0, 0),
            ListedPack("lexicon-us", "US", "en", 54, 424, ("values",)),
            ListedPack("grandma", "grandma", "en", 52, 405, (), True),
        )

    def lay_out(self, name: str, picture: bytes, letters: str) -> Enrolment:
        if self.refuse:
            raise self.refuse
        self.shown.append((name, picture, letters))
        return self.enrolment(name)

    def enrolment(self, name: str) -> Enrolment:
        return Enrolment(name, (LaidOut(2, "A?", 1), LaidOut(0, "", 0, "it is blurred")), {"A": 1}, ("B", "C"))

    def enrol(self, name: str, like: str) -> str:
        self.learnt.append((name, like))
        return "learnt"

    def look_up(self, word: str, language: str, rules: HouseRules) -> Mapping[str, Any]:
        return {"listed": True, "levels": {"word": 35}, "marks": [], "added_by": ["Club"], "barred_by": [],
                "verdict": "good", "reason": None, "meant": []}  # fmt: skip

    def own_words(self, language: str) -> OwnWords:
        return OwnWords(("ZAX",), ("QI",))

    def change_words(self, act: str, words: tuple[str, ...], language: str) -> None:
        if self.refuse:
            raise self.refuse
        self.changed.append((act, words, language))


@pytest.fixture
def house() -> SetHouse:
    return SetHouse()


@pytest.fixture
def client(table: FakeTable, house: SetHouse) -> FlaskClient:
    return create_app(table, secret=b"for tests only", house=house).test_client()


def guarded(table: FakeTable, house: SetHouse) -> FlaskClient:
    steward = Account("steward", Role.STEWARD, generate_password_hash("secret", method="scrypt:1024:8:1"))
    return create_app(table, secret=b"x", house=house, accounts=Accounts([steward])).test_client()


def signed_in(table: FakeTable, house: SetHouse) -> FlaskClient:
    one = guarded(table, house)
    one.post("/sign-in", data={"name": "steward", "password": "secret", "token": token_of(one)})
    return one


PLACES = ["/words", "/rules", "/players", "/packs", "/packs?name=mine", "/doctor"]


@pytest.mark.parametrize("address", PLACES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_page_is_drawn_in_both_languages(client: FlaskClient, address: str, language: str) -> None:
    client.set_cookie("language", language)
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("address", PLACES)
def test_each_page_is_there_without_a_house_too(table: FakeTable, address: str) -> None:
    assert create_app(table, secret=b"x").test_client().get(address).status_code == 200


@pytest.mark.parametrize(
    ("phase", "open_play", "steward", "told"),
    [
        ("play", True, False, False), ("play", False, False, False), ("play", True, True, True),
        ("count", True, False, False), ("count", False, False, True), ("ready", False, False, True),
        ("over", False, False, True), ("closed", False, False, True),
    ],
)  # fmt: skip
def test_words_are_looked_up_while_no_hand_is_in_play(phase: str, open_play: bool, steward: bool, told: bool) -> None:
    state = drive_state(phase=phase)
    assert state.last is not None
    state = replace(state, last=replace(state.last, open=open_play))
    assert lookup_open(state, steward) is told


def test_nobody_at_the_table_looks_a_word_up_in_the_middle_of_a_hand(client: FlaskClient) -> None:
    page = client.get("/words?word=OSLO").text
    assert ENGLISH["words.closed"] in page
    assert 'id="found"' not in page


def test_a_signed_in_steward_looks_words_up_at_any_time(table: FakeTable, house: SetHouse) -> None:
    assert 'id="found"' in signed_in(table, house).get("/words?word=OSLO").text


def test_between_hands_a_word_is_told_with_its_level_and_the_clubs_list(table: FakeTable, client: FlaskClient) -> None:
    table.add(phase="ready", last=None)
    found = client.get("/words?word=table").text.split('id="found"')[1]
    assert 'data-word="TABLE"' in found
    assert "word: level 35" in found
    assert "Added by Club" in found


def test_what_is_no_word_is_refused_by_name(client: FlaskClient) -> None:
    answer = client.get("/words?word=<b>", headers={"Accept": "application/json"})
    assert (answer.status_code, (answer.json or {})["field"]) == (400, "word")


@pytest.mark.parametrize("act", ["add", "bar", "drop"])
def test_words_of_the_house_are_changed(client: FlaskClient, house: SetHouse, act: str) -> None:
    answer = client.post("/words", data={"act": act, "words": "zax, qi", "token": token_of(client)})
    assert answer.status_code == 303
    assert house.changed == [(act, ("ZAX", "QI"), "en")]
    assert "The words of the house are changed" in client.get("/words").text


def test_a_list_that_cannot_be_written_is_told(client: FlaskClient, house: SetHouse) -> None:
    house.refuse = BadSettings("the disk is full")
    answer = client.post("/words", data={"act": "add", "words": "ZAX", "token": token_of(client)})
    assert answer.status_code == 409
    assert "the disk is full" in answer.text


@pytest.mark.parametrize("address", ["/words", "/packs/picture", "/packs/enrol"])
def test_only_who_may_act_changes_anything(table: FakeTable, house: SetHouse, address: str) -> None:
    one = guarded(table, house)
    data = {"act": "add", "words": "ZAX", "name": "mine", "token": token_of(one)}
    assert one.post(address, data=data).status_code == 403
    assert (house.changed, house.shown, house.learnt) == ([], [], [])


@pytest.mark.parametrize("item", fields(HouseRules), ids=lambda item: item.name)
def test_every_house_rule_has_its_name(item: Any) -> None:
    assert item.name == "preset" or f"house.{item.name}" in ENGLISH


def test_changed_rules_stand_beside_the_rule_books(table: FakeTable, client: FlaskClient) -> None:
    table.add(rules=house_rules("drive", {"fine": 25, "proper_nouns": "if listed"}))
    page = client.get("/rules").text
    rows = re.findall(r"<tr class=\"changed\">(.*?)</tr>", page, re.DOTALL)
    told = " ".join(" ".join(re.sub(r"<[^>]*>", " ", row) for row in rows).split())
    assert re.search(r"Fine for a word that is not allowed ● changed: 25 50", told)
    assert "if a list holds them never" in told


def test_a_new_game_is_opened_by_changed_rules(table: FakeTable, client: FlaskClient) -> None:
    table.add(phase="over")
    page = client.get("/rules").text
    form = page.split('action="/act/open"')[1].split("</form>")[0]
    sent = dict(re.findall(r'<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"', form))
    for name, select in re.findall(r'<select name="([^"]+)">(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]+)" selected', select)
        assert chosen is not None, name
        sent[name] = chosen[1]
    sent |= {"token": token_of(client), "house-fine": "20", "house-initials": "no"}
    assert client.post("/act/open", data=sent).status_code == 303
    assert table.commands == [
        c.Open(
            t=120.0, game="lexicon", rules="drive", language="en", pack="lexicon",
            seats=(("N", "Flo"), ("E", "Gus"), ("S", "Hal"), ("W", "Ivy")), house={"fine": 20, "initials": False},
        )
    ]  # fmt: skip


def test_rules_are_not_changed_in_the_middle_of_a_hand(client: FlaskClient) -> None:
    assert "/act/open" not in client.get("/rules").text


@pytest.mark.parametrize(("name", "value"), [("fine", "-1"), ("lost_turn", "never"), ("american", "maybe")])
def test_a_house_rule_that_cannot_be_is_refused_by_name(client: FlaskClient, name: str, value: str) -> None:
    data = {"name-N": "Ann", "name-S": "Ben", f"house-{name}": value, "token": token_of(client)}
    answer = client.post("/act/open", data=data, headers={"Accept": "application/json"})
    assert (answer.status_code, (answer.json or {})["field"]) == (400, f"house-{name}")


def test_players_stand_with_their_seats_and_scores(client: FlaskClient) -> None:
    page = client.get("/players").text
    rows = [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL)]
    assert rows[1].startswith("North Flo 0")
    assert rows[3].startswith("South Hal D Dealer 0")


def test_packs_say_what_is_assumed_and_what_was_learnt_here(client: FlaskClient) -> None:
    page = client.get("/packs").text
    assert "Its values are assumed" in page
    assert "Learnt on this machine." in page


def test_a_picture_of_a_pack_is_looked_at_and_what_is_missing_is_told(client: FlaskClient, house: SetHouse) -> None:
    data = {"name": "mine", "letters": "AB", "token": token_of(client), "picture": (io.BytesIO(JPEG), "cards.jpg")}
    answer = client.post("/packs/picture", data=data)
    assert answer.status_code == 303
    assert house.shown == [("mine", JPEG, "AB")]
    page = client.get(answer.headers["Location"]).text
    assert "Not seen yet: B C" in page
    assert "it is blurred" in page


def test_a_large_picture_is_taken_and_nothing_else_of_that_size(client: FlaskClient, house: SetHouse) -> None:
    large = b"x" * 3_000_000
    token = token_of(client)

    def sent(picture: bytes) -> int:
        # Encoded here: the client's own temporary files are closed by chance only.
        parts = {"name": "mine", "token": token, "picture": FileStorage(io.BytesIO(picture), "cards.jpg")}
        boundary, body = encode_multipart(parts)
        kind = f"multipart/form-data; boundary={boundary}"
        return client.post("/packs/picture", data=body, content_type=kind).status_code

    assert sent(large) == 303
    assert len(house.shown[0][1]) == 3_000_000
    assert client.post("/act/undo", data={"token": token, "why": "x" * 100_000}).status_code == 413
    assert sent(b"x" * 13_000_000) == 413


@pytest.mark.parametrize("name", ["../up", "Mine", "a b", "-x", "x" * 41])
def test_a_packs_name_is_no_path(client: FlaskClient, house: SetHouse, name: str) -> None:
    data = {"name": name, "token": token_of(client), "picture": (io.BytesIO(JPEG), "cards.jpg")}
    assert client.post("/packs/picture", data=data).status_code == 400
    assert client.get("/packs", query_string={"name": name}).status_code == 400
    assert house.shown == []


def test_a_pack_is_learnt(client: FlaskClient, house: SetHouse) -> None:
    post: Callable[..., TestResponse] = client.post
    answer = post("/packs/enrol", data={"name": "mine", "like": "lexicon-us", "token": token_of(client)})
    assert answer.status_code == 303
    assert house.learnt == [("mine", "lexicon-us")]


def test_health_tells_each_part_and_what_to_do(client: FlaskClient) -> None:
    page = client.get("/doctor").text
    assert "make room" in page
    assert page.count('<span class="unseen">wrong:</span>') == 1


def test_the_mount_page_tells_each_check_and_what_to_do(client: FlaskClient) -> None:
    page = client.get("/mount").text
    assert "<b>light</b> <span>is dark <em>→ bring a lamp</em></span>" in page
    assert page.count('<li class="wrong">') == 1
    assert "<b>lumière</b>" in client.get("/mount", headers={"Accept-Language": "fr"}).text


def test_the_mount_page_says_what_hinders(client: FlaskClient, house: SetHouse) -> None:
    house.refuse = Missing("the network is missing; install the Steward again")
    page = client.get("/mount").text
    assert "install the Steward again" in page
