"""Where a row of cards has a gap that a card would fill: places worth a second look.

The finder looks at the whole picture at once and may miss a card under glare or a finger; the row it lies in tells
where it must be. Only places are named here: the face reader says whether there is a card.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.table import BACK, SeenCard

Array = NDArray[np.float64]

NARROWEST, WIDEST = 1.2, 3.4
"""Between the centres of two neighbours, in card widths, for a gap that may hide a card (or two)."""
ASIDE = 0.4
TURN_DEG = 25.0
CLOSEST = 0.5
"""How near to a neighbour's centre the missing card's may lie, in widths: cards may overlap."""
STEP = 0.12
"""Between the places that are tried, in widths: the face reader wants a card in the middle."""


def gap_quads(cards: Sequence[SeenCard]) -> Array:
    """Gives (M, 4, 2) px outlines of cards that could fill the gaps between neighbours in line, several to a gap."""
    shown = [card for card in cards if card.face != BACK]
    places: list[Array] = []
    quads = np.array([card.corners for card in shown], np.float64).reshape(-1, 4, 2)
    # A card alone may have been taken for upside down, so its neighbours are looked for at both ends.
    for i, end in ((i, end) for i in range(len(shown)) for end in (1.0, -1.0)):
        best: tuple[float, Array] | None = None
        for j in range(len(shown)):
            if i == j:
                continue
            quad = _turned_like(quads[j], quads[i])
            along, aside = _offset(quads[i], quad)
            along *= end
            if along <= 0.3 or abs(aside) > ASIDE * max(along, 1.0):
                continue
            if best is None or along < best[0]:
                best = along, quad
        if best is None or not NARROWEST <= best[0] <= WIDEST:
            continue
        room = best[0] - 2 * CLOSEST
        for place in CLOSEST + np.linspace(0.0, room, max(2, round(room / STEP) + 1)):
            share = float(place) / best[0]
            places.append(quads[i] * (1 - share) + best[1] * share)
    return _once(places)


def _turned_like(quad: Array, other: Array) -> Array:
    """Gives a quad with its corners in the order of another that it is roughly parallel to."""
    same = float((quad[1] - quad[0]) @ (other[1] - other[0])) >= 0
    return quad if same else quad[[2, 3, 0, 1]]


def _offset(quad: Array, other: Array) -> tuple[float, float]:
    """Gives how far ``other`` lies to the right of ``quad`` and below it, in widths; (0, 0) when it is not parallel."""
    right = quad[1] + quad[2] - quad[0] - quad[3]
    theirs = other[1] + other[2] - other[0] - other[3]
    size, their_size = float(np.hypot(*right)) / 2, float(np.hypot(*theirs)) / 2
    if size < 1.0 or their_size < 1.0:
        return 0.0, 0.0
    turn = np.degrees(np.arccos(np.clip(right @ theirs / (4 * size * their_size), -1.0, 1.0)))
    if turn > TURN_DEG:
        return 0.0, 0.0
    middle = right / (2 * size) + theirs / (2 * their_size)
    middle /= np.hypot(*middle)
    between = other.mean(axis=0) - quad.mean(axis=0)
    along = float(between @ middle)
    aside = float(middle[0] * between[1] - middle[1] * between[0])
    return along * 2 / (size + their_size), aside * 2 / (size + their_size)


def _once(places: Sequence[Array]) -> Array:
    """Drops a place that was named from both of its sides."""
    kept: list[Array] = []
    for place in places:
        width = float(np.hypot(*(place[1] - place[0])))
        if all(np.hypot(*(place.mean(axis=0) - other.mean(axis=0))) > 0.4 * STEP * width for other in kept):
            kept.append(place)
    return np.array(kept, np.float64).reshape(-1, 4, 2)
