"""What each hand brings each player, worked out once for a hand that no longer changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import add
from typing import NamedTuple, cast

from engine.drive.outcome import won_by
from engine.drive.rules import DriveRules
from engine.drive.state import Hand, Player
from engine.same import Same

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


def counts_of(rules: DriveRules, hand: Hand) -> Mapping[int, Count]:
    """Gives what a hand adds, by player's number; who is not in it has missed it. A voided hand adds nothing."""
    return _counted(Same(rules, hand))


def added(rules: DriveRules, hands: Sequence[Hand], players: Mapping[int, Player]) -> Mapping[int, Count]:
    """Gives what hands add up to for each of the players. Those before the last are added once for all."""
    if not hands:
        return dict.fromkeys(players, Count())
    before = _added(Same(rules, players, *hands[:-1])) if len(hands) > 1 else None
    last = hands[-1]
    if last.void is not None:
        return dict.fromkeys(players, Count()) if before is None else before
    counts = counts_of(rules, last)
    if before is None:
        return {number: counts.get(number, MISSED) for number in players}
    return {number: _sum(before[number], counts.get(number, MISSED)) for number in players}


def _sum(one: Count, other: Count) -> Count:
    return Count(*map(add, one, other))


@lru_cache(maxsize=4)
def _added(key: Same) -> Mapping[int, Count]:
    rules, players, *hands = key.parts
    return added(cast(DriveRules, rules), cast(list[Hand], hands), cast("Mapping[int, Player]", players))


@lru_cache(maxsize=KEPT)
def _counted(key: Same) -> Mapping[int, Count]:
    rules, hand = cast("tuple[DriveRules, Hand]", key.parts)
    found: dict[int, Count] = {}
    for table in hand.tables.values():
        winners = won_by(rules, table)
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
