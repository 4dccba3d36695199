"""Letters as ink, and ink on a card."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render import noise
from vision.render.looks import Colour, PackLook, Rng
from vision.render.typefaces import glyph


def fitted(look: PackLook, letter: str, cap: float, widest: float, rng: Rng) -> tuple[NDArray[Any], float]:
    """The letter's ink 0..1 with capitals `cap` px high, and how far its top stands above the capitals' top, in px."""
    size = 120
    flat = glyph(look.face, "H", size)
    ink = glyph(look.face, letter, size)
    if flat.size == 0 or ink.size == 0:
        return np.zeros((1, 1), np.float32), 0.0
    scale = cap / flat.shape[0]
    width, height = ink.shape[1] * scale * look.stretch, ink.shape[0] * scale
    if width > widest:
        width = widest
    if height > 1.45 * cap:
        width, height = width * 1.45 * cap / height, 1.45 * cap
    pad = 6
    target = (max(2, round(width)), max(2, round(height)))
    small = cv2.resize(ink, target, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    small = cv2.copyMakeBorder(small, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=(0,))
    if look.hand > 0:
        small = noise.warped(small, rng, look.hand * look.px_per_mm, 32)
    spread = look.weight * look.px_per_mm * cap / (look.cap * look.px_per_mm)
    if abs(spread) > 0.2:
        soft = cv2.GaussianBlur(small.astype(np.float32), (0, 0), abs(spread) + 0.5)
        level = 128 - np.clip(spread * 30, -70, 70)
        mask = np.clip((soft - level) / 60 + 0.5, 0, 1)
    else:
        mask = small.astype(np.float32) / 255
    return mask.astype(np.float32), float(pad)


def words(look: PackLook, text: str, cap: float, widest: float = 1e9) -> NDArray[Any]:
    """A text's ink 0..1 with capitals `cap` px high, no wider than `widest` px."""
    ink = glyph(look.face, text, 64)
    flat = glyph(look.face, "H", 64)
    if ink.size == 0 or flat.size == 0:
        return np.zeros((1, 1), np.float32)
    scale = cap / flat.shape[0]
    width = min(ink.shape[1] * scale, widest)
    return (
        cv2.resize(
            ink, (max(1, round(width)), max(1, round(ink.shape[0] * scale))), interpolation=cv2.INTER_AREA
        ).astype(np.float32)
        / 255
    )


def stamp(bgr: NDArray[Any], mask: NDArray[Any], x: float, y: float, colour: Colour) -> None:
    """Prints the mask with its upper-left corner at (x, y), cut at the edges."""
    left, top = round(x), round(y)
    height, width = bgr.shape[:2]
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + mask.shape[1], width), min(top + mask.shape[0], height)
    if x1 <= x0 or y1 <= y0:
        return
    part = mask[y0 - top : y1 - top, x0 - left : x1 - left, None]
    bgr[y0:y1, x0:x1] += (np.array(colour, np.float32) - bgr[y0:y1, x0:x1]) * part
