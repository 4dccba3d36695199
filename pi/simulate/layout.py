"""Where cards come to lie: words face their player, crooked, with gaps or overlapping; others give way for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, radians, sin
from random import Random

from pi.simulate.scene import (
    CARD_HEIGHT,
    CARD_WIDTH,
    FACING,
    HEIGHT,
    INWARD,
    WIDTH,
    Corners,
    Row,
    Scene,
    Spot,
    box,
    boxes_meet,
    row_box,
    within,
)

APART = 26.0
"""mm kept free at each end of a row: nearer, and two words would look like one."""
ASIDE = 4.0
BACK = -1
"""The number of the card that lies on top of the stock: nobody knows it."""


@dataclass(frozen=True, slots=True)
class Neatness:
    """How this table lays its cards: ``stray`` mm and ``lean`` degrees of each card, ``turn`` degrees of a whole row,
    ``pitch`` the distance of neighbours in card widths (below 1 they overlap)."""

    stray: float = 1.5
    lean: float = 1.5
    turn: float = 6.0
    pitch: float = 1.0


def any_neatness(rng: Random) -> Neatness:
    """Gives the habits of a table's players."""
    kind = rng.random()
    pitch = rng.uniform(1.02, 1.3) if kind < 0.3 else rng.uniform(0.98, 1.02) if kind < 0.5 else rng.uniform(0.66, 0.96)
    return Neatness(rng.uniform(0.3, 3.0), rng.uniform(0.3, 3.0), rng.uniform(1.0, 10.0), pitch)


def lay_row(rng: Random, cards: Sequence[tuple[int, str]], x: float, y: float, angle: float, neat: Neatness) -> Row:
    """Lays cards (number, face) in a row whose middle is at x, y."""
    pitch = CARD_WIDTH * neat.pitch
    c, s = cos(radians(angle)), sin(radians(angle))
    spots = []
    for k, (card, face) in enumerate(cards):
        along = (k - (len(cards) - 1) / 2) * pitch + rng.gauss(0, neat.stray) * 0.4
        aside = rng.gauss(0, neat.stray)
        spots.append(
            Spot(card, face, x + c * along - s * aside, y + s * along + c * aside, angle + rng.gauss(0, neat.lean))
        )
    return Row(tuple(spots), angle % 360.0, pitch)


def begin(rng: Random, scene: Scene, exposed: tuple[int, str], stock_cards: int) -> Scene:
    """Puts down the stock and, beside it, the exposed card; near the middle of the table."""
    if scene.stock is not None:
        x, y, angle = scene.stock.x, scene.stock.y, scene.stock.angle
    else:
        x, y = rng.uniform(-90, 90), rng.uniform(-50, 50)
        angle = rng.choice((0.0, 90.0, 180.0, 270.0)) + rng.gauss(0, 4)
    stock = Spot(BACK, "BACK", x + rng.gauss(0, 2), y + rng.gauss(0, 2), angle + rng.gauss(0, 2))
    placed = replace(scene, stock=stock, stock_cards=stock_cards)
    return expose(rng, placed, exposed)


def expose(rng: Random, scene: Scene, card: tuple[int, str]) -> Scene:
    """Lays a card on the pile beside the stock; the pile stays where it is."""
    stock, last = scene.stock, scene.exposed
    if stock is None:
        assert last is not None
        x, y, angle = last.x, last.y, last.angle
    else:
        # A pile does not wander off: its cards lie about where the first was put.
        gap = CARD_WIDTH * (1.2 if last is not None else rng.uniform(1.12, 1.28))
        x, y = stock.x - gap * cos(radians(stock.angle)), stock.y - gap * sin(radians(stock.angle))
        angle = stock.angle
        if last is not None:
            x, y = x + 0.6 * (last.x - x), y + 0.6 * (last.y - y)
    turn = rng.choice((0.0, 0.0, 0.0, 180.0)) + max(-9.0, min(9.0, rng.gauss(0, 3.0)))
    spot = Spot(card[0], card[1], x + rng.gauss(0, 2.6), y + rng.gauss(0, 2.6), (angle + turn) % 360.0)
    return replace(scene, exposed=spot)


def heap_box(scene: Scene) -> Corners | None:
    """Gives the room that stock and exposed card take, or took while the stock was in somebody's hands."""
    spots = [spot for spot in (scene.stock, scene.exposed) if spot is not None]
    if not spots:
        return None
    x, y = sum(s.x for s in spots) / len(spots), sum(s.y for s in spots) / len(spots)
    return box(x, y, 3.2 * CARD_WIDTH + 2 * APART, CARD_HEIGHT + 40, spots[0].angle)


