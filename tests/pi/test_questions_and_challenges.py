"""A short press while the Steward asks: the one who is asked says YES with it, the others challenge as ever."""

from __future__ import annotations

import pytest
from watched_table import Laid, WatchedTable

DOUBTFUL = Laid("WIERD", y=-200, faces="N", read={4: ("O", 0.5, {"D": 0.4})})
WIERD = Laid("WIERD", y=-200, faces="N")
CLEAR_TEXT = Laid("WIERD", y=-200, faces="N", read={4: ("D", 0.6, {"O": 0.3})})


def unclear(word: Laid = CLEAR_TEXT) -> WatchedTable:
    """Ann has laid a word of which one card cannot be read surely."""
    table = WatchedTable()
    table.look(1.0)
    table.look(5.0, word)
    return table


def test_the_player_whose_word_is_unclear_answers_with_his_button() -> None:
    table = unclear()
    table.press(12.0, "N")
    table.until(13.0)
    assert table.asked == [("unclear card", ("N",))]
    assert table.moves == [("compose", "N", None, "WIERD")]
    assert table.rulings == []


def test_another_players_press_while_it_is_asked_challenges_once_the_word_is_clear() -> None:
    table = unclear()
    table.press(12.0, "E")
    assert table.rulings == []
    table.press(13.0, "N")
    table.until(14.0)
    assert table.moves == [("compose", "N", None, "WIERD")]
    assert table.rulings == [("E", "WIERD", "upheld")]


def test_a_challenge_before_the_question_brings_the_question_first() -> None:
    table = unclear()
    table.press(6.0, "E")
    assert table.asked == [("unclear card", ("N",))]
    table.press(7.0, "N")
    table.until(8.0)
    assert table.rulings == [("E", "WIERD", "upheld")]


def test_a_challenge_of_a_word_that_is_not_what_it_was_read_as_goes_nowhere() -> None:
    table = unclear(DOUBTFUL)
    table.press(6.0, "E")
    table.press(7.0, "N", "long")
    table.until(8.0)
    assert table.moves == []
    assert table.rulings == []


def test_a_challenge_that_waited_is_ruled_on_its_own_word_when_two_plays_come_at_once() -> None:
    table = WatchedTable()
    table.look(1.0)
    table.look(5.0, Laid("SLAIN", y=-200, faces="N"))
    table.until(9.0)
    table.look(10.0, Laid("SLAIN", y=-200, faces="N"), Laid("WIERD", y=200, faces="S"))
    table.press(12.5, "E")
    assert table.asked == [("whose move", ("S",))]
    table.press(13.0, "S")  # yes: Ben had exchanged a card for one of the same face
    table.until(14.0)
    assert table.moves[1:] == [("exchange", "E", "H", "H"), ("compose", "S", None, "WIERD")]
    assert table.rulings == [("E", "WIERD", "upheld")]


def test_a_word_that_goes_out_of_sight_does_not_take_the_challenge_of_it_away() -> None:
    table = WatchedTable()
    table.look(1.0)
    table.look(5.0, WIERD)
    table.until(9.0)
    table.look(10.0)
    table.until(17.0)
    assert table.asked == [("taken back", ("N",))]
    table.press(17.0, "S")
    assert table.rulings == [("S", "WIERD", "upheld")]


def test_the_player_who_is_asked_whether_he_took_his_word_back_says_yes_with_his_button() -> None:
    table = WatchedTable()
    table.look(1.0)
    table.look(5.0, WIERD)
    table.until(9.0)
    table.look(10.0)
    table.press(17.0, "N")
    table.until(18.0)
    assert table.moves == [("compose", "N", None, "WIERD"), ("takeback", "N", "WIERD", None)]


def upheld() -> WatchedTable:
    """Ann's word was challenged rightly; she must take it back."""
    table = WatchedTable()
    table.look(1.0)
    table.look(5.0, WIERD)
    table.press(8.0, "E")
    table.until(9.0)
    return table


def test_cards_that_leave_the_table_after_a_challenge_are_taken_back_without_a_question() -> None:
    table = upheld()
    table.look(15.0)
    table.until(20.0)
    assert table.moves[1:] == [("takeback", "N", "WIERD", None)]
    assert table.asked == []


def test_cards_that_stay_after_an_upheld_challenge_are_asked_for_once() -> None:
    table = upheld()
    table.look(12.0, WIERD, hand=True)
    table.look(14.0, WIERD)
    table.until(80.0)
    assert table.asked == [("not taken back", ("N",))]


@pytest.mark.parametrize(("answer", "moves"), [("yes", [("takeback", "N", "WIERD", None)]), ("no", [])])
def test_the_answer_to_whether_the_cards_were_taken_back_decides(answer: str, moves: list[object]) -> None:
    table = upheld()
    table.look(14.0, WIERD)
    table.answer(50.0, answer)
    table.until(90.0)
    assert table.moves[1:] == moves
    assert len(table.asked) == 1


def test_an_exposed_card_that_nobody_read_surely_holds_up_no_game() -> None:
    """Ann's exchange shows a card that may be R or K; nobody answers, and Ben exchanges it."""
    table = WatchedTable()
    table.look(1.0)
    table.look(5.0, exposed=("R", 0.45, {"K": 0.29}), nudge=5.0)
    table.until(12.0)
    assert table.asked == [("unclear card", ("N",))]
    table.look(20.0, exposed="G", nudge=9.0)
    table.until(24.0)
    assert table.moves == [("exchange", "N", "H", "R"), ("exchange", "E", "R", "G")]


def test_a_challenge_after_an_exchange_is_too_late_though_its_card_is_not_read_surely() -> None:
    table = WatchedTable()
    table.look(1.0)
    table.look(5.0, WIERD)
    table.until(9.0)
    table.look(15.0, WIERD, exposed=("R", 0.45, {"K": 0.29}), nudge=5.0)
    table.press(16.0, "W")
    assert table.moves[-1] == ("exchange", "E", "H", "R")
    assert table.rulings == [("W", "WIERD", "too late")]
