"""How well a camera is mounted over a table: everything that can be told from one picture with cards laid on it.

Each check says what was measured and how good it is; what to do about it is put into words elsewhere. Nothing here
knows of cameras or files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.table import TableReading
from vision.lens import Lens, simple_lens
from vision.lighting import lit
from vision.markers import find_markers
from vision.mat import find_mat
from vision.optics import MARGIN
from vision.plane import FOCAL_EXPECTED
from vision.sharpness import sharpness
from vision.stand import Stand, plane_of_cards, stand_of

GOOD, POOR, BAD, UNKNOWN = "good", "poor", "bad", "unknown"

TILT = (8.0, 18.0)
"""Degrees from straight down: up to the first is good, from the second on bad."""
SCALE = (0.92, 1.2)
"""Millimetres per px, likewise: a letter must still show."""
STEEP = (0.27, 0.23)
"""Steepness of edges, likewise but downwards."""
SMEARED = 0.60
"""How much less steep edges are in one direction when the picture is smeared along it."""
EVEN = (0.6, 0.4)
PAPER = (130.0, 247.0)
"""Brightness of the cards' paper, from and to."""
BLACK = 16.0
"""Mean brightness below which nothing at all is to be seen; a table by candle-light has more."""
MARK_MM = 7.0
"""Height of a corner mark."""
MARK_PX = (7.5, 5.5)
"""Its height in the picture that can be read well, and at all."""
SEATS: Mapping[str, tuple[float, float]] = {"N": (0.0, -1.0), "E": (1.0, 0.0), "S": (0.0, 1.0), "W": (-1.0, 0.0)}


@dataclass(frozen=True)
class Check:
    """One thing about a mounting. ``about`` names it, ``level`` is good, poor, bad or unknown, ``found`` holds what was
    measured (mm, degrees, px), ``todo`` names what to do about it (empty: nothing) with the figures of ``found``."""

    about: str
    level: str
    found: Mapping[str, float | str] = field(default_factory=dict)
    todo: str = ""


@dataclass(frozen=True)
class Mounting:
    """All checks of a picture, and where the camera hangs (None where that could not be told)."""

    checks: tuple[Check, ...]
    stand: Stand | None

    @property
    def good(self) -> bool:
        """Whether nothing is to be done."""
        return all(check.level == GOOD for check in self.checks)


