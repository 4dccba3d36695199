"""Tables seen by a camera whose height and tilt are known, with plain cards spread over them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from engine.table import SeenCard, TableReading
from vision.render import surfaces
from vision.render.camera import Camera
from vision.render.sprite import Sprite, with_alpha
from vision.render.table import Placed, compose, spread

PX_PER_MM = 6.0


def plain_card(letter: str, paper: int = 215) -> Sprite:
    """A white card with a letter in its middle and in two corners."""
    card = np.full((528, 348, 3), paper, np.uint8)
    for _ in range(2):
        cv2.putText(card, letter, (18, 62), cv2.FONT_HERSHEY_SIMPLEX, 1.8, (30, 30, 30), 5, cv2.LINE_AA)
        card = np.ascontiguousarray(card[::-1, ::-1])
    cv2.putText(card, letter, (70, 360), cv2.FONT_HERSHEY_SIMPLEX, 10, (30, 30, 30), 22, cv2.LINE_AA)
    return Sprite(with_alpha(card, np.full(card.shape[:2], 255, np.uint8)), PX_PER_MM)


def mounted(camera: Camera, seed: int = 0, surface=surfaces.felt, cards: int = 14, blur: float = 0.7):
    """Gives a picture of cards lying apart, and its reading."""
    rng = np.random.default_rng(seed)
    reach = camera.distance / camera.focal * np.array(camera.size) / 2 * 0.8
    places = [(x, y) for x in np.linspace(-1, 1, 5) for y in np.linspace(-1, 1, 4)]
    rng.shuffle(places)
    things = [
        Placed(plain_card("AEHKMNRSTVWXYZ"[k % 14]), x * reach[0], y * reach[1], float(rng.uniform(0, 360)))
        for k, (x, y) in enumerate(places[:cards])
    ]
    return _seen(things, camera, rng, surface, blur)


def overlapped(camera: Camera, seed: int = 0, surface=surfaces.wood):
    """Gives a picture of three words whose cards overlap, all but the last of each a third hidden, and its reading."""
    rng = np.random.default_rng(seed)
    things = []
    for x, y, turn in ((-180.0, -130.0, 8.0), (150.0, -20.0, 75.0), (-90.0, 150.0, -20.0)):
        along = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))]) * 39.0
        for k, letter in enumerate("WORDS"):
            place = np.array([x, y]) + along * (k - 2) + rng.normal(0, 1.0, 2)
            things.append(Placed(plain_card(letter), *place.tolist(), turn + float(rng.normal(0, 1.5))))
    return _seen(things, camera, rng, surface, 0.7)


def _seen(things, camera: Camera, rng: np.random.Generator, surface, blur: float):
    picture = compose(spread(surface(rng), camera), things, camera, rng)
    image = cv2.GaussianBlur(picture.image, (0, 0), blur) + rng.normal(0, 2.0, picture.image.shape)
    seen = tuple(
        SeenCard(k, "A", 10, 0.99, tuple(map(tuple, thing.corners.tolist())), 0.0, (0.0, 0.0), visible=thing.visible)
        for k, thing in enumerate(picture.things)
    )
    width, height = camera.size
    return np.clip(image, 0, 255).astype(np.uint8), TableReading("a table", width, height, 0.6, seen, ())


def striped(rng: np.random.Generator) -> np.ndarray:
    """A table cloth nearly as light as the cards' paper, with blue stripes."""
    cloth = np.empty((surfaces.SIDE, surfaces.SIDE, 3), np.float32)
    cloth[:] = (182, 208, 214)
    across = np.arange(surfaces.SIDE) % 110
    cloth[(across < 12) | ((across > 40) & (across < 44)) | ((across > 50) & (across < 54))] = (140, 90, 40)
    return np.clip(cv2.GaussianBlur(cloth, (0, 0), 0.8) + rng.normal(0, 3, cloth.shape), 0, 255).astype(np.uint8)


def bordered(image, reading: TableReading, inset: float = 4.0):
    """Gives the picture with a dark line printed on each card, ``inset`` mm from its sides."""
    image = image.copy()
    for card in reading.cards:
        corners = np.array(card.corners)
        right, down = (corners[1] - corners[0]) / 58 * inset, (corners[3] - corners[0]) / 88 * inset
        inner = corners + np.array([right + down, down - right, -right - down, right - down])
        cv2.polylines(image, [np.round(inner * 16).astype(np.int32)], True, (60, 60, 60), 2, cv2.LINE_AA, 4)
    return image


def as_a_reader_sees(reading: TableReading, seed: int, px: float = 5.0) -> TableReading:
    """Gives a reading whose outlines are as far off as a reader's are: shifted, turned by a few degrees, too large."""
    rng = np.random.default_rng(seed)
    cards = []
    for card in reading.cards:
        corners = np.array(card.corners)
        turn, (x, y) = np.radians(rng.normal(0, 2)), rng.uniform(-px, px, 2)
        turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * rng.uniform(0.97, 1.05)
        found = (corners - corners.mean(axis=0)) @ turned.T + corners.mean(axis=0) + (x, y)
        cards.append(replace(card, corners=tuple(map(tuple, found.tolist()))))
    return replace(reading, cards=tuple(cards))


def smeared_by(length: float, turn: float) -> np.ndarray:
    """Gives the kernel of a camera or table that moves by ``length`` px in the direction ``turn`` (radians)."""
    side = int(length) // 2 * 2 + 3
    fine, middle = np.zeros((side * 8, side * 8), np.float32), side * 4
    away = (round(length * 4 * np.cos(turn)), round(length * 4 * np.sin(turn)))
    cv2.line(fine, (middle - away[0], middle - away[1]), (middle + away[0], middle + away[1]), 1.0, 8)
    kernel = cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA)
    return kernel / kernel.sum()


def out_of_focus_by(radius: float) -> np.ndarray:
    """Gives the kernel of a lens whose circle of confusion has ``radius`` px."""
    side = int(np.ceil(radius)) * 2 + 3
    y, x = np.mgrid[:side, :side] - side // 2
    kernel = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    return kernel / kernel.sum()


def under_a_lamp(image, x: float, y: float, size: float, strong: float = 1.5):
    """Gives the picture with the glare of a lamp at a place, px."""
    ys, xs = np.mgrid[: image.shape[0], : image.shape[1]].astype(np.float32)
    spot = (strong / (1 + ((xs - x) ** 2 + (ys - y) ** 2) / size**2) ** 2)[..., None]
    return np.clip(image * (1 - 0.35 * np.clip(spot, 0, 1)) + 255 * spot, 0, 255).astype(np.uint8)


def mark_of(card: SeenCard, second: bool = False) -> tuple[float, float, float]:
    """Gives where a card's corner mark stands, and the card's width, px."""
    quad = np.array(card.corners)
    across, down = (0.87, 0.89) if second else (0.13, 0.11)
    upper, lower = quad[0] + (quad[1] - quad[0]) * across, quad[3] + (quad[2] - quad[3]) * across
    x, y = upper + (lower - upper) * down
    return float(x), float(y), float(np.hypot(*(quad[1] - quad[0])))
