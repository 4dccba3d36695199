"""Every kind of table that the reader must read, each drawn once."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.cards import load_pack
from vision.reader import Reader
from vision.render import hands, surfaces, things
from vision.render.camera import Camera
from vision.render.looks import PackLook
from vision.render.packs import draw
from vision.render.table import Placed, compose, spread
from vision.render.typefaces import BUILT_IN

WORD = "CABINET"
LOOK = PackLook(face=BUILT_IN, worn=0.05, weight=0.6, cap=38.0)
SIZE = (1152, 864)
STRAIGHT = Camera(SIZE, 1000.0, 700.0)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(load_pack("lexicon"))


def picture(laid, ground="wood", camera: Camera = STRAIGHT, seed: int = 3) -> np.ndarray:
    rng = np.random.default_rng(seed)
    texture = surfaces.KINDS[ground](rng) if isinstance(ground, str) else ground
    composed = compose(spread(texture, camera), laid, camera, rng)
    return cv2.GaussianBlur(np.clip(composed.image, 0, 255).astype(np.uint8), (0, 0), 0.7)


def row(text: str = WORD, pitch: float = 61.0, angle: float = 0.0, y: float = 0.0, crooked: float = 0.0, look=LOOK):
    rng = np.random.default_rng(5)
    turn = np.deg2rad(angle)
    along, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    cards = []
    for k, letter in enumerate(text):
        at = along * (k - (len(text) - 1) / 2) * pitch + down * (y + float(rng.normal(0, crooked)))
        cards.append(Placed(draw(look, letter), float(at[0]), float(at[1]), angle + float(rng.normal(0, crooked))))
    return cards


def words(reader: Reader, image: np.ndarray) -> list[str]:
    return sorted(word.text for word in reader.read(image).words)


@pytest.mark.parametrize("ground", list(surfaces.KINDS))
def test_a_word_is_read_on_any_ground(reader, ground):
    assert words(reader, picture(row(), ground)) == [WORD]


def test_white_cards_are_read_on_a_white_cloth(reader):
    white = np.full((surfaces.SIDE, surfaces.SIDE, 3), (228, 234, 238), np.uint8)
    assert words(reader, picture(row(), white)) == [WORD]


PAPERS = {"white": (245, 247, 248), "cream": (205, 228, 240), "yellowed": (150, 200, 225)}


@pytest.mark.parametrize("paper", PAPERS.values(), ids=list(PAPERS))
def test_a_word_is_read_on_any_paper(reader, paper):
    look = PackLook(face=BUILT_IN, worn=0.3, weight=0.6, cap=38.0, paper=paper)
    assert words(reader, picture(row(look=look))) == [WORD]


LAID = {
    "with gaps": {"pitch": 72.0},
    "edge to edge": {"pitch": 58.2},
    "overlapping by a third": {"pitch": 38.5},
    "crooked": {"pitch": 66.0, "crooked": 4.0},
    "aslant": {"angle": 30.0},
    "for the seat across": {"angle": 180.0},
    "for the seat on the left": {"angle": 90.0, "text": "CABIN"},
}


@pytest.mark.parametrize("how", LAID.values(), ids=list(LAID))
def test_a_word_is_read_however_it_is_laid(reader, how):
    assert words(reader, picture(row(**how))) == [how.get("text", WORD)]


def test_a_fanned_word_is_read(reader):
    fan = []
    for k, letter in enumerate("CABIN"):
        angle = (k - 2) * 9.0
        turn = np.deg2rad(angle)
        fan.append(Placed(draw(LOOK, letter), 260 * float(np.sin(turn)), 260 * float(1 - np.cos(turn)), angle))
    assert words(reader, picture(fan)) == ["CABIN"]


def test_two_words_that_lie_close_stay_two(reader):
    assert words(reader, picture(row("CABIN", y=-50) + row("TRAIN", y=50))) == ["CABIN", "TRAIN"]


CAMERAS = {
    "50 cm up": Camera(SIZE, 800.0, 500.0),
    "120 cm up": Camera((1536, 1152), 1900.0, 1200.0),
    "tilted by 30°": Camera(SIZE, 1000.0, 760.0, 30.0),
    "tilted from the side": Camera(SIZE, 1000.0, 760.0, 25.0, 90.0),
    "turned by 90°": Camera(SIZE, 1000.0, 800.0, 0.0, 0.0, 90.0),
    "upside down": Camera(SIZE, 1000.0, 700.0, 10.0, 0.0, 180.0),
    "portrait": Camera((864, 1152), 1000.0, 860.0),
}


@pytest.mark.parametrize("camera", CAMERAS.values(), ids=list(CAMERAS))
def test_a_word_is_read_from_any_camera(reader, camera):
    assert words(reader, picture(row("CABIN"), camera=camera)) == ["CABIN"]


def test_a_small_picture_is_warned_of(reader):
    small = picture(row("CABIN"), camera=Camera((640, 480), 600.0, 700.0))
    assert any("pixels a millimetre" in warning for warning in reader.read(small).warnings)


@pytest.mark.parametrize("colour", [(60, 40, 160), (150, 80, 40)], ids=["red", "blue"])
def test_a_back_is_face_down_whatever_its_colour(reader, colour):
    look = PackLook(face=BUILT_IN, back_colour=colour)
    (card,) = reader.read(picture([Placed(draw(look, "BACK"), 0, 0, 15.0)])).cards
    assert card.face == "BACK"


def test_a_card_cut_by_the_frame_does_not_spoil_the_word(reader):
    beyond = [Placed(draw(LOOK, "Q"), 400.0, 0.0, 0.0)]
    assert words(reader, picture(row("CABIN") + beyond)) == ["CABIN"]


@pytest.mark.parametrize("kind", [*things.UNDER, *things.OVER])
def test_what_is_no_card_gives_no_card(reader, kind):
    make = (things.UNDER | things.OVER)[kind]
    thing = make(np.random.default_rng(7), BUILT_IN)
    read = reader.read(picture([*row("CABIN", y=-130), Placed(thing, 40.0, 120.0, 20.0)]))
    assert [card.face for card in read.cards if card.confidence >= 0.5] == list("CABIN")


def test_a_hand_gives_no_card(reader):
    hand = hands.hand(np.random.default_rng(4))
    read = reader.read(picture([*row("CABIN", y=-150), Placed(hand, 150.0, 130.0)]))
    assert sorted(card.face for card in read.cards) == sorted("CABIN")


def test_a_letter_that_is_half_covered_is_never_sure(reader):
    read = reader.read(picture(row("BRED", pitch=34.0)))
    covered = [card for card in read.cards if card.visible < 0.7]
    assert len(covered) >= 2
    assert all(card.confidence < 0.95 for card in covered)
