"""The letter and value in a card's corners, and what they say of a card in doubt."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.cards import load_pack
from engine.table import SeenCard, TableReading
from vision.corner_look import weigh_corners
from vision.evidence import FACES, split_classes
from vision.faces import CLASSES
from vision.find import Found
from vision.marks import LETTERS, VALUES, corners_of, mark_odds, read_marks
from vision.render.looks import PackLook
from vision.render.packs import draw
from vision.render.typefaces import BUILT_IN
from vision.second_look import Looked

WORTH = load_pack("lexicon").values
LOOK = PackLook(face=BUILT_IN, worn=0.05, weight=0.6, cap=38.0, corner="letter+red", corner_size=6.0)
QUAD = np.array([[100.0, 80.0], [216.0, 80.0], [216.0, 256.0], [100.0, 256.0]])
"""A card of two px a millimetre."""


def pictured(face: str, look: PackLook = LOOK) -> np.ndarray:
    table = np.full((340, 320, 3), (60, 90, 70), np.uint8)
    art = draw(look, face).art[..., :3]
    table[80:256, 100:216] = cv2.resize(art, (116, 176), interpolation=cv2.INTER_AREA)
    return table


def said(letter: str = "", value: int = 0, sure: float = 0.97) -> tuple[np.ndarray, np.ndarray]:
    """What the network says of a card with one corner that shows this; the other is covered."""
    letters, values = np.full((1, 2, len(LETTERS)), 1e-4), np.full((1, 2, len(VALUES)), 1e-4)
    letters[:, :, -1], values[:, :, -1] = 1.0, 1.0
    letters[0, 0, [LETTERS.index(letter), -1]] = sure, 1 - sure if letter else sure
    values[0, 0, [VALUES.index(value), -1]] = sure, 1 - sure if value else sure
    return letters, values


def odds(letter: str = "", value: int = 0, worth=WORTH) -> dict[str, float]:
    return dict(zip(FACES, mark_odds(*said(letter, value), FACES, worth)[0], strict=True))


def test_both_corners_of_a_card_look_the_same():
    upper, lower = corners_of(pictured("R"), QUAD[None])
    assert np.abs(upper.astype(int) - lower).mean() < 6


def test_a_card_the_other_way_up_shows_its_corners_in_the_other_order():
    upper, lower = corners_of(pictured("R"), QUAD[None])
    assert corners_of(pictured("R"), np.roll(QUAD, 2, axis=0)[None]) == pytest.approx(np.array([lower, upper]))


@pytest.mark.parametrize("face", ["A", "G", "M", "Q", "X", "N", "Z"])
def test_letter_and_value_of_a_corner_are_read(face):
    letters, values = read_marks(pictured(face), QUAD[None])
    assert [LETTERS[k] for k in letters[0].argmax(axis=1)] == [face, face]
    assert [VALUES[k] for k in values[0].argmax(axis=1)] == [WORTH[face]] * 2


def test_a_blank_corner_has_no_mark():
    letters, values = read_marks(pictured("R", replace(LOOK, corner="none")), QUAD[None])
    assert letters[0, :, -1].min() > 0.8
    assert values[0, :, -1].min() > 0.8


def test_no_mark_says_nothing():
    assert list(odds().values()) == pytest.approx([1.0] * len(FACES), abs=0.1)


def test_a_letter_in_the_corner_speaks_for_its_face_alone():
    told = odds("L")
    assert told["L"] > 300 * max(value for face, value in told.items() if face != "L")


def test_an_m_in_the_corner_may_be_the_master_and_its_value_tells():
    assert odds("M")["MASTER"] == pytest.approx(odds("M")["M"])
    assert odds("M", 15)["MASTER"] > 20 * odds("M", 15)["M"]


def test_a_value_tells_letters_of_different_worth_apart():
    assert odds(value=10)["A"] > 15 * odds(value=10)["H"]
    assert odds(value=8)["O"] == pytest.approx(odds(value=8)["C"])


def test_the_values_of_a_pack_that_has_others_tell_nothing():
    assert odds(value=10, worth=dict.fromkeys(FACES, 1)) == pytest.approx(odds(worth={}))


def doubt(chances: dict[str, float], confidence: float) -> tuple[Looked, TableReading]:
    faces = np.full((1, len(CLASSES)), 1e-4, np.float32)
    for name, chance in chances.items():
        faces[0, CLASSES.index(name)] = chance
    found = Found((158.0, 168.0), (58.0, 0.0), (0.0, 88.0), 0.9, 0.0)
    best = max(chances, key=lambda name: chances[name]).rstrip("~")
    card = SeenCard(0, best, WORTH[best], confidence, tuple(map(tuple, QUAD.tolist())), 0.0, (0.0, 0.0))
    reading = TableReading("", 320, 340, 0.5, (card,), (), {}, 0.0)
    return Looked([found], faces, CLASSES, None), reading


def weighed(chances: dict[str, float], letter: str, value: int = 0, confidence: float = 0.5) -> np.ndarray:
    looked, reading = doubt(chances, confidence)
    seen = weigh_corners(looked, reading, lambda quads: said(letter, value), WORTH)
    return split_classes(seen.faces, CLASSES)[0].ways


def test_a_letter_cut_by_a_cord_is_named_by_its_corner():
    ways = weighed({"Y": 0.9, "I": 0.08}, "I", 10)
    assert FACES[int(ways.sum(axis=0).argmax())] == "I"
    assert ways.sum(axis=0).max() > 0.95


def test_a_corner_tells_an_m_from_a_w_and_so_which_way_it_lies():
    ways = weighed({"W": 0.5, "M~": 0.5}, "M")
    assert FACES[int(ways[1].argmax())] == "M"
    assert ways[1].sum() > 50 * ways[0].sum()


def test_a_card_that_is_sure_is_not_looked_at():
    looked, reading = doubt({"Y": 0.99}, 0.99)
    assert weigh_corners(looked, reading, lambda quads: pytest.fail("looked"), WORTH) is looked


def test_a_corner_under_another_card_says_nothing():
    looked, reading = doubt({"Y": 0.9, "I": 0.08}, 0.5)
    hand = np.zeros((340, 320), bool)
    hand[80:110, 100:130] = True
    seen = weigh_corners(replace(looked, cover=hand), reading, lambda quads: said("I", 10), WORTH)
    assert FACES[int(split_classes(seen.faces, CLASSES)[0].ways.sum(axis=0).argmax())] == "Y"


def test_a_letter_partly_covered_is_sure_only_when_its_corner_is_read_surely():
    looked, reading = doubt({"E": 0.99}, 0.94)
    reading = replace(reading, cards=(replace(reading.cards[0], visible=0.7),))
    for sure, vouched in ((0.85, False), (0.97, True)):
        seen = weigh_corners(looked, reading, lambda quads, sure=sure: said("E", sure=sure), WORTH)
        assert bool(seen.weighed) is vouched
