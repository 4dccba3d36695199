"""From pictures to words, with the real networks."""

from functools import cache

import cv2
import numpy as np
import pytest
from truth_tables import DATA, table

from engine.cards import load_pack
from engine.table import TableReading
from vision.picture import load_picture
from vision.reader import Reader

WORDS = ["words-overlap", "words-glossy", "words-curved", "full-mahogany", "full-felt", "leaning"]
HANDS = ["hands-linen", "full-mahogany", "full-felt"]


@cache
def reader():
    return Reader(load_pack("lexicon"))


@cache
def picture(name):
    return load_picture(DATA / "tables" / f"{name}.jpg")


def words_of(name):
    return sorted(word["text"] for word in table(name)["words"] if word["role"] == "word")


def read_words(reading: TableReading, name):
    """Gives the read words without the rows that are hands in the truth."""
    hands = {text for word in table(name)["words"] if word["role"] != "word" for text in [word["text"]]}
    rows = [word.text for word in reading.words]
    return sorted(text for text in rows if not any(text in hand for hand in hands))


@pytest.mark.parametrize("name", WORDS)
def test_the_words_of_a_picture_are_read(name):
    assert read_words(reader().read(picture(name)), name) == words_of(name)


@pytest.mark.parametrize("name", HANDS)
def test_the_hands_of_a_picture_are_totalled(name):
    totals = {word["role"][-1]: word["total"] for word in table(name)["words"] if word["role"].startswith("hand")}
    reading = reader().read(picture(name), phase="count")
    assert {seat: hand.total for seat, hand in reading.hands.items()} == totals


@pytest.mark.parametrize("name", ["full-mahogany", "full-felt", "pile-leaning"])
def test_stock_and_exposed_card_are_seen_in_a_picture(name):
    exposed = [card["face"] for card in table(name)["cards"] if card["role"] == "exposed"]
    reading = reader().read(picture(name))
    assert [card.face for card in reading.in_zone("exposed")] == exposed
    assert [card.face for card in reading.in_zone("stock")] == ["BACK"]


def test_an_arm_over_the_table_is_seen():
    assert reader().read(picture("hand-over")).covered


@pytest.mark.parametrize("name", ["words-overlap", "full-mahogany", "words-glossy", "hands-laid"])
def test_a_table_without_hands_is_not_covered(name):
    assert not reader().read(picture(name)).covered


def changed(name, change):
    return sorted(word.text for word in reader().read(np.ascontiguousarray(change(picture(name)))).words)


CHANGES = {
    "turned by a quarter": lambda p: cv2.rotate(p, cv2.ROTATE_90_CLOCKWISE),
    "turned upside down": lambda p: cv2.rotate(p, cv2.ROTATE_180),
    "turned back": lambda p: cv2.rotate(p, cv2.ROTATE_90_COUNTERCLOCKWISE),
    "larger": lambda p: cv2.resize(p, None, fx=1.5, fy=1.5, interpolation=cv2.INTER_CUBIC),
    "smaller": lambda p: cv2.resize(p, None, fx=0.85, fy=0.85, interpolation=cv2.INTER_AREA),
    "brighter": lambda p: cv2.convertScaleAbs(p, alpha=1.15, beta=12),
    "darker": lambda p: cv2.convertScaleAbs(p, alpha=0.6, beta=0),
    "bluer": lambda p: np.clip(p * np.array([1.15, 1.0, 0.85]), 0, 255).astype(np.uint8),
    "noisy": lambda p: np.clip(p + np.random.default_rng(0).normal(0, 8, p.shape), 0, 255).astype(np.uint8),
    "turned by seven degrees": lambda p: cv2.warpAffine(
        p,
        cv2.getRotationMatrix2D((p.shape[1] / 2, p.shape[0] / 2), 7, 0.88),
        (p.shape[1], p.shape[0]),
        borderMode=cv2.BORDER_REPLICATE,
    ),
    "leaning": lambda p: cv2.warpPerspective(
        p, np.array([[0.92, 0.02, 40.0], [0.0, 0.94, 30.0], [0.0, 0.00006, 1.0]]), (p.shape[1], p.shape[0])
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
@pytest.mark.parametrize("name", ["words-glossy", "full-mahogany"])
def test_a_changed_picture_of_the_same_table_has_the_same_words(name, change):
    assert changed(name, change) == changed(name, lambda p: p)


def test_the_second_opinion_changes_no_word_that_was_right():
    both = Reader(load_pack("lexicon"), reader="both")
    assert read_words(both.read(picture("words-glossy")), "words-glossy") == words_of("words-glossy")


def test_a_bare_table_has_no_cards():
    grain = np.random.default_rng(0).normal(0, 6, (600, 800, 1))
    bare = np.clip(np.array([60.0, 90.0, 130.0]) + grain, 0, 255).astype(np.uint8)
    assert reader().read(bare).cards == ()
