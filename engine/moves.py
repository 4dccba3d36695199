"""What changed on the table between what is known and what a settled picture shows.

Nothing here decides whose turn it is or whether a word is good: :func:`compare` only says which words stand as they
were, which changed and how, which are new and which cannot be seen. Cards' own evidence is used (a doubtful letter
that may still be the known one is no change), never a dictionary.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise, permutations
from math import hypot
from statistics import median

from engine.lay import CARD_WIDTH_MM, Laid, Lay, Row
from engine.making import UNREAD, WANDERS_MM, Made, made_of, plausible, shared
from engine.table import Point

PIECES = 3
"""Most pieces that a known word is put together from when its row was seen with gaps."""
WORDS_APART = 1.2
"""Two words that lie end to end are this many times farther apart than their own cards."""
IN_ITS_PLACE_MM = 20.0
"""A row whose middle lies within this of a missing word's middle lies in its place."""
GARBLED = 0.6
"""A row that holds this share of a missing word's letters in their order, and lies where it lay, is that word read
wrongly, or changed against the rules: surely no new one."""


@dataclass(frozen=True, slots=True)
class Change:
    """``act``: compose, insert, substitute, ``gone`` (a known word is not to be seen), ``altered`` (only a part of it
    is to be seen) or ``garbled`` (another row lies there that no act makes of it). ``confidence`` is that of the least
    sure card that changed, ``confidences`` are those of all cards."""

    act: str
    before: str | None
    after: str | None
    confidence: float = 1.0
    faces: str = ""
    confidences: tuple[float, ...] = field(default=(), compare=False)
    maybe: tuple[str, ...] = field(default=(), compare=False)
    """What a doubtful row may be in place of ``after``."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What became of the known words: the ``changes``, where (mm) each known word lies that was seen at all, by its
    index, and the rows and single cards that belong to none of them."""

    changes: tuple[Change, ...]
    at: Mapping[int, Point]
    rows: tuple[Row, ...]
    singles: tuple[Row, ...]


def compare(known: Sequence[str], lay: Lay, places: Mapping[int, Point] | None = None) -> tuple[Change, ...]:
    """Tells what became of the ``known`` words; see :func:`stand`. New rows are words that were composed."""
    standing = stand(known, lay, places)
    return standing.changes + tuple(composed(row) for row in standing.rows)


def composed(row: Row) -> Change:
    """Gives a row that belongs to no known word as a word that was composed."""
    return Change(
        "compose", None, row.text, min(card.confidence for card in row.cards), row.faces, row.confidences, row.maybe
    )


def stand(
    known: Sequence[str], lay: Lay, places: Mapping[int, Point] | None = None, *, hands: bool = False
) -> Standing:
    """Tells which known words stand, which changed, and which are out of sight.

    Words that stand, were pushed aside or turned round give no change. ``places`` says where (mm) the word of that
    index was seen last. While ``hands`` lie face up, cards at the end of a word are a hand's and add nothing to it.
    """
    look = _Look(known, list(range(len(known))), list(lay.rows), list(lay.singles), places or {}, {}, hands)
    look.match(exact=True)
    look.split_rows()
    look.match(exact=False)
    look.join_pieces()
    changes = look.derived()
    changes += look.parts()
    changes += look.garbled()
    changes += [Change("gone", known[i], None) for i in look.missing]
    return Standing(tuple(changes), look.at, tuple(look.rows), tuple(look.singles))


def _distance(a: Point | None, b: Point) -> float:
    """The distance in mm; a word whose place is not known is far from everything alike."""
    return 1e6 if a is None else hypot(a[0] - b[0], a[1] - b[1])


