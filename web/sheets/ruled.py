"""A table of lines on a sheet: a heading, cells in columns, thin rules between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from web.sheets.page import INK, Colour, Pages


@dataclass(frozen=True, slots=True)
class Column:
    """A column ``width`` mm wide; ``at`` says at which end of it its words stand."""

    heading: str
    width: float
    at: str = "middle"
    colour: Colour = INK
    bold: bool = False


def ruled_table(
    pages: Pages, x: float, y: float, columns: Sequence[Column], rows: Sequence[Sequence[str]], line_mm: float
) -> float:
    """Draws a table by its upper left corner, each line ``line_mm`` high; gives where it ends, in mm from the top."""
    cap = min(3.0, line_mm * 0.36)
    width = sum(column.width for column in columns)
    pages.box(x, y, width, line_mm, fill=0.9)
    foot = y + line_mm * (len(rows) + 1)
    left = x
    for number, column in enumerate(columns):
        inside = {"left": left + 1.5, "middle": left + column.width / 2, "right": left + column.width - 1.5}[column.at]
        room = column.width - 2
        pages.text(inside, y + line_mm / 2, column.heading, cap * 0.8, colour=0.25, at=column.at, widest=room)
        for index, row in enumerate(rows, start=1):
            pages.text(
                inside, y + line_mm * (index + 0.5), row[number], cap,
                colour=column.colour, bold=column.bold, at=column.at, widest=room,
            )  # fmt: skip
        pages.stroke([(left, y), (left, foot)], thick=0.15, colour=0.45)
        left += column.width
    pages.stroke([(left, y), (left, foot)], thick=0.15, colour=0.45)
    for index in range(len(rows) + 2):
        pages.stroke([(x, y + line_mm * index), (x + width, y + line_mm * index)], thick=0.15, colour=0.45)
    return foot
