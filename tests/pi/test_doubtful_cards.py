"""Cards read wrongly or in doubt, and what the watcher makes of them: a question at most, never a move that was not."""

from __future__ import annotations

from typing import Any

import pytest
from watched_table import Laid, WatchedTable

from engine.commands import Play, Undo
from engine.events import Moved

SIT = Laid("SIT", y=-200, faces="N")


def opened(word: Laid = SIT) -> WatchedTable:
    """A table on which Ann has laid a word; Ben plays."""
    table = WatchedTable()
    table.look(1.0)
    table.look(5.0, word)
    table.until(9.0)
    return table


def test_an_old_card_read_in_doubt_is_vouched_for_by_the_word_it_stood_in() -> None:
    table = opened()
    table.look(10.0, Laid("SITE", y=-200, faces="N", read={0: ("B", 0.45, {"S": 0.29})}))
    table.until(15.0)
    assert table.moves == [("compose", "N", None, "SIT"), ("insert", "E", "SIT", "SITE")]
    assert table.asked == []


def test_a_known_word_with_a_new_card_missed_is_no_new_word() -> None:
    table = opened(Laid("WILLED", y=-200, faces="N"))
    table.look(10.0, Laid("WALLED", y=-200, faces="N", read={0: ("", 0.0, {})}))
    table.look(14.0, Laid("WALLED", y=-200, faces="N"))
    table.until(20.0)
    assert table.moves[1:] == [("substitute", "E", "WILLED", "WALLED")]


def test_a_word_that_no_act_makes_of_the_one_that_lay_there_is_asked_about() -> None:
    table = opened(Laid("WILLED", y=-200, faces="N"))
    table.look(10.0, Laid("ALLED", y=-200, faces="N"))
    table.until(20.0)
    assert table.moves[1:] == []
    assert table.asked == [("table differs", ("N",))]
    assert table.eye.watch.status == "desynchronised"


def test_what_is_left_of_a_word_in_bad_light_is_no_substitution_of_its_neighbour() -> None:
    table = opened(Laid("OAS", y=-200, faces="N"))
    table.look(10.0, Laid("OAS", y=-200, faces="N"), Laid("SAME", x=10, y=-100, faces="E"))
    table.until(14.0)
    dark = Laid("OAS", y=-200, faces="N", read={1: ("", 0.0, {})})
    table.look(15.0, dark, Laid("SAM", x=10, y=-100, faces="E"))
    table.look(18.5, Laid("OAS", y=-200, faces="N"), Laid("SAME", x=10, y=-100, faces="E"))
    table.until(25.0)
    assert table.moves == [("compose", "N", None, "OAS"), ("compose", "E", None, "SAME")]
    assert table.asked == []


def test_an_exchange_read_in_doubt_and_another_on_top_of_it_are_two_exchanges() -> None:
    table = WatchedTable()
    table.look(1.0)
    table.look(10.0, exposed=("G", 0.5, {"Q": 0.4}))
    table.look(15.0, exposed="Z")
    table.answer(18.0, "yes")
    table.until(25.0)
    assert table.moves == [("exchange", "N", "H", "G"), ("exchange", "E", "G", "Z")]
    assert table.asked == [("unclear card", ("N",))]


def test_an_exposed_card_that_is_not_what_it_was_read_as_is_the_next_it_may_be() -> None:
    table = WatchedTable()
    table.look(1.0)
    table.look(10.0, exposed=("G", 0.5, {"Q": 0.4}))
    table.answer(18.0, "no")
    table.until(25.0)
    assert table.moves == [("exchange", "N", "H", "Q")]


def test_an_exposed_card_that_was_never_read_surely_is_asked_about() -> None:
    table = WatchedTable(exposed=None)
    table.look(1.0, exposed=("K", 0.5, {"R": 0.4}))
    table.answer(9.0, "no")
    table.until(10.0)
    assert table.state.exposed == "R"


def test_a_second_look_at_the_resting_table_settles_a_doubt_without_a_question() -> None:
    table = WatchedTable()
    table.look(1.0)
    table.look(5.0, Laid("SIT", y=-200, faces="N", read={0: ("B", 0.45, {"S": 0.29})}))
    table.look(6.5, SIT)
    table.until(20.0)
    assert table.moves == [("compose", "N", None, "SIT")]
    assert table.asked == []


def test_a_heap_put_down_anew_is_noticed_though_its_card_is_read_in_doubt() -> None:
    table = WatchedTable()
    table.look(1.0)
    faces = "KEYNOTESANDMUSICPLAQ"
    for turn, face in enumerate(faces):
        table.look(5.0 + 5 * turn, exposed=face)
    start = 5.0 + 5 * len(faces)
    assert len(table.moves) == len(faces) - 1  # the last is not played yet
    table.look(start, exposed=None, stock=False, hand=True)
    table.look(start + 2, exposed=None, stock=False)
    table.look(start + 6, exposed=None, stock=False, hand=True)
    table.look(start + 8, exposed=("Q", 0.5, {"O": 0.4}), nudge=6.0)
    table.until(start + 9)
    assert [event.type for event in table.events].count("restock") == 1


