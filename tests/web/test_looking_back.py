"""The score sheet, a deal step by step and as a file, statistics, and the journal."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from asking import token_of
from fake_table import FakeTable
from flask.testing import FlaskClient
from werkzeug.security import generate_password_hash

sys.path.insert(0, str(Path(__file__).parents[1] / "engine"))
from lexicon_table import open_table

from engine import commands as c
from engine.deals import deals
from engine.journal_lines import line_of
from web import create_app
from web.accounts import Account, Accounts
from web.roles import Role
from web.screen import names_of


class PlayedTable(FakeTable):
    """Pages' table with a game of two deals, played by the rules: N's WIERD fell and W's hand was marked."""

    def __init__(self) -> None:
        super().__init__()
        game = open_table()
        game.play("compose", None, "WIERD", pictures=("10-before.jpg", "10-after.jpg"))
        game.challenge("E")
        game.take_back()
        game.compose("CABIN")
        game.cards(N=2, E=1, S=4, W=2)
        game.compose("HOST")
        game.mark(N=12, E=8, S=0, W=20)
        game.do(c.Deal(t=game.now()))
        self.game = game
        self.current = game.state

    def recorded(self, after: int = 0):  # type: ignore[no-untyped-def]
        return tuple(self.game.history[after:])


@pytest.fixture
def played() -> PlayedTable:
    return PlayedTable()


@pytest.fixture
def reader(played: PlayedTable) -> FlaskClient:
    return create_app(played, secret=b"for tests only").test_client()


def text_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def test_the_score_sheet_has_a_line_a_deal_and_the_sum(reader: FlaskClient, played: PlayedTable) -> None:
    page = reader.get("/scores").text
    rows = [text_of(row) for row in re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL)]
    assert rows[0] == "Deal Ann Ben Cleo Dev"
    assert rows[1].split()[:4] == ["1", "12", "8", "-10"]
    assert rows[2].startswith("2 ")
    assert rows[-1] == "Score " + " ".join(str(player.score) for player in played.current.players)


def test_the_hand_that_won_is_marked(reader: FlaskClient) -> None:
    assert len(re.findall(r'<td class="won"', reader.get("/scores").text)) == 1


def test_a_deal_is_gone_through_forwards_and_back(reader: FlaskClient, played: PlayedTable) -> None:
    seq = deals(played.recorded())[0].seq
    first = reader.get(f"/deal/{seq}").text
    assert "dealt deal 1" in first
    assert f'rel="next" href="/deal/{seq}?step=2"' in first
    assert 'rel="prev"' not in first
    second = reader.get(f"/deal/{seq}?step=2").text
    assert 'data-word="WIERD"' in second
    assert 'src="/picture/10-before.jpg"' in second
    third = reader.get(f"/deal/{seq}?step=3").text
    assert "WIERD is misspelt." in third
    assert 'class="lead told falls"' in third
    last = reader.get(f"/deal/{seq}?step=999").text
    assert 'rel="next"' not in last


def test_a_deal_is_kept_as_one_file_with_its_pictures(reader: FlaskClient, played: PlayedTable) -> None:
    seq = deals(played.recorded())[0].seq
    answer = reader.get(f"/deal/{seq}.html")
    assert answer.headers["Content-Disposition"] == f"attachment; filename=deal-{seq}.html"
    page = answer.text
    assert page.count("data:image/jpeg;base64,") == 2
    assert "WIERD is misspelt." in page
    assert not re.findall(r'(?:src|href)="(?!data:)', page)
    assert "token" not in page


@pytest.mark.parametrize("address", ["/deal/1", "/deal/99999", "/deal/1.html"])
def test_there_is_no_page_for_a_deal_that_was_none(reader: FlaskClient, address: str) -> None:
    assert reader.get(address).status_code == 404


def test_a_step_that_is_no_number_is_refused_by_name(reader: FlaskClient, played: PlayedTable) -> None:
    seq = deals(played.recorded())[0].seq
    answer = reader.get(f"/deal/{seq}?step=two", headers={"Accept": "application/json"})
    assert (answer.status_code, (answer.json or {})["field"]) == (400, "step")


def test_the_history_leads_to_each_deal(reader: FlaskClient, played: PlayedTable) -> None:
    page = reader.get("/history").text
    for deal in deals(played.recorded()):
        assert f'href="/deal/{deal.seq}"' in page


def test_statistics_tell_each_players_figures(reader: FlaskClient) -> None:
    page = reader.get("/statistics").text
    rows = [text_of(row) for row in re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL)]
    ann, ben = (next(row for row in rows if row.startswith(name)) for name in ("Ann", "Ben"))
    assert ann.split()[1:3] == ["1", "–"]  # WIERD fell
    assert ben.split()[1:3] == ["1", "CABIN"]
    assert "1 of 1" in ben
    assert page.count("<polyline") == 4
    assert 'aria-label="4 letters: 1, 5 letters: 2"' in page


@pytest.mark.parametrize("address", ["/scores", "/statistics", "/history"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_pages_are_there_before_anything_happened(client: FlaskClient, address: str, language: str) -> None:
    client.set_cookie("language", language)
    assert client.get(address).status_code == 200


def test_names_are_escaped_in_a_shared_file(played: PlayedTable, reader: FlaskClient) -> None:
    assert "<script" not in reader.get(f"/deal/{deals(played.recorded())[0].seq}.html").text
    assert names_of(played.current)


def test_the_journal_is_given_to_who_may_act_as_import_takes_it(played: PlayedTable) -> None:
    steward = Account("steward", Role.STEWARD, generate_password_hash("secret", method="scrypt:1024:8:1"))
    reader = create_app(played, secret=b"x", accounts=Accounts([steward])).test_client()
    assert reader.get("/journal.jsonl").status_code == 403
    reader.post("/sign-in", data={"password": "secret", "token": token_of(reader)})
    lines = reader.get("/journal.jsonl").text.splitlines()
    assert len(lines) == len(played.recorded())
    assert json.loads(line_of(lines[0]).event)["type"] == "opened"
