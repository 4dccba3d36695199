"""The results of a drive: places, numbers, names, the points of every hand and the totals."""

from __future__ import annotations

from collections.abc import Sequence

from web.sheets.page import INK, Pages, paper_mm
from web.sheets.roll import Standing
from web.sheets.ruled import Column, ruled_table
from web.texts import say

EDGE = 14.0
LINE_MM = 7.5


def result_sheets(
    standings: Sequence[Standing], paper: str = "a4", language: str = "en", title: str = "", when: str = ""
) -> bytes:
    """Gives the PDF of the results, in the order given.

    :param when: the day, as it shall be read.
    """
    width, height = paper_mm(paper)
    pages = Pages((width, height), say(language, "print.results"))
    hands = max((len(standing.points) for standing in standings), default=0)
    room = width - 2 * EDGE
    each = min(13.0, (room - 16 - 14 - 20 - 45) / hands) if hands else 0.0
    columns = [
        Column(say(language, "print.col.place"), 16, bold=True),
        Column(say(language, "print.col.number"), 14),
        Column(say(language, "print.col.name"), room - 16 - 14 - 20 - each * hands, at="left"),
        *(Column(str(hand), each) for hand in range(1, hands + 1)),
        Column(say(language, "print.total"), 20, bold=True),
    ]
    top = EDGE + 24
    fits = int((height - top - EDGE) / LINE_MM) - 1
    for first in range(0, max(len(standings), 1), fits):
        if first:
            pages.turn_over()
        pages.text(EDGE, EDGE + 5, title or say(language, "print.drive"), 6.0, bold=True, colour=INK, at="left",
                   widest=room)  # fmt: skip
        pages.text(EDGE, EDGE + 15, say(language, "print.results"), 3.6, colour=0.3, at="left")
        pages.text(width - EDGE, EDGE + 15, when, 3.2, colour=0.3, at="right")
        ruled_table(pages, EDGE, top, columns, [_row(one, hands) for one in standings[first : first + fits]], LINE_MM)
    return pages.finish()


def _row(standing: Standing, hands: int) -> list[str]:
    points = [*standing.points, *([None] * (hands - len(standing.points)))]
    return [
        str(standing.place), str(standing.number), standing.name,
        *("–" if number is None else str(number) for number in points), str(standing.total),
    ]  # fmt: skip