def test_a_new_letter_read_in_doubt_is_asked_about() -> None:
    table = opened()
    table.look(10.0, SIT, Laid("JAO", faces="E", read={2: ("O", 0.85, {"C": 0.14})}))
    table.until(30.0)
    assert table.moves[1:] == []
    assert table.asked == [("unclear card", ("E",))]


def test_a_doubt_that_nobody_answers_does_not_stop_the_game() -> None:
    table = opened()
    unsure = Laid("JAO", faces="E", read={2: ("O", 0.85, {"C": 0.14})})
    table.look(10.0, SIT, unsure)
    table.look(28.0, SIT, unsure, Laid("HEN", y=200))
    table.until(35.0)
    assert table.moves[1:] == [("compose", "E", None, "JAO"), ("compose", "S", None, "HEN")]


def test_a_word_taken_back_by_a_hand_at_the_rim_was_never_played() -> None:
    table = opened()
    table.look(10.0, SIT, Laid("ELC", faces="E"))
    table.look(11.5, SIT, Laid("ELC", faces="E"), near=True)
    table.look(12.9, SIT, Laid("LATE", faces="E"))
    table.until(20.0)
    assert table.moves[1:] == [("compose", "E", None, "LATE")]


def test_a_hand_that_rests_at_the_rim_holds_nothing_up_for_long() -> None:
    table = opened()
    table.look(10.0, SIT, Laid("ELF", faces="E"))
    table.look(11.0, SIT, Laid("ELF", faces="E"), near=True)
    table.until(16.0)
    assert table.moves[1:] == [("compose", "E", None, "ELF")]


def test_what_was_played_while_a_move_was_entered_by_hand_is_seen() -> None:
    table = opened()
    owl = Laid("OWL", y=300, faces="E", read={1: ("", 0.0, {}), 2: ("", 0.0, {})})
    table.look(10.0, SIT, owl)
    table.look(20.0, Laid("SITE", y=-200, faces="N"), owl)
    table.until(20.6)
    table.ledger.submit(Undo(t=20.6, by="desk"))
    table.ledger.submit(Play(t=5.0, by="desk", act="compose", seat="N", after="SIT"))
    table.ledger.submit(Play(t=10.0, by="desk", act="exchange", seat="E", exposed_after="H"))
    table.until(30.0)
    assert table.moves[-1] == ("insert", "S", "SIT", "SITE")


def test_a_word_read_wrongly_is_not_played_again_once_it_was_entered_by_hand() -> None:
    table = opened()
    table.look(10.0, SIT, Laid("HOUSF", faces="E"))
    table.until(10.6)
    table.ledger.submit(Play(t=11.0, by="desk", act="compose", seat="E", after="HOUSE"))
    table.until(30.0)
    assert table.moves[1:] == [("compose", "E", None, "HOUSE")]


NO_LETTER = ("A", 0.04, {"E": 0.04, "I": 0.04})


def test_a_new_word_in_which_a_card_shows_no_letter_is_asked_about() -> None:
    table = opened()
    table.look(10.0, SIT, Laid("CALI", faces="E", read={3: NO_LETTER}))
    table.until(25.0)
    assert table.moves[1:] == []
    assert table.asked == [("unclear card", ("E",))]


def test_a_known_word_in_which_a_card_shows_no_letter_any_more_stands_as_it_was() -> None:
    table = opened()
    table.look(10.0, SIT, Laid("CALI", faces="E"))
    table.look(14.0, SIT, Laid("CALI", faces="E", read={3: NO_LETTER}))
    table.until(90.0)
    assert table.moves[1:] == [("compose", "E", None, "CALI")]
    assert table.asked == []


def test_an_exposed_card_that_shows_no_letter_is_as_good_as_unseen() -> None:
    table = opened()
    table.look(10.0, SIT, exposed="H", hand=True)
    table.look(12.0, SIT, exposed=NO_LETTER)
    table.look(16.0, SIT, exposed="K", nudge=4.0)
    table.until(20.0)
    assert table.moves[1:] == [("exchange", "E", "H", "K")]


def test_what_was_played_while_a_misread_word_was_entered_by_hand_is_seen_at_the_time_it_was_played() -> None:
    table = opened(Laid("SCRUBS", y=-200, faces="N"))
    misread = Laid("STRUNS", y=-200, faces="N", read={4: ("N", 0.85, {"M": 0.02})})
    table.look(10.0, misread)
    table.look(14.0, misread, exposed="K", nudge=4.0)
    table.answer(18.0, "no")
    table.ledger.submit(Play(t=10.0, by="desk", act="substitute", seat="E", before="SCRUBS", after="STRUMS"))
    table.until(30.0)
    played = [(event.act, event.seat, event.t) for event in table.events if isinstance(event, Moved)]
    assert played[1:] == [("substitute", "E", 10.0), ("exchange", "S", 14.0)]


