"""Draws on the pages of a PDF in millimetres from the upper left corner."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
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

Colour = float | tuple[float, float, float]
"""A grey (0 is black, 1 is white), or red, green and blue from 0 to 1."""

INK: Colour = (0.10, 0.09, 0.07)
RED: Colour = (0.60, 0.10, 0.14)
"""Card values and fines."""
BAIZE: Colour = (0.11, 0.33, 0.25)

FONTS = {False: "Times-Roman", True: "Times-Bold"}
WIDE_FONTS = {False: "DejaVuSerif", True: "DejaVuSerif-Bold"}
"""For names with letters that the printer's own Times has not; from the Debian package fonts-dejavu-core."""
FONT_FOLDERS = (Path("/usr/share/fonts/truetype/dejavu"), Path("/usr/share/fonts/dejavu"))


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
        self, x: float, y: float, width: float, height: float, *,
        fill: Colour | None = None, line: float = 0, edge: Colour = 0.6, round_mm: float = 0,
    ) -> None:  # fmt: skip
        """Draws a rectangle by its upper left corner: filled, or outlined with a ``line`` so many mm thick."""
        if fill is not None:
            self._canvas.setFillColorRGB(*_rgb(fill))
        self._canvas.setStrokeColorRGB(*_rgb(edge))
        self._canvas.setLineWidth(line * POINTS)
        place = x * POINTS, self._up(y + height), width * POINTS, height * POINTS
        drawn = {"stroke": int(line > 0), "fill": int(fill is not None)}
        if round_mm:
            self._canvas.roundRect(*place, round_mm * POINTS, **drawn)
        else:
            self._canvas.rect(*place, **drawn)

    def stroke(self, points: Sequence[tuple[float, float]], *, thick: float = 0.2, colour: Colour = 0.6) -> None:
        """Draws a line through points."""
        self._canvas.setStrokeColorRGB(*_rgb(colour))
        self._canvas.setLineWidth(thick * POINTS)
        self._canvas.drawPath(self._path(points))

    def shape(self, points: Sequence[tuple[float, float]], fill: Colour) -> None:
        """Fills the shape within points."""
        self._canvas.setFillColorRGB(*_rgb(fill))
        path = self._path(points)
        path.close()
        self._canvas.drawPath(path, stroke=0, fill=1)

    def disc(self, x: float, y: float, radius: float, fill: Colour) -> None:
        """Fills a circle by its middle."""
        self._canvas.setFillColorRGB(*_rgb(fill))
        self._canvas.circle(x * POINTS, self._up(y), radius * POINTS, stroke=0, fill=1)

    def text(
        self, x: float, y: float, words: str, cap: float, *,
        turn: float = 0.0, bold: bool = False, colour: Colour = 0.0, at: str = "middle", widest: float = 0.0,
    ) -> None:  # fmt: skip
        """Writes words, capitals ``cap`` mm high and as high above a place as below it, turned clockwise by ``turn``
        degrees.

        :param at: whether the words' ``middle``, ``left`` or ``right`` end is at the place.
        :param widest: mm that the words may take; longer ones are set narrower (0: as they come).
        """
        words, font = _set_in(words, bold)
        size = cap / CAP * POINTS
        width = self._canvas.stringWidth(words, font, size)
        narrow = min(1.0, widest * POINTS / width) if widest and width else 1.0
        self._canvas.saveState()
        self._canvas.translate(x * POINTS, self._up(y))
        self._canvas.rotate(-turn)
        self._canvas.scale(narrow, 1.0)
        self._canvas.setFillColorRGB(*_rgb(colour))
        self._canvas.setFont(font, size)
        shift = {"left": 0.0, "middle": -width / 2, "right": -width}[at]
        self._canvas.drawString(shift, -cap / 2 * POINTS, words)
        self._canvas.restoreState()

    def qr(self, x: float, y: float, side: float, address: str) -> None:
        """Prints a QR code of an address by its upper left corner, its quiet edge included in ``side``."""
        from reportlab.graphics import renderPDF
        from reportlab.graphics.barcode.qr import QrCodeWidget
        from reportlab.graphics.shapes import Drawing

        size = side * POINTS
        drawing = Drawing(size, size)
        drawing.add(QrCodeWidget(address, barWidth=size, barHeight=size, barLevel="M"))
        renderPDF.draw(drawing, self._canvas, x * POINTS, self._up(y + side))

    def marker(self, number: int, x: float, y: float, side: float) -> None:
        """Prints a marker with its middle at a place, ``side`` mm with its black border."""
        self.squares(marker_squares(number), x, y, side)

    def squares(self, squares: Sequence[Sequence[bool]], x: float, y: float, side: float) -> None:
        """Prints rows of black and white squares (True is white) with their middle at a place, ``side`` mm in all."""
        cell = side / len(squares)
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

    def _path(self, points: Sequence[tuple[float, float]]) -> Any:
        path = self._canvas.beginPath()
        path.moveTo(points[0][0] * POINTS, self._up(points[0][1]))
        for x, y in points[1:]:
            path.lineTo(x * POINTS, self._up(y))
        return path

    def _up(self, y: float) -> float:
        return (self.size_mm[1] - y) * POINTS


def _rgb(colour: Colour) -> tuple[float, float, float]:
    return (colour, colour, colour) if isinstance(colour, (int, float)) else colour


def _set_in(words: str, bold: bool) -> tuple[str, str]:
    """Gives words as they can be printed, and the font to set them in."""
    plain = words if words.isprintable() else "".join(letter if letter.isprintable() else " " for letter in words)
    if _in_times(plain):
        return plain, FONTS[bold]
    if _wide_font(bold):
        return plain, WIDE_FONTS[bold]
    # Łódź without the wide font is better read as L?dz than not at all.
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(letter))
    return bare.encode("cp1252", "replace").decode("cp1252"), FONTS[bold]


def _in_times(words: str) -> bool:
    try:
        words.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


@cache
def _wide_font(bold: bool) -> bool:
    """Makes the font with more letters known; tells whether it is there."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    for folder in FONT_FOLDERS:
        try:
            registerFont(TTFont(WIDE_FONTS[bold], str(folder / f"{WIDE_FONTS[bold]}.ttf")))
        except (TTFError, OSError):
            continue
        return True
    return False


def _runs(line: Sequence[bool]) -> list[tuple[int, int]]:
    """Gives the runs of white in a line of squares: where each begins, and how many it has."""
    runs, at = [], 0
    for white, group in groupby(line):
        count = len(list(group))
        if white:
            runs.append((at, count))
        at += count
    return runs
