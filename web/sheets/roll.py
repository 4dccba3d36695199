"""Who plays in a drive, as the sheets need it: plain values, however they came."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.errors import BadSettings

MOST = 1000
"""Players whose sheets are printed at once."""
LONGEST = 60


class BadLine(BadSettings):
    """A line of the players or their points cannot be read. ``key`` and ``values`` are the sentence for a screen."""

    def __init__(self, line: int, key: str, why: str, **values: object) -> None:
        super().__init__(f"line {line}: {why}")
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
    """Reads players from lines: a name, or number, name, table and seat parted by commas (a heading may come first).

    Raises :class:`BadLine`.
    """
    rows = [(line, row) for line, row in enumerate(csv.reader(text.splitlines()), start=1) if any(map(str.strip, row))]
    if rows and rows[0][1][0].strip().casefold() in ("number", "no", "no.", "nr", "numéro", "n°", "name", "nom"):
        named = rows[0][1][0].strip().casefold() in ("name", "nom")
        if named and len(rows[0][1]) > 1:
            raise BadLine(1, "columns", "the columns are number, name, table and seat, in this order")
        rows = rows[1:]
    _few_enough(len(rows))
    found: list[Entrant] = []
    for line, row in rows:
        found.append(_entrant(line, [cell.strip() for cell in row], len(found) + 1))
    return tuple(found)


def _few_enough(players: int) -> None:
    if players > MOST:
        raise BadLine(MOST + 1, "many", f"there are {players} players; {MOST} are the most at once", most=MOST)


def _entrant(line: int, row: Sequence[str], next_number: int) -> Entrant:
    if len(row) == 1:
        number, name, more = str(next_number), row[0], [""] * 2
    else:
        number, name, more = row[0], row[1], [*row[2:4], "", ""]
    if not (number.isascii() and number.isdigit() and len(number) < 6):
        raise BadLine(line, "number", f"{number[:20]!r} is no number; write number,name or only the name")
    if not name or len(name) > LONGEST or not name.isprintable():
        raise BadLine(line, "name", f"a name has 1 to {LONGEST} letters", longest=LONGEST)
    return Entrant(int(number), name, more[0][:12], more[1][:12])


def read_standings(text: str) -> tuple[Standing, ...]:
    """Reads results from lines of number, name, and the points of each hand (empty: not played), parted by commas;
    gives them by their totals, the lowest first; the same total shares a place.

    Raises :class:`BadLine`.
    """
    rows: list[tuple[int, Entrant, tuple[int | None, ...]]] = []
    for line, row in enumerate(csv.reader(text.splitlines()), start=1):
        cells = [cell.strip() for cell in row]
        if not any(cells) or (line == 1 and not cells[0].isdigit()):
            continue
        player = _entrant(line, cells[:2], len(rows) + 1)
        if any(cell and not (cell.isascii() and cell.isdigit() and len(cell) < 5) for cell in cells[2:]):
            raise BadLine(line, "points", "after the name stand the points of each hand, whole numbers or nothing")
        points = tuple(int(cell) if cell else None for cell in cells[2:14])
        rows.append((sum(number or 0 for number in points), player, points))
    rows.sort(key=lambda row: (row[0], row[1].number))
    _few_enough(len(rows))
    totals = [total for total, _, _ in rows]
    return tuple(
        Standing(totals.index(total) + 1, player.number, player.name, total, points) for total, player, points in rows
    )
