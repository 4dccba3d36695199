"""What follows from each ruling: every house rule, every outcome, in play, after going out and after the bell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from lexicon_table import Table, kinds, open_table

from engine import commands as c

WORDS = {"good": "HAT", "misspelt": "WIERD", "not allowed": "OSLO", "unclear": "QUOTH"}
"""A word of each verdict that the tests' judge gives; N lays it and S challenges."""


@dataclass(frozen=True)
class Row:
    """A row of the table: the rules, the verdict, when it is given, and what must follow.

    ``ends``: ``play`` (the deal goes on), ``out`` (N laid his last card) or ``bell``. ``points`` is what S gains,
    ``fine`` what N is fined, ``back`` whether the word comes back, ``owes`` who then owes a turn, ``phase`` the
    table's.
    """

    rules: str
    verdict: str
    ends: str
    ruling: str
    points: int = 0
    fine: int = 0
    back: bool = False
    owes: tuple[str, ...] = ()
    phase: str = "play"
    house: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        house = "".join(f", {name} {value}" for name, value in self.house)
        return f"{self.rules}{house}: {self.verdict} at {self.ends}"


HOME_FINE = (("fine", 20),)
FREE = (("challenge", "free"),)
DOUBLE = (("challenge", "double"),)
DEAR = (("challenge_points", 25),)
BY_STEWARD = (("fines_by", "steward"),)
THIS = (("lost_turn", "this"),)
NEXT = (("lost_turn", "next"),)

TABLE = [
    # the home game: ±10, the word comes back, its player forfeits the next turn
    Row("home", "good", "play", "refused", points=10),
    Row("home", "misspelt", "play", "upheld", points=-10, back=True, owes=("N",)),
    Row("home", "not allowed", "play", "upheld", points=-10, back=True, owes=("N",)),
    Row("home", "unclear", "play", "asked"),
    Row("home", "good", "out", "refused", points=10, phase="count"),
    Row("home", "misspelt", "out", "upheld", points=-10, back=True, owes=("N",)),
    Row("home", "not allowed", "out", "upheld", points=-10, back=True, owes=("N",)),
    Row("home", "unclear", "out", "asked", phase="count"),
    Row("home", "good", "bell", "refused", points=10, phase="count", house=(("minutes", 7),)),
    Row("home", "misspelt", "bell", "upheld", points=-10, back=True, phase="count", house=(("minutes", 7),)),
    Row("home", "not allowed", "bell", "upheld", points=-10, back=True, phase="count", house=(("minutes", 7),)),
    Row("home", "unclear", "bell", "asked", phase="count", house=(("minutes", 7),)),
    # the drive: a misspelling has no fine, what is wrong otherwise 50, this turn is lost, the challenger gets nothing
    Row("drive", "good", "play", "refused"),
    Row("drive", "misspelt", "play", "upheld", back=True),
    Row("drive", "not allowed", "play", "upheld", fine=50, back=True),
    Row("drive", "unclear", "play", "asked"),
    Row("drive", "good", "out", "refused", phase="count"),
    Row("drive", "misspelt", "out", "upheld", back=True),
    Row("drive", "not allowed", "out", "upheld", fine=50, back=True),
    Row("drive", "unclear", "out", "asked", phase="count"),
    Row("drive", "good", "bell", "refused", phase="count"),
    Row("drive", "misspelt", "bell", "upheld", back=True, phase="count"),
    Row("drive", "not allowed", "bell", "upheld", fine=50, back=True, phase="count"),
    Row("drive", "unclear", "bell", "asked", phase="count"),
    # a double challenge: who challenges a good word loses his next turn as well
    Row("home", "good", "play", "refused", points=10, owes=("S",), house=DOUBLE),
    Row("home", "misspelt", "play", "upheld", points=-10, back=True, owes=("N",), house=DOUBLE),
    Row("home", "not allowed", "play", "upheld", points=-10, back=True, owes=("N",), house=DOUBLE),
    Row("home", "good", "out", "refused", points=10, phase="count", house=DOUBLE),
    Row("drive", "good", "play", "refused", owes=("S",), house=DOUBLE),
    Row("drive", "good", "bell", "refused", phase="count", house=DOUBLE),
    # a free challenge: a wrong one costs nothing
    Row("home", "good", "play", "refused", house=FREE),
    Row("home", "misspelt", "play", "upheld", points=-10, back=True, owes=("N",), house=FREE),
    Row("home", "good", "out", "refused", phase="count", house=FREE),
    # points and fines as a club wants them
    Row("home", "good", "play", "refused", points=25, house=DEAR),
    Row("home", "misspelt", "play", "upheld", points=-25, back=True, owes=("N",), house=DEAR),
    Row("home", "not allowed", "play", "upheld", points=-10, fine=20, back=True, owes=("N",), house=HOME_FINE),
    Row("home", "misspelt", "play", "upheld", points=-10, back=True, owes=("N",), house=HOME_FINE),
    Row("drive", "not allowed", "out", "upheld", fine=20, back=True, house=HOME_FINE),
    Row("drive", "not allowed", "bell", "upheld", fine=0, back=True, phase="count", house=(("fine", 0),)),
    # every fine is the steward's
    Row("drive", "good", "play", "refused", house=BY_STEWARD),
    Row("drive", "misspelt", "play", "upheld", back=True, house=BY_STEWARD),
    Row("drive", "not allowed", "play", "asked", house=BY_STEWARD),
    Row("drive", "not allowed", "out", "asked", phase="count", house=BY_STEWARD),
    Row("drive", "not allowed", "bell", "asked", phase="count", house=BY_STEWARD),
    Row("home", "not allowed", "play", "upheld", points=-10, back=True, owes=("N",), house=BY_STEWARD),
    # which turn is lost
    Row("home", "misspelt", "play", "upheld", points=-10, back=True, house=THIS),
    Row("drive", "misspelt", "play", "upheld", back=True, owes=("N",), house=NEXT),
    Row("drive", "not allowed", "out", "upheld", fine=50, back=True, owes=("N",), house=NEXT),
]


