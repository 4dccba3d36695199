"""The values printed in red in the corners of cards that are laid out to be counted.

Every corner with red ink is put on one sheet for Tesseract; the cards of one face then agree by majority, since a
corner may be worn and a 9 is a 6 on its head.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.second_opinion import CELL, COLUMNS, TIMEOUT_S, montage, one_thread

_CARD = (348, 528)
"""A rectified card, in px: six a millimetre on a card of 58 by 88 mm."""
_CORNER = (132, 124)
"""How much of it a corner is: height and width in px."""
_CAP = 44
"""Height of a number on the sheet, in px."""
RED = 45
"""How much more red than green or blue a pixel of red ink is."""
LEAST_INK = 60
"""px of red below which a corner has no number."""
AGREED = 0.5
"""The share of a face's corners that must agree on its value."""


def printed_values(
    pictures: Sequence[NDArray[np.uint8]], corners: Sequence[NDArray[np.floating]], faces: Sequence[Sequence[str]]
) -> dict[str, int]:
    """Reads what each face is worth, from pictures uint8 (H, W, 3), BGR; a face on which its corners do not agree, or
    that has no red number, is missing.

    :param corners: for each picture (N, 4, 2), px clockwise from each card's own upper left.
    :param faces: for each picture the N faces.

    Without Tesseract nothing is read.
    """
    cells: list[NDArray[np.uint8]] = []
    owners: list[str] = []
    for picture, quads, names in zip(pictures, corners, faces, strict=True):
        for quad, name in zip(quads, names, strict=True):
            for cell in _numbers(picture, quad):
                cells.append(cell)
                owners.append(name)
    found = _agreed(owners, _read(cells))
    # On a crowded sheet a number may be passed over: what no face agreed on is read once more, on a sheet of its own.
    for face in sorted(set(owners) - found.keys()):
        own = [cell for cell, owner in zip(cells, owners, strict=True) if owner == face]
        found |= _agreed([face] * len(own), _read(own))
    return found


def _agreed(owners: Sequence[str], numbers: Sequence[int | None]) -> dict[str, int]:
    votes: dict[str, Counter[int]] = {}
    for owner, number in zip(owners, numbers, strict=True):
        if number is not None:
            votes.setdefault(owner, Counter())[number] += 1
    best = {face: counts.most_common(1)[0] for face, counts in votes.items()}
    return {face: value for face, (value, times) in best.items() if times > AGREED * votes[face].total()}


def _numbers(picture: NDArray[np.uint8], quad: NDArray[np.floating]) -> list[NDArray[np.uint8]]:
    """The corners of a card that have red ink, each upright, black on white, in a square of CELL px."""
    width, height = _CARD
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), target)
    card = cv2.warpPerspective(picture, matrix, _CARD, flags=cv2.INTER_CUBIC)
    down, across = _CORNER
    found = []
    for upright in (card, card[::-1, ::-1]):
        for corner in (upright[:down, :across], upright[:down, -across:]):
            if (cell := _cell(np.asarray(corner, np.int16))) is not None:
                found.append(cell)
    return found


def _cell(corner: NDArray[np.int16]) -> NDArray[np.uint8] | None:
    blue, green, red = corner[..., 0], corner[..., 1], corner[..., 2]
    # The paper's own tint is no ink.
    tint = np.median(red - np.maximum(blue, green))
    redness = np.clip(red - np.maximum(blue, green) - tint, 0, 255).astype(np.uint8)
    rows, columns = np.nonzero(redness > RED)
    if len(rows) < LEAST_INK:
        return None
    top, bottom, left, right = rows.min(), rows.max() + 1, columns.min(), columns.max() + 1
    ink = redness[top:bottom, left:right].astype(np.float32)
    grey = 255 - np.clip(ink * (255 / max(1.0, float(np.percentile(ink, 97)))), 0, 255)
    scale = min(_CAP / (bottom - top), (CELL - 30) / (right - left))
    size = max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale))
    cell = np.full((CELL, CELL), 255, np.uint8)
    y, x = (CELL - size[1]) // 2, (CELL - size[0]) // 2
    cell[y : y + size[1], x : x + size[0]] = cv2.resize(grey.astype(np.uint8), size, interpolation=cv2.INTER_AREA)
    return cell


def _read(cells: Sequence[NDArray[np.uint8]]) -> list[int | None]:
    """The number in each cell, as Tesseract reads it; None where it reads none."""
    if not cells:
        return []
    import pytesseract

    one_thread()
    config = "--psm 6 -c tessedit_char_whitelist=0123456789"
    try:
        boxes = pytesseract.image_to_boxes(montage(cells), config=config, timeout=TIMEOUT_S * 6)
    except (pytesseract.TesseractError, pytesseract.TesseractNotFoundError, RuntimeError, OSError):
        return [None] * len(cells)
    height = (len(cells) + COLUMNS - 1) // COLUMNS * CELL + 40
    digits: list[list[tuple[int, str]]] = [[] for _ in cells]
    for line in boxes.splitlines():
        parts = line.split()
        if len(parts) < 5 or not parts[0].isdigit():
            continue
        left, bottom, right, top = (int(part) for part in parts[1:5])
        column, row = ((left + right) // 2 - 20) // CELL, (height - (bottom + top) // 2 - 20) // CELL
        index = row * COLUMNS + column
        if 0 <= column < COLUMNS and 0 <= index < len(cells):
            digits[index].append((left, parts[0]))
    texts = ["".join(digit for _, digit in sorted(found)) for found in digits]
    return [int(text) if 1 <= len(text) <= 2 and int(text) > 0 else None for text in texts]
