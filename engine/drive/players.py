"""Who takes part: players come, come late, are away for a hand, go home and come back."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from engine.drive import commands as c
from engine.drive import events as e
from engine.drive.evolve import told
from engine.drive.known import player
from engine.drive.reasons import DriveReason
from engine.drive.rounds import reseated
from engine.drive.state import DriveState
from engine.errors import Refused
from engine.events import Event

MOST_PLAYERS = 1000
"""How many can take part at once; numbers may go higher when some have left."""

MOST_NUMBER = 99_999
MOST_NAME = 60
"""The longest name, in letters."""

SEATING = ("made", "announced")
"""The phases in which the seats of a hand are made and it has not begun."""


def join(state: DriveState, command: c.Join) -> tuple[Event, ...]:
    """Decides who comes in, all or none; each gets the number asked for, or the lowest that was never given."""
    if state.phase == "over":
        raise Refused(DriveReason.NOT_NOW, "the drive is over; nobody can join it")
    if not command.players:
        raise Refused(DriveReason.BAD_NAME, "name at least one player")
    taken = set(state.players)
    coming = []
    for number, name in command.players:
        if not (text := number.strip()):
            continue
        if not (text.isascii() and text.isdecimal() and 0 < int(text) <= MOST_NUMBER):
            raise Refused(DriveReason.NUMBER_TAKEN, f"{name.strip()}: {text!r} is no number from 1 to {MOST_NUMBER}")
        if int(text) in taken:
            held = state.players.get(int(text))
            whose = f"is {held.name}'s" if held else "is given twice"
            raise Refused(DriveReason.NUMBER_TAKEN, f"{name.strip()}: number {int(text)} {whose}; choose another")
        taken.add(int(text))
    fresh = 0
    for number, name in command.players:
        if not number.strip():
            fresh += 1
            while fresh in taken:
                fresh += 1
        coming.append((str(int(number) if number.strip() else fresh), proper_name(name)))
    here = sum(1 for held in state.players.values() if held.left is None)
    if here + len(coming) > MOST_PLAYERS:
        raise Refused(
            DriveReason.TOO_MANY, f"{here} players are here; with {len(coming)} more there are over {MOST_PLAYERS}"
        )
    _apart(state, coming)
    hand = _next(state, wait=command.wait)
    joined = e.Joined(t=command.t, players=tuple(coming), hand=hand, by=command.by)
    return (joined, *_followed(state, joined, command.by))


def rename(state: DriveState, command: c.Rename) -> tuple[Event, ...]:
    """Decides another name for a player."""
    held, name = player(state, command.number), proper_name(command.name)
    if held.name == name:
        raise Refused(DriveReason.NOTHING_CHANGED, f"{name} is the name already")
    _apart(state, [(str(held.number), name)])
    return (e.Renamed(t=command.t, number=held.number, name=name, by=command.by),)


def leave(state: DriveState, command: c.Leave) -> tuple[Event, ...]:
    """Decides that a player goes home. Where the next hand's seats are made already, they are mended."""
    held = player(state, command.number)
    if held.left is not None:
        raise Refused(DriveReason.PLAYER_GONE, f"{held.name} has left already")
    left = e.Left(t=command.t, number=held.number, hand=_next(state), by=command.by)
    return (left, *_followed(state, left, command.by))


def come_back(state: DriveState, command: c.Return) -> tuple[Event, ...]:
    """Decides that a player who had left plays again; what he missed he has missed."""
    held = player(state, command.number)
    if state.phase == "over":
        raise Refused(DriveReason.NOT_NOW, "the drive is over")
    if held.left is None:
        raise Refused(DriveReason.PLAYER_HERE, f"{held.name} has not left")
    if sum(1 for other in state.players.values() if other.left is None) >= MOST_PLAYERS:
        raise Refused(DriveReason.TOO_MANY, f"there are {MOST_PLAYERS} players already")
    hand = max(_next(state), held.left) if state.phase not in SEATING else _next(state)
    back = e.Returned(t=command.t, number=held.number, hand=hand, by=command.by)
    return (back, *_followed(state, back, command.by))


def set_absent(state: DriveState, command: c.SetAbsent) -> tuple[Event, ...]:
    """Decides that a player sits a hand out that has not begun, or is there for it after all."""
    held = player(state, command.number)
    hand = command.hand or _next(state)
    if state.phase == "over" or hand < _next(state):
        raise Refused(DriveReason.NOT_NOW, f"hand {hand} has begun; who misses it is excused from his card instead")
    if held.left is not None and hand >= held.left:
        raise Refused(DriveReason.PLAYER_GONE, f"{held.name} has left the drive")
    if (hand in held.absent) == command.absent:
        raise Refused(DriveReason.NOTHING_CHANGED, f"that is known already of {held.name} and hand {hand}")
    absent = e.AbsentSet(t=command.t, number=held.number, hand=hand, absent=command.absent, by=command.by)
    return (absent, *(_followed(state, absent, command.by) if hand == len(state.hands) else ()))


def name_stewards(state: DriveState, command: c.NameStewards) -> tuple[Event, ...]:
    """Decides the stewards; each looks after so many tables as the rules say, in the order named."""
    names = tuple(name.strip() for name in command.names)
    if any(len(name) > MOST_NAME for name in names):
        raise Refused(DriveReason.BAD_NAME, f"a steward's name has at most {MOST_NAME} letters")
    return (e.StewardsNamed(t=command.t, names=names, by=command.by),)


def proper_name(name: str) -> str:
    """Gives a name with single blanks, its accents as one sign with their letters (a Mac's lists have them apart, and a
    name written both ways would be two players). Refuses an empty one, one too long, and one that is no line of
    text."""
    text = " ".join(unicodedata.normalize("NFC", name).split())
    if text and not text.isprintable():
        raise Refused(DriveReason.BAD_NAME, f"a name has no hidden signs, as in joined emoji, but {text[:80]!r} has")
    if not text or len(text) > MOST_NAME:
        raise Refused(DriveReason.BAD_NAME, f"a name has 1 to {MOST_NAME} letters, not {text[:80]!r}")
    return text


def _apart(state: DriveState, coming: Sequence[tuple[str, str]]) -> None:
    """Refuses a name that another player has: nobody could tell their cards apart, nor who is called."""
    names = {held.name.casefold(): held.number for held in state.players.values()}
    for number, name in coming:
        if (other := names.setdefault(name.casefold(), int(number))) != int(number):
            raise Refused(DriveReason.NAME_TAKEN, f"number {other} is called {name} too; add what tells them apart")


def _next(state: DriveState, *, wait: bool = False) -> int:
    """Gives the number of the hand that has not begun: the one whose seats are made, or the next one."""
    made = len(state.hands)
    return made if state.phase in SEATING and not wait else made + 1


def _followed(state: DriveState, event: Event, by: str) -> tuple[Event, ...]:
    """Mends the seats of a hand that is made and has not begun."""
    return reseated(told(state, event), event.t, by) if state.phase in SEATING else ()
