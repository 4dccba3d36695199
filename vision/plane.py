"""The table's plane, worked out from nothing but the cards that lie on it.

Every card of a pack has the same known size, so the quadrangles of a picture tell how far away the table is and how
the camera leans. The camera is taken as a pinhole that looks at one plane: four numbers (two for the lean, the scale,
the focal length) are fitted to all cards at once, and weak expectations of an ordinary camera fill in what a few
cards cannot tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.lens import Lens

Array = NDArray[np.float64]

SIDE_NOISE = 0.03
"""How far the measured side of a card is off, as a share of its length."""
LEAN_EXPECTED = 0.25
"""Tangent of a usual camera's lean."""
FOCAL_EXPECTED = 0.82
"""Focal length of a usual camera (field of view some 63 degrees), as a share of the picture's long side."""
FOCAL_SPREAD = 0.18
"""How much the logarithm of the focal length differs from camera to camera."""
MEASURED_SPREAD = 0.01
"""How much it may be off where the lens was measured."""


@dataclass(frozen=True)
class Plane:
    """A picture's table plane: ``homography`` (3x3) takes px of the picture to millimetres on the table, once the lens
    (where it is known) is corrected for.

    The origin is what the picture's centre shows, x runs to the picture's right and y down; with a mat the origin and
    the axes are the mat's. ``lean_deg`` is the angle between the camera's axis and the table's normal.
    """

    homography: Array
    width: int
    height: int
    lean_deg: float = 0.0
    lens: Lens | None = None

    @cached_property
    def outline_mm(self) -> tuple[tuple[float, float], ...]:
        """The picture's four corners in millimetres, clockwise from the upper left."""
        corners = self.to_mm([(0.0, 0.0), (self.width, 0.0), (self.width, self.height), (0.0, self.height)])
        return tuple((float(x), float(y)) for x, y in corners)

    def to_mm(self, points: Array | Sequence[Sequence[float]]) -> Array:
        """Takes points (..., 2) in px to millimetres on the table."""
        points = np.asarray(points, dtype=np.float64)
        return _project(self.homography, points if self.lens is None else self.lens.straight(points))

    def to_px(self, points: Array | Sequence[Sequence[float]]) -> Array:
        """Takes points (..., 2) in millimetres on the table to px of the picture."""
        inverse: Array = np.linalg.inv(self.homography).astype(np.float64)
        points = _project(inverse, np.asarray(points, dtype=np.float64))
        return points if self.lens is None else self.lens.bent(points)

    def mm_per_px(self, point: Sequence[float] | None = None) -> float:
        """Gives the scale at a point of the picture (its centre when none is given)."""
        x, y = (self.width / 2, self.height / 2) if point is None else point
        centre, right, below = self.to_mm([[x, y], [x + 1.0, y], [x, y + 1.0]])
        across, down = right - centre, below - centre
        return float(np.sqrt(abs(across[0] * down[1] - across[1] * down[0])))


def flat_plane(width: int, height: int, mm_per_px: float) -> Plane:
    """Gives the plane of a camera that looks straight down, at a known scale."""
    return _plane_of(np.array([0.0, 0.0, np.log(mm_per_px), 0.0]), _view(width, height, None), width, height)


def plane_leaning(lean: tuple[float, float], distance: float, width: int, height: int, lens: Lens) -> Plane:
    """Gives the plane at ``distance`` mm along a lens' axis whose normal leans: the tangents across and down."""
    focal = float(np.sqrt(lens.focal[0] * lens.focal[1]))
    view = _View(np.array(lens.centre), focal, MEASURED_SPREAD)
    return _plane_of(np.array([*lean, np.log(distance / focal), 0.0]), view, width, height, lens)


@dataclass(frozen=True)
class _View:
    """What is expected of the camera: the axis' place in the picture and the focal length in px, and how much the
    latter's logarithm may be off."""

    middle: Array
    focal: float
    spread: float


def _view(width: int, height: int, lens: Lens | None) -> _View:
    if lens is not None:
        return _View(np.array(lens.centre), float(np.sqrt(lens.focal[0] * lens.focal[1])), MEASURED_SPREAD)
    return _View(np.array([width / 2.0, height / 2.0]), max(width, height) * FOCAL_EXPECTED, FOCAL_SPREAD)


_fitted: list[tuple[tuple[object, ...], Plane]] = []


def fit_plane(
    centres: Array,
    across: Array,
    down: Array,
    width: int,
    height: int,
    card_mm: tuple[float, float] = (58.0, 88.0),
    lens: Lens | None = None,
) -> Plane:
    """Fits the plane to cards given by their centres and half sides.

    ``centres``, ``across`` and ``down`` are (N, 2) px: the centre, and the vectors from it to the middle of the right
    and of the bottom side; ``card_mm`` is the card's width and height; ``lens`` is the camera's, where it was measured.
    With no card at all the scale is a guess that puts the picture's long side at one metre.
    """
    key = (centres.tobytes(), across.tobytes(), down.tobytes(), width, height, card_mm)
    # A table is told anew when some of it was looked at again, and lies as before.
    if lens is None and _fitted and _fitted[0][0] == key:
        return _fitted[0][1]
    plane = _fit(centres, across, down, width, height, card_mm, lens)
    if lens is None:
        _fitted[:] = [(key, plane)]
    return plane


