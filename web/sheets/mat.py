"""The table mat: markers that tell the camera where the table is, the seats, and places for stock and exposed card."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from engine.errors import BadSettings
from engine.markers import MATS, Mat
from web.sheets.faces import CARD_MM
from web.sheets.page import MARGIN, Pages, paper_mm
from web.texts import say

QUIET = 7.0
"""Mm around a marker that stay white and are never cut."""
TICK = 6.0
"""Length of the corner marks of a card's place: a whole outline might be taken for a card."""
BESIDE = 62.0
"""Mm from the middle of a side to where a seat's name stands, beside the marker."""


def mat_sheet(size: str = "a2", language: str = "en") -> bytes:
    """Gives the PDF of a mat on one sheet of its own size, for a print shop."""
    mat = _mat(size)
    pages = Pages(mat.size_mm, say(language, "print.mat"))
    _draw(pages, mat, language)
    return pages.finish()


def mat_tiles(size: str = "a2", paper: str = "a4", language: str = "en") -> bytes:
    """Gives the PDF of a mat in tiles, to be cut along their frames and taped together edge to edge."""
    mat = _mat(size)
    (across, down), upright = min(
        ((_tiles(mat, _window(paper, turned)), turned) for turned in (True, False)),
        key=lambda item: len(item[0][0]) * len(item[0][1]),
    )
    paper_size = paper_mm(paper) if upright else paper_mm(paper)[::-1]
    wide, high = _window(paper, upright)
    pages = Pages(paper_size, say(language, "print.mat"))
    half_width, half_height = mat.size_mm[0] / 2, mat.size_mm[1] / 2
    for row, top in enumerate(down):
        for column, left in enumerate(across):
            if row or column:
                pages.turn_over()
            # The mat's own upper left corner, as it falls on this tile's paper.
            x, y = MARGIN - left - half_width, MARGIN - top - half_height
            pages.window(MARGIN, MARGIN, MARGIN + wide, MARGIN + high, (x, y))
            _draw(pages, mat, language)
            pages.whole()
            pages.box(MARGIN, MARGIN, wide, high, line=0.1)
            where = say(language, "print.tile", row=row + 1, column=column + 1)
            pages.text(paper_size[0] / 2, paper_size[1] - MARGIN / 2, where, 2.2, colour=0.4)
    return pages.finish()


def _mat(size: str) -> Mat:
    if size not in MATS:
        raise BadSettings(f"there is no mat of size {size!r}; choose {', '.join(MATS)}")
    return MATS[size]


def _window(paper: str, upright: bool) -> tuple[float, float]:
    """Gives the part of a paper that is printed, in mm."""
    width, height = (side - 2 * MARGIN for side in paper_mm(paper))
    return (width, height) if upright else (height, width)


def _tiles(mat: Mat, window: tuple[float, float]) -> tuple[list[float], list[float]]:
    """Gives where columns and rows of tiles begin, in mm from the mat's middle."""
    reach = mat.marker_mm / 2 + QUIET
    columns, rows = (
        tile_starts(mat.size_mm[axis], window[axis], [(p[axis] - reach, p[axis] + reach) for p in mat.places.values()])
        for axis in (0, 1)
    )
    return columns, rows


def tile_starts(length: float, window: float, uncut: Sequence[tuple[float, float]]) -> list[float]:
    """Gives where tiles of ``window`` mm begin along a side of ``length`` mm, from its middle; no cut between two goes
    through a stretch of ``uncut`` where that can be had."""
    count = ceil(length / window - 1e-6)
    slack = max(count * window - length, 0.0)

    def starts(shift: float) -> list[float]:
        return [-(length + slack) / 2 + shift + window * tile for tile in range(count)]

    shifts = sorted((slack * (step / 60 - 0.5) for step in range(61)), key=abs)
    whole = [s for s in shifts if not any(low < cut < high for cut in starts(s)[1:] for low, high in uncut)]
    return starts((whole or shifts)[0])


def _draw(pages: Pages, mat: Mat, language: str) -> None:
    """Draws the whole mat with its upper left corner in the page's."""
    width, height = mat.size_mm
    pages.box(0, 0, width, height, line=0.2)
    for number, (x, y) in mat.places.items():
        pages.marker(number, width / 2 + x, height / 2 + y, mat.marker_mm)
    for seat, (x, y), turn in (
        ("S", (width / 2 + BESIDE, height - 20), 0.0),
        ("N", (width / 2 - BESIDE, 20), 180.0),
        ("W", (20, height / 2 + BESIDE), 90.0),
        ("E", (width - 20, height / 2 - BESIDE), 270.0),
    ):
        pages.text(x, y, say(language, f"seat.{seat}"), 4.5, turn=turn, colour=0.45)
    for side, words in ((-1, say(language, "print.stock")), (1, say(language, "print.exposed"))):
        x = width / 2 + side * (CARD_MM[0] / 2 + 8)
        _place(pages, x, height / 2)
        pages.text(x, height / 2 + CARD_MM[1] / 2 + 6, words, 2.6, colour=0.45)


def _place(pages: Pages, x: float, y: float) -> None:
    """Marks the corners of a card's place by its middle."""
    for across in (-1, 1):
        for down in (-1, 1):
            corner = x + across * (CARD_MM[0] / 2 + 1), y + down * (CARD_MM[1] / 2 + 1)
            pages.stroke([(corner[0] - across * TICK, corner[1]), corner, (corner[0], corner[1] - down * TICK)])
