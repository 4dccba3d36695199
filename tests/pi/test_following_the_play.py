"""Whole hands followed from what the pictures show. The readings are true: only the following is tested."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.games import game
from engine.games.protocol import Recorded
from engine.rules import HouseRules
from engine.rulings import Verdict
from engine.table import TableReading, reading_from_json
from pi.eye import Eye
from pi.ledger import Ledger
from pi.recording import Pressed, Recording, Shot
from pi.setup import opening
from pi.watch import line_of, replay

READINGS = Path(__file__).parent.parent / "data" / "readings"
HAND = Path(__file__).parents[2] / "pi" / "recordings"
COMPARED = (
    *("type", "act", "seat", "before", "after", "exposed_before", "exposed_after"),
    *("word", "ruling", "verdict", "fine", "totals", "scores", "by"),
)


class TrueReader:
    """Reads what is known to lie there."""

    def __init__(self, readings: dict[str, TableReading]) -> None:
        self._readings = readings

    def read(
        self, picture: Any, image_name: str = "", phase: str = "play", before: TableReading | None = None
    ) -> TableReading:
        return self._readings[image_name]


class EveryFrameMoves:
    def moved(self, picture: Any, t: float) -> bool:
        return True


class Book:
    """A judge that knows the demo's words only."""

    def rule(self, word: str, rules: HouseRules) -> Verdict:
        verdict = {"WIERD": "misspelt", "NIHGT": "misspelt", "OSLO": "not allowed"}.get(word, "good")
        return Verdict(word, verdict)

    def about(self) -> dict[str, Any]:
        return {"name": "book", "version": "1", "words": 3, "hash": "0"}


def lines(path: Path) -> Iterator[dict[str, Any]]:
    return (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())


def followed(readings: str, rules: str, dealer: str | None, presses: list[Pressed], joined: str | None = None) -> list:
    table = {item["reading"]["image"]: item for item in lines(READINGS / readings)}
    printed: list[dict[str, Any]] = []
    recording = Recording(
        folder=Path("."), game="lexicon", rules=rules, language="en", pack="lexicon", dealer=dealer,
        seats=(("N", "Ann"), ("E", "Ben"), ("S", "Cleo"), ("W", "Dev")), house={}, joined=joined,
        shots=tuple(Shot(item["t"], Path(name), name) for name, item in table.items()), presses=tuple(presses),
    )  # fmt: skip

    def heard(entry: Recorded) -> None:
        line = line_of(entry.event)
        if line is not None and ready:
            printed.append(line)

    ready = False
    ledger = Ledger(game("lexicon"), Book(), heard)
    for command in opening(recording):
        ledger.submit(command)
    ready = True
    reader = TrueReader({name: reading_from_json(item["reading"]) for name, item in table.items()})
    replay(recording, Eye(reader, EveryFrameMoves(), ledger.submit, ledger.state), ledger, load=str)
    return printed


def compared(printed: list[dict[str, Any]], truth: list[dict[str, Any]]) -> None:
    assert [plain(line) for line in printed] == [plain(line) for line in truth]
    assert all(abs(a["t"] - b["t"]) <= 1.5 for a, b in zip(printed, truth, strict=True))


def plain(line: dict[str, Any]) -> dict[str, Any]:
    wanted = [*COMPARED] if line["type"] == "initialled" else [name for name in COMPARED if name != "by"]
    return {name: line[name] for name in wanted if line.get(name) is not None}


def presses_of(path: Path) -> list[Pressed]:
    return [Pressed(p["t"], p["seat"], p["press"]) for p in lines(path)]


@pytest.mark.parametrize(("name", "rules", "dealer"), [("demo-hand", "home", "W"), ("demo-drive", "drive", "S")])
def test_a_whole_hand_is_followed_line_by_line(name: str, rules: str, dealer: str) -> None:
    printed = followed(f"{name}.jsonl", rules, dealer, presses_of(HAND / name / "presses.jsonl"))
    compared(printed, list(lines(HAND / name / "truth.jsonl")))


def test_a_table_joined_in_mid_game_is_followed() -> None:
    printed = followed("sequence-0.jsonl", "home", None, [], joined="mid-game")
    assert [(line["act"], line["seat"], line["before"], line["after"]) for line in printed] == [
        ("insert", None, "MAN", "MANY"),
        ("compose", None, None, "WOULD"),
    ]
    assert [line["t"] for line in printed] == [10.0, 16.0]


def test_substitute_and_exchange_are_followed_after_joining() -> None:
    printed = followed("sequence-1.jsonl", "home", None, [], joined="mid-game")
    assert [(line["act"], line["before"], line["after"]) for line in printed] == [
        ("substitute", "TRAIN", "BRAIN"),
        ("exchange", None, None),
    ]
    assert (printed[1]["exposed_before"], printed[1]["exposed_after"]) == ("T", "U")
