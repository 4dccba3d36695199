"""Which of what was found are cards of the pack: no non-cards, no second outline of a card, no ghosts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.evidence import Evidence
from vision.plane import Plane
from vision.rows import Row
from vision.settings import FoundCard, PackShape, Settings

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Cards:
    """The cards kept of a picture: (N, 4, 2) px quads, (N, 2) mm centres, (N,) radians on the plane, evidence."""

    quads: Array
    centres: Array
    angles: Array
    evidence: tuple[Evidence, ...]
    backs: frozenset[int]


def vectors(found: Sequence[FoundCard]) -> tuple[Array, Array, Array]:
    """Gives the (N, 2) centres and half sides, across and down, of found cards."""
    centre, across, down = (
        np.array([getattr(card, name) for card in found], np.float64).reshape(-1, 2) for name in ("centre", "u", "v")
    )
    return centre, across, down


def select_cards(
    found: Sequence[FoundCard], evidence: Sequence[Evidence], plane: Plane, pack: PackShape, settings: Settings
) -> Cards:
    """Keeps what is a card of this pack, once: no non-cards, no wrong sizes, no second outline of the same card."""
    centre, across, down = vectors(found)
    quads = np.stack(
        [centre - across - down, centre + across - down, centre + across + down, centre - across + down], 1
    )
    on_table = plane.to_mm(quads) if len(found) else quads
    right = (on_table[:, 1] + on_table[:, 2] - on_table[:, 0] - on_table[:, 3]) / 2
    below = (on_table[:, 2] + on_table[:, 3] - on_table[:, 0] - on_table[:, 1]) / 2
    middle = plane.to_mm(centre) if len(found) else centre
    share = np.stack([np.hypot(*right.T) / pack.width_mm, np.hypot(*below.T) / pack.height_mm], 1)
    shape = share[:, 1] / np.maximum(share[:, 0], 1e-9)
    fits = ((share >= settings.sizes[0]) & (share <= settings.sizes[1])).all(axis=1)
    fits &= (shape >= settings.shapes[0]) & (shape <= settings.shapes[1])
    apart = np.hypot(*(middle[:, None] - middle).transpose(2, 0, 1)) / pack.width_mm
    face_down = [_is_back(*both) for both in zip(found, evidence, strict=True)]
    keep: list[int] = []
    for i in sorted(range(len(found)), key=lambda i: found[i].score * (1.0 - evidence[i].none), reverse=True):
        if evidence[i].none > settings.most_none or not fits[i]:
            continue
        if face_down[i]:
            size = float(np.sqrt(share[i].prod()))
            true_size = settings.back_sizes[0] <= size <= settings.back_sizes[1]
            beside = _beside_a_face(i, evidence, middle, right, below, settings)
            least = settings.least_back_beside if beside else settings.least_back
            most = settings.most_none_back_beside if beside else settings.most_none_back
            if found[i].score < least or evidence[i].none > most or not true_size:
                continue
        near = [k for k in keep if apart[i, k] < settings.same_card]
        if all(apart[i, k] >= settings.surely_same_card and _two_cards(evidence[i], evidence[k]) for k in near):
            keep.append(i)
    keep.sort(key=lambda i: (round(float(middle[i][1]) / pack.height_mm), float(middle[i][0])))
    # The lower edge's angle less a quarter turn: the upright of the card, steadier than its short sides.
    angles = np.arctan2(below[:, 1], below[:, 0]) - np.pi / 2
    backs = [k for k, i in enumerate(keep) if face_down[i]]
    return Cards(quads[keep], middle[keep], angles[keep], tuple(evidence[i] for i in keep), frozenset(backs))


def _two_cards(one: Evidence, other: Evidence) -> bool:
    """Tells whether two outlines that lie very near each other show two different letters, both clearly."""
    first, second = one.ways.sum(axis=0), other.ways.sum(axis=0)
    clear = min(float(np.max(first)), float(np.max(second))) >= 0.75 and max(one.none, other.none) <= 0.03
    return clear and int(np.argmax(first)) != int(np.argmax(second))


def _beside_a_face(
    i: int, evidence: Sequence[Evidence], middle: Array, right: Array, below: Array, settings: Settings
) -> bool:
    """Tells whether a card that lies face up lies just beside the i-th, as the exposed card does beside the stock."""
    width, height = np.hypot(*right.T), np.hypot(*below.T)
    away = middle - middle[i]
    along = np.abs((away * right).sum(axis=1)) / np.maximum(width, 1e-6) ** 2
    across = np.abs((away * below).sum(axis=1)) / np.maximum(height, 1e-6) ** 2
    same = np.abs(right @ right[i]) / np.maximum(width * width[i], 1e-6) > np.cos(np.radians(settings.turn_stock_deg))
    face_up = np.array([item.none < 0.05 and item.back < 0.3 for item in evidence])
    low, high = settings.beside_stock
    return bool((face_up & same & (along > low) & (along < high) & (across < settings.aside_stock)).any())


def _is_back(found: FoundCard, evidence: Evidence) -> bool:
    return bool(evidence.back + found.back > evidence.ways.sum() + 0.5)


def without_ghosts(
    cards: Cards, exposed: int | None, rows: Sequence[Row], columns: Sequence[Row], settings: Settings
) -> Cards:
    """Drops what lies alone and looks but vaguely like a card: a shadow, a coin, a letter on a mug."""
    beside = {card for row in rows for card in row.cards} | cards.backs | {exposed}
    beside -= {card for row in rows for card in _strays(cards, row, settings)}
    beside |= {card for column in columns for card in column.cards}
    keep = []
    for i, item in enumerate(cards.evidence):
        clear = (
            item.none <= settings.sure_card_none or float(np.max(item.ways.sum(axis=0))) >= settings.least_face_lonely
        )
        if i in beside or (item.none <= settings.most_none_lonely and clear):
            keep.append(i)
    if len(keep) == len(cards.evidence):
        return cards
    place = {old: new for new, old in enumerate(keep)}
    return Cards(
        cards.quads[keep],
        cards.centres[keep],
        cards.angles[keep],
        tuple(cards.evidence[i] for i in keep),
        frozenset(place[i] for i in cards.backs),
    )


def _strays(cards: Cards, row: Row, settings: Settings) -> list[int]:
    """The ends of a row that hardly look like cards and cannot be read the way the rest of the row is."""
    if len(row.cards) < 4:
        return []
    strays = []
    for end, inner in ((0, slice(1, None)), (-1, slice(None, -1))):
        rest = zip(row.cards[inner], row.signs[inner], strict=True)
        along = sum(cards.evidence[card].lean * sign for card, sign in rest) > 0
        item = cards.evidence[row.cards[end]]
        same = item.ways[0 if (row.signs[end] > 0) == along else 1].sum()
        if item.none > settings.most_none_stray and same < settings.least_stray:
            strays.append(row.cards[end])
    return strays
