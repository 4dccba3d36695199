"""What a drive has a table do: its players sit down, a hand begins, the clock runs, stands, and rings with the hall's.

Like what tables report to the drive, it is found by comparing how both stand. So it does no harm when the drive's
journal comes late, twice, or after a table was started anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.commands import AdjustClock, Answer, Command, Deal, Open, PauseClock, ResumeClock, StartClock
from engine.drive.reports import opening
from engine.drive.state import DriveState, Table
from engine.events import ClockPaused, Opened
from engine.games.protocol import Recorded
from engine.replay import standing
from engine.state import TableState

BY = "drive"

CLOSE_ENOUGH = 0.02
"""Seconds by which a table's bell may be off before it is set right."""

PLACED = ("announced", "running", "scoring")
OWN_PAUSES = ("challenge",)
"""Why a table's clock may stand though the hall's runs."""


def place_of(recorded: Sequence[Recorded]) -> tuple[int, int] | None:
    """Finds the hand and the table of a drive that a table was set up for last; None when it plays in no drive."""
    for record in reversed(recorded):
        if isinstance(record.event, Opened):
            hand, table = record.event.drive.get("hand"), record.event.drive.get("table")
            return (hand, table) if isinstance(hand, int) and isinstance(table, int) else None
    return None


def called(
    drive: DriveState,
    number: int,
    table: TableState,
    recorded: Sequence[Recorded],
    local: Callable[[float], float],
    now: float,
) -> Command | None:
    """Gives the next thing that a table has to do for the drive to be followed; None when there is nothing.

    :param number: the table's number, and ``recorded`` what it has recorded.
    :param local: gives the table's time at a time of the drive's (s); ``now`` is the table's time.
    """
    hand = drive.hand
    held = hand.tables.get(number) if hand is not None and drive.phase in PLACED else None
    if hand is None or held is None or len(held.players) < 2:
        return None
    wanted = replace(opening(drive, held, now), by=BY, drive={"hand": hand.number, "table": number})
    if not _is_set_up(table, recorded, wanted):
        # Whoever changed chairs after the deal plays on: the drive knows who he is.
        begun = place_of(recorded) == (hand.number, number) and table.phase != "ready"
        return None if begun else wanted
    if drive.phase == "announced":
        return _called_back(drive, table, now)
    if table.phase == "ready" and table.deal == 0 and _wants_a_bell(drive, held):
        return Deal(t=now, by=BY, seat=_dealer(held, table))
    if table.phase == "play" and hand.void is None and held.void is None:
        return _clock(drive, held, table, recorded, local, now)
    return None


def _is_set_up(table: TableState, recorded: Sequence[Recorded], wanted: Open) -> bool:
    seats = tuple((player.seat, player.name) for player in table.players)
    place = (wanted.drive["hand"], wanted.drive["table"])
    return table.phase != "closed" and place_of(recorded) == place and dict(seats) == dict(wanted.seats)


def _dealer(held: Table, table: TableState) -> str:
    """Gives who deals: whom the drive names, whom the table's cut found, or else the first."""
    named = held.seat_of(held.dealer) if held.dealer is not None and held.dealer not in held.away else None
    return named or table.next_dealer or table.players[0].seat


def _wants_a_bell(drive: DriveState, held: Table) -> bool:
    """Whether the bell of this table is still to come."""
    return drive.phase == "running" or (drive.phase == "scoring" and held.extra > 0 and not held.rung)


def _called_back(drive: DriveState, table: TableState, now: float) -> Command | None:
    whole = drive.rules.minutes * 60
    if table.phase != "play" or table.bell.phase == "waiting":
        return None
    if table.bell.phase == "running" or (table.bell.phase == "paused" and table.bell.left < whole):
        return PauseClock(t=now, by=BY, remaining=whole)
    return None


def _clock(
    drive: DriveState,
    held: Table,
    table: TableState,
    recorded: Sequence[Recorded],
    local: Callable[[float], float],
    now: float,
) -> Command | None:
    bell = table.bell
    if bell.phase == "rung" or table.rules.minutes == 0:
        return None
    if drive.hall.phase == "paused":
        left = drive.hall.left + held.extra
        if bell.phase == "running" or (bell.phase == "paused" and abs(bell.left - left) > CLOSE_ENOUGH):
            return PauseClock(t=now, by=BY, remaining=round(left, 3))
        return None
    if drive.hall.phase not in ("running", "rung"):
        return None
    until = local(drive.hall.ends_at + held.extra)
    if bell.phase == "waiting":
        return StartClock(t=now, by=BY, seconds=max(0.001, until - now))
    if bell.phase == "running":
        off = until - bell.ends_at
        return AdjustClock(t=now, by=BY, seconds=round(off, 3)) if abs(off) > CLOSE_ENOUGH else None
    if table.question is not None and table.question.about == "restart":
        return Answer(t=now, by=BY, answer="yes")
    if _paused_for(recorded) in OWN_PAUSES and until > now:
        return None
    return ResumeClock(t=now, by=BY)


def _paused_for(recorded: Sequence[Recorded]) -> str:
    return next((r.event.why for r in reversed(standing(recorded)) if isinstance(r.event, ClockPaused)), "")
