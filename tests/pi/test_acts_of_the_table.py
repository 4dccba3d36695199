"""What the table does that is nobody's turn: the heap put down anew, a new deal, a pile that was only straightened."""

from __future__ import annotations

from itertools import cycle

import pytest
from watched_table import Laid, WatchedTable

from engine.events import Dealt, Moved
from engine.table import TableReading

HAT = Laid("HAT", y=-200, faces="N")
HANDS = (
    Laid("Q", x=400, faces="E", zone="E"),
    Laid("OE", y=300, faces="S", zone="S"),
    Laid("RI", x=-400, faces="W", zone="W"),
)


def exchanged(times: int) -> tuple[WatchedTable, float]:
    """A table at which so many cards were exchanged, and when the last was."""
    table = WatchedTable()
    table.look(1.0)
    t = 1.0
    for number, face in zip(range(times), cycle("RSTUVWLMNOP"), strict=False):
        t += 5.0
        table.look(t, exposed=face, nudge=3.0 * (number % 2))
    table.until(t + 3.0)
    assert len(table.moves) == times
    return table, t + 3.0


def types(table: WatchedTable) -> list[str]:
    return [event.type for event in table.events]


def lifted(table: WatchedTable, t: float, exposed: str) -> None:
    """The heap is taken up, and put down again some seconds later."""
    table.look(t, exposed=None, stock=False, hand=True)
    table.look(t + 1.0, exposed=None, stock=False)
    table.look(t + 5.0, exposed=None, stock=False, hand=True)
    table.look(t + 7.0, exposed=exposed, nudge=9.0)
    table.until(t + 12.0)


def test_a_heap_that_ran_out_and_is_put_down_anew_is_nobodys_turn() -> None:
    table, t = exchanged(11)
    turn = table.state.turn
    lifted(table, t, "E")
    assert types(table).count("restock") == 1
    assert len(table.moves) == 11
    assert (table.state.turn, table.state.exposed) == (turn, "E")


def test_a_heap_that_is_lifted_and_put_back_as_it_was_is_nothing() -> None:
    table, t = exchanged(3)
    face = table.state.exposed
    table.look(t, exposed=None, stock=False, hand=True)
    table.look(t + 2.0, exposed=face)
    table.until(t + 10.0)
    assert types(table).count("restock") == 0
    assert len(table.moves) == 3


def test_after_the_hand_is_counted_a_cleared_table_with_a_stock_and_a_card_is_a_new_deal() -> None:
    table = WatchedTable()
    table.cards(N=3, E=1, S=2, W=2)
    table.look(1.0)
    table.look(5.0, HAT)
    table.look(10.0, HAT, *HANDS)
    table.until(20.0)
    assert table.state.phase == "ready"
    table.look(30.0, stock=False, exposed=None, hand=True)
    table.look(40.0, stock=False, exposed=None)
    table.look(60.0, exposed="T", nudge=20.0)
    table.look(70.0, Laid("DOG", y=0, faces="E"), exposed="T", nudge=20.0)
    table.until(80.0)
    deals = [event for event in table.events if isinstance(event, Dealt)]
    assert [(deal.seat, deal.number, deal.exposed) for deal in deals[1:]] == [("N", 2, "T")]
    assert table.moves[-1] == ("compose", "E", None, "DOG")


def test_where_no_stock_is_told_from_the_table_the_card_that_lies_alone_is_the_exposed_one() -> None:
    table = WatchedTable(exposed=None)
    table.look(1.0, exposed="H", stock=False)
    table.look(5.0, HAT, exposed="H", stock=False)
    table.look(10.0, HAT, exposed="K", stock=False, nudge=4.0)
    table.until(20.0)
    assert table.moves == [("compose", "N", None, "HAT"), ("exchange", "E", "H", "K")]


def test_the_first_card_of_a_word_is_no_exposed_card_while_the_stock_lies_there() -> None:
    table = WatchedTable(exposed=None)
    table.look(1.0, Laid("H", y=-200, faces="N"), exposed=None)
    table.look(2.0, HAT, exposed=None)
    table.until(10.0)
    assert table.moves == [("compose", "N", None, "HAT")]


def test_a_deal_begun_by_a_button_has_nothing_of_the_deal_before() -> None:
    table = WatchedTable()
    table.cards(N=3, E=1, S=2, W=2)
    table.look(1.0)
    table.look(5.0, HAT)
    table.look(10.0, HAT, *HANDS)
    table.until(20.0)
    table.press(40.0, "N", "start")
    table.until(50.0)
    table.look(51.0, stock=False, exposed=None, hand=True)
    table.look(55.0, exposed="T", nudge=20.0)
    table.look(62.0, exposed="U", nudge=25.0)
    table.until(70.0)
    assert table.asked == []
    assert [event.number for event in table.events if isinstance(event, Dealt)][-1] == 2
    assert table.moves[1:] == [("exchange", "E", "T", "U")]


def test_a_word_that_is_finished_before_the_hand_has_ever_been_gone_for_long_is_one_move() -> None:
    table = WatchedTable()
    table.look(1.0)
    table.look(5.0, Laid("HAT", y=-200, faces="N"))
    table.look(6.6, Laid("HAT", y=-200, faces="N"), hand=True)
    table.look(10.4, Laid("HATS", y=-200, faces="N"))
    table.until(20.0)
    assert table.moves == [("compose", "N", None, "HATS")]


@pytest.mark.parametrize(("answer", "more"), [("yes", [("exchange", "W", "P", None)]), ("no", [])])
def test_a_card_that_cannot_be_read_before_the_heap_is_taken_up_is_asked_about(answer: str, more: list[object]) -> None:
    table, t = exchanged(11)
    seat, face, turn = table.state.turn, table.state.exposed, len(table.moves)
    assert (seat, face) == ("W", "P")
    table.look(t, exposed=None, stock=False, hand=True)
    table.look(t + 2.0, exposed=None, stock=False)
    table.look(t + 6.0, exposed=None, stock=False, hand=True)
    table.look(t + 8.0, exposed=None, stock=False)
    table.answer(t + 13.0, answer)
    table.look(t + 14.0, exposed=None, stock=False, hand=True)
    table.look(t + 16.0, exposed="E", nudge=9.0)
    table.until(t + 30.0)
    assert [about for about, _ in table.asked] == ["unseen exchange"]
    assert table.moves[turn:] == more
    assert types(table).count("restock") == 1
    assert (table.state.turn, table.state.exposed) == ("N" if more else "W", "E")


class Dull:
    """Notices a hand that comes, and none that goes."""

    def moved(self, picture: TableReading, t: float) -> bool:
        return picture.covered


def test_a_word_is_seen_when_the_hand_over_it_is_gone_though_nothing_seemed_to_move() -> None:
    table = WatchedTable(gate=Dull())
    table.look(1.0)
    table.look(5.0, HAT, hand=True)
    table.until(6.5)
    table.look(7.0, HAT)
    table.until(20.0)
    moved = [event for event in table.events if isinstance(event, Moved)]
    assert [(move.t, move.after) for move in moved] == [(7.0, "HAT")]
