import numpy as np
import pytest

from vision.plane import flat_plane
from vision.zones import (
    Group,
    ZoneSettings,
    edge_distances,
    faces_seat,
    find_exposed,
    find_hands,
    seat_of,
    turn_between,
)

PLANE = flat_plane(1200, 900, 1.0)  # a millimetre a pixel, the origin in the middle


def group(first, x, y, angle, count=3):
    line = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))]) * 60
    centres = np.array([np.array([x, y]) + line * (i - (count - 1) / 2) for i in range(count)])
    return Group(tuple(range(first, first + count)), centres, angle % 360)


@pytest.mark.parametrize(("angle", "seat"), [(0, "S"), (352, "S"), (90, "W"), (180, "N"), (268, "E")])
def test_a_row_faces_the_seat_it_can_be_read_from(angle, seat):
    assert faces_seat(angle) == seat


def test_edge_distances_are_measured_to_the_picture_s_sides():
    assert edge_distances(np.array([500.0, -400.0]), PLANE) == pytest.approx({"S": 850, "N": 50, "E": 100, "W": 1100})


def test_a_turn_is_never_more_than_half_round():
    assert (turn_between(350, 10), turn_between(10, 350)) == (20, -20)


def test_a_row_near_a_seat_and_facing_it_lies_before_that_seat():
    assert seat_of(group(0, 0, 350, 3), PLANE, ZoneSettings()) == "S"


def test_a_row_near_a_seat_that_faces_another_lies_in_the_centre():
    assert seat_of(group(0, 0, 350, 180), PLANE, ZoneSettings()) is None


def test_the_exposed_card_is_the_one_squarely_beside_the_stock():
    centres = np.array([[0.0, 0.0], [70.0, 3.0], [0.0, 160.0], [-75.0, 60.0]])
    assert find_exposed(centres, np.zeros(4), [0], 58, 88) == 1


def test_a_card_across_the_stock_is_not_the_exposed_card():
    centres = np.array([[0.0, 0.0], [75.0, 0.0]])
    assert find_exposed(centres, np.array([0, np.pi / 2]), [0], 58, 88) is None


def test_without_a_stock_there_is_no_exposed_card():
    assert find_exposed(np.array([[0.0, 0.0], [70.0, 0.0]]), np.zeros(2), [], 58, 88) is None


def test_hands_are_the_rows_nearest_the_seats_they_face():
    groups = [group(0, 0, 350, 0), group(3, 100, -370, 181), group(6, 0, 0, 0)]
    assert find_hands(groups, PLANE) == {"S": (0, 1, 2), "N": (3, 4, 5)}


def test_a_hand_in_two_rows_is_counted_together_inner_row_first():
    assert find_hands([group(0, 0, 270, 0), group(3, 0, 361, 0, 2)], PLANE) == {"S": (0, 1, 2, 3, 4)}


def test_a_word_behind_a_hand_is_no_hand():
    assert find_hands([group(0, 20, 250, 1), group(3, 0, 380, 0)], PLANE) == {"S": (3, 4, 5)}


def test_a_word_known_from_before_is_no_hand():
    assert find_hands([group(0, 0, 350, 0), group(3, -500, 0, 90)], PLANE, [True, False]) == {"W": (3, 4, 5)}


def test_a_single_card_before_a_seat_is_a_hand():
    assert find_hands([group(0, 510, 20, 275, 1)], PLANE) == {"E": (0,)}
