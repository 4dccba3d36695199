"""Puts sprites on a surface, looks at them through a camera, and says what is where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render import surfaces
from vision.render.camera import Camera, project
from vision.render.sprite import Sprite


@dataclass(frozen=True)
class Placed:
    """A sprite whose centre lies at (x, y) mm, turned clockwise by `angle_deg` as the camera sees it."""

    sprite: Sprite
    x: float
    y: float
    angle_deg: float = 0.0
    lift: float = 0.0
    """mm that its underside lies above the table."""
    role: str = ""


@dataclass(frozen=True)
class Lying:
    """What is true of one placed thing: px `corners` (4, 2) clockwise from its own upper left, the share not covered
    nor cut off."""

    placed: Placed
    corners: NDArray[Any]
    visible: float

    @property
    def face(self) -> str:
        """The card's face, empty for other things."""
        return self.placed.sprite.face


@dataclass(frozen=True)
class Picture:
    """`image` float32 BGR (h, w, 3) 0..255 before light and lens; `cover` uint8 (h, w) 255 where a hand or sleeve
    lies."""

    image: NDArray[Any]
    things: tuple[Lying, ...]
    cover: NDArray[Any]


def _corners(thing: Placed) -> NDArray[Any]:
    width, height = thing.sprite.size
    c, s = np.cos(np.deg2rad(thing.angle_deg)), np.sin(np.deg2rad(thing.angle_deg))
    box = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    return box @ np.array([[c, s], [-s, c]]) + [thing.x, thing.y]


def spread(
    texture: NDArray[Any],
    camera: Camera,
    edge: NDArray[Any] | None = None,
    beyond: NDArray[Any] | None = None,
) -> NDArray[Any]:
    """The table top through the camera. `edge` (2, 2): a line of the table's plane in mm, left of which the floor
    `beyond` shows."""
    width, height = camera.size
    plane = camera.plane()
    centre = project(plane, np.array([[0.0, 0.0], [1.0, 0.0]]))
    scale = float(np.linalg.norm(centre[1] - centre[0]))
    image = _ground(texture, plane, surfaces.PX_PER_MM, scale, (width, height))
    if edge is not None and beyond is not None:
        floor = _ground(beyond, camera.plane(-700.0), surfaces.PX_PER_MM / 1.5, scale / 1.5, (width, height))
        along = edge[1] - edge[0]
        away = np.array([along[1], -along[0]]) / np.linalg.norm(along) * 4000
        inverse = np.linalg.inv(plane)
        ys, xs = np.mgrid[:height:8, :width:8].astype(np.float64)
        at = project(inverse, np.stack([xs.ravel(), ys.ravel()], 1))
        side = ((at - edge[0]) @ (away / 4000)).reshape(xs.shape)
        mask = cv2.resize(np.clip(side * scale * 0.7 + 0.5, -40, 40).astype(np.float32), (width, height))
        share = np.clip(mask, 0, 1)[..., None]
        image = (image * (1 - share) + floor * share).astype(np.uint8)
    return image


def _ground(
    texture: NDArray[Any], plane: NDArray[Any], px_per_mm: float, scale: float, size: tuple[int, int]
) -> NDArray[Any]:
    while px_per_mm > scale * 1.3 and texture.shape[0] > 64:
        texture = cv2.resize(texture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        px_per_mm /= 2
    half = texture.shape[0] / 2
    from_texture = np.array([[1 / px_per_mm, 0, -half / px_per_mm], [0, 1 / px_per_mm, -half / px_per_mm], [0, 0, 1]])
    return cv2.warpPerspective(
        texture, plane @ from_texture, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )


def compose(ground: NDArray[Any], things: Sequence[Placed], camera: Camera, rng: np.random.Generator) -> Picture:
    """Lays the things on the ground in order, each with its shadow, and measures what of each is still to be seen."""
    image = ground.astype(np.float32)
    width, height = camera.size
    owner = np.zeros((height, width), np.int16)
    cover = np.zeros((height, width), np.uint8)
    turn = rng.uniform(0, 2 * np.pi)
    slant = rng.uniform(0.1, 0.9) * np.array([np.cos(turn), np.sin(turn)])
    depth = rng.uniform(0.15, 0.6)
    corners: list[NDArray[Any]] = []
    for number, thing in enumerate(things, 1):
        top = project(camera.plane(thing.lift + thing.sprite.height), _corners(thing))
        corners.append(top)
        low, high = top.min(0), top.max(0)
        if high[0] < -80 or high[1] < -80 or low[0] > width + 80 or low[1] > height + 80:
            continue
        foot = project(camera.plane(thing.lift), _corners(thing)) if thing.sprite.side is not None else None
        _paste(image, owner, cover, number, thing, top, foot, slant, depth)
    seen = np.bincount(owner.ravel(), minlength=len(things) + 1)
    truth = []
    for number, (thing, quad) in enumerate(zip(things, corners, strict=True), 1):
        area = max(1.0, abs(float(cv2.contourArea(quad.astype(np.float32)))))
        truth.append(Lying(thing, quad, float(min(1.0, seen[number] / area))))
    return Picture(image, tuple(truth), cover)


def _paste(
    image: NDArray[Any],
    owner: NDArray[Any],
    cover: NDArray[Any],
    number: int,
    thing: Placed,
    top: NDArray[Any],
    foot: NDArray[Any] | None,
    slant: NDArray[Any],
    depth: float,
) -> None:
    height, width = owner.shape
    sprite = thing.sprite
    scale = float(np.linalg.norm(top[1] - top[0])) / sprite.size[0]
    drop = np.clip(slant * (sprite.height + 0.4 + thing.lift * 0.2) * scale, -60, 60)
    soft = float(np.clip(0.25 * np.linalg.norm(drop) + 0.5 * scale, 0.5, 14))
    margin = int(np.linalg.norm(drop) + 3 * soft + 2)
    every = top if foot is None else np.concatenate([top, foot])
    low = np.maximum(np.floor(every.min(0)).astype(int) - margin, 0)
    high = np.minimum(np.ceil(every.max(0)).astype(int) + margin + 1, [width, height])
    if (high <= low + 1).any():
        return
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    art = sprite.level(scale)[0]
    source = np.array([[0, 0], [art.shape[1], 0], [art.shape[1], art.shape[0]], [0, art.shape[0]]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (top - low).astype(np.float32) - 0.5)
    flat = cv2.warpPerspective(art, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    solid = cv2.warpPerspective(
        np.ascontiguousarray(art[..., :3]), matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    alpha = flat[..., 3].astype(np.float32) / 255
    region = image[low[1] : high[1], low[0] : high[0]]
    body = alpha
    if foot is not None:
        hull = cv2.convexHull(np.concatenate([top, foot]).astype(np.float32)) - low
        wall = np.zeros((size[1], size[0]), np.uint8)
        cv2.fillConvexPoly(wall, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        body = np.maximum(alpha, wall.astype(np.float32) / 255)
    shift = np.array([[1, 0, drop[0]], [0, 1, drop[1]]], np.float32)
    dark = cv2.GaussianBlur(cv2.warpAffine(body, shift, size), (0, 0), soft)
    region *= 1 - depth * dark[..., None]
    if foot is not None:
        region += (np.array(sprite.side, np.float32) - region) * body[..., None]
    region += (solid - region) * alpha[..., None]
    owner[low[1] : high[1], low[0] : high[0]][body > 0.5] = number
    mark = cover[low[1] : high[1], low[0] : high[0]]
    mark[body > 0.5] = 255 if sprite.cover else 0
