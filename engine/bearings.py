"""Seats that lie otherwise than north, east, south and west: five and more players sit around, each at a bearing.

A bearing is degrees clockwise from the table's north, the picture's upper edge. What was read with the four seats in
mind is told anew by who sits where.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from engine.table import Point, SeenCard, SeenHand, SeenWord, TableReading

Bearings = Mapping[str, float]

ASKEW = (24.0, 32.0)
"""Degrees that a row, and a single card, may be turned from a seat and still be laid before it."""
REACH_MM, REACH_SHARE = 235.0, 0.27
"""How far from a seat's edge cards still lie before it: millimetres, and the share of the table across."""
NARROW_MM = 700.0
"""A table narrower than this has the reach of its share of it."""
STOCK = ("stock", "exposed")
CENTRE = "centre"


def bearings_of(seats: Sequence[str], configured: Bearings) -> Bearings:
    """Gives each seat's bearing: the configured one, or evenly around from the north; empty where all sit as the four
    seats do."""
    if not configured and set(seats) <= set("NESW"):
        return {}
    even = {seat: 360.0 * place / len(seats) for place, seat in enumerate(seats)}
    compass = {"N": 0.0, "E": 90.0, "S": 180.0, "W": 270.0}
    return {seat: configured.get(seat, compass.get(seat, even[seat])) for seat in seats}


def astray(seats: Sequence[str], bearings: Bearings) -> str | None:
    """Finds the first of the seats, named clockwise, that does not lie clockwise after the one before it; None when
    all do. Where the round begins is free, and who has no bearing is passed over."""
    around = [seat for seat in seats if seat in bearings]
    turns = [(bearings[seat] - bearings[around[0]]) % 360.0 for seat in around]
    return next(
        (seat for seat, (before, turn) in zip(around[1:], pairwise(turns), strict=True) if turn <= before), None
    )


def faced(angle_deg: float, bearings: Bearings) -> str:
    """Gives the seat from which a reading direction (clockwise; 0 reads from the south) is most upright."""
    return min(bearings, key=lambda seat: abs(_turn(angle_deg, bearings[seat])))


def seated(reading: TableReading, bearings: Bearings) -> TableReading:
    """Gives a reading with what lies before whom told by the seats' bearings; unchanged when there are none."""
    if not bearings:
        return reading
    halves = (reading.width * reading.mm_per_px / 2, reading.height * reading.mm_per_px / 2)
    by_id = {card.id: card for card in reading.cards}
    words = tuple(_word(word, [by_id[i] for i in word.cards], bearings, halves) for word in reading.words)
    before = {card: word.zone for word in words for card in word.cards}
    cards = tuple(
        card
        if card.zone in STOCK
        else replace(
            card, zone=before.get(card.id) or _zone(card.angle_deg, card.centre_mm, ASKEW[1], bearings, halves)
        )
        for card in reading.cards
    )
    markers = tuple(replace(one, zone=_before(one.centre_mm, bearings, halves)) for one in reading.markers)
    badges = tuple(replace(one, zone=_before(one.centre_mm, bearings, halves)) for one in reading.badges)
    hands = _hands(reading, cards)
    return replace(reading, cards=cards, words=words, markers=markers, badges=badges, hands=hands)


def _word(word: SeenWord, cards: Sequence[SeenCard], bearings: Bearings, halves: Point) -> SeenWord:
    angle = math.degrees(
        math.atan2(
            sum(math.sin(math.radians(card.angle_deg)) for card in cards),
            sum(math.cos(math.radians(card.angle_deg)) for card in cards),
        )
    )
    middle = (_mean([card.centre_mm[0] for card in cards]), _mean([card.centre_mm[1] for card in cards]))
    faces = faced(angle, bearings)
    zone = word.zone if word.zone in STOCK else _zone(angle, middle, ASKEW[0], bearings, halves)
    return replace(word, zone=zone, faces=faces, edge_mm=_away(middle, bearings[faces], halves)[0])


def _zone(angle_deg: float, at: Point, askew: float, bearings: Bearings, halves: Point) -> str:
    seat = faced(angle_deg, bearings)
    if abs(_turn(angle_deg, bearings[seat])) > askew:
        return CENTRE
    away, reach = _away(at, bearings[seat], halves)
    return seat if away <= reach else CENTRE


def _before(at: Point, bearings: Bearings, halves: Point) -> str:
    """Gives the seat that a place lies before, whichever way the thing there faces."""
    shares = {seat: _away(at, bearing, halves) for seat, bearing in bearings.items()}
    nearest = min(shares, key=lambda seat: shares[seat][0] / shares[seat][1])
    away, reach = shares[nearest]
    return nearest if away <= reach else CENTRE


def _hands(reading: TableReading, cards: Sequence[SeenCard]) -> Mapping[str, SeenHand]:
    """Gives the hands that were counted by who they lie before now."""
    counted = {i for hand in reading.hands.values() for i in hand.cards}
    laid: dict[str, list[SeenCard]] = {}
    for card in cards:
        if card.id in counted and card.zone not in (*STOCK, CENTRE):
            laid.setdefault(card.zone, []).append(card)
    return {
        seat: SeenHand(tuple(card.id for card in hand), sum(card.value or 0 for card in hand))
        for seat, hand in sorted(laid.items())
    }


def _away(at: Point, bearing: float, halves: Point) -> tuple[float, float]:
    """Gives how far a place lies from the table's edge towards a bearing, and how far a seat there reaches, mm."""
    x, y = math.sin(math.radians(bearing)), -math.cos(math.radians(bearing))

    def edge(point: Point) -> float:
        ways = [
            (half - along * math.copysign(1.0, step)) / abs(step)
            for half, along, step in zip(halves, point, (x, y), strict=True)
            if abs(step) > 1e-9
        ]
        return max(min(ways), 0.0)

    across = 2 * edge((0.0, 0.0))
    return edge(at), max(REACH_MM * min(1.0, across / NARROW_MM), REACH_SHARE * across)


def _turn(angle_deg: float, bearing: float) -> float:
    """Gives how far a reading direction is turned from facing a bearing, -180 to 180 degrees."""
    return (angle_deg - bearing) % 360.0 - 180.0


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
