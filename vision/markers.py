"""Finds printed markers in a picture, in any orientation and place, for two thousandths of a second."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.markers import MATS, SIGNALS, marker_squares
from engine.table import Point, SeenMarker
from vision.plane import Plane
from vision.zones import TOWARDS, ZoneSettings, edge_distances, seat_reach

LONG_SIDE = 900
"""Pictures are looked at no larger than this: a marker of 40 mm still shows at four pixels a square."""
LEAST_SIDE = 0.018
"""A marker's least side, as a share of the picture's long side."""
INK = 12.0
"""Grey levels that a marker's black is below its surroundings; less is the grain of wood and cloth."""
WINDOW = 41
"""Side of the surroundings, in px of the picture looked at: more than a marker's black border is thick."""


@dataclass(frozen=True)
class FoundMarker:
    """A marker in a picture: its number and its (4, 2) corners in px, clockwise from its own upper left; the
    picture's own upper left corner is (0, 0), as with cards."""

    number: int
    corners: NDArray[np.float64]


@cache
def _detector() -> tuple[cv2.aruco.ArucoDetector, tuple[int, ...]]:
    """Gives a detector that knows the markers in use and no others, and their numbers in its order."""
    numbers = tuple(sorted({*SIGNALS, *(number for mat in MATS.values() for number in mat.places)}))
    squares = [np.array(marker_squares(number), np.uint8)[1:5, 1:5] for number in numbers]
    every = np.concatenate([cv2.aruco.Dictionary.getByteListFromBits(inner) for inner in squares])
    parameters = cv2.aruco.DetectorParameters()
    # One threshold instead of several, and one that grain does not pass: contours are what takes the time.
    parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax = WINDOW
    parameters.adaptiveThreshConstant = INK
    parameters.minMarkerPerimeterRate = 4 * LEAST_SIDE
    # A pattern with a square wrong may be anything.
    parameters.errorCorrectionRate = 0.0
    return cv2.aruco.ArucoDetector(cv2.aruco.Dictionary(every, 4), parameters), numbers


@dataclass(frozen=True)
class DarkSquares:
    """The dark quadrangles of a picture that may be markers: ``corners`` (N, 4, 2) in px, clockwise, OpenCV's pixel
    middles; the first of them have the ``numbers`` of mats' and signal cards' markers."""

    corners: NDArray[np.float32]
    numbers: tuple[int, ...]


def dark_squares(grey: NDArray[np.uint8]) -> DarkSquares:
    """Finds whatever may be a printed marker in a grey picture (height, width)."""
    small, shrink = grey, min(1.0, LONG_SIDE / max(grey.shape))
    if shrink < 1.0:
        # Halving first is ten times faster than averaging all that goes into a pixel, and as good.
        while max(small.shape) >= 2 * LONG_SIDE:
            small = np.asarray(cv2.resize(small, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        size = (round(grey.shape[1] * shrink), round(grey.shape[0] * shrink))
        small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    detector, numbers = _detector()
    quads, indices, others = detector.detectMarkers(small)
    corners = np.array([*quads, *others], np.float32).reshape(-1, 4, 2)
    # OpenCV counts pixels by their middles, which shrinking moves.
    corners = ((corners + 0.5) / shrink - 0.5).astype(np.float32)
    known = [] if indices is None else np.ravel(indices)
    return DarkSquares(corners, tuple(numbers[int(index)] for index in known))


def find_markers(grey: NDArray[np.uint8]) -> tuple[FoundMarker, ...]:
    """Finds the markers of mats and signal cards in a grey picture (height, width), by number; there may be several of
    one number, as of the YES cards of several players."""
    return markers_among(dark_squares(grey), grey)


def markers_among(squares: DarkSquares, grey: NDArray[np.uint8]) -> tuple[FoundMarker, ...]:
    """Gives the markers of mats and signal cards among dark squares, by number."""
    found = []
    for number, corners in zip(squares.numbers, squares.corners, strict=False):
        side = float(np.sqrt(abs(cv2.contourArea(corners))))
        found.append(FoundMarker(number, sharpened(grey, corners, side, 6) + 0.5))
    return tuple(sorted(found, key=lambda marker: marker.number))


def sharpened(grey: NDArray[np.uint8], corners: NDArray[np.float32], side: float, squares: int) -> NDArray[np.float64]:
    """Moves corners to where the full picture has them, to a fraction of a pixel.

    :param side: the marker's side in px, of so many ``squares``, border included.
    """
    reach = max(2, round(side * 3 / squares / 7))  # within the border's width: inner squares have corners too
    low, high = corners.min(axis=0), corners.max(axis=0)
    if (low < reach + 2).any() or (high > np.array(grey.shape[::-1]) - reach - 3).any():
        return corners.astype(np.float64)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
    sharp = cv2.cornerSubPix(grey, corners.reshape(4, 1, 2).copy(), (reach, reach), (-1, -1), criteria)
    return np.asarray(sharp, np.float64).reshape(4, 2)


def signals(
    markers: Sequence[FoundMarker], plane: Plane, settings: ZoneSettings | None = None
) -> tuple[SeenMarker, ...]:
    """Gives the markers that say something, and where on the table they lie."""
    settings = settings or ZoneSettings()
    seen = []
    for marker in markers:
        if marker.number not in SIGNALS:
            continue
        signal = SIGNALS[marker.number]
        middle = plane.to_mm(marker.corners).mean(axis=0)
        a, b, c, d = marker.corners
        right = (b + c - a - d) / 2
        seen.append(
            SeenMarker(
                number=marker.number,
                says=signal.says,
                seat=signal.seat,
                corners=corner_points(marker.corners),
                angle_deg=float(np.degrees(np.arctan2(right[1], right[0]))) % 360.0,
                centre_mm=_point(middle),
                zone=zone_of(middle, plane, settings),
            )
        )
    return tuple(seen)


def zone_of(point_mm: NDArray[np.float64], plane: Plane, settings: ZoneSettings) -> str:
    """Gives the seat that a place lies before, whichever way the thing there faces, or ``centre``."""
    distances = edge_distances(point_mm, plane)
    share = {seat: distances[seat] / seat_reach(seat, point_mm, plane, settings) for seat in TOWARDS}
    nearest = min(share, key=lambda seat: share[seat])
    return nearest if share[nearest] <= 1.0 else "centre"


def corner_points(corners: NDArray[np.float64]) -> tuple[Point, Point, Point, Point]:
    """Gives corners (4, 2) as plain numbers."""
    a, b, c, d = (_point(corner) for corner in corners)
    return a, b, c, d


def _point(at: NDArray[np.float64]) -> Point:
    return float(at[0]), float(at[1])
