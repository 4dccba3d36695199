"""Finds and reads the pieces of any pack: cards, and also tiles.

Tiles may be tiny, and their shape does not tell which way they are turned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.faces import CLASSES, SQUARE, UPSIDE_DOWN, read_faces
from vision.find import Found, Sighting, find

SMALL = 13.0
"""Half a width, in px of the working picture, below which pieces are looked at again, enlarged."""

FINEST = 1536
"""px of the longer side of the largest working picture."""

_ENOUGH = 3
_NONE = CLASSES.index("NONE")
_TWINS = np.array([CLASSES.index(n.removesuffix(UPSIDE_DOWN)) for n in CLASSES])


def _width(found: Found) -> float:
    return min(float(np.hypot(*found.u)), float(np.hypot(*found.v)))


def find_pieces(picture_bgr: NDArray[np.uint8]) -> Sighting:
    """The cards or tiles of a picture uint8 (H, W, 3); one full of tiny ones is looked at again, enlarged."""
    sighting = find(picture_bgr)
    if len(sighting.found) < _ENOUGH:
        return sighting
    half = float(np.median([_width(f) for f in sighting.found])) * sighting.scale
    longest = max(picture_bgr.shape[:2])
    larger = min(FINEST, longest)
    if half >= SMALL or larger < 1.2 * sighting.scale * longest:
        return sighting
    return find(picture_bgr, larger)


def quarter_turned(found: Found) -> Found:
    """The same piece taken to be turned by 90°."""
    return replace(found, u=found.v, v=(-found.u[0], -found.u[1]))


def _best(chances: NDArray[np.float32]) -> NDArray[np.float32]:
    """The chance of the likeliest letter of each row, both ways up together; what is no card counts nothing."""
    folded = np.zeros_like(chances)
    np.add.at(folded.T, _TWINS, chances.T)
    folded[:, _NONE] = 0
    best: NDArray[np.float32] = folded.max(1)
    return best


def read_pieces(
    picture_bgr: NDArray[np.uint8], found: Sequence[Found]
) -> tuple[tuple[Found, ...], NDArray[np.float32]]:
    """Reads found pieces, square ones in both directions, and gives them in the direction that reads better.

    Gives the pieces, in their order, and their chances (N, classes) as :func:`vision.faces.read_faces` does.
    """
    pieces = list(found)
    chances = read_faces(picture_bgr, np.array([f.corners for f in pieces], np.float32).reshape(-1, 4, 2))
    best = _best(chances)
    doubtful = [
        k for k, f in enumerate(pieces) if max(np.hypot(*f.u), np.hypot(*f.v)) < SQUARE * _width(f) and best[k] < 0.9
    ]
    if doubtful:
        turned = [quarter_turned(pieces[k]) for k in doubtful]
        again = read_faces(picture_bgr, np.array([f.corners for f in turned], np.float32))
        for k, other, chance, score in zip(doubtful, turned, again, _best(again), strict=True):
            if score > best[k]:
                pieces[k], chances[k] = other, chance
    return tuple(pieces), chances
