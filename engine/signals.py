"""The printed cards that speak for a player: which were newly laid on the table, and what they ask of the game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot

from engine.commands import Answer, Challenge, Command, Initial, PauseClock, RefuseTotal, ResumeClock
from engine.state import TableState
from engine.table import Point, SeenMarker, TableReading

BY = "card"
"""Who the commands come from."""
NUDGED_MM = 120.0
"""A card that lies within this of where one of its kind lay a moment ago was pushed aside, and says nothing new."""
UNTOUCHED_MM, UNTOUCHED_DEG = 8.0, 4.0
"""A card that is seen again within this of where it lay was only out of sight meanwhile."""
REMEMBERED = 24
"""So many cards out of sight keep their places."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A card with a marker: what it says, for which seat, where it lies (mm, degrees), and whether it was to be seen in
    the last clear picture."""

    number: int
    says: str
    seat: str | None
    at: Point
    angle: float
    lies: bool = True


Signs = tuple[Sign, ...]


def signalled(
    signs: Signs | None, state: TableState, reading: TableReading, t: float
) -> tuple[Signs | None, tuple[Command, ...]]:
    """Gives the cards that lie there now, and what those ask for that were laid or taken away, seen at ``t`` (s).

    ``signs`` is what this gave for the reading before (None: there was none yet). What lies there in the first reading
    was laid before anybody looked, and asks for nothing. A hand over the table changes nothing.
    """
    if reading.covered:
        return signs, ()
    now = tuple(_sign(marker) for marker in reading.markers)
    if signs is None:
        return now, ()
    new = [sign for sign in now if not any(_same(sign, old) for old in signs)]
    hidden = [replace(old, lies=False) for old in signs if not any(_same(sign, old) for sign in now)]
    asked = [_asks(sign, state, t) for sign in new if sign.says != "pause"] + [_paused(signs, now, state, t)]
    return (*now, *hidden[:REMEMBERED]), tuple(command for command in asked if command is not None)


def _sign(marker: SeenMarker) -> Sign:
    seat = marker.seat if marker.seat is not None or marker.zone == "centre" else marker.zone
    return Sign(marker.number, marker.says, seat, marker.centre_mm, marker.angle_deg)


def _same(sign: Sign, old: Sign) -> bool:
    """Tells whether a card is one that lay there before, and was at most pushed aside."""
    if sign.number != old.number:
        return False
    away = hypot(sign.at[0] - old.at[0], sign.at[1] - old.at[1])
    turn = abs((sign.angle - old.angle + 180.0) % 360.0 - 180.0)
    return away <= NUDGED_MM if old.lies else away <= UNTOUCHED_MM and turn <= UNTOUCHED_DEG


def _asks(sign: Sign, state: TableState, t: float) -> Command | None:
    """Gives what a newly laid card asks for: YES and NO answer a question, and when none is open they initial or refuse
    the total of the neighbour; a challenge card without a seat speaks for him before whom it lies."""
    seats = {player.seat for player in state.players}
    if sign.says in ("yes", "no") and state.question is not None:
        return Answer(t=t, by=BY, answer=sign.says)
    if sign.seat not in seats or sign.seat is None:
        return None
    if sign.says == "challenge":
        return Challenge(t=t, by=BY, seat=sign.seat)
    if state.phase != "count":
        return None
    return Initial(t=t, by=BY, by_seat=sign.seat) if sign.says == "yes" else RefuseTotal(t=t, by=BY, by_seat=sign.seat)


def _paused(before: Signs, now: Signs, state: TableState, t: float) -> Command | None:
    """The clock stands while a pause card lies there."""
    lay, lies = (any(sign.says == "pause" and sign.lies for sign in signs) for signs in (before, now))
    if lies and not lay and state.bell.phase == "running":
        return PauseClock(t=t, by=BY)
    return ResumeClock(t=t, by=BY) if lay and not lies and state.bell.phase == "paused" else None