def assess(
    picture_bgr: NDArray[np.uint8],
    reading: TableReading,
    *,
    table_mm: tuple[float, float] = (900.0, 900.0),
    card_mm: tuple[float, float] = (58.0, 88.0),
    lens: Lens | None = None,
    focal: float | None = None,
) -> Mounting:
    """Assesses a picture and its reading.

    :param table_mm: the table's size, across the picture and down.
    :param lens: the camera's, where it was measured; otherwise ``focal`` says how it sees, as a share of the picture's
        long side (None: as a usual camera does, which makes the height a rough guess).
    """
    height, width = picture_bgr.shape[:2]
    grey = cv2.cvtColor(picture_bgr, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
    sees = lens or simple_lens(width, height, max(width, height) * (focal or FOCAL_EXPECTED))
    mat = find_mat(find_markers(grey), width, height, lens=sees)
    plane = mat.plane if mat is not None else plane_of_cards(reading, picture_bgr, sees, card_mm)
    stand = None if plane is None else stand_of(plane, sees)
    quads = [np.array(card.corners) for card in reading.cards if card.visible >= 0.85]
    spots = _light(picture_bgr, quads, stand)
    return Mounting(
        (*_stand(stand, sees, table_mm, mat is not None), _sharp(grey, quads), *spots, *_marks(stand, table_mm)), stand
    )


def _graded(value: float, good: float, bad: float) -> str:
    """Grades a value between a good and a bad one, whichever is larger."""
    up = good < bad
    return GOOD if (value <= good if up else value >= good) else BAD if (value >= bad if up else value <= bad) else POOR


def _stand(stand: Stand | None, lens: Lens, table_mm: tuple[float, float], mat: bool) -> tuple[Check, ...]:
    if stand is None:
        return (Check("place", UNKNOWN, todo="lay cards"),)
    tilt = Check(
        "tilt", _graded(stand.tilt_deg, *TILT), {"deg": stand.tilt_deg}, "" if stand.tilt_deg <= TILT[0] else "level"
    )
    scale = _graded(stand.mm_per_px, *SCALE)
    found: dict[str, float | str] = {"mm": stand.height_mm, "mm_per_px": stand.mm_per_px}
    # Straight down, the height that shows the whole table is in proportion to what is seen now.
    missing = _missing(stand, table_mm, mat)
    need = stand.height_mm * missing
    if missing > 1.0:
        cm = (need - stand.height_mm) / 10
        return (Check("view", POOR if missing < 1.05 else BAD, {**found, "cm": cm}, "raise"), tilt)
    view = Check("view", GOOD, found)
    if scale == GOOD:
        return (view, tilt)
    lower = max(0.0, stand.height_mm - max(need, stand.height_mm * SCALE[0] / stand.mm_per_px)) / 10
    todo = "lower" if lower >= 1.0 else "finer"
    return (view, tilt, Check("scale", scale, {**found, "cm": lower}, todo))


def _missing(stand: Stand, table_mm: tuple[float, float], mat: bool) -> float:
    """Gives how many times as far away the camera must be to see the whole table: 1 or less when it sees it now."""
    outline = np.array(stand.outline_mm)
    middle = np.zeros(2) if mat else outline.mean(axis=0)
    share = 0.0
    for k in range(4):
        start, end = outline[k] - middle, outline[(k + 1) % 4] - middle
        normal = np.array([end[1] - start[1], start[0] - end[0]])
        normal /= np.hypot(*normal)
        away = float(normal @ start)
        reach = float(np.abs(normal) @ (np.array(table_mm) / 2)) * MARGIN
        share = max(share, reach / max(abs(away), 1.0))
    return share


def _sharp(grey: NDArray[np.uint8], quads: Sequence[NDArray[np.float64]]) -> Check:
    mask = None
    if quads:
        mask = np.zeros(grey.shape, np.uint8)
        for quad in quads:
            cv2.fillConvexPoly(mask, quad.astype(np.int32), 255)
    found = sharpness(grey, mask)
    if found is None:
        return Check("focus", UNKNOWN, todo="lay cards")
    values = {"steep": found.steep, "even": found.even}
    if found.even < SMEARED:
        return Check("focus", BAD, values, "still")
    level = _graded(found.steep, *STEEP)
    return Check("focus", level, values, "" if level == GOOD else "focus")


def is_blurred(check: Check) -> bool:
    """Tells whether a *focus* check found a picture out of focus or smeared."""
    return check.level == BAD


def _light(
    picture_bgr: NDArray[np.uint8], quads: Sequence[NDArray[np.float64]], stand: Stand | None
) -> tuple[Check, ...]:
    found = lit(picture_bgr, quads)
    if found is None:
        black = float(picture_bgr.mean()) < BLACK
        return (Check("light", BAD, todo="black") if black else Check("light", UNKNOWN, todo="lay cards"),)
    exposure = Check("exposure", GOOD, {"paper": found.paper})
    if found.paper < PAPER[0]:
        exposure = Check("exposure", POOR, {"paper": found.paper}, "brighter")
    elif found.paper > PAPER[1]:
        exposure = Check("exposure", POOR, {"paper": found.paper}, "darker")
    level = _graded(found.even, *EVEN)
    where = seat_at(found.darkest, picture_bgr.shape[1], picture_bgr.shape[0])
    light = Check("light", level, {"even": found.even, "where": where}, "" if level == GOOD else "dark at")
    glare: list[Check] = [
        Check(
            "glare",
            BAD,
            {"x": spot.x, "y": spot.y, "where": seat_at((spot.x, spot.y), *picture_bgr.shape[1::-1])},
            "glare at",
        )
        for spot in found.glare
    ]
    return (exposure, light, *(glare or [Check("glare", GOOD)]))


def seat_at(point: tuple[float, float], width: int, height: int) -> str:
    """Gives the seat that a place in the picture is nearest to, or ``centre``: S is the picture's lower edge."""
    x, y = 2 * point[0] / width - 1, 2 * point[1] / height - 1
    if max(abs(x), abs(y)) < 0.3:
        return "centre"
    return max(SEATS, key=lambda seat: SEATS[seat][0] * x + SEATS[seat][1] * y)


def _marks(stand: Stand | None, table_mm: tuple[float, float]) -> tuple[Check, ...]:
    """Whether a corner mark can be read at each seat: how large it shows there."""
    if stand is None:
        return ()
    checks = []
    middle = np.array(stand.outline_mm).mean(axis=0)
    for seat, (x, y) in SEATS.items():
        place = middle + np.array([x * table_mm[0], y * table_mm[1]]) * 0.4
        (px,) = stand.plane.to_px(np.array([place]))
        size = MARK_MM / stand.plane.mm_per_px((float(px[0]), float(px[1])))
        level = _graded(size, *MARK_PX)
        checks.append(Check("mark", level, {"where": seat, "px": size}, "" if level == GOOD else "small at"))
    return tuple(checks)


MATCHES = 25
"""Fewer places that are the same in two pictures tell no movement."""


def moved_px(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> float | None:
    """Gives how far a camera has moved between two grey pictures of one size, in px of the corners that moved most;
    None when too little in them is alike. Cards that were laid or taken meanwhile do no harm."""
    if before.shape != after.shape:
        return None
    orb = cv2.ORB_create(1500)  # type: ignore[attr-defined]
    (points, marks), (others, other_marks) = (orb.detectAndCompute(one, None) for one in (before, after))
    if marks is None or other_marks is None:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(marks, other_marks)
    if len(pairs) < MATCHES:
        return None
    start = np.array([points[pair.queryIdx].pt for pair in pairs], np.float32)
    end = np.array([others[pair.trainIdx].pt for pair in pairs], np.float32)
    turn, inside = cv2.findHomography(start, end, cv2.RANSAC, 3.0)
    if turn is None or int(inside.sum()) < MATCHES:
        return None
    height, width = before.shape
    corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float32)
    return float(np.hypot(*(cv2.perspectiveTransform(corners, turn) - corners)[0].T).max())
