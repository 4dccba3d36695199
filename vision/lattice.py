"""The lattice through tiles that lie on the squares of a board, seen from anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

LEAST_TILES = 8
"""So many tiles must lie in the lattice for there to be one."""

STRAY = 0.24
"""How far from its square's middle a tile may lie, in squares."""

MOST_STRAY = 0.1
"""How far half of them may at most: tiles pushed together by hand do not lie so well."""

NEIGHBOURS = (0.7, 1.4)
"""The distance of tiles on neighbouring squares, in tile widths."""

ASKEW_DEG = 24.0
"""How far the line to a neighbour may turn from the board's: a board seen aslant has no parallels."""

SIZES = (0.72, 1.06)
"""A tile's side, in squares."""

Array = NDArray[np.float64]
Floats = NDArray[np.floating]


@dataclass(frozen=True)
class Lattice:
    """A lattice: `to_px` (3, 3) takes squares to px; the piece on each occupied square; the side of a tile in
    squares."""

    to_px: Array
    pieces: dict[tuple[int, int], int]
    side: float

    def quads(self, squares: Sequence[tuple[int, int]], turn: int = 0) -> Array:
        """Gives the (N, 4, 2) corners of tiles on squares, the first one `turn` quarters on."""
        half = self.side / 2
        box = np.roll(np.array([[-half, -half], [half, -half], [half, half], [-half, half]]), -turn, axis=0)
        at = np.array(squares, np.float64).reshape(-1, 1, 2) + box
        return _through(self.to_px, at.reshape(-1, 2)).reshape(-1, 4, 2)


def _through(matrix: Floats, points: Floats) -> Array:
    moved = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    result: Array = moved[:, :2] / moved[:, 2:]
    return result


def fit_lattice(centres: Floats, sides: Floats) -> Lattice | None:
    """Finds the lattice through tiles (N, 2) px of the given sides (N,) px; None when they lie in none."""
    if len(centres) < LEAST_TILES:
        return None
    squares = _walked(centres, sides)
    if len(squares) < LEAST_TILES // 2:
        return None
    matrix = _fitted(centres, squares)
    for _ in range(6):
        if matrix is None:
            return None
        grown = _joined(centres, matrix, squares)
        if grown == squares:
            break
        squares, matrix = grown, _fitted(centres, grown)
    if matrix is None or len(squares) < LEAST_TILES:
        return None
    members = list(squares.values())
    at = np.array(list(squares), np.float64)
    away = _through(np.linalg.inv(matrix), centres[members]) - at
    if float(np.median(np.hypot(*away.T))) > MOST_STRAY:
        return None
    pitch = _pitch(matrix, at)
    side = float(np.median(sides[members] / pitch))
    if not SIZES[0] <= side <= SIZES[1]:
        return None
    return Lattice(matrix, squares, min(side, 1.0))


def _pitch(matrix: Floats, squares: Floats) -> Array:
    """Gives the side (N,) in px of squares: the root of their area."""
    steps = (np.array([0.5, 0.0]), np.array([0.0, 0.5]))
    right, below = (_through(matrix, squares + step) - _through(matrix, squares - step) for step in steps)
    pitch: Array = np.sqrt(np.abs(right[:, 0] * below[:, 1] - right[:, 1] * below[:, 0]))
    return np.maximum(pitch, 1e-6)


def _walked(centres: Floats, sides: Floats) -> dict[tuple[int, int], int]:
    """Walks from tile to neighbouring tile and gives the squares of the largest company that is reached."""
    between = centres[None] - centres[:, None]
    far = np.hypot(between[..., 0], between[..., 1])
    near = far / np.maximum(np.sqrt(sides[:, None] * sides[None]), 1e-6)
    beside = (near > NEIGHBOURS[0]) & (near < NEIGHBOURS[1])
    turn = np.arctan2(between[..., 1], between[..., 0])
    axes = _axes(turn[beside])
    if axes is None:
        return {}
    ways = np.array([*axes, *(axes + np.pi)])
    off = np.abs((turn[..., None] - ways + np.pi) % (2 * np.pi) - np.pi)
    steps = np.where(beside & (off.min(axis=-1) < np.radians(ASKEW_DEG)), off.argmin(axis=-1), -1)
    moves = np.array([(1, 0), (0, 1), (-1, 0), (0, -1)])
    best: dict[tuple[int, int], int] = {}
    left = set(range(len(centres)))
    while left:
        start = min(left)
        found: dict[tuple[int, int], int] = {(0, 0): start}
        at = {start: (0, 0)}
        ahead = [start]
        while ahead:
            here = ahead.pop(0)
            for other in np.flatnonzero(steps[here] >= 0).tolist():
                x, y = moves[steps[here, other]]
                square = (at[here][0] + int(x), at[here][1] + int(y))
                if other not in at and square not in found:
                    at[other], found[square] = square, other
                    ahead.append(other)
        left -= set(at)
        if len(found) > len(best):
            best = found
    return best


def _axes(turns: Floats) -> Array | None:
    """Gives the two directions (2,) in radians in which neighbours lie, up to a half turn; None when there are none."""
    if len(turns) < LEAST_TILES:
        return None
    bins = 36
    count = np.bincount(((turns % np.pi) / np.pi * bins).astype(int) % bins, minlength=bins).astype(float)
    smooth = count + np.roll(count, 1) + np.roll(count, -1)
    first = int(smooth.argmax())
    apart = np.abs((np.arange(bins) - first + bins // 2) % bins - bins // 2)
    second = int(np.where(apart * 180 / bins >= 50, smooth, 0).argmax())
    axes = []
    for middle in (first, second):
        angle = (middle + 0.5) * np.pi / bins
        away = (turns - angle + np.pi / 2) % np.pi - np.pi / 2
        close = away[np.abs(away) < np.radians(15)]
        axes.append(angle + (float(close.mean()) if len(close) else 0.0))
    # The second axis lies a quarter turn on from the first, so that squares are counted like the picture's.
    if np.sin(axes[1] - axes[0]) < 0:
        axes[1] += np.pi
    return np.array(axes)


def _fitted(centres: Floats, squares: dict[tuple[int, int], int]) -> Array | None:
    at = np.array(list(squares), np.float64)
    if len(at) < 4 or (np.ptp(at, axis=0) < 1).any():
        return None
    points = centres[list(squares.values())]
    scale = float(np.median(np.hypot(*(points - np.median(points, axis=0)).T)))
    scale = max(scale / max(float(np.median(np.hypot(*(at - np.median(at, axis=0)).T))), 0.5), 1.0)
    matrix, _ = cv2.findHomography(at, points, cv2.RANSAC, 0.2 * scale, maxIters=1000)
    return None if matrix is None or abs(np.linalg.det(matrix)) < 1e-12 else np.asarray(matrix, np.float64)


def _joined(centres: Floats, matrix: Floats, squares: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    """Gives the tiles that lie well in the lattice, not more than two squares from those that did before."""
    at = _through(np.linalg.inv(matrix), centres)
    whole = np.rint(at)
    stray = np.abs(at - whole).max(axis=1)
    known = np.array(list(squares), np.float64)
    near = np.abs(whole[:, None] - known[None]).max(axis=2).min(axis=1) <= 2
    joined: dict[tuple[int, int], int] = {}
    for k in np.argsort(stray).tolist():
        square = (int(whole[k, 0]), int(whole[k, 1])) if near[k] and np.isfinite(at[k]).all() else None
        if square is not None and stray[k] < STRAY and square not in joined:
            joined[square] = k
    return joined
