"""Who plays in a drive, as the sheets need it: plain values, however they came."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.drive.roll import columns_named, rows_of
from engine.errors import BadRecord, BadSettings

MOST = 1000
"""Players whose sheets are printed at once."""
LONGEST = 60
HAND = re.compile(r"(?:hand|main|manche|donne)? ?\d+", re.IGNORECASE)
"""The heading of a hand's points."""


class BadLine(BadSettings):
    """A line of the players or their points cannot be read. ``key`` and ``values`` are the sentence for a screen;
    ``line`` is 0 where nothing was given."""

    def __init__(self, line: int, key: str, why: str, **values: object) -> None:
        super().__init__(f"line {line}: {why}" if line else why)
        self.key = f"print.bad.{key}"
        self.values = {"line": line, **values}


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a drive. ``table`` and ``seat`` are where he begins, ``address`` what his badge's code opens; each
    may be empty."""

    number: int
    name: str
    table: str = ""
    seat: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """One line of a player's score card: the points of a hand at a table, a fine, and who initialled it."""

    hand: int
    table: str = ""
    points: int | None = None
    fine: int = 0
    initials: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in the results: his ``points`` hand by hand (None: he did not play it) and their ``total``."""

    place: int
    number: int
    name: str
    total: int
    points: tuple[int | None, ...] = ()


def entrants(names: Iterable[str]) -> tuple[Entrant, ...]:
    """Numbers players from 1 in the order they are named; empty lines are left out."""
    return tuple(Entrant(number, name) for number, name in enumerate((n for n in names if n.strip()), start=1))


def read_roll(text: str) -> tuple[Entrant, ...]:
    """Reads players as ``steward drive create`` does: the same list serves for both.

    A line is a name, a name and a number, or number, name, table and seat; a heading may name the columns in any
    order. Raises :class:`BadLine`.
    """
    rows = _rows(text)
    columns = columns_named(rows[0][1]) if rows else []
    rows = rows[1:] if columns else rows
    _few_enough(len(rows))
    found: list[Entrant] = []
    for line, row in rows:
        found.append(_entrant(line, _ordered(row, columns), len(found) + 1))
    return tuple(found)


def _rows(text: str) -> list[tuple[int, list[str]]]:
    try:
        rows = rows_of(text, "the list")
    except BadRecord as error:
        raise BadLine(
            text[:1_000_000].count("\n") + 1, "csv", "no row of CSV; a quotation mark is never closed"
        ) from error
    return [(line, [cell.strip() for cell in cells]) for line, cells in rows]


def _ordered(row: Sequence[str], columns: Sequence[str]) -> list[str]:
    """Gives number, name, table and seat of a row, or the name alone."""
    if columns:
        named = dict(zip(columns, row, strict=False))
        cells = [named.get(key, "") for key in ("number", "name", "table", "seat")]
        return cells
    if len(row) == 2 and row[1].isdecimal() and not row[0].isdecimal():
        return [row[1], row[0]]
    return list(row) if any(row[1:]) or row[0].isdecimal() else [row[0]]


def _few_enough(players: int) -> None:
    if players > MOST:
        raise BadLine(MOST + 1, "many", f"there are {players} players; {MOST} are the most at once", most=MOST)


def _entrant(line: int, row: Sequence[str], next_number: int) -> Entrant:
    if len(row) == 1:
        number, name, more = str(next_number), row[0], [""] * 2
    else:
        number, name, more = row[0], row[1], [*row[2:4], "", ""]
    number = number or str(next_number)
    if not (number.isascii() and number.isdigit() and len(number) < 6):
        raise BadLine(line, "number", f"{number[:20]!r} is no number; write number,name or only the name")
    if not name or len(name) > LONGEST or not name.isprintable():
        raise BadLine(line, "name", f"a name has 1 to {LONGEST} letters", longest=LONGEST)
    return Entrant(int(number), name, more[0][:12], more[1][:12])


def read_standings(text: str) -> tuple[Standing, ...]:
    """Reads results from lines of number, name, and the points of each hand (empty or ``-``: not played), or from what
    ``steward drive results`` gives; gives them by their totals, the lowest first; the same total shares a place.

    Raises :class:`BadLine`.
    """
    rows = _rows(text)
    heading = [cell.casefold() for cell in rows[0][1]] if rows else []
    columns = columns_named(heading)
    if columns:
        hands = [at for at, cell in enumerate(heading) if HAND.fullmatch(cell)]
        order = [columns.index("number") if "number" in columns else -1, columns.index("name"), *hands]
    found: list[Standing] = []
    for line, row in rows[1:] if rows and not rows[0][1][0].isdigit() else rows:
        cells = [row[at] if 0 <= at < len(row) else "" for at in order] if columns else row
        player = _entrant(line, cells[:2], len(found) + 1)
        given = [_points(line, cell) for cell in cells[2:14]]
        told = dict(zip(heading, row, strict=False)) if columns else {}
        total = _points(line, told.get("total", ""))
        total = sum(number or 0 for number in given) if total is None else total
        found.append(
            Standing(_points(line, told.get("place", "")) or 0, player.number, player.name, total, tuple(given))
        )
    _few_enough(len(found))
    if found and all(row.place for row in found):  # the drive has parted those with the same total, or has not
        return tuple(sorted(found, key=lambda row: (row.place, row.number)))
    found.sort(key=lambda row: (row.total, row.number))
    totals = [row.total for row in found]
    return tuple(replace(row, place=totals.index(row.total) + 1) for row in found)


def _points(line: int, cell: str) -> int | None:
    if cell in ("", "-"):
        return None
    if not (cell.isascii() and cell.isdigit() and len(cell) < 6):
        raise BadLine(line, "points", "after the name stand the points of each hand, whole numbers or nothing")
    return int(cell)
