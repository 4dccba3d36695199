"""What is left of a letter that is partly covered is not called sure where it may be another letter."""

import pytest

from engine.table import SeenCard
from vision.remains import MOST_SURE, unsure_of_remains

SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def card(face, sure, *others):
    return SeenCard(7, face, None, sure, SQUARE, 0.0, (0.0, 0.0), alternatives=others)


@pytest.mark.parametrize(
    ("read", "sure", "whole", "share"),
    [("N", 0.974, "M", 0.0197), ("C", 0.94, "O", 0.018), ("T", 0.91, "I", 0.078), ("M", 0.97, "W", 0.026)],
)
def test_a_letter_that_leaves_a_little_to_one_it_may_be_a_part_of_is_not_sure(read, sure, whole, share):
    (doubtful,) = unsure_of_remains([card(read, sure, (whole, share))]).values()
    assert (doubtful.face, doubtful.confidence, doubtful.alternatives) == (read, MOST_SURE, ((whole, share),))


@pytest.mark.parametrize(("read", "other"), [("O", "C"), ("U", "L"), ("G", "C"), ("R", "P")])
def test_a_whole_letter_is_no_part_of_a_smaller_one(read, other):
    assert unsure_of_remains([card(read, 0.96, (other, 0.03))]) == {}


def test_a_letter_that_leaves_nothing_to_another_stays_sure():
    assert unsure_of_remains([card("N", 0.998, ("M", 0.0006))]) == {}


def test_what_is_in_doubt_already_is_made_no_surer():
    assert unsure_of_remains([card("N", 0.6, ("M", 0.3))]) == {}
