import pytest

from engine.table import BACK, SeenCard
from vision.strange_type import most_sure

SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def cards(*confidences, face="A", visible=1.0):
    return [
        SeenCard(k, face, None, sure, SQUARE, 0.0, (0.0, 0.0), visible=visible) for k, sure in enumerate(confidences)
    ]


def sure(count):
    return cards(*[0.999] * count)


def test_a_table_that_is_read_well_keeps_its_certainty():
    assert most_sure(sure(30)) == 1.0


def test_an_empty_table_has_no_doubt():
    assert most_sure([]) == 1.0


def test_one_doubt_is_no_strange_type():
    assert most_sure(sure(3) + cards(0.4)) == 1.0


@pytest.mark.parametrize(("doubts", "of", "most"), [(2, 30, 1.0), (3, 30, 0.94), (7, 30, 0.94), (15, 30, 0.815)])
def test_the_more_cards_are_in_doubt_the_less_sure_are_all(doubts, of, most):
    assert most_sure(sure(of - doubts) + cards(*[0.6] * doubts)) == pytest.approx(most)


def test_a_type_that_is_hardly_read_at_all_keeps_some_certainty():
    assert most_sure(cards(*[0.3] * 20)) == 0.7


def test_cards_that_are_partly_covered_say_nothing_of_the_type():
    assert most_sure(sure(10) + cards(0.4, 0.5, 0.6, visible=0.7)) == 1.0


def test_a_doubtful_back_says_nothing_of_the_type():
    assert most_sure(sure(10) + cards(0.5, 0.5, 0.5, face=BACK)) == 1.0
