"""What the finder is hardly sure of is a card when it lies like one and reads like one."""

from __future__ import annotations

import numpy as np
import pytest

from vision.faces import CLASSES
from vision.faint import beside_cards, convincing
from vision.find import LEAST, Found


def spot(x: float, y: float, score: float, half: float = 29.0) -> Found:
    return Found((x, y), (half, 0.0), (0.0, half * 1.5), score, 0.0)


SURE = spot(100.0, 100.0, 0.9)


def test_a_faint_card_in_line_with_a_sure_one_gets_that_one_s_box():
    (card,) = beside_cards([SURE], [spot(162.0, 104.0, 0.2, half=20.0)])
    assert (card.centre, card.u, card.v) == ((162.0, 104.0), SURE.u, SURE.v)


@pytest.mark.parametrize(("x", "y"), [(100.0, 190.0), (300.0, 100.0), (110.0, 100.0), (160.0, 150.0)])
def test_a_faint_spot_out_of_line_is_nothing(x, y):
    assert beside_cards([SURE], [spot(x, y, 0.2)]) == ()


def test_beside_a_doubtful_card_nothing_is_looked_for():
    assert beside_cards([spot(100.0, 100.0, 0.4)], [spot(162.0, 100.0, 0.2)]) == ()


def faces(**shares: float) -> np.ndarray:
    row = np.zeros((1, len(CLASSES)), np.float32)
    for name, share in shares.items():
        row[0, CLASSES.index(name.replace("_", "~"))] = share
    return row


def test_a_master_that_reads_either_way_up_is_a_card():
    ((card, _),) = convincing([spot(0, 0, 0.2)], faces(MASTER=0.3, MASTER_=0.69, NONE=0.01))
    assert card.score == LEAST


@pytest.mark.parametrize("shares", [{"A": 0.6, "H": 0.39}, {"A": 0.9, "NONE": 0.1}, {"NONE": 1.0}])
def test_what_is_not_read_clearly_is_no_card(shares):
    assert convincing([spot(0, 0, 0.2)], faces(**shares)) == []
