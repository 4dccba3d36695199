"""Cards whose letter the light has washed out: white where a card would lie, in line with one that can be read.

Such a card shows no letter, but leaving it out would make a shorter word of the one it lies in, read surely. It is
given as a card that may be any, so that somebody is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces import CLASSES
from vision.find import LEAST, Found

BURNT = 240
"""Grey levels of a pixel's darkest colour from which on it is burnt out."""
BLANK = 0.93
"""The share of a washed-out card that is burnt out at least."""
DARKER = 0.4
"""The share of what lies around it that is not: a white cloth in the sun is no card."""
MARGIN = 0.12
"""How much of each side is left out, for the box may lie a little beside the card; as much more is around it."""

_SIDE = 48
_INNER, _OUTER = round(_SIDE * MARGIN * 2), round(_SIDE * MARGIN)


def washed_out(picture_bgr: NDArray[np.uint8], cards: Sequence[Found]) -> list[tuple[Found, NDArray[np.float32]]]:
    """Gives those of the faint cards that are burnt out in the picture uint8 (H, W, 3), with faces (classes,) that may
    be any letter, either way up."""
    any_letter = np.full(len(CLASSES), 1.0 / (len(CLASSES) - 2), np.float32)
    any_letter[len(CLASSES) - 2 :] = 0.0
    return [(replace(card, score=LEAST), any_letter) for card in cards if _burnt_out(picture_bgr, card)]


def _burnt_out(picture_bgr: NDArray[np.uint8], card: Found) -> bool:
    middle = np.array(card.centre, np.float32)
    corners = (middle + (card.corners - middle) / (1 - 2 * MARGIN)).astype(np.float32)
    target = np.array([[0, 0], [_SIDE, 0], [_SIDE, _SIDE], [0, _SIDE]], np.float32)
    turn = cv2.getPerspectiveTransform(corners, target)
    flat = cv2.warpPerspective(picture_bgr, turn, (_SIDE, _SIDE), flags=cv2.INTER_AREA)
    white = flat.min(axis=2) >= BURNT
    around = np.ones_like(white)
    around[_OUTER:-_OUTER, _OUTER:-_OUTER] = False
    return bool(white[_INNER:-_INNER, _INNER:-_INNER].mean() >= BLANK and (~white[around]).mean() >= DARKER)
