"""Draws a simulated table: one pack, one table top and one lamp for a whole recording, a picture for each scene."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import Missing
from pi.simulate.scene import CARD_HEIGHT, CARD_WIDTH, WIDTH, Cover, Scene, Spot

Picture = NDArray[np.uint8]

SIZE = (1536, 1152)
"""px of a picture, width and height."""
DISTANCE = 1000.0
"""mm from the camera to the table."""
CARD_MM = 0.3
FINGERS = 25.0
"""mm that the fingertips reach beyond the middle of what a hand lies over."""
ARM = 700.0
"""mm by which the arm is lengthened: it always leaves the picture."""
PAPER, CARDS_SHARE = 235.0, 7
"""How light a card is, and that every so many-th part of a table is cards when the camera's exposure is locked."""
BURNS, MOST_BURNT = 120.0, 0.005
"""Grey levels of glare that leave no letter to be read, and the share of a table that may lie under so much at most."""
TYPES = ("DejaVu", "Liberation", "FreeSans", "FreeSerif", "NotoSans-", "NotoSerif-", "Tinos", "Ubuntu", "texgyre")
"""Files of common typefaces begin so; without any of them the built-in one is drawn."""
TOWARDS = {"S": 90.0, "W": 180.0, "N": 270.0, "E": 0.0}
"""The direction, degrees clockwise, in which an arm leaves the picture towards its seat."""


