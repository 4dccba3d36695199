"""Standings and prizes, always worked out from the cards: a correction of any hand shows at once.

Rule book: at the end of the drive the winners are the players with the lowest total. A player's total is the sum of his
cards with their fines. Who missed hands stands behind those who played more of them (or, by the rule ``missed``, all
are compared by the average of a hand); a table's voided hand is not a hand missed, so that among players who missed
equally many the points a hand decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm
from operator import itemgetter
from random import Random

from engine.drive import commands as c
from engine.drive import events as e
from engine.drive.known import in_phase
from engine.drive.reasons import DriveReason
from engine.drive.state import Card, DriveState, Hand, Player
from engine.drive.tally import MISSED, Count, counts_of
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
    tally = {number: _Tally(held) for number, held in state.players.items()}
    for hand in state.hands if state.phase in _BEGUN else state.hands[:-1]:
        if hand.void is None:
            counts = counts_of(state.rules, hand)
            for number, row in tally.items():
                row.add(counts.get(number, MISSED))
    order = {number: place for place, number in enumerate(state.cut_order)}
    scale = lcm(*(row.hands for row in tally.values() if row.hands))
    last, cut = len(order), state.rules.ties == "cut"
    keyed = sorted(
        ((row.key(state, scale), order.get(number, last), number, row) for number, row in tally.items()),
        key=itemgetter(0, 1, 2),
    )
    rows = [row for _, _, _, row in keyed]
    keys = [(key, place if cut and place < last else None) for key, place, _, _ in keyed]
    found: list[Standing] = []
    for place, (row, key) in enumerate(zip(rows, keys, strict=True), start=1):
        same = bool(found) and key == keys[place - 2]
        shared = same or (place < len(keys) and keys[place] == key)
        found.append(row.standing(found[-1].place if same else place, shared))
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


@dataclass(slots=True)
class _Tally:
    """What is added up for one player."""

    player: Player
    total: int = 0
    fines: int = 0
    hands: int = 0
    missed: int = 0
    won: int = 0
    waiting: int = 0

    def add(self, count: Count) -> None:
        """Adds a hand."""
        self.total += count[0]
        self.fines += count[1]
        self.hands += count[2]
        self.missed += count[3]
        self.won += count[4]
        self.waiting += count[5]

    def key(self, state: DriveState, scale: int) -> tuple[bool, int, int, int]:
        """Gives what is compared. ``scale`` is divided by every number of hands without rest, and so keeps the average
        of a hand a whole number."""
        average = (self.total + self.fines) * (scale // self.hands) if self.hands else 0
        behind = self.missed if state.rules.missed == "behind" else 0
        return (self.hands == 0, behind, average, -self.won if state.rules.ties == "hands won" else 0)

    def standing(self, place: int, shared: bool) -> Standing:
        return Standing(
            place, self.player.number, self.player.name, self.total + self.fines, self.total, self.fines,
            self.hands, self.missed, self.won, self.waiting, self.player.left is None, shared,
        )  # fmt: skip


def _shuffled(draw: Random, group: Sequence[int]) -> list[int]:
    order = sorted(group)
    draw.shuffle(order)
    return order
