"""A flat thing to lay on the table: its picture, its outline and its size."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Sprite:
    """`art` is BGRA (h, w, 4), alpha not multiplied in, at `px_per_mm`; `height` is how far its top lies above the
    table in mm.

    `face` is the card's face, or empty for a thing that is no card; `cover` marks hands and sleeves.
    """

    art: NDArray[Any]
    px_per_mm: float
    height: float = 0.3
    face: str = ""
    cover: bool = False
    square: bool = False
    side: tuple[float, float, float] | None = None
    """BGR of the walls of a thick thing; None draws no walls."""
    mips: list[NDArray[Any]] = field(default_factory=list, repr=False)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in mm."""
        return self.art.shape[1] / self.px_per_mm, self.art.shape[0] / self.px_per_mm

    def level(self, px_per_mm: float) -> tuple[NDArray[Any], float]:
        """The art at the smallest halving that is still as fine as `px_per_mm`, and that art's own px per mm."""
        if not self.mips:
            self.mips.append(self.art)
        step = 0
        while self.px_per_mm / 2 ** (step + 1) >= px_per_mm * 0.85 and min(self.mips[-1].shape[:2]) > 8:
            step += 1
            if step >= len(self.mips):
                self.mips.append(cv2.resize(self.mips[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
        step = min(step, len(self.mips) - 1)
        return self.mips[step], self.px_per_mm * self.mips[step].shape[1] / self.art.shape[1]


def rounded(shape: tuple[int, int], radius: float) -> NDArray[Any]:
    """The outline of a card with round corners, as alpha 0..255 (h, w)."""
    height, width = shape
    scale = 4
    mask = np.zeros((height * scale, width * scale), np.uint8)
    r = int(max(radius * scale, 0))
    cv2.rectangle(mask, (r, 0), (width * scale - 1 - r, height * scale - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width * scale - 1, height * scale - 1 - r), 255, -1)
    for x in (r, width * scale - 1 - r):
        for y in (r, height * scale - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1)
    return cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)


def with_alpha(bgr: NDArray[Any], alpha: NDArray[Any]) -> NDArray[Any]:
    """BGR and alpha in one array."""
    return np.dstack([bgr, alpha])
