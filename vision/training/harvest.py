"""Cuts a scene into what the two networks learn from, and keeps it in shards on disk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import find as finding
from vision import outline
from vision.faces import CLASSES, HEIGHT, UPSIDE_DOWN, WIDTH, rectify
from vision.find import find
from vision.outline import cut, straightened
from vision.pieces import quarter_turned
from vision.render.table import Lying
from vision.training.scenes import SIDE, Scene, Studio

CROP = 352
"""px of a finder sample's side."""

NONE = CLASSES.index("NONE")
COLUMNS = 9
"""Of a finder sample's card: centre x y, u x y, v x y, kind (see below), back."""

LEARN, LEARN_PLACE, IGNORE = 0, 1, 2
"""Kinds of card in a finder sample: all of it is learnt; all but its direction (O and X on a square tile); nothing
near it counts."""

_SIDEWAYS_TOO = frozenset("OXHINZ")
"""Letters that on a square tile may be read when lying on their side."""

_READ, _FOUND, _TRACE = 0.5, 0.4, 0.12
"""Shares that must be visible: to be read, to be found, and to be held against the finder if it does find it."""


@dataclass(frozen=True)
class FinderSample:
    """`image` uint8 (CROP, CROP, 3), `cards` float32 (n, COLUMNS) in px of it, `cover` uint8 (CROP/4, CROP/4)."""

    image: NDArray[Any]
    cards: NDArray[Any]
    cover: NDArray[Any]