@dataclass(slots=True)
class _Look:
    """The work of :func:`stand`: what has been found is taken out of ``missing``, ``rows`` and ``singles``."""

    known: Sequence[str]
    missing: list[int]
    rows: list[Row]
    singles: list[Row]
    places: Mapping[int, Point]
    at: dict[int, Point]
    hands: bool = False

    def match(self, *, exact: bool) -> None:
        """Takes out the words that stand, nearest first; ``exact`` False also those whose doubtful letters may fit."""
        pairs = sorted(
            (_distance(self.places.get(i), row.at), i, j)
            for i in self.missing
            for j, row in enumerate(self.rows)
            if (row.text == self.known[i] if exact else row.may_be(self.known[i]))
        )
        rows_done: set[int] = set()
        for _, i, j in pairs:
            if i in self.missing and j not in rows_done:
                self.missing.remove(i)
                rows_done.add(j)
                self.at[i] = self.rows[j].at
        self.rows = [row for j, row in enumerate(self.rows) if j not in rows_done]

    def split_rows(self) -> None:
        """Two known words that lie end to end may be seen as one row: takes both out."""
        for row in list(self.rows):
            for i, k in permutations(self.missing, 2):
                if row.may_be(self.known[i] + self.known[k]):
                    cut = len(self.known[i])
                    self._found(i, row.cards[:cut])
                    self._found(k, row.cards[cut:])
                    self.rows.remove(row)
                    break
            else:
                self._split_off_new(row)

    def _split_off_new(self, row: Row) -> None:
        """A new word, or a hand, laid at the end of a known one may be seen as one row with it: takes the known one
        out."""
        least = 1 if self.hands else 2
        for i in self.missing:
            size = len(self.known[i])
            if i not in self.places or len(row.cards) < size + least:
                continue
            for cut, first in ((size, True), (len(row.cards) - size, False)):
                old, new = (row.cards[:cut], row.cards[cut:]) if first else (row.cards[cut:], row.cards[:cut])
                there = Row(old, "", "")
                stands = there.may_be(self.known[i]) and _distance(self.places[i], there.at) <= CARD_WIDTH_MM / 2
                if stands and (self.hands or _apart(row.cards, cut)):
                    self._found(i, old)
                    self.rows[self.rows.index(row)] = Row(new, row.faces, row.zone)
                    return

    def join_pieces(self) -> None:
        """A known word whose row was seen with a gap: takes out its pieces (rows or single cards)."""
        for i in list(self.missing):
            text = self.known[i]
            near = self._pieces_of(i)[:6]
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
                    self._found(i, [card for piece in found for card in piece.cards])
                    self._remove(found)
                    break

    def derived(self) -> list[Change]:
        """Pairs each changed row with the known word it was made of, nearest first."""
        candidates: list[tuple[int, float, int, Row, Made]] = []
        for i in self.missing:
            for row in self.rows:
                made = made_of(self.known[i], row)
                away = _distance(self.places.get(i), row.at) if i in self.places else 0.0
                if made is not None and plausible(self.known[i], made, away) and not self._rest_of_other(i, row, away):
                    candidates.append((-shared(self.known[i], made.text), away, i, row, made))
        changes: list[Change] = []
        for _, _, i, row, made in sorted(candidates, key=lambda c: (c[4].resolved, *c[:3])):
            if i in self.missing and row in self.rows:
                self._found(i, row.cards)
                self.rows.remove(row)
                changes.append(
                    Change(made.act, self.known[i], made.text, made.sure, row.faces, row.confidences, row.maybe)
                )
        return changes

    def _rest_of_other(self, i: int, row: Row, away: float) -> bool:
        """Tells whether a row is rather what is to be seen of another missing word, which lay nearer."""
        others = (k for k in self.missing if k != i and k in self.places and len(self.known[k]) > len(row.cards))
        return any(_distance(self.places[k], row.at) < away and _is_rest_of(row, self.known[k]) for k in others)

    def parts(self) -> list[Change]:
        """A known word of which something hides a part: takes out what is to be seen of it."""
        changes = []
        for i in list(self.missing):
            if i not in self.places:
                continue
            text = self.known[i]
            shorter = [row for row in self.rows if len(row.cards) < len(text) and _is_rest_of(row, text)]
            reach = len(text) * CARD_WIDTH_MM
            near = [p for p in [*shorter, *self._pieces_of(i)] if _distance(self.places[i], p.at) < reach]
            taken: list[Row] = []
            for piece in near:
                both = sorted([*taken, piece], key=lambda p: _distance(near[0].at, p.at))
                if piece not in taken and any(_may_be_in(_joined(order), text) for order in permutations(both)):
                    taken.append(piece)
                if len(taken) == PIECES:
                    break
            if taken:
                cards = [card for piece in taken for card in piece.cards]
                self._found(i, cards)
                self._remove(taken)
                best = max(taken, key=lambda piece: len(piece.cards))
                changes.append(Change("altered", text, best.text, 1.0, best.faces))
        return changes

    def garbled(self) -> list[Change]:
        """A known word that is missing while a row like it lies in its place: takes the row out."""
        changes = []
        for i in list(self.missing):
            near = [row for row in self.rows if i in self.places and _distance(self.places[i], row.at) <= WANDERS_MM]
            like = [row for row in near if self._like(i, row)]
            if like:
                row = max(like, key=lambda row: _in_common(self.known[i], row.text))
                self._found(i, row.cards)
                self.rows.remove(row)
                sure = min(card.confidence for card in row.cards)
                act = "altered" if sure < UNREAD else "garbled"
                changes.append(Change(act, self.known[i], row.text, sure, row.faces))
        return changes

    def _like(self, i: int, row: Row) -> bool:
        """Tells whether a row that lies near a missing word's place is that word, read wrongly or in part."""
        text, common = self.known[i], _in_common(self.known[i], row.text)
        # Words do not leave the table by themselves: what lies just where one lay is that one, whatever was read.
        if common >= GARBLED * len(text) or _distance(self.places.get(i), row.at) <= IN_ITS_PLACE_MM:
            return True
        unread = min(card.confidence for card in row.cards) < UNREAD and len(row.cards) <= len(text)
        return unread and common > 0 and _distance(self.places.get(i), row.at) <= CARD_WIDTH_MM

    def _pieces_of(self, i: int) -> list[Row]:
        text = self.known[i]
        pieces = [row for row in [*self.rows, *self.singles] if len(row.cards) < len(text)]
        pieces = [p for p in pieces if any(p.may_be(text[k : k + len(p.cards)]) for k in range(len(text)))]
        return sorted(pieces, key=lambda p: (_distance(self.places.get(i), p.at), -len(p.cards)))

    def _found(self, i: int, cards: Sequence[Laid]) -> None:
        self.missing.remove(i)
        self.at[i] = Row(tuple(cards), "", "").at

    def _remove(self, pieces: Sequence[Row]) -> None:
        for piece in pieces:
            (self.rows if piece in self.rows else self.singles).remove(piece)


