"""The table's plane as the printed mat fixes it: its scale, and where the seats are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from engine.markers import MATS, Mat
from vision.markers import FoundMarker
from vision.plane import Plane

LEAST_MARKERS = 2
"""Fewer fix no plane: one marker's corners lie too close together."""
UNMOVED_PX = 2.5
"""A camera has not moved when the markers stand within so many pixels (of a picture 1500 wide) of where they did."""


def mat_plane(
    markers: Sequence[FoundMarker],
    width: int,
    height: int,
    held: Plane | None = None,
    mats: Mapping[str, Mat] = MATS,
) -> Plane | None:
    """Gives the plane that a mat's markers fix, or None when fewer than two of one mat are seen.

    The plane's origin is the mat's middle, x runs to the right and y down as the player at S sees it: the seats follow
    the mat, whichever way the camera is turned.

    :param held: the plane of an earlier picture by the same camera. It stands while the markers that are seen stand
        where they did, or while none is seen (hands and cards cover a mat): places do not shift when one is covered.
    """
    mat = max(mats.values(), key=lambda one: sum(marker.number in one.places for marker in markers))
    seen = [marker for marker in markers if marker.number in mat.places]
    if held is not None and (held.width, held.height) == (width, height):
        limit = UNMOVED_PX * max(width, height) / 1500.0
        off = [np.abs(held.to_px(corners_mm(mat, marker.number)) - marker.corners).max() for marker in seen]
        if not off or float(np.median(off)) <= limit:
            return held
    if len(seen) < LEAST_MARKERS:
        return None
    known = np.concatenate([corners_mm(mat, marker.number) for marker in seen])
    homography, _ = cv2.findHomography(np.concatenate([marker.corners for marker in seen]), known, cv2.RANSAC, 6.0)
    if homography is None or not np.isfinite(homography).all():
        return None
    return Plane(np.asarray(homography, np.float64), width, height)


def corners_mm(mat: Mat, number: int) -> np.ndarray:
    """Gives a marker's corners on the mat, (4, 2) in millimetres, clockwise from its own upper left."""
    half = mat.marker_mm / 2
    return np.array(mat.places[number]) + np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
