"""An endless supply of random tables to learn from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render import hands, layout, light, surfaces, things, typefaces
from vision.render.camera import Camera
from vision.render.looks import PackLook, random_art_look, random_card_look, random_tile_look
from vision.render.packs import draw
from vision.render.sprite import Sprite
from vision.render.table import Lying, Placed, compose, spread

SIDE = 704
"""px of a scene's side."""

HELD_OUT = 9
"""One typeface family in so many is kept out of training, for validation and calibration."""


@dataclass(frozen=True)
class Scene:
    """A finished picture (uint8 BGR) with what lies in it; `cover` 255 under hands and sleeves."""

    image: NDArray[Any]
    things: tuple[Lying, ...]
    cover: NDArray[Any]


class _Pack:
    """A look whose faces are drawn when first asked for."""

    def __init__(self, look: PackLook) -> None:
        self.look = look
        self.drawn: dict[str, Sprite] = {}

    def __call__(self, face: str) -> Sprite:
        if face not in self.drawn:
            self.drawn[face] = draw(self.look, face)
        return self.drawn[face]


class Studio:
    """Keeps typefaces, packs and textures at hand and renews them bit by bit."""

    def __init__(self, seed: int, validation: bool = False, packs: int = 48, textures: int = 32) -> None:
        self.rng = np.random.default_rng(seed)
        every = typefaces.families(typefaces.installed())
        names = [name for k, name in enumerate(every) if (k % HELD_OUT == 4) == validation] or list(every)
        self.families = [every[name] for name in names]
        self.packs = [self._pack() for _ in range(packs)]
        self.textures = [surfaces.any_surface(self.rng) for _ in range(textures)]
        self.shelves: dict[str, list[Sprite]] = {}

    def shelf(self, kind: str) -> Sprite:
        """A thing of a kind, mostly one made before."""
        kept = self.shelves.setdefault(kind, [])
        if len(kept) < 16 or self.rng.random() < 0.06:
            if kind in ("hand", "body"):
                made = (hands.hand if kind == "hand" else hands.body)(self.rng)
            else:
                made = (things.UNDER | things.OVER | things.STRANGE)[kind](self.rng, self._face())
            if len(kept) >= 60:
                kept.pop(0)
            kept.append(made)
            return made
        return kept[int(self.rng.integers(len(kept)))]

    def _face(self) -> typefaces.Typeface:
        family = self.families[int(self.rng.integers(len(self.families)))]
        upright = [f for f in family if "ital" not in f.path.lower() and "obli" not in f.path.lower()]
        chosen = upright if upright and self.rng.random() < 0.85 else list(family)
        return chosen[int(self.rng.integers(len(chosen)))]

    def _pack(self) -> _Pack:
        kind = self.rng.random()
        make = random_card_look if kind < 0.58 else random_art_look if kind < 0.74 else random_tile_look
        return _Pack(make(self.rng, self._face()))

    def _pick(self, square: bool | None) -> _Pack:
        fit = [p for p in self.packs if square is None or p.look.square == square]
        if not fit:
            fit = [_Pack((random_tile_look if square else random_card_look)(self.rng, self._face()))]
        return fit[int(self.rng.integers(len(fit)))]

    def scene(self) -> Scene:
        """A new table."""
        rng = self.rng
        if rng.random() < 0.3:
            self.packs[int(rng.integers(len(self.packs)))] = self._pack()
        if rng.random() < 0.08:
            self.textures[int(rng.integers(len(self.textures)))] = surfaces.any_surface(rng)
        texture = self.textures[int(rng.integers(len(self.textures)))]
        if rng.random() < 0.5:
            texture = np.rot90(texture, int(rng.integers(4)))
        if rng.random() < 0.4:
            texture = np.clip(texture * np.exp(rng.normal(0, 0.25, 3)), 0, 255).astype(np.uint8)
        texture = np.ascontiguousarray(texture)
        kind = rng.choice(["cards", "tiles", "board", "strangers", "bare"], p=[0.53, 0.2, 0.12, 0.12, 0.03])
        square = kind in ("tiles", "board")
        pack = self._pick(square)
        size = (pack.look.width, pack.look.height)
        wide = (
            float(np.exp(rng.uniform(np.log(40), np.log(170))))
            if not square
            else float(np.exp(rng.uniform(np.log(32), np.log(120))))
        )
        scale = wide / (size[0] if square or kind == "cards" else 58.0)
        if kind == "strangers":
            scale = float(np.exp(rng.uniform(np.log(1.0), np.log(3.6))))
        focal = SIDE * float(rng.uniform(0.9, 1.8))
        camera = Camera(
            (SIDE, SIDE),
            focal,
            focal / scale,
            float(
                rng.choice([0.0, rng.uniform(0, 14), rng.uniform(0, 36), rng.uniform(30, 58)], p=[0.2, 0.25, 0.3, 0.25])
            ),
            float(rng.uniform(0, 360)),
            float(rng.uniform(0, 360)),
            (float(rng.normal(0, 120)), float(rng.normal(0, 120))),
        )
        reach = SIDE / scale * 0.56
        laid: list[Placed]
        if kind == "cards":
            laid = layout.card_table(rng, pack, self.shelf, reach, size)
        elif kind == "tiles":
            laid = layout.scattered(rng, pack, self.shelf, reach, size)
        elif kind == "board":
            texture = surfaces.board(rng, size[0])
            pitch = (size[0] + 1.0) if rng.random() < 0.7 else size[0] * float(rng.uniform(1.0, 1.2))
            laid = layout.crossed(rng, pack, reach, size, pitch)
        elif kind == "strangers":
            laid = layout.strangers(rng, self.shelf, reach)
        else:
            laid = layout.over(rng, self.shelf, [], reach)
        if rng.random() < 0.38:
            laid = laid + layout.reaching(rng, self.shelf, reach)
        edge = beyond = None
        if rng.random() < 0.22:
            at = rng.uniform(-1, 1, 2) * reach
            turn = float(np.arctan2(at[1], at[0])) + np.pi / 2 + float(rng.normal(0, 0.3))
            edge = np.array([at, at + np.array([np.cos(turn), np.sin(turn)])])
            beyond = self.textures[int(rng.integers(len(self.textures)))]
        ground = spread(texture, camera, edge, beyond)
        picture = compose(ground, laid, camera, rng)
        image = light.lit(picture.image, rng)
        if rng.random() < 0.45:
            image = light.shone(image, rng)
        image = light.cast(image, rng)
        sharp = float(np.clip(wide / 80, 0.55, 1.5))
        return Scene(light.sensed(image, rng, sharp), picture.things, picture.cover)


def view(scene: Scene) -> NDArray[Any]:
    """The scene with its truth drawn in, to look at."""
    image = scene.image.copy()
    image[scene.cover > 0, 2] = 255
    for thing in scene.things:
        if thing.face:
            quad = np.round(thing.corners).astype(np.int32)
            cv2.polylines(image, [quad], True, (0, 255, 0) if thing.visible >= 0.6 else (0, 160, 255), 1, cv2.LINE_AA)
            cv2.circle(image, tuple(int(v) for v in quad[0]), 3, (255, 0, 0), -1)
    return image
