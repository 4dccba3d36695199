"""What is printed on a card: one small network over all the crops of a picture at once.

The network says for each crop how likely each face is, either way up. It reads shapes and nothing else: no dictionary,
no values, no neighbours.
"""

from __future__ import annotations

import string

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network import Network
from vision.pyramid import pyramid_of

UPSIDE_DOWN = "~"
"""Suffix of a class whose card lies upside down in the crop."""

CLASSES: tuple[str, ...] = (
    *(name + turn for name in (*string.ascii_uppercase, "MASTER") for turn in ("", UPSIDE_DOWN)),
    "BACK",
    "NONE",
)
"""The classes of :func:`read_faces`, in the order of its columns. `NONE` is anything that is no single card."""

WIDTH, HEIGHT = 64, 96
"""Size of a crop in px."""

FEATURES = 768
"""What the face network tells of a crop besides the class."""

MARGIN = 1.12
"""A crop reaches this much further from the card's centre than the card does."""

CARD_SHAPE = 88 / 58
"""Height over width of a card of the pack."""

SQUARE = 1.25
"""Pieces less high than this times their width are tiles; their crops keep the letter's proportions."""

_OUTER = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * (WIDTH / 2, HEIGHT / 2)
_MIDDLE = np.array([WIDTH / 2 - 0.5, HEIGHT / 2 - 0.5], np.float32)


def rectify(
    picture_bgr: NDArray[np.uint8], corners: NDArray[np.floating], out: NDArray[np.uint8] | None = None
) -> NDArray[np.uint8]:
    """Cuts each card out of the picture, upright, with a margin.

    `corners` (N, 4, 2) are px, clockwise from the card's own upper left. Gives uint8 (N, HEIGHT, WIDTH, 3); what
    lies outside the picture repeats its edge.
    """
    quads = np.asarray(corners, np.float32).reshape(-1, 4, 2)
    crops = np.empty((len(quads), HEIGHT, WIDTH, 3), np.uint8) if out is None else out
    if not len(quads):
        return crops
    ends = np.hypot(*np.moveaxis(np.roll(quads, -1, axis=1) - quads, 2, 0))
    wide, high = ends[:, 0] + ends[:, 2], ends[:, 1] + ends[:, 3]
    shapes = (high / np.maximum(wide, 1e-3)).tolist()
    inner = WIDTH / MARGIN
    pyramid = pyramid_of(picture_bgr)
    for number, (quad, shape, size) in enumerate(zip(quads, shapes, (wide / 2).tolist(), strict=True)):
        source, factor = pyramid.for_shrink(size / inner)
        reach_y = MARGIN * (CARD_SHAPE / max(shape, 0.5) if shape < SQUARE else 1.0)
        target = _OUTER * np.array([1 / MARGIN, 1 / reach_y], np.float32) + _MIDDLE
        try:
            matrix = cv2.getPerspectiveTransform(quad * factor - 0.5, target.astype(np.float32))
        except cv2.error:
            matrix = np.eye(3)
        cv2.warpPerspective(
            source, matrix, (WIDTH, HEIGHT), dst=crops[number], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    return crops


class FaceNet:
    """The face network, loaded once. Not safe to share between threads."""

    def __init__(self) -> None:
        self._net = Network("faces")

    def __call__(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Probabilities (N, len(CLASSES)) of upright crops uint8 (N, HEIGHT, WIDTH, 3)."""
        if not len(crops):
            return np.zeros((0, len(CLASSES)), np.float32)
        return _chances(self._net(_planes(crops), "answer")[0])

    def features(self, crops: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Probabilities as above, and what the network saw before it named a class: float32 (N, FEATURES)."""
        if not len(crops):
            return np.zeros((0, len(CLASSES)), np.float32), np.zeros((0, FEATURES), np.float32)
        answer, features = self._net(_planes(crops), "answer", "features")
        return _chances(answer), features.reshape(len(crops), -1)


def _planes(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    return np.ascontiguousarray(crops.transpose(0, 3, 1, 2), dtype=np.float32)


def _chances(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    scores = scores - scores.max(1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(1, keepdims=True)
    return scores


_loaded: list[FaceNet] = []


def read_faces(picture_bgr: NDArray[np.uint8], corners: NDArray[np.floating]) -> NDArray[np.float32]:
    """Calibrated probability of each of :data:`CLASSES` for each card, float32 (N, len(CLASSES)).

    `picture_bgr` is uint8 (H, W, 3); `corners` (N, 4, 2) are px, clockwise from a card's own upper left (either way
    up will
    do: the classes tell). All cards go through the network in one batch.
    """
    return _face_net()(rectify(picture_bgr, corners))


def features_of(crops: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Probabilities (N, len(CLASSES)) and features (N, FEATURES) of crops uint8 (N, HEIGHT, WIDTH, 3)."""
    return _face_net().features(crops)


def _face_net() -> FaceNet:
    if not _loaded:
        _loaded.append(FaceNet())
    return _loaded[0]
