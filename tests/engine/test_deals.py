"""The deals of a journal: scores by deal, and the table step by step."""

from __future__ import annotations

from lexicon_table import open_table

from engine import commands as c
from engine import events as e
from engine.deals import deals, steps


def played(rules="home"):
    """A deal in which N's WIERD fell, S's NIGHT stood, and everybody was marked."""
    table = open_table(rules)
    table.compose("WIERD")
    table.challenge("E")
    table.take_back()
    table.compose("CABIN")
    table.cards(N=2, E=1, S=4, W=2)
    table.compose("HOST")
    table.mark(N=12, E=8, S=0, W=20)
    return table


def by_seat(deal):
    return {scored.seat: scored for scored in deal.scored}


def test_a_deal_tells_marks_challenges_and_running_scores():
    table = played()
    (deal,) = deals(table.history)
    scored = by_seat(deal)
    assert (scored["N"].total, scored["W"].total) == (12, 20)
    assert scored["E"].other == -10
    assert {seat: line.score for seat, line in scored.items()} == table.scores()
    assert deal.over


def test_scores_run_on_into_the_next_deal():
    table = played()
    table.do(c.Deal(t=table.now()))
    first, second = deals(table.history)
    assert (first.number, second.number) == (1, 2)
    assert by_seat(second)["N"].score == by_seat(first)["N"].score
    assert by_seat(second)["N"].total is None
    assert not second.over


def test_the_lines_of_every_deal_add_up():
    table = played()
    for deal in deals(table.history):
        for line in deal.scored:
            assert (line.total or 0) + line.other == line.score


def test_a_fine_stands_on_the_card_of_a_drive():
    table = open_table("drive")
    table.compose("OSLO")
    table.challenge("E")
    (deal,) = deals(table.history)
    assert by_seat(deal)["N"].fines == 50


def test_another_game_begins_its_own_sheet():
    table = played()
    table.do(c.Open(t=table.now(), game="lexicon", rules="home", language="en", pack="lexicon",
                    seats=(("N", "Eve"), ("S", "Flo"))))  # fmt: skip
    assert deals(table.history) == ()


def test_a_deal_is_gone_through_step_by_step():
    table = played()
    (deal,) = deals(table.history)
    found = steps(table.history, deal.seq)
    kinds = [step.item.event.type for step in found]
    assert kinds[:4] == ["deal", "move", "ruling", "move"]
    words = [tuple(word.text for word in step.state.words) for step in found]
    assert words[1] == ("WIERD",)
    assert words[3] == ()
    assert words[-1] == table.words()


def test_what_was_undone_is_no_step():
    table = open_table()
    table.compose("CABIN")
    table.do(c.Undo(t=table.now()))
    (deal,) = deals(table.history)
    assert [step.item.event.type for step in steps(table.history, deal.seq)] == ["deal"]


def test_there_is_no_deal_where_none_was_dealt():
    table = played()
    assert steps(table.history, 1) == ()
    assert steps(table.history, 10_000) == ()


def test_the_clock_by_itself_is_no_step():
    table = open_table("drive")
    table.do(c.StartClock(t=table.now()))
    (deal,) = deals(table.history)
    assert all(not isinstance(step.item.event, e.ClockStarted) for step in steps(table.history, deal.seq))
