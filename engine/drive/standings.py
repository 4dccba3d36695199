"""Standings and prizes, always worked out from the cards: a correction of any hand shows at once.

Rule book: at the end of the drive the winners are the players with the lowest total. A player's total is the sum of his
cards with their fines. Who missed hands stands behind those who played more of them (or, by the rule ``missed``, all
are compared by the average of a hand); a table's voided hand is not a hand missed, so that among players who missed
equally many the points a hand decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import lcm
from random import Random

from engine.drive import commands as c
from engine.drive import events as e
from engine.drive.known import in_phase
from engine.drive.reasons import DriveReason
from engine.drive.rules import DriveRules
from engine.drive.state import Card, DriveState, Hand
from engine.drive.tally import Count, added
from engine.errors import Refused
from engine.events import Event


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in the drive. ``place`` counts from 1, equal players share it; ``points`` is ``total`` and
    ``fines`` together; ``hands`` counted, ``missed`` not played, ``won`` won; ``waiting``: cards not final."""

    place: int
    number: int
    name: str
    points: int
    total: int
    fines: int
    hands: int
    missed: int
    won: int
    waiting: int = 0
    here: bool = True
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize and who gets it (several: they share it). ``kind`` is ``lowest`` (with its ``place``), ``most won`` or
    ``booby`` (the highest)."""

    kind: str
    place: int
    numbers: tuple[int, ...]


def counted(state: DriveState, hand: Hand, number: int) -> Card | None:
    """Gives a player's card of a hand where it counts: it has a total or a fine, and neither hand nor table is void."""
    table = hand.table_of(number) if hand.void is None else None
    line = table.cards.get(number) if table is not None and table.void is None else None
    return line if line is not None and (line.total is not None or line.fine) else None


def standings(state: DriveState) -> tuple[Standing, ...]:
    """Gives everybody in the order of the places."""
    begun = state.hands if state.phase in _BEGUN else state.hands[:-1]
    counts = added(state.rules, begun, state.players)
    order = {number: place for place, number in enumerate(state.cut_order)}
    scale = lcm(*{count.hands for count in counts.values() if count.hands})
    last, cut = len(order), state.rules.ties == "cut"
    keyed = sorted(
        (_key(state.rules, count, scale), order.get(number, last), number) for number, count in counts.items()
    )
    keys = [(key, place if cut and place < last else None) for key, place, _ in keyed]
    found: list[Standing] = []
    for place, ((_, _, number), key) in enumerate(zip(keyed, keys, strict=True), start=1):
        same = bool(found) and key == keys[place - 2]
        shared = same or (place < len(keys) and keys[place] == key)
        count, held = counts[number], state.players[number]
        found.append(_standing(
            found[-1].place if same else place, number, held.name, count.total + count.fines, count.total, count.fines,
            count.hands, count.missed, count.won, count.waiting, held.left is None, shared,
        ))  # fmt: skip
    return tuple(found)


def ties(state: DriveState) -> tuple[tuple[int, ...], ...]:
    """Gives the groups of players who share a place, best first."""
    groups: dict[int, list[int]] = {}
    for row in standings(state):
        if row.shared and row.hands:
            groups.setdefault(row.place, []).append(row.number)
    return tuple(tuple(group) for group in groups.values())


def prizes(state: DriveState, table: Sequence[Standing] | None = None) -> tuple[Prize, ...]:
    """Gives who gets the prizes as the standings are (``table``, where they are worked out already); only who is here
    and played can win one."""
    rows = [row for row in (standings(state) if table is None else table) if row.hands and row.here]
    found: list[Prize] = []
    for place in dict.fromkeys(row.place for row in rows):
        if sum(len(prize.numbers) for prize in found) >= state.rules.prizes:
            break
        found.append(Prize("lowest", place, tuple(row.number for row in rows if row.place == place)))
    if state.rules.prize_most_won and (most := max((row.won for row in rows), default=0)):
        found.append(Prize("most won", 1, tuple(row.number for row in rows if row.won == most)))
    if state.rules.prize_booby and len(rows) > 1:
        highest = max(row.points for row in rows)
        found.append(Prize("booby", 1, tuple(row.number for row in rows if row.points == highest)))
    return tuple(found)


def cut_places(state: DriveState, command: c.CutPlaces) -> tuple[Event, ...]:
    """Decides a cut among players with equal points: as they cut, or every tie drawn by the drive's seed."""
    in_phase(state, "scoring", "break", "over", what="places are cut for when a hand is in")
    if state.rules.ties != "cut":
        raise Refused(DriveReason.NOTHING_TO_CUT, f"the rule for ties over all is {state.rules.ties!r}, not a cut")
    groups = ties(state)
    if not groups:
        raise Refused(DriveReason.NOTHING_TO_CUT, "no players are equal")
    if command.numbers:
        wanted = frozenset(command.numbers)
        if len(wanted) != len(command.numbers) or not any(wanted == frozenset(group) for group in groups):
            told = "; ".join(", ".join(map(str, group)) for group in groups[:6])
            raise Refused(DriveReason.NOTHING_TO_CUT, f"name all who are equal, each once, the best first: {told}")
        return (e.PlacesCut(t=command.t, numbers=command.numbers, by=command.by),)
    seed = f"{state.seed}/places"
    draw = Random(seed)
    drawn = tuple(number for group in groups for number in _shuffled(draw, group))
    return (e.PlacesCut(t=command.t, numbers=drawn, seed=seed, by=command.by),)


_BEGUN = ("running", "scoring", "break", "over", "gathering")


_standing = lru_cache(maxsize=2048)(Standing)
"""Most rows are as they were before: they are not made anew."""


def _key(rules: DriveRules, count: Count, scale: int) -> tuple[bool, int, int, int]:
    """Gives what is compared. ``scale`` is divided by every number of hands without rest, and so keeps the average of a
    hand a whole number."""
    average = (count.total + count.fines) * (scale // count.hands) if count.hands else 0
    behind = count.missed if rules.missed == "behind" else 0
    return (count.hands == 0, behind, average, -count.won if rules.ties == "hands won" else 0)


def _shuffled(draw: Random, group: Sequence[int]) -> list[int]:
    order = sorted(group)
    draw.shuffle(order)
    return order
