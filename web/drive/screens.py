"""What the drive's pages show, worked out from the drive's own view; no text of any language is made here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.drive.standings import counted
from engine.drive.state import Card, DriveState

PAGES: Mapping[str, tuple[str, ...]] = {
    "hall": ("hall",),
    "home": ("clock", "now", "seats", "standings"),
    "standings": ("clock", "prizes", "all"),
    "organiser": ("clock", "do", "missing", "wrong", "tables", "standings"),
    "desk": ("clock", "wanted", "tiles"),
    "card": ("clock", "mine", "card"),
}
"""The pages and their regions, each with its template ``drive/r_NAME.html``."""

FIRST = 12
"""How many places the short standings show."""

Shown = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CardLine:
    """One line of a player's score card."""

    hand: int
    table: int | None
    card: Card | None
    counts: bool
    running: int
    initialled: str


@dataclass(frozen=True, slots=True)
class Screen:
    """How a drive stands, for its pages; ``view`` is :func:`engine.drive.view.view`. ``own`` are the tables that the
    page is about, ``stewards`` those who are named, each with the first and last of his tables (he has none yet: the
    last is the lower one), ``mine`` the player whose page it is."""

    state: DriveState
    view: Shown
    tables: Sequence[Shown]
    own: Sequence[Shown]
    missing: Mapping[int, Sequence[Shown]]
    names: Mapping[int, str]
    stewards: Sequence[tuple[str, int, int]]
    tied: bool
    mine: int | None

    @property
    def phase(self) -> str:
        """The drive's phase."""
        return self.state.phase

    @property
    def hand(self) -> int:
        """The number of the hand that is made, played or counted; 0 before the first."""
        return self.state.hand.number if self.state.hand else 0

    @property
    def last(self) -> bool:
        """Whether the hand is the last one."""
        return self.hand >= self.state.rules.hands

    def left(self, now: float) -> float:
        """Gives the seconds that the hall's clock has left at ``now``."""
        return self.state.hall.remaining(now)

    @property
    def total(self) -> float:
        """The seconds of a whole hand, or of the break."""
        rules = self.state.rules
        return (rules.break_minutes if self.phase == "break" else rules.minutes) * 60

    def name(self, number: int | None) -> str:
        """Gives a player's name."""
        return self.names.get(number or 0, "")

    def table_of(self, number: int) -> Shown | None:
        """Gives the table at which a player sits, once he has been told, until the hand is over."""
        if self.phase not in ("announced", "running", "scoring", "break"):
            return None
        return next((one for one in self.tables if any(c["number"] == number for c in one["chairs"])), None)

    def card_of(self, number: int) -> tuple[CardLine, ...]:
        """Gives a player's score card, a line for each hand that has begun."""
        lines, running = [], 0
        hands = self.state.hands
        if self.phase in ("made", "announced"):
            hands = hands[:-1]
        for hand in hands:
            table = hand.table_of(number)
            card = table.cards.get(number) if table is not None else None
            counts = counted(self.state, hand, number) is not None
            running += card.points if card is not None and counts else 0
            by = card.initialled_by if card is not None else None
            initialled = "" if by is None else "*" if by == 0 else _initials(self.name(by))
            lines.append(CardLine(hand.number, table.number if table else None, card, counts, running, initialled))
        return tuple(lines)

    def to_check(self, number: int) -> Shown | None:
        """Gives the chair of the player whose marked total another one, to his left, has to check now."""
        table = self.table_of(number)
        chairs = table["chairs"] if table is not None and self.phase in ("running", "scoring") else ()
        return next((c for c in chairs if c["left"] == number and c["stage"] == "marked"), None)


def build(state: DriveState, view: Shown) -> Screen:
    """Puts together what the pages show, of all tables."""
    hand = view["hand"]
    tables = hand["tables"] if hand else ()
    missing: dict[int, list[Shown]] = {}
    for item in view["missing"]:
        if state.phase == "running" and item["what"] == "marks":
            continue  # nobody waits for totals before the bell
        missing.setdefault(item["table"], []).append(item)
    size, most = state.rules.tables_a_steward, max((one["table"] for one in tables), default=0)
    stewards = [
        (name, place * size + 1, min((place + 1) * size, most)) for place, name in enumerate(state.stewards) if name
    ]
    return Screen(
        state=state,
        view=view,
        tables=tables,
        own=sorted(tables, key=lambda one: (one["table"] not in missing, one["table"])),
        missing=missing,
        names={number: player.name for number, player in state.players.items()},
        stewards=stewards,
        tied=state.rules.ties == "cut"
        and state.phase in ("scoring", "break", "over")
        and any(row["shared"] and row["hands"] for row in view["standings"]),
        mine=None,
    )


def seen_by(screen: Screen, about: str) -> Screen:
    """Gives the screen of a page ``about`` somebody: a steward's name, or ``player N`` ("": of all tables)."""
    if not about:
        return screen
    if about.startswith("player "):
        return replace(screen, own=(), mine=int(about.removeprefix("player ")))
    return replace(screen, own=[one for one in screen.own if one["steward"] == about])


def matter(region: str, screen: Screen) -> object:
    """Gives all that a region shows, for those that are large and seldom change: drawn anew only when it differs.

    None for the others, which are drawn each time.
    """
    common = (screen.phase, screen.hand, screen.state.rules, screen.state.players)
    if region in ("tiles", "wanted"):
        own = {one["table"] for one in screen.own}
        waits = [(number, items) for number, items in screen.missing.items() if number in own]
        return (*common, screen.own, waits, screen.view["misplaced"])
    if region == "seats":
        seats = [
            (one["table"], one["dealer"], [(c["number"], c["away"]) for c in one["chairs"]]) for one in screen.tables
        ]
        return (*common, seats)
    return None


def _initials(name: str) -> str:
    return "".join(part[0].upper() for part in name.split() if part)[:3]
