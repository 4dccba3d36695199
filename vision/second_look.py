"""Looks again where there must be a card: in the gap of a row, and beside the exposed card.

The finder looks at the whole picture at once and may miss a card under glare or a finger, or a face-down one on a
patterned cloth; where it must lie, the face reader says whether it does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.table import BACK, SeenCard, TableReading
from vision.cover import Mask
from vision.gaps import gap_quads
from vision.settings import FoundCard

GAP_SURE = 0.3
"""How sure a face must be, where there is a card for certain, to count as one that the finder missed."""
GAP_NEAR = 0.2
"""Places nearer to each other than this, in card widths, show the same card."""
GAP_NONE = 0.1
"""The most doubt of its being a card at all."""
GAP_APART = 0.48
"""How far it must lie from the cards that were found, in card widths."""
GAP_TRUST = 0.9

STOCK_PLACES = (1.04, 1.1, 1.16, 1.22, 1.28)
"""How far from the exposed card the stock may lie, in card widths."""
STOCK_SURE, STOCK_AGAIN = 0.85, 0.7
"""How surely one of these places must show a back, and another of them beside it."""
MOST_EXPOSED = 4
"""So many lone cards are looked beside, the surest first."""


@dataclass(frozen=True)
class Looked:
    """What the networks say of one picture: found cards, their (N, classes) face probabilities, where hands lie.
    ``look_again`` reads the faces of further places, (M, 4, 2) px; ``weighed`` are those of the found cards in whose
    faces it is weighed already that they are partly covered."""

    found: Sequence[FoundCard]
    faces: NDArray[np.float32]
    classes: Sequence[str]
    cover: Mask | None
    look_again: Callable[[NDArray[np.float64]], NDArray[np.float32]] | None = None
    weighed: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Guessed:
    """A card that was asked for, and that was there."""

    centre: tuple[float, float]
    u: tuple[float, float]
    v: tuple[float, float]
    score: float
    back: float = 0.0


def fill_gaps(looked: Looked, reading: TableReading) -> Looked:
    """Looks again where a row has a gap, and adds the cards that are there; gives ``looked`` itself when none is."""
    quads = gap_quads(reading.cards) if looked.look_again is not None else np.zeros((0, 4, 2))
    if looked.look_again is None or not len(quads):
        return looked
    faces = looked.look_again(quads)
    place = {name: index for index, name in enumerate(looked.classes)}
    other = faces[:, place["NONE"]] + faces[:, place["BACK"]]
    faces = _agreed(faces, other, quads)
    best = np.where(other < GAP_NONE, faces.max(axis=1), 0.0)
    added: list[int] = []
    taken = [np.mean(card.corners, axis=0) for card in reading.cards]
    # The place where a card is read most surely is where it lies.
    for i in np.argsort(-best):
        width = float(np.hypot(*(quads[i, 1] - quads[i, 0])))
        near = min(float(np.hypot(*(quads[i].mean(axis=0) - other_centre))) for other_centre in taken)
        if best[i] >= GAP_SURE and near >= GAP_APART * width:
            added.append(int(i))
            taken.append(quads[i].mean(axis=0))
    if not added:
        return looked
    # A card found only because one was wanted is never wholly sure.
    faces[:] = faces * GAP_TRUST + (1.0 - GAP_TRUST) / faces.shape[1]
    return _with(looked, quads[added], faces[added], back=0.0)


def find_stock(looked: Looked, reading: TableReading) -> Looked:
    """Looks for the stock beside the cards that lie alone, when no face-down card was found; gives ``looked`` itself
    when it is not there either."""
    if looked.look_again is None or any(card.face == BACK for card in reading.cards):
        return looked
    in_rows = {index for word in reading.words for index in word.cards}
    alone = sorted((card for card in reading.cards if card.id not in in_rows), key=lambda card: -card.confidence)
    if not alone:
        return looked
    quads = _beside(alone[:MOST_EXPOSED])
    faces = looked.look_again(quads)
    back = faces[:, list(looked.classes).index(BACK)].reshape(-1, len(STOCK_PLACES))
    again = np.maximum(np.roll(back, 1, axis=1), np.roll(back, -1, axis=1))
    fits = np.where((back >= STOCK_SURE) & (again >= STOCK_AGAIN), back, 0.0).ravel()
    best = int(fits.argmax())
    if fits[best] <= 0.0:
        return looked
    return _with(looked, quads[[best]], faces[[best]], back=1.0)


def _beside(cards: Sequence[SeenCard]) -> NDArray[np.float64]:
    """The (M, 4, 2) px places where the stock may lie beside cards: on each side, from near to far."""
    places = []
    for quad in np.array([card.corners for card in cards], np.float64):
        across = (quad[1] + quad[2] - quad[0] - quad[3]) / 2
        places += [quad + across * (side * far) for side in (-1, 1) for far in STOCK_PLACES]
    return np.array(places).reshape(-1, 4, 2)


def _with(looked: Looked, quads: NDArray[np.float64], faces: NDArray[np.float32], back: float) -> Looked:
    cards = []
    for quad in quads:
        u, v = (quad[1] + quad[2] - quad[0] - quad[3]) / 4, (quad[2] + quad[3] - quad[0] - quad[1]) / 4
        x, y = quad.mean(axis=0)
        cards.append(Guessed((float(x), float(y)), (float(u[0]), float(u[1])), (float(v[0]), float(v[1])), 0.5, back))
    return replace(looked, found=[*looked.found, *cards], faces=np.concatenate([looked.faces, faces]))


def _agreed(faces: NDArray[np.float32], other: NDArray[np.float32], quads: NDArray[np.float64]) -> NDArray[np.float32]:
    """Lets neighbouring places agree: a card is seen at several of them, each read a little otherwise."""
    centres, card = quads.mean(axis=1), other < GAP_NONE
    agreed = faces.copy()
    for i in np.flatnonzero(card):
        reach = GAP_NEAR * float(np.hypot(*(quads[i, 1] - quads[i, 0])))
        agreed[i] = faces[card & (np.hypot(*(centres - centres[i]).T) < reach)].mean(axis=0)
    return agreed
