"""The deal's first exposed card, where it is not read on a free table before somebody reaches for it."""

import pytest
from watched_table import Laid, WatchedTable

from engine.commands import Play

FIRST = ("exchange", "N", "N", "A")


def dealt(*, glimpse: str | None) -> WatchedTable:
    """A deal whose heap is first seen beside a hand; then Ann reaches over it, and A lies there."""
    table = WatchedTable(exposed=None)
    table.look(3.0, exposed=glimpse, hand=True)
    table.look(10.0, exposed=None, stock=False, hand=True)
    table.look(12.0, exposed="A", nudge=4.0)
    return table


def reached_before_read() -> WatchedTable:
    """A deal whose exposed card is not read on the free table; then Ann reaches over the heap, and A lies there."""
    table = WatchedTable(exposed=None)
    table.look(3.0, exposed=None)
    table.look(10.0, exposed=None, stock=False, hand=True)
    table.look(12.0, exposed="A", nudge=4.0)
    return table


def test_a_card_that_was_read_beside_a_hand_is_the_first_and_its_exchange_is_told() -> None:
    table = dealt(glimpse="N")
    table.look(30.0, exposed="Z", nudge=1.0, hand=True)
    table.look(31.0, exposed="Z", nudge=1.0)
    table.until(60.0)
    assert table.moves == [FIRST, ("exchange", "E", "A", "Z")]
    assert table.asked == []


def test_a_heap_that_was_reached_for_before_its_card_was_read_is_asked_about() -> None:
    table = reached_before_read()
    table.until(18.0)
    assert table.asked == [("unseen exchange", ("N",))]
    assert (table.moves, table.state.exposed, table.state.turn) == ([], None, "N")


@pytest.mark.parametrize(
    ("answer", "moves"),
    [
        ("yes", [("exchange", "N", None, "A"), ("exchange", "E", "A", "Z")]),
        ("no", [("exchange", "N", "A", "Z")]),
    ],
)
def test_the_answer_tells_whose_the_next_exchange_is(answer: str, moves: list[object]) -> None:
    table = reached_before_read()
    table.answer(18.0, answer)
    table.look(30.0, exposed="A", nudge=4.0, hand=True)
    table.look(31.0, exposed="Z", nudge=1.0)
    table.until(60.0)
    assert table.moves == moves


def test_a_play_that_is_entered_instead_of_an_answer_leaves_the_card_on_record() -> None:
    table = reached_before_read()
    table.until(18.0)
    table.ledger.submit(Play(t=19.0, by="desk", act="compose", after="SIT"))
    table.look(24.0, Laid("SIT"), exposed="A", nudge=4.0)
    table.until(40.0)
    assert table.state.exposed == "A"


def test_the_dealers_own_hand_costs_no_question() -> None:
    table = WatchedTable(exposed=None)
    table.look(3.0, exposed=None, stock=False, hand=True)
    table.look(5.0, exposed="N")
    table.until(30.0)
    assert (table.state.exposed, table.asked) == ("N", [])


def test_another_letter_that_lies_just_as_the_first_did_is_asked_about() -> None:
    table = WatchedTable(exposed=None)
    table.look(3.0, exposed="H", hand=True)
    table.look(5.0, exposed="N")
    table.until(20.0)
    assert (table.moves, table.asked) == ([], [("unseen exchange", ("N",))])


@pytest.mark.parametrize(("answer", "letter"), [("yes", "M"), ("no", "W")])
def test_an_m_that_lies_alone_may_be_a_w_upside_down_and_is_asked_about(answer: str, letter: str) -> None:
    table = WatchedTable()
    table.look(1.0)
    table.look(5.0, exposed=("M", 0.92, {"W": 0.07}), nudge=4.0)
    table.answer(13.0, answer)
    table.look(20.0, exposed="O")
    table.until(30.0)
    assert table.moves == [("exchange", "N", "H", letter), ("exchange", "E", letter, "O")]
    assert [about for about, _ in table.asked] == ["unclear card"]


def test_an_exposed_card_of_which_the_pack_has_no_more_is_asked_about() -> None:
    table = WatchedTable(exposed=None)
    table.look(3.0, exposed=None)
    table.look(5.0, Laid("QUA", y=-200, faces="N"), exposed=None)
    table.look(14.0, Laid("QUA", y=-200, faces="N"), exposed="Q")
    table.until(24.0)
    assert table.moves == [("compose", "N", None, "QUA")]
    assert table.asked == [("unclear card", ("E",))]
    assert table.state.exposed is None
