import numpy as np
import pytest

from engine.table import SeenCard
from vision.gaps import gap_quads


def card(card_id, x, y=0.0, angle=0.0, face="A"):
    right = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    down = np.array([-right[1], right[0]])
    corners = [np.array([x, y]) + a * 29 * right + b * 44 * down for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return SeenCard(card_id, face, 10, 0.99, tuple(tuple(c) for c in corners), angle, (x, y))


def middles(cards):
    return sorted(tuple(np.round(quad.mean(axis=0)).astype(int).tolist()) for quad in gap_quads(cards))


def reach(cards):
    places = middles(cards)
    return places[0], places[-1]


def test_a_gap_of_two_widths_is_searched_from_side_to_side():
    assert reach([card(0, 0), card(1, 60), card(2, 180)]) == ((89, 0), (151, 0))


def test_the_places_lie_close_enough_to_meet_any_card():
    steps = np.diff([x for x, _ in middles([card(0, 0), card(1, 180)])])
    assert 0 < steps.max() <= 10


def test_touching_cards_leave_no_gap():
    assert middles([card(0, 0), card(1, 58), card(2, 116)]) == []


def test_among_overlapping_cards_two_that_touch_may_hide_one():
    assert reach([card(0, 0), card(1, 64), card(2, 96)]) == ((29, 0), (35, 0))
    assert middles([card(0, 0), card(1, 58), card(2, 98)]) == []


def test_words_far_apart_leave_no_gap():
    assert middles([card(0, 0), card(1, 250)]) == []


def test_the_next_line_is_no_gap():
    assert middles([card(0, 0), card(1, 0, 92), card(2, 58, 92)]) == []


def test_cards_across_each_other_leave_no_gap():
    assert middles([card(0, 0), card(1, 120, angle=90)]) == []


def test_a_neighbour_read_upside_down_counts_too():
    assert reach([card(0, 0), card(1, 120, angle=180)]) == ((29, 0), (91, 0))


def test_a_place_has_the_outline_of_its_neighbours():
    quads = gap_quads([card(0, 0, angle=10), card(1, 118, 21, angle=10)])
    shape = np.array(card(2, 0, angle=10).corners)
    assert len(quads) > 2
    assert all(quad - quad.mean(axis=0) == pytest.approx(shape, abs=1e-6) for quad in quads)


def test_face_down_cards_make_no_gap():
    assert middles([card(0, 0), card(1, 120, face="BACK")]) == []
