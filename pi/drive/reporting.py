"""Tells the drive what a table's own game says, until nothing is left to tell."""

from __future__ import annotations

import logging

from engine.drive.desk import DriveDesk
from engine.drive.reports import reported
from engine.errors import Refused
from engine.state import TableState

log = logging.getLogger("steward.drive")

ROUNDS = 4
"""A total is marked first, then initialled, then a tie is cut; a round more does no harm."""


def report(desk: DriveDesk, hand: int, table: int, game: TableState) -> int:
    """Brings a table's cards in the drive up to how the table stands; gives how many events that made.

    It can be called as often as one likes with the same state. What the drive refuses (a card that a steward has
    closed meanwhile) is left as the drive has it.
    """
    made = 0
    for _ in range(ROUNDS):
        state = desk.state()
        if not 0 < hand <= len(state.hands) or (held := state.hands[hand - 1].tables.get(table)) is None:
            return made
        fresh = 0
        for command in reported(state, state.hands[hand - 1], held, game, desk.now()):
            try:
                fresh += len(desk.act(command))
            except Refused as error:
                log.info("table %d, hand %d: %s", table, hand, error)
        if not fresh:
            return made
        made += fresh
    return made
