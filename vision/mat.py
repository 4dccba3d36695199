"""The table's plane as the printed mat fixes it: its scale, where the seats are, and how the lens bends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.markers import MATS, Mat, marker_squares
from vision.lens import Lens, simple_lens
from vision.markers import FoundMarker
from vision.plane import FOCAL_EXPECTED, Plane

Array = NDArray[np.float64]

LEAST_MARKERS = 2
"""Fewer fix no plane: one marker's corners lie too close together."""
UNMOVED_PX = 2.5
"""A camera has not moved when the markers stand within so many pixels (of a picture 1500 wide) of where they did."""
FLAT_MM = 3.0
"""A marker farther than this from where the others put it lies on a curled corner, or beside the mat."""
LENS_MARKERS = 6
"""Fewer say nothing sure about the lens."""
CORNER_PX = 0.25
"""How far a marker's corner is off, in px of the picture."""
LEAST_SQUARES = 8
"""Squares of a marker that must be seen to know it again."""
ALIKE = 0.8
"""Share of them that must be as the marker has them."""
LEAST_INK = 50.0
"""Grey levels between a marker's black and white."""
BEND_EXPECTED = 0.1
"""The bend (k1) of a usual lens, either way."""
MOST_BEND = 0.4
WORTH = 30.0
"""How much better (in squares of what corners are off) a bent lens must explain what is seen to be believed."""


@dataclass(frozen=True)
class LyingMat:
    """A mat that lies on the table, and the plane that it fixes.

    The plane's origin is the mat's middle, x runs to the right and y down as the player at S sees it: the seats follow
    the mat, whichever way the camera is turned.
    """

    mat: Mat
    plane: Plane


def find_mat(
    markers: Sequence[FoundMarker],
    width: int,
    height: int,
    held: LyingMat | None = None,
    lens: Lens | None = None,
    mats: Mapping[str, Mat] = MATS,
) -> LyingMat | None:
    """Finds the mat whose markers were found in a picture; gives None when fewer than two of one mat are seen.

    :param held: the mat of an earlier picture by the same camera. It stands while the markers that are seen stand
        where they did, or while none is seen (hands and cards cover a mat): places do not shift when one is covered.
    :param lens: the camera's, where it was measured. Otherwise the mat's markers tell its chief bend.
    """
    mat = max(mats.values(), key=lambda one: sum(marker.number in one.places for marker in markers))
    seen = [marker for marker in markers if marker.number in mat.places]
    if held is not None and (held.plane.width, held.plane.height) == (width, height) and (not seen or mat is held.mat):
        limit = UNMOVED_PX * max(width, height) / 1500.0
        off = [np.abs(held.plane.to_px(corners_mm(mat, marker.number)) - marker.corners).max() for marker in seen]
        if not off or float(np.median(off)) <= limit:
            return held
    while len(seen) >= LEAST_MARKERS:
        px = np.stack([marker.corners for marker in seen])
        mm = np.stack([corners_mm(mat, marker.number) for marker in seen])
        plane = _fitted(px, mm, width, height, lens)
        if plane is None:
            return None
        off_mm = np.hypot(*(plane.to_mm(px) - mm).reshape(-1, 2).T).reshape(len(seen), 4).max(axis=1)
        if len(seen) == LEAST_MARKERS or off_mm.max() <= FLAT_MM:
            return LyingMat(mat, plane)
        seen.pop(int(off_mm.argmax()))
    return None


def corners_mm(mat: Mat, number: int) -> Array:
    """Gives a marker's corners on the mat, (4, 2) in millimetres, clockwise from its own upper left."""
    half = mat.marker_mm / 2
    corners: Array = np.array(mat.places[number]) + np.array(
        [[-half, -half], [half, -half], [half, half], [-half, half]]
    )
    return corners


def ghosts(grey: NDArray[np.uint8], quads: Array, lying: LyingMat) -> tuple[int, ...]:
    """Tells which of the things taken for cards, (N, 4, 2) px each, are markers of the mat that cards cover in part: as
    far as they show, squares are dark and light where the marker's are. A card on top would look otherwise.

    :param grey: the picture, (height, width).
    """
    if not len(quads):
        return ()
    mat = lying.mat
    middles = lying.plane.to_mm(quads).mean(axis=1)
    found = []
    for index, middle in enumerate(middles):
        number = min(mat.places, key=lambda one: float(np.hypot(*(middle - mat.places[one]))))
        if float(np.hypot(*(middle - mat.places[number]))) > mat.marker_mm:
            continue
        others = [
            quad for quad, other in zip(quads, middles, strict=True) if np.hypot(*(other - middle)) > mat.marker_mm / 2
        ]
        if _shows(grey, quads[index], others, lying, number):
            found.append(index)
    return tuple(found)


