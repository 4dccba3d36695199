"""Draws on the pages of a PDF in millimetres from the upper left corner."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import groupby
from typing import Any

from engine.errors import BadSettings, Missing
from engine.markers import marker_squares

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in mm of the papers that people have."""

MARGIN = 6.0
"""What a home printer may leave white at each edge, in mm."""

POINTS = 72 / 25.4
CAP = 0.7
"""Height of a capital, as a share of the type's size."""

Grey = float
"""0 is black, 1 is white."""


def paper_mm(name: str) -> tuple[float, float]:
    """Gives a paper's width and height. Raises :class:`BadSettings` for one that does not exist."""
    if name not in PAPERS:
        raise BadSettings(f"there is no paper called {name!r}; choose {' or '.join(PAPERS)}")
    return PAPERS[name]


class Pages:
    """The pages of one document, ``size_mm`` each; what is drawn goes onto the last one begun."""

    def __init__(self, size_mm: tuple[float, float], title: str) -> None:
        try:
            from reportlab.pdfgen.canvas import Canvas
        except ImportError:
            raise Missing("sheets cannot be made without the reportlab package; install the Steward again") from None
        self.size_mm = size_mm
        self._bytes = BytesIO()
        width, height = size_mm
        # 'invariant' leaves the time out: the same sheet is the same file.
        self._canvas: Any = Canvas(self._bytes, pagesize=(width * POINTS, height * POINTS), invariant=1)
        self._canvas.setTitle(title)
        self._canvas.setCreator("Steward")

    def turn_over(self) -> None:
        """Ends this page and begins the next."""
        self._canvas.showPage()

    def finish(self) -> bytes:
        """Ends the document and gives the PDF."""
        self._canvas.save()
        return self._bytes.getvalue()

    def box(
        self, x: float, y: float, width: float, height: float, *, fill: Grey | None = None, line: float = 0
    ) -> None:
        """Draws a rectangle by its upper left corner: filled, or outlined with a ``line`` so many mm thick."""
        if fill is not None:
            self._canvas.setFillGray(fill)
        self._canvas.setStrokeGray(0.6)
        self._canvas.setLineWidth(line * POINTS)
        self._canvas.rect(
            x * POINTS, self._up(y + height), width * POINTS, height * POINTS,
            stroke=int(line > 0), fill=int(fill is not None),
        )  # fmt: skip

    def stroke(self, points: Sequence[tuple[float, float]], *, thick: float = 0.2, grey: Grey = 0.6) -> None:
        """Draws a line through points."""
        path = self._canvas.beginPath()
        path.moveTo(points[0][0] * POINTS, self._up(points[0][1]))
        for x, y in points[1:]:
            path.lineTo(x * POINTS, self._up(y))
        self._canvas.setStrokeGray(grey)
        self._canvas.setLineWidth(thick * POINTS)
        self._canvas.drawPath(path)

    def text(
        self, x: float, y: float, words: str, cap: float, *, turn: float = 0.0, bold: bool = False, grey: Grey = 0.0
    ) -> None:
        """Writes words with their middle at a place, capitals ``cap`` mm high, turned clockwise by ``turn`` degrees."""
        self._canvas.saveState()
        self._canvas.translate(x * POINTS, self._up(y))
        self._canvas.rotate(-turn)
        self._canvas.setFillGray(grey)
        self._canvas.setFont("Times-Bold" if bold else "Times-Roman", cap / CAP * POINTS)
        self._canvas.drawCentredString(0, -cap / 2 * POINTS, words)
        self._canvas.restoreState()

    def marker(self, number: int, x: float, y: float, side: float) -> None:
        """Prints a marker with its middle at a place, ``side`` mm with its black border."""
        cell = side / 6
        squares = marker_squares(number)
        left, top = x - side / 2, y - side / 2
        self.box(left, top, side, side, fill=0.0)
        # White squares are drawn in whole runs both ways: between two of them no black hairline may shine through.
        for row, line in enumerate(squares):
            for first, count in _runs(line):
                self.box(left + first * cell, top + row * cell, count * cell, cell, fill=1.0)
        for column, line in enumerate(zip(*squares, strict=True)):
            for first, count in _runs(line):
                self.box(left + column * cell, top + first * cell, cell, count * cell, fill=1.0)

    def window(self, left: float, top: float, right: float, bottom: float, shift: tuple[float, float]) -> None:
        """From here on draws within a rectangle only, everything moved by ``shift``; :meth:`whole` ends it."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        path.rect(left * POINTS, self._up(bottom), (right - left) * POINTS, (bottom - top) * POINTS)
        self._canvas.clipPath(path, stroke=0, fill=0)
        self._canvas.translate(shift[0] * POINTS, -shift[1] * POINTS)

    def whole(self) -> None:
        """Draws on the whole page again."""
        self._canvas.restoreState()

    def _up(self, y: float) -> float:
        return (self.size_mm[1] - y) * POINTS


def _runs(line: Sequence[bool]) -> list[tuple[int, int]]:
    """Gives the runs of white in a line of squares: where each begins, and how many it has."""
    runs, at = [], 0
    for white, group in groupby(line):
        count = len(list(group))
        if white:
            runs.append((at, count))
        at += count
    return runs
