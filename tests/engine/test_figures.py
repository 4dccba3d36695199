"""Figures of a game: words, challenges and the time of turns."""

from __future__ import annotations

from lexicon_table import open_table

from engine import commands as c
from engine import events as e
from engine.figures import figures
from engine.games.protocol import Recorded


def listed(*events):
    return [Recorded("table", seq, "", event) for seq, event in enumerate(events, start=1)]


def test_words_are_counted_by_their_letters():
    table = open_table()
    table.compose("CABIN", "HOST")
    table.exchange()
    found = figures(table.history)
    assert list(found) == ["N", "E", "S", "W"]
    assert (found["N"].words, found["N"].longest, found["N"].lengths) == (1, "CABIN", {5: 1})
    assert (found["S"].words, found["S"].exchanges) == (0, 1)


def test_a_word_that_fell_is_nobodys_longest():
    table = open_table()
    table.compose("HATS")
    table.compose("WIERD")
    table.challenge("S")
    found = figures(table.history)
    assert (found["N"].longest, found["E"].longest, found["E"].words) == ("HATS", "", 1)


def test_challenges_are_counted_for_who_made_and_who_lost_them():
    table = open_table()
    table.compose("WIERD")
    table.challenge("E")
    table.take_back()
    table.compose("CABIN")
    table.challenge("S")
    found = figures(table.history)
    assert (found["E"].challenges, found["E"].upheld) == (1, 1)
    assert (found["S"].challenges, found["S"].upheld) == (1, 0)
    assert (found["N"].caught, found["E"].caught) == (1, 0)


def test_an_overruled_challenge_counts_as_it_was_decided_in_the_end():
    table = open_table()
    table.compose("WIERD")
    table.challenge("E")
    table.do(c.Rule(t=table.now(), verdict="good", why="our dictionary has it", by="Hostess"))
    found = figures(table.history)
    assert (found["E"].challenges, found["E"].upheld, found["N"].caught) == (1, 0, 0)


def test_a_turn_is_the_time_since_the_play_before_without_pauses():
    found = figures(
        listed(
            e.Dealt(t=0.0, seat="W", number=1),
            e.Moved(t=12.0, act="compose", seat="N", after="CABIN"),
            e.ClockPaused(t=20.0, remaining=400.0),
            e.ClockResumed(t=50.0, remaining=400.0),
            e.Moved(t=60.0, act="compose", seat="E", after="HOST"),
        )
    )
    assert (found["N"].turns, found["E"].turns) == ((12.0,), (18.0,))
    assert found["N"].turn == 12.0


def test_a_table_that_was_left_makes_no_turn():
    found = figures(
        listed(e.Dealt(t=0.0, seat="W", number=1), e.Moved(t=5000.0, act="compose", seat="N", after="CABIN"))
    )
    assert (found["N"].turns, found["N"].turn) == ((), None)


def test_without_a_game_there_are_no_figures():
    assert figures(()) == {}
