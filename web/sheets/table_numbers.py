"""Table numbers that stand on the table: a sheet folded across, the number to be read from both sides."""

from __future__ import annotations

from web.sheets.page import INK, Pages, paper_mm
from web.texts import say

MOST_TABLES = 200


def table_numbers(tables: int, paper: str = "a4", language: str = "en", first: int = 1) -> bytes:
    """Gives the PDF of the numbers from ``first`` on, one a page."""
    width, height = paper_mm(paper)
    pages = Pages((width, height), say(language, "print.numbers"))
    for number in range(first, first + min(tables, MOST_TABLES)):
        if number > first:
            pages.turn_over()
        for end, turn in ((-1, 180.0), (1, 0.0)):
            middle = height / 2 + end * height / 4
            pages.text(width / 2, middle - end * 42, say(language, "print.table"), 9.0, turn=turn, colour=0.35)
            pages.text(width / 2, middle + end * 12, str(number), 70.0, turn=turn, bold=True, colour=INK, widest=180)
        pages.stroke([(4, height / 2), (12, height / 2)], thick=0.2)
        pages.stroke([(width - 12, height / 2), (width - 4, height / 2)], thick=0.2)
    return pages.finish()
