"""How the cards lie together: rows, the exposed card, and which way each row is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.evidence import sure_of_way
from vision.kept import Cards
from vision.plane import Plane
from vision.rows import Row, find_rows
from vision.settings import PackShape, Settings
from vision.zones import (
    FACING,
    Group,
    edge_distances,
    faces_seat,
    find_exposed,
)

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Placed:
    """A group of cards with its settled way: the row in reading order and the probability of that way."""

    row: Row
    way: float
    group: Group


def columns(cards: Cards, pack: PackShape, settings: Settings) -> tuple[Row, ...]:
    """Tiles of any make also lie below each other, as on a board; cards of a known pack do not."""
    if pack.counts:
        return ()
    columns = find_rows(cards.centres, cards.angles + np.pi / 2, pack.height_mm, settings=settings.rows)
    sure = [item.none <= settings.most_none_lonely_any for item in cards.evidence]
    return tuple(column for column in columns if sum(sure[card] for card in column.cards) >= 2)


def rows_and_exposed(cards: Cards, pack: PackShape, settings: Settings) -> tuple[int | None, tuple[Row, ...]]:
    """Gives the exposed card, if there is one, and the rows of two and more other cards."""
    leans = [item.lean for item in cards.evidence]
    apart = sorted(cards.backs)
    rows = find_rows(cards.centres, cards.angles, pack.width_mm, apart, leans, settings.rows)
    within = {card for row in rows if len(row.cards) > 2 for card in row.cards[1:-1]}
    exposed = find_exposed(
        cards.centres, cards.angles, apart, pack.width_mm, pack.height_mm, settings.zones, within,
        {card for row in rows if len(row.cards) > 2 for card in row.cards},
    )  # fmt: skip
    if exposed is not None and any(exposed in row.cards for row in rows):
        rows = find_rows(cards.centres, cards.angles, pack.width_mm, [*apart, exposed], leans, settings.rows)
    return exposed, rows


def place_groups(
    cards: Cards, exposed: int | None, rows: Sequence[Row], plane: Plane, settings: Settings
) -> list[Placed]:
    """Settles which way every row and every single card reads, rows first."""
    in_rows = {card for row in rows for card in row.cards}
    singles = [Row((i,), (1,)) for i in range(len(cards.quads)) if i not in in_rows]
    placed = []
    for row in (*rows, *singles):
        group = _group(cards, row)
        alone = len(row.cards) == 1
        back = alone and row.cards[0] in cards.backs
        odds = settings.single_seat_odds if alone else settings.row_seat_odds
        prior = 0.0 if back or row.cards[0] == exposed else odds * _seat_pull(group, plane)
        way = sure_of_way([cards.evidence[i] for i in row.cards], row.signs, prior)
        if way < 0.5 and not back:
            row, way = row.reversed(), 1.0 - way
            group = _group(cards, row)
        placed.append(Placed(row, way, group))
    return placed


def _group(cards: Cards, row: Row) -> Group:
    indices = list(row.cards)
    directions = cards.angles[indices] + np.where(np.array(row.signs) > 0, 0.0, np.pi)
    mean = np.arctan2(np.sin(directions).sum(), np.cos(directions).sum())
    return Group(row.cards, cards.centres[indices], float(np.degrees(mean) % 360.0))


def _seat_pull(group: Group, plane: Plane) -> float:
    """Gives -1 to 1: cards near a seat are rather laid to be read from it than from the seat across the table."""
    seat = faces_seat(group.angle_deg)
    distances = edge_distances(group.middle, plane)
    across = faces_seat(FACING[seat] + 180.0)
    return float(np.tanh((distances[across] - distances[seat]) / 300.0))
