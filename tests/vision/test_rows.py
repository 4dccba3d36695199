import numpy as np
import pytest

from vision.rows import Row, find_rows

WIDTH = 58.0


def line(count, step=1.1, start=(0.0, 0.0), angle=0.0, bend=0.0):
    """Gives centres (mm) and angles (rad) of cards laid side by side, each turned by ``bend`` against the last."""
    at, turned = np.array(start, float), np.radians(angle)
    centres, angles = [], []
    for _ in range(count):
        centres.append(at.copy())
        angles.append(turned)
        at = at + step * WIDTH * np.array(
            [np.cos(turned + np.radians(bend) / 2), np.sin(turned + np.radians(bend) / 2)]
        )
        turned += np.radians(bend)
    return np.array(centres), np.array(angles)


def joined(*lines):
    return np.concatenate([c for c, _ in lines]), np.concatenate([a for _, a in lines])


def sets(rows):
    return sorted(tuple(sorted(row.cards)) for row in rows)


@pytest.mark.parametrize("step", [0.58, 0.8, 1.0, 1.3, 1.6])
def test_overlapping_touching_and_gapped_cards_are_one_row(step):
    rows = find_rows(*line(6, step), WIDTH)
    assert [row.cards for row in rows] == [(0, 1, 2, 3, 4, 5)]


@pytest.mark.parametrize("angle", [0, 37, 90, 178, 270, 333])
def test_a_row_may_lie_at_any_angle(angle):
    assert sets(find_rows(*line(5, angle=angle), WIDTH)) == [(0, 1, 2, 3, 4)]


def test_a_fan_is_one_row():
    assert sets(find_rows(*line(7, 0.75, bend=14), WIDTH)) == [(0, 1, 2, 3, 4, 5, 6)]


def test_cards_turned_half_round_stay_in_their_row_with_their_sign():
    centres, angles = line(4)
    angles[2] += np.pi
    row = find_rows(centres, angles, WIDTH)[0]
    assert row in (Row((0, 1, 2, 3), (1, 1, -1, 1)), Row((3, 2, 1, 0), (-1, 1, -1, -1)))


def test_two_words_in_line_with_a_wider_gap_stay_two():
    first, second = line(3), line(3, start=(2 * 1.1 * WIDTH + 1.9 * WIDTH, 0))
    assert sets(find_rows(*joined(first, second), WIDTH)) == [(0, 1, 2), (3, 4, 5)]


def test_two_words_one_below_the_other_stay_two():
    assert sets(find_rows(*joined(line(4), line(4, start=(20, 92))), WIDTH)) == [(0, 1, 2, 3), (4, 5, 6, 7)]


def test_a_word_across_the_end_of_another_is_not_joined():
    down = line(3, start=(3 * 1.1 * WIDTH + 15, -10), angle=90)
    assert sets(find_rows(*joined(line(3), down), WIDTH)) == [(0, 1, 2), (3, 4, 5)]


def test_stock_and_exposed_card_are_kept_apart():
    assert sets(find_rows(*line(4), WIDTH, apart=[3])) == [(0, 1, 2)]


def test_a_single_card_makes_no_row():
    assert find_rows(*line(1), WIDTH) == ()


def test_no_cards_make_no_rows():
    assert find_rows(np.zeros((0, 2)), np.zeros(0), WIDTH) == ()


def test_two_words_end_to_end_that_read_against_each_other_are_parted():
    assert sets(find_rows(*line(6), WIDTH, leans=[3, 3, 3, -3, -3, -3])) == [(0, 1, 2), (3, 4, 5)]


def test_one_card_that_reads_against_its_row_stays_in_it():
    assert sets(find_rows(*line(5), WIDTH, leans=[3, 3, 3, 3, -3])) == [(0, 1, 2, 3, 4)]


def test_a_reversed_row_runs_the_other_way_with_signs_turned():
    assert Row((4, 7, 2), (1, -1, 1)).reversed() == Row((2, 7, 4), (-1, 1, -1))
