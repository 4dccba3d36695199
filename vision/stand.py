"""Where a camera hangs over a table: its height and tilt, and what part of the table it sees."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.table import BACK, TableReading
from vision.edges import CLOSE, WIDE, laid, spans
from vision.lens import Lens
from vision.plane import LEAN_EXPECTED, Plane, fit_plane, plane_leaning

Array = NDArray[np.float64]

LEAST_SPANS = 4
"""Known lengths that are needed: as many as there are numbers to tell."""
EDGE_NOISE = 0.006
"""How far a side between two clear edges is off, as a share of its length."""
CROWDED_NOISE = 0.015
"""The same where another card lies near, whose side may be taken for this one's."""
BEND_EXPECTED = 0.04
"""How much a usual lens bends (k1), where it was not measured."""
COMMON = 0.004
"""How far all sides may be off in the same way (shadows, the cards' cut), as a share."""
AGREES = 2.5
"""How far off, in units of its noise, a side may be to agree."""
MOST = 0.9
"""Share of the sides with nothing near that must agree: else some may be printed borders, or stripes of a cloth."""
SURE_HEIGHT, SURE_TILT = 0.015, 1.0
"""Standard errors (share, degrees) up to which height and tilt are told: half of what they may be off."""
PARTS = 8
"""Parts that are left out in turn, to see how much hangs on each."""
PLENTY = 18
"""More cards tell it no better, and take time."""
WHOLE = 0.85
"""How much of a card must be seen for its outline to count."""


@dataclass(frozen=True)
class Stand:
    """``height_mm`` above the table, ``tilt_deg`` from straight down, ``mm_per_px`` at the picture's centre, and the
    picture's corners on the table in mm, clockwise from its upper left."""

    height_mm: float
    tilt_deg: float
    mm_per_px: float
    outline_mm: tuple[tuple[float, float], ...]
    plane: Plane


def stand_of(plane: Plane, lens: Lens) -> Stand:
    """Gives where the camera of ``lens`` hangs whose picture has this plane."""
    column = np.linalg.inv(lens.matrix) @ np.linalg.inv(plane.homography)
    column /= (np.linalg.norm(column[:, 0]) + np.linalg.norm(column[:, 1])) / 2
    if column[2, 2] < 0:
        column = -column
    right, below, away = column[:, 0], column[:, 1], column[:, 2]
    normal = np.cross(right, below)
    normal /= np.linalg.norm(normal)
    # The table's origin lies at ``away`` from the camera; its height is that vector's part along the table's normal.
    return Stand(
        height_mm=float(abs(normal @ away)),
        tilt_deg=float(np.degrees(np.arccos(min(1.0, abs(float(normal[2])))))),
        mm_per_px=plane.mm_per_px(),
        outline_mm=plane.outline_mm,
        plane=plane,
    )


def plane_of_cards(
    reading: TableReading, grey: NDArray[np.uint8], lens: Lens, card_mm: tuple[float, float]
) -> Plane | None:
    """Fits the table's plane to a reading's whole cards through a known lens; None when they cannot tell it well.

    A lens that bends nothing is taken as one that was not measured: how it bends is fitted too.
    """
    found = measure(reading, grey, lens, card_mm)
    return found.plane if found is not None and found.sure else None


@dataclass(frozen=True)
class Measured:
    """A plane fitted to cards, with the standard errors of the camera's height (a share) and tilt (degrees), and the
    share of the sides with nothing near that agree."""

    plane: Plane
    height_error: float
    tilt_error: float
    agree: float

    @property
    def sure(self) -> bool:
        """Whether it tells height and tilt well."""
        return self.height_error <= SURE_HEIGHT and self.tilt_error <= SURE_TILT and self.agree >= MOST


