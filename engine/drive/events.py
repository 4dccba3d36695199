"""What has happened in a drive: the events its journal keeps. Players and tables go by their numbers.

``tables`` maps a table's number to its chairs, seat to player's number; ``by`` says who did it. A ``hand`` counts
from 1. See :class:`engine.events.Event`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from engine.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Created(Event):
    """The drive was set up; ``seed`` is what every draw of it comes from."""

    type: ClassVar[str] = "drive.created"
    name: str
    rules: Mapping[str, Any]
    seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesSet(Event):
    """The rules were changed, for what is still to come."""

    type: ClassVar[str] = "drive.rules set"
    rules: Mapping[str, Any]
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined(Event):
    """Players (number, name) came in and play from ``hand`` on."""

    type: ClassVar[str] = "drive.joined"
    players: tuple[tuple[str, str], ...]
    hand: int
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed(Event):
    """A player's name was set right."""

    type: ClassVar[str] = "drive.renamed"
    number: int
    name: str
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class Left(Event):
    """A player goes home: ``hand`` is the first he does not play."""

    type: ClassVar[str] = "drive.left"
    number: int
    hand: int
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned(Event):
    """A player who had left is back and plays from ``hand`` on."""

    type: ClassVar[str] = "drive.returned"
    number: int
    hand: int
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsentSet(Event):
    """A player is away for one hand, or (``absent`` false) is there after all."""

    type: ClassVar[str] = "drive.absent"
    number: int
    hand: int
    absent: bool = True
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class StewardsNamed(Event):
    """The stewards, in the order of the tables they look after; an empty name is a place without one."""

    type: ClassVar[str] = "drive.stewards"
    names: tuple[str, ...]
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandMade(Event):
    """The seats of a hand were made: drawn (``seed``), given, or by the movement after the last one. ``away`` have a
    chair and sit this hand out; ``dealers`` maps a table to who deals (none: they cut)."""

    type: ClassVar[str] = "drive.hand made"
    hand: int
    tables: Mapping[str, Any]
    away: tuple[int, ...] = ()
    dealers: Mapping[str, int] = field(default_factory=dict)
    seed: str | None = None
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rearranged(Event):
    """The seats of the hand were changed: by hand, or because somebody came, left or is away."""

    type: ClassVar[str] = "drive.rearranged"
    hand: int
    tables: Mapping[str, Any]
    away: tuple[int, ...] = ()
    dealers: Mapping[str, int] = field(default_factory=dict)
    why: str = ""
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandUnmade(Event):
    """The hand that was made was taken back before it began."""

    type: ClassVar[str] = "drive.hand unmade"
    hand: int
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandAnnounced(Event):
    """Everybody is told where to sit."""

    type: ClassVar[str] = "drive.announced"
    hand: int
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSeated(Event):
    """A table reported that its players sit; ``by`` is button, badge or desk."""

    type: ClassVar[str] = "drive.seated"
    hand: int
    table: int
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class BadgeSeen(Event):
    """A player's badge was seen at a seat; ``number`` 0: it lies there no more."""

    type: ClassVar[str] = "drive.badge"
    hand: int
    table: int
    seat: str
    number: int
    by: str = "camera"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandStarted(Event):
    """The hand's clock runs, in the whole hall, for ``seconds`` from ``t``."""

    type: ClassVar[str] = "drive.started"
    hand: int
    seconds: float
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledBack(Event):
    """The start was a mistake: the hand stands as announced again."""

    type: ClassVar[str] = "drive.called back"
    hand: int
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class HallPaused(Event):
    """The hall's clock stands at ``remaining`` seconds; ``why`` is ``asked``, ``restart`` or ``challenge``."""

    type: ClassVar[str] = "drive.paused"
    remaining: float
    why: str = "asked"
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class HallResumed(Event):
    """The hall's clock runs on with ``remaining`` seconds from ``t``."""

    type: ClassVar[str] = "drive.resumed"
    remaining: float
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class HallAdjusted(Event):
    """``seconds`` were added to (or, below zero, taken from) the time of the whole hall."""

    type: ClassVar[str] = "drive.adjusted"
    seconds: float
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableExtended(Event):
    """A table hears the bell later than the hall: ``seconds`` were added to what it had been given."""

    type: ClassVar[str] = "drive.extended"
    hand: int
    table: int
    seconds: float
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class HallWarned(Event):
    """``remaining`` seconds are left; ``about`` is ``hand`` or ``break``."""

    type: ClassVar[str] = "drive.warning"
    remaining: float
    about: str = "hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class HallBellRang(Event):
    """The bell: the hand stops at every table that was not given more time."""

    type: ClassVar[str] = "drive.bell"
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableBellRang(Event):
    """The later bell of one table."""

    type: ClassVar[str] = "drive.table bell"
    hand: int
    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AllIn(Event):
    """Every table was in before the bell, which therefore does not ring."""

    type: ClassVar[str] = "drive.all in"
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakBegun(Event):
    """A break of ``seconds``."""

    type: ClassVar[str] = "drive.break"
    seconds: float
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakOver(Event):
    """The break has run out."""

    type: ClassVar[str] = "drive.break over"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerOut(Event):
    """A player laid his last card; ``number`` 0: nobody is out after all (his last word was challenged)."""

    type: ClassVar[str] = "drive.out"
    hand: int
    table: int
    number: int
    by: str = "table"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsMarked(Event):
    """Totals were marked: by player's number; ``counts`` are the cards left where known. ``doubt`` says what was odd
    about totals that somebody was sure of."""

    type: ClassVar[str] = "drive.marked"
    hand: int
    table: int
    totals: Mapping[str, int]
    counts: Mapping[str, int] = field(default_factory=dict)
    doubt: str = ""
    by: str = "table"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardInitialled(Event):
    """The neighbour ``by_number`` (0: a steward, named in ``by``) initialled a card: it is final."""

    type: ClassVar[str] = "drive.initialled"
    hand: int
    number: int
    by_number: int
    by: str = "table"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRefused(Event):
    """The neighbour did not agree to a marked total: that hand is counted again."""

    type: ClassVar[str] = "drive.total refused"
    hand: int
    number: int
    by_number: int
    by: str = "table"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardReopened(Event):
    """A steward opened a card again; its total counts on until another is marked."""

    type: ClassVar[str] = "drive.reopened"
    hand: int
    number: int
    why: str
    by: str = "steward"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCorrected(Event):
    """A steward set a total right, and it is final; ``old`` is what stood there."""

    type: ClassVar[str] = "drive.corrected"
    hand: int
    number: int
    total: int
    old: Any
    why: str
    doubt: str = ""
    by: str = "steward"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardExcused(Event):
    """No total is waited for: the player did not finish the hand."""

    type: ClassVar[str] = "drive.excused"
    hand: int
    number: int
    why: str
    by: str = "steward"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fined(Event):
    """``points`` were added to the fine on a card (below zero: taken off it)."""

    type: ClassVar[str] = "drive.fined"
    hand: int
    number: int
    points: int
    why: str = ""
    by: str = "steward"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandVoided(Event):
    """A hand does not count: at one table, or (``table`` 0) in the whole hall."""

    type: ClassVar[str] = "drive.voided"
    hand: int
    table: int
    why: str
    by: str = "steward"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRestored(Event):
    """A voided hand counts after all."""

    type: ClassVar[str] = "drive.restored"
    hand: int
    table: int
    why: str
    by: str = "steward"


@dataclass(frozen=True, slots=True, kw_only=True)
class TieCut(Event):
    """The tied players of a table cut, or (``seed``) were drawn: ``number`` moves and has won."""

    type: ClassVar[str] = "drive.cut"
    hand: int
    table: int
    number: int
    seed: str | None = None
    by: str = "table"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesCut(Event):
    """Players with equal points cut for their places: the first of ``numbers`` stands best."""

    type: ClassVar[str] = "drive.places cut"
    numbers: tuple[int, ...]
    seed: str | None = None
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished(Event):
    """The drive is over."""

    type: ClassVar[str] = "drive.finished"
    by: str = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class WentOn(Event):
    """The drive that was over goes on."""

    type: ClassVar[str] = "drive.went on"
    by: str = "desk"
