"""The table as a settled picture shows it: cards with what each may be, in rows, single, exposed; and the stock."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, product

from engine.table import BACK, Point, SeenCard, SeenWord, TableReading, letter_of

FACING = {"S": 0.0, "W": 90.0, "N": 180.0, "E": 270.0}
"""The reading direction, degrees clockwise, that each seat can read."""
SURE = 0.9
"""A new letter read below this may be a slip of the reader: it is no move before somebody has been asked."""
POSSIBLE, CERTAIN = 0.03, 0.95
"""A letter with at least this probability among the alternatives is still possible, unless the card is read so surely:
where a known word lies, its own letter is kept as long as it is."""
CLEARLY = 0.99
"""A letter read so surely is rather what was laid, even where hardly anybody lays so."""
ANY_LETTER = 0.1
"""A card read no surer than this shows no letter at all, and may be any: the light has washed it out."""
TURNS_INTO = {"M": "W", "W": "M"}
"""A card of these that lies alone is the other one upside down: it counts as read only when that is certain."""
ALL_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ*"
CARD_WIDTH_MM = 58.0
MOST_TEXTS = 60
"""More texts than this that a doubtful row may show are not thought of."""


@dataclass(frozen=True, slots=True)
class Laid:
    """One face-up card: its letter (Master ``*``), how sure, what else it may be, and where (mm, degrees clockwise)."""

    letter: str
    confidence: float
    alternatives: tuple[tuple[str, float], ...]
    at: Point
    angle: float = 0.0

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters that the card may show on its own evidence, the one it was read as first."""
        if self.confidence <= ANY_LETTER:
            return (self.letter, *(letter for letter in ALL_LETTERS if letter != self.letter))
        others = self.alternatives if self.confidence < CERTAIN else ()
        return (self.letter, *(letter_of(face) for face, p in others if p >= POSSIBLE))

    def may_be(self, letter: str) -> bool:
        """Tells whether the card may, on its own evidence, show ``letter``."""
        return letter in self.letters


@dataclass(frozen=True, slots=True)
class Row:
    """Cards in reading order: a word, part of one, or a single card. ``faces`` is the seat it can be read from."""

    cards: tuple[Laid, ...]
    faces: str
    zone: str

    @property
    def text(self) -> str:
        """The row's letters."""
        return "".join(card.letter for card in self.cards)

    @property
    def maybe(self) -> tuple[str, ...]:
        """The texts that the row may show as well, by its doubtful cards; not its own text."""
        texts = (("".join(letters)) for letters in product(*(card.letters for card in self.cards)))
        return tuple(islice(texts, 1, MOST_TEXTS))

    @property
    def confidences(self) -> tuple[float, ...]:
        """How surely each card was read."""
        return tuple(round(card.confidence, 3) for card in self.cards)

    @property
    def at(self) -> Point:
        """The row's middle (mm)."""
        xs, ys = zip(*(card.at for card in self.cards), strict=True)
        return (sum(xs) / len(xs), sum(ys) / len(ys))

    def may_be(self, text: str) -> bool:
        """Tells whether the row may show ``text``, letter for letter."""
        return len(text) == len(self.cards) and all(c.may_be(x) for c, x in zip(self.cards, text, strict=True))


@dataclass(frozen=True, slots=True)
class Lay:
    """The table as a picture shows it: rows of two or more, single cards, the exposed card, whether a stock lies."""

    rows: tuple[Row, ...]
    singles: tuple[Row, ...]
    exposed: Laid | None
    stock: bool


def lay_of(reading: TableReading) -> Lay:
    """Gives the table as the moves are found on it; raises nothing. A card that shows no letter counts only in a row:
    alone it tells nothing of what lay there before."""

    def laid(card: SeenCard) -> Laid:
        return Laid(letter_of(card.face), card.confidence, card.alternatives, card.centre_mm, card.angle_deg)

    in_rows = {i for word in reading.words for i in word.cards}
    shown = [card for card in reading.cards if card.face != BACK and card.confidence > ANY_LETTER]
    exposed = max((c for c in shown if c.zone == "exposed"), key=lambda c: c.confidence, default=None)
    rows: list[SeenWord] = [word for word in reading.words if word.zone not in ("stock", "exposed")]
    return Lay(
        rows=tuple(Row(tuple(laid(c) for c in reading.word_cards(word)), word.faces, word.zone) for word in rows),
        singles=tuple(
            Row((laid(card),), facing(card.angle_deg), card.zone)
            for card in shown
            if card.id not in in_rows and card.zone not in ("stock", "exposed")
        ),
        exposed=None if exposed is None else laid(exposed),
        stock=any(card.face == BACK and card.zone == "stock" for card in reading.cards),
    )


def read_alone(letter: str | None, confidence: float) -> bool:
    """Tells whether a card without a row, which would say which way up it lies, is read surely."""
    return confidence >= (CERTAIN if letter in TURNS_INTO else SURE)


def facing(angle_deg: float) -> str:
    """Gives the seat from which a reading direction is the right way up."""
    return min(FACING, key=lambda seat: abs((angle_deg - FACING[seat] + 180.0) % 360.0 - 180.0))
