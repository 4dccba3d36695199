"""A camera's place over a table, fitted at once to all sides of cards that show in its picture.

Each card lies somewhere, turned somehow, which is fitted with it: so a side may be missing, and what tells the plane
is how far apart opposite sides lie, that they run side by side, and that they stand square.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.edges import Sides
from vision.lens import Lens
from vision.plane import LEAN_EXPECTED, Plane, plane_leaning

Array = NDArray[np.float64]

PLACE_NOISE, SLOPE_NOISE = 0.25, 0.2
"""mm by which a clear side is off at its middle, and by how much more at one end."""
CROWDED_TIMES = 2.5
"""How many times as far off a side may be where another card lies near, whose side may be taken for this one's."""
BEND_EXPECTED = 0.04
"""How much a usual lens bends (k1), where it was not measured."""
LEAST_LENGTHS = 3
"""Fewer cards' widths and heights tell no plane."""
TURNS = 16


@dataclass(frozen=True)
class Bundle:
    """A fitted plane: ``params`` are its lean across and down, the logarithm of its distance, and how the lens bends
    where that is not known, with their covariance; where the cards lie (x, y, turn) in the camera's own mm; and how
    far off each side (N, 4) is, in units of its noise."""

    params: Array
    cov: Array
    poses: Array
    off: Array

    def plane(self, lens: Lens, width: int, height: int) -> Plane:
        """Gives the plane that was fitted through a lens."""
        bend = (float(self.params[3]), 0.0, 0.0, 0.0, 0.0) if len(self.params) > 3 else lens.bend
        lean = (float(self.params[0]), float(self.params[1]))
        return plane_leaning(lean, float(np.exp(self.params[2])), width, height, replace(lens, bend=bend))


def fit(found: Sides, corners_px: Array, size: tuple[float, float], lens: Lens) -> Bundle | None:
    """Fits a plane to the sides of cards of a ``size`` (mm) whose corners (N, 4, 2) are about known; None where too few
    sides show."""
    pairs = found.seen[:, ::2] & found.seen[:, 1::2]
    if pairs.sum() < LEAST_LENGTHS:
        return None
    params = np.zeros(3 if any(lens.bend) else 4)
    corners = _rays(corners_px, lens)
    wide = np.linalg.norm(corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3], axis=1) / 2
    params[2] = np.log(size[0] / np.median(wide))
    return _solved(params, _poses(params, corners), _rays(found.ends, lens), found, size)


def without(bundle: Bundle, left_out: NDArray[np.bool_], found: Sides, size: tuple[float, float], lens: Lens) -> Bundle:
    """Fits the plane anew to the other cards, beginning with what was found."""
    others = replace(found, seen=found.seen & ~left_out[:, None])
    return _solved(bundle.params, bundle.poses, _rays(found.ends, lens), others, size, again=True)


def _rays(points: Array, lens: Lens) -> Array:
    focal = float(np.sqrt(lens.focal[0] * lens.focal[1]))
    rays: Array = (lens.straight(points) - np.array(lens.centre)) / focal
    return rays


def _poses(params: Array, corners: Array) -> Array:
    """Gives where cards lie (N, 3): x and y in mm, and the turn."""
    lying = _on_table(params, corners)
    across = lying[:, 1] + lying[:, 2] - lying[:, 0] - lying[:, 3]
    return np.column_stack([lying.mean(axis=1), np.arctan2(across[:, 1], across[:, 0])])


def _off(points: Array, poses: Array, size: tuple[float, float]) -> tuple[Array, Array]:
    """Gives by how many mm points (N, 4, 2, 2) at the sides' ends are off their sides, (N, 4, 2), and how that hangs on
    x, y and the turn of the card (N, 4, 2, 3)."""
    cos, sin = (one[:, None, None] for one in (np.cos(poses[:, 2]), np.sin(poses[:, 2])))
    away = points - poses[:, None, None, :2]
    across, down = away[..., 0] * cos + away[..., 1] * sin, away[..., 1] * cos - away[..., 0] * sin
    off, slopes = np.empty(across.shape), np.empty((*across.shape, 3))
    for axis, (own, other) in enumerate(((across, down), (down, across))):
        sides = slice(2 * axis, 2 * axis + 2)
        half = np.array([-0.5, 0.5])[:, None] * size[axis]
        off[:, sides] = own[:, sides] - half
        first, second = (-cos, -sin) if axis == 0 else (sin, -cos)
        slopes[:, sides, :, 0], slopes[:, sides, :, 1] = first, second
        slopes[:, sides, :, 2] = other[:, sides] * (1.0 if axis == 0 else -1.0)
    return off, slopes


