"""What an organiser wants to know at a glance: which tables are missing, who goes where, who is at the wrong table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from engine.drive.outcome import cutting
from engine.drive.rules import DriveRules
from engine.drive.state import DriveState, Hand, Table
from engine.same import Same


@dataclass(frozen=True, slots=True)
class Missing:
    """A table that is waited for. ``what`` is ``seated``, ``marks``, ``initials`` or ``cut``; ``players`` are those
    concerned."""

    table: int
    what: str
    players: tuple[int, ...] = ()

    def __str__(self) -> str:
        words = {
            "seated": "is not seated",
            "marks": "has no totals of",
            "initials": "has no initials for",
            "cut": "cuts",
        }
        numbers = ", ".join(map(str, self.players))
        return f"table {self.table} {words[self.what]}{' ' + numbers if self.what != 'seated' else ''}"


@dataclass(frozen=True, slots=True)
class Going:
    """Where a player goes: from a table and seat (None: he comes in) to another; ``deals`` there."""

    number: int
    table: int
    seat: str
    from_table: int | None = None
    from_seat: str | None = None
    deals: bool = False


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A player whose badge lies at ``table``, ``seat`` though he belongs to ``right_table`` and ``right_seat`` (None:
    he has no chair in this hand)."""

    number: int
    table: int
    seat: str
    right_table: int | None
    right_seat: str | None = None


def missing(state: DriveState) -> tuple[Missing, ...]:
    """Gives the tables that are waited for: to sit, or with cards or a cut; in the order of their numbers."""
    hand = state.hand
    if hand is None or hand.void is not None:
        return ()
    if state.phase == "announced":
        return tuple(Missing(table.number, "seated") for table in hand.tables.values() if not table.seated)
    if state.phase not in ("running", "scoring", "break"):
        return ()
    return tuple(item for table in hand.tables.values() for item in _missing_at(Same(state.rules, table)))


@lru_cache(maxsize=1024)
def _missing_at(key: Same) -> tuple[Missing, ...]:
    rules, table = cast("tuple[DriveRules, Table]", key.parts)
    found: list[Missing] = []
    if table.void is None:
        for what, stage in (("marks", "open"), ("initials", "marked")):
            players = tuple(n for n in table.players if n in table.cards and table.cards[n].stage == stage)
            if players:
                found.append(Missing(table.number, what, players))
    if cut := cutting(rules, table):
        found.append(Missing(table.number, "cut", cut))
    return tuple(found)


def going(state: DriveState) -> tuple[Going, ...]:
    """Gives who moves between the last hand and the one that is made; in the first one everybody comes in."""
    hand = state.hand
    if hand is None:
        return ()
    before = _places(state.hands[-2]) if len(state.hands) > 1 else {}
    moves = []
    for table in hand.tables.values():
        for seat, number in table.chairs:
            was = before.get(number)
            if number not in table.away and was != (table.number, seat):
                old_table, old_seat = was or (None, None)
                moves.append(Going(number, table.number, seat, old_table, old_seat, table.dealer == number))
    return tuple(moves)


def misplaced(state: DriveState) -> tuple[Misplaced, ...]:
    """Gives the players whose badges lie at a wrong table, or at a wrong chair of their own: whoever sits there would
    have another's words and points put down to him."""
    hand = state.hand
    if hand is None or state.phase not in ("announced", "running", "scoring"):
        return ()
    places = _places(hand)
    return tuple(
        Misplaced(number, table.number, seat, *places.get(number, (None, None)))
        for table in hand.tables.values()
        for seat, number in sorted(table.seen.items())
        if places.get(number) != (table.number, seat)
    )


def without_chair(state: DriveState) -> tuple[int, ...]:
    """Gives those who are here and wait for the next hand: late comers."""
    hand = state.hand
    seated = _places(hand) if hand else {}
    return tuple(number for number, held in state.players.items() if held.left is None and number not in seated)


def _places(hand: Hand) -> dict[int, tuple[int, str]]:
    return {number: (table.number, seat) for table in hand.tables.values() for seat, number in table.chairs}
