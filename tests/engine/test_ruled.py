"""The record of rulings: each with the play it lay against, and what became of it."""

from __future__ import annotations

from lexicon_table import open_table

from engine import commands as c
from engine.ruled import ruling_lines


def ruled_table():
    """A table at which N laid WIERD, read by the camera, and S challenged it."""
    table = open_table()
    table.play(
        "compose", None, "WIERD", confidence=0.9, confidences=(0.99, 0.9, 1.0, 1.0, 1.0), pictures=("a.jpg", "b.jpg")
    )
    table.challenge("S")
    return table


def test_a_ruling_is_listed_with_the_play_it_lay_against():
    (line,) = ruling_lines(ruled_table().history)
    assert (line.event.word, line.event.seat, line.event.player, line.deal) == ("WIERD", "S", "N", 1)
    assert (line.play.pictures, line.play.confidences[1]) == (("a.jpg", "b.jpg"), 0.9)
    assert (line.overruled, line.gone) == (None, False)


def test_an_overruling_stands_beside_what_it_overruled():
    table = ruled_table()
    table.do(c.Rule(t=table.now(), verdict="good", why="it is in our dictionary", by="Hostess"))
    first, second = ruling_lines(table.history)
    assert (first.overruled.by, first.overruled.why) == ("Hostess", "it is in our dictionary")
    assert (second.event.overrules, second.overruled, second.play) == ("upheld", None, first.play)


def test_an_undone_ruling_stays_in_the_record():
    table = ruled_table()
    table.do(c.Undo(t=table.now()))
    (line,) = ruling_lines(table.history)
    assert line.gone


def test_a_word_that_was_set_right_keeps_its_play():
    table = open_table()
    table.compose("WEIRD")
    table.do(c.Correct(t=table.now(), field="word", value={"before": "WEIRD", "after": "WIERD"}))
    table.challenge("S")
    (line,) = ruling_lines(table.history)
    assert (line.event.word, line.play.after) == ("WIERD", "WEIRD")


def test_a_challenge_too_late_is_listed_too():
    table = open_table()
    table.compose("WIERD")
    table.exchange()
    table.challenge("S")
    (line,) = ruling_lines(table.history)
    assert (line.event.ruling, line.play.after) == ("too late", "WIERD")


def test_a_play_against_the_rules_is_listed_with_its_reason():
    table = open_table()
    table.compose("MAN")
    table.do(c.Doubt(t=table.now(), about="against the rules", detail="order disturbed"))
    (line,) = ruling_lines(table.history)
    assert (line.event.ruling, line.event.reason, line.event.seat) == ("against the rules", "order disturbed", None)
