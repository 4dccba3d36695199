"""Draws the pieces of the other games: letter tablets, and picture cards in plain artwork of our own."""

from __future__ import annotations

from math import cos, pi, sin

from engine.captions import PictureCard
from web.sheets.page import INK, RED, Colour, Pages

TABLET_CAP = 0.6
"""Height of a tablet's letter, as a share of the tablet's."""
CAPTION_MM, LINE_MM = 3.0, 5.6
"""Height of a caption's capitals, and from one of its lines to the next."""
A_LINE = 22
"""Letters that a line of a caption has at most, as a rule."""
TINTS: tuple[Colour, ...] = (
    (0.75, 0.82, 0.72), (0.90, 0.80, 0.70), (0.72, 0.80, 0.88), (0.88, 0.74, 0.76), (0.85, 0.83, 0.66),
    (0.78, 0.74, 0.86), (0.70, 0.84, 0.82), (0.88, 0.84, 0.80),
)  # fmt: skip


def draw_tablet(pages: Pages, letter: str, x: float, y: float, size: tuple[float, float]) -> None:
    """Draws a letter tablet by its upper left corner: nothing but its letter."""
    width, height = size
    cap = TABLET_CAP * height
    pages.text(x + width / 2, y + height / 2, letter, cap, bold=True, colour=INK, widest=0.8 * width)


def draw_picture(
    pages: Pages, card: PictureCard, number: int, caption: str, x: float, y: float, size: tuple[float, float]
) -> None:
    """Draws a picture card by its upper left corner: its number, a star with a point more for each set, its caption.

    :param number: of its set in the pack, from 0.
    """
    width, height = size
    pages.text(x + 7, y + 7, str(card.value), 4.5, bold=True, colour=RED)
    middle = x + width / 2, y + 0.4 * height
    pages.disc(*middle, 0.3 * width, TINTS[number % len(TINTS)])
    points, reach = 2 * (3 + number), 0.22 * width
    star = []
    for point in range(points):
        angle, far = pi * 2 * point / points, reach if point % 2 == 0 else reach * 0.55
        star.append((middle[0] + far * sin(angle), middle[1] - far * cos(angle)))
    pages.shape(star, 0.45)
    for place in range(card.place):
        pages.disc(middle[0] + (place - (card.place - 1) / 2) * 4.0, middle[1], 1.2, 1.0)
    for line, words in enumerate(wrapped(caption)):
        below = y + 0.74 * height + line * LINE_MM
        pages.text(middle[0], below, words, CAPTION_MM, colour=INK, widest=0.88 * width)


def wrapped(caption: str) -> list[str]:
    """Parts a caption into lines."""
    lines = [""]
    for word in caption.split():
        longer = f"{lines[-1]} {word}".strip()
        lines = [*lines[:-1], longer] if len(longer) <= A_LINE else [*lines, word]
    return [line for line in lines if line]
