"""What common cameras see: how high one must hang to see a table, and how large a card then shows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Optics:
    """A kind of camera: what it is called, how wide it sees (degrees across the picture's long side, in the pictures
    that the Steward takes of it) and whether it focuses by itself."""

    called: str
    across_deg: float
    focuses: bool = False

    @property
    def focal(self) -> float:
        """The focal length as a share of the picture's long side."""
        return 0.5 / math.tan(math.radians(self.across_deg) / 2)


# The makers' figures: Raspberry Pi's camera documentation, and the data sheets of the webcams.
OPTICS: Mapping[str, Optics] = {
    "camera2": Optics("Camera Module 2", 62.2),
    "camera3": Optics("Camera Module 3", 66.0, focuses=True),
    "camera3-wide": Optics("Camera Module 3 Wide", 102.0, focuses=True),
    "hq-6mm": Optics("HQ Camera with the 6 mm lens", 55.3),
    "webcam-60": Optics("webcam of 60° (many simple ones)", 53.5),
    "webcam-78": Optics("webcam of 78° (Logitech C920, C922, Brio)", 70.4, focuses=True),
    "webcam-90": Optics("webcam of 90°", 82.1, focuses=True),
}
"""Webcams are sold by the angle across the diagonal."""

MARGIN = 1.06
"""How much more than the table should be seen."""


def height_for(across_deg: float, table_mm: tuple[float, float], shape: float = 16 / 9) -> float:
    """Gives the height in mm above a table's surface from which a camera looking straight down sees all of it.

    :param across_deg: how wide it sees along the picture's long side.
    :param table_mm: the table's long and short side.
    :param shape: the picture's long side over its short one.
    """
    long, short = max(table_mm) * MARGIN, min(table_mm) * MARGIN
    return max(long, short * shape) / (2 * math.tan(math.radians(across_deg) / 2))


def scale_at(across_deg: float, height_mm: float, long_px: int) -> float:
    """Gives millimetres per px of a camera that looks straight down from ``height_mm``."""
    return 2 * height_mm * math.tan(math.radians(across_deg) / 2) / long_px
