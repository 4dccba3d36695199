"""Picture cards as one would print them: a number, a plain drawing and a caption, and photographed on a table."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from engine.captions import PictureCard

CARD = (570, 890)
FONTS = (
    "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
)


def printed(card: PictureCard, caption: str | None = None, font: int = 0) -> NDArray[np.uint8]:
    """The card's face, BGR, ten px a millimetre."""
    sheet = Image.new("RGB", CARD, (244, 238, 226))
    draw = ImageDraw.Draw(sheet)
    draw.rounded_rectangle((6, 6, CARD[0] - 7, CARD[1] - 7), 26, outline=(60, 50, 45), width=4)
    draw.ellipse((150, 180, 420, 450), fill=(190, 205, 180), outline=(60, 70, 60), width=5)
    draw.polygon([(285, 250), (210, 520), (360, 520)], fill=(200, 160, 140))
    face = ImageFont.truetype(FONTS[font % len(FONTS)], 40)
    draw.text((40, 30), str(card.value), font=face, fill=(150, 30, 30))
    lines: list[str] = [""]
    for word in (caption or card.caption).split():
        longer = f"{lines[-1]} {word}".strip()
        lines = [*lines[:-1], longer] if draw.textlength(longer, font=face) <= CARD[0] - 70 else [*lines, word]
    for number, line in enumerate(lines):
        draw.text((CARD[0] / 2, 640 + 56 * number), line, font=face, fill=(30, 25, 25), anchor="ma")
    return np.array(sheet)[..., ::-1].astype(np.uint8)


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
