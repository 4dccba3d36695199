"""Where on the table things lie: the stock, the exposed card, the seats, and the hands laid down before them.

The seats lie along the axes of the table's plane: without a mat S is below in the picture, N above, E right, W left.
Angles are degrees clockwise from the plane's x, as the reading direction turns: a row that reads at 0 degrees is read
from S, at 90 (down the picture) from W, at 180 from N, at 270 from E.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.plane import Plane

Array = NDArray[np.float64]

TOWARDS = {"S": (0.0, 1.0), "N": (0.0, -1.0), "E": (1.0, 0.0), "W": (-1.0, 0.0)}
FACING = {"S": 0.0, "W": 90.0, "N": 180.0, "E": 270.0}


@dataclass(frozen=True)
class ZoneSettings:
    """Distances that part the table; lengths in millimetres, shares of the table seen in the picture, in degrees."""

    exposed_along: tuple[float, float] = (0.85, 1.9)
    """Between the centres of stock and exposed card, in card widths (side by side) or heights (one above the other)."""
    exposed_aside: float = 0.45
    seat_mm: float = 235.0
    seat_share: float = 0.27
    hand_turn_deg: float = 24.0
    single_turn_deg: float = 32.0
    second_row_mm: float = 99.5
    """How far behind a hand's row its next row may lie: a card's height and a little. A word as near and parallel
    cannot be told from it."""
    second_row_known_mm: float = 130.0
    """The same where the words on the table are known, and so out of the question."""
    second_row_turn_deg: float = 8.0


@dataclass(frozen=True)
class Group:
    """A row or a single card as it lies: its cards' indices, centres (N, 2) mm, and its reading direction."""

    cards: tuple[int, ...]
    centres: Array
    angle_deg: float

    @cached_property
    def middle(self) -> Array:
        """The group's middle in millimetres."""
        middle: Array = self.centres.mean(axis=0)
        return middle


def turn_between(first_deg: float, second_deg: float) -> float:
    """Gives the turn from one direction to another, -180 to 180 degrees."""
    return (second_deg - first_deg + 180.0) % 360.0 - 180.0


def faces_seat(angle_deg: float) -> str:
    """Gives the seat from which a reading direction is the right way up."""
    return min(FACING, key=lambda seat: abs(turn_between(FACING[seat], angle_deg)))


def edge_distances(point_mm: Array, plane: Plane) -> dict[str, float]:
    """Gives how far a point lies from the picture's edge towards each seat, in millimetres.

    A seat lies along an axis of the plane: with a mat, where the mat says, however the camera is turned.
    """
    px, py = float(point_mm[0]), float(point_mm[1])
    outline = plane.outline_mm
    distances = dict.fromkeys(TOWARDS, math.inf)
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        for seat, (x, y) in TOWARDS.items():
            # The ray point + t (x, y) meets the side's line at t, and within the side where 0 <= s <= 1.
            across = x * (by - ay) - y * (bx - ax)
            if abs(across) < 1e-9:
                continue
            t = ((ax - px) * (by - ay) - (ay - py) * (bx - ax)) / across
            s = ((ax - px) * y - (ay - py) * x) / across
            if t >= 0.0 and -1e-6 <= s <= 1.0 + 1e-6:
                distances[seat] = min(distances[seat], t)
    return {seat: 0.0 if math.isinf(distance) else distance for seat, distance in distances.items()}


def seat_reach(seat: str, point_mm: Array, plane: Plane, settings: ZoneSettings) -> float:
    """Gives how far from a seat's edge, in millimetres, cards still lie before that seat."""
    return reach_of(seat, edge_distances(point_mm, plane), settings)


def reach_of(seat: str, distances: Mapping[str, float], settings: ZoneSettings) -> float:
    """The same, from how far the place lies from every seat's edge."""
    across = distances["N"] + distances["S"] if seat in "NS" else distances["E"] + distances["W"]
    return max(settings.seat_mm * min(1.0, across / 700.0), settings.seat_share * across)


