"""How a drive stands: players, hands, tables and score cards as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.bell import Bell
from engine.drive.clock import HallBell
from engine.drive.rules import DriveRules


@dataclass(frozen=True, slots=True)
class Player:
    """One who takes part. ``since`` is the first hand he plays, ``left`` the first he no longer plays (None: he is
    here), ``absent`` the hands he sits out and comes back from."""

    number: int
    name: str
    since: int = 1
    left: int | None = None
    absent: frozenset[int] = frozenset()

    def plays(self, hand: int) -> bool:
        """Whether he is there in a hand."""
        return self.belongs(hand) and hand not in self.absent

    def belongs(self, hand: int) -> bool:
        """Whether he has a chair in a hand, be it that he is away for it."""
        return self.since <= hand and (self.left is None or hand < self.left)


@dataclass(frozen=True, slots=True)
class Card:
    """One line of a score card: a player's hand. ``stage`` is ``open``, ``marked``, ``final`` or ``excused`` (there is
    no total, and none is waited for). ``cards`` is how many cards were left, where known; ``table_fine`` is
    what of the fine the table's own game reported; ``doubt`` says what was odd
    about a total that somebody was sure of; ``initialled_by`` is a player's number, 0 for a steward."""

    total: int | None = None
    fine: int = 0
    table_fine: int = 0
    cards: int | None = None
    stage: str = "open"
    marked_by: str = ""
    initialled_by: int | None = None
    doubt: str = ""

    @property
    def points(self) -> int:
        """What the card adds to the player's standing: the total and the fine."""
        return (self.total or 0) + self.fine


@dataclass(frozen=True, slots=True)
class Table:
    """One table in one hand. ``chairs`` are (seat, player's number), clockwise; ``away`` those of them who sit this
    hand out. ``cut`` is who won the cut where one was needed; ``out`` who laid his last card; ``told`` the player's
    number that the table last read from a badge at each seat, and ``seen`` those of them that no other table has read
    since; ``void`` why the table's hand does not count. ``extra`` seconds are added to the hall's time."""

    number: int
    chairs: tuple[tuple[str, int], ...]
    away: frozenset[int] = frozenset()
    dealer: int | None = None
    cards: Mapping[int, Card] = field(default_factory=dict)
    seated: bool = False
    seen: Mapping[str, int] = field(default_factory=dict)
    told: Mapping[str, int] = field(default_factory=dict)
    extra: float = 0.0
    rung: bool = False
    out: int | None = None
    cut: int | None = None
    void: str | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of those who play, clockwise."""
        return tuple(number for _, number in self.chairs if number not in self.away)

    @property
    def packs(self) -> int:
        """How many packs are on the table: two from five players on."""
        return 2 if len(self.players) > 4 else 1

    def seat_of(self, number: int) -> str | None:
        """Finds a player's seat; None when he has no chair here."""
        return next((seat for seat, held in self.chairs if held == number), None)

    def at(self, seat: str) -> int | None:
        """Finds who sits at a seat; None when the chair is empty or its player away."""
        return next((held for name, held in self.chairs if name == seat and held not in self.away), None)

    def left_of(self, number: int) -> int | None:
        """Finds the neighbour on the left, who checks and initials the card: the next player clockwise."""
        playing = self.players
        if number not in playing or len(playing) < 2:
            return None
        return playing[(playing.index(number) + 1) % len(playing)]

    @property
    def is_in(self) -> bool:
        """Whether nothing more is waited for from this table."""
        return self.void is not None or all(card.stage in ("final", "excused") for card in self.cards.values())


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand of the whole hall; ``tables`` by number, ascending, ``places`` the table of each player. ``void`` is why
    it does not count. ``seed`` is what its seats were drawn by."""

    number: int
    tables: Mapping[int, Table]
    places: Mapping[int, int]
    seed: str | None = None
    void: str | None = None

    def table_of(self, number: int) -> Table | None:
        """Finds the table at which a player has his chair."""
        place = self.places.get(number)
        return None if place is None else self.tables[place]


@dataclass(frozen=True, slots=True)
class DriveState:
    """The whole drive.

    ``phase``: ``closed`` (not set up), ``gathering`` (players come in), ``made`` (the next hand's seats are made, for
    the organiser only), ``announced`` (everybody is told and sits down), ``running``, ``scoring`` (cards come in),
    ``break``, ``over``. ``hall`` is the clock of the hand or of the break; ``cut_order`` is how ties over all were cut.
    """

    phase: str = "closed"
    name: str = ""
    rules: DriveRules = field(default_factory=DriveRules)
    seed: str = ""
    players: Mapping[int, Player] = field(default_factory=dict)
    hands: tuple[Hand, ...] = ()
    hall: Bell = field(default_factory=Bell)
    stewards: tuple[str, ...] = ()
    cut_order: tuple[int, ...] = ()
    seq: int = 0

    @property
    def hand(self) -> Hand | None:
        """The hand that is made, played or counted, or was last."""
        return self.hands[-1] if self.hands else None

    @property
    def bell(self) -> HallBell:
        """What falls due next, for who waits for it: the hall's clock with the tables that were given more time."""
        extras: tuple[float, ...] = ()
        if self.hands and self.phase in ("running", "scoring") and self.hands[-1].void is None:
            tables = self.hands[-1].tables.values()
            extras = tuple(sorted({t.extra for t in tables if t.extra > 0 and not t.rung and not t.is_in}))
        return HallBell(self.hall, extras)

    def steward_of(self, table: int) -> str | None:
        """Gives the name of the steward who looks after a table; None when none is named."""
        place = (table - 1) // self.rules.tables_a_steward
        return self.stewards[place] if place < len(self.stewards) and self.stewards[place] else None
