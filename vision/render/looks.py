"""How a pack of letter cards or tiles is printed: every choice in one frozen value."""

from __future__ import annotations

import string
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.typefaces import Typeface

LETTERS = string.ascii_uppercase
MASTERS = ("sun", "star", "word", "star+word", "rosette", "crown", "rings", "seal", "big-star", "diamond")
CORNERS = ("none", "letter", "value", "letter+value", "letter+red", "red")
BACKS = ("dots", "zigzag", "lattice", "diamonds", "flowers", "weave", "plain", "scales")
VALUES = dict(
    zip(LETTERS, (10, 2, 8, 6, 10, 2, 4, 8, 10, 6, 8, 8, 8, 8, 8, 8, 4, 8, 8, 8, 8, 6, 8, 2, 4, 2), strict=True)
) | {"MASTER": 15}
"""The English pack's values, printed in the corners."""
Rng = np.random.Generator
Colour = tuple[float, float, float]
Bgr = NDArray[Any]


@dataclass(frozen=True)
class PackLook:
    """One printing of a pack: lengths in mm, colours BGR 0..255.

    `kind` is card, art (patterned border), tile or wood."""

    face: Typeface
    kind: str = "card"
    width: float = 58.0
    height: float = 88.0
    cap: float = 40.0
    thickness: float = 0.3
    radius: float = 3.0
    border: str = "thin"
    border_inset: float = 2.6
    corner: str = "letter+value"
    corner_size: float = 5.5
    paper: Colour = (232, 238, 242)
    ink: Colour = (25, 22, 22)
    red: Colour = (40, 35, 190)
    stretch: float = 1.0
    weight: float = 0.0
    """Ink spread (+) or loss (−) in mm."""
    hand: float = 0.0
    """How far hand lettering strays, in mm."""
    worn: float = 0.2
    master: str = "sun"
    back: str = "lattice"
    back_colour: Colour = (60, 40, 160)
    back_margin: float = 4.0
    seed: int = 0

    @property
    def square(self) -> bool:
        """Whether the pieces are tiles rather than cards."""
        return self.height < 1.25 * self.width

    @property
    def px_per_mm(self) -> float:
        """The scale the faces are drawn at."""
        return 3.0 if not self.square else 100.0 / self.width


def random_card_look(rng: Rng, face: Typeface) -> PackLook:
    """A pack of cards of any age and printer."""
    paper = np.array([rng.uniform(205, 250)] * 3) * np.array([rng.uniform(0.72, 1.0), rng.uniform(0.9, 1.0), 1.0])
    if rng.random() < 0.45:
        paper = np.array([rng.uniform(225, 252)] * 3) + rng.normal(0, 2, 3)
    inks: list[Colour] = [
        (24, 22, 22),
        (40, 40, 42),
        (28, 30, 70),
        (90, 45, 25),
        (45, 60, 20),
        (30, 25, 110),
        (60, 50, 45),
        (20, 20, 60),
    ]
    ink = np.array(inks[int(rng.choice(8, p=[0.34, 0.1, 0.14, 0.16, 0.07, 0.07, 0.06, 0.06]))]) * rng.uniform(0.6, 1.3)
    big = rng.random() < 0.85
    return PackLook(
        face=face,
        width=float(rng.uniform(56, 60)) if rng.random() < 0.4 else 58.0,
        height=float(rng.uniform(86, 90)) if rng.random() < 0.4 else 88.0,
        cap=float(rng.uniform(34, 45) if big else rng.uniform(24, 36)),
        radius=float(rng.choice([0.5, 2, 3, 3.5, 5])),
        border=str(rng.choice(["none", "thin", "double", "thick"], p=[0.4, 0.35, 0.15, 0.1])),
        border_inset=float(rng.uniform(1.5, 4)),
        corner=str(rng.choice(CORNERS, p=[0.08, 0.2, 0.2, 0.22, 0.22, 0.08])),
        corner_size=float(rng.uniform(4, 8)),
        paper=triple(paper),
        ink=triple(ink),
        red=(float(rng.uniform(20, 90)), float(rng.uniform(20, 80)), float(rng.uniform(130, 225))),
        stretch=float(np.exp(rng.normal(0, 0.1))),
        weight=float(rng.normal(0, 0.35)),
        hand=float(rng.uniform(0.5, 1.6)) if rng.random() < 0.1 else 0.0,
        worn=float(rng.beta(1.2, 2.5)),
        master=str(rng.choice(MASTERS, p=[0.14, 0.08, 0.22, 0.14, 0.08, 0.07, 0.06, 0.08, 0.07, 0.06])),
        back=str(rng.choice(BACKS)),
        back_colour=triple(back_colour(rng)),
        back_margin=float(rng.uniform(0, 6)),
        seed=int(rng.integers(1 << 30)),
    )


