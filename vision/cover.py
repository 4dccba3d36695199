"""Tells a hand over the cards from a hand that only rests at the table's rim."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class CoverSettings:
    """When a hand counts, and when it covers.

    A hand is where the probability rises to ``sure`` somewhere, as far as it stays above ``least``, if it is at least
    ``area_mm2`` large. It covers when it comes within ``touch_mm`` of a card, or farther into the picture than the
    share ``inward`` of its short side: there it may hide a card.
    """

    sure: float = 0.5
    least: float = 0.25
    area_mm2: float = 900.0
    touch_mm: float = 12.0
    inward: float = 0.34


def cover_mask(cover: NDArray[np.float32], settings: CoverSettings | None = None) -> Mask:
    """Gives where hands and sleeves lie, of a map of probabilities."""
    settings = settings or CoverSettings()
    count, labels = cv2.connectedComponents((cover > settings.least).astype(np.uint8), connectivity=8)
    if count < 2:
        return np.zeros(cover.shape, bool)
    surest = np.zeros(count, np.float32)
    np.maximum.at(surest, labels.ravel().astype(np.intp), cover.ravel().astype(np.float32))
    surest[0] = 0.0
    mask: Mask = (surest > settings.sure)[labels]
    return mask


def hands_in(mask: Mask, width: int, mm_per_px: float, settings: CoverSettings | None = None) -> Mask:
    """Gives where things as large as a hand lie.

    :param mask: where hands lie, (h, w), at any scale of the picture.
    :param width: of the picture, px.
    """
    settings = settings or CoverSettings()
    mm = mm_per_px * width / mask.shape[1]
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    large = [i for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] * mm * mm >= settings.area_mm2]
    things: Mask = np.isin(labels, large)
    return things


def covers_cards(
    mask: Mask,
    quads: NDArray[np.float64],
    width: int,
    height: int,
    mm_per_px: float,
    settings: CoverSettings | None = None,
) -> bool:
    """Tells whether a hand or sleeve lies over the cards, touches them, or reaches into the middle of the table.

    :param mask: where hands lie, (h, w), at any scale of the picture.
    :param quads: (N, 4, 2) px of the picture: the cards seen now and those seen before.
    """
    settings = settings or CoverSettings()
    if not mask.any():
        return False
    rows, columns = mask.shape
    mm = mm_per_px * width / columns
    things = hands_in(mask, width, mm_per_px, settings)
    if not things.any():
        return False
    y, x = np.nonzero(things)
    depth = np.minimum(np.minimum(x, columns - 1 - x), np.minimum(y, rows - 1 - y))
    if int(depth.max()) > settings.inward * min(rows, columns):
        return True
    cards = np.zeros(mask.shape, np.uint8)
    shrunk = quads * np.array([columns / width, rows / height])
    for quad in shrunk:
        cv2.fillConvexPoly(cards, np.rint(quad).astype(np.int32), 1)
    reach = max(1, round(settings.touch_mm / mm))
    near = cv2.dilate(cards, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1)))
    return bool((near.astype(bool) & things).any())
