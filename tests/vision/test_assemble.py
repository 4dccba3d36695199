from dataclasses import replace

import numpy as np
import pytest
from truth_tables import CLASSES, Found, face_probabilities, found_cards, table

from engine.cards import load_pack
from engine.table import BACK
from vision.assemble import assemble
from vision.reader import pack_shape
from vision.settings import KnownWord, PackShape

PACK = pack_shape(load_pack("lexicon"))
TABLES = ["words-overlap", "words-glossy", "words-script", "words-curved", "full-mahogany", "full-felt", "leaning"]


def read(name, seed=0, phase="play", **more):
    truth = table(name)
    found, faces = found_cards(truth, np.random.default_rng(seed))
    return truth, assemble(found, faces, CLASSES, truth["width"], truth["height"], PACK, phase=phase, **more)


def texts(truth, role="word"):
    return sorted(word["text"] for word in truth["words"] if word["role"] == role)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", TABLES)
def test_the_words_of_a_table_are_read_the_way_they_were_laid(name, seed):
    truth, reading = read(name, seed)
    assert set(texts(truth)) <= {word.text for word in reading.words}


@pytest.mark.parametrize("name", ["hands-linen", "full-mahogany", "full-felt"])
def test_hands_laid_down_are_totalled(name):
    truth, reading = read(name, phase="count")
    totals = {word["role"][-1]: word["total"] for word in truth["words"] if word["role"].startswith("hand")}
    assert {seat: hand.total for seat, hand in reading.hands.items()} == totals


def test_no_hands_are_filled_in_during_play():
    assert read("hands-linen")[1].hands == {}


def test_words_known_from_before_are_no_hands():
    truth = table("hands-laid")
    known = [
        KnownWord(word.text, tuple(np.mean([card.centre_mm for card in reading.word_cards(word)], axis=0)))
        for reading in [read("hands-laid")[1]]
        for word in reading.words
        if word.text in texts(truth)
    ]
    _, reading = read("hands-laid", phase="count", known_words=known)
    assert {seat: hand.total for seat, hand in reading.hands.items()} == {"N": 10, "S": 40, "W": 8}


@pytest.mark.parametrize("name", ["full-mahogany", "full-felt", "pile-leaning", "leaning"])
def test_stock_and_exposed_card_have_their_zones(name):
    truth, reading = read(name)
    exposed = [card["face"] for card in truth["cards"] if card["role"] == "exposed"]
    assert [card.face for card in reading.in_zone("exposed")] == exposed
    assert [card.face for card in reading.in_zone("stock")] == ["BACK"]


@pytest.mark.parametrize("name", TABLES)
def test_corners_begin_at_the_card_s_own_upper_left(name):
    truth, reading = read(name)
    words = {word.text: reading.word_cards(word) for word in reading.words}
    cards = {card["id"]: card for card in truth["cards"]}
    for word in (word for word in truth["words"] if word["role"] == "word"):
        for seen, index in zip(words[word["text"]], word["cards"], strict=True):
            assert np.abs(np.array(seen.corners) - cards[index]["corners_px"]).max() < 12


def test_angles_are_those_of_the_truth():
    truth, reading = read("full-felt")
    cards = {(card["face"], card["role"]): card["orientation_deg"] for card in truth["cards"]}
    behalf = next(word for word in reading.words if word.text == "BEHALF")
    off = [(card.angle_deg - cards[card.face, "word"] + 180) % 360 - 180 for card in reading.word_cards(behalf)]
    assert np.abs(off).max() < 3


def test_a_second_outline_of_the_same_card_is_dropped():
    truth = table("words-overlap")
    found, faces = found_cards(truth, np.random.default_rng(0))
    again = [replace(found[0], score=0.35, centre=(found[0].centre[0] + 9, found[0].centre[1]))]
    reading = assemble([*found, *again], np.concatenate([faces, faces[:1]]), CLASSES, 1536, 1152, PACK)
    assert len(reading.cards) == len(truth["cards"])


def test_a_thing_that_is_no_card_is_dropped():
    found, faces = found_cards(table("words-overlap"), np.random.default_rng(0))
    faces[2] = np.eye(len(CLASSES), dtype=np.float32)[CLASSES.index("NONE")]
    assert len(assemble(found, faces, CLASSES, 1536, 1152, PACK).cards) == len(found) - 1


def test_a_thing_of_the_wrong_size_is_dropped():
    found, faces = found_cards(table("words-overlap"), np.random.default_rng(0))
    found[1] = replace(found[1], u=tuple(np.array(found[1].u) * 2.4), v=tuple(np.array(found[1].v) * 2.4))
    assert len(assemble(found, faces, CLASSES, 1536, 1152, PACK).cards) == len(found) - 1


def test_an_empty_table_gives_an_empty_reading():
    reading = assemble([], np.zeros((0, len(CLASSES)), np.float32), CLASSES, 800, 600, PACK, phase="count")
    assert (reading.cards, reading.words, dict(reading.hands), reading.warnings) == ((), (), {}, ())


def test_small_cards_are_warned_of():
    found = [Found((400.0, 300.0), (29.0, 0.0), (0.0, 44.0), 0.9, 0.0)]
    faces = np.array([face_probabilities("A", False, np.random.default_rng(0))], np.float32)
    (warning,) = assemble(found, faces, CLASSES, 800, 600, PACK).warnings
    assert "1.00 pixels a millimetre" in warning


def test_values_come_from_the_pack():
    _, reading = read("full-mahogany")
    assert all(card.value == (None if card.face == "BACK" else PACK.values[card.face]) for card in reading.cards)


def test_a_pack_without_values_gives_none():
    found, faces = found_cards(table("words-overlap"), np.random.default_rng(0))
    reading = assemble(found, faces, CLASSES, 1536, 1152, PackShape())
    assert {card.value for card in reading.cards} == {None}


def test_a_word_is_as_sure_as_its_cards_together():
    _, reading = read("words-glossy")
    for word in reading.words:
        assert word.confidence == pytest.approx(np.prod([card.confidence for card in reading.word_cards(word)]))


def test_where_many_letters_are_in_doubt_no_other_is_sure():
    truth = table("full-felt")
    found, faces = found_cards(truth, np.random.default_rng(0))
    faces = faces**4 / (faces**4).sum(axis=1, keepdims=True)
    plain = assemble(found, faces, CLASSES, truth["width"], truth["height"], PACK)
    assert max(card.confidence for card in plain.cards if card.face != BACK) > 0.95
    doubtful = faces.copy()
    doubtful[::3] = 0.5 * doubtful[::3] + 0.5 / len(CLASSES)
    strange = assemble(found, doubtful, CLASSES, truth["width"], truth["height"], PACK)
    assert max(card.confidence for card in strange.cards if card.face != BACK) < 0.95
    assert [word.text for word in strange.words] == [word.text for word in plain.words]
