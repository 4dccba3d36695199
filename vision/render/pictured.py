"""Picture cards as one would print them: a number, a plain drawing and a caption below it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.captions import PictureCard
from vision.render.sprite import Sprite, rounded, with_alpha
from vision.render.typefaces import Typeface, load

PX_PER_MM = 10.0
SIZE_MM = (57.0, 89.0)
PAPER, INK, RED, EDGE = (244, 238, 226), (30, 25, 25), (150, 30, 30), (60, 50, 45)
LETTER_MM, LINE_MM, CAPTION_MM = 4.0, 5.6, 64.0


def face(card: PictureCard, font: Typeface, caption: str | None = None) -> NDArray[np.uint8]:
    """Draws a card's face, uint8 BGR.

    :param caption: what is printed below the drawing (None: the card's own caption, or nothing).
    """
    from PIL import Image, ImageDraw

    width, height = (round(side * PX_PER_MM) for side in SIZE_MM)
    sheet = Image.new("RGB", (width, height), PAPER)
    draw = ImageDraw.Draw(sheet)
    draw.rounded_rectangle((6, 6, width - 7, height - 7), 26, outline=EDGE, width=4)
    draw.ellipse((150, 180, 420, 450), fill=(190, 205, 180), outline=(60, 70, 60), width=5)
    draw.polygon([(285, 250), (210, 520), (360, 520)], fill=(200, 160, 140))
    letters = load(font, round(LETTER_MM * PX_PER_MM))
    draw.text((40, 30), str(card.value), font=letters, fill=RED)
    lines = [""]
    for word in (card.caption if caption is None else caption).split():
        longer = f"{lines[-1]} {word}".strip()
        lines = [*lines[:-1], longer] if draw.textlength(longer, font=letters) <= width - 70 else [*lines, word]
    for number, line in enumerate(lines):
        at = (width / 2, (CAPTION_MM + LINE_MM * number) * PX_PER_MM)
        draw.text(at, line, font=letters, fill=INK, anchor="ma")
    return np.array(sheet)[..., ::-1].astype(np.uint8)


def sprite(card: PictureCard, font: Typeface) -> Sprite:
    """Gives a card to lay on a table."""
    drawn = face(card, font)
    return Sprite(with_alpha(drawn, rounded(drawn.shape[:2], 26.0)), PX_PER_MM)
