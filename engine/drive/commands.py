"""What organiser, stewards, tables and the clock may ask of a drive; see :class:`engine.commands.Command`.

The clock's commands are the table's own: :class:`engine.commands.Tick`, ``PauseClock``, ``ResumeClock`` and
``AdjustClock``. A ``hand`` of 0 is the one in play or counted; players and tables go by their numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.commands import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class Create(Command):
    """Set up a drive; ``rules`` are those that differ from the rule book's."""

    name: str
    seed: str
    rules: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRules(Command):
    """Change rules for what is still to come."""

    rules: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Join(Command):
    """Players come in: (number, name); an empty number takes the next free one. While seats are announced they are
    seated at once, unless they ``wait`` for the next hand; while a hand is played they wait anyhow."""

    players: tuple[tuple[str, str], ...]
    wait: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rename(Command):
    """Set a player's name right."""

    number: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(Command):
    """A player goes home; what he has played stands. In mid-hand he leaves after it."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Return(Command):
    """A player who had left is back."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAbsent(Command):
    """A player is away for a hand (0: the one that has not begun, or the next), or is there after all."""

    number: int
    hand: int = 0
    absent: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class NameStewards(Command):
    """Name the stewards, in the order of the tables they look after."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeHand(Command):
    """Make the next hand's seats: the first ones drawn, later ones by the movement; or as ``tables`` gives them, which
    maps a table to its chairs, seat to player's number."""

    tables: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rearrange(Command):
    """Seat the hand that has not begun otherwise, as ``tables`` says."""

    tables: Mapping[str, Any]
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap(Command):
    """Two players change chairs: before the hand begins, or because that is how they sat down and play."""

    number: int
    other: int
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnmakeHand(Command):
    """Take back the hand that was made, before it begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Announce(Command):
    """Tell everybody where to sit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSeated(Command):
    """A table's players sit."""

    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeeBadge(Command):
    """The badge of a player lies at a seat; ``number`` 0: none lies there any more."""

    table: int
    seat: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StartHand(Command):
    """Start the hand in the hall; ``anyway``: though tables have not reported. ``seconds`` 0: as the rules say."""

    anyway: bool = False
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CallBack(Command):
    """The start was a mistake: back to the announced seats, while no card is marked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extend(Command):
    """Give one table more (or, below zero, less) time than the hall."""

    table: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBreak(Command):
    """Begin a break; ``seconds`` 0: as the rules say."""

    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOut(Command):
    """A player laid his last card (0: nobody is out after all)."""

    table: int
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportTable(Command):
    """How a table's own game stands: ``game`` is its :class:`engine.state.TableState`. Whatever the drive does not have
    yet (who is out, fines, totals, initials, a cut) is taken from it at once; what a steward has closed is left."""

    hand: int
    table: int
    game: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkCards(Command):
    """Totals of a table by player's number; ``counts`` are the cards left, where known. ``sure``: it is not asked
    whether a total that can hardly be right is."""

    table: int
    totals: Mapping[str, int]
    counts: Mapping[str, int] = field(default_factory=dict)
    hand: int = 0
    sure: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class InitialCard(Command):
    """``by_number``, the neighbour on the left (0: a steward), agrees to a player's marked total."""

    number: int
    by_number: int
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseCard(Command):
    """``by_number``, the neighbour on the left (0: a steward), does not agree to a player's marked total."""

    number: int
    by_number: int
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenCard(Command):
    """A steward opens a final card again."""

    number: int
    why: str
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectCard(Command):
    """A steward sets a total right, in this hand or any earlier one. Whoever has moved has moved."""

    number: int
    total: int
    why: str
    hand: int = 0
    sure: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ExcuseCard(Command):
    """No total of a player is waited for."""

    number: int
    why: str
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Fine(Command):
    """Fine a player (``points`` 0: as the rules say; below zero: take off, with a reason)."""

    number: int
    points: int = 0
    why: str = ""
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidHand(Command):
    """A hand does not count: at one table, or (``table`` 0) in the whole hall, where it ends at once."""

    why: str
    table: int = 0
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreHand(Command):
    """A voided hand counts after all."""

    why: str
    table: int = 0
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CutTie(Command):
    """The tied players of a table cut, and ``number`` won; 0 draws one."""

    table: int
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CutPlaces(Command):
    """Players with equal points cut: ``numbers`` in their order; none: every tie is drawn."""

    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish(Command):
    """End the drive; ``anyway``: in the middle of a hand, which then does not count."""

    anyway: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GoOn(Command):
    """The drive was not over yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Several(Command):
    """What many tables ask for at one time, recorded at one stroke; what is refused of it is passed over."""

    commands: tuple[Command, ...] = ()
