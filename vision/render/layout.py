"""Random but plausible tables: rows of cards, hands, a stock, scattered tiles, clutter, reaching hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render import hands, things
from vision.render.looks import LETTERS
from vision.render.sprite import Sprite
from vision.render.table import Placed

Rng = np.random.Generator
Draw = Callable[[str], Sprite]
"""Gives the sprite of a face."""

Shelf = Callable[[str], Sprite]
"""Gives a thing of a kind named in :data:`vision.render.things.UNDER`, `OVER` or `STRANGE`, `hand` or `body`."""
_ENGLISH = np.array([8, 2, 3, 4, 12, 2, 2, 4, 7, 1, 2, 4, 3, 7, 7, 2, 1, 6, 6, 8, 3, 1, 2, 1, 2, 1], float)


class Room:
    """Which parts of the table are taken; a raster of `cell` mm over ±`reach` mm."""

    def __init__(self, reach: float, cell: float = 5.0) -> None:
        self.reach = reach
        self.cell = cell
        n = int(2 * reach / cell) + 1
        self.taken = np.zeros((n, n), np.uint8)

    def claim(self, quad: NDArray[Any]) -> bool:
        """Takes the quad's cells if they are all free."""
        mask = np.zeros_like(self.taken)
        cv2.fillConvexPoly(mask, np.round((quad + self.reach) / self.cell).astype(np.int32), 1)
        if (mask & self.taken).any():
            return False
        self.taken |= mask
        return True


def _box(x: float, y: float, width: float, height: float, angle: float) -> NDArray[Any]:
    c, s = np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))
    box = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    return box @ np.array([[c, s], [-s, c]]) + [x, y]


def faces(rng: Rng, count: int, masters: float = 0.08, backs: float = 0.01) -> list[str]:
    """Letters for a row: at times as English has them, at times all alike, with Masters and backs among them."""
    odds = _ENGLISH / _ENGLISH.sum() if rng.random() < 0.3 else None
    row = [str(f) for f in rng.choice(list(LETTERS), count, p=odds)]
    return ["MASTER" if rng.random() < masters else "BACK" if rng.random() < backs else f for f in row]


def row(
    rng: Rng, draw: Draw, letters: Sequence[str], x: float, y: float, angle: float, size: tuple[float, float]
) -> list[Placed]:
    """A word: its cards side by side or overlapping, straight or curved, as neatly as a hand laid it."""
    width, height = size
    kind = rng.random()
    pitch = width * (
        rng.uniform(1.02, 1.35) if kind < 0.3 else rng.uniform(0.985, 1.03) if kind < 0.55 else rng.uniform(0.6, 0.97)
    )
    neat = rng.uniform(0, 1)
    bend = rng.normal(0, 1.2) * (rng.random() < 0.5)
    fan = rng.normal(0, 3) if rng.random() < 0.12 else 0.0
    laid = []
    turn = angle - bend * (len(letters) - 1) / 2
    at = np.zeros(2)
    spots = []
    for k in range(len(letters)):
        if k:
            middle = np.deg2rad(turn + bend / 2)
            at = at + pitch * np.array([np.cos(middle), np.sin(middle)])
            turn += bend
        spots.append((at, turn + fan * k))
    offset = np.array([x, y]) - np.mean([spot for spot, _ in spots], 0)
    for letter, (spot, lean) in zip(letters, spots, strict=True):
        stray = rng.normal(0, 0.4 + 2.2 * neat, 2) * height / 88
        place = spot + offset + stray * [0.5 if kind > 0.3 else 1.0, 1.0]
        laid.append(
            Placed(
                draw(letter),
                float(place[0]),
                float(place[1]),
                float(lean + rng.normal(0, 0.4 + 2.2 * neat)),
                role="word",
            )
        )
    return laid[::-1] if rng.random() < 0.35 else laid


