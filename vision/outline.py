"""Where a found card's four corners are: a small network looks at each card once more, close up.

The finder says where a card lies and about how it is turned; on a card seen at a slant its box may be askew. Here every
card is cut out with its surroundings and the corners of its outline are told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find import Found
from vision.network import Network
from vision.pyramid import pyramid_of

SIDE = 72
"""px of a crop's side."""

UNIT = 20.0
"""px of a crop to one unit: the geometric mean of the half sides of the card's box."""

FARTHEST = 0.6
"""Units that a card's centre may move; what moves further was another card, and the finder's box is kept."""

LEAST, MOST = 0.55, 1.7
"""How much smaller or larger a card's outline may be than its box."""


def frames(found: Sequence[Found]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """The centre (N, 2), direction (N,) in radians, and unit (N,) in px of each card's crop."""
    centre = np.array([f.centre for f in found], np.float64).reshape(-1, 2)
    u, v = (np.array([getattr(f, name) for f in found], np.float64).reshape(-1, 2) for name in ("u", "v"))
    unit = np.sqrt(np.hypot(u[:, 0], u[:, 1]) * np.hypot(v[:, 0], v[:, 1]))
    return centre, np.arctan2(u[:, 1], u[:, 0]), np.maximum(unit, 1.0)


def cut(
    picture_bgr: NDArray[np.uint8],
    centre: NDArray[np.float64],
    turn: NDArray[np.float64],
    unit: NDArray[np.float64],
    side: int = SIDE,
) -> NDArray[np.uint8]:
    """Cuts squares uint8 (N, side, side, 3) out of a picture, turned so that `turn` points right, UNIT px a unit."""
    crops = np.empty((len(centre), side, side, 3), np.uint8)
    pyramid = pyramid_of(picture_bgr)
    for number, (at, angle, size) in enumerate(zip(centre, turn, unit, strict=True)):
        source, factors = pyramid.for_shrink(size / UNIT)
        factor = float(factors[0])
        c, s = np.cos(angle) * size * factor / UNIT, np.sin(angle) * size * factor / UNIT
        # Of a pixel of the crop, its place in the source; pixel centres lie at half px.
        x, y = at * factor - 0.5
        middle = (side - 1) / 2
        matrix = np.array([[c, -s, x - middle * (c - s)], [s, c, y - middle * (s + c)]])
        cv2.warpAffine(
            source,
            matrix,
            (side, side),
            dst=crops[number],
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return crops


class OutlineNet:
    """The outline network, loaded once. Not safe to share between threads."""

    def __init__(self, model: bytes = b"") -> None:
        self._net = Network("outline", model)

    def __call__(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        """The corners (N, 4, 2) in units from the middle of each crop uint8 (N, SIDE, SIDE, 3), clockwise, beginning
        at the one that lies nearest to the upper left."""
        if not len(crops):
            return np.zeros((0, 4, 2), np.float32)
        planes = np.ascontiguousarray(crops.transpose(0, 3, 1, 2), dtype=np.float32)
        return self._net(planes, "answer")[0].reshape(-1, 4, 2)


_loaded: list[OutlineNet] = []


def use(model: bytes) -> None:
    """Tells outlines with another network from now on: that of an ONNX file."""
    _loaded[:] = [OutlineNet(model)]


def outlines(picture_bgr: NDArray[np.uint8], found: Sequence[Found]) -> NDArray[np.float64]:
    """The corners (N, 4, 2) px of found cards in a picture uint8 (H, W, 3), clockwise as :attr:`Found.corners`."""
    if not found:
        return np.zeros((0, 4, 2))
    if not _loaded:
        _loaded.append(OutlineNet())
    centre, turn, unit = frames(found)
    local = _loaded[0](cut(picture_bgr, centre, turn, unit)).astype(np.float64)
    c, s = np.cos(turn)[:, None], np.sin(turn)[:, None]
    x, y = local[:, :, 0], local[:, :, 1]
    placed = np.stack([c * x - s * y, s * x + c * y], axis=2) * unit[:, None, None]
    return np.asarray(placed + centre[:, None], np.float64)


def straightened(picture_bgr: NDArray[np.uint8], found: Sequence[Found]) -> tuple[Found, ...]:
    """Found cards with their boxes laid upon their outlines."""
    _, _, unit = frames(found)
    straight: list[Found] = []
    for card, quad, size in zip(found, outlines(picture_bgr, found), unit, strict=True):
        centre = quad.mean(axis=0)
        u, v = (quad[1] + quad[2] - quad[0] - quad[3]) / 4, (quad[2] + quad[3] - quad[0] - quad[1]) / 4
        area = (u[0] * v[1] - u[1] * v[0]) / size**2
        moved = float(np.hypot(*(centre - card.centre))) / size
        if moved > FARTHEST or not LEAST < np.sqrt(max(area, 0.0)) < MOST:
            straight.append(card)
        else:
            straight.append(
                replace(
                    card,
                    centre=(float(centre[0]), float(centre[1])),
                    u=(float(u[0]), float(u[1])),
                    v=(float(v[0]), float(v[1])),
                )
            )
    return tuple(straight)


def laid_on_outlines(picture_bgr: NDArray[np.uint8], quads: NDArray[np.floating]) -> NDArray[np.float32]:
    """Corners (N, 4, 2) px of cards, whose boxes may be some millimetres off, laid upon their outlines."""
    found = []
    for quad in np.asarray(quads, np.float64):
        middle, u = quad.mean(axis=0), (quad[1] + quad[2] - quad[0] - quad[3]) / 4
        v = (quad[2] + quad[3] - quad[0] - quad[1]) / 4
        (x, y), (ux, uy), (vx, vy) = middle.tolist(), u.tolist(), v.tolist()
        found.append(Found((x, y), (ux, uy), (vx, vy), 1.0, 0.0))
    return np.array([card.corners for card in straightened(picture_bgr, found)], np.float32).reshape(-1, 4, 2)