def laid(row: Row) -> Table:
    """A table at which N has laid the row's word, and what ends the deal has come."""
    table = open_table(row.rules, **dict(row.house))
    word = WORDS[row.verdict]
    if row.ends == "out":
        table.cards(N=len(word))
    if row.ends == "bell":
        table.do(c.StartClock(t=table.now()))
    table.compose(word)
    if row.ends == "bell":
        table.do(c.Tick(t=table.t + 420))
        assert table.state.bell.phase == "rung"
    return table


@pytest.mark.parametrize("row", TABLE, ids=str)
def test_a_ruling_has_its_consequences(row: Row) -> None:
    table = laid(row)
    held = table.state.player("N").cards
    ruled = table.challenge("S")[0]
    state = table.state
    assert (ruled.ruling, ruled.verdict, ruled.fine) == (row.ruling, row.verdict, row.fine)
    assert (state.player("S").score, state.player("N").fines) == (row.points, row.fine)
    assert (state.owed is not None) == row.back
    assert tuple(player.seat for player in state.players if player.owes_turns) == row.owes
    assert state.phase == row.phase
    assert (state.question is not None) == (row.ruling == "asked")
    if row.back:
        table.take_back()
        assert (table.words(), table.state.player("N").cards) == ((), held + len(WORDS[row.verdict]))


@pytest.mark.parametrize("row", [row for row in TABLE if row.ruling == "asked"], ids=str)
@pytest.mark.parametrize("verdict", ["good", "misspelt", "not allowed"])
def test_what_a_person_decides_has_the_same_consequences(row: Row, verdict: str) -> None:
    table = laid(row)
    table.challenge("S")
    table.do(c.Rule(t=table.now(), verdict=verdict, by="steward"))
    fine = table.state.rules.fine if verdict == "not allowed" else 0
    points = table.state.rules.challenge_points * (1 if verdict == "good" else -1)
    assert (table.state.player("N").fines, table.state.player("S").score) == (fine, points)
    assert (table.state.owed is not None) == (verdict != "good")
    assert table.state.phase == ("play" if row.ends == "play" or (row.ends == "out" and verdict != "good") else "count")


@pytest.mark.parametrize("rules", ["home", "drive"])
def test_after_the_next_players_exchange_it_is_too_late_and_nothing_follows(rules: str) -> None:
    table = open_table(rules)
    table.compose("OSLO")
    table.exchange()
    ruled = table.challenge("S")[0]
    assert (ruled.ruling, ruled.word, ruled.fine) == ("too late", "OSLO", 0)
    assert (table.state.player("N").fines, table.state.player("S").score, table.state.owed) == (0, 0, None)


@pytest.mark.parametrize("rules", ["home", "drive"])
@pytest.mark.parametrize(
    ("act", "before", "after"),
    [("compose", None, "HAT"), ("insert", "OSLO", "OSLOS"), ("substitute", "OSLO", "ALSO")],
)
def test_after_the_next_players_word_a_challenge_lies_against_that_one(
    rules: str, act: str, before: str | None, after: str
) -> None:
    table = open_table(rules)
    table.compose("OSLO")
    table.play(act, before, after)
    ruled = table.challenge("S")[0]
    assert (ruled.ruling, ruled.word, ruled.player) == ("refused", after, "E")
    assert table.state.player("N").fines == 0


@pytest.mark.parametrize(("pause", "after"), [(False, "running"), (True, "paused")])
def test_a_challenge_gains_no_time_unless_a_house_rule_stops_the_clock(pause: bool, after: str) -> None:
    table = open_table("drive", pause_on_challenge=pause)
    table.do(c.StartClock(t=table.now()))
    table.compose("QUOTH")
    table.challenge("S")
    assert table.state.bell.phase == after


def test_the_bell_rings_while_a_word_is_being_ruled_on() -> None:
    table = open_table("drive")
    table.do(c.StartClock(t=table.now()))
    table.compose("QUOTH")
    table.challenge("S")
    assert "bell" in kinds(table.do(c.Tick(t=table.t + 420)))
    assert (table.state.phase, table.state.question is not None) == ("count", True)


def test_a_double_challenge_overruled_gives_the_challenger_his_turn_back() -> None:
    table = open_table("home", challenge="double")
    table.compose("HAT")
    table.challenge("S")
    table.do(c.Rule(t=table.now(), verdict="misspelt", why="not in our dictionary"))
    assert (table.state.player("S").owes_turns, table.state.player("N").owes_turns) == (0, 1)


def test_a_challenger_who_would_play_next_is_passed_over_at_once_in_a_double_challenge() -> None:
    table = open_table("home", challenge="double")
    table.compose("HAT")
    assert kinds(table.challenge("E")) == ["ruling", "turn lost"]
    assert table.state.turn == "S"
    table.do(c.Rule(t=table.now(), verdict="misspelt", why="not in our dictionary"))
    assert (table.state.turn, table.state.owed.before) == ("E", "HAT")
