"""Which way a piece lies when its shape does not tell."""

from __future__ import annotations

import numpy as np
import pytest

from vision.find import Found
from vision.pieces import direction_odds, row_odds


def piece(x: float, y: float, turn: float = 0.0, height: float = 10.0) -> Found:
    c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
    return Found((x, y), (10 * c, 10 * s), (-height * s, height * c), 0.9, 0.0)


def test_pieces_side_by_side_lie_in_a_row():
    odds = row_odds([piece(0, 0), piece(24, 1), piece(48, -1)])
    assert (odds > 0.8).all()


def test_the_same_pieces_taken_sideways_lie_across_their_row():
    odds = row_odds([piece(0, 0, 90), piece(24, 1, 90)])
    assert (odds < -0.8).all()


def test_a_piece_alone_lies_in_no_row():
    assert row_odds([piece(0, 0), piece(500, 0)]) == pytest.approx([0, 0])


@pytest.mark.parametrize(("turn", "right"), [(0.0, True), (90.0, False)])
def test_what_reads_well_both_ways_lies_in_its_row(turn, right):
    both = np.array([0.99, 0.99])
    odds = direction_odds([piece(0, 0, turn), piece(24, 0, turn)], both, both)
    assert ((odds > 0) == right).all()


def test_what_reads_well_both_ways_lies_like_its_neighbours():
    """Between an E above and a D below in a column, an N is not a Z lying in a row of its own."""
    column = [piece(0, 0), piece(0, 24), piece(0, 48)]
    own, other = np.array([0.99, 0.98, 0.99]), np.array([0.05, 0.99, 0.05])
    assert direction_odds(column, own, other)[1] > 1


def test_a_clear_reading_outweighs_the_row():
    own, other = np.array([0.02, 0.02]), np.array([0.99, 0.99])
    assert (direction_odds([piece(0, 0), piece(24, 0)], own, other) < 0).all()


def test_a_card_alone_is_higher_than_wide():
    sure = np.array([0.99])
    assert direction_odds([piece(0, 0, height=15)], sure, sure)[0] > 0
    assert direction_odds([piece(0, 0, height=6)], sure, sure)[0] < 0
