"""Finds and reads the pieces of any pack: cards, and also tiles.

Tiles may be tiny, and their shape does not tell which way they are turned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.faces import CARD_SHAPE, CLASSES, UPSIDE_DOWN, read_faces
from vision.find import Found, Sighting, find
from vision.outline import straightened

SMALL = 13.0
"""Half a width, in px of the working picture, below which pieces are looked at again, enlarged."""

FINEST = 1536
"""px of the longer side of the largest working picture."""

TALLEST = 1.6
"""The shape of pieces less high than this times their width does not tell which way they are turned: they may be tiles,
or cards seen at a steep slant."""

TALLEST_CARD = 1.25
"""The same for cards that are known to be higher than wide, seen from not more than 30° off straight down."""

NEIGHBOUR = 7.0
"""Half sides within which a piece is a neighbour in a row."""

ABOUT = 14.0
"""Half sides within which pieces lie alike."""

CLEAR = 1.0
"""A piece's direction is clear when one way reads better by this, as the logarithm of odds."""

ALIGNED = 0.5
"""How well pieces are aligned whose directions tell of each other: the mean cosine of four times the angle between."""

SQUARE = 0.15
"""How far from square a tile shows that is seen from above: of its shape's logarithm and the cosine of its corner."""

ROW_PULL, TALL_PULL, OWN_PULL, ALIKE_PULL = 3.0, 1.5, 0.5, 3.0
"""What a row, a card's height, the finder's own direction and the pieces about it count, as logarithms of odds."""

SHARPNESS = 2.0
"""How much more a reading's margin counts."""

DOUBTFUL = 0.9
"""A letter read less surely is looked at again on its outline."""

RIVAL = 0.5
"""A reading of at least this in the other direction leaves a doubt."""

_ENOUGH = 3
_NONE = CLASSES.index("NONE")
_TWINS = np.array([CLASSES.index(n.removesuffix(UPSIDE_DOWN)) for n in CLASSES])


ReadsFaces = Callable[[NDArray[np.uint8], NDArray[np.floating]], NDArray[np.float32]]


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


def _letters(chances: NDArray[np.float32]) -> NDArray[np.float32]:
    """The chance (N, classes) of each letter, both ways up together; what is no card counts nothing."""
    folded = np.zeros_like(chances)
    np.add.at(folded.T, _TWINS, chances.T)
    folded[:, _NONE] = 0
    return folded


def _tall(found: Found) -> float:
    return float(np.log(max(np.hypot(*found.v), 1e-6) / max(np.hypot(*found.u), 1e-6)))


def row_odds(pieces: Sequence[Found]) -> NDArray[np.float64]:
    """How much speaks for each piece's own direction rather than its quarter turn: (N,), about -1 to 1.

    Pieces are laid in rows: the nearest neighbours lie beside a piece rather than above or below it.
    """
    centre = np.array([f.centre for f in pieces], np.float64).reshape(-1, 2)
    odds = np.zeros(len(pieces))
    for k, piece in enumerate(pieces):
        base = np.array([piece.u, piece.v], np.float64).T
        if abs(np.linalg.det(base)) < 1e-6:
            continue
        # In half sides of the piece: a neighbour on its right lies at about (2, 0).
        away = np.linalg.solve(base, (centre - centre[k]).T).T
        far = np.hypot(away[:, 0], away[:, 1])
        near = (far > 0.5) & (far < NEIGHBOUR)
        if near.any():
            pull = (np.abs(away[near, 0]) - np.abs(away[near, 1])) / far[near]
            weight = 1 / far[near] ** 2
            odds[k] = float((pull * weight).sum() / weight.sum())
    return odds


def squares_from_above(pieces: Sequence[Found]) -> bool:
    """Whether most pieces show as squares: tiles seen from above, and neither cards nor anything seen at a slant."""
    if not pieces:
        return False
    u, v = (np.array([getattr(f, name) for f in pieces], np.float64) for name in ("u", "v"))
    shear = (u * v).sum(axis=1) / np.maximum(np.hypot(*u.T) * np.hypot(*v.T), 1e-6)
    return float(np.median(np.hypot(shear, [_tall(f) for f in pieces]))) < SQUARE


