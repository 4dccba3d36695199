"""Players from a CSV file: a name a line, and, where they are given, a number, and the first table and seat.

The first line may name the columns (``name``, ``number``, ``table``, ``seat``; French names are understood too) in any
order; without it a line is a name, or a name and a number. Comma, semicolon or tab may separate them.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine.drive.players import MOST_NAME, MOST_NUMBER, MOST_PLAYERS, proper_name
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


class RollReason(StrEnum):
    """What is wrong with a row, or with the whole list: the key that screens translate."""

    NAME = "name"
    """There is no name, or it is too long."""
    SIGNS = "signs"
    """The name holds signs that cannot be shown."""
    NAME_TWICE = "name twice"
    """Another row has that name."""
    NUMBER = "number"
    """The number is none."""
    NUMBER_TWICE = "number twice"
    """Another row has that number."""
    SEAT = "seat"
    """The first seat is none."""
    CHAIR_TWICE = "chair twice"
    """Another row has that chair."""
    NO_SEAT = "no seat"
    """Others have a first seat."""
    NOBODY = "nobody"
    """The list is empty."""
    MANY = "many"
    """More players than a drive takes."""
    NO_TEXT = "no text"
    """The file holds something else than text."""
    CSV = "csv"
    """A row is not CSV."""


SENTENCES: Mapping[RollReason, str] = {
    RollReason.NAME: "a name has 1 to {most} letters",
    RollReason.SIGNS: "a name has no hidden signs, as in joined emoji",
    RollReason.NAME_TWICE: "{name} stands in line {other} already; add what tells them apart",
    RollReason.NUMBER: "{name}: {number!r} is no number from 1 to {most}",
    RollReason.NUMBER_TWICE: "{name}: number {number} stands in line {other} already",
    RollReason.SEAT: "{name}: a first seat is a table's number and one of N, E, S, W, not {table!r} {seat!r}",
    RollReason.CHAIR_TWICE: "{name}: table {table}, {seat} is taken in line {other}",
    RollReason.NO_SEAT: "no first seat, though others have one",
    RollReason.NOBODY: "names no players; give one a line",
    RollReason.MANY: "names {count} players; a drive has at most {most}",
    RollReason.NO_TEXT: "is no text; save it as CSV in UTF-8",
    RollReason.CSV: "no row of CSV ({error})",
}


@dataclass(frozen=True, slots=True)
class BadRow:
    """One thing that is wrong, in a line (0: in the list as a whole), and the values its sentence names."""

    line: int
    what: RollReason
    values: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        told = SENTENCES[self.what].format(**self.values)
        return f"line {self.line}: {told}" if self.line else told


class BadRoll(BadRecord):
    """A list of players cannot be used: ``rows`` says what is wrong where. Nobody was taken in."""

    def __init__(self, where: str, rows: Sequence[BadRow]) -> None:
        self.rows = tuple(rows)
        more = f" and {len(rows) - MOST_TOLD} more" if len(rows) > MOST_TOLD else ""
        if rows[0].line:
            super().__init__(f"{where}, {'; '.join(map(str, rows[:MOST_TOLD]))}{more}; nobody was taken in")
        else:
            super().__init__(f"{where} {rows[0]}")


@dataclass(frozen=True, slots=True)
class Roll:
    """Who is to play: (number, name) as :class:`engine.drive.commands.Join` takes them ("" for no number), and the
    first seats by table, empty when none are given."""

    players: tuple[tuple[str, str], ...]
    seats: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class _Reading:
    """What was read so far, and every row that is bad."""

    bad: list[BadRow] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)
    chairs: dict[tuple[int, str], int] = field(default_factory=dict)

    def row(self, line: int, cells: Mapping[str, str]) -> Person | None:
        """Reads one row; None when it is bad."""
        given = cells.get("name", "")
        try:
            name = proper_name(given)
        except Refused:
            hidden = bool(given.split()) and not " ".join(given.split()).isprintable()
            return self._no(line, RollReason.SIGNS if hidden else RollReason.NAME, most=MOST_NAME)
        if (other := self.names.setdefault(name.casefold(), line)) != line:
            return self._no(line, RollReason.NAME_TWICE, name=name, other=other)
        number = cells.get("number", "").strip()
        if number:
            if not _whole(number) or not 0 < int(number) <= MOST_NUMBER:
                return self._no(line, RollReason.NUMBER, name=name, number=number, most=MOST_NUMBER)
            if (other := self.numbers.setdefault(int(number), line)) != line:
                return self._no(line, RollReason.NUMBER_TWICE, name=name, number=int(number), other=other)
        table, seat = cells.get("table", "").strip(), cells.get("seat", "").strip().upper()
        if not table and not seat:
            return number, name, None
        if not _whole(table) or int(table) < 1 or seat not in (*COMPASS, *NUMBERED):
            return self._no(line, RollReason.SEAT, name=name, table=table, seat=seat)
        if (other := self.chairs.setdefault((int(table), seat), line)) != line:
            return self._no(line, RollReason.CHAIR_TWICE, name=name, table=table, seat=seat, other=other)
        return number, name, (int(table), seat)

    def _no(self, line: int, what: RollReason, **values: Any) -> Person | None:
        self.bad.append(BadRow(line, what, values))
        return None


def read_roll(data: bytes, where: str) -> Roll:
    """Reads a CSV file. Raises :class:`BadRoll` that names every bad row by its line; then nobody was taken in.

    :param where: the file's name, for messages.
    """
    rows = rows_of(text_of(data, where), where)
    columns: Sequence[str] = ("name", "number")
    if rows and (named := columns_named(rows[0][1])):
        columns, rows = named, rows[1:]
    reading = _Reading()
    found = [reading.row(line, dict(zip(columns, cells, strict=False))) for line, cells in rows]
    if not found:
        raise BadRoll(where, (BadRow(0, RollReason.NOBODY),))
    if len(found) > MOST_PLAYERS:
        raise BadRoll(where, (BadRow(0, RollReason.MANY, {"count": len(found), "most": MOST_PLAYERS}),))
    people = [person for person in found if person is not None]
    if not reading.bad and any(seat for _, _, seat in people) and not all(seat for _, _, seat in people):
        lines = [line for (line, _), person in zip(rows, people, strict=True) if person[2] is None]
        reading.bad += [BadRow(line, RollReason.NO_SEAT) for line in lines]
    if reading.bad:
        raise BadRoll(where, reading.bad)
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
    """Gives the text of a file of CSV, also as spreadsheets of Windows write it. Raises :class:`BadRoll`."""
    for coding in ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(coding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise BadRoll(where, (BadRow(0, RollReason.NO_TEXT),))


def rows_of(text: str, where: str) -> list[tuple[int, list[str]]]:
    """Gives the rows that are not empty, each with its line. Raises :class:`BadRoll` for what is no CSV."""
    first = text.lstrip().split("\n", 1)[0]
    mark = max(",;\t", key=first.count)
    reader = csv.reader(text.splitlines(keepends=True), delimiter=mark, strict=True)
    rows: list[tuple[int, list[str]]] = []
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append((reader.line_num, cells))
    except csv.Error as error:
        raise BadRoll(where, (BadRow(reader.line_num, RollReason.CSV, {"error": error}),)) from error
    return rows


def columns_named(cells: Sequence[str]) -> list[str]:
    """Gives the column that each cell of a heading names ("" for another); empty when the row is no heading."""
    named = [COLUMNS.get(cell.strip().casefold(), "") for cell in cells]
    return named if "name" in named else []


def _whole(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 7
