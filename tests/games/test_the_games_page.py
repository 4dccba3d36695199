"""The dashboard of a game whose acts are told: its forms, its rules, and what only the steward is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.security import generate_password_hash

from engine.games.chosen import Chosen
from engine.journal import SqliteJournal
from engine.rulings import StandIn
from engine.state import TableState
from pi.station import Station
from web import create_app
from web.accounts import Account, Accounts
from web.roles import Role


@pytest.fixture
def station(tmp_path: Path) -> Iterator[Station[TableState]]:
    with SqliteJournal(tmp_path / "table.journal") as journal, Station(journal, Chosen(), StandIn()) as station:
        yield station


def post(client: FlaskClient, address: str, **fields: str) -> None:
    token = client.get("/help").get_data(as_text=True).split('name="token" content="')[1].split('"')[0]
    answer = client.post(address, data={**fields, "token": token}, headers={"Accept": "application/json"})
    assert answer.status_code == 200, answer.get_data(as_text=True)


def begin(client: FlaskClient) -> None:
    post(client, "/act/open", **{"game": "anagrams", "name-N": "Ann", "name-S": "Ben"})
    post(client, "/act/deal", seat="S")
    post(client, "/act/act", **{"act": "draw", "letters-N": "C", "letters-S": "U"})


def test_anagrams_is_played_from_the_page(station: Station[TableState]) -> None:
    client = create_app(station, secret=b"for tests only").test_client()
    begin(client)
    for letter in "CU":
        post(client, "/act/act", act="pool", letter=letter)
    post(client, "/act/act", act="word", word="cut")
    page = client.get("/").get_data(as_text=True)
    assert "Ann makes CUT." in page
    assert "Tablets in the box" in page
    assert [word.text for word in station.state().words] == ["CUT"]


def test_a_refusal_says_what_was_wrong(station: Station[TableState]) -> None:
    client = create_app(station, secret=b"for tests only").test_client()
    begin(client)
    token = client.get("/help").get_data(as_text=True).split('name="token" content="')[1].split('"')[0]
    fields = {"act": "word", "word": "CUT", "token": token}
    answer = client.post("/act/act", data=fields, headers={"Accept": "application/json"})
    assert answer.status_code == 409
    assert answer.get_json()["error"].startswith("The letters do not add up.")


def test_hints_are_for_a_signed_in_steward_alone(station: Station[TableState]) -> None:
    everybody = create_app(station, secret=b"for tests only").test_client()
    begin(everybody)
    assert "hints=1" not in everybody.get("/hand?hints=1").get_data(as_text=True)
    steward = Account("steward", Role.STEWARD, generate_password_hash("lamp", method="scrypt:1024:8:1"))
    club = create_app(station, secret=b"for tests only", accounts=Accounts([steward])).test_client()
    assert "hints=1" not in club.get("/hand?hints=1").get_data(as_text=True)
    post(club, "/sign-in", name="steward", password="lamp")
    assert "hints=1" in club.get("/hand").get_data(as_text=True)


@pytest.mark.parametrize(("language", "told"), [("en", "Anagrams"), ("fr", "Anagrammes")])
def test_the_rules_of_the_games_are_told(station: Station[TableState], language: str, told: str) -> None:
    client = create_app(station, secret=b"for tests only").test_client()
    page = client.get("/games", headers={"Accept-Language": language}).get_data(as_text=True)
    assert f"<h2>{told}</h2>" in page
    assert "TROUNCE" in page
