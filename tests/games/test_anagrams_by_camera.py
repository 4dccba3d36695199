"""Anagrams followed from painted pictures of tablets: at every seat, in the pool, and of which words a new one was
made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np
import pytest
from told_table import Told

from engine.cards import load_pack
from engine.table import SeenCard, SeenWord, TableReading
from pi.onlooker import Onlooker
from pi.simulate.told import played
from vision.reader import Reader
from vision.render import surfaces
from vision.render.camera import Camera
from vision.render.looks import PackLook
from vision.render.packs import draw
from vision.render.table import Placed, compose, spread
from vision.render.typefaces import BUILT_IN
from vision.settle import Gate

LOOK = PackLook(
    face=BUILT_IN, kind="tile", width=22.0, height=22.0, cap=13.0, corner="none", radius=2.0, border="none",
    worn=0.05, weight=0.3, thickness=3.0,
)  # fmt: skip
TURN = {"S": 0.0, "N": 180.0, "E": -90.0, "W": 90.0}


def painted(words: Mapping[str, Sequence[str]], pool: str) -> np.ndarray:
    """A picture of the table: each player's words before him, the pool in the middle."""
    ground = np.full((surfaces.SIDE, surfaces.SIDE, 3), (50, 80, 120), np.uint8)
    camera, things = Camera((2000, 1500), 2400.0, 900.0), []
    for seat, texts in words.items():
        turn = np.radians(TURN[seat])
        for line, text in enumerate(texts):
            for place, letter in enumerate(text):
                x, y = (place - (len(text) - 1) / 2) * 24.0, 215.0 - line * 34
                across, down = x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)
                things.append(Placed(draw(LOOK, letter), across * (1.3 if seat in "EW" else 1.0), down, TURN[seat]))
    for place, letter in enumerate(pool):
        things.append(Placed(draw(LOOK, letter), (place % 5 - 2) * 40.0, (place // 5 - 0.5) * 40.0, 0.0))
    picture = compose(spread(ground, camera), things, camera, np.random.default_rng(1)).image.astype(np.float32)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 0.8), 0, 255).astype(np.uint8)


class Watched:
    """A table whose pictures are painted from what lies there, and looked at."""

    def __init__(self, table: Told) -> None:
        self.table = table
        self.t = 100.0
        self.eye = Onlooker(
            Reader(load_pack("anagrams")), Gate(), lambda command: self._submitted(command), lambda: table.state
        )

    def _submitted(self, command: Any) -> tuple[Any, ...]:
        self.table.do(command)
        return ()

    def shows(self, words: Mapping[str, Sequence[str]], pool: str) -> None:
        picture = painted(words, pool)
        for _ in range(3):
            self.t += 1.0
            self.eye.frame(picture, self.t)


def test_the_rule_sheets_example_is_followed_from_pictures_of_the_tablets() -> None:
    table = Told("anagrams", 4, dealer="W")
    table.act("draw", letters={"N": "C", "E": "U", "S": "T", "W": "E"})
    watched = Watched(table)
    watched.shows({}, "C")
    watched.shows({}, "CU")
    assert table.state.own.pool == "CU"
    watched.shows({"S": ["CUT"]}, "")
    assert table.words()["S"] == ["CUT"]
    watched.shows({"W": ["CUTE"]}, "")
    watched.shows({"N": ["CRUET"]}, "")
    watched.shows({"N": ["CRUET"]}, "N")
    watched.shows({"S": ["TROUNCE"]}, "")
    assert table.words() == {"N": [], "E": [], "S": ["TROUNCE"], "W": []}
    acts = [entry.event for entry in table.history if entry.event.type == "act"][1:]
    assert [act.by for act in acts] == ["camera"] * 7  # type: ignore[attr-defined]


def seen(
    words: Mapping[str, Sequence[str]], pool: str, confidence: float = 0.99, covered: bool = False
) -> TableReading:
    """A reading of a table, as a picture would give it."""
    cards: list[SeenCard] = []
    rows: list[SeenWord] = []
    box = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    for zone, texts in {**words, "centre": list(pool)}.items():
        for text in texts:
            first = len(cards)
            cards += [
                SeenCard(first + n, letter, 0, confidence, box, 0.0, (0.0, 0.0), zone) for n, letter in enumerate(text)
            ]
            if zone != "centre":
                ids = tuple(range(first, len(cards)))
                rows.append(SeenWord(text, ids, confidence, zone, zone, 50.0))
    return TableReading("", 10, 10, 1.0, tuple(cards), tuple(rows), covered=covered)


@pytest.mark.parametrize("seed", [4, 5])
def test_a_simulated_game_is_followed_from_what_lies_there_to_its_winner(seed: int) -> None:
    known = """CAT CATS TEA EAT SEAT RATE STONE TONE NET TEN RAIN TRAIN OAR ROE EAR ARE AIR SIT ITS ANT TAN SAND LEAD
               DEAL IDEA LINE NAIL SOIL"""
    truth = played("anagrams", seed, 4, words=known.split(), house={"words_to_win": 4})
    draws = [entry.event for entry in truth.history if getattr(entry.event, "act", "") == "draw"]
    table = Told("anagrams", 4, dealer="W", words_to_win=4)
    for draw_ in draws:
        table.act("draw", letters=draw_.values["letters"])  # type: ignore[attr-defined]
    one = table.game
    state = one.initial()
    for entry in truth.history:
        state = one.evolve(state, entry.event)
        if getattr(entry.event, "act", "") in ("pool", "word", "made"):
            lies: dict[str, list[str]] = {}
            for word in state.words:
                lies.setdefault(word.seat or "", []).append(word.text)
            act = one.observed(table.state, seen(lies, state.own.pool), entry.event.t)
            if act is not None:
                table.do(act)
    assert table.state.winners == state.winners != ()
    assert [(word.text, word.seat) for word in table.state.words] == [(word.text, word.seat) for word in state.words]


@pytest.mark.parametrize(
    "reading",
    [
        seen({}, "C", confidence=0.5),
        seen({}, "C", covered=True),
        seen({}, "CUT"),
        seen({}, ""),
        seen({"E": ["CUT"]}, ""),
        seen({"N": ["CUT"], "S": ["TEA"]}, ""),
    ],
)
def test_what_is_no_one_legal_act_tells_nothing(reading: TableReading) -> None:
    table = Told("anagrams", 4, dealer="W")
    table.act("draw", letters={"N": "C", "E": "U", "S": "T", "W": "E"})
    assert table.game.observed(table.state, reading, 5.0) is None


def test_which_words_a_new_one_was_made_of_is_told_by_those_that_are_gone() -> None:
    table = Told("anagrams", 4, dealer="W")
    table.act("draw", letters={"N": "C", "E": "U", "S": "T", "W": "T"})
    for letter in "CU":
        table.act("pool", letter=letter)
    table.act("word", word="CUT")
    for letter in "TCU":
        table.act("pool", letter=letter)
    act = table.game.observed(table.state, seen({"S": ["CUT"], "E": []}, "CUT"), 50.0)
    assert act is None
    own = table.game.observed(table.state, seen({"S": ["CUT", "CUTE"]}, ""), 50.0)
    taken = table.game.observed(table.state, seen({"S": ["CUTE"]}, "CUT"), 50.0)
    assert own is not None
    assert taken is not None
    assert "from" not in own.values
    assert taken.values["from"] == ("CUT",)
