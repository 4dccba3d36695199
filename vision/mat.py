"""Finds the printed mat in a picture: it fixes the table's plane, its scale and where the seats are."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.markers import DICTIONARY, MAT, Mat
from vision.plane import Plane

LONG_SIDE = 1100
"""Pictures are looked at no larger than this: markers of 40 mm show well, and it takes half the time."""


def find_mat(grey: NDArray[np.uint8], mat: Mat = MAT) -> Plane | None:
    """Finds the mat's markers in a grey picture and gives the plane they fix, or None when fewer than two are seen.

    The plane's origin is the mat's middle, x runs to the right and y down as the player at S sees it: the seats follow
    the mat, whichever way the camera is turned.
    """
    height, width = grey.shape[:2]
    shrink = min(1.0, LONG_SIDE / max(height, width))
    small = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) if shrink < 1.0 else grey
    # A marker can only be as sure as its corners: they are looked for at a fraction of a pixel.
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    quads, numbers, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(small)
    seen, known = [], []
    half = mat.marker_mm / 2
    for quad, number in zip(quads, [] if numbers is None else np.asarray(numbers).ravel(), strict=True):
        if int(number) in mat.corners:
            x, y = mat.corners[int(number)]
            seen.append(np.asarray(quad, np.float64).reshape(4, 2) / shrink)
            known.append([[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]])
    if len(seen) < 2:
        return None
    homography, _ = cv2.findHomography(np.concatenate(seen), np.concatenate(known), cv2.RANSAC, 6.0)
    if homography is None or not np.isfinite(homography).all():
        return None
    return Plane(np.asarray(homography, np.float64), width, height)
