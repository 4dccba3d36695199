"""Keeps cards the same from one reading of a table to the next, and weighs the readings of a resting card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, hypot, log, prod

from engine.table import BACK, Point, SeenCard, SeenHand, TableReading, letter_of


@dataclass(frozen=True)
class SteadySettings:
    """``same_place_mm``: how far a resting card's centre may wander; ``moved_mm``: how far a card of the same face may
    have been pushed and still be the same; ``sure``: a face read at least so surely stands for itself;
    ``under_hand``: what a look with a hand over the cards counts, beside one without."""

    same_place_mm: float = 16.0
    same_turn_deg: float = 12.0
    moved_mm: float = 260.0
    sure: float = 0.97
    possible: float = 0.02
    under_hand: float = 0.2


def follow_cards(
    reading: TableReading, before: TableReading, values: Mapping[str, int], settings: SteadySettings | None = None
) -> TableReading:
    """Gives the reading with the ids of the reading before, and doubtful faces settled by what was read there then.

    A card that lies where a card lay is that card, unless it surely shows another face; of those left, a card takes
    the id of the nearest vanished one with the same face (it was moved). New cards get ids never used before.

    In a row in which another card has surely changed a hand has been at work: there a doubtful card may have been
    changed too, and keeps its doubt.
    """
    settings = settings or SteadySettings()
    scale = reading.mm_per_px
    kept = _same_place(reading.cards, before.cards, scale, settings)
    trust = settings.under_hand if before.covered else 1.0
    worked_on = {i for word in reading.words if any(card not in kept for card in word.cards) for i in word.cards}
    cards = [
        _combined(card, kept[card.id], trust, values, settings)
        if card.id in kept and card.id not in worked_on
        else card
        for card in reading.cards
    ]
    ids = {card.id: kept[card.id].id for card in reading.cards if card.id in kept}
    gone = [card for card in before.cards if card.id not in set(ids.values())]
    for card in sorted(cards, key=lambda card: -card.confidence):
        if card.id in ids or card.face == BACK:
            continue
        near = [(_apart(card, old, scale), old) for old in gone if old.face == card.face]
        near = [item for item in near if item[0] <= settings.moved_mm]
        if near:
            old = min(near, key=lambda item: item[0])[1]
            ids[card.id] = old.id
            gone.remove(old)
    fresh = max((card.id for card in before.cards), default=-1) + 1
    for card in cards:
        if card.id not in ids:
            ids[card.id] = fresh
            fresh += 1
    return _renamed(with_cards(reading, {card.id: card for card in cards}, values), ids)


def _apart(one: SeenCard, other: SeenCard, mm_per_px: float) -> float:
    """Gives how far two cards of one camera's pictures lie apart, in millimetres at the picture's own scale: the
    pictures' pixels are steadier than the planes fitted to them."""
    (x, y), (u, v) = _middle(one), _middle(other)
    return hypot(x - u, y - v) * mm_per_px


def _middle(card: SeenCard) -> Point:
    """Gives the card's middle in px of the picture."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = card.corners
    return (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4


def _same_place(
    cards: Sequence[SeenCard], before: Sequence[SeenCard], mm_per_px: float, settings: SteadySettings
) -> dict[int, SeenCard]:
    pairs = []
    middles = [_middle(old) for old in before]
    for card in cards:
        x, y = _middle(card)
        for old, (u, v) in zip(before, middles, strict=True):
            apart = hypot(x - u, y - v) * mm_per_px
            turn = abs((card.angle_deg - old.angle_deg + 90.0) % 180.0 - 90.0)
            if apart <= settings.same_place_mm and turn <= settings.same_turn_deg:
                pairs.append((apart, card.id, old))
    kept: dict[int, SeenCard] = {}
    taken: set[int] = set()
    now = {card.id: card for card in cards}
    for _, card_id, old in sorted(pairs, key=lambda pair: pair[0]):
        if card_id in kept or old.id in taken or not _may_be(now[card_id], old, settings):
            continue
        kept[card_id] = old
        taken.add(old.id)
    return kept


def _may_be(card: SeenCard, old: SeenCard, settings: SteadySettings) -> bool:
    """Tells whether a card now may be the one that lay there: the same face, or a doubt on either side."""
    if (card.face == BACK) != (old.face == BACK):
        return False
    if card.face == old.face:
        return True
    return _likelihood(card, old.face) >= settings.possible or _likelihood(old, card.face) >= settings.possible


def _likelihood(card: SeenCard, face: str) -> float:
    if card.face == face:
        return card.confidence
    named = dict(card.alternatives)
    if face in named:
        return named[face]
    return max(1.0 - card.confidence - sum(named.values()), 0.0) / 24.0


def _combined(
    card: SeenCard, old: SeenCard, trust: float, values: Mapping[str, int], settings: SteadySettings
) -> SeenCard:
    """Weighs two looks at the same card. What misleads one look at a resting card misleads the next one too: two that
    agree are no surer than the surer of them, however often the table is looked at. ``trust`` is that in the old."""
    if card.face == BACK or (card.confidence >= settings.sure and card.visible >= 0.6):
        return card
    faces = {card.face, old.face, *(face for face, _ in card.alternatives), *(face for face, _ in old.alternatives)}
    faces.discard(BACK)
    now_counts, then_counts = 0.3 + 0.5 * card.visible, trust * (0.3 + 0.5 * old.visible)
    now_counts, then_counts = now_counts / (now_counts + then_counts), then_counts / (now_counts + then_counts)
    scores = {
        face: exp(
            now_counts * log(max(_likelihood(card, face), 1e-4)) + then_counts * log(max(_likelihood(old, face), 1e-4))
        )
        for face in sorted(faces)
    }
    rest = 24 * 1e-4
    total = sum(scores.values()) + rest
    best = sorted(scores, key=lambda face: -scores[face])
    return replace(
        card,
        face=best[0],
        value=values.get(best[0]),
        confidence=min(scores[best[0]] / total, max(card.confidence, old.confidence)),
        alternatives=tuple((face, scores[face] / total) for face in best[1:3]),
    )


def with_cards(reading: TableReading, changed: Mapping[int, SeenCard], values: Mapping[str, int]) -> TableReading:
    """Gives a reading with some cards replaced, and its words and totals spelt anew."""
    cards = {card.id: changed.get(card.id, card) for card in reading.cards}
    words = tuple(
        replace(
            word,
            text="".join(letter_of(cards[i].face) for i in word.cards),
            confidence=prod(cards[i].confidence for i in word.cards),
        )
        for word in reading.words
    )
    hands = {
        seat: SeenHand(hand.cards, sum(values.get(cards[i].face, 0) for i in hand.cards))
        for seat, hand in reading.hands.items()
    }
    return replace(reading, cards=tuple(cards[card.id] for card in reading.cards), words=words, hands=hands)


def _renamed(reading: TableReading, ids: Mapping[int, int]) -> TableReading:
    return replace(
        reading,
        cards=tuple(replace(card, id=ids[card.id]) for card in reading.cards),
        words=tuple(replace(word, cards=tuple(ids[i] for i in word.cards)) for word in reading.words),
        hands={seat: replace(hand, cards=tuple(ids[i] for i in hand.cards)) for seat, hand in reading.hands.items()},
    )