def _shows(grey: NDArray[np.uint8], quad: Array, others: Sequence[Array], lying: LyingMat, number: int) -> bool:
    """Tells whether a marker's squares show within ``quad``, where no other card lies."""
    # The squares and the white ones around them.
    rows, columns = np.mgrid[-0.5:7.5, -0.5:7.5].reshape(2, -1)
    white = np.pad(np.array(marker_squares(number)), 1, constant_values=True).ravel()
    px = lying.plane.to_px(
        (np.column_stack([columns, rows]) - 3.0) * lying.mat.marker_mm / 6 + lying.mat.places[number]
    )
    there = ((px >= 0) & (px < (grey.shape[1] - 1, grey.shape[0] - 1))).all(axis=1)
    there &= _inside(px, quad)
    for other in others:
        there &= ~_inside(px, other)
    if there.sum() < LEAST_SQUARES:
        return False
    shade = grey[px[there, 1].astype(int), px[there, 0].astype(int)].astype(np.float64)
    low, high = np.percentile(shade, [5, 95])
    return bool(high - low > LEAST_INK and ((shade > (low + high) / 2) == white[there]).mean() >= ALIKE)


def _inside(points: Array, quad: Array) -> NDArray[np.bool_]:
    """Tells which points (N, 2) lie within a quadrangle whose corners go clockwise (y down)."""
    along = np.roll(quad, -1, axis=0) - quad
    away = points[:, None] - quad
    return np.all(along[:, 0] * away[..., 1] - along[:, 1] * away[..., 0] >= 0, axis=1)


def _fitted(px: Array, mm: Array, width: int, height: int, lens: Lens | None) -> Plane | None:
    """Fits the plane to markers' corners, (N, 4, 2) each; and the lens' bend too where none is given and enough are
    seen to tell it."""
    if lens is None and len(px) >= LENS_MARKERS:
        focal = max(width, height) * FOCAL_EXPECTED
        bend = _bend(px.reshape(-1, 2), mm.reshape(-1, 2), simple_lens(width, height, focal))
        lens = simple_lens(width, height, focal, bend) if bend else None
    return _plane(px, mm, width, height, lens)


def _bend(px: Array, mm: Array, lens: Lens) -> float:
    """Gives the bend (k1) with which points (N, 2) on the mat fall best onto where they are seen, by least squares over
    the plane and the bend together; 0.0 when a lens that bends nothing does as well."""
    scale = CORNER_PX / lens.focal[0]
    seen = (px - lens.centre) / lens.focal / scale
    known = np.column_stack([mm / np.abs(mm).max(), np.ones(len(mm))])

    def off(trials: Array) -> Array:
        """Gives the errors (trials, 2 N + 1) in units of what is expected: of each corner, and of the bend itself."""
        plane = np.concatenate([trials[:, :8], np.ones((len(trials), 1))], axis=1).reshape(-1, 3, 3)
        raised = known @ plane.transpose(0, 2, 1)
        flat = raised[..., :2] / raised[..., 2:]
        bent = flat * (1.0 + trials[:, 8, None, None] * (flat**2).sum(axis=2, keepdims=True))
        return np.concatenate([(bent / scale - seen).reshape(len(trials), -1), trials[:, 8:] / BEND_EXPECTED], axis=1)

    start, _ = cv2.findHomography(known[:, :2], seen * scale)
    if start is None or abs(start[2, 2]) < 1e-9:
        return 0.0
    params = np.append((start / start[2, 2]).ravel()[:8], 0.0)
    straight = cost = float((off(params[None])[0] ** 2).sum())
    for _ in range(12):
        moved = off(np.concatenate([params[None], params + 1e-6 * np.eye(9)]))
        slopes = (moved[1:] - moved[0]).T / 1e-6
        step = np.linalg.lstsq(slopes, -moved[0], rcond=None)[0]
        after = float((off((params + step)[None])[0] ** 2).sum())
        if not after < cost - 1e-3:
            break
        params, cost = params + step, after
    bend = float(np.clip(params[8], -MOST_BEND, MOST_BEND))
    return bend if straight - cost >= WORTH else 0.0


def _plane(px: Array, mm: Array, width: int, height: int, lens: Lens | None) -> Plane | None:
    straight = px if lens is None else lens.straight(px)
    homography, _ = cv2.findHomography(straight.reshape(-1, 2), mm.reshape(-1, 2))
    if homography is None or not np.isfinite(homography).all():
        return None
    return Plane(np.asarray(homography, np.float64), width, height, lens=lens)
