"""Draws the letter cards: a large letter, its letter and red value in the corners, the Master's star, and the back."""

from __future__ import annotations

from math import cos, pi, sin

from engine.table import MASTER
from web.sheets.page import BAIZE, INK, RED, Pages

CARD_MM = (58.0, 88.0)
LETTER_MM = 36.0
"""Height of the large letter."""
WIDEST_MM = 43.0
CORNER_MM = 5.0
"""Height of the letter and the value in a corner."""
FRAME_MM = 4.0
"""White round the pattern of a back: a printer lays two sides on each other within two millimetres or so."""


def draw_face(
    pages: Pages, face: str, value: int | None, x: float, y: float, *, master: str, size: tuple[float, float] = CARD_MM
) -> None:
    """Draws a card by its upper left corner. ``master`` is what the Master is called."""
    width, height = size
    scale = min(width / CARD_MM[0], height / CARD_MM[1])
    middle = x + width / 2, y + height / 2
    if face == MASTER:
        draw_master(pages, *middle, 17.0 * scale)
        pages.text(middle[0], middle[1] + 27 * scale, master, 4.2 * scale, bold=True, colour=INK, widest=width * 0.7)
    else:
        pages.text(*middle, face, LETTER_MM * scale, bold=True, colour=INK, widest=WIDEST_MM * scale)
    across, down = width / 2 - 7 * scale, height / 2 - 7.5 * scale
    for end, turn in ((1, 0.0), (-1, 180.0)):
        corner = middle[1] - end * down
        if face != MASTER:
            pages.text(middle[0] - end * across, corner, face, CORNER_MM * scale, turn=turn, bold=True, colour=INK)
        if value is not None:
            pages.text(
                middle[0] + end * across, corner, str(value), CORNER_MM * scale, turn=turn, bold=True, colour=RED
            )


def draw_master(pages: Pages, x: float, y: float, radius: float) -> None:
    """Draws the Master's star by its middle."""
    points = []
    for number in range(16):
        reach, angle = radius if number % 2 == 0 else radius * 0.52, pi * number / 8
        points.append((x + reach * sin(angle), y - reach * cos(angle)))
    pages.shape(points, INK)
    pages.disc(x, y, radius * 0.28, 1.0)


def draw_back(pages: Pages, x: float, y: float, size: tuple[float, float] = CARD_MM) -> None:
    """Draws the back of a card by its upper left corner: a lattice that looks the same from both ends."""
    width, height = size
    left, top = x + FRAME_MM, y + FRAME_MM
    inner, tall = width - 2 * FRAME_MM, height - 2 * FRAME_MM
    pages.box(left, top, inner, tall, fill=BAIZE, round_mm=2.0)
    columns, rows = max(2, round(inner / 8)), max(2, round(tall / 8))
    across, down = inner / columns, tall / rows
    for row in range(rows):
        for column in range(columns):
            cx, cy = left + (column + 0.5) * across, top + (row + 0.5) * down
            a, b = across * 0.36, down * 0.36
            pages.shape([(cx, cy - b), (cx + a, cy), (cx, cy + b), (cx - a, cy)], (0.95, 0.92, 0.84))
            pages.shape([(cx, cy - b / 2), (cx + a / 2, cy), (cx, cy + b / 2), (cx - a / 2, cy)], BAIZE)
