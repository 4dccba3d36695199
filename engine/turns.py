"""Whose turns come next, and in which order several plays can have been made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from engine.commands import Play
from engine.state import TableState

MOST_PLAYS = 4
"""More plays than this between two readings are not told apart: the table is asked."""


def seats_to_come(state: TableState) -> Iterator[str]:
    """Iterates the seats that play from now on; turns that are owed are passed over."""
    active = [player.seat for player in state.players if not player.retired]
    if state.turn not in active:
        return
    owed = {player.seat: player.owes_turns for player in state.players}
    place = active.index(state.turn)
    while True:
        seat = active[place % len(active)]
        place += 1
        if owed[seat] > 0:
            owed[seat] -= 1
            continue
        yield seat


def first_of(state: TableState, plays: Sequence[Play], faces: Mapping[str, str]) -> Play | None:
    """Gives the play that came first, when the order of turns allows only one: a new word faces who laid it, and
    nobody lays more cards than he holds."""
    if len(plays) < 2:
        return None
    firsts = [order[0] for order in _orders(state, plays, faces)]
    return firsts[0] if firsts and all(play is firsts[0] for play in firsts) else None


def possible(state: TableState, plays: Sequence[Play], faces: Mapping[str, str]) -> bool:
    """Tells whether the players whose turns come now can have made these plays, in some order."""
    return any(True for _ in _orders(state, plays, faces))


def _orders(state: TableState, plays: Sequence[Play], faces: Mapping[str, str]) -> Iterator[tuple[Play, ...]]:
    if state.turn is None or not 0 < len(plays) <= MOST_PLAYS:
        return
    to_come = seats_to_come(state)
    seats = [next(to_come) for _ in plays]
    held = {player.seat: player.cards for player in state.players}
    for order in permutations(plays):
        if all(_can(play, seat, faces, held[seat]) for play, seat in zip(order, seats, strict=True)):
            yield order


def _can(play: Play, seat: str, faces: Mapping[str, str], cards: int | None) -> bool:
    if play.act == "compose" and faces.get(play.after or "", seat) != seat:
        return False
    return cards is None or len(play.after or "") - len(play.before or "") <= cards
