"""The small letter and value that most packs print in two corners of a card: seen where its middle is covered.

A small network reads the upper left corner and, turned about, the lower right one, which looks the same. What it says
counts beside what the middle shows. A corner that is covered, blank or too small to be read says nothing.
"""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.table import MASTER
from vision.network import Network
from vision.pyramid import pyramid_of

LETTERS: tuple[str, ...] = (*string.ascii_uppercase, "")
"""What the network tells of a corner's letter; the last is none."""

VALUES: tuple[int, ...] = (2, 4, 6, 8, 10, 15, 0)
"""What it tells of the value; the last is none."""

PX_PER_MM = 2.5
FROM_MM = -4.5
"""Where a patch begins, across and down, from the card's own corner."""

WIDTH, HEIGHT = 56, 72
"""Size of a patch in px."""

CARD_MM = (58.0, 88.0)

LETTER_TRUST, VALUE_TRUST = 0.985, 0.97
"""How far a clear mark is trusted: it may be a smear, a neighbour's corner, or of a pack with other values."""

CLEAR = 0.8
"""How surely a mark must be read to count at all: what covers a corner may look like some letter or other."""

BOTH_COUNT = 0.7
"""What two corners that are both read count, against one."""


def corners_of(picture_bgr: NDArray[np.uint8], quads: NDArray[np.floating]) -> NDArray[np.uint8]:
    """Cuts both corners of each card, upright: uint8 (2 N, HEIGHT, WIDTH, 3).

    :param quads: (N, 4, 2) px, clockwise from the card's own upper left, either way up.
    """
    cards = np.asarray(quads, np.float32).reshape(-1, 4, 2)
    patches = np.empty((2 * len(cards), HEIGHT, WIDTH, 3), np.uint8)
    pyramid = pyramid_of(picture_bgr)
    # Three corners of the card, in px of the patch.
    target = (np.array([[0, 0], [CARD_MM[0], 0], [0, CARD_MM[1]]]) - FROM_MM) * PX_PER_MM - 0.5
    for number, quad in enumerate(cards):
        wide = (np.hypot(*(quad[1] - quad[0])) + np.hypot(*(quad[2] - quad[3]))) / 2
        source, factor = pyramid.for_shrink(float(wide) / (CARD_MM[0] * PX_PER_MM))
        for turn in (0, 1):
            at = quad[[2 * turn, 1 + 2 * turn, 3 - 2 * turn]] * factor - 0.5
            matrix = cv2.getAffineTransform(at.astype(np.float32), target.astype(np.float32))
            cv2.warpAffine(
                source,
                matrix,
                (WIDTH, HEIGHT),
                dst=patches[2 * number + turn],
                flags=cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )
    return patches


class MarkNet:
    """The network of the corners, loaded once. Not safe to share between threads."""

    def __init__(self, model: bytes = b"") -> None:
        self._net = Network("marks", model)

    def __call__(self, patches: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The chances (N, LETTERS) and (N, VALUES) of corners uint8 (N, HEIGHT, WIDTH, 3)."""
        if not len(patches):
            return np.zeros((0, len(LETTERS)), np.float32), np.zeros((0, len(VALUES)), np.float32)
        planes = np.ascontiguousarray(patches.transpose(0, 3, 1, 2), dtype=np.float32)
        scores = self._net(planes, "answer")[0]
        return _chances(scores[:, : len(LETTERS)]), _chances(scores[:, len(LETTERS) :])


def _chances(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(chances / chances.sum(axis=1, keepdims=True), np.float32)


_loaded: list[MarkNet] = []


def read_marks(
    picture_bgr: NDArray[np.uint8], quads: NDArray[np.floating]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The chances (N, 2, LETTERS) and (N, 2, VALUES) of what is printed in each card's two corners."""
    if not _loaded:
        _loaded.append(MarkNet())
    letters, values = _loaded[0](corners_of(picture_bgr, quads))
    return letters.reshape(-1, 2, len(LETTERS)), values.reshape(-1, 2, len(VALUES))


def mark_odds(
    letters: NDArray[np.float32], values: NDArray[np.float32], faces: Sequence[str], worth: Mapping[str, int]
) -> NDArray[np.float64]:
    """How much likelier its two corners make each of ``faces`` on each card, (N, faces): all 1 where they say nothing.

    :param letters: (N, 2, LETTERS), as :func:`read_marks` gives them; ``values`` likewise.
    :param worth: what each face is worth; of a pack with values that the network does not know they tell nothing.
    """
    shown = np.array([LETTERS.index("M" if face == MASTER else face) for face in faces])
    odds = _told(letters, shown, LETTER_TRUST)
    kinds = np.array([worth.get(face, 0) for face in faces])
    if len(kinds) and set(kinds.tolist()) <= set(VALUES[:-1]):
        odds = odds * _told(values, np.array([VALUES.index(value) for value in kinds]), VALUE_TRUST)
    # Two corners of one card are printed alike, and misread alike.
    both: NDArray[np.float64] = np.exp(
        np.log(odds).sum(axis=1) * np.where(_both(letters, values), BOTH_COUNT, 1.0)[:, None]
    )
    return both


def _told(chances: NDArray[np.float32], columns: NDArray[np.intp], trust: float) -> NDArray[np.float64]:
    """What each corner (N, 2, kinds; the last is none) makes of faces that would show the mark of their column."""
    told = chances.astype(np.float64)
    clear = told[..., :-1].max(axis=2, keepdims=True) >= CLEAR
    none = np.where(clear, told[..., -1:], 1.0)
    # The network holds all marks to be equally likely before it sees them.
    likely = told[..., columns]
    mean = likely.mean(axis=2, keepdims=True)
    likely = np.where(mean > 1e-3 * (1 - none) / len(columns), likely / np.maximum(mean, 1e-12), 1.0)
    return np.asarray(none + (1 - none) * (trust * likely + (1 - trust)), np.float64)


def _both(letters: NDArray[np.float32], values: NDArray[np.float32]) -> NDArray[np.bool_]:
    return np.asarray((np.minimum(letters[..., -1], values[..., -1]) < 0.5).all(axis=1), np.bool_)
