"""Where a camera hangs over a table: its height and tilt, and what part of the table it sees."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.table import BACK, TableReading
from vision.border import like_borders
from vision.bundle import Bundle, fit, without
from vision.edges import CLOSE, WIDE, Sides, laid, sides
from vision.lens import Lens
from vision.outline import laid_on_outlines
from vision.paper import linear, paper_of
from vision.plane import Plane, fit_plane

Array = NDArray[np.float64]

LEAST_CARDS = 3
"""Fewer cards are not believed: nothing would show that one of them is misread."""
AGREES = 2.5
"""How far off, in units of its noise, a side may be to agree."""
MOST = 0.9
"""Share of the sides with nothing near that must agree: else some may be printed borders, or stripes of a cloth."""
FEW = 0.4
"""Share of the sides that may look like printed borders: stripes and shadows do here and there."""
SURE_HEIGHT, SURE_TILT = 0.015, 1.0
"""Standard errors (share, degrees) up to which height and tilt are told: half of what they may be off."""
COMMON = 0.004
"""How far all sides may be off in the same way (shadows, the cards' cut), as a share."""
PARTS = 8
"""Parts that are left out in turn, to see how much hangs on each."""
PLENTY = 18
"""More cards tell it no better, and take time."""
WHOLE, SHOWN = 0.85, 0.55
"""How much of a card must be seen to count as whole, and for its sides to count."""


@dataclass(frozen=True)
class Stand:
    """``height_mm`` above the table, ``tilt_deg`` from straight down, ``mm_per_px`` at the picture's centre, and the
    picture's corners on the table in mm, clockwise from its upper left."""

    height_mm: float
    tilt_deg: float
    mm_per_px: float
    outline_mm: tuple[tuple[float, float], ...]
    plane: Plane


def stand_of(plane: Plane, lens: Lens) -> Stand:
    """Gives where the camera of ``lens`` hangs whose picture has this plane."""
    column = np.linalg.inv(lens.matrix) @ np.linalg.inv(plane.homography)
    column /= (np.linalg.norm(column[:, 0]) + np.linalg.norm(column[:, 1])) / 2
    if column[2, 2] < 0:
        column = -column
    right, below, away = column[:, 0], column[:, 1], column[:, 2]
    normal = np.cross(right, below)
    normal /= np.linalg.norm(normal)
    # The table's origin lies at ``away`` from the camera; its height is that vector's part along the table's normal.
    return Stand(
        height_mm=float(abs(normal @ away)),
        tilt_deg=float(np.degrees(np.arccos(min(1.0, abs(float(normal[2])))))),
        mm_per_px=plane.mm_per_px(),
        outline_mm=plane.outline_mm,
        plane=plane,
    )


def plane_of_cards(
    reading: TableReading, picture_bgr: NDArray[np.uint8], lens: Lens, card_mm: tuple[float, float]
) -> Plane | None:
    """Fits the table's plane to a reading's cards through a known lens; None when they cannot tell it well.

    A lens that bends nothing is taken as one that was not measured: how it bends is fitted too.
    """
    found = measure(reading, picture_bgr, lens, card_mm)
    return found.plane if found is not None and found.sure else None


@dataclass(frozen=True)
class Measured:
    """A plane fitted to cards, with the standard errors of the camera's height (a share) and tilt (degrees), and the
    share of the sides with nothing near that agree, and of those that look like borders printed within the cards."""

    plane: Plane
    height_error: float
    tilt_error: float
    agree: float
    borders: float = 0.0

    @property
    def sure(self) -> bool:
        """Whether it tells height and tilt well."""
        exact = self.height_error <= SURE_HEIGHT and self.tilt_error <= SURE_TILT
        return exact and self.agree >= MOST and self.borders <= FEW


def measure(
    reading: TableReading, picture_bgr: NDArray[np.uint8], lens: Lens, card_mm: tuple[float, float]
) -> Measured | None:
    """Fits the table's plane to a reading's cards, and says how sure that is; None when nothing tells it."""
    # A card that lies face down is the stock's uppermost, and nearer than the table.
    shown = [card for card in reading.cards if card.visible >= SHOWN and card.face != BACK]
    if len(shown) < LEAST_CARDS:
        return None
    shown.sort(key=lambda card: -card.visible)
    whole = sum(card.visible >= WHOLE for card in shown)
    shown = shown[: max(whole, PLENTY)][:: max(1, -(-whole // PLENTY))]
    width, height = reading.width, reading.height
    everything = laid_on_outlines(picture_bgr, np.array([card.corners for card in reading.cards])).astype(np.float64)
    numbers = [reading.cards.index(card) for card in shown]
    quads = everything[numbers]
    right, below = (
        (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 4,
        (quads[:, 2:] - quads[:, 1::-1]).sum(1) / 4,
    )
    plane = fit_plane(quads.mean(axis=1), right, below, width, height, card_mm, lens)
    light, paper = linear(picture_bgr, everything), paper_of(picture_bgr, everything)
    cards, bundle = laid(plane, quads), None
    for search in (WIDE, CLOSE, CLOSE):
        found, cards = sides(light, paper, plane, cards, laid(plane, everything), card_mm, search)
        quads = plane.to_px(cards.corners(card_mm))
        bundle = fit(found, quads, card_mm, lens)
        if bundle is None:
            return None
        plane = bundle.plane(lens, width, height)
        cards = laid(plane, quads)
    if bundle is None:
        return None
    measured = _judged(plane, bundle, found, card_mm, lens)
    agrees = found.seen & ~found.crowded & (np.abs(np.nan_to_num(bundle.off, nan=np.inf)) <= AGREES)
    return replace(measured, borders=like_borders(picture_bgr, plane, found, agrees)) if measured.sure else measured


def _judged(plane: Plane, bundle: Bundle, found: Sides, card_mm: tuple[float, float], lens: Lens) -> Measured:
    """Says how sure a plane is: the standard errors are what the scatter of the sides makes of them, or what leaving
    out some cards in turn does, whichever is more."""
    lean = bundle.params[:2]
    tall = np.zeros(len(bundle.params))
    tall[:2], tall[2] = -lean / (1.0 + lean @ lean), 1.0
    height_error, tilt_error = float(np.sqrt(tall @ bundle.cov @ tall)), _tilt_error(lean, bundle.cov[:2, :2])
    if height_error <= SURE_HEIGHT and tilt_error <= SURE_TILT:
        cards = np.flatnonzero(found.seen.any(axis=1))
        parts = min(len(cards), PARTS)
        left_out = (np.isin(np.arange(len(found.seen)), cards[part::parts]) for part in range(parts))
        others = np.array([without(bundle, part, found, card_mm, lens).params for part in left_out])
        moved = others - others.mean(axis=0)
        shaken = (parts - 1) / parts * moved.T @ moved
        height_error = max(height_error, float(np.sqrt(tall @ shaken @ tall)))
        tilt_error = max(tilt_error, _tilt_error(lean, shaken[:2, :2]))
    # A side tells no size whose opposite does not show, and lies wherever it shows.
    both = np.repeat(found.seen[:, ::2] & found.seen[:, 1::2], 2, axis=1)
    free = both & ~found.crowded
    agree = float((np.abs(bundle.off[free]) <= AGREES).mean()) if free.any() else 0.0
    return Measured(plane, float(np.hypot(height_error, COMMON)), tilt_error, agree)


def _tilt_error(lean: Array, cov: Array) -> float:
    """Gives the standard error of a tilt in degrees: a lean that is off sideways hardly changes a large one."""
    size = float(np.hypot(*lean))
    along = lean / size if size > 0 else np.array([1.0, 0.0])
    across = np.array([-along[1], along[0]])
    sideways = float(across @ cov @ across)
    off = np.sqrt(float(along @ cov @ along) + min(sideways, sideways**2 / (4.0 * max(size, 1e-9) ** 2)))
    return float(np.degrees(off / (1.0 + size**2)))