def _apart(cards: Sequence[Laid], cut: int) -> bool:
    """Tells whether a row's cards lie clearly farther apart at a cut than anywhere else."""
    gaps = [_distance(a.at, b.at) for a, b in pairwise(cards)]
    between = gaps.pop(cut - 1)
    return between >= WORDS_APART * max(gaps)


def _joined(pieces: Sequence[Row]) -> Row:
    return Row(tuple(card for piece in pieces for card in piece.cards), "", "")


def _may_be_in(row: Row, text: str) -> bool:
    """Tells whether the row's letters may stand in ``text`` in their order."""
    letters = iter(text)
    return all(any(card.may_be(letter) for letter in letters) for card in row.cards)


def _is_rest_of(row: Row, text: str) -> bool:
    """Tells whether the row may be what is to be seen of a longer word: its cards leave room where some are hidden.
    Cards that have closed up are another word."""
    gaps = [_distance(a.at, b.at) for a, b in pairwise(row.cards)]
    for places in combinations(range(len(text)), len(row.cards)):
        if not all(card.may_be(text[place]) for card, place in zip(row.cards, places, strict=True)):
            continue
        steps = [b - a for a, b in pairwise(places)]
        next_to = [gap for gap, step in zip(gaps, steps, strict=True) if step == 1]
        pitch = median(next_to) if next_to else 0.8 * CARD_WIDTH_MM
        if all(gap >= 1.45 * pitch for gap, step in zip(gaps, steps, strict=True) if step > 1):
            return True
    return False


def _pieces_near(pieces: Sequence[Row], length: int) -> bool:
    """Tells whether pieces lie near enough to be one word of ``length`` letters."""
    reach = (length + 2) * CARD_WIDTH_MM
    return all(_distance(a.at, b.at) < reach for a in pieces for b in pieces)


def _in_common(one: str, other: str) -> int:
    """The length of the longest run of letters that both have in the same order."""
    row = [0] * (len(other) + 1)
    for a in one:
        before = row
        row = [0]
        for j, b in enumerate(other):
            row.append(before[j] + 1 if a == b else max(before[j + 1], row[j]))
    return row[-1]