def free(scene: Scene, row: Row, place: int = -1) -> bool:
    """Tells whether a row may lie where it does, with the word at ``place`` out of the way."""
    if not within(row_box(row)):
        return False
    shape = row_box(row, ASIDE, APART)
    heap = heap_box(scene)
    if heap is not None and boxes_meet(row_box(row, ASIDE), heap):
        return False
    others = [other for i, other in enumerate(scene.words) if other is not None and i != place]
    others += [other for _, other in scene.hands]
    return not any(
        boxes_meet(shape, row_box(other, ASIDE)) or boxes_meet(row_box(row, ASIDE), row_box(other, ASIDE, APART))
        for other in others
    )


def place_word(
    rng: Random, scene: Scene, place: int, cards: Sequence[tuple[int, str]], seat: str, neat: Neatness
) -> Scene | None:
    """Lays a new word before its player, or where there is room; None when the table is full."""
    inward = INWARD[seat]
    for attempt in range(260):
        if attempt < 60:
            depth = rng.uniform(0.25, 0.85)
            reach = (HEIGHT if seat in "NS" else WIDTH) / 2
            x, y = -inward[0] * reach * depth, -inward[1] * reach * depth
            across = rng.gauss(0, 140)
            x, y = (x + across, y) if seat in "NS" else (x, y + across)
        else:
            x, y = rng.uniform(-WIDTH / 2, WIDTH / 2), rng.uniform(-HEIGHT / 2, HEIGHT / 2)
        turn = rng.gauss(0, neat.turn if attempt < 120 else 1.0)
        tight = neat if attempt < 120 else replace(neat, pitch=min(neat.pitch, 0.72))
        row = lay_row(rng, cards, x, y, FACING[seat] + max(-20.0, min(20.0, turn)), tight)
        if free(scene, row, place):
            return scene.with_word(place, row)
    return None


def relay_word(
    rng: Random, scene: Scene, place: int, cards: Sequence[tuple[int, str]], neat: Neatness, turn: float = 0.0
) -> Scene | None:
    """Lays a word anew with other cards where it lay, as near to that place as there is room."""
    old = scene.words[place]
    assert old is not None
    x, y = old.middle
    pitch = old.pitch / CARD_WIDTH
    for attempt in range(260):
        far = attempt * 1.2
        shrunk = pitch if attempt < 90 else min(pitch, 0.72)
        row = lay_row(
            rng, cards, x + rng.uniform(-far, far), y + rng.uniform(-far, far), old.angle + turn + rng.gauss(0, 1.0),
            replace(neat, pitch=shrunk),
        )  # fmt: skip
        if free(scene, row, place):
            return scene.with_word(place, row)
    return None


def swap_cards(rng: Random, row: Row, cards: Sequence[tuple[int, str]], neat: Neatness) -> Row:
    """Gives a row of the same length with other cards in some places; the others lie as they lay."""
    spots = tuple(
        spot if spot.card == card else replace(spot, card=card, face=face, angle=spot.angle + rng.gauss(0, neat.lean))
        for spot, (card, face) in zip(row.spots, cards, strict=True)
    )
    return replace(row, spots=spots)


def lay_hand(rng: Random, scene: Scene, seat: str, cards: Sequence[tuple[int, str]], neat: Neatness) -> Scene | None:
    """Lays a hand face up before its player, in one row or two; None when there is no room."""
    if not cards:
        return scene
    inward = INWARD[seat]
    reach = (HEIGHT if seat in "NS" else WIDTH) / 2
    breadth = (WIDTH if seat in "NS" else HEIGHT) / 2
    for attempt in range(300):
        tight = replace(neat, pitch=min(neat.pitch, 1.0 if attempt < 80 else 0.7))
        depth = reach - rng.uniform(0.55, 1.0 if attempt < 150 else 2.2) * CARD_HEIGHT
        across = rng.uniform(-breadth, breadth)
        x, y = -inward[0] * depth, -inward[1] * depth
        x, y = (x + across, y) if seat in "NS" else (x, y + across)
        turn = max(-10.0, min(10.0, rng.gauss(0, neat.turn / 2)))
        row = lay_row(rng, cards, x, y, FACING[seat] + turn, tight)
        if free(scene, row):
            return replace(scene, hands=(*scene.hands, (seat, row)))
    return None
