"""Picture cards in three typefaces, and photographed on a table."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.captions import PictureCard
from vision.render.pictured import face
from vision.render.typefaces import Typeface

FONTS = tuple(
    Typeface(f"/usr/share/fonts/truetype/dejavu/{name}.ttf", name)
    for name in ("DejaVuSerif", "DejaVuSans", "DejaVuSans-Bold")
)


def printed(card: PictureCard, caption: str | None = None, font: int = 0) -> NDArray[np.uint8]:
    """The card's face, BGR, ten px a millimetre."""
    return face(card, FONTS[font % len(FONTS)], caption)


def photographed(
    face: NDArray[np.uint8], seed: int, *, blur: float = 0.0, tilt: float = 0.0, px_per_mm: float = 4.0
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """The card on a green table, and its corners: turned a little, blurred by ``blur`` px, seen ``tilt`` aslant."""
    rng = np.random.default_rng(seed)
    height, width = face.shape[:2]
    w, h = width / 10 * px_per_mm, height / 10 * px_per_mm
    side = int(1.5 * h)
    angle = rng.uniform(-0.2, 0.2)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = (np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2) @ turn.T
    depth = 1 + tilt * corners[:, 1] / h
    corners = corners / depth[:, None] + side / 2
    matrix = cv2.getPerspectiveTransform(
        np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32), corners.astype(np.float32)
    )
    table = np.full((side, side, 3), (70, 100, 60), np.uint8)
    cv2.warpPerspective(face, matrix, (side, side), dst=table, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT)
    image = table.astype(np.float32)
    if blur:
        image = cv2.GaussianBlur(image, (0, 0), blur)
    image = image * rng.uniform(0.75, 1.05) + rng.normal(0, 3, image.shape)
    return np.clip(image, 0, 255).astype(np.uint8), corners.astype(np.float32)
