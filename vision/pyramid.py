"""A picture and its halves: what is cut out of it small must not be cut out of it large, lest it alias."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import cv2
import numpy as np
from numpy.typing import NDArray

FINEST = 1.7
"""A picture in which a thing is more than this times larger than it will be in the crop is halved first."""

_MOST = 6


class Pyramid:
    """A picture uint8 (H, W, 3) and its halves, made when they are first asked for."""

    def __init__(self, picture_bgr: NDArray[np.uint8]) -> None:
        self._levels = [picture_bgr]
        self._lock = threading.Lock()

    @property
    def picture(self) -> NDArray[np.uint8]:
        """The whole picture."""
        return self._levels[0]

    def for_shrink(self, shrink: float) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """Gives the picture to cut a thing from that will be `shrink` times smaller, and its px (x, y) to one of the
        whole picture's."""
        step = 0
        while shrink > FINEST and step < _MOST:
            step, shrink = step + 1, shrink / 2
        with self._lock:  # a picture may be read and looked at for the mounting at once
            while step >= len(self._levels):
                last = self._levels[-1]
                half = (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2))
                self._levels.append(np.asarray(cv2.resize(last, half, interpolation=cv2.INTER_AREA), np.uint8))
        source, whole = self._levels[step], self._levels[0]
        return source, np.array([source.shape[1] / whole.shape[1], source.shape[0] / whole.shape[0]], np.float32)


_kept: list[Pyramid] = []


def pyramid_of(picture_bgr: NDArray[np.uint8]) -> Pyramid:
    """Gives a picture's pyramid: the one that is kept, or a new one."""
    return next((one for one in _kept if one.picture is picture_bgr), None) or Pyramid(picture_bgr)


@contextmanager
def halves_kept(picture_bgr: NDArray[np.uint8]) -> Iterator[None]:
    """Within it a picture is halved once, however many things are cut out of it; it must not be drawn on meanwhile."""
    kept = Pyramid(picture_bgr)
    _kept.append(kept)
    try:
        yield
    finally:
        _kept.remove(kept)
