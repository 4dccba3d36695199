"""The printed things with markers as sprites: the cards that speak for a player, and the mats."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.markers import MATS, SIGNAL_MM, SIGNALS, marker_squares
from vision.render.sprite import Sprite, rounded, with_alpha

CARD_MM = (58.0, 88.0)
PAPER = (238.0, 244.0, 246.0)
INK = (28.0, 24.0, 24.0)


def signal_card(number: int, px_per_mm: float = 6.0) -> Sprite:
    """Draws the card of a signal (:data:`engine.markers.SIGNALS`): its marker, and what it says above and below."""
    paper = _paper(CARD_MM, px_per_mm)
    _stamp(paper, number, CARD_MM[0] / 2, CARD_MM[1] / 2, SIGNAL_MM, px_per_mm)
    signal = SIGNALS[number]
    text = f"{signal.says} {signal.seat or ''}".upper().strip()
    size, thick = px_per_mm * 0.16, max(1, round(px_per_mm * 0.5))
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    for _ in range(2):
        at = round(CARD_MM[0] * px_per_mm / 2 - width / 2), round(12 * px_per_mm + height / 2)
        cv2.putText(paper, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, INK, thick, cv2.LINE_AA)
        paper = np.ascontiguousarray(paper[::-1, ::-1])
    return _sprite(paper, px_per_mm, radius=4.0)


def mat(name: str = "a2", px_per_mm: float = 3.0) -> Sprite:
    """Draws a mat (:data:`engine.markers.MATS`) with nothing but its markers."""
    size, marker_mm = MATS[name].size_mm, MATS[name].marker_mm
    paper = _paper(size, px_per_mm)
    for number, (x, y) in MATS[name].places.items():
        _stamp(paper, number, x + size[0] / 2, y + size[1] / 2, marker_mm, px_per_mm)
    return _sprite(paper, px_per_mm)


def _paper(size_mm: tuple[float, float], px_per_mm: float) -> NDArray[Any]:
    return np.full((round(size_mm[1] * px_per_mm), round(size_mm[0] * px_per_mm), 3), PAPER, np.uint8)


def _stamp(paper: NDArray[Any], number: int, x_mm: float, y_mm: float, side_mm: float, px_per_mm: float) -> None:
    """Prints a marker with its middle at a place of the paper, each square's edge to the nearest px."""
    edges = np.rint((np.arange(7) / 6 - 0.5) * side_mm * px_per_mm).astype(int)
    columns, rows = edges + round(x_mm * px_per_mm), edges + round(y_mm * px_per_mm)
    for row, squares in enumerate(marker_squares(number)):
        for column, white in enumerate(squares):
            paper[rows[row] : rows[row + 1], columns[column] : columns[column + 1]] = PAPER if white else INK


def _sprite(paper: NDArray[Any], px_per_mm: float, radius: float = 0.0) -> Sprite:
    alpha = rounded(paper.shape[:2], radius * px_per_mm) if radius else np.full(paper.shape[:2], 255, np.uint8)
    return Sprite(with_alpha(paper, alpha), px_per_mm)
