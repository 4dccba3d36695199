import numpy as np
import pytest

from vision.entering import Look
from vision.tabletop import HELD_STILL, SEEN_FREE, Tabletop, true_hands

ROWS, COLUMNS = 144, 192
CLOTH = np.random.default_rng(4).normal(90, 2, (ROWS, COLUMNS, 3)).astype(np.float32)
CLOTH[::12] -= 40.0  # a plaid
NO_CARDS = np.zeros((ROWS, COLUMNS), bool)
PATTERN = (40, 70, 100, 130)
ARM = (90, 110, 0, 90)


def box(top, bottom, left, right):
    mask = np.zeros((ROWS, COLUMNS), bool)
    mask[top:bottom, left:right] = True
    return mask


def with_thing(place, level=150.0, picture=CLOTH):
    changed = picture.copy()
    changed[box(*place)] = level
    return changed


def seen(*looks, start=None, cards=NO_CARDS):
    """Looks at pictures in which the finder sees hands in the boxes; tells of each whether any is a hand."""
    tabletop: Tabletop | None = start
    hands = []
    for picture, *places in looks:
        there = np.logical_or.reduce([np.zeros_like(NO_CARDS), *(box(*place) for place in places)])
        mask, tabletop = true_hands(there, Look(picture, cards), tabletop)
        hands.append(mask)
    return hands


def any_of(*looks, **more):
    return [bool(mask.any()) for mask in seen(*looks, **more)]


def test_an_arm_over_a_table_that_was_seen_free_is_a_hand():
    assert any_of((CLOTH,), (with_thing(ARM), ARM)) == [False, True]


def test_a_plaid_in_which_a_hand_is_seen_later_is_no_hand_for_it_looks_as_before():
    assert any_of((CLOTH,), (CLOTH,), (CLOTH, PATTERN)) == [False, False, False]


def test_the_cloth_beside_an_arm_is_no_hand():
    mask = seen((CLOTH,), (with_thing(ARM), ARM, PATTERN))[-1]
    assert mask[100, 50]
    assert not mask[50, 110]


def test_what_looks_like_a_hand_before_anybody_came_is_the_tables_own_at_the_second_look():
    assert any_of((CLOTH, PATTERN), (CLOTH, PATTERN)) == [True, False]


def test_a_hand_that_lay_there_at_the_first_look_and_moved_is_a_hand():
    there, moved = (20, 40, 0, 90), (60, 80, 0, 90)
    looks = [(with_thing(there), there), (with_thing(moved), moved), (CLOTH,), (CLOTH, PATTERN)]
    assert any_of(*looks) == [True, True, False, False]


def test_a_hand_of_nearly_the_tables_colour_is_one_where_a_part_of_it_differs():
    table = with_thing((0, ROWS, 0, COLUMNS), 100.0)
    dark = with_thing(ARM, 106.0, table)
    dark[90:94, 0:90] = 80.0  # its shadow
    assert any_of((table,), (dark, ARM)) == [False, True]


def test_a_thing_set_down_that_is_taken_for_a_hand_belongs_to_the_table_in_the_end():
    bag = [(with_thing(PATTERN), PATTERN)] * (HELD_STILL + 2)
    assert any_of((CLOTH,), *bag) == [False, *[True] * HELD_STILL, False, False]


def test_a_place_that_has_changed_and_was_clear_is_known_anew():
    patch = with_thing(PATTERN)
    assert any_of((CLOTH,), *[(patch,)] * SEEN_FREE, (patch, PATTERN))[-1] is False
    assert any_of((CLOTH,), (patch,), (patch, PATTERN))[-1] is True


def test_where_a_hand_was_the_table_is_as_it_was_before():
    assert any_of((CLOTH,), (with_thing(PATTERN), PATTERN), (CLOTH, PATTERN)) == [False, True, False]


def test_cards_that_were_laid_there_make_no_hand_of_the_cloth_between_them():
    card = (40, 70, 100, 112)
    assert any_of((CLOTH,), (with_thing(card, 230.0), PATTERN), cards=box(*card)) == [False, False]


def test_a_hand_that_lies_wholly_over_a_card_is_one():
    card = box(40, 70, 0, 42)
    over = (45, 65, 0, 40)
    assert any_of((with_thing((40, 70, 0, 42), 230.0),), (with_thing(over), over), cards=card) == [False, True]


def test_other_light_makes_no_hand_of_the_cloth():
    assert any_of((CLOTH,), (CLOTH * np.float32(0.7), PATTERN)) == [False, False]


def test_a_camera_that_was_moved_trusts_only_what_is_clear_of_hands():
    other = np.random.default_rng(3).uniform(0, 255, CLOTH.shape).astype(np.float32)
    assert any_of((CLOTH,), (other, PATTERN), (other, PATTERN), (other, ARM)) == [False, True, True, False]


@pytest.mark.parametrize("long", [1, 2, 3])
def test_a_lamp_that_is_switched_off_and_on_again_leaves_the_table_known(long):
    dark = CLOTH * np.float32(0.2)
    looks = [(CLOTH, PATTERN), (CLOTH, PATTERN), *[(dark,)] * long, (CLOTH, PATTERN), (with_thing(ARM), ARM, PATTERN)]
    assert any_of(*looks) == [True, False, *[False] * long, False, True]
