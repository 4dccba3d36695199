"""A pinhole camera over the table's plane."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Camera:
    """`focal` and `size` (width, height) in px, `distance` to the table along the axis in mm; `tilt_deg` from
    straight down,
    towards `towards_deg`; `roll_deg` turns the picture. The picture's centre looks at the table's origin, shifted by
    `shift` px."""

    size: tuple[int, int]
    focal: float
    distance: float
    tilt_deg: float = 0.0
    towards_deg: float = 0.0
    roll_deg: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)

    def plane(self, height: float = 0.0) -> NDArray[Any]:
        """The 3 × 3 homography from mm on the plane `height` mm above the table to px of the picture."""
        a, b, c = np.deg2rad([self.roll_deg + self.towards_deg, self.tilt_deg, -self.towards_deg])
        turn = _about_z(a) @ _about_x(b) @ _about_z(c)
        column = -height * turn[:, 2] + np.array([0.0, 0.0, self.distance])
        lens = np.array(
            [
                [self.focal, 0, self.size[0] / 2 + self.shift[0]],
                [0, self.focal, self.size[1] / 2 + self.shift[1]],
                [0, 0, 1],
            ]
        )
        return lens @ np.stack([turn[:, 0], turn[:, 1], column], axis=1)


def project(matrix: NDArray[Any], points: NDArray[Any]) -> NDArray[Any]:
    """Points (n, 2) through a 3 × 3 homography."""
    turned = points @ matrix[:, :2].T + matrix[:, 2]
    return turned[:, :2] / turned[:, 2:]


def _about_z(angle: float) -> NDArray[Any]:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def _about_x(angle: float) -> NDArray[Any]:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
