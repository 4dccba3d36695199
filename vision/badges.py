"""Reads players' badges: which of the dark squares of a picture are a badge's marker, and whose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.badges import BADGE_MM, LAST_BADGE, MARKER_AT_MM, MARKER_MM, SQUARES, badge_squares
from engine.table import SeenBadge
from vision.markers import DarkSquares, FoundMarker, corner_points, dark_squares, markers_among, sharpened, zone_of
from vision.plane import Plane
from vision.zones import ZoneSettings

SAMPLES = 3
"""Places looked at along a square's side, in its middle part."""
LEAST_INK = 25.0
"""Grey levels between a marker's black and white."""
MOST_LIGHT_BORDER = 3
"""Squares of the border, of 28, that may look light: a glint, a shadow's edge."""
LONGEST = 1.9
"""A square seen at a slant is at most so much longer than wide."""


@cache
def _codes() -> dict[int, tuple[int, int]]:
    """Gives whose badge shows which inner squares, and by how many quarter turns clockwise it is turned then."""
    codes = {}
    for number in range(1, LAST_BADGE + 1):
        inner = np.array(badge_squares(number), np.uint8)[1:-1, 1:-1]
        for turns in range(4):
            codes[_code(np.rot90(inner, -turns))] = number, turns
    return codes


def _code(bits: NDArray[np.uint8]) -> int:
    return int.from_bytes(np.packbits(bits).tobytes(), "big")


def _told(bits: NDArray[np.uint8]) -> tuple[int, int] | None:
    """Gives whose badge it is and how it is turned; a square may have been read wrongly, for any two badges differ in
    ten."""
    codes, code = _codes(), _code(bits)
    spare = -bits.size % 8  # the last byte is filled up
    readings = (code, *(code ^ (1 << (spare + square)) for square in range(bits.size)))
    return next((codes[each] for each in readings if each in codes), None)


@dataclass(frozen=True)
class Printed:
    """What printed things a picture shows: the markers of mats and signal cards, and those of players' badges."""

    markers: tuple[FoundMarker, ...]
    badges: tuple[FoundMarker, ...] = ()


def find_printed(grey: NDArray[np.uint8]) -> Printed:
    """Finds every printed marker in a grey picture (height, width), each kind by number."""
    squares = dark_squares(grey)
    badges = _read(grey, squares.corners)
    # Of two that fit, the one with more squares is no chance.
    others = [at for at in range(len(squares.numbers)) if at not in badges]
    rest = DarkSquares(squares.corners[others], tuple(squares.numbers[at] for at in others))
    return Printed(markers_among(rest, grey), tuple(sorted(badges.values(), key=lambda badge: badge.number)))


def _read(grey: NDArray[np.uint8], quads: NDArray[np.float32]) -> dict[int, FoundMarker]:
    """Gives the badges' markers among quadrangles (N, 4, 2), each by the index of its quadrangle."""
    found = {}
    for index in _squarish(quads):
        bits = _bits(grey, quads[index])
        if bits is None:
            continue
        if (told := _told(bits)) is not None:
            number, turns = told
            corners = np.roll(quads[index], -turns, axis=0)
            side = float(np.sqrt(abs(cv2.contourArea(corners))))
            found[index] = FoundMarker(number, sharpened(grey, corners, side, SQUARES) + 0.5)
    return found


def paper_px(marker: FoundMarker) -> NDArray[np.float32]:
    """Gives the corners (4, 2) of the badge's paper in px, clockwise from its own upper left."""
    (x, y), half = MARKER_AT_MM, MARKER_MM / 2
    on_badge = np.array([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])
    homography = cv2.getPerspectiveTransform(on_badge.astype(np.float32), marker.corners.astype(np.float32))
    width, height = BADGE_MM
    paper = np.array([[(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]], np.float32)
    return np.asarray(cv2.perspectiveTransform(paper, homography)[0], np.float32)


def seen_badges(
    badges: Sequence[FoundMarker], plane: Plane, settings: ZoneSettings | None = None
) -> tuple[SeenBadge, ...]:
    """Tells where on the table badges lie, by the middle of their paper."""
    settings = settings or ZoneSettings()
    seen = []
    for badge in badges:
        middle = plane.to_mm(paper_px(badge).astype(np.float64)).mean(axis=0)
        seen.append(
            SeenBadge(
                number=badge.number,
                corners=corner_points(badge.corners),
                centre_mm=(float(middle[0]), float(middle[1])),
                zone=zone_of(middle, plane, settings),
            )
        )
    return tuple(seen)


def _squarish(quads: NDArray[np.float32]) -> list[int]:
    """Leaves out quadrangles that no square can look like: most are cards and letters."""
    if not len(quads):
        return []
    sides = np.hypot(*(np.roll(quads, -1, axis=1) - quads).transpose(2, 0, 1))
    return [int(index) for index in np.flatnonzero(sides.max(axis=1) <= LONGEST * sides.min(axis=1))]


def _places(samples: int) -> NDArray[np.float32]:
    """Gives the places (1, N, 2) to look at, so many along a square's side, in its middle part; sides are of 1."""
    within = (np.arange(samples) + 0.5) / samples * 0.6 + 0.2
    along = (np.arange(SQUARES)[:, None] + within).ravel()
    return np.stack(np.meshgrid(along, along), axis=-1).astype(np.float32).reshape(1, -1, 2)


_UNIT = np.array([(0, 0), (SQUARES, 0), (SQUARES, SQUARES), (0, SQUARES)], np.float32)
_INNER = np.zeros((SQUARES, SQUARES), bool)
_INNER[1:-1, 1:-1] = True
_MIDDLES, _EVERY = _places(1), _places(SAMPLES)


def _bits(grey: NDArray[np.uint8], quad: NDArray[np.float32]) -> NDArray[np.uint8] | None:
    """Gives the inner squares of a quadrangle, 1 where they are light; None where it has no dark border."""
    homography = cv2.getPerspectiveTransform(_UNIT, quad.astype(np.float32))
    # Most quadrangles are cards and letters, and one look at each square's middle tells so.
    x, y = np.rint(cv2.perspectiveTransform(_MIDDLES, homography)[0].T).astype(int)
    middles = grey[y.clip(0, grey.shape[0] - 1), x.clip(0, grey.shape[1] - 1)].reshape(SQUARES, SQUARES)
    if _light(middles, LEAST_INK / 2, 3 * MOST_LIGHT_BORDER) is None:
        return None
    px = cv2.perspectiveTransform(_EVERY, homography).reshape(SQUARES * SAMPLES, -1, 2)
    samples = cv2.remap(grey, px[..., 0], px[..., 1], cv2.INTER_LINEAR).astype(np.float32)
    cells = samples.reshape(SQUARES, SAMPLES, SQUARES, SAMPLES).mean(axis=(1, 3))
    return _light(cells, LEAST_INK, MOST_LIGHT_BORDER)


def _light(cells: NDArray[Any], least_ink: float, most_light: int) -> NDArray[np.uint8] | None:
    """Gives which inner squares are light by their grey levels; None where the ink is too pale or the border light."""
    border, inner = np.sort(cells[~_INNER]), np.sort(cells[_INNER])
    dark, light = float(border[len(border) // 2]), float(inner[round(0.85 * (len(inner) - 1))])
    middle = (dark + light) / 2
    if light - dark < least_ink or int((border > middle).sum()) > most_light:
        return None
    return (cells[1:-1, 1:-1] > middle).astype(np.uint8)