class Painter:
    """Paints the scenes of one recording, the same for the same seed.

    Raises :class:`engine.errors.Missing` when nothing can be drawn here.
    """

    def __init__(self, seed: int) -> None:
        try:
            from vision.render import hands, light, looks, packs, prints, surfaces, things, typefaces
            from vision.render.camera import Camera
        except ImportError as error:
            raise Missing(f"pictures cannot be drawn: {error}; install it with: pip install pillow") from error
        rng = np.random.default_rng([seed, 1])
        faces = typefaces.installed(TYPES)
        face = faces[int(rng.integers(len(faces)))]
        self._look = looks.random_card_look(rng, face)
        self._draw = packs.draw
        self._cards: dict[str, Any] = {}
        self._camera = Camera(
            SIZE, SIZE[0] / WIDTH * DISTANCE, DISTANCE, float(rng.uniform(0, 5)), float(rng.uniform(0, 360))
        )
        self._texture = surfaces.any_surface(rng)
        self._hand = _long(hands.hand(np.random.default_rng([seed, 2])))
        tips = float(np.flatnonzero((self._hand.art[..., 3] > 127).any(axis=0))[0]) / self._hand.px_per_mm
        self._hand_reach = self._hand.size[0] / 2 - tips - FINGERS
        self._mug = things.mug(np.random.default_rng([seed, 3]), face)
        self._sign = cache(prints.signal_card)
        self._light = light
        self._seed = seed
        self._grounds: dict[Any, Any] = {}
        self._bright: float | None = None
        self._lamp, self._gain, self._glare = self._lit()
        self._noise = np.random.default_rng([seed, 6]).normal(0, 1.8, (SIZE[1], SIZE[0], 3)).astype(np.float32)

    def paint(self, scene: Scene, number: int) -> Picture:
        """Gives the picture of a scene, BGR; ``number`` is the frame's, for its noise."""
        from dataclasses import replace

        from vision.render import table

        dx, dy, turn = scene.camera
        scale = SIZE[0] / WIDTH
        camera = replace(self._camera, shift=(dx * scale, dy * scale), roll_deg=self._camera.roll_deg + turn)
        if scene.camera not in self._grounds:
            self._grounds = {scene.camera: table.spread(self._texture, camera)}
        ground = self._grounds[scene.camera]
        # The same shadows in every picture: the lamp does not wander.
        image = table.compose(ground, list(self._placed(scene)), camera, np.random.default_rng([self._seed, 4])).image
        for cover in scene.covers:
            if cover.kind == "sun":
                image = _sunlit(image, cover)
        image = self._light.cast(image * self._gain + self._glare, deepcopy(self._lamp), self._exposed_by(ground))
        return self._sensed(image * np.float32(scene.light), number)

    def _exposed_by(self, ground: NDArray[Any]) -> float:
        """The exposure is locked, as on a real table, by a table with some cards on it."""
        if self._bright is None:
            table = ground.astype(np.float32)
            table.reshape(-1, 3)[::CARDS_SHARE] = PAPER
            self._bright = self._light.brightness(table * self._gain + self._glare)
        return self._bright

    def _lit(self) -> tuple[Any, Any, Any]:
        """Gives the lamp, and what it makes of each pixel, as a factor and what its glare adds: the same in every
        picture. A lamp that burns out a part of the table is put elsewhere before anybody plays."""
        black = np.zeros((SIZE[1], SIZE[0], 3), np.float32)
        number = 0
        while True:
            lamp = np.random.default_rng([self._seed, 5, number] if number else [self._seed, 5])
            gain = self._light.lit(black + 1, lamp)
            glare = self._light.shone(black, deepcopy(lamp))
            if float((glare.min(axis=2) > BURNS).mean()) <= MOST_BURNT:
                return lamp, self._light.shone(gain, lamp) - glare, glare
            number += 1

    def _sensed(self, image: NDArray[Any], number: int) -> Picture:
        """What a fair camera makes of it: a little blur, and a little noise that is never the same."""
        soft = cv2.GaussianBlur(image.astype(np.float32), (0, 0), 0.7)
        rows, columns = np.random.default_rng([self._seed, 7, number]).integers(0, SIZE[1], 2)
        noise = np.roll(self._noise, (int(rows), int(columns)), (0, 1))
        picture: Picture = np.clip(soft + noise, 0, 255).astype(np.uint8)
        return picture

    def _placed(self, scene: Scene) -> Iterator[Any]:
        from vision.render.table import Placed

        for spot in scene.spots:
            lift = 0.0
            if spot is scene.stock:
                lift = CARD_MM * scene.stock_cards
            yield Placed(self._card(spot), spot.x, spot.y, spot.angle, lift=lift)
        for sign in scene.signs:
            yield Placed(self._sign(sign.number), sign.x, sign.y, sign.angle, role="thing")
        for cover in scene.covers:
            if cover.kind == "mug":
                yield Placed(self._mug, cover.x, cover.y, 30.0, role="thing")
            elif cover.kind == "hand":
                lean = TOWARDS[cover.seat]
                away = np.array([np.cos(np.deg2rad(lean)), np.sin(np.deg2rad(lean))]) * self._hand_reach
                yield Placed(self._hand, cover.x + float(away[0]), cover.y + float(away[1]), lean, role="hand")

    def _card(self, spot: Spot) -> Any:
        if spot.face not in self._cards:
            look = self._look
            if (look.width, look.height) != (CARD_WIDTH, CARD_HEIGHT):
                from dataclasses import replace

                self._look = look = replace(look, width=CARD_WIDTH, height=CARD_HEIGHT)
            self._cards[spot.face] = self._draw(look, spot.face)
        return self._cards[spot.face]


def _long(hand: Any) -> Any:
    """Gives the hand with a longer sleeve: its end is repeated there and back."""
    from dataclasses import replace

    end = hand.art[:, -round(150 * hand.px_per_mm) :]
    more = np.concatenate([end[:, ::-1], end] * round(ARM / 300), axis=1)
    return replace(hand, art=np.concatenate([hand.art, more], axis=1), mips=[])


def _sunlit(image: NDArray[Any], cover: Cover) -> NDArray[Any]:
    """A patch in which everything is burnt out."""
    height, width = image.shape[:2]
    scale = width / WIDTH
    ys, xs = np.mgrid[:height, :width].astype(np.float32)
    away = np.hypot(xs - width / 2 - cover.x * scale, ys - height / 2 - cover.y * scale) / (cover.radius * scale)
    glow = np.clip(1.4 - away, 0, 1)[..., None]
    return np.asarray(image * (1 - 0.6 * glow) + 330.0 * glow)