def direction_odds(
    pieces: Sequence[Found], own: NDArray[np.floating], other: NDArray[np.floating]
) -> NDArray[np.float64]:
    """The logarithm of the odds that each piece lies as given, rather than turned by 90°: (N,).

    `own` and `other` (N,) are how well each reads as given and turned. A piece that reads well both ways lies like
    those about it; if none of them is sure, it lies in its row, and a card is higher than wide.
    """
    margin = np.log(np.maximum(own, 1e-6)) - np.log(np.maximum(other, 1e-6))
    centre = np.array([f.centre for f in pieces], np.float64).reshape(-1, 2)
    half = np.array([_width(f) for f in pieces])
    given = np.array([np.arctan2(f.u[1], f.u[0]) for f in pieces])
    angle = given + np.where(margin < 0, np.pi / 2, 0.0)
    clear = (np.abs(margin) > CLEAR) & (np.maximum(own, other) > 0.8)
    rows = row_odds(pieces)
    tiles = squares_from_above([f for f, well in zip(pieces, np.maximum(own, other) > 0.5, strict=True) if well])
    odds = SHARPNESS * margin + OWN_PULL
    for k in np.flatnonzero(~clear).tolist():
        far = np.hypot(*(centre - centre[k]).T) / max(half[k], 1.0)
        near = (far > 0.5) & (far < ABOUT)
        # Loose tiles lie at all angles and tell nothing of each other; cards seen at a slant seem to, but lie in rows.
        apart = tiles and near.any() and float(np.cos(4 * (given[near] - given[k])).mean()) < ALIGNED
        if apart or not near.any():
            odds[k] += TALL_PULL * _tall(pieces[k])
        elif (near & clear).any():
            alike = np.cos(2 * (angle[near & clear] - given[k]))
            odds[k] += ALIKE_PULL * float(np.average(alike, weights=1 / far[near & clear]))
        else:
            odds[k] += ROW_PULL * rows[k] + TALL_PULL * _tall(pieces[k])
    return odds


def read_pieces(
    picture_bgr: NDArray[np.uint8],
    found: Sequence[Found],
    *,
    tallest: float = TALLEST,
    reads: ReadsFaces = read_faces,
) -> tuple[tuple[Found, ...], NDArray[np.float32]]:
    """Reads found pieces, those whose shape may mislead in both directions, and gives them as they lie.

    Where both directions read well (N and Z on their sides are each other), the pieces about it and the row it lies
    in decide, and the doubt stays. `tallest` is the shape up to which a piece may lie either way; `reads` reads the
    faces, as :func:`vision.faces.read_faces` does.

    Gives the pieces, in their order, laid on their outlines, and their chances (N, classes).
    """
    tall = tallest < CARD_SHAPE
    pieces = list(found) if tall else list(straightened(picture_bgr, found))
    chances = reads(picture_bgr, np.array([f.corners for f in pieces], np.float32).reshape(-1, 4, 2))
    best = _letters(chances).max(axis=1)
    doubtful = np.flatnonzero(best < DOUBTFUL).tolist() if tall else []
    if doubtful:
        # A card whose shape is known is laid on its outline only when it reads better there.
        outlined = straightened(picture_bgr, [pieces[k] for k in doubtful])
        anew = reads(picture_bgr, np.array([f.corners for f in outlined], np.float32))
        for k, piece, chance, letter in zip(doubtful, outlined, anew, _letters(anew).max(axis=1), strict=True):
            if letter > best[k]:
                pieces[k], chances[k] = piece, chance
    either = [k for k, piece in enumerate(pieces) if abs(_tall(piece)) < np.log(tallest)]
    if not either:
        return tuple(pieces), chances
    turned = [quarter_turned(pieces[k]) for k in either]
    again = np.full_like(chances, 1e-6)
    again[either] = reads(picture_bgr, np.array([f.corners for f in turned], np.float32))
    letters, sideways = _letters(chances), _letters(again)
    own, other = letters.max(axis=1), sideways.max(axis=1)
    ahead = 1 / (1 + np.exp(-direction_odds(pieces, own, other)))
    for n, k in enumerate(either):
        share = max(float(ahead[k]), 1 - float(ahead[k]))
        wins, loses = (chances[k], again[k]) if ahead[k] >= 0.5 else (again[k], chances[k])
        if ahead[k] < 0.5:
            pieces[k] = turned[n]
        if int(letters[k].argmax()) != int(sideways[k].argmax()) and min(own[k], other[k]) > RIVAL:
            # What the other direction reads as well stays possible.
            wins = wins * share + loses * (1 - share)
        chances[k] = wins
    return tuple(pieces), chances
