"""How a table is lit, told from the paper of the cards that lie on it: exposure, evenness, and where lamps glare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

BINS = 256
PAPER = 70
"""The percentile of a card's brightness that is taken for its paper: letters are darker, glare is rarer."""
CLIPPED = 251.0
"""Grey levels; from here on a picture is burnt out."""
BRIGHTER = 0.45
"""How far from the paper's brightness towards white a place must be to glare."""
LEAST_GAIN = 7.0
"""Grey levels that it must be above the paper at least."""
MARK = (0.30, 0.26)
"""Share of a card's width and height that its corner mark takes up, with the margin around it."""
LAMPLIT = 235.0
"""Grey levels; a card brighter than this may be so by a lamp, and the other cards tell what its paper is."""
SPOILT = 0.16
"""Share of a corner's area under glare that spoils its mark."""
INK = 50.0
"""Grey levels that ink is darker than the paper."""
INKED, FADED = 0.015, 0.3
"""Where the paper itself is burnt out, nothing shows brighter: there a mark is spoilt whose ink is less than the second
part of what the others have, if those have the first share of their corners."""
SIDE = (58, 88)
"""px that a card is looked at in."""


@dataclass(frozen=True)
class Glare:
    """A corner mark under glare: where it stands (px of the picture), and how much of it is spoilt."""

    x: float
    y: float
    share: float


@dataclass(frozen=True)
class Lit:
    """``paper``: brightness of the cards' paper, 0 to 255, at the middle card; ``even``: the darkest card's over the
    brightest's; ``darkest``: where the darkest lies (px); ``burnt``: share of the cards' area that is burnt out."""

    paper: float
    even: float
    darkest: tuple[float, float]
    burnt: float
    glare: tuple[Glare, ...]


def lit(picture_bgr: NDArray[np.uint8], quads: Sequence[Array]) -> Lit | None:
    """Measures the light on cards given by their corners (4, 2) px, clockwise from the upper left; None for none."""
    if not len(quads):
        return None
    grey = cv2.cvtColor(picture_bgr, cv2.COLOR_BGR2GRAY)
    calm = cv2.GaussianBlur(grey, (3, 3), 0).astype(np.uint8, copy=False)
    cards = [_flat(calm, np.asarray(quad, np.float64)) for quad in quads]
    paper = np.array([float(np.percentile(card, PAPER)) for card in cards])
    # A card under a lamp has no paper to be seen: the others tell how bright it is.
    usual = float(np.median(paper))
    ink = float(np.median([_inked(corner, usual) for card in cards for corner in _corners(card)]))
    spots = [
        spot
        for quad, card, own in zip(quads, cards, paper, strict=True)
        for spot in _spoilt(
            np.asarray(quad, np.float64), card, float(own) if own < LAMPLIT else min(own, usual + 4.0), ink
        )
    ]
    darkest = int(paper.argmin())
    x, y = np.asarray(quads[darkest], np.float64).mean(axis=0)
    burnt = float(np.mean([(card >= CLIPPED).mean() for card in cards]))
    # The brightest tenth may be under a lamp: that is told as glare.
    bright = float(np.percentile(paper, 90))
    return Lit(usual, float(paper.min() / max(bright, 1.0)), (float(x), float(y)), burnt, tuple(spots))


def _flat(grey: NDArray[np.uint8], quad: Array) -> NDArray[np.uint8]:
    """Gives a card upright, as the pictures' resolution has it or smaller."""
    target = np.array([[0, 0], [SIDE[0], 0], [SIDE[0], SIDE[1]], [0, SIDE[1]]], np.float32)
    turn = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    flat: NDArray[np.uint8] = cv2.warpPerspective(grey, turn, SIDE, flags=cv2.INTER_AREA).astype(np.uint8)
    return flat


def _corners(card: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Gives the corners of a card in which its marks stand, without its edge: the upper left and the lower right."""
    width, height = round(MARK[0] * SIDE[0]), round(MARK[1] * SIDE[1])
    inner = card[2:-2, 2:-2]
    return inner[:height, :width], inner[-height:, -width:]


def _inked(corner: NDArray[np.uint8], paper: float) -> float:
    """Gives the share of a corner that is ink."""
    return float((corner < paper - INK).mean())


def _spoilt(quad: Array, card: NDArray[np.uint8], paper: float, ink: float) -> list[Glare]:
    """Gives the corner marks of a card that glare spoils; ``ink`` is what a mark usually has."""
    limit = min(max(paper + BRIGHTER * (255.0 - paper), paper + LEAST_GAIN), CLIPPED)
    burnt = paper >= CLIPPED - 2
    places = ((MARK[0] / 2, MARK[1] / 2), (1 - MARK[0] / 2, 1 - MARK[1] / 2))
    found = []
    for corner, (share_x, share_y) in zip(_corners(card), places, strict=True):
        share = float((corner >= limit).mean())
        if ink >= INKED and _inked(corner, paper) < FADED * ink if burnt else share >= SPOILT:
            upper = quad[0] + (quad[1] - quad[0]) * share_x
            lower = quad[3] + (quad[2] - quad[3]) * share_x
            x, y = upper + (lower - upper) * share_y
            found.append(Glare(float(x), float(y), share))
    return found