def measure(
    reading: TableReading, grey: NDArray[np.uint8], lens: Lens, card_mm: tuple[float, float]
) -> Measured | None:
    """Fits the table's plane to a reading's whole cards, and says how sure that is; None when nothing tells it."""
    # A card that lies face down is the stock's uppermost, and nearer than the table.
    whole = [card.corners for card in reading.cards if card.visible >= WHOLE and card.face != BACK]
    if not whole:
        return None
    whole = whole[:: -(-len(whole) // PLENTY)]
    width, height = reading.width, reading.height
    quads, everything = np.array(whole, np.float64), np.array([card.corners for card in reading.cards], np.float64)
    right, below = (
        (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 4,
        (quads[:, 2:] - quads[:, 1::-1]).sum(1) / 4,
    )
    plane = fit_plane(quads.mean(axis=1), right, below, width, height, card_mm, lens)
    cards, rows = laid(plane, quads), np.zeros((0, 7))
    for search in (WIDE, CLOSE):
        rows, cards = spans(grey, plane, cards, laid(plane, everything), card_mm, search)
        if len(rows) < LEAST_SPANS:
            return None
        quads = plane.to_px(cards.corners(card_mm))
        params, cov = _fit(rows, lens)
        plane = _plane(params, lens, width, height)
        cards = laid(plane, quads)
    return _judged(plane, rows, params, cov, lens)


def _plane(params: Array, lens: Lens, width: int, height: int) -> Plane:
    sees = replace(lens, bend=(float(params[3]), 0.0, 0.0, 0.0, 0.0)) if len(params) > 3 else lens
    return plane_leaning((params[0], params[1]), float(np.exp(params[2])), width, height, sees)


def _noise(rows: Array) -> Array:
    return np.where(rows[:, 6] > 0, CROWDED_NOISE, EDGE_NOISE)


def _residuals(params: Array, rows: Array, ends: Array) -> Array:
    """Gives by how much, in units of their noise, known lengths are off on a plane: ``params`` are its lean across and
    down, the logarithm of its distance, and how the lens bends where that is not known. Then what was expected."""
    if len(params) > 3:
        bent = ends
        for _ in range(4):
            ends = bent / (1.0 + params[3] * (ends**2).sum(axis=-1, keepdims=True))
    points = np.concatenate([ends, np.ones((*ends.shape[:2], 1))], axis=2)
    points = points * (np.exp(params[2]) / np.maximum(1.0 + ends @ params[:2], 0.05)[..., None])
    lengths = np.linalg.norm(points[:, 0] - points[:, 1], axis=1)
    expected = [params[:2] / LEAN_EXPECTED, params[3:] / BEND_EXPECTED]
    return np.concatenate([np.log(lengths / rows[:, 4]) / _noise(rows), *expected])


def _rays(rows: Array, lens: Lens) -> Array:
    focal = float(np.sqrt(lens.focal[0] * lens.focal[1]))
    rays: Array = (lens.straight(rows[:, :4].reshape(-1, 2, 2)) - np.array(lens.centre)) / focal
    return rays


def _fit(rows: Array, lens: Lens) -> tuple[Array, Array]:
    """Fits a plane (the parameters of :func:`_residuals`) to known lengths, and gives their covariance too."""
    ends, known = _rays(rows, lens), len(rows)
    params = np.zeros(3 if any(lens.bend) else 4)
    steps = np.eye(len(params)) * 1e-5
    params[2] = -float(np.median(_residuals(params, rows, ends)[:known] * _noise(rows)))
    normal = np.eye(len(params))
    for turn in range(14):
        off = _residuals(params, rows, ends)
        jacobian = np.stack([(_residuals(params + step, rows, ends) - off) / 1e-5 for step in steps], axis=1)
        # A length that something else's edge got into pulls little: at first much may be off, at last nothing.
        weights = 1.0 / (1.0 + (off / max(1.5, 8.0 * 0.6**turn)) ** 2)
        weights[known:] = 1.0
        normal = jacobian.T @ (jacobian * weights[:, None])
        step = np.linalg.solve(normal + 1e-6 * np.eye(len(params)), jacobian.T @ (weights * off))
        params = params - np.clip(step, -0.2, 0.2)
        if turn > 4 and float(np.abs(step).max()) < 1e-5:
            break
    scatter = float((weights[:known] * off[:known] ** 2).sum() / max(float(weights[:known].sum()) - 3.0, 0.5))
    cov: Array = np.linalg.inv(normal).astype(np.float64) * max(1.0, scatter)
    return params, cov


def _judged(plane: Plane, rows: Array, params: Array, cov: Array, lens: Lens) -> Measured:
    """Says how sure a plane is: the standard errors are what the scatter of the lengths makes of them, or what
    leaving out some cards in turn does, whichever is more."""
    lean = params[:2]
    tall = np.zeros(len(params))
    tall[:2], tall[2] = -lean / (1.0 + lean @ lean), 1.0
    height_error, tilt_error = float(np.sqrt(tall @ cov @ tall)), _tilt_error(lean, cov[:2, :2])
    if height_error <= SURE_HEIGHT and tilt_error <= SURE_TILT:
        cards = np.unique(rows[:, 5])
        parts = min(len(cards), PARTS)
        others = []
        for part in range(parts):
            left = rows[~np.isin(rows[:, 5], cards[part::parts])]
            if len(left) < LEAST_SPANS:
                return Measured(plane, np.inf, np.inf, 0.0)
            others.append(_fit(left, lens)[0])
        moved = np.array(others) - np.mean(others, axis=0)
        shaken = (parts - 1) / parts * moved.T @ moved
        height_error = max(height_error, float(np.sqrt(tall @ shaken @ tall)))
        tilt_error = max(tilt_error, _tilt_error(lean, shaken[:2, :2]))
    off = np.abs(_residuals(params, rows, _rays(rows, lens))[: len(rows)])
    free = rows[:, 6] == 0
    agree = float((off[free] <= AGREES).mean()) if free.any() else 0.0
    return Measured(plane, float(np.hypot(height_error, COMMON)), tilt_error, agree)


def _tilt_error(lean: Array, cov: Array) -> float:
    """Gives the standard error of a tilt in degrees: a lean that is off sideways hardly changes a large one."""
    size = float(np.hypot(*lean))
    along = lean / size if size > 0 else np.array([1.0, 0.0])
    across = np.array([-along[1], along[0]])
    sideways = float(across @ cov @ across)
    off = np.sqrt(float(along @ cov @ along) + min(sideways, sideways**2 / (4.0 * max(size, 1e-9) ** 2)))
    return float(np.degrees(off / (1.0 + size**2)))
