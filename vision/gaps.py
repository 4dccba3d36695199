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
OVERLAPPED, TWICE = 0.95, 1.6
"""The same, and how many times wider than the next distance, where cards overlap: one may be missing between two that
seem to touch."""
WIDER = 1.3
"""How many times wider it must be than the next distance in the row: an evenly spaced row has no gaps."""
ASIDE = 0.4
TURN_DEG = 25.0
CLOSEST = 0.5
"""How near to a neighbour's centre the missing card's may lie, in widths: cards may overlap."""
STEP = 0.16
"""Between the places that are tried, in widths: the face reader wants a card in the middle."""


def gap_quads(cards: Sequence[SeenCard]) -> Array:
    """Gives (M, 4, 2) px outlines of cards that could fill the gaps between neighbours in line, several to a gap."""
    shown = [card.corners for card in cards if card.face != BACK]
    if len(shown) < 2:
        return np.zeros((0, 4, 2))
    quads = np.array(shown, np.float64)
    # A card alone may have been taken for upside down, so its neighbours are looked for at both ends.
    neighbour, distance = _neighbours(quads)
    places: list[Array] = []
    for i in range(len(quads)):
        for end in (0, 1):
            j, gap = int(neighbour[end, i]), float(distance[end, i])
            # Seen from both sides it is one gap.
            if j < 0 or not OVERLAPPED <= gap <= WIDEST or (j < i and i in neighbour[:, j]):
                continue
            beyond = [float(distance[1 - end, i])]
            beyond += [float(distance[e, j]) for e in (0, 1) if neighbour[e, j] not in (-1, i)]
            next_to = min(beyond)
            if gap < NARROWEST and (next_to == np.inf or gap < TWICE * next_to):
                continue
            if next_to < np.inf and gap < WIDER * next_to:
                continue
            quad = _turned_like(quads[j], quads[i])
            for place in np.linspace(CLOSEST, gap - CLOSEST, max(2, round((gap - 2 * CLOSEST) / STEP) + 1)):
                places.append(quads[i] + (quad - quads[i]) * (float(place) / gap))
    return np.array(places, np.float64).reshape(-1, 4, 2)


def _neighbours(quads: Array) -> tuple[NDArray[np.intp], Array]:
    """Gives each card's nearest neighbour in line at its left (0) and its right (1), -1 for none, and how far it is in
    widths (infinite for none); both (2, N)."""
    right = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 2
    size = np.maximum(np.hypot(right[:, 0], right[:, 1]), 1e-6)
    unit = right / size[:, None]
    centres = quads.mean(axis=1)
    same = np.where(unit @ unit.T >= 0, 1.0, -1.0)
    middle = unit[:, None] + unit[None] * same[..., None]
    middle /= np.maximum(np.hypot(middle[..., 0], middle[..., 1]), 1e-6)[..., None]
    between = centres[None] - centres[:, None]
    width = (size[:, None] + size[None]) / 2
    along = (between * middle).sum(axis=2) / width
    aside = np.abs(middle[..., 0] * between[..., 1] - middle[..., 1] * between[..., 0]) / width
    turned = np.abs(unit @ unit.T) < np.cos(np.radians(TURN_DEG))
    unfit = turned | (aside > ASIDE * np.maximum(np.abs(along), 1.0)) | (np.abs(along) <= 0.25)
    np.fill_diagonal(unfit, True)
    reach = np.stack([np.where(unfit | (along > 0), np.inf, -along), np.where(unfit | (along < 0), np.inf, along)])
    distance = reach.min(axis=2)
    return np.where(np.isfinite(distance), reach.argmin(axis=2), -1), distance


def _turned_like(quad: Array, other: Array) -> Array:
    """Gives a quad with its corners in the order of another that it is roughly parallel to."""
    same = float((quad[1] - quad[0]) @ (other[1] - other[0])) >= 0
    return quad if same else quad[[2, 3, 0, 1]]
