"""Whether what was taken for the sides of cards are lines printed within them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.edges import Sides
from vision.plane import Plane

Array = NDArray[np.float64]

STEPS = np.arange(-3.0, 5.01, 0.2)
"""mm outwards from a side, where it is looked at."""
PLACES = np.linspace(0.05, 0.95, 30)
WITHIN, LINE = (-2.4, -1.2), (0.2, 2.2)
"""mm outwards from a side between which lies what is surely the card's, and a printed line, if it is one."""
FAINT = 0.04
"""Logarithm of brightness by which a line is darker, at least."""
BACK = 0.35
"""Share of its darkness by which the colour comes back beyond a line: where a card ends, it stays as the table is."""


def like_borders(picture_bgr: NDArray[np.uint8], plane: Plane, found: Sides, use: NDArray[np.bool_]) -> float:
    """Gives the share of sides (of those to ``use``, (N, 4)) beyond which the cards' colour comes back."""
    on_table = plane.to_mm(found.ends)
    numbers, which = np.nonzero(use)
    if not len(numbers):
        return 0.0
    starts, along = on_table[numbers, which, 0], on_table[numbers, which, 1] - on_table[numbers, which, 0]
    out = np.stack([along[:, 1], -along[:, 0]], axis=1) / np.linalg.norm(along, axis=1)[:, None]
    away = starts - on_table[numbers].mean(axis=(1, 2))
    out *= np.where((out * away).sum(axis=1) < 0, -1.0, 1.0)[:, None]
    points = (starts[:, None] + along[:, None] * PLACES[:, None])[:, :, None] + out[:, None, None] * STEPS[:, None]
    px = plane.to_px(points).astype(np.float32).reshape(len(numbers), -1, 2)
    smooth = cv2.GaussianBlur(picture_bgr, (0, 0), 0.6)
    seen = cv2.remap(smooth, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    tones = np.log(seen.reshape(len(numbers), len(PLACES), len(STEPS), 3).mean(axis=1) + 4.0)
    tones -= tones[:, (WITHIN[0] <= STEPS) & (WITHIN[1] >= STEPS)].mean(axis=1, keepdims=True)
    usual, near = np.median(tones, axis=0), np.flatnonzero((LINE[0] <= STEPS) & (LINE[1] >= STEPS))
    colour = usual[near[np.abs(usual[near]).sum(axis=1).argmax()]]
    dark = tones @ (colour / max(float(np.linalg.norm(colour)), 1e-9))
    at = near[dark[:, near].argmax(axis=1)]
    darkest = np.take_along_axis(dark, at[:, None], axis=1)[:, 0]
    after = np.where(np.arange(len(STEPS)) > at[:, None], dark, np.inf).min(axis=1)
    clear = darkest > FAINT
    return float((darkest - after > BACK * darkest)[clear].mean()) if clear.any() else 0.0
