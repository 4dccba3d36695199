import numpy as np
import pytest

from vision.overlap import corners_seen, visible_parts
from vision.settings import Settings


def card(x, y, width=58.0, height=88.0):
    return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]


def test_a_card_that_lies_free_is_wholly_visible():
    assert visible_parts(np.array([card(10, 10)]), 300, 300)[0] == pytest.approx([1.0])


def test_the_picture_s_edge_cuts_a_card():
    assert visible_parts(np.array([card(-29, 10)]), 300, 300)[0][0] == pytest.approx(0.5, abs=0.07)


def test_the_card_whose_border_shows_lies_on_top():
    grey = np.full((200, 200), 230, np.uint8)
    quads = np.array([card(20, 20), card(55, 20)])
    grey[20:109, 76:79] = 120  # the right border of the left card runs over the right card
    left, right = visible_parts(quads, 200, 200, grey)[0]
    assert left == pytest.approx(1.0)
    assert right == pytest.approx(35 / 58, abs=0.07)


def test_a_hand_hides_what_is_under_it():
    cover = np.zeros((30, 30), bool)
    cover[:, :5] = True
    assert visible_parts(np.array([card(21, 100)]), 300, 300, cover=cover)[0][0] == pytest.approx(0.5, abs=0.07)


def test_a_corner_under_the_next_card_is_known_to_be_hidden():
    row = np.array([card(60, 100), card(60 + 35, 100)])
    assert corners_seen(row, 300, 300).tolist() == [[True, False], [True, True]]


def test_no_cards_have_no_parts():
    assert len(visible_parts(np.zeros((0, 4, 2)), 10, 10)[0]) == 0


def test_the_middle_of_a_card_is_covered_before_half_of_it_is():
    quads = np.array([card(60, 100), card(60 + 35, 100)])
    (left, _), (middle, whole) = visible_parts(quads, 300, 300)
    assert left == pytest.approx(0.6, abs=0.07)
    assert middle == pytest.approx(0.67, abs=0.1)
    assert whole == 1.0


@pytest.mark.parametrize("part", [0.25, 0.4])
def test_what_covers_a_quarter_of_a_card_covers_a_part_of_its_letter(part):
    _, (lower, upper) = visible_parts(np.array([card(60, 100), card(60 + 58 * (1 - part), 100)]), 300, 300)
    assert lower < Settings().least_letter
    assert upper == 1.0


def test_what_covers_but_a_card_s_rim_leaves_its_letter():
    _, (lower, upper) = visible_parts(np.array([card(60, 100), card(60 + 54, 100)]), 300, 300)
    assert (lower, upper) == (1.0, 1.0)


def test_a_letter_crossed_by_a_hidden_border_does_not_make_the_lower_card_the_upper():
    grey = np.full((200, 200), 230, np.uint8)
    quads = np.array([card(20, 20), card(55, 20)])
    grey[20:109, 53:56] = 190  # the left border of the right card shows faintly, all along
    grey[45:85, 70:95] = 20  # its letter lies where the left card's right border would be
    left, right = visible_parts(quads, 200, 200, grey)[0]
    assert right == pytest.approx(1.0)
    assert left == pytest.approx(35 / 58, abs=0.07)
