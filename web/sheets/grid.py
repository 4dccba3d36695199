"""Where cards lie on a sheet that is cut up: side by side in the middle of the paper, with marks for the knife."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from web.sheets.page import MARGIN, Pages

MARK = 4.0
"""Length of the marks for the knife, in mm."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Places of ``piece_mm`` (width, height), ``across`` by ``down``, in the middle of a paper of ``paper_mm``.

    Being in the middle they lie back to back when the sheet is turned over along its upright edge.
    """

    paper_mm: tuple[float, float]
    piece_mm: tuple[float, float]
    across: int
    down: int

    @property
    def places(self) -> int:
        """The pieces on one sheet."""
        return self.across * self.down

    @property
    def left(self) -> float:
        """Mm from the paper's left edge to the first piece."""
        return (self.paper_mm[0] - self.across * self.piece_mm[0]) / 2

    @property
    def top(self) -> float:
        """Mm from the paper's upper edge to the first piece."""
        return (self.paper_mm[1] - self.down * self.piece_mm[1]) / 2

    def at(self, place: int, *, back: bool = False) -> tuple[float, float]:
        """Gives the upper left corner of a place; on the ``back`` of the sheet, behind the same place of its front."""
        column, row = place % self.across, place // self.across
        column = self.across - 1 - column if back else column
        return self.left + column * self.piece_mm[0], self.top + row * self.piece_mm[1]


def grid(paper_mm: tuple[float, float], piece_mm: tuple[float, float]) -> Grid:
    """Gives the grid with as many pieces as the paper takes."""
    across, down = (int((paper_mm[axis] - MARGIN) / piece_mm[axis]) for axis in (0, 1))
    return Grid(paper_mm, piece_mm, across, down)


def sheets(total: int, places: int) -> Iterator[range]:
    """Yields the numbers of the pieces on each sheet."""
    for first in range(0, total, places):
        yield range(first, min(first + places, total))


def knife_marks(pages: Pages, lies: Grid) -> None:
    """Marks outside the pieces where the knife goes."""
    right, foot = lies.paper_mm[0] - lies.left, lies.paper_mm[1] - lies.top
    length = min(MARK, lies.top - 1.5, lies.left - 1.5)
    for column in range(lies.across + 1):
        x = lies.left + column * lies.piece_mm[0]
        for y in (lies.top - 1 - length, foot + 1):
            pages.stroke([(x, y), (x, y + length)], thick=0.1, colour=0.3)
    for row in range(lies.down + 1):
        y = lies.top + row * lies.piece_mm[1]
        for x in (lies.left - 1 - length, right + 1):
            pages.stroke([(x, y), (x + length, y)], thick=0.1, colour=0.3)
