"""Tells the drive what tables' own games say."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from engine.drive import commands as c
from engine.drive.desk import DriveDesk
from engine.drive.reports import TABLE
from engine.errors import Refused
from engine.state import TableState

log = logging.getLogger("steward.drive")

Stands = tuple[int, int, TableState]
"""A hand's number, a table's, and how that table stands in it."""


def report(desk: DriveDesk, hand: int, table: int, game: TableState) -> int:
    """Brings a table's cards in the drive up to how the table stands, in one append; gives how many events that made.

    It can be called as often as one likes with the same state. What the drive does not take (a card that a steward has
    closed meanwhile) is left as the drive has it.
    """
    try:
        return len(desk.act(c.ReportTable(t=desk.now(), by=TABLE, hand=hand, table=table, game=game)))
    except Refused as error:
        log.info("table %d, hand %d: %s", table, hand, error)
        return 0


def report_all(desk: DriveDesk, games: Sequence[Stands]) -> int:
    """Does the same for many tables at one stroke, as when all of them count after the bell."""
    if not games:
        return 0
    now = desk.now()
    asked = tuple(c.ReportTable(t=now, by=TABLE, hand=hand, table=table, game=game) for hand, table, game in games)
    return len(desk.act(c.Several(t=now, by=TABLE, commands=asked)))