def random_art_look(rng: Rng, face: Typeface) -> PackLook:
    """Modern letter cards: patterned border, a smaller letter in a white middle, small index letters."""
    look = random_card_look(rng, face)
    return replace(
        look,
        kind="art",
        cap=float(rng.uniform(15, 27)),
        width=float(rng.uniform(56, 64)),
        paper=triple(np.array([rng.uniform(225, 255)] * 3)),
        ink=triple(np.array([rng.uniform(30, 130), rng.uniform(20, 70), rng.uniform(20, 70)])),
        corner=str(rng.choice(["letter", "none", "letter+value"])),
        corner_size=float(rng.uniform(3.5, 6)),
        worn=float(rng.uniform(0, 0.25)),
    )


def random_tile_look(rng: Rng, face: Typeface) -> PackLook:
    """Plastic or wooden tiles: square or nearly so, thick, with a bold letter and perhaps a small number."""
    wooden = rng.random() < 0.42
    width = float(rng.uniform(17, 25))
    if wooden:
        hsv = np.array([[[rng.uniform(4, 22), rng.uniform(40, 170), rng.uniform(70, 235)]]], np.uint8)
        paper = triple(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(float))
    else:
        paper = triple(
            np.array([rng.uniform(205, 250)] * 3) * np.array([rng.uniform(0.75, 1), rng.uniform(0.92, 1), 1])
        )
    light_ink = sum(paper) < 330 and rng.random() < 0.4
    return PackLook(
        face=face,
        kind="wood" if wooden else "tile",
        width=width,
        height=width * float(rng.choice([1.0, 1.0, rng.uniform(1.0, 1.15)])),
        cap=width * float(rng.uniform(0.46, 0.72)),
        thickness=width * float(rng.uniform(0.15, 0.42)),
        radius=width * float(rng.uniform(0.03, 0.22)),
        border="none" if rng.random() < 0.85 else "thin",
        border_inset=width * 0.06,
        corner="subscript" if rng.random() < (0.75 if wooden else 0.25) else "none",
        corner_size=width * float(rng.uniform(0.13, 0.24)),
        paper=paper,
        ink=(215.0, 230.0, 235.0) if light_ink else triple(np.array([25, 22, 22]) * rng.uniform(0.5, 2.2)),
        stretch=float(np.exp(rng.normal(0, 0.08))),
        weight=float(rng.normal(0.1, 0.25)) * width / 58,
        worn=float(rng.beta(1.2, 4)),
        back="plain",
        back_colour=paper,
        back_margin=0.0,
        seed=int(rng.integers(1 << 30)),
    )


def back_colour(rng: Rng) -> NDArray[Any]:
    """Draws a colour such as backs are printed in: BGR, 0..255."""
    hue = rng.choice(
        [rng.uniform(0, 8), rng.uniform(100, 125), rng.uniform(135, 165), rng.uniform(45, 80), rng.uniform(5, 20)]
    )
    hsv = np.array([[[hue, rng.uniform(90, 220), rng.uniform(80, 200)]]], np.uint8)
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(float)


def triple(values: NDArray[Any]) -> Colour:
    """Gives a colour as three numbers, each brought into 0..255."""
    return tuple(float(np.clip(v, 0, 255)) for v in values)  # type: ignore[return-value]
