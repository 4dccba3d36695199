"""What each hand brings each player, worked out once for a hand that no longer changes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.drive.outcome import won_by
from engine.drive.rules import DriveRules
from engine.drive.state import Hand

KEPT = 32
"""How many hands' counts are kept: more than a drive has, since the one in play changes with every card."""


class Count(NamedTuple):
    """What a hand adds to a player: points of the total and of fines; whether it counts, is missed, is won, and whether
    its card is still waited for (each 0 or 1)."""

    total: int = 0
    fines: int = 0
    hands: int = 0
    missed: int = 0
    won: int = 0
    waiting: int = 0


MISSED = Count(missed=1)


class _Same:
    """A hand as a key: the same only as itself, so that nothing of it need be compared."""

    __slots__ = ("hand", "rules")

    def __init__(self, rules: DriveRules, hand: Hand) -> None:
        self.rules = rules
        self.hand = hand

    def __hash__(self) -> int:
        return id(self.hand)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.hand is other.hand and self.rules == other.rules


def counts_of(rules: DriveRules, hand: Hand) -> Mapping[int, Count]:
    """Gives what a hand adds, by player's number; who is not in it has missed it. A voided hand adds nothing."""
    return _counted(_Same(rules, hand))


@lru_cache(maxsize=KEPT)
def _counted(key: _Same) -> Mapping[int, Count]:
    found: dict[int, Count] = {}
    for table in key.hand.tables.values():
        winners = won_by(key.rules, table)
        for number, line in table.cards.items():
            if table.void is not None:
                found[number] = Count()
            elif line.total is not None:
                won, waiting = int(number in winners), int(line.stage != "final")
                found[number] = Count(line.total, line.fine, 1, 0, won, waiting)
            elif line.stage == "excused":
                found[number] = Count(fines=line.fine, missed=1)
            else:
                found[number] = Count(fines=line.fine, waiting=1)
    return found
