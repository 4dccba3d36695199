"""The board that a lens is measured with: squares like a chessboard's, a marker in each white one."""

from __future__ import annotations

from engine.markers import BOARD
from web.sheets.page import Pages, paper_mm
from web.texts import say


def board_sheet(paper: str = "a4", language: str = "en") -> bytes:
    """Gives the PDF of the board, on one sheet."""
    width, height = paper_mm(paper)
    pages = Pages((width, height), say(language, "print.board"))
    left, top = (width - BOARD.columns * BOARD.square_mm) / 2, (height - BOARD.rows * BOARD.square_mm) / 2
    numbers = iter(BOARD.numbers)
    for row in range(BOARD.rows):
        for column in range(BOARD.columns):
            x, y = left + column * BOARD.square_mm, top + row * BOARD.square_mm
            if (row + column) % 2 == 0:
                pages.box(x, y, BOARD.square_mm, BOARD.square_mm, fill=0.0)
            else:
                pages.marker(next(numbers), x + BOARD.square_mm / 2, y + BOARD.square_mm / 2, BOARD.marker_mm)
    pages.text(width / 2, top / 2, say(language, "print.board.how", mm=f"{BOARD.square_mm:g}"), 2.2, colour=0.4)
    return pages.finish()
