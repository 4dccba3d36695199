"""The edges of cards to a fraction of a px, for measurements that hang on them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

ALONG = 28
"""Places along a side at which its edge is looked for."""
SPAN = 0.74
"""Share of a side, about its middle, that is straight: corners are round."""
REACH = 0.05
"""How far to both sides of the found outline, as a share of the side's length."""
LEAST_REACH = 4.0
NEAR = 0.6
"""px; edge points farther from the line through the others are something else's."""
ENOUGH = 0.5
"""Share of the places that must agree on a line."""
LEAST_RISE = 3.0
"""Grey levels a px that an edge climbs at least."""


def sharp_spans(grey: NDArray[np.uint8], quads: Array, size: tuple[float, float]) -> Array:
    """Gives lengths that are known: from the middle of one side of a card to that of the other, where both are clear
    edges, as rows (x, y, x, y, length).

    :param quads: (N, 4, 2) px, the cards' corners clockwise from their upper left.
    :param size: a card's width and height, in the unit of the lengths.
    """
    spans = []
    image = cv2.GaussianBlur(grey, (0, 0), 0.8).astype(np.float32)
    for quad in quads:
        middles = [_edge(image, quad[k], quad[(k + 1) % 4]) for k in range(4)]
        for k, length in ((0, size[1]), (1, size[0])):
            one, other = middles[k], middles[k + 2]
            if one is not None and other is not None:
                spans.append([*one, *other, length])
    return np.array(spans, np.float64).reshape(-1, 5)


def _edge(image: NDArray[np.float32], start: Array, end: Array) -> Array | None:
    """Gives the middle of the edge near a side, px; None where there is none."""
    side = end - start
    length = float(np.hypot(*side))
    if length < 12:
        return None
    along = side / length
    across = np.array([-along[1], along[0]])
    reach = max(LEAST_REACH, REACH * length)
    steps = np.arange(-reach, reach + 0.01, 0.5)
    places = start + side * np.linspace(0.5 - SPAN / 2, 0.5 + SPAN / 2, ALONG)[:, None]
    points = (places[:, None] + across * steps[:, None]).astype(np.float32)
    profiles = cv2.remap(image, points[..., 0], points[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    # The quad runs clockwise, so its inside lies at positive steps.
    rise = np.abs(np.gradient(profiles, axis=1)) * 2
    top = rise.argmax(axis=1)
    rows = np.arange(ALONG)
    good = (rise[rows, top] >= LEAST_RISE) & (top > 0) & (top < len(steps) - 1)
    if good.sum() < ENOUGH * ALONG:
        return None
    before, here, after = (rise[rows[good], top[good] + k] for k in (-1, 0, 1))
    bend = before - 2 * here + after
    shift = np.where(np.abs(bend) > 1e-6, 0.5 * (before - after) / np.where(np.abs(bend) > 1e-6, bend, 1.0), 0.0)
    offset = steps[top[good]] + np.clip(shift, -1, 1) * 0.5
    place = np.linspace(-0.5, 0.5, ALONG)[good]
    line = _robust(place, offset)
    if line is None:
        return None
    middle: Array = start + side * 0.5 + across * line[1]
    return middle


def _robust(x: Array, y: Array) -> tuple[float, float] | None:
    """Fits y = slope x + middle through most of the points; None when fewer than enough agree."""
    best: NDArray[np.bool_] | None = None
    for i in range(0, len(x), 2):
        for j in range(i + len(x) // 3, len(x), 3):
            slope = (y[j] - y[i]) / (x[j] - x[i])
            near = np.abs(y - y[i] - slope * (x - x[i])) <= NEAR
            if best is None or near.sum() > best.sum():
                best = near
    if best is None or best.sum() < ENOUGH * ALONG:
        return None
    slope, middle = np.polyfit(x[best], y[best], 1)
    return float(slope), float(middle)
