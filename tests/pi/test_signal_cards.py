"""Printed cards laid on the table: challenge, YES, NO and pause are the same commands as the buttons give."""

from __future__ import annotations

import pytest
from watched_table import Laid, Sign, WatchedTable

WIERD = Laid("WIERD", y=-200, faces="N")
UNCLEAR = Laid("WIERD", y=-200, faces="N", read={4: ("D", 0.6, {"O": 0.3})})


def laid(word: Laid = WIERD, *signs: Sign, rules: str = "home") -> WatchedTable:
    table = WatchedTable(rules)
    table.look(1.0, *signs)
    table.look(5.0, word, *signs)
    return table


@pytest.mark.parametrize(
    "card", [Sign("challenge", seat="E"), Sign("challenge", zone="E", x=400), Sign("challenge", seat="E", zone="S")]
)
def test_a_challenge_card_challenges_for_the_seat_printed_on_it_or_else_before_which_it_lies(card: Sign) -> None:
    table = laid()
    table.look(8.0, WIERD, card)
    table.until(9.0)
    assert table.rulings == [("E", "WIERD", "upheld")]


def test_a_challenge_card_counts_as_soon_as_the_word_though_both_are_seen_at_once() -> None:
    table = WatchedTable()
    table.look(1.0)
    table.look(5.0, WIERD, Sign("challenge", seat="E"))
    table.until(6.0)
    assert table.moves == [("compose", "N", None, "WIERD")]
    assert table.rulings == [("E", "WIERD", "upheld")]


def test_a_challenge_card_that_stays_or_is_pushed_aside_challenges_once() -> None:
    table = laid()
    table.look(8.0, WIERD, Sign("challenge", seat="E"))
    table.look(12.0, Sign("challenge", seat="E"))
    table.look(16.0, Sign("challenge", seat="E", x=60.0))
    table.look(20.0, Laid("OSLO", y=300, faces="E"), Sign("challenge", seat="E", x=60.0))
    table.until(30.0)
    assert [word for _, word, _ in table.rulings] == ["WIERD"]


def test_a_challenge_card_that_something_hid_for_a_while_does_not_challenge_again() -> None:
    table = laid()
    table.look(8.0, WIERD, Sign("challenge", seat="S"))
    table.look(12.0)
    table.look(15.0, Laid("OSLO", y=300, faces="E"))
    table.look(20.0, Laid("OSLO", y=300, faces="E"), Sign("challenge", seat="S"))
    table.until(30.0)
    assert [word for _, word, _ in table.rulings] == ["WIERD"]


def test_a_challenge_card_taken_up_and_laid_again_challenges_again() -> None:
    table = laid()
    table.look(8.0, WIERD, Sign("challenge", seat="S"))
    table.look(12.0)
    table.look(16.0, Laid("OSLO", y=300, faces="E"))
    table.look(20.0, Laid("OSLO", y=300, faces="E"), Sign("challenge", seat="S", x=-200.0))
    table.until(21.0)
    assert [word for _, word, _ in table.rulings] == ["WIERD", "OSLO"]


def test_a_card_that_lay_there_before_anybody_looked_says_nothing() -> None:
    table = laid(WIERD, Sign("challenge", seat="E"))
    table.until(12.0)
    assert table.rulings == []


@pytest.mark.parametrize(("says", "moves"), [("yes", [("compose", "N", None, "WIERD")]), ("no", [])])
def test_yes_and_no_cards_answer_the_question(says: str, moves: list[object]) -> None:
    table = laid(UNCLEAR)
    table.look(12.0, UNCLEAR, Sign(says, zone="W", x=-300.0))
    table.until(20.0)
    assert [about for about, _ in table.asked] == ["unclear card"]
    assert table.moves == moves


def test_a_yes_card_left_lying_answers_no_later_question() -> None:
    table = WatchedTable()
    table.look(1.0)
    table.look(3.0, Sign("yes"))
    table.look(5.0, UNCLEAR, Sign("yes"))
    table.until(60.0)
    assert table.state.question is not None
    assert table.moves == []


def test_a_challenge_of_an_unclear_word_waits_for_the_yes_card() -> None:
    table = laid(UNCLEAR)
    table.look(7.0, UNCLEAR, Sign("challenge", seat="S"))
    table.until(9.0)
    assert table.rulings == []
    table.look(9.0, UNCLEAR, Sign("challenge", seat="S"), Sign("yes", y=-300.0, zone="N"))
    table.until(11.0)
    assert table.rulings == [("S", "WIERD", "upheld")]


def test_the_clock_stands_while_a_pause_card_lies_on_the_table() -> None:
    table = WatchedTable("drive")
    table.look(1.0)
    table.start(2.0)
    table.look(10.0, Sign("pause"))
    table.until(12.0)
    assert table.state.bell.phase == "paused"
    table.look(40.0, Sign("pause"), hand=True)
    table.until(41.0)
    assert table.state.bell.phase == "paused"
    table.look(42.0)
    table.until(44.0)
    assert table.state.bell.phase == "running"
    assert table.state.bell.remaining(44.0) == pytest.approx(420.0 - 8.0 - 2.0)


def counted() -> WatchedTable:
    """A drive's deal after the bell, all hands marked."""
    table = WatchedTable("drive")
    table.look(1.0)
    table.start(2.0)
    table.mark(430.0, {"N": 60, "E": 58, "S": 56, "W": 54})
    return table


def test_a_yes_card_before_a_player_initials_his_neighbours_total() -> None:
    table = counted()
    table.look(440.0, Sign("yes", zone="E", x=400.0))
    table.until(442.0)
    assert table.state.player("N").initialled_by == "E"


def test_a_no_card_before_a_player_refuses_his_neighbours_total() -> None:
    table = counted()
    table.look(440.0, Sign("no", zone="E", x=400.0))
    table.until(442.0)
    assert table.state.player("N").marked is None
