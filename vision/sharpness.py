"""How sharp a picture is, told from the edges in it: letters on cards, a mat's markers, whatever has an edge.

An edge between two tones is as steep as the lens and the camera's stillness let it be. Steepness is taken as the
gradient in proportion to the step it climbs, so that neither light nor contrast changes it: a perfect edge between two
px has 0.5, one blurred by a spread of 2 px has 0.2.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

DIRECTIONS = 8
"""Directions that edges are sorted by."""
LEAST_STEP = 40.0
"""Grey levels; weaker edges drown in noise."""
FULL = 0.7
"""Share of the usual full step, from paper to ink, that an edge must climb."""
WINDOW = 11
"""Side of the surroundings, in px, in which an edge finds its two tones."""
LEAST_EDGES = 60
"""Edge points in one direction, fewer of which tell nothing."""
MOST = 85
"""The percentile of steepness that is taken: most edge points lie beside the steepest place."""


@dataclass(frozen=True)
class Sharpness:
    """``steep``: steepness in the sharpest direction; ``worst`` in the least sharp one; ``edges``: points that told."""

    steep: float
    worst: float
    edges: int

    @property
    def even(self) -> float:
        """1 when all directions are as sharp as each other, low when the picture is smeared along one."""
        return self.worst / self.steep if self.steep > 0 else 0.0


def sharpness(grey: NDArray[np.uint8], mask: NDArray[np.uint8] | None = None) -> Sharpness | None:
    """Measures a grey picture (height, width), or where ``mask`` is not 0; None when there are too few edges."""
    smooth = grey.astype(np.float32)
    around = np.ones((WINDOW, WINDOW), np.uint8)
    # The step between an edge's two tones, without the odd px of noise.
    calm = cv2.medianBlur(grey, 3)
    step = cv2.dilate(calm, around).astype(np.float32) - cv2.erode(calm, around)
    right = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=3) / 8
    below = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=3) / 8
    size = np.hypot(right, below)
    here = (step >= LEAST_STEP) & (size >= 0.08 * step)
    if mask is not None:
        here &= mask > 0
    if int(here.sum()) < LEAST_EDGES:
        return None
    # A line thinner than the blur never reaches its own tone: its step is too low, and it seems steep.
    here &= step >= FULL * np.percentile(step[here], 90)
    steep = size[here] / step[here]
    turn = np.mod(np.arctan2(below[here], right[here]), np.pi)
    kinds = np.mod(np.round(turn / np.pi * DIRECTIONS).astype(int), DIRECTIONS)
    found = [
        float(np.percentile(steep[kinds == kind], MOST))
        for kind in range(DIRECTIONS)
        if int((kinds == kind).sum()) >= LEAST_EDGES
    ]
    if not found:
        return None
    return Sharpness(max(found), min(found), int(here.sum()))