def _fit(
    centres: Array,
    across: Array,
    down: Array,
    width: int,
    height: int,
    card_mm: tuple[float, float],
    lens: Lens | None,
) -> Plane:
    view = _view(width, height, lens)
    if len(centres) == 0:
        guess = np.array([0.0, 0.0, np.log(1000.0 / max(width, height)), 0.0])
        return _plane_of(guess, view, width, height, lens)
    ends = np.stack([centres - across, centres + across, centres - down, centres + down])
    ends = (ends if lens is None else lens.straight(ends)) - view.middle
    sides = np.linalg.norm(across, axis=1) * 2.0 / card_mm[0], np.linalg.norm(down, axis=1) * 2.0 / card_mm[1]
    params = np.array([0.0, 0.0, -np.log(max(float(np.median(np.concatenate(sides))), 1e-3)), 0.0])
    damping = 1e-3
    residuals = _residuals(params[None], ends, card_mm, view)[0]
    for _ in range(15):
        jacobian = _jacobian(params, residuals, ends, card_mm, view)
        weights = np.minimum(1.0, 2.0 / np.maximum(np.abs(residuals), 1e-9))  # Huber: a wrong outline pulls little
        weights[-3:] = 1.0
        normal = jacobian.T @ (jacobian * weights[:, None])
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), -jacobian.T @ (weights * residuals))
        trial = params + np.clip(step, -0.2, 0.2)
        after = _residuals(trial[None], ends, card_mm, view)[0]
        if _cost(after) < _cost(residuals):
            params, residuals, damping = trial, after, damping * 0.3
            if float(np.abs(step).max()) < 1e-4:
                break
        else:
            damping *= 10.0
            if damping > 1e6:
                break
    return _plane_of(params, view, width, height, lens)


def _cost(residuals: Array) -> float:
    size = np.abs(residuals)
    size = np.where(size <= 2.0, 0.5 * size**2, 2.0 * size - 2.0)
    return float(size[:-3].sum() + 0.5 * (residuals[-3:] ** 2).sum())


def _residuals(params: Array, ends: Array, card_mm: tuple[float, float], view: _View) -> Array:
    """Gives, in units of their expected size, every card's error of width, height and squareness, then the priors, for
    each of several sets of parameters (K, 4): (K, errors)."""
    lean = params[:, :2]
    focal = view.focal * np.exp(params[:, 3])[:, None, None]
    nearness = np.maximum(1.0 + np.einsum("enx,kx->ken", ends, lean) / focal, 0.05)
    shrink = np.exp(params[:, 2])[:, None, None] / nearness
    x, y, z = ends[..., 0] * shrink, ends[..., 1] * shrink, focal * shrink
    (wx, hx), (wy, hy), (wz, hz) = ((c[:, 1] - c[:, 0], c[:, 3] - c[:, 2]) for c in (x, y, z))
    width, height = np.sqrt(wx * wx + wy * wy + wz * wz), np.sqrt(hx * hx + hy * hy + hz * hz)
    square = (wx * hx + wy * hy + wz * hz) / np.maximum(width * height, 1e-9)
    errors: Array = np.concatenate(
        [
            np.log(np.maximum(width, 1e-9) / card_mm[0]) / SIDE_NOISE,
            np.log(np.maximum(height, 1e-9) / card_mm[1]) / SIDE_NOISE,
            square / SIDE_NOISE,
            lean / LEAN_EXPECTED,
            params[:, 3:] / view.spread,
        ],
        axis=1,
    )
    return errors


def _jacobian(params: Array, residuals: Array, ends: Array, card_mm: tuple[float, float], view: _View) -> Array:
    moved = params + 1e-5 * np.eye(len(params))
    return (_residuals(moved, ends, card_mm, view) - residuals).T / 1e-5


def _plane_of(params: Array, view: _View, width: int, height: int, lens: Lens | None = None) -> Plane:
    focal = view.focal * float(np.exp(params[3]))
    scale = float(np.exp(params[2]))
    normal = np.array([params[0], params[1], 1.0])
    unit = normal / np.linalg.norm(normal)
    right = np.array([1.0, 0.0, 0.0]) - unit * unit[0]
    right /= np.linalg.norm(right)
    below = np.cross(unit, right)
    ray = np.array([[1.0, 0.0, -view.middle[0]], [0.0, 1.0, -view.middle[1]], [0.0, 0.0, focal]])
    homography = np.stack([right * scale, below * scale, normal / focal]) @ ray
    centre = _project(homography, np.array([width / 2.0, height / 2.0]))
    shift = np.array([[1.0, 0.0, -centre[0]], [0.0, 1.0, -centre[1]], [0.0, 0.0, 1.0]])
    homography = shift @ homography
    lean = float(np.degrees(np.arccos(np.clip(unit[2], -1.0, 1.0))))
    return Plane(homography / homography[2, 2], width, height, lean, lens)


def _project(homography: Array, points: Array) -> Array:
    raised = points @ homography[:, :2].T + homography[:, 2]
    result: Array = raised[..., :2] / raised[..., 2:]
    return result
