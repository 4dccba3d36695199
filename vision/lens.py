"""A lens: how it bends straight lines, and where a point would stand in the picture of a lens that bends none.

Points are corrected and not pictures: a few dozen corners a reading cost nothing, and a card is too small to be bent.
The model is OpenCV's: two or three terms of radial bending and two of a lens that sits askew.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Bend = tuple[float, float, float, float, float]

STEPS = 30
ENOUGH_PX = 1e-4
FARTHEST = 2.0
"""Nothing that shows in a picture stands farther from the axis than so many focal lengths (some 63 degrees)."""
SAME_SHAPE = 0.01
"""How much the proportions of two pictures by one camera may differ, as a share."""


@dataclass(frozen=True)
class Lens:
    """A lens as it shows in pictures of ``width`` × ``height`` px.

    ``focal`` (across, down) and ``centre`` (x, y) are px; ``bend`` is k1, k2, p1, p2, k3 of OpenCV's model, all 0 for
    a lens that bends nothing.
    """

    width: int
    height: int
    focal: tuple[float, float]
    centre: tuple[float, float]
    bend: Bend = (0.0, 0.0, 0.0, 0.0, 0.0)

    @cached_property
    def matrix(self) -> Array:
        """The 3 × 3 camera matrix."""
        (fx, fy), (cx, cy) = self.focal, self.centre
        return np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])

    def straight(self, points: Array) -> Array:
        """Takes points (..., 2) px of a picture to where they would stand if the lens bent nothing."""
        points = np.asarray(points, np.float64)
        if not any(self.bend):
            return points
        # There is no formula for the way back: the point that is bent to here is closed in on.
        middle, reach = np.array(self.centre), self._reach * max(self.focal)
        found = points
        for _ in range(STEPS):
            step = (points - self.bent(found)) * self._stretch(found)
            if float(np.abs(step).max(initial=0.0)) < ENOUGH_PX:
                break
            found = found + step
            # Beyond its reach the formula folds back: nothing is bent to there.
            away = np.hypot(*np.moveaxis(found - middle, -1, 0))[..., None]
            found = middle + (found - middle) * np.minimum(1.0, reach / np.maximum(away, 1e-9))
        return found

    @cached_property
    def _reach(self) -> float:
        """How far from the axis the formula holds, in focal lengths: beyond, it draws in what lies farther out."""
        k1, k2, _, _, k3 = self.bend
        r = np.arange(0.0, FARTHEST, 0.01)
        folds = np.flatnonzero(1.0 + r**2 * (3.0 * k1 + r**2 * (5.0 * k2 + r**2 * 7.0 * k3)) < 0.05)
        return float(r[folds[0]]) if len(folds) else FARTHEST

    def _stretch(self, points: Array) -> Array:
        """Gives, for each point, how far it must move for its bent image to move by one px along the radius."""
        k1, k2, _, _, k3 = self.bend
        r2 = sum(((points[..., axis] - self.centre[axis]) / self.focal[axis]) ** 2 for axis in (0, 1))
        slope = 1.0 + r2 * (3.0 * k1 + r2 * (5.0 * k2 + r2 * 7.0 * k3))
        stretch: Array = 0.95 / np.clip(slope, 0.3, 4.0)[..., None]
        return stretch

    def bent(self, points: Array) -> Array:
        """Takes points (..., 2) px of a lens that bends nothing to where they stand in this one's pictures."""
        points = np.asarray(points, np.float64)
        k1, k2, p1, p2, k3 = self.bend
        x, y = ((points[..., axis] - self.centre[axis]) / self.focal[axis] for axis in (0, 1))
        r2 = x * x + y * y
        radial = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3))
        bent_x = x * radial + 2.0 * p1 * x * y + p2 * (r2 + 2.0 * x * x)
        bent_y = y * radial + p1 * (r2 + 2.0 * y * y) + 2.0 * p2 * x * y
        return np.stack([bent_x * self.focal[0] + self.centre[0], bent_y * self.focal[1] + self.centre[1]], axis=-1)

    def fits(self, width: int, height: int) -> bool:
        """Tells whether pictures of a size show what the lens was measured with: those of other proportions may show
        another part of it."""
        return abs(height * self.width / (self.height * width) - 1.0) <= SAME_SHAPE

    def misfit(self, width: int, height: int) -> str:
        """Says what is wrong with pictures of a size that do not fit, and what to do."""
        return (
            f"the lens was measured with pictures of {self.width}x{self.height}, and this one has {width}x{height}: it "
            "is not corrected; measure the lens again with 'steward calibrate'"
        )

    def sized(self, width: int, height: int) -> Lens:
        """Gives the same lens for pictures of another size that fit it."""
        scale = width / self.width
        (fx, fy), (cx, cy) = self.focal, self.centre
        focal, centre = (fx * scale, fy * scale), (cx * scale, cy * scale)
        return replace(self, width=width, height=height, focal=focal, centre=centre)

    @property
    def most_bent_px(self) -> float:
        """How far the lens moves a corner of the picture, in px: a measure of what correcting it is worth."""
        corners = np.array([[0.0, 0.0], [self.width, 0.0], [self.width, self.height], [0.0, self.height]])
        return float(np.hypot(*(self.straight(corners) - corners).T).max())


def simple_lens(width: int, height: int, focal: float, k1: float = 0.0) -> Lens:
    """Gives a lens that sits straight before the picture's middle and bends by one term."""
    return Lens(width, height, (focal, focal), (width / 2, height / 2), (k1, 0.0, 0.0, 0.0, 0.0))