def _split(values: Array) -> Array:
    """Turns what is true of both ends (N, 4, 2, ...) into what is true of the middle and of the slope."""
    return np.stack([(values[:, :, 0] + values[:, :, 1]) / 2, (values[:, :, 1] - values[:, :, 0]) / 2], axis=2)


def _solved(
    params: Array, poses: Array, rays: Array, found: Sides, size: tuple[float, float], again: bool = False
) -> Bundle:
    """Fits by Gauss and Newton, weighing each side by how well it agrees: at first much may be off, at last little."""
    count, known = len(poses), len(params)
    noise = np.array([PLACE_NOISE, SLOPE_NOISE]) * np.where(found.crowded, CROWDED_TIMES, 1.0)[..., None]
    expected = np.array([LEAN_EXPECTED, LEAN_EXPECTED, np.inf, BEND_EXPECTED])[:known]
    for turn in range(6 if again else TURNS):
        points = _on_table(params, rays)
        off, by_pose = _off(points, poses, size)
        off, by_pose = _split(off) / noise, _split(by_pose) / noise[..., None]
        by_params = np.stack(
            [
                (_split(_off(_on_table(params + step, rays), poses, size)[0]) / noise - off) / 1e-5
                for step in np.eye(known) * 1e-5
            ],
            axis=-1,
        )
        loose = 2.0 if again else max(2.0, 40.0 * 0.6**turn)
        weights = found.seen / (1.0 + (off**2).sum(axis=2) / loose**2)
        # Each card's own three numbers hang on nothing but its own sides: they are taken out of the sum first.
        own = by_pose.reshape(count, 8, 3)
        rows, values, heavy = by_params.reshape(count, 8, known), off.reshape(count, 8), np.repeat(weights, 2, axis=1)
        pose_pose = np.einsum("nri,nr,nrj->nij", own, heavy, own) + 1e-9 * np.eye(3)
        pose_pose[:, 2, 2] += 1e-3
        pose_params = np.einsum("nri,nr,nrj->nij", own, heavy, rows)
        pose_off = np.einsum("nri,nr,nr->ni", own, heavy, values)
        back = np.linalg.solve(pose_pose, np.concatenate([pose_params, pose_off[..., None]], axis=2))
        normal = np.einsum("nri,nr,nrj->ij", rows, heavy, rows) + np.diag(1.0 / expected**2)
        normal -= np.einsum("nij,nik->jk", pose_params, back[..., :known])
        pull = np.einsum("nri,nr,nr->i", rows, heavy, values) + params / expected**2
        pull -= np.einsum("nij,ni->j", pose_params, back[..., known])
        step = np.linalg.solve(normal + 1e-6 * np.eye(known), pull)
        step = np.clip(step, -0.2, 0.2)
        params = params - step
        poses = poses - (back[..., known] - back[..., :known] @ step)
        if loose <= 2.0 and float(np.abs(step).max()) < 1e-5:
            break
    scatter = float((heavy * values**2).sum() / max(float(heavy.sum()) - known - 3.0 * count, 1.0))
    cov: Array = np.linalg.inv(normal).astype(np.float64) * max(1.0, scatter)
    return Bundle(params, cov, poses, np.where(found.seen, off[..., 0], np.nan))


def _on_table(params: Array, rays: Array) -> Array:
    """Takes rays (..., 2) to the table, mm."""
    if len(params) > 3:
        bent = rays
        for _ in range(4):
            rays = bent / (1.0 + params[3] * (rays**2).sum(axis=-1, keepdims=True))
    unit = np.array([params[0], params[1], 1.0])
    depth = np.exp(params[2]) / np.maximum(1.0 + rays @ params[:2], 0.05)
    unit /= np.linalg.norm(unit)
    right = np.array([1.0, 0.0, 0.0]) - unit * unit[0]
    right /= np.linalg.norm(right)
    below = np.cross(unit, right)
    axes = np.stack([right, below], axis=1)
    points: Array = (rays @ axes[:2] + axes[2]) * depth[..., None]
    return points