def axes(corners: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Centre, u and v of a quad (4, 2)."""
    q = np.asarray(corners, float)
    return q.mean(0), (q[1] + q[2] - q[0] - q[3]) / 4, (q[2] + q[3] - q[0] - q[1]) / 4


def _rows(things: tuple[Lying, ...]) -> NDArray[Any]:
    rows = []
    for thing in things:
        advert = not thing.face and thing.placed.sprite.size == (58.0, 88.0) and thing.placed.sprite.side is None
        if not (thing.face or advert) or thing.visible < _TRACE:
            continue
        centre, u, v = axes(thing.corners)
        kind = LEARN
        if advert or thing.visible < _FOUND:
            kind = IGNORE
        elif thing.placed.sprite.square and thing.face in ("O", "X"):
            kind = LEARN_PLACE
        rows.append([*centre, *u, *v, kind, float(thing.face == "BACK"), float(thing.placed.sprite.square)])
    return np.array(rows, np.float32).reshape(-1, COLUMNS)


def finder_samples(scene: Scene, rng: np.random.Generator) -> Iterator[FinderSample]:
    """The whole scene at half size, and a part of it at a larger one."""
    every = _rows(scene.things)
    for zoom in (CROP / SIDE, float(rng.uniform(CROP / SIDE, 1.0))):
        part = round(CROP / zoom)
        left, top = (int(rng.integers(0, SIDE - part + 1)) for _ in range(2))
        image = cv2.resize(
            scene.image[top : top + part, left : left + part], (CROP, CROP), interpolation=cv2.INTER_AREA
        )
        cover = cv2.resize(
            scene.cover[top : top + part, left : left + part], (CROP // 4, CROP // 4), interpolation=cv2.INTER_AREA
        )
        cards = every.copy()
        cards[:, :2] = (cards[:, :2] - [left, top]) * (CROP / part)
        cards[:, 2:6] *= CROP / part
        reach = np.hypot(cards[:, 2], cards[:, 3])
        inside = (np.abs(cards[:, :2] - CROP / 2) < CROP / 2 + reach[:, None] * 0.2).all(1)
        yield FinderSample(np.asarray(image, np.uint8), cards[inside], np.asarray(cover, np.uint8))


def _shaken(quad: NDArray[Any], rng: np.random.Generator, rough: float = 1.0) -> NDArray[Any]:
    """The quad as a finder might err: turned, scaled, shifted, sheared."""
    centre, u, v = axes(quad)
    turn = np.deg2rad(np.clip(rng.normal(0, 3.0 * rough), -10, 10))
    grow = 1 + np.clip(rng.normal(0, 0.05 * rough, 2), -0.15, 0.15)
    shift = u * np.clip(rng.normal(0, 0.07 * rough), -0.2, 0.2) + v * np.clip(rng.normal(0, 0.05 * rough), -0.15, 0.15)
    c, s = np.cos(turn), np.sin(turn)
    matrix = np.array([[c, -s], [s, c]])
    base = np.stack([u, v], 1)
    local = np.linalg.solve(base, (quad - centre).T).T * grow + rng.normal(0, 0.02 * rough, (4, 2))
    return ((local @ base.T) @ matrix.T + centre + shift).astype(np.float32)


def _turned(quad: NDArray[Any], quarter: int) -> NDArray[Any]:
    """A box of the same size about the same centre, its axes a quarter turned `quarter` times."""
    if quarter % 2 == 0:
        return np.roll(np.asarray(quad, float), -quarter, axis=0)
    centre, u, v = axes(quad)
    a, b = np.hypot(*u), np.hypot(*v)
    u, v = v / b * a * (1 if quarter == 1 else -1), -u / a * b * (1 if quarter == 1 else -1)
    return np.array([centre - u - v, centre + u - v, centre + u + v, centre - u + v])


def face_crops(scene: Scene, rng: np.random.Generator) -> tuple[NDArray[Any], NDArray[Any]]:
    """Crops of the cards (most of them as a finder would deliver them), and of what is none, with their classes."""
    quads: list[NDArray[Any]] = []
    labels: list[int] = []
    cards = [t for t in scene.things if t.face and t.visible >= 0.25]
    geometry = [axes(t.corners) for t in cards]
    for thing, (centre, u, v) in zip(cards, geometry, strict=True):
        square = thing.placed.sprite.square
        if thing.visible < _READ or np.hypot(*u) < (10 if square else 14):
            continue
        flip = rng.random() < 0.5
        quad = _shaken(
            np.roll(thing.corners, -2, axis=0) if flip else thing.corners,
            rng,
            rough=float(rng.choice([0.5, 1.0, 1.5]) * (1.4 if square else 1.0)),
        )
        quads.append(quad)
        name = thing.face if thing.face == "BACK" else thing.face + (UPSIDE_DOWN if flip else "")
        labels.append(CLASSES.index(name))
        draw = rng.random()
        if draw < 0.07:
            sign = rng.choice([-1, 1])
            quads.append(_shaken(thing.corners + u * sign * rng.uniform(0.85, 1.2) + v * rng.normal(0, 0.1), rng))
            labels.append(_none_unless_card(quads[-1], geometry))
        elif draw < 0.13 and not (square and thing.face in _SIDEWAYS_TOO):
            quads.append(_shaken(_turned(thing.corners, int(rng.choice([1, 3]))), rng))
            labels.append(NONE if thing.face != "BACK" else -1)
        elif draw < 0.16:
            grow = float(rng.choice([0.5, 1.8]))
            quads.append(_shaken(centre + (thing.corners - centre) * grow, rng))
            labels.append(NONE if thing.face != "BACK" or grow > 1 else -1)
    usual = float(np.median([np.hypot(*u) for _, u, _ in geometry])) if geometry else float(rng.uniform(25, 70))
    for thing in scene.things:
        if thing.face or thing.visible < 0.3:
            continue
        for _ in range(4 if thing.placed.sprite.side is not None else 2):
            if rng.random() < 0.6:
                size = thing.placed.sprite.size
                like_card = 1.1 < max(size) / min(size) < 1.8 and rng.random() < 0.7
                if like_card:
                    quad = (
                        _turned(thing.corners, int(rng.choice([0, 2])))
                        if size[1] > size[0]
                        else _turned(np.roll(thing.corners, -1, 0), 0)
                    )
                else:
                    centre, u, v = axes(thing.corners)
                    quad = _anywhere(
                        centre + u * rng.uniform(-0.8, 0.8) + v * rng.uniform(-0.8, 0.8),
                        usual,
                        float(rng.uniform(0, 360)),
                        rng,
                    )
                quads.append(_shaken(quad, rng))
                labels.append(_none_unless_card(quads[-1], geometry))
    for _ in range(3):
        quads.append(_anywhere(rng.uniform(0, SIDE, 2), usual, float(rng.uniform(0, 360)), rng).astype(np.float32))
        labels.append(_none_unless_card(quads[-1], geometry))
    keep = [k for k, label in enumerate(labels) if label >= 0]
    corners = np.array([quads[k] for k in keep], np.float32).reshape(-1, 4, 2)
    return rectify(scene.image, corners), np.array([labels[k] for k in keep], np.int16)


def mined_crops(scene: Scene) -> tuple[NDArray[Any], NDArray[Any]]:
    """Crops just as the finished finder and outline network deliver them, with their classes: their own errors, and
    whatever else they take for a card."""
    cards = [t for t in scene.things if t.face and t.visible >= 0.2]
    geometry = [axes(t.corners) for t in cards]
    boxes: list[NDArray[Any]] = []
    labels: list[int] = []
    found = straightened(scene.image, find(scene.image, SIDE).found)
    for box in (*found, *(quarter_turned(f) for f in found if f.score < 0.7)):
        quad = box.corners
        centre, u, _ = axes(quad)
        apart = [float(np.hypot(*(c - centre)) / np.hypot(*cu)) for c, cu, _ in geometry]
        nearest = int(np.argmin(apart)) if apart else -1
        if nearest >= 0 and apart[nearest] < 0.35:
            label = _label(cards[nearest], geometry[nearest], u)
        elif nearest >= 0 and apart[nearest] < 1.0:
            label = -1
        else:
            label = NONE
        if label >= 0:
            boxes.append(quad)
            labels.append(label)
    return rectify(scene.image, np.array(boxes, np.float32).reshape(-1, 4, 2)), np.array(labels, np.int16)


def _label(card: Lying, geometry: tuple[NDArray[Any], ...], u: NDArray[Any]) -> int:
    """The class of a card as a box whose right is `u` shows it; −1 when that cannot be said."""
    _, cu, cv = geometry
    size = float(np.hypot(*u)) / float(np.sqrt(np.hypot(*cu) * np.hypot(*cv)))
    if card.visible < _READ or not 0.5 < size < 1.8:
        return -1
    if card.face == "BACK":
        return CLASSES.index("BACK")
    along, across = np.linalg.solve(np.array([cu / np.hypot(*cu), cv / np.hypot(*cv)]).T, u / np.hypot(*u))
    if abs(along) > 1.3 * abs(across):
        return CLASSES.index(card.face + ("" if along > 0 else UPSIDE_DOWN))
    if abs(across) > 1.6 * abs(along) and card.face not in _SIDEWAYS_TOO:
        return NONE
    return -1


OUTLINE_SIDE = 112
"""px of an outline crop's side: room to turn and shift the square that the network sees."""


def outline_crops(scene: Scene) -> tuple[NDArray[Any], NDArray[Any]]:
    """Squares uint8 (N, OUTLINE_SIDE, OUTLINE_SIDE, 3) about the scene's cards, as they lie in the picture, and the
    cards' corners (N, 4, 2) in units from the middle (:data:`vision.outline.UNIT` px)."""
    cards = [t.corners for t in scene.things if t.face and t.visible >= _READ]
    if not cards:
        return np.zeros((0, OUTLINE_SIDE, OUTLINE_SIDE, 3), np.uint8), np.zeros((0, 4, 2), np.float32)
    quads = np.array(cards, float)
    centre = quads.mean(axis=1)
    u = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 4
    v = (quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]) / 4
    unit = np.sqrt(np.linalg.norm(u, axis=1) * np.linalg.norm(v, axis=1))
    crops = cut(scene.image, centre, np.zeros(len(quads)), unit, OUTLINE_SIDE)
    return crops, ((quads - centre[:, None]) / unit[:, None, None]).astype(np.float32)


