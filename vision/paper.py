"""What in a picture is the cards' paper: a picture of how sure that is, in which a cloth's stripes vanish.

Grey levels tell cards from a cloth badly where the cloth is as light as they are, or has stripes. So the colours are
counted that lie in the cards and round about them, measured by the paper of the nearest cards, since a lamp lights
one end of a table more than the other.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Picture = NDArray[np.float32]

INSIDE, NEAR, BESIDE, AROUND = 0.85, 1.15, 1.9, 2.1
"""Shares of a card's size: within the first all is its own, between the next two lies what surrounds it, and beyond the
last nothing is told."""
PAPER = (55.0, 90.0)
"""Percentiles of a card's brightness between which its paper lies: ink is darker, a lamp's reflection brighter."""
INK = -0.25
"""Logarithm of brightness, to that of paper, below which there is ink."""
LOWEST, HIGHEST = np.array([-1.2, -0.5, -0.3], np.float32), np.array([0.3, 0.5, 0.3], np.float32)
"""Logarithms of brightness, redness and greenness, to those of paper, that are told apart."""
STEPS = np.array([30, 25, 15])
UNSEEN = 1e-6
"""What is added to a share of px, that a colour never seen says nothing."""
GAMMA, PAPER_LIGHT = 2.2, 200.0
"""How a camera's levels climb with light, and what paper is said to send."""
COARSE = 8
"""Light is told for squares of so many px."""
REACH = 0.01
"""How far a card's light reaches, as a share of the picture's width in coarse px."""


def paper_of(picture_bgr: NDArray[np.uint8], quads: Array) -> Picture:
    """Gives for each px of a picture (H, W, 3) the likelihood, 0 to 1, that it shows paper of the cards whose corners
    (N, 4, 2) px are roughly known; about a half where such colours are on both, or on neither."""
    smooth = cv2.GaussianBlur(picture_bgr, (0, 0), 0.8).astype(np.float32) + 2.0
    shape = smooth.shape[:2]
    around = _filled(shape, quads, AROUND) > 0
    tones = (cv2.log(smooth) - _light(smooth, quads))[around]
    blue, green, red = tones.T
    bright = (blue + green + red) / 3
    index = np.zeros(len(tones), np.int32)
    for tone, low, high, steps in zip(
        (bright, red - blue, green - (red + blue) / 2), LOWEST, HIGHEST, STEPS.tolist(), strict=True
    ):
        cells = ((tone - low) * (steps / (high - low))).astype(np.int32)
        index = index * steps + np.clip(cells, 0, steps - 1)
    inside = (_filled(shape, quads, INSIDE)[around] > 0) & (bright > INK)
    beside = (_filled(shape, quads, BESIDE)[around] > 0) & (_filled(shape, quads, NEAR)[around] == 0)
    paper, ground = _shares(index[inside]), _shares(index[beside])
    likely = (paper + UNSEEN) / (paper + ground + 2 * UNSEEN)
    found: Picture = np.full(shape, 0.5, np.float32)
    found[around] = likely.astype(np.float32)[index]
    return found


def linear(picture_bgr: NDArray[np.uint8], quads: Array) -> Picture:
    """Gives how much light came from each px (H, W), about 0 to 255, of which paper sends 200.

    A camera's levels climb steeply where it is dark: between bright paper and a dark table an unsharp edge seems to lie
    farther out than it does.
    """
    grey = cv2.cvtColor(picture_bgr, cv2.COLOR_BGR2GRAY)
    inside = grey[_filled(grey.shape, quads, INSIDE) > 0]
    paper = float(np.percentile(inside, 75)) if len(inside) else 200.0
    levels = np.clip(np.arange(256) / max(paper, 20.0), 0.0, 1.12) ** GAMMA * PAPER_LIGHT
    light: Picture = levels.astype(np.float32)[grey]
    return light


def _scaled(quads: Array, by: float) -> Array:
    middle = quads.mean(axis=1, keepdims=True)
    grown: Array = middle + (quads - middle) * by
    return grown


def _filled(shape: tuple[int, ...], quads: Array, by: float) -> NDArray[np.uint8]:
    mask = np.zeros(shape, np.uint8)
    for quad in np.round(_scaled(quads, by)).astype(np.int32):
        cv2.fillConvexPoly(mask, quad, 1)
    return mask


def _light(smooth: Picture, quads: Array) -> Picture:
    """Gives the logarithm of the colour (H, W, 3) that paper would show in everywhere, from that of the cards near."""
    height, width = smooth.shape[:2]
    rows, columns = height // COARSE + 1, width // COARSE + 1
    sums, counts = np.zeros((rows, columns, 3), np.float32), np.zeros((rows, columns), np.float32)
    for quad in _scaled(quads, INSIDE):
        left, top = np.clip(quad.min(axis=0), 0, (width, height)).astype(int)
        right, bottom = np.clip(quad.max(axis=0) + 1, 0, (width, height)).astype(int)
        if right - left < 4 or bottom - top < 4:
            continue
        part = np.zeros((bottom - top, right - left), np.uint8)
        cv2.fillConvexPoly(part, np.round(quad - (left, top)).astype(np.int32), 1)
        colours = smooth[top:bottom, left:right][part > 0]
        bright = colours.sum(axis=1)
        low, high = np.percentile(bright, PAPER) if len(bright) else (0.0, 0.0)
        paper = colours[(bright >= low) & (bright <= high)]
        if len(paper):
            x, y = ((left + right) // (2 * COARSE), (top + bottom) // (2 * COARSE))
            sums[y, x] += np.log(paper.mean(axis=0))
            counts[y, x] += 1
    if not counts.any():
        return np.full(smooth.shape, np.log(255.0), np.float32)
    # The mean of all cards stands where none is near.
    mean = sums.sum(axis=(0, 1)) / counts.sum()
    near = width * REACH
    weight = cv2.GaussianBlur(counts, (0, 0), near) + 1e-4 / near**2
    light = (cv2.GaussianBlur(sums, (0, 0), near) + 1e-4 / near**2 * mean) / weight[..., None]
    return cv2.resize(light, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.float32)


def _shares(index: NDArray[np.int32]) -> Array:
    """Gives which share of px has each colour, somewhat smoothed."""
    counts = np.bincount(index, minlength=int(STEPS.prod())).reshape(STEPS).astype(np.float64)
    for axis in range(3):
        padded = np.pad(counts, [(1, 1) if axis == one else (0, 0) for one in range(3)])
        before, after = (np.take(padded, np.arange(k, k + STEPS[axis]), axis=axis) for k in (0, 2))
        counts = counts / 2 + (before + after) / 4
    shares: Array = (counts / max(counts.sum(), 1.0)).ravel()
    return shares
