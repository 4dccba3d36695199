"""Tells the drive what a table's own game says."""

from __future__ import annotations

import logging

from engine.drive import commands as c
from engine.drive.desk import DriveDesk
from engine.drive.reports import TABLE
from engine.errors import Refused
from engine.state import TableState

log = logging.getLogger("steward.drive")


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
