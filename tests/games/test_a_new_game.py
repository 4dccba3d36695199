"""Adding a game takes one module and one pack file: it appears in the start choice, the journal and the simulator."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine.cards
import engine.games
from engine import commands as c
from engine import events as e
from engine.errors import BadSettings, Refused
from engine.games import game, game_names
from engine.games.chosen import Chosen
from engine.journal import SqliteJournal
from engine.replay import fold
from engine.rulings import StandIn
from pi.cli import main
from pi.station import Station
from web import create_app

TOY = Path(__file__).parent / "toy"


@pytest.fixture
def _toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy's module lies among the games and its pack among the packs; nothing else is touched."""
    modules, packs = tmp_path / "games", tmp_path / "packs"
    modules.mkdir()
    shutil.copy(TOY / "tally.py", modules)
    shutil.copytree(engine.cards.PACKS_DIR, packs)
    shutil.copy(TOY / "tally.toml", packs)
    monkeypatch.setattr(engine.games, "__path__", [*engine.games.__path__, str(modules)])
    monkeypatch.setattr(engine.cards, "PACKS_DIR", packs)
    yield
    sys.modules.pop("engine.games.tally", None)


@pytest.mark.usefixtures("_toy")
def test_a_game_is_found_by_its_module_alone() -> None:
    assert game_names()[0] == "lexicon"
    assert "tally" in game_names()
    assert game("tally").name == "tally"


def test_without_its_module_there_is_no_such_game() -> None:
    assert "tally" not in game_names()
    with pytest.raises(BadSettings, match="there is no game called 'tally'; choose one of lexicon"):
        game("tally")


@pytest.mark.parametrize("name", ["protocol", "lexicon_play", "acts", "..", "", "Lexicon", "os"])
def test_a_piece_of_a_game_is_no_game(name: str) -> None:
    with pytest.raises(BadSettings, match="there is no game"):
        game(name)


@pytest.mark.usefixtures("_toy")
def test_the_start_choice_offers_it_and_it_is_played_from_the_page(tmp_path: Path) -> None:
    with SqliteJournal(tmp_path / "table.journal") as journal, Station(journal, Chosen(), StandIn()) as station:
        client = create_app(station, secret=b"for tests only").test_client()
        page = client.get("/hand").get_data(as_text=True)
        assert '<option value="tally">Tally</option>' in page
        token = page.split('name="token" content="')[1].split('"')[0]

        def post(address: str, **fields: str) -> None:
            answer = client.post(address, data={**fields, "token": token})
            assert answer.status_code == 303, answer.get_data(as_text=True)

        post("/act/open", **{"game": "tally", "name-N": "Ann", "name-S": "Ben"})
        post("/act/deal", seat="S")
        assert 'name="card" class="face"' in client.get("/hand").get_data(as_text=True)
        post("/act/act", act="lay", card="a")
        post("/act/act", act="lay", card="z")
        assert "Ben" in client.get("/").get_data(as_text=True)
        history = client.get("/history").get_data(as_text=True)
        assert "Ann: Lay (Card A)." in history
        assert station.state().winners == ("S",)
        recorded = station.recorded()
    with SqliteJournal(tmp_path / "table.journal") as journal:
        kept = tuple(journal.read("table", 0))
    assert [entry.event for entry in kept] == [entry.event for entry in recorded]
    again = fold(Chosen(), kept)
    assert (again.game, again.phase, again.winners, again.own.row) == ("tally", "over", ("S",), "AZ")


@pytest.mark.usefixtures("_toy")
def test_the_simulator_plays_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--game", "tally", "--players", "2", "--seed", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert '"type": "opened"' in lines[0]
    assert '"type": "won"' in lines[-1]


@pytest.mark.usefixtures("_toy")
def test_one_table_plays_one_game_after_another() -> None:
    table, judge = Chosen(), StandIn()
    state = table.initial()
    seats = (("N", "Ann"), ("S", "Ben"))

    def do(command: c.Command) -> tuple[e.Event, ...]:
        nonlocal state
        events = table.decide(state, command, judge)
        for event in events:
            state = table.evolve(state, event)
        return events

    do(c.Open(t=0.0, game="tally", rules="home", language="en", pack="tally", seats=seats))
    do(c.Deal(t=1.0, seat="S"))
    with pytest.raises(Refused, match="under way"):
        do(c.Open(t=2.0, game="lexicon", rules="home", language="en", pack="lexicon", seats=seats))
    do(c.Act(t=3.0, act="lay", values={"card": "Z"}))
    do(c.Open(t=4.0, game="lexicon", rules="home", language="en", pack="lexicon", seats=seats))
    assert (state.game, state.own, state.phase) == ("lexicon", None, "ready")


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({}, "lay: the field 'card' is missing"),
        ({"card": "AB"}, "lay: the field 'card' is 'AB'; it must be one letter, A to Z, or * for the Master"),
        ({"card": 7}, "lay: the field 'card' is 7; it must be one letter"),
        ({"card": "A", "colour": "red"}, "lay: the field 'colour' is no field of this act; it has card"),
        ({"card": "Q"}, "the pack has no such card left"),
    ],
)
@pytest.mark.usefixtures("_toy")
def test_an_act_that_is_entered_wrongly_is_refused_by_its_field(values: dict[str, object], told: str) -> None:
    from told_table import Told

    table = Told("tally", 2, dealer="S")
    with pytest.raises(Refused) as refused:
        table.act("lay", **values)
    assert told in str(refused.value)
    assert len(table.history) == 2
