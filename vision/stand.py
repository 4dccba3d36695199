"""Where a camera hangs over a table: its height and tilt, and what part of the table it sees."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.table import TableReading
from vision.edges import sharp_spans
from vision.lens import Lens
from vision.plane import LEAN_EXPECTED, Plane, plane_leaning

Array = NDArray[np.float64]

LEAST_SPANS = 8
"""Fewer clear sides tell no tilt."""
EDGE_NOISE = 0.006
"""How far a side between two sharp edges is off, as a share of its length."""
AGREES = 2.5
"""How far off, in units of that, a side may be to count."""
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
    """Fits the table's plane to a reading's whole cards through a known lens; None when too few have clear edges."""
    whole = [card.corners for card in reading.cards if card.visible >= WHOLE]
    spans = sharp_spans(grey, np.array(whole, np.float64).reshape(-1, 4, 2), card_mm)
    if len(spans) < LEAST_SPANS:
        return None
    focal = float(np.sqrt(lens.focal[0] * lens.focal[1]))
    ends = (lens.straight(spans[:, :4].reshape(-1, 2, 2)) - np.array(lens.centre)) / focal
    known = spans[:, 4]

    def lengths(params: Array) -> Array:
        """Gives what the spans measure, in mm, on a plane that leans so, its scale being exp of the third."""
        points = np.concatenate([ends, np.ones((*ends.shape[:2], 1))], axis=2)
        points = points * (np.exp(params[2]) / np.maximum(1.0 + ends @ params[:2], 0.05)[..., None])
        found: Array = np.linalg.norm(points[:, 0] - points[:, 1], axis=1)
        return found

    def off(params: Array) -> Array:
        return np.concatenate([np.log(lengths(params) / known) / EDGE_NOISE, params[:2] / LEAN_EXPECTED])

    params = np.array([0.0, 0.0, 0.0])
    params[2] = float(np.median(np.log(known / lengths(params))))
    for _ in range(30):
        residuals = off(params)
        columns = [(off(params + step) - residuals) / 1e-5 for step in np.eye(3) * 1e-5]
        jacobian = np.stack(columns, axis=1)
        # A span that something else's edge got into pulls little.
        weights = 1.0 / (1.0 + (residuals / 1.5) ** 2)
        normal = jacobian.T @ (jacobian * weights[:, None]) + 1e-6 * np.eye(3)
        params = params - np.clip(np.linalg.solve(normal, jacobian.T @ (weights * residuals)), -0.2, 0.2)
    if int((np.abs(off(params)[:-2]) <= AGREES).sum()) < LEAST_SPANS:
        return None
    return plane_leaning((params[0], params[1]), float(np.exp(params[2])), reading.width, reading.height, lens)
