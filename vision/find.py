"""Where the cards are: one pass of a small convolutional network over the picture.

For every spot of a grid the network says whether a card's centre lies there, how the card lies, and whether a hand
or sleeve
covers the spot. It looks for letters on cards rather than for outlines, which overlapping and white cloth take away.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network import Network
from vision.pyramid import pyramid_of

STRIDE = 4
"""px of the working picture to one cell of the network's answer."""

CHANNELS = ("centre", "dx", "dy", "cos", "sin", "width", "height", "shear_cos", "shear_sin", "back", "cover")
"""What each plane of the answer holds. `dx`, `dy` in cells; `width`, `height` ln(px / 16) of half sides."""

LEAST, FAINT = 0.3, 0.15
"""The score from which a spot counts as a card, and from which it may be one."""

_BLOCK = 32
_PEAK = 5


@dataclass(frozen=True, slots=True)
class Found:
    """A card as the finder sees it, px of the picture.

    `u` runs from the centre to the middle of the right side, `v` to the middle of the bottom, so the corners are
    centre ∓u ∓v; which way is up is not known. `score` and `back` (face down) are probabilities.
    """

    centre: tuple[float, float]
    u: tuple[float, float]
    v: tuple[float, float]
    score: float
    back: float

    @property
    def corners(self) -> NDArray[np.float32]:
        """The four corners (4, 2), clockwise from the card's supposed upper left."""
        c, u, v = np.array(self.centre), np.array(self.u), np.array(self.v)
        return np.array([c - u - v, c + u - v, c + u + v, c - u + v], np.float32)


@dataclass(frozen=True, slots=True)
class Sighting:
    """All cards of a picture, best first. `cover` float32 (h, w): probability of a hand or sleeve at each cell of
    STRIDE working px; `scale` is working px to one px of the picture; `faint` are spots that may be cards."""

    found: tuple[Found, ...]
    cover: NDArray[np.float32]
    scale: float
    faint: tuple[Found, ...] = ()


class FinderNet:
    """The finder's network, loaded once. Not safe to share between threads."""

    def __init__(self, model: bytes = b"") -> None:
        self._net = Network("finder", model)
        self._input: NDArray[np.float32] = np.zeros((1, 3, 0, 0), np.float32)

    def __call__(self, working: NDArray[np.uint8]) -> NDArray[np.float32]:
        """The answer (channels, h/4, w/4) for a working picture uint8 (h, w, 3) of any size."""
        height, width = working.shape[:2]
        rows, columns = -(-height // _BLOCK) * _BLOCK, -(-width // _BLOCK) * _BLOCK
        if self._input.shape[2:] != (rows, columns):
            self._input = np.zeros((1, 3, rows, columns), np.float32)
        planes = self._input
        planes[0, :, :height, :width] = working.transpose(2, 0, 1)
        planes[0, :, height:, :] = 128
        planes[0, :, :, width:] = 128
        answer = self._net(planes, "answer")[0][0]
        return answer[:, : -(-height // STRIDE), : -(-width // STRIDE)]


def decode(answer: NDArray[np.float32], scale: float = 1.0, least: float = LEAST, most: int = 400) -> tuple[Found, ...]:
    """The cards in a network's answer, best first: the peaks of its centre plane of at least `least`, at most
    `most`."""
    heat = 1 / (1 + np.exp(-answer[0]))
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((heat >= top) & (heat >= least))
    order = np.argsort(-heat[ys, xs], kind="stable")[:most]
    ys, xs = ys[order], xs[order]
    spot = answer[:, ys, xs]
    centre = np.stack([xs + 0.5 + spot[1], ys + 0.5 + spot[2]], 1) * (STRIDE / scale)
    turn = 0.5 * np.arctan2(spot[4], spot[3])
    lean = turn + np.pi / 2 + 0.5 * np.arctan2(spot[8], np.maximum(spot[7], 0.2))
    half = 16 * np.exp(np.clip(spot[5:7], -3, 4)) / scale
    u = np.stack([np.cos(turn), np.sin(turn)], 1) * half[0][:, None]
    v = np.stack([np.cos(lean), np.sin(lean)], 1) * half[1][:, None]
    back = 1 / (1 + np.exp(-spot[9]))
    score = heat[ys, xs]
    kept = _distinct(centre, u, v)
    return tuple(
        Found(
            (float(centre[k, 0]), float(centre[k, 1])),
            (float(u[k, 0]), float(u[k, 1])),
            (float(v[k, 0]), float(v[k, 1])),
            float(score[k]),
            float(back[k]),
        )
        for k in kept
    )


def _distinct(centre: NDArray[np.floating], u: NDArray[np.floating], v: NDArray[np.floating]) -> list[int]:
    """Which of the peaks (N, 2), best first, are cards of their own."""
    if not len(centre):
        return []
    area = np.maximum(np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]), 1e-6)
    reach = 0.42 * np.minimum(np.hypot(u[:, 0], u[:, 1]), np.hypot(v[:, 0], v[:, 1]))
    x, y = np.moveaxis(centre[:, None] - centre, 2, 0)
    # Two peaks on one card are one card.
    same = x * x + y * y < reach[:, None] ** 2
    # An index letter in a card's corner is no card of its own.
    along, across = np.abs(x * v[:, 1] - y * v[:, 0]), np.abs(u[:, 0] * y - u[:, 1] * x)
    within = (area > 4 * area[:, None]) & (along < area) & (across < area)
    gone = same | within
    kept: list[int] = []
    for k in range(len(centre)):
        if not gone[k, kept].any():
            kept.append(k)
    return kept


_loaded: list[FinderNet] = []


def use(model: bytes) -> None:
    """Finds with another network from now on: that of an ONNX file."""
    _loaded[:] = [FinderNet(model)]


def find(picture_bgr: NDArray[np.uint8], long_side: int = 768) -> Sighting:
    """Finds the cards of a picture uint8 (H, W, 3), looked at with its longer side scaled to `long_side` px."""
    if not _loaded:
        _loaded.append(FinderNet())
    height, width = picture_bgr.shape[:2]
    scale = long_side / max(height, width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    working, _ = pyramid_of(picture_bgr).for_shrink(1 / scale)
    if working.shape[1::-1] != size:
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        working = np.asarray(cv2.resize(picture_bgr, size, interpolation=how), np.uint8)
    answer = _loaded[0](working)
    cover = 1 / (1 + np.exp(-answer[10]))
    spots = decode(answer, scale, FAINT)
    found = tuple(spot for spot in spots if spot.score >= LEAST)
    return Sighting(found, cover.astype(np.float32), scale, spots[len(found) :])
