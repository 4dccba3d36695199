"""The settle gate: tells, for a few thousandths of a second a frame, whether anything moves over the table.

Only a table at rest is worth reading in full. A step compares small grey frames; brightness that changes over the
whole picture (a cloud, the camera's own exposure) is no motion, and what counts as a change follows the camera's noise.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Small = NDArray[np.float32]

WIDTH = 160
"""Width of the small frames that are compared, in px."""


@dataclass(frozen=True)
class SettleSettings:
    """``rest_s``: seconds without motion until the table is at rest. A cell has changed when it differs by ``sigmas``
    times the noise and at least ``least`` grey levels; motion is ``cells`` such cells. ``noise_share``: how fast the
    noise is learnt, a frame."""

    rest_s: float = 0.7
    sigmas: float = 6.0
    least: float = 7.0
    cells: int = 6
    noise_share: float = 0.15


@dataclass(frozen=True)
class Settle:
    """The gate's state: the last small frame, since when nothing has moved, and the noise of resting frames.

    ``still_since`` and ``at`` are seconds on the caller's clock; ``reference`` is the frame the rest began with, so
    that a creeping motion is noticed too.
    """

    last: Small | None = None
    reference: Small | None = None
    still_since: float = 0.0
    at: float = 0.0
    noise: float = 1.5
    settings: SettleSettings = field(default_factory=SettleSettings)

    @property
    def at_rest(self) -> bool:
        """Whether nothing has moved for the settings' ``rest_s``, up to the last frame."""
        return self.rests_at(self.at)

    def rests_at(self, t: float) -> bool:
        """Whether the table is at rest at time ``t`` if the last frame still stands: in a sparse recording a frame
        stands until the next one."""
        # A thousandth of a second of grace: times come as decimal seconds from recordings.
        return self.last is not None and t - self.still_since >= self.settings.rest_s - 1e-3

    @property
    def rest_time(self) -> float:
        """When the table is (or was) at rest, if nothing moves: the end of the waiting time."""
        return self.still_since + self.settings.rest_s


def small_frame(picture_bgr: NDArray[np.uint8]) -> Small:
    """Shrinks a picture (BGR or grey) to the small grey frame that the gate compares."""
    height, width = picture_bgr.shape[:2]
    size = (WIDTH, max(1, round(height * WIDTH / width)))
    # Only every few pixels are needed before averaging: a 1536 px picture costs under 1 ms.
    if width > 4 * WIDTH:
        picture_bgr = cv2.resize(picture_bgr, (3 * size[0], 3 * size[1]), interpolation=cv2.INTER_NEAREST)  # type: ignore[assignment]
    small = cv2.resize(picture_bgr, size, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY) if small.ndim == 3 else small
    return grey.astype(np.float32)


def step(settle: Settle, frame: Small, t: float) -> Settle:
    """Takes the next small frame, taken at ``t`` seconds, into account."""
    if settle.last is None or settle.reference is None or settle.last.shape != frame.shape:
        return replace(settle, last=frame, reference=frame, still_since=t, at=t)
    changed, noise = _changed(settle.last, frame, settle)
    if max(changed, _changed(settle.reference, frame, settle)[0]) >= settle.settings.cells:
        return replace(settle, last=frame, reference=frame, still_since=t, at=t)
    noise = settle.noise + settle.settings.noise_share * (noise - settle.noise)
    return replace(settle, last=frame, at=t, noise=float(np.clip(noise, 0.3, 8.0)))


def _like(frame: Small, other: Small) -> Small:
    """Brings ``other`` to the brightness and gain of ``frame``: a straight line through the pixels that did not
    change."""
    target, source = frame.ravel()[::11], other.ravel()[::11]
    gain, offset = 1.0, float(np.median(target - source))
    for _ in range(2):
        error = np.abs(source * np.float32(gain) + np.float32(offset) - target)
        same = error <= max(3.0 * float(np.median(error)), 1.0)
        x, y = source[same], target[same]
        mean_x, mean_y = float(x.mean()), float(y.mean())
        spread = float(((x - mean_x) ** 2).mean())
        if spread > 4.0:
            gain = float(np.clip(((x - mean_x) * (y - mean_y)).mean() / spread, 0.6, 1.7))
        offset = mean_y - gain * mean_x
    return other * np.float32(gain) + np.float32(offset)


def _changed(before: Small, after: Small, settle: Settle) -> tuple[int, float]:
    """Counts the cells that differ beyond light and noise; gives the noise too."""
    difference = np.abs(_like(before, after) - before)
    difference[(np.minimum(before, after) > 195.0) & (np.maximum(before, after) > 248.0)] = (
        0.0  # burnt out: tells nothing
    )
    noise = float(np.median(difference.ravel()[::7])) * 1.48
    limit = max(settle.settings.least, settle.settings.sigmas * max(noise, settle.noise))
    # Sharp edges shimmer by a fraction of a pixel: a true change is at least two cells wide.
    steady = cv2.blur(difference, (3, 3))
    return int((steady > limit).sum()), noise


class Gate:
    """Holds a :class:`Settle` for callers that hand over frames one by one."""

    def __init__(self, settings: SettleSettings | None = None) -> None:
        self.settle = Settle(settings=settings or SettleSettings())

    def moved(self, picture_bgr: NDArray[np.uint8], t: float) -> bool:
        """Takes a frame taken at ``t`` seconds; tells whether it shows a motion since the frames before it. The first
        frame counts as one."""
        self.settle = step(self.settle, small_frame(picture_bgr), t)
        return self.settle.still_since == t