def card_table(rng: Rng, draw: Draw, shelf: Shelf, reach: float, size: tuple[float, float]) -> list[Placed]:
    """Words, hands and a stock of one pack of cards within ±reach mm, with clutter beside and upon them."""
    room = Room(reach * 1.5)
    below: list[Placed] = []
    cards: list[Placed] = []
    width, height = size
    squared = rng.random() < 0.35
    if rng.random() < 0.6:
        x, y = rng.uniform(-0.7, 0.7, 2) * reach
        angle = float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 8))
        if room.claim(_box(x, y, 2.3 * width, 1.15 * height, angle)):
            c, s = np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))
            gap = width * rng.uniform(0.52, 0.62)
            thick = rng.uniform(0, 12)
            cards.append(
                Placed(draw("BACK"), x - gap * c, y - gap * s, angle + rng.normal(0, 3), lift=thick, role="stock")
            )
            cards.append(
                Placed(draw(faces(rng, 1)[0]), x + gap * c, y + gap * s, angle + rng.normal(0, 4), role="exposed")
            )
    wanted = int(rng.integers(1, 14)) if reach > 250 else int(rng.integers(1, 7))
    for _ in range(wanted * 3):
        if wanted <= 0:
            break
        count = int(rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 9], p=[0.14, 0.1, 0.14, 0.16, 0.14, 0.12, 0.09, 0.06, 0.05]))
        angle = float(rng.uniform(0, 360)) if not squared else float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 6))
        x, y = rng.uniform(-1.05, 1.05, 2) * reach
        letters = faces(rng, count) if rng.random() < 0.92 else ["BACK"] * count
        laid = row(rng, draw, letters, float(x), float(y), angle, size)
        ends = np.array([[p.x, p.y] for p in laid])
        long = float(np.linalg.norm(ends[-1] - ends[0])) + width * rng.uniform(1.0, 1.2)
        if room.claim(_box(float(x), float(y), long, height * rng.uniform(0.98, 1.1), angle)):
            cards += laid
            wanted -= 1
    for _ in range(int(rng.choice([0, 1, 2, 3, 4]))):
        kind = str(rng.choice(list(things.UNDER), p=[0.2, 0.17, 0.1, 0.14, 0.05, 0.13, 0.08, 0.13]))
        thing = shelf(kind)
        x, y = rng.uniform(-1.1, 1.1, 2) * reach
        angle = float(rng.uniform(0, 360))
        if room.claim(_box(float(x), float(y), *thing.size, angle)):
            below.append(Placed(thing, float(x), float(y), angle, role="thing"))
    return below + cards + over(rng, shelf, cards, reach)


def over(rng: Rng, shelf: Shelf, cards: Sequence[Placed], reach: float) -> list[Placed]:
    """Small things, some of them upon cards, and hands over all."""
    result = []
    for _ in range(int(rng.choice([0, 0, 1, 2, 4]))):
        thing = shelf(str(rng.choice(list(things.OVER), p=[0.3, 0.25, 0.3, 0.15])))
        if cards and rng.random() < 0.55:
            card = cards[int(rng.integers(len(cards)))]
            x, y = np.array([card.x, card.y]) + rng.normal(0, 45, 2)
        else:
            x, y = rng.uniform(-1.1, 1.1, 2) * reach
        result.append(Placed(thing, float(x), float(y), float(rng.uniform(0, 360)), role="thing"))
    return result


def reaching(rng: Rng, shelf: Shelf, reach: float) -> list[Placed]:
    """One or two hands, or the front of a person, from the picture's edges."""
    result = []
    for _ in range(int(rng.choice([1, 1, 2, 3]))):
        side = rng.uniform(0, 2 * np.pi)
        inward = np.array([np.cos(side), np.sin(side)])
        if rng.random() < 0.15:
            sprite = shelf("body")
            place = inward * reach * rng.uniform(1.05, 1.6)
            result.append(
                Placed(
                    sprite,
                    float(place[0]),
                    float(place[1]),
                    float(np.rad2deg(side) - 90 + rng.normal(0, 10)),
                    role="hand",
                )
            )
            continue
        sprite = shelf("hand")
        tip = inward * reach * rng.uniform(-0.2, 1.0) + rng.normal(0, 0.35, 2) * reach
        lean = np.rad2deg(side) + rng.normal(0, 22)
        away = np.array([np.cos(np.deg2rad(lean)), np.sin(np.deg2rad(lean))])
        place = tip + away * (hands.LENGTH / 2 - 60)
        result.append(Placed(sprite, float(place[0]), float(place[1]), float(lean), role="hand"))
    return result


