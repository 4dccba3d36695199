"""What people, the camera and the clock may ask of a game. A command is decided into events, or refused.

``t`` is the table's time in seconds. ``by`` says who asked: ``camera``, ``button``, ``desk`` or a person's name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A request at time ``t``."""

    t: float
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class Open(Command):
    """Set up the table; see :class:`engine.events.Opened`."""

    game: str
    rules: str
    language: str
    pack: str
    seats: tuple[tuple[str, str], ...]
    house: Mapping[str, Any] = field(default_factory=dict)
    joined: str | None = None
    drive: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeeBadges(Command):
    """Players' badges lie before seats: ``badges`` maps the seat to the player's number in the drive."""

    badges: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(Command):
    """Begin a deal; ``seat`` deals (None: the next in turn); ``exposed`` is the turned-up card when known."""

    seat: str | None = None
    exposed: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Adopt(Command):
    """Take the table as it lies."""

    words: tuple[str, ...]
    exposed: str | None = None
    turn: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Command):
    """One act of play (compose, exchange, insert, substitute, takeback). ``seat`` None: the player whose turn it is."""

    act: str
    seat: str | None = None
    before: str | None = None
    after: str | None = None
    exposed_before: str | None = None
    exposed_after: str | None = None
    took: str | None = None
    confidence: float = 1.0
    confidences: tuple[float, ...] = ()
    pictures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge(Command):
    """``seat`` challenges the last play."""

    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Command):
    """A person decides: the answer to an unclear word, or an overruling of the last ruling (then ``why`` is needed)."""

    verdict: str
    why: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StartClock(Command):
    """Start the hand's clock; ``seconds`` None: the house rule's minutes."""

    seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseClock(Command):
    """Stop the clock where it stands; ``remaining`` overrides what remains (after a reboot)."""

    why: str = "asked"
    remaining: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeClock(Command):
    """Let the clock run on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustClock(Command):
    """Add (or, below zero, take away) seconds."""

    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick(Command):
    """Time has come to ``t``: warnings and the bell fall due."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark(Command):
    """Hands were totalled: ``totals`` maps seat to points; ``counts`` to the number of cards where known."""

    totals: Mapping[str, int]
    counts: Mapping[str, int] = field(default_factory=dict)
    pictures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Initial(Command):
    """``by_seat`` agrees to the total of the neighbour on his right."""

    by_seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseTotal(Command):
    """``by_seat`` does not agree to the total of the neighbour on his right."""

    by_seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopen(Command):
    """A steward opens marked totals again."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Restock(Command):
    """The heap was lifted, shuffled and put down again."""

    exposed: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CutCards(Command):
    """Players cut, for the ``deal`` or for a ``tie``."""

    cards: Mapping[str, str]
    about: str = "deal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct(Command):
    """Set something right by hand; see :class:`engine.events.Corrected`."""

    field: str
    value: Any
    seat: str | None = None
    why: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Command):
    """Take back what the last act of play did, with all that followed from it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt(Command):
    """The camera's side asks the table something; ``seats`` are those who are asked (none: anybody)."""

    about: str
    detail: str = ""
    reading: Mapping[str, Any] = field(default_factory=dict)
    seats: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(Command):
    """The open question is answered: ``yes`` or ``no``."""

    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Press(Command):
    """A seat's button (``seat`` None: the start button): ``press`` is ``short``, ``long`` or ``start``."""

    seat: str | None
    press: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Command):
    """An act of a game whose acts are told (see :mod:`engine.games.acts`): ``seat`` None is the player to play, or
    nobody; ``values`` are the act's fields as they were entered."""

    act: str
    seat: str | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    pictures: tuple[str, ...] = ()