def _anywhere(centre: NDArray[Any], half: float, angle: float, rng: np.random.Generator) -> NDArray[Any]:
    shape = 88 / 58 if rng.random() < 0.65 else 1.0
    half = half * float(np.exp(rng.normal(0, 0.2)))
    c, s = np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))
    u, v = half * np.array([c, s]), half * shape * np.array([-s, c])
    return np.array([centre - u - v, centre + u - v, centre + u + v, centre - u + v])


def _none_unless_card(quad: NDArray[Any], cards: Sequence[tuple[NDArray[Any], ...]]) -> int:
    """NONE, or −1 (not to be used) when the quad lies near enough upon a card to be read as it."""
    centre, u, _ = axes(quad)
    for other, ou, _ov in cards:
        if np.hypot(*(other - centre)) < 0.8 * np.hypot(*ou) and 0.6 < np.hypot(*u) / np.hypot(*ou) < 1.6:
            return -1
    return NONE


def write_shards(
    folder: Path, seed: int, scenes: int, each: int = 40, validation: bool = False, mine: Path | None = None
) -> None:
    """Renders `scenes` scenes and writes them to `folder` in shards of `each`; a shard appears whole or not at all.

    Faces are cut as well where the finder and the outline network of the folder `mine` put them.
    """
    cv2.setNumThreads(1)
    if mine is not None:
        finding.use((mine / "finder.onnx").read_bytes())
        outline.use((mine / "outline.onnx").read_bytes())
    folder.mkdir(parents=True, exist_ok=True)
    studio = Studio(seed, validation)
    rng = np.random.default_rng(seed + 1)
    for start in range(0, scenes, each):
        crops, labels, images, cards, counts, covers = [], [], [], [], [], []
        squares, corners = [], []
        for _ in range(min(each, scenes - start)):
            scene = studio.scene()
            printed, names = face_crops(scene, rng)
            crops.append(printed)
            labels.append(names)
            if mine is not None:
                printed, names = mined_crops(scene)
                crops.append(printed)
                labels.append(names)
            around, quads = outline_crops(scene)
            squares.append(around)
            corners.append(quads)
            for sample in finder_samples(scene, rng):
                images.append(cv2.imencode(".jpg", sample.image, [cv2.IMWRITE_JPEG_QUALITY, 96])[1].ravel())
                cards.append(sample.cards)
                counts.append(len(sample.cards))
                covers.append(sample.cover)
        path = folder / f"{'valid' if validation else 'train'}-{seed:04d}-{start:06d}.npz"
        part = path.with_suffix(".part")
        with part.open("wb") as out:
            np.savez(
                out,
                crops=np.concatenate(crops).reshape(-1, HEIGHT, WIDTH, 3),
                labels=np.concatenate(labels),
                jpegs=np.concatenate(images),
                lengths=np.array([len(i) for i in images]),
                cards=np.concatenate(cards),
                counts=np.array(counts),
                covers=np.stack(covers),
                squares=np.concatenate(squares),
                corners=np.concatenate(corners),
            )
        part.rename(path)
