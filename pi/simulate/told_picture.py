"""Draws the table of a game whose acts are told: rows of tablets, letter cards or picture cards before the seats and in
the middle, all with one pack, one table top and one lamp."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import BadSettings, Missing
from engine.games.staging import MIDDLE
from pi.simulate.picture import TOWARDS, TYPES
from pi.simulate.scene import FACING

Picture = NDArray[np.uint8]

DISTANCE = 900.0
"""mm from the camera to the table."""
TILE_MM, TILE_CAP_MM = 22.0, 13.0
RIM_MM, GAP_MM = 8.0, 12.0
"""Between a table's edge and what lies next to it, and between two columns."""
REACH = 0.4
"""How far, in its own lengths, the middle of a hand is from the middle of the table."""
MIDDLE_SHARE = 0.46
"""How much of the table's width and depth is its middle."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where rows lie on a table of ``size`` mm: from each seat's edge inwards in at most ``lines``, then in columns
    side by side; in the middle in a grid. ``pitch`` is the distance of neighbours in a row, and of rows; ``middle``
    that of what lies in the middle; ``most`` pieces make a row. ``px`` is the picture's width and height."""

    size: tuple[float, float]
    px: tuple[int, int]
    piece: tuple[float, float]
    pitch: tuple[float, float]
    middle: float
    lines: int
    most: int

    def spots(self, lies: Mapping[str, Sequence[Sequence[str]]]) -> Iterator[tuple[str, float, float, float]]:
        """Yields the face, x, y and turn (degrees clockwise) of each piece. Raises :class:`BadSettings` when there is
        no room."""
        for seat, rows in lies.items():
            if seat == MIDDLE:
                yield from self._in_the_middle([face for row in rows for face in row])
            else:
                yield from self._before(
                    seat, [row[at : at + self.most] for row in rows for at in range(0, len(row), self.most)]
                )

    def _before(self, seat: str, rows: Sequence[Sequence[str]]) -> Iterator[tuple[str, float, float, float]]:
        depth, breadth = self.size[::-1] if seat in "NS" else self.size
        column = max((len(row) for row in rows), default=1) * self.pitch[0] + GAP_MM
        columns = -(-len(rows) // self.lines)
        inner = self.size[0] - 2 * (RIM_MM + self.piece[1] + (self.lines - 1) * self.pitch[1])
        if columns * column > (inner if seat in "NS" else breadth):
            raise BadSettings("there is no room on the table for so much before one player; try another seed")
        turn = radians(FACING[seat])
        for number, row in enumerate(rows):
            across = (number // self.lines - (columns - 1) / 2) * column
            y = depth / 2 - RIM_MM - self.piece[1] / 2 - number % self.lines * self.pitch[1]
            for place, face in enumerate(row):
                x = across + (place - (len(row) - 1) / 2) * self.pitch[0]
                yield face, x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn), FACING[seat]

    def _in_the_middle(self, faces: Sequence[str]) -> Iterator[tuple[str, float, float, float]]:
        a_line = max(1, int(MIDDLE_SHARE * self.size[0] / self.middle))
        lines = -(-len(faces) // a_line)
        step = max(self.middle, self.piece[1] + 8)
        if lines * step > MIDDLE_SHARE * self.size[1]:
            raise BadSettings("there is no room in the middle of the table for so much; try another seed")
        for number, face in enumerate(faces):
            x = (number % a_line - (a_line - 1) / 2) * self.middle
            yield face, x, (number // a_line - (lines - 1) / 2) * step, 0.0


TILES = Layout((800.0, 600.0), (2000, 1500), (TILE_MM, TILE_MM), (24.0, 33.0), 36.0, lines=5, most=12)
CARDS = Layout((1000.0, 750.0), (2600, 1950), (57.0, 89.0), (62.0, 95.0), 72.0, lines=2, most=9)


class TablePainter:
    """Paints the tables of one recording, the same for the same seed.

    Raises :class:`engine.errors.Missing` when nothing can be drawn here.
    """

    def __init__(self, seed: int, pack: str) -> None:
        from pi.captioned import captions_of

        try:
            from vision.render import hands, looks, surfaces, typefaces
            from vision.render.camera import Camera
            from vision.render.table import spread
        except ImportError as error:
            raise Missing(f"pictures cannot be drawn: {error}; install it with: pip install pillow") from error
        rng = np.random.default_rng([seed, 1])
        self._seed, self._faces = seed, typefaces.installed(TYPES)
        self._captions = captions_of(pack)
        self.layout = TILES if self._captions is None else CARDS
        self._look = looks.PackLook(
            face=self._faces[int(rng.integers(len(self._faces)))], kind="tile", width=TILE_MM, height=TILE_MM,
            cap=TILE_CAP_MM, corner="none", radius=2.0, border="none", worn=0.05, weight=0.3, thickness=3.0,
        )  # fmt: skip
        self._camera = Camera(self.layout.px, self.layout.px[0] / self.layout.size[0] * DISTANCE, DISTANCE)
        self._ground = spread(surfaces.felt(rng), self._camera)
        self._hand = hands.hand(np.random.default_rng([seed, 2]))
        width, height = self.layout.px
        self._noise = np.random.default_rng([seed, 6]).normal(0, 1.8, (height, width, 3)).astype(np.float32)
        self._pieces: dict[str, Any] = {}

    def paint(self, scene: Mapping[str, Sequence[Sequence[str]]], number: int, hand: str | None = None) -> Picture:
        """Gives the picture of what lies there, BGR; ``number`` is the frame's, for its noise, and ``hand`` the seat
        whose hand is over the table."""
        from vision.render.table import Placed, compose

        things = [Placed(self._piece(face), x, y, turn) for face, x, y, turn in self.layout.spots(scene)]
        if hand is not None:
            turn = TOWARDS[hand]
            x, y = (REACH * self._hand.size[0] * part for part in (cos(radians(turn)), sin(radians(turn))))
            things.append(Placed(self._hand, x, y, turn, role="hand"))
        image = compose(self._ground, things, self._camera, np.random.default_rng([self._seed, 4])).image
        rows, columns = np.random.default_rng([self._seed, 7, number]).integers(0, self.layout.px[1], 2)
        noise = np.roll(self._noise, (int(rows), int(columns)), (0, 1))
        return np.asarray(np.clip(cv2.GaussianBlur(image, (0, 0), 0.7) + noise, 0, 255), np.uint8)

    def _piece(self, face: str) -> Any:
        if face not in self._pieces:
            self._pieces[face] = self._drawn(face)
        return self._pieces[face]

    def _drawn(self, face: str) -> Any:
        from vision.render import packs, pictured

        if self._captions is None:
            return packs.draw(self._look, face)
        card = self._captions.card(face)
        if card is None:
            raise BadSettings(f"the pack {self._captions.name} has no card {face}")
        return pictured.sprite(card, self._look.face)