def squarely_faced(group: Group, settings: ZoneSettings) -> str | None:
    """Gives the seat that a group faces squarely, however far from it; None when it lies askew."""
    seat = faces_seat(group.angle_deg)
    limit = settings.hand_turn_deg if len(group.cards) > 1 else settings.single_turn_deg
    return seat if abs(turn_between(FACING[seat], group.angle_deg)) <= limit else None


def seat_of(group: Group, plane: Plane, settings: ZoneSettings) -> str | None:
    """Gives the seat that a group lies before and faces, or None for the middle of the table."""
    seat = squarely_faced(group, settings)
    if seat is None:
        return None
    distances = edge_distances(group.middle, plane)
    return seat if distances[seat] <= reach_of(seat, distances, settings) else None


def find_exposed(
    centres: Array,
    angles: Array,
    backs: Sequence[int],
    width: float,
    height: float,
    settings: ZoneSettings | None = None,
    never: Collection[int] = (),
    rather_not: Collection[int] = (),
) -> int | None:
    """Finds the face-up card that lies squarely beside the stock, or None.

    Cards in line with the stock, at its side or above it, count; the nearest and straightest wins.

    :param centres: (N, 2) millimetres.
    :param angles: (N,) radians, up to a half turn.
    :param backs: the face-down cards.
    :param never: cards in the midst of a word.
    :param rather_not: cards at the end of what may be a word.
    """
    settings = settings or ZoneSettings()
    best: tuple[float, int] | None = None
    for stock in backs:
        line = np.array([np.cos(angles[stock]), np.sin(angles[stock])])
        for card in range(len(centres)):
            if card in backs or card in never:
                continue
            turn = abs((angles[card] - angles[stock] + np.pi / 2) % np.pi - np.pi / 2)
            if turn > np.radians(25):
                continue
            between = centres[card] - centres[stock]
            side = abs(float(between @ line))
            above = abs(float(line[0] * between[1] - line[1] * between[0]))
            for along, aside, size in ((side, above, width), (above, side, height)):
                low, high = settings.exposed_along
                if low * size <= along <= high * size and aside <= settings.exposed_aside * width:
                    cost = along / size + aside / width + float(turn) + (0.3 if size == height else 0.0)
                    cost += 0.5 if card in rather_not else 0.0
                    if best is None or cost < best[0]:
                        best = (cost, card)
    return best[1] if best else None


def find_hands(
    groups: Sequence[Group], plane: Plane, known: Sequence[bool] = (), settings: ZoneSettings | None = None
) -> dict[str, tuple[int, ...]]:
    """Tells which groups are hands laid down to be counted: card indices by seat, in reading order.

    A hand lies before its seat and faces it; nearer the edge than any word, in one row or several close ones.
    ``known`` marks groups that were words of the table before: they are no hands.
    """
    settings = settings or ZoneSettings()
    known = known or [False] * len(groups)
    behind = settings.second_row_known_mm if any(known) else settings.second_row_mm
    laid: dict[str, list[tuple[float, Group]]] = {}
    for group, word in zip(groups, known, strict=True):
        seat = None if word else squarely_faced(group, settings)
        if seat is not None:
            laid.setdefault(seat, []).append((edge_distances(group.middle, plane)[seat], group))
    hands = {}
    for seat, rows in laid.items():
        rows.sort(key=lambda item: item[0])
        if seat_of(rows[0][1], plane, settings) is None:
            continue
        hand = [rows[0][1]]
        for _, group in rows[1:]:
            if _rows_apart(hand[-1], group, settings) <= behind:
                hand.append(group)
        hands[seat] = tuple(card for group in reversed(hand) for card in group.cards)
    return hands


def _rows_apart(outer: Group, inner: Group, settings: ZoneSettings) -> float:
    """Gives how far one row lies behind another, across their direction; rows that are not parallel are no one hand.

    Two parts of one row, side by side, are hardly apart at all.
    """
    both = len(outer.cards) > 1 and len(inner.cards) > 1
    if both and abs(turn_between(outer.angle_deg, inner.angle_deg)) > settings.second_row_turn_deg:
        return float("inf")
    longer = outer if len(outer.cards) >= len(inner.cards) else inner
    direction = np.radians(longer.angle_deg)
    between = inner.middle - outer.middle
    return abs(float(between[1] * np.cos(direction) - between[0] * np.sin(direction)))
