"""Whole simulated games, followed from their pictures and the presses at the seats by what runs at a table, to the
winner in its journal."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadSettings
from engine.journal import SqliteJournal
from engine.rulings import StandIn
from pi.cli import main
from pi.demo import Scene
from pi.simulate.director import CALM, simulate
from pi.simulate.followed import COMPARED, follow, true_sight
from pi.simulate.lexis import lexis_of
from pi.simulate.recording import write_recording
from pi.simulate.told import ToldSimulation, simulated
from pi.watch import line_of

sys.path.append(str(Path(__file__).parents[1] / "pi"))
from plain_words import PlainJudge

WORDS = """CAT CATS TEA EAT SEAT RATE STONE TONE NET TEN RAIN TRAIN OAR ROE EAR ARE AIR SIT ITS ANT TAN SAND LEAD
           DEAL IDEA LINE NAIL SOIL"""
MOTS = """OS OR SI SA SE ET TU TE TA IL LA LE LU RI RUE RIS ROI SOI LOI TRI SOL SEL RAT RAS CRI CRIS LIRE RIRE RIEN MER
          MORT SORT AIR AIRE IRE OIE SOIE ROUE LOUE HOTE HALO LOUER ROUTE TROU TROUS SALE ALE AILE AILES HIER HAIE ILE
          ILES ETE THE THES ART ARTS RATE SOUS SOU SOUR OUI OUIE TOI TOIT TIR TIRE RITE LIT LITS TIRS LUI LOIR SOIR
          OUTIL SUR SUE SUER RUSE LIS LISE SUITE USE USER HURLE HEURE LEUR SEUL SEULE OSE OSER ROSE"""


def without_times(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What happened, as JSON has it; a camera sees it a little later than it is done."""
    return [{name: value for name, value in json.loads(json.dumps(line)).items() if name != "t"} for line in lines]


def followed(played: ToldSimulation, folder: Path) -> list[dict[str, Any]]:
    """Plays a recording to the camera of a table and gives what its journal then holds."""
    write_recording(folder / "game", played)
    table = folder / "table"
    table.mkdir()
    scene = Scene(folder / "game", table, speed=1000.0, versions=0)
    scene.start()
    try:
        assert scene.ended.wait(300)
        # the last press may still be on its way into the journal
        until = time.monotonic() + 10
        while scene.station.state().phase != "over" and time.monotonic() < until:
            time.sleep(0.05)
    finally:
        scene.close()
    with SqliteJournal(table / "table.journal") as journal:
        events = [entry.event for entry in journal.read("table", 0)]
    lines = [line for event in events if (line := line_of(event, told=True)) is not None]
    return without_times(lines[1:])  # the first deal was told, not seen


def test_anagrams_is_followed_from_the_tablets_alone(tmp_path: Path) -> None:
    """Letters are drawn, pooled and made into words, and E captures NET of N with an O and has two words first."""
    played = simulated("anagrams", 2, 4, house={"words_to_win": 2}, words=WORDS.split(), judge=StandIn())
    assert played.presses == ()
    told = followed(played, tmp_path)
    assert told == without_times(list(played.truth))
    assert told[-1] == {"type": "won", "seats": ["E"]}
    captured = {"word": "TONE", "from": ["NET"], "of": ["N"], "pool": "", "letter": "O"}
    assert captured in [line.get("values") for line in told]


def test_alice_is_followed_from_captions_and_presses(tmp_path: Path) -> None:
    """Leading cards are seen; who gives a card, has it not, completes a set or has no leading card presses."""
    played = simulated("alice", 3, 4, house={"sets": 4}, pack="wonderland", judge=StandIn())
    told = followed(played, tmp_path)
    assert told == without_times(list(played.truth))
    assert told[-1] == {"type": "won", "seats": ["N"]}


def test_bobs_is_followed_by_steward_watch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Lines are seen as they are laid, cards taken from the stack are pressed, three Uncles are shown to declare, and
    the other hand is counted face up."""
    folder = tmp_path / "game"
    how = ["--game", "bobs", "--seed", "2", "--players", "2", "--house", "deals=1", "--house", "hand=2"]
    assert main(["simulate", str(folder), *how]) == 0
    capsys.readouterr()
    assert main(["watch", str(folder), "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    truth = [json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    assert without_times(told) == without_times(truth)
    assert {"type": "act", "act": "declare", "seat": "S", "values": {"way": "uncles"}} in without_times(told)
    assert without_times(told)[-1] == {"type": "won", "seats": ["S"]}


def test_a_french_hand_of_lexicon_is_followed_from_its_pictures(tmp_path: Path) -> None:
    """Two players of three cards: N lays SE, makes it SEL and is out; S is beyond the house's five points."""
    calm = replace(CALM, unseen_hand=0.0, idle=0.0)
    judge = PlainJudge(frozenset(MOTS.split()))
    words = (lexis_of(MOTS.split()), judge)
    house = {"hand_size": 3, "target": 5}
    played = simulate(37, "home", 2, language="fr", pack="lexicon-fr", house=house, words=words, trouble=calm)
    seen = follow(played, true_sight(played), judge=judge)

    def compared(lines: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        return [{name: value for name, value in line.items() if name in COMPARED} for line in lines]

    assert compared(seen.printed) == compared(played.truth)
    assert [line["after"] for line in played.truth if line["type"] == "move" and line["after"]] == ["SE", "SEL"]
    assert (seen.doubts, seen.state.language, seen.state.winners) == ([], "fr", ("N",))


@pytest.mark.parametrize(
    ("name", "players", "told"),
    [("riddance", 2, "riddance cannot be followed"), ("alice", 5, "pictures are drawn of 2, 3, 4 players")],
)
def test_a_game_that_pictures_do_not_tell_is_not_drawn(name: str, players: int, told: str) -> None:
    with pytest.raises(BadSettings, match=told):
        simulated(name, 1, players, words=WORDS.split(), judge=StandIn())
