"""What changed on the table between what is known and what a settled picture shows.

Nothing here decides whose turn it is or whether a word is good: :func:`compare` only says which words stand as they
were, which changed and how, which are new and which cannot be seen. Cards' own evidence is used (a doubtful letter
that may still be the known one is no change), never a dictionary.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import hypot

from engine.table import BACK, Point, SeenCard, SeenWord, TableReading, face_of, letter_of

SURE = 0.8
"""A changed letter read below this may be a slip of the reader: the known letter is kept when it is at all possible."""
POSSIBLE = 0.03
"""A known letter with at least this probability among the alternatives is still possible."""
CARD_WIDTH_MM = 58.0
PIECES = 3
"""Most pieces that a known word is put together from when its row was seen with gaps."""


@dataclass(frozen=True, slots=True)
class Laid:
    """One face-up card: its letter (Master ``*``), how sure, what else it may be, and where (mm)."""

    letter: str
    confidence: float
    alternatives: tuple[tuple[str, float], ...]
    at: Point

    def may_be(self, letter: str) -> bool:
        """Tells whether the card may, on its own evidence, show ``letter``."""
        if letter == self.letter:
            return True
        face = face_of(letter)
        return self.confidence < SURE and any(f == face and p >= POSSIBLE for f, p in self.alternatives)


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


@dataclass(frozen=True, slots=True)
class Change:
    """``act``: compose, insert, substitute, ``gone`` (a known word is not to be seen) or ``altered`` (into something no
    act of play can make of it). ``confidence`` is that of the least sure card that changed."""

    act: str
    before: str | None
    after: str | None
    confidence: float = 1.0
    faces: str = ""


def lay_of(reading: TableReading) -> Lay:
    """Gives the table as the moves are found on it; raises nothing."""

    def laid(card: SeenCard) -> Laid:
        return Laid(letter_of(card.face), card.confidence, card.alternatives, card.centre_mm)

    in_rows = {i for word in reading.words for i in word.cards}
    exposed = max(
        (c for c in reading.cards if c.zone == "exposed" and c.face != BACK), key=lambda c: c.confidence, default=None
    )
    rows: list[SeenWord] = [word for word in reading.words if word.zone not in ("stock", "exposed")]
    return Lay(
        rows=tuple(Row(tuple(laid(c) for c in reading.word_cards(word)), word.faces, word.zone) for word in rows),
        singles=tuple(
            Row((laid(card),), "", card.zone)
            for card in reading.cards
            if card.id not in in_rows and card.zone not in ("stock", "exposed") and card.face != BACK
        ),
        exposed=None if exposed is None else laid(exposed),
        stock=any(card.face == BACK and card.zone == "stock" for card in reading.cards),
    )


def is_subsequence(old: str, new: str) -> bool:
    """Tells whether the letters of ``old`` stand in ``new`` in their order.

    >>> is_subsequence("HAT", "THATCHED"), is_subsequence("EXPERT", "EXPORT")
    (True, False)
    """
    letters = iter(new)
    return all(letter in letters for letter in old)


def act_between(before: str | None, after: str) -> str | None:
    """Names the act that makes ``after`` of ``before`` (rules A, C and D), or None when there is none.

    >>> act_between(None, "FAR"), act_between("FAR", "FAIRY"), act_between("EXPERT", "EXPORT"), act_between("ON", "NO")
    ('compose', 'insert', 'substitute', 'substitute')
    """
    if before is None:
        return "compose"
    if len(after) > len(before) and is_subsequence(before, after):
        return "insert"
    if len(after) == len(before) and after != before:
        return "substitute"
    return None


def compare(known: Sequence[str], lay: Lay, places: Mapping[int, Point] | None = None) -> tuple[Change, ...]:
    """Tells what became of the ``known`` words. ``places`` says where (mm) the word of that index was seen last.

    Words that stand, were pushed aside or turned round give nothing. The result is empty when nothing changed.
    """
    places = places or {}
    missing = list(range(len(known)))
    rows = list(lay.rows)
    singles = list(lay.singles)
    _match(known, missing, rows, places, exact=True)
    _split_rows(known, missing, rows)
    _match(known, missing, rows, places, exact=False)
    _join_pieces(known, missing, rows, singles, places)
    changes = _derived(known, missing, rows, singles, places)
    changes += [Change("gone", known[i], None) for i in missing]
    changes += [
        Change("compose", None, row.text, min(card.confidence for card in row.cards), row.faces) for row in rows
    ]
    return tuple(changes)


def _distance(a: Point | None, b: Point) -> float:
    """The distance in mm; a word whose place is not known is far from everything alike."""
    return 1e6 if a is None else hypot(a[0] - b[0], a[1] - b[1])


def _match(
    known: Sequence[str], missing: list[int], rows: list[Row], places: Mapping[int, Point], *, exact: bool
) -> None:
    """Takes out the words that stand, nearest first; ``exact`` False also those whose doubtful letters may fit."""
    pairs = sorted(
        (_distance(places.get(i), row.at), i, j)
        for i in missing
        for j, row in enumerate(rows)
        if (row.text == known[i] if exact else row.may_be(known[i]))
    )
    words_done: set[int] = set()
    rows_done: set[int] = set()
    for _, i, j in pairs:
        if i not in words_done and j not in rows_done:
            words_done.add(i)
            rows_done.add(j)
    missing[:] = [i for i in missing if i not in words_done]
    rows[:] = [row for j, row in enumerate(rows) if j not in rows_done]


def _split_rows(known: Sequence[str], missing: list[int], rows: list[Row]) -> None:
    """Two known words that lie end to end may be seen as one row: takes both out."""
    for row in list(rows):
        for i, k in permutations(missing, 2):
            if row.may_be(known[i] + known[k]):
                missing.remove(i)
                missing.remove(k)
                rows.remove(row)
                break


def _pieces_near(pieces: Sequence[Row], length: int) -> bool:
    """Tells whether pieces lie near enough to be one word of ``length`` letters."""
    reach = (length + 2) * CARD_WIDTH_MM
    return all(_distance(a.at, b.at) < reach for a in pieces for b in pieces)


def _join_pieces(
    known: Sequence[str], missing: list[int], rows: list[Row], singles: list[Row], places: Mapping[int, Point]
) -> None:
    """A known word whose row was seen with a gap: takes out its pieces (rows or single cards)."""
    for i in list(missing):
        text = known[i]
        pieces = [row for row in [*rows, *singles] if len(row.cards) < len(text)]
        pieces = [p for p in pieces if any(p.may_be(text[k : k + len(p.cards)]) for k in range(len(text)))]
        near = sorted(pieces, key=lambda p: _distance(places.get(i), p.at))[:6]
        for count in range(2, PIECES + 1):
            found = next(
                (
                    order
                    for order in permutations(near, count)
                    if Row(tuple(c for p in order for c in p.cards), "", "").may_be(text)
                    and _pieces_near(order, len(text))
                ),
                None,
            )
            if found:
                missing.remove(i)
                for piece in found:
                    (rows if piece in rows else singles).remove(piece)
                break


def _derived(
    known: Sequence[str], missing: list[int], rows: list[Row], singles: list[Row], places: Mapping[int, Point]
) -> list[Change]:
    """Pairs each changed row with the known word it was made of, nearest first."""
    candidates: list[tuple[int, float, int, Row, str]] = []
    for i in missing:
        for row in rows:
            act = act_between(known[i], row.text)
            if act is None or not _plausible(known[i], row, act):
                continue
            shared = _shared(known[i], row.text)
            candidates.append((-shared, _distance(places.get(i), row.at), i, row, act))
    changes: list[Change] = []
    for _, _, i, row, act in sorted(candidates, key=lambda c: c[:3]):
        if i in missing and row in rows:
            missing.remove(i)
            rows.remove(row)
            changes.append(Change(act, known[i], row.text, _changed_confidence(known[i], row, act), row.faces))
    for i in list(missing):
        shorter = [r for r in rows if len(r.cards) < len(known[i]) and is_subsequence(r.text, known[i])]
        near = [r for r in shorter if _distance(places.get(i), r.at) < len(known[i]) * CARD_WIDTH_MM]
        if near:
            row = max(near, key=lambda r: len(r.cards))
            missing.remove(i)
            rows.remove(row)
            changes.append(Change("altered", known[i], row.text, 1.0, row.faces))
    return changes


def _shared(before: str, after: str) -> int:
    """How many letters of ``before`` still stand in ``after`` (in place, or in order for a longer word)."""
    if len(before) == len(after):
        return sum(a == b for a, b in zip(before, after, strict=True))
    return len(before)


def _plausible(before: str, row: Row, act: str) -> bool:
    """A substitution keeps at least one letter in its place; a word of which nothing is left is another word."""
    return act != "substitute" or _shared(before, row.text) > 0


def _changed_confidence(before: str, row: Row, act: str) -> float:
    """The confidence of the least sure card that is new in the row."""
    if act == "substitute":
        new = [c for c, old in zip(row.cards, before, strict=True) if c.letter != old]
    else:
        rest = list(before)
        new = []
        for card in row.cards:
            if rest and card.letter == rest[0]:
                rest.pop(0)
            else:
                new.append(card)
    return min((card.confidence for card in new), default=1.0)
