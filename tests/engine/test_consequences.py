"""What follows from each ruling: every house rule, every outcome, in play, after going out and after the bell."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
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


def rows() -> list[Row]:
    """Reads the table of ``tests/data/consequences.txt``."""
    lines = (Path(__file__).parent.parent / "data" / "consequences.txt").read_text(encoding="ascii").splitlines()
    found = []
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        rules, house, ends, verdict, ruling, points, fine, word, owes, phase = (
            cell.strip() for cell in line.split("|")
        )
        settings = tuple(tuple(one.split("=")) for one in house.split(",") if "=" in one)
        found.append(
            Row(
                rules, verdict, ends, ruling, int(points), int(fine), word == "back", () if owes == "-" else (owes,),
                phase, tuple((name, int(value) if value.isdecimal() else value) for name, value in settings),
            )
        )  # fmt: skip
    return found


TABLE = rows()
HOUSES = sorted({(row.rules, row.house) for row in TABLE}, key=str)


def test_the_table_has_every_outcome_and_end_under_every_house_rule() -> None:
    told = [(row.rules, row.house, row.ends, row.verdict) for row in TABLE]
    wanted = {(*house, ends, verdict) for house in HOUSES for ends in ("play", "out", "bell") for verdict in WORDS}
    assert (set(told), len(told)) == (wanted, len(wanted))
    named = {name for _, house in HOUSES for name, _ in house}
    assert {"challenge", "challenge_points", "fine", "fines_by", "lost_turn"} == named


def laid(row: Row) -> Table:
    """A table at which N has laid the row's word, and what ends the deal has come."""
    # a home game has no bell, unless the house asks for one
    table = open_table(row.rules, **dict(row.house), **({"minutes": 7} if row.ends == "bell" else {}))
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
    if verdict == "good" and table.state.rules.challenge == "free":
        points = 0
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


def ended(rules: str, ends: str, sure: float = 1.0) -> Table:
    """A table at which N has laid OSLO, and what ends the deal has come."""
    table = open_table(rules, **({"minutes": 7} if ends == "bell" else {}))
    if ends == "out":
        table.cards(N=4)
    if ends == "bell":
        table.do(c.StartClock(t=table.now()))
    table.play("compose", None, "OSLO", confidence=sure)
    if ends == "bell":
        table.do(c.Tick(t=table.t + 420))
    return table


def no_longer_open(table: Table) -> None:
    """The next player plays, or after the deal's end the first total stands."""
    if table.state.phase == "play":
        table.exchange()
        return
    table.mark(E=40)
    if table.state.rules.initials:
        table.do(c.Initial(t=table.now(), by_seat="S"))


@pytest.mark.parametrize("rules", ["home", "drive"])
@pytest.mark.parametrize("ends", ["play", "out", "bell"])
@pytest.mark.parametrize(
    ("answer", "seat", "word"),
    [("own play", "N", "OSLO"), ("too late", "S", "OSLO"), ("nothing to challenge", "W", None), ("asked", "S", "OSLO")],
)
def test_an_answer_that_is_no_verdict_costs_nobody_anything(
    rules: str, ends: str, answer: str, seat: str, word: str | None
) -> None:
    table = ended(rules, ends, sure=0.5 if answer == "asked" else 1.0)
    if answer == "too late":
        no_longer_open(table)
    if answer == "nothing to challenge":  # it was ruled on already
        table.challenge("S")
        table.do(c.Rule(t=table.now(), verdict="good", why="a club's word"))
    before = [(player.score, player.fines, player.owes_turns) for player in table.state.players]
    ruled = table.challenge(seat)[0]
    assert (ruled.ruling, ruled.word, ruled.fine) == (answer, word, 0)
    assert [(player.score, player.fines, player.owes_turns) for player in table.state.players] == before
    assert table.state.owed is None
    assert (table.state.question is not None) == (answer == "asked")
