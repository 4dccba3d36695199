from dataclasses import replace

import cv2
import numpy as np
from truth_tables import CLASSES, DATA, found_cards, table

from engine.cards import load_pack
from vision.assemble import assemble
from vision.draw import DOUBTFUL, draw_reading
from vision.reader import pack_shape


def drawn(change=lambda reading: reading):
    truth = table("full-felt")
    found, faces = found_cards(truth, np.random.default_rng(0))
    pack = pack_shape(load_pack("lexicon"))
    reading = assemble(found, faces, CLASSES, truth["width"], truth["height"], pack, phase="count")
    picture = cv2.imread(str(DATA / "tables" / "full-felt.jpg"))
    return picture, draw_reading(picture, change(reading))


def doubt_marks(canvas):
    return int((canvas == np.array(DOUBTFUL)).all(axis=2).sum())


def sure(reading):
    return replace(reading, warnings=(), cards=tuple(replace(card, confidence=1.0) for card in reading.cards))


def doubtful(reading):
    return replace(reading, cards=tuple(replace(card, confidence=0.5) for card in reading.cards))


def test_a_reading_is_drawn_into_a_copy():
    picture, canvas = drawn()
    assert canvas.shape == picture.shape
    assert (canvas != picture).any()
    assert (picture == cv2.imread(str(DATA / "tables" / "full-felt.jpg"))).all()


def test_doubtful_cards_are_marked():
    assert doubt_marks(drawn(sure)[1]) == 0
    assert doubt_marks(drawn(doubtful)[1]) > 1000


def test_an_empty_reading_changes_nothing():
    picture, canvas = drawn(lambda reading: replace(reading, cards=(), words=(), hands={}, warnings=()))
    assert (canvas == picture).all()
