"""What has happened at a table: the events that a journal keeps, as frozen values.

``t`` is the table's time in seconds (a recording's own time, or the station's clock). :func:`to_json` gives the line
that journals, exports and ``steward watch --json`` print.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from importlib import import_module
from typing import Any, ClassVar

from engine.errors import BadRecord
from engine.kinds import shown, wrong_field


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened; ``t`` is seconds of table time.

    Each kind names itself by its ``type``. Those of a game or of the drive are written ``game.kind``
    (``anagrams.drew``) and stand in the module that :data:`HOMES` or the game's own name gives.
    """

    type: ClassVar[str] = ""
    t: float

    def __init_subclass__(cls) -> None:
        if not cls.type:
            return
        other = EVENTS.setdefault(cls.type, cls)
        if (other.__module__, other.__qualname__) != (cls.__module__, cls.__qualname__):
            raise TypeError(f"two events are called {cls.type!r}: {other.__qualname__} and {cls.__qualname__}")
        EVENTS[cls.type] = cls  # a class with slots is made twice; the later one is the real one


EVENTS: dict[str, type[Event]] = {}

HOMES: Mapping[str, str] = {"drive": "engine.drive.events"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened(Event):
    """The table was set up: who sits where and which rules hold. ``rules`` is the preset (home, drive) and ``house``
    the house rules that differ from it; ``seats`` maps seat to name, clockwise; ``joined`` is ``mid-game`` when words
    already lie on the table and neither turn nor hands are known. In a drive ``drive`` tells the ``hand`` and the
    ``table``, by their numbers."""

    type: ClassVar[str] = "opened"
    game: str
    rules: str
    language: str
    pack: str
    seats: tuple[tuple[str, str], ...]
    house: Mapping[str, Any] = field(default_factory=dict)
    joined: str | None = None
    words: Mapping[str, Any] = field(default_factory=dict)
    drive: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sat(Event):
    """The player of ``seat`` has said that he sits there, before a drive's hand begins."""

    type: ClassVar[str] = "sits"
    seat: str
    by: str = "button"


@dataclass(frozen=True, slots=True, kw_only=True)
class BadgesLay(Event):
    """Players' badges lay before seats: ``badges`` maps the seat to the player's number in the drive."""

    type: ClassVar[str] = "badges"
    badges: Mapping[str, int]
    by: str = "camera"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt(Event):
    """A new deal has begun: ``seat`` deals; ``number`` counts from 1; ``exposed`` was turned up beside the stock."""

    type: ClassVar[str] = "deal"
    seat: str | None
    number: int
    exposed: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Adopted(Event):
    """The table was taken as it lies, at joining in mid-game or after a disagreement was settled."""

    type: ClassVar[str] = "adopted"
    words: tuple[str, ...]
    exposed: str | None = None
    turn: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """A play: ``act`` is compose, exchange, insert, substitute or takeback. ``by`` is ``camera`` or who entered it;
    ``confidence`` is how surely the least sure new card was read, ``confidences`` how surely each card of the word."""

    type: ClassVar[str] = "move"
    act: str
    seat: str | None
    before: str | None = None
    after: str | None = None
    exposed_before: str | None = None
    exposed_after: str | None = None
    took: str | None = None
    confidence: float = 1.0
    confidences: tuple[float, ...] = ()
    by: str = "camera"
    pictures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled(Event):
    """An answer to a challenge: ``seat`` challenged, ``player`` laid the word; ``fine`` is points on the player's card.

    ``ruling`` is upheld, refused, too late, own play, nothing to challenge or asked. ``master`` tells the letters that
    a Master in a good word may stand for. When a person overrules, ``why`` says so and ``overrules`` is the ruling
    that no longer holds.
    """

    type: ClassVar[str] = "ruling"
    seat: str | None
    word: str | None
    ruling: str
    verdict: str | None
    player: str | None = None
    meant: tuple[str, ...] = ()
    reason: str | None = None
    fine: int = 0
    words: Mapping[str, Any] = field(default_factory=dict)
    master: Mapping[str, Any] = field(default_factory=dict)
    by: str = "machine"
    why: str | None = None
    overrules: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLost(Event):
    """A player who owed a turn was passed over."""

    type: ClassVar[str] = "turn lost"
    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Out(Event):
    """A player has laid his last card."""

    type: ClassVar[str] = "out"
    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStarted(Event):
    """The hand's clock runs; ``seconds`` is how long from ``t``."""

    type: ClassVar[str] = "clock started"
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPaused(Event):
    """The clock stands at ``remaining`` seconds; ``why`` is ``asked``, ``restart`` or ``challenge``."""

    type: ClassVar[str] = "clock paused"
    remaining: float
    why: str = "asked"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockResumed(Event):
    """The clock runs on with ``remaining`` seconds from ``t``."""

    type: ClassVar[str] = "clock resumed"
    remaining: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockAdjusted(Event):
    """``seconds`` were added to (or, below zero, taken from) the time that remains."""

    type: ClassVar[str] = "clock adjusted"
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Warned(Event):
    """``remaining`` seconds (60 or 10) are left."""

    type: ClassVar[str] = "warning"
    remaining: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BellRang(Event):
    """The bell: the deal stops."""

    type: ClassVar[str] = "bell"


@dataclass(frozen=True, slots=True, kw_only=True)
class Restocked(Event):
    """The heap ran out and was lifted, shuffled and put down again."""

    type: ClassVar[str] = "restock"
    exposed: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut(Event):
    """Players cut, for the deal or for a tie; ``cards`` maps seat to face; ``seat`` won the cut (None: cut again)."""

    type: ClassVar[str] = "cut"
    seat: str | None
    cards: Mapping[str, str] = field(default_factory=dict)
    about: str = "deal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked(Event):
    """Remaining hands were totalled. ``scores``: running scores at home, this deal's card with fines in a drive."""

    type: ClassVar[str] = "hands"
    totals: Mapping[str, int]
    scores: Mapping[str, int]
    by: str = "camera"
    pictures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Initialled(Event):
    """The left-hand neighbour ``by`` agreed to ``seat``'s marked total."""

    type: ClassVar[str] = "initialled"
    seat: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalRefused(Event):
    """``by`` did not agree to ``seat``'s marked total: that hand is counted again."""

    type: ClassVar[str] = "total refused"
    seat: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopened(Event):
    """Marked totals were opened again by a steward, with a reason."""

    type: ClassVar[str] = "reopened"
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealWon(Event):
    """The deal is over and ``seats`` had the lowest total (several: they cut)."""

    type: ClassVar[str] = "deal won"
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Retired(Event):
    """A player reached the target and leaves the game."""

    type: ClassVar[str] = "retired"
    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Won(Event):
    """The game is over; several seats: they cut for it."""

    type: ClassVar[str] = "won"
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(Event):
    """A person set something right: ``field`` is ``score``, ``cards``, ``turn``, ``dealer``, ``word`` or ``exposed``.

    A word's ``value`` is ``{"before": ..., "after": ...}``; None stands for no word.
    """

    type: ClassVar[str] = "corrected"
    field: str
    seat: str | None
    value: Any
    old: Any = None
    by: str = "desk"
    why: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted(Event):
    """An act of a game whose acts are told; ``values`` are the act's fields and what the rules made of them."""

    type: ClassVar[str] = "act"
    game: str
    act: str
    seat: str | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    by: str = "desk"
    pictures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone(Event):
    """The events numbered ``seqs`` no longer count; they stay in the journal."""

    type: ClassVar[str] = "undone"
    seqs: tuple[int, ...]
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubted(Event):
    """The Steward is unsure and asks. ``about`` is a key the screens translate; ``reading`` is what was seen; ``seats``
    are those who are asked (none: anybody)."""

    type: ClassVar[str] = "doubt"
    about: str
    detail: str = ""
    reading: Mapping[str, Any] = field(default_factory=dict)
    seats: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(Event):
    """A person (or the table itself, by agreeing again) answered the open question."""

    type: ClassVar[str] = "answered"
    about: str
    answer: str
    by: str = "desk"


def to_json(event: Event) -> dict[str, Any]:
    """Gives an event as a JSON object; its ``type`` comes first, then ``t``, then its own fields."""
    line: dict[str, Any] = {"type": event.type, "t": round(event.t, 3)}
    for item in fields(event):
        if item.name == "t":
            continue
        value = getattr(event, item.name)
        if isinstance(value, Mapping):
            value = dict(value)
        line[item.name] = value
    return line


def from_json(data: Mapping[str, Any]) -> Event:
    """Reads an event back. Raises :class:`BadRecord` naming an unknown type, or a missing or unknown field."""
    kind = _kind(data.get("type"))
    if kind is None:
        raise BadRecord(f"no event is called {data.get('type')!r}; this journal may come from a newer Steward")
    known = {item.name for item in fields(kind)}
    values = {key: _frozen(value) for key, value in data.items() if key != "type"}
    if unknown := values.keys() - known:
        raise BadRecord(f"a {kind.type!r} event has no field {sorted(unknown)[0]!r}")
    try:
        event = kind(**values)
    except TypeError as error:
        raise BadRecord(f"a {kind.type!r} event is incomplete: {error}") from error
    if (name := wrong_field(event)) is not None:
        raise BadRecord(f"the {name} of a {kind.type!r} event cannot be {shown(getattr(event, name))}")
    return event


def _kind(name: Any) -> type[Event] | None:
    """Gives the event's class; the module of a game is loaded when the first of its events is met."""
    if not isinstance(name, str):
        return None
    home, dot, _ = name.partition(".")
    if dot and name not in EVENTS and home.isidentifier():
        module = HOMES.get(home, f"engine.games.{home}")
        try:
            import_module(module)
        except ModuleNotFoundError as error:
            if error.name is None or not module.startswith(error.name):
                raise
    return EVENTS.get(name)


def _frozen(value: Any) -> Any:
    """Turns JSON lists, at any depth, into the tuples that events hold."""
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    return value
