"""Groups cards into rows: neighbours in line, in one direction, a card's width apart.

Everything is in millimetres on the table's plane, so a leaning camera bends no row. Directions are known up to a
half turn here; which way a row reads is settled from the faces of all its cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class RowSettings:
    """What counts as a neighbour; lengths in card widths, angles in degrees.

    ``nearest`` allows for cards that overlap by 40 % and more and are seen a little askew, ``farthest`` for cards laid
    with half a card's gap.
    """

    nearest: float = 0.28
    farthest: float = 1.68
    aside: float = 0.32
    turn_deg: float = 25.0
    opposed: float = 3.0


@dataclass(frozen=True)
class Row:
    """Cards in one line: their indices in order along the line, and for each whether its own direction (1) or the
    opposite (-1) is the line's."""

    cards: tuple[int, ...]
    signs: tuple[int, ...]

    def reversed(self) -> Row:
        """Gives the same row read from its other end."""
        return Row(self.cards[::-1], tuple(-sign for sign in self.signs[::-1]))


Ends = list[list[int | None]]
"""The two neighbours of each card: at its left (0) and at its right (1), seen in its own direction."""


def find_rows(
    centres: Array,
    angles: Array,
    width: float,
    apart: Sequence[int] = (),
    leans: Sequence[float] | None = None,
    settings: RowSettings | None = None,
) -> tuple[Row, ...]:
    """Finds the rows of two and more cards; the cards that are in none stay single.

    :param centres: (N, 2) millimetres.
    :param angles: (N,) radians, each card's direction from its left to its right, up to a half turn.
    :param width: of a card, in millimetres.
    :param apart: cards that belong to no row (stock, exposed card).
    :param leans: log odds that each card reads along its angle; two runs that read against each other are two rows.
    """
    settings = settings or RowSettings()
    ends: Ends = [[None, None] for _ in centres]
    for first, first_end, second, second_end in _candidates(centres, angles, width, frozenset(apart), settings):
        free = ends[first][first_end] is None and ends[second][second_end] is None
        if free and second not in _reach(ends, first):
            ends[first][first_end] = second
            ends[second][second_end] = first
    rows: list[Row] = []
    for row in _walk(ends):
        rows.extend(_part_opposed(row, leans, settings.opposed) if leans is not None else (row,))
    return tuple(row for row in rows if len(row.cards) >= 2)


def _candidates(
    centres: Array, angles: Array, width: float, apart: frozenset[int], settings: RowSettings
) -> list[tuple[int, int, int, int]]:
    """Lists (card, its end, card, its end) of all possible neighbours, the likeliest first."""
    found: list[tuple[float, int, int, int, int]] = []
    free = np.array([i not in apart for i in range(len(centres))], bool)
    first, second = np.nonzero(np.triu(free[:, None] & free, 1))
    between = (centres[second] - centres[first]) / width
    turn = (angles[second] - angles[first] + np.pi / 2) % np.pi - np.pi / 2
    middle = angles[first] + turn / 2
    along = between[:, 0] * np.cos(middle) + between[:, 1] * np.sin(middle)
    aside = np.abs(between[:, 1] * np.cos(middle) - between[:, 0] * np.sin(middle))
    near = (np.abs(along) >= settings.nearest) & (np.abs(along) <= settings.farthest) & (aside <= settings.aside)
    cost = np.abs(along) + 2.0 * aside + np.abs(turn) * 0.5
    same = np.cos(angles[second] - angles[first]) > 0
    for k in np.nonzero(near & (np.abs(turn) <= np.radians(settings.turn_deg)))[0]:
        end = int(along[k] > 0)
        found.append((float(cost[k]), int(first[k]), end, int(second[k]), 1 - end if same[k] else end))
    return [(i, a, j, b) for _, i, a, j, b in sorted(found)]


def _reach(ends: Ends, start: int) -> set[int]:
    """Gives every card already joined to ``start``, so that no row closes into a ring."""
    reached, ahead = {start}, [start]
    while ahead:
        for other in ends[ahead.pop()]:
            if other is not None and other not in reached:
                reached.add(other)
                ahead.append(other)
    return reached


def _walk(ends: Ends) -> list[Row]:
    rows: list[Row] = []
    done: set[int] = set()
    for start, (before, after) in enumerate(ends):
        if start in done or (before is not None and after is not None):
            continue
        sign = 1 if before is None else -1
        cards, signs = [start], [sign]
        here = start
        while (ahead := ends[here][1 if sign > 0 else 0]) is not None:
            # The end at which the next card is entered tells whether its own direction is the row's.
            sign = 1 if ends[ahead][0] == here else -1
            here = ahead
            cards.append(here)
            signs.append(sign)
        done.update(cards)
        rows.append(Row(tuple(cards), tuple(signs)))
    return rows


def _part_opposed(row: Row, leans: Sequence[float], opposed: float) -> tuple[Row, ...]:
    """Parts a row where its beginning clearly reads one way and the rest the other: two words laid end to end.

    One card against the rest is no second word: it is a doubtful card.
    """
    votes = np.array([leans[card] * sign for card, sign in zip(row.cards, row.signs, strict=True)])
    best, where = 0.0, 0
    for cut in range(2, len(votes) - 1):
        left, right = float(votes[:cut].sum()), float(votes[cut:].sum())
        if left * right < 0 and min(abs(left), abs(right)) > best:
            best, where = min(abs(left), abs(right)), cut
    if best < opposed:
        return (row,)
    return tuple(
        part
        for piece in (slice(None, where), slice(where, None))
        for part in _part_opposed(Row(row.cards[piece], row.signs[piece]), leans, opposed)
    )
