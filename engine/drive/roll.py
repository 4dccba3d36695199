"""Players from a CSV file: a name a line, and, where they are given, a number, and the first table and seat.

The first line may name the columns (``name``, ``number``, ``table``, ``seat``; French names are understood too) in any
order; without it a line is a name, or a name and a number. Comma, semicolon or tab may separate them.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.drive.players import MOST_NUMBER, MOST_PLAYERS, proper_name
from engine.drive.seating import COMPASS, NUMBERED
from engine.errors import BadRecord, Refused

COLUMNS = {
    "name": "name", "nom": "name", "player": "name", "joueur": "name",
    "number": "number", "no": "number", "nr": "number", "numéro": "number", "numero": "number",
    "table": "table", "seat": "seat", "place": "seat", "siège": "seat",
}  # fmt: skip
Person = tuple[str, str, tuple[int, str] | None]
"""Number, name and first seat of a row, each as given."""

MOST_TOLD = 12
"""How many bad rows a message names."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Who is to play: (number, name) as :class:`engine.drive.commands.Join` takes them ("" for no number), and the
    first seats by table, empty when none are given."""

    players: tuple[tuple[str, str], ...]
    seats: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class _Reading:
    """What was read so far, and every row that is bad."""

    where: str
    bad: list[str] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)
    chairs: dict[tuple[int, str], int] = field(default_factory=dict)

    def row(self, line: int, cells: Mapping[str, str]) -> Person | None:
        """Reads one row; None when it is bad."""
        try:
            name = proper_name(cells.get("name", ""))
        except Refused as error:
            return self._no(line, str(error))
        number = cells.get("number", "").strip()
        if number:
            if not _whole(number) or not 0 < int(number) <= MOST_NUMBER:
                return self._no(line, f"{name}: {number!r} is no number from 1 to {MOST_NUMBER}")
            if (other := self.numbers.setdefault(int(number), line)) != line:
                return self._no(line, f"{name}: number {int(number)} stands in line {other} already")
        table, seat = cells.get("table", "").strip(), cells.get("seat", "").strip().upper()
        if not table and not seat:
            return number, name, None
        if not _whole(table) or int(table) < 1 or seat not in (*COMPASS, *NUMBERED):
            return self._no(
                line, f"{name}: a first seat is a table's number and one of N, E, S, W, not {table!r} {seat!r}"
            )
        if (other := self.chairs.setdefault((int(table), seat), line)) != line:
            return self._no(line, f"{name}: table {table}, {seat} is taken in line {other}")
        return number, name, (int(table), seat)

    def _no(self, line: int, why: str) -> Person | None:
        self.bad.append(f"line {line}: {why}")
        return None


def read_roll(data: bytes, where: str) -> Roll:
    """Reads a CSV file. Raises :class:`BadRecord` that names every bad row by its line; then nobody was taken in.

    :param where: the file's name, for messages.
    """
    rows = rows_of(text_of(data, where), where)
    columns: Sequence[str] = ("name", "number")
    if rows and (named := columns_named(rows[0][1])):
        columns, rows = named, rows[1:]
    reading = _Reading(where)
    found = [reading.row(line, dict(zip(columns, cells, strict=False))) for line, cells in rows]
    if not found:
        raise BadRecord(f"{where} names no players; give one a line")
    if len(found) > MOST_PLAYERS:
        raise BadRecord(f"{where} names {len(found)} players; a drive has at most {MOST_PLAYERS}")
    people = [person for person in found if person is not None]
    if not reading.bad and any(seat for _, _, seat in people) and not all(seat for _, _, seat in people):
        lines = [line for (line, _), person in zip(rows, people, strict=True) if person[2] is None]
        reading.bad += [f"line {line}: no first seat, though others have one" for line in lines]
    if reading.bad:
        more = f" and {len(reading.bad) - MOST_TOLD} more" if len(reading.bad) > MOST_TOLD else ""
        raise BadRecord(f"{where}, {'; '.join(reading.bad[:MOST_TOLD])}{more}; nobody was taken in")
    return _numbered(people)


def _numbered(people: Sequence[Person]) -> Roll:
    """Gives everybody a number, as joining would, where seats are given: they go by it."""
    if not any(seat for _, _, seat in people):
        return Roll(tuple((number, name) for number, name, _ in people))
    taken = {int(number) for number, _, _ in people if number}
    free = (number for number in range(1, MOST_NUMBER) if number not in taken)
    players, seats = [], dict[str, dict[str, int]]()
    for number, name, seat in people:
        own = int(number) if number else next(free)
        players.append((str(own), name))
        if seat is not None:
            seats.setdefault(str(seat[0]), {})[seat[1]] = own
    return Roll(tuple(players), seats)


def text_of(data: bytes, where: str) -> str:
    """Gives the text of a file of CSV, also as spreadsheets of Windows write it. Raises :class:`BadRecord`."""
    for coding in ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(coding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise BadRecord(f"{where} is no text; save it as CSV in UTF-8")


def rows_of(text: str, where: str) -> list[tuple[int, list[str]]]:
    """Gives the rows that are not empty, each with its line. Raises :class:`BadRecord` for what is no CSV."""
    first = text.lstrip().split("\n", 1)[0]
    mark = max(",;\t", key=first.count)
    reader = csv.reader(text.splitlines(keepends=True), delimiter=mark, strict=True)
    rows: list[tuple[int, list[str]]] = []
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append((reader.line_num, cells))
    except csv.Error as error:
        raise BadRecord(f"{where}, line {reader.line_num}: no row of CSV ({error})") from error
    return rows


def columns_named(cells: Sequence[str]) -> list[str]:
    """Gives the column that each cell of a heading names ("" for another); empty when the row is no heading."""
    named = [COLUMNS.get(cell.strip().casefold(), "") for cell in cells]
    return named if "name" in named else []


def _whole(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 7