def test_a_word_first_read_past_a_hand_that_was_not_noticed_is_played_when_the_hand_has_gone() -> None:
    table = opened()
    table.look(10.0, SIT, Laid("ELF", faces="E", read={1: ("T", 0.28, {"L": 0.2})}))
    table.look(11.7, SIT, Laid("ELF", faces="E"), hand=True)
    table.look(14.5, SIT, Laid("ELF", faces="E"))
    table.until(20.0)
    assert [(event.after, event.t) for event in table.events if isinstance(event, Moved)][1:] == [("ELF", 14.5)]


def test_an_exchange_for_a_card_read_in_doubt_is_asked_about_as_soon_as_the_next_hand_has_gone() -> None:
    table, doubt = WatchedTable(), ("G", 0.39, {"Q": 0.49})
    table.look(1.0)
    table.look(5.0, exposed=doubt, nudge=4.0)
    table.look(9.0, exposed=doubt, nudge=4.0, hand=True)
    table.look(13.0, exposed="Z")
    table.answer(13.5, "no")
    table.until(30.0)
    assert table.moves == [("exchange", "N", "H", "Q"), ("exchange", "E", "Q", "Z")]


def test_what_people_have_said_is_no_play_is_not_asked_about_again_when_it_is_read_the_same_in_less_doubt() -> None:
    table = opened()
    table.look(10.0, Laid("SIT", y=-200, faces="N", read={0: ("B", 0.6, {})}))
    table.answer(18.0, "no")
    table.look(20.0, Laid("SIT", y=-200, faces="N", read={0: ("B", 0.88, {"S": 0.1})}))
    table.look(24.0, Laid("SIT", y=-200, faces="N", read={0: ("B", 0.94, {})}))
    table.look(28.0, Laid("SIT", y=-200, faces="N", read={0: ("B", 0.94, {})}), exposed="K", nudge=4.0)
    table.until(40.0)
    assert table.moves == [("compose", "N", None, "SIT"), ("exchange", "E", "H", "K")]
    assert table.asked == [("unclear card", ("E",))]


@pytest.mark.parametrize(("answer", "more"), [("yes", [("substitute", "E", "HAMS", "HAWS")]), ("no", [])])
def test_an_m_that_becomes_a_w_may_be_one_card_upside_down_and_is_asked_about(answer: str, more: list[object]) -> None:
    table = opened(Laid("HAMS", y=-200, faces="N"))
    table.look(10.0, Laid("HAWS", y=-200, faces="N"))
    table.answer(18.0, answer)
    table.look(20.0, Laid("HAWS", y=-200, faces="N"), exposed="K", nudge=4.0)
    table.until(30.0)
    seat = "S" if more else "E"
    assert table.moves[1:] == [*more, ("exchange", seat, "H", "K")]
    assert table.asked == [("unclear card", ("E",))]


@pytest.mark.parametrize(
    ("sure", "played", "asked"),
    [
        (0.97, [("substitute", "E", "WAFTS", "WAETS")], ["unclear card"]),
        (0.995, [("substitute", "E", "WAFTS", "WAETS"), ("substitute", "S", "WAETS", "WAFTS")], []),
    ],
)
def test_a_substitution_that_is_undone_at_once_is_asked_about_unless_both_were_read_clearly(
    sure: float, played: list[Any], asked: list[str]
) -> None:
    table = opened(Laid("WAFTS", y=-200, faces="N"))
    table.look(10.0, Laid("WAETS", y=-200, faces="N", read={2: ("E", sure, {})}))
    table.until(14.0)
    table.look(15.0, Laid("WAFTS", y=-200, faces="N", read={2: ("F", 0.995, {})}))
    table.until(24.0)
    assert table.moves[1:] == played
    assert [about for about, _ in table.asked] == asked


@pytest.mark.parametrize(("answer", "more"), [("yes", [("substitute", "S", "WAETS", "WAFTS")]), ("no", [])])
def test_a_persons_word_settles_a_substitution_that_is_undone_at_once(answer: str, more: list[Any]) -> None:
    table = opened(Laid("WAFTS", y=-200, faces="N"))
    table.look(10.0, Laid("WAETS", y=-200, faces="N", read={2: ("E", 0.97, {})}))
    table.until(14.0)
    table.look(15.0, Laid("WAFTS", y=-200, faces="N", read={2: ("F", 0.995, {})}))
    table.answer(24.0, answer)
    table.until(40.0)
    assert table.moves[1:] == [("substitute", "E", "WAFTS", "WAETS"), *more]
    assert [about for about, _ in table.asked] == ["unclear card"]


def test_that_a_word_still_stands_says_nothing_against_an_exchange_made_meanwhile() -> None:
    table = opened(Laid("WILLED", y=-200, faces="N"))
    table.look(10.0, Laid("ALLED", y=-200, faces="N"))
    table.look(17.0, Laid("ALLED", y=-200, faces="N"), exposed="K", nudge=4.0)
    table.answer(18.0, "no")
    table.look(22.0, Laid("WILLED", y=-200, faces="N"), exposed="K", nudge=4.0)
    table.until(40.0)
    assert table.moves[1:] == [("exchange", "E", "H", "K")]
    assert [about for about, _ in table.asked] == ["table differs"]