def scattered(rng: Rng, draw: Draw, shelf: Shelf, reach: float, size: tuple[float, float]) -> list[Placed]:
    """Loose tiles at all angles, some in crossing rows, closely or widely strewn."""
    room = Room(reach * 1.5, 2.0)
    width, height = size
    cards: list[Placed] = []
    close = rng.uniform(1.0, 2.6)
    centre = rng.uniform(-0.3, 0.3, 2) * reach
    wanted = int(rng.integers(3, 60))
    for _ in range(wanted * 2):
        if len(cards) >= wanted:
            break
        place = centre + rng.normal(0, 0.35, 2) * reach
        if cards and rng.random() < 0.6:
            near = cards[int(rng.integers(len(cards)))]
            turn = np.deg2rad(near.angle_deg + rng.choice([0, 90, 180, 270]) + rng.normal(0, 8))
            place = np.array([near.x, near.y]) + width * rng.uniform(1.0, close) * np.array(
                [np.cos(turn), np.sin(turn)]
            )
            angle = near.angle_deg + rng.normal(0, 12) if rng.random() < 0.5 else rng.uniform(0, 360)
        else:
            angle = rng.uniform(0, 360)
        if np.abs(place).max() > reach * 1.1:
            continue
        if room.claim(_box(float(place[0]), float(place[1]), width * 0.96, height * 0.96, float(angle))):
            letter = faces(rng, 1, masters=0.0, backs=0.0)[0]
            cards.append(Placed(draw(letter), float(place[0]), float(place[1]), float(angle), role="tile"))
    below = []
    for _ in range(int(rng.choice([0, 0, 1, 2]))):
        thing = shelf(str(rng.choice(["pad", "leaflet", "blank", "box"])))
        x, y = rng.uniform(-1.1, 1.1, 2) * reach
        if room.claim(_box(float(x), float(y), *thing.size, 0.0)):
            below.append(Placed(thing, float(x), float(y), 0.0, role="thing"))
    return below + cards


def crossed(rng: Rng, draw: Draw, reach: float, size: tuple[float, float], pitch: float) -> list[Placed]:
    """Tiles on the squares of a board, in crossing words, all one way up."""
    count = min(15, int(2 * reach / pitch))
    grid: dict[tuple[int, int], str] = {}
    for _ in range(int(rng.integers(2, 16))):
        length = int(rng.integers(2, 8))
        down = rng.random() < 0.5
        r, c = (
            int(rng.integers(0, max(1, count - (length if down else 0)))),
            int(rng.integers(0, max(1, count - (0 if down else length)))),
        )
        for k, letter in enumerate(faces(rng, length, 0.0, 0.0)):
            grid.setdefault((r + k, c) if down else (r, c + k), letter)
    laid = []
    for (r, c), letter in grid.items():
        x, y = (c - count // 2 + 0.5) * pitch, (r - count // 2 + 0.5) * pitch
        laid.append(
            Placed(draw(letter), x + rng.normal(0, 0.4), y + rng.normal(0, 0.4), float(rng.normal(0, 1.5)), role="tile")
        )
    return laid


def strangers(rng: Rng, shelf: Shelf, reach: float) -> list[Placed]:
    """A table of cards and tiles of other games only: playing cards, number tiles, adverts, papers."""
    room = Room(reach * 1.5, 2.0)
    result: list[Placed] = []
    weights = rng.dirichlet(np.ones(len(things.STRANGE)) * 0.4)
    for _ in range(int(rng.integers(3, 36))):
        thing = shelf(str(rng.choice(list(things.STRANGE), p=weights)))
        if result and rng.random() < 0.4 and result[-1].sprite.size[0] == thing.size[0]:
            turn = np.deg2rad(result[-1].angle_deg)
            x, y = (
                result[-1].x + thing.size[0] * 1.02 * np.cos(turn),
                result[-1].y + thing.size[0] * 1.02 * np.sin(turn),
            )
            angle = result[-1].angle_deg
        else:
            x, y = rng.uniform(-1, 1, 2) * reach
            angle = float(rng.uniform(0, 360))
        if room.claim(_box(float(x), float(y), thing.size[0] * 0.98, thing.size[1] * 0.98, angle)):
            result.append(Placed(thing, float(x), float(y), angle, role="thing"))
    return result
