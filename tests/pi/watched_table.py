"""A table that is watched without pictures: rows of cards are laid, hands come and go, and time passes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.commands import Answer, Correct, Deal, Mark, Open, StartClock, Tick
from engine.events import Doubted, Event, Moved, Ruled
from engine.games import game
from engine.games.protocol import Recorded
from engine.lay import FACING
from engine.markers import SIGNALS
from engine.rules import HouseRules
from engine.rulings import Verdict
from engine.state import TableState
from engine.table import BACK, SeenCard, SeenMarker, SeenWord, TableReading, letter_of
from pi.eye import Eye, Settles
from pi.ledger import Ledger
from pi.recording import Pressed
from pi.watch import press

PITCH = 50.0
FOUR = (("N", "Ann"), ("E", "Ben"), ("S", "Cleo"), ("W", "Dev"))
Doubt = tuple[str, float, Mapping[str, float]]


class Book:
    """Words that are wrong; all others are good."""

    def rule(self, word: str, rules: HouseRules) -> Verdict:
        return Verdict(word, {"WIERD": "misspelt", "OSLO": "not allowed"}.get(word, "good"))

    def about(self) -> dict[str, Any]:
        return {"name": "book", "version": "1", "words": 2, "hash": "0"}


@dataclass(frozen=True)
class Laid:
    """A row of cards from (x, y) mm on. ``read`` maps a place in it to the face it is read as there, how surely, and
    what else it may be; a face of ``""`` is not found at all."""

    text: str
    x: float = 0.0
    y: float = 0.0
    faces: str = "S"
    read: Mapping[int, Doubt] = field(default_factory=dict)
    zone: str = "centre"


@dataclass(frozen=True)
class Sign:
    """A printed card, by what it says; it lies at (x, y) mm, before the seat ``zone``."""

    says: str
    x: float = 0.0
    y: float = 300.0
    zone: str = "centre"
    seat: str | None = None


def reading(
    rows: Sequence[Laid | Sign], exposed: str | Doubt | None, stock: bool, hand: bool, nudge: float, near: bool
) -> TableReading:
    """Gives what a reader would say of these rows."""
    cards: list[SeenCard] = []
    words: list[SeenWord] = []

    def card(read: Doubt, x: float, y: float, zone: str, angle: float = 0.0) -> int:
        face, sure, others = read
        corners = ((x - 29, y - 44), (x + 29, y - 44), (x + 29, y + 44), (x - 29, y + 44))
        cards.append(
            SeenCard(len(cards), face, 1, sure, corners, angle, (x, y), zone=zone, alternatives=tuple(others.items()))
        )
        return len(cards) - 1

    markers = []
    for row in rows:
        if isinstance(row, Sign):
            number = next(n for n, signal in SIGNALS.items() if (signal.says, signal.seat) == (row.says, row.seat))
            corners = tuple((row.x + x, row.y + y) for x, y in ((-20, -20), (20, -20), (20, 20), (-20, 20)))
            markers.append(SeenMarker(number, row.says, row.seat, corners, 0.0, (row.x, row.y), row.zone))
            continue
        numbers = []
        for place, letter in enumerate(row.text):
            read = row.read.get(place, ("MASTER" if letter == "*" else letter, 0.99, {}))
            if read[0]:
                numbers.append(card(read, row.x + place * PITCH, row.y, row.zone, FACING[row.faces]))
        if len(numbers) > 1:
            text = "".join(letter_of(cards[number].face) for number in numbers)
            words.append(SeenWord(text, tuple(numbers), 0.99, row.zone, row.faces, 200.0))
    if stock:
        card((BACK, 0.99, {}), 400.0, nudge, "stock")
    if exposed is not None:
        read = (exposed, 0.99, {}) if isinstance(exposed, str) else exposed
        card(read, 470.0 + nudge, nudge, "exposed" if stock else "centre")
    return TableReading(
        "", 1500, 1000, 1.0, tuple(cards), tuple(words), covered=hand, markers=tuple(markers), hand=hand or near
    )


class _Reader:
    def read(
        self, picture: TableReading, image_name: str = "", phase: str = "play", before: TableReading | None = None
    ) -> TableReading:
        return picture


class _Gate:
    def __init__(self) -> None:
        self._last: TableReading | None = None

    def moved(self, picture: TableReading, t: float) -> bool:
        moved, self._last = picture != self._last, picture
        return moved


class WatchedTable:
    """Four players at home, Ann to play; ``look`` shows the camera a table from ``t`` on. ``gate``: what notices motion
    (None: whatever changes)."""

    def __init__(self, rules: str = "home", *, exposed: str | None = "H", gate: Settles | None = None) -> None:
        self.events: list[Event] = []
        self.set_up = False
        self.ledger: Ledger[TableState] = Ledger(game("lexicon"), Book(), self._heard)
        self.eye = Eye(_Reader(), gate or _Gate(), self.ledger.submit, self.ledger.state)
        self.ledger.submit(Open(t=0.0, game="lexicon", rules=rules, language="en", pack="lexicon", seats=FOUR))
        self.ledger.submit(Deal(t=0.0, seat="W", exposed=exposed))
        self.set_up = True

    def _heard(self, entry: Recorded) -> None:
        self.events.append(entry.event)
        if self.set_up:
            self.eye.heard(entry.event)

    @property
    def state(self) -> TableState:
        return self.ledger.state()

    def until(self, t: float) -> None:
        """Lets time pass."""
        while True:
            look, bell = self.eye.next_due(), self.state.bell.next_due()
            due = min((at for at in (look, bell) if at is not None), default=None)
            if due is None or due >= t:
                return
            if look == due:
                self.eye.advance(due)
            else:
                self.ledger.submit(Tick(t=due, by="clock"))

    def look(
        self,
        t: float,
        *rows: Laid | Sign,
        exposed: str | Doubt | None = "H",
        stock: bool = True,
        hand: bool = False,
        nudge: float = 0.0,
        near: bool = False,
    ) -> None:
        """``hand``: a hand lies over the cards; ``near``: one is in sight at the table's rim."""
        self.until(t)
        self.eye.frame(reading(rows, exposed, stock, hand, nudge, near), t)

    def press(self, t: float, seat: str, how: str = "short") -> None:
        self.until(t)
        press(self.eye, self.ledger, Pressed(t, seat, how))

    def answer(self, t: float, answer: str) -> None:
        self.until(t)
        self.ledger.submit(Answer(t=t, answer=answer))

    def start(self, t: float) -> None:
        self.until(t)
        self.ledger.submit(StartClock(t=t))

    def cards(self, **held: int) -> None:
        """Says how many cards players hold, as a person would correct it."""
        for seat, cards in held.items():
            self.ledger.submit(Correct(t=0.0, field="cards", seat=seat, value=cards))

    def mark(self, t: float, totals: Mapping[str, int]) -> None:
        self.until(t)
        self.ledger.submit(Mark(t=t, totals=totals))

    @property
    def moves(self) -> list[tuple[str, str | None, str | None, str | None]]:
        """The moves: act, seat, what was and what is; for an exchange the exposed card's faces."""
        moved = [event for event in self.events if isinstance(event, Moved)]
        return [
            (m.act, m.seat, m.exposed_before, m.exposed_after)
            if m.act == "exchange"
            else (m.act, m.seat, m.before, m.after)
            for m in moved
        ]

    @property
    def asked(self) -> list[tuple[str, tuple[str, ...]]]:
        """The questions, with those they were put to."""
        return [(event.about, event.seats) for event in self.events if isinstance(event, Doubted)]

    @property
    def rulings(self) -> list[tuple[str | None, str | None, str]]:
        """The rulings: who challenged, which word, and the ruling."""
        return [(event.seat, event.word, event.ruling) for event in self.events if isinstance(event, Ruled)]


__all__ = ["Laid", "Sign", "WatchedTable", "reading"]
