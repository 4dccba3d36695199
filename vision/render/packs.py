"""How a pack of letter cards or tiles is printed: every choice in one frozen value, and the drawing of each face."""

from __future__ import annotations

import string
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render import noise
from vision.render.sprite import Sprite, rounded, with_alpha
from vision.render.typefaces import Typeface, glyph

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
        paper=_triple(paper),
        ink=_triple(ink),
        red=(float(rng.uniform(20, 90)), float(rng.uniform(20, 80)), float(rng.uniform(130, 225))),
        stretch=float(np.exp(rng.normal(0, 0.1))),
        weight=float(rng.normal(0, 0.35)),
        hand=float(rng.uniform(0.5, 1.6)) if rng.random() < 0.1 else 0.0,
        worn=float(rng.beta(1.2, 2.5)),
        master=str(rng.choice(MASTERS, p=[0.14, 0.08, 0.22, 0.14, 0.08, 0.07, 0.06, 0.08, 0.07, 0.06])),
        back=str(rng.choice(BACKS)),
        back_colour=_triple(_back_colour(rng)),
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
        paper=_triple(np.array([rng.uniform(225, 255)] * 3)),
        ink=_triple(np.array([rng.uniform(30, 130), rng.uniform(20, 70), rng.uniform(20, 70)])),
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
        paper = _triple(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(float))
    else:
        paper = _triple(
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
        ink=(215.0, 230.0, 235.0) if light_ink else _triple(np.array([25, 22, 22]) * rng.uniform(0.5, 2.2)),
        stretch=float(np.exp(rng.normal(0, 0.08))),
        weight=float(rng.normal(0.1, 0.25)) * width / 58,
        worn=float(rng.beta(1.2, 4)),
        back="plain",
        back_colour=paper,
        back_margin=0.0,
        seed=int(rng.integers(1 << 30)),
    )


def _back_colour(rng: Rng) -> NDArray[Any]:
    hue = rng.choice(
        [rng.uniform(0, 8), rng.uniform(100, 125), rng.uniform(135, 165), rng.uniform(45, 80), rng.uniform(5, 20)]
    )
    hsv = np.array([[[hue, rng.uniform(90, 220), rng.uniform(80, 200)]]], np.uint8)
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(float)


def _triple(values: NDArray[Any]) -> Colour:
    return tuple(float(np.clip(v, 0, 255)) for v in values)  # type: ignore[return-value]


def draw(look: PackLook, face: str) -> Sprite:
    """One face of the pack: a letter, MASTER or BACK. The same look and face always give the same sprite."""
    rng = np.random.default_rng([look.seed, *face.encode()])
    s = look.px_per_mm
    shape = (round(look.height * s), round(look.width * s))
    bgr = np.empty((*shape, 3), np.float32)
    bgr[:] = look.paper
    if face == "BACK":
        _back(bgr, look, rng)
    else:
        if look.kind == "art":
            _art_border(bgr, look)
        if look.kind == "wood":
            _wood_grain(bgr, rng)
        _print(bgr, look, face, rng)
    if look.worn > 0:
        _wear(bgr, look, rng)
    art = with_alpha(np.clip(bgr, 0, 255).astype(np.uint8), rounded(shape, look.radius * s))
    thick = look.thickness > 1
    if thick:
        _bevel(art, s, look, rng)
    wall = _triple(np.array(look.paper) * 0.72) if thick else None
    return Sprite(art, s, look.thickness, face, square=look.square, side=wall)


def _fitted(look: PackLook, letter: str, cap: float, widest: float, rng: Rng) -> tuple[NDArray[Any], float]:
    """The letter's ink 0..1 with capitals `cap` px high, and how far its top stands above the capitals' top, in px."""
    size = 120
    flat = glyph(look.face, "H", size)
    ink = glyph(look.face, letter, size)
    if flat.size == 0 or ink.size == 0:
        return np.zeros((1, 1), np.float32), 0.0
    scale = cap / flat.shape[0]
    width, height = ink.shape[1] * scale * look.stretch, ink.shape[0] * scale
    if width > widest:
        width = widest
    if height > 1.45 * cap:
        width, height = width * 1.45 * cap / height, 1.45 * cap
    pad = 6
    target = (max(2, round(width)), max(2, round(height)))
    small = cv2.resize(ink, target, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    small = cv2.copyMakeBorder(small, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=(0,))
    if look.hand > 0:
        small = noise.warped(small, rng, look.hand * look.px_per_mm, 32)
    spread = look.weight * look.px_per_mm * cap / (look.cap * look.px_per_mm)
    if abs(spread) > 0.2:
        soft = cv2.GaussianBlur(small.astype(np.float32), (0, 0), abs(spread) + 0.5)
        level = 128 - np.clip(spread * 30, -70, 70)
        mask = np.clip((soft - level) / 60 + 0.5, 0, 1)
    else:
        mask = small.astype(np.float32) / 255
    return mask.astype(np.float32), float(pad)


def _stamp(bgr: NDArray[Any], mask: NDArray[Any], x: float, y: float, colour: Colour) -> None:
    """Prints the mask with its upper-left corner at (x, y), cut at the edges."""
    left, top = round(x), round(y)
    height, width = bgr.shape[:2]
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + mask.shape[1], width), min(top + mask.shape[0], height)
    if x1 <= x0 or y1 <= y0:
        return
    part = mask[y0 - top : y1 - top, x0 - left : x1 - left, None]
    bgr[y0:y1, x0:x1] += (np.array(colour, np.float32) - bgr[y0:y1, x0:x1]) * part


def _print(bgr: NDArray[Any], look: PackLook, face: str, rng: Rng) -> None:
    s = look.px_per_mm
    height, width = bgr.shape[:2]
    ink = look.ink
    if look.border != "none":
        inset = round(look.border_inset * s)
        line = (inset, inset), (width - 1 - inset, height - 1 - inset)
        cv2.rectangle(bgr, *line, ink, 3 if look.border == "thick" else 1, cv2.LINE_AA)
        if look.border == "double":
            inner = inset + 4
            cv2.rectangle(bgr, (inner, inner), (width - 1 - inner, height - 1 - inner), ink, 1, cv2.LINE_AA)
    if face == "MASTER":
        _master(bgr, look)
    else:
        cap = look.cap * s
        mask, pad = _fitted(look, face, cap, width * 0.84, rng)
        x = (width - mask.shape[1]) / 2 + rng.normal(0, 0.3) * s * look.width / 58
        tall = mask.shape[0] - 2 * pad
        y = (height - cap) / 2 - pad if tall <= 1.45 * cap else (height - mask.shape[0]) / 2
        if face in "J" and tall > 1.1 * cap:
            y -= (tall - cap) * 0.3
        if look.corner == "subscript":
            x -= width * 0.05
            y -= height * 0.03
        _stamp(bgr, mask, x, y, ink)
    _corners(bgr, look, face, rng)


def _corners(bgr: NDArray[Any], look: PackLook, face: str, rng: Rng) -> None:
    s = look.px_per_mm
    height, width = bgr.shape[:2]
    letter, value = ("M" if face == "MASTER" else face), str(VALUES[face])
    if look.corner == "none" or (face == "MASTER" and look.kind != "card"):
        return
    if look.corner == "subscript":
        mask = _words(look, str(int(rng.integers(1, 11))), look.corner_size * s)
        _stamp(bgr, mask, width * 0.9 - mask.shape[1], height * 0.92 - mask.shape[0], look.ink)
        return
    marks: list[tuple[str, Colour]] = []
    if "letter" in look.corner:
        marks.append((letter, look.ink))
    if "value" in look.corner:
        marks.append((value, look.ink))
    if "red" in look.corner:
        marks.append((value, look.red))
    size = look.corner_size * s
    inset = (look.border_inset + 1.4) * s if look.border != "none" else 3.2 * s
    for _ in range(2):
        y = inset
        for text, colour in marks:
            mask = _words(look, text, size)
            _stamp(bgr, mask, inset + max(0.0, (size * 0.7 - mask.shape[1]) / 2), y, colour)
            y += size * 1.25
        bgr[:] = bgr[::-1, ::-1].copy()


def _words(look: PackLook, text: str, cap: float, widest: float = 1e9) -> NDArray[Any]:
    ink = glyph(look.face, text, 64)
    flat = glyph(look.face, "H", 64)
    if ink.size == 0 or flat.size == 0:
        return np.zeros((1, 1), np.float32)
    scale = cap / flat.shape[0]
    width = min(ink.shape[1] * scale, widest)
    return (
        cv2.resize(
            ink, (max(1, round(width)), max(1, round(ink.shape[0] * scale))), interpolation=cv2.INTER_AREA
        ).astype(np.float32)
        / 255
    )


def _star(points: int, outer: float, inner: float, at: tuple[float, float], turn: float = -np.pi / 2) -> NDArray[Any]:
    angles = turn + np.pi * np.arange(2 * points) / points
    radii = np.where(np.arange(2 * points) % 2 == 0, outer, inner)
    return np.round(16 * np.stack([at[0] + radii * np.cos(angles), at[1] + radii * np.sin(angles)], 1)).astype(np.int32)


def _master(bgr: NDArray[Any], look: PackLook) -> None:
    """The Master's design: an ornament, a word, or both."""
    rng = np.random.default_rng(look.seed + 1)
    s = look.px_per_mm
    height, width = bgr.shape[:2]
    x, y = width / 2, height / 2
    size = width * rng.uniform(0.12, 0.34)
    ink = look.ink if rng.random() < 0.75 else look.red
    mask = np.zeros((height, width), np.uint8)
    kind = look.master

    def disc(radius: float, level: int, cx: float = x, cy: float = y, thick: int = -1) -> None:
        cv2.circle(mask, (round(16 * cx), round(16 * cy)), max(1, round(16 * radius)), level, thick, cv2.LINE_AA, 4)

    if kind in ("star", "star+word", "big-star"):
        outer = size * (1.4 if kind == "big-star" else 0.8)
        points = int(rng.choice([4, 5, 5, 5, 6, 8]))
        cv2.fillPoly(mask, [_star(points, outer, outer * rng.uniform(0.36, 0.55), (x, y))], 255, cv2.LINE_AA, 4)
        if kind == "big-star" and rng.random() < 0.4:
            disc(outer * 0.3, 0)
    elif kind == "sun":
        rays = int(rng.integers(8, 17))
        cv2.fillPoly(mask, [_star(rays, size, size * 0.62, (x, y))], 255, cv2.LINE_AA, 4)
        disc(size * 0.5, 0)
        disc(size * 0.36, 255, thick=max(1, round(size * 0.1)))
        disc(size * 0.14, 255)
    elif kind == "rosette":
        petals = int(rng.integers(5, 12))
        for k in range(petals):
            turn = 2 * np.pi * k / petals
            at = (x + size * 0.55 * np.cos(turn), y + size * 0.55 * np.sin(turn))
            cv2.ellipse(
                mask,
                (round(at[0]), round(at[1])),
                (round(size * 0.42), round(size * 0.18)),
                np.degrees(turn),
                0,
                360,
                255,
                -1,
                cv2.LINE_AA,
            )
        disc(size * 0.22, 0)
        disc(size * 0.14, 255)
    elif kind == "crown":
        points = np.array(
            [[-1, 0.6], [-1, -0.5], [-0.5, 0.1], [0, -0.8], [0.5, 0.1], [1, -0.5], [1, 0.6]]
        ) * size * 0.9 + [x, y]
        cv2.fillPoly(mask, [np.round(16 * points).astype(np.int32)], 255, cv2.LINE_AA, 4)
        cv2.rectangle(
            mask,
            (round(x - size * 0.9), round(y + size * 0.35)),
            (round(x + size * 0.9), round(y + size * 0.45)),
            0,
            -1,
        )
    elif kind == "rings":
        for k in range(int(rng.integers(2, 5))):
            disc(size * (1.2 - 0.3 * k), 255, thick=max(1, round(size * 0.08)))
        cv2.fillPoly(mask, [_star(8, size * 0.6, size * 0.2, (x, y))], 255, cv2.LINE_AA, 4)
    elif kind == "seal":
        disc(size * 1.2, 255)
        disc(size * 1.05, 0, thick=max(1, round(size * 0.06)))
        word = _words(
            look,
            "M" if rng.random() < 0.3 else str(rng.choice(["LEXICON", "MASTER", "JOKER", "L"])),
            size * 0.4,
            size * 1.8,
        )
        grown = (word * 255).astype(np.uint8)
        top, left = round(y - grown.shape[0] / 2), round(x - grown.shape[1] / 2)
        mask[top : top + grown.shape[0], left : left + grown.shape[1]] = np.minimum(
            mask[top : top + grown.shape[0], left : left + grown.shape[1]], 255 - grown
        )
    elif kind == "diamond":
        points = np.array([[0, -1.5], [1, 0], [0, 1.5], [-1, 0]]) * size
        cv2.fillPoly(mask, [np.round(16 * (points + np.array([x, y]))).astype(np.int32)], 255, cv2.LINE_AA, 4)
        cv2.fillPoly(mask, [np.round(16 * (points * 0.72 + [x, y])).astype(np.int32)], 0, cv2.LINE_AA, 4)
        cv2.fillPoly(mask, [np.round(16 * (points * 0.4 + [x, y])).astype(np.int32)], 255, cv2.LINE_AA, 4)
    _stamp(bgr, mask.astype(np.float32) / 255, 0, 0, ink)
    if "word" in kind:
        text = str(rng.choice(["MASTER", "MASTER", "MASTER", "JOKER", "Master", "MAITRESSE"]))
        cap = s * rng.uniform(3, 9)
        word = _words(look, text, cap, width * 0.84)
        down = 0.0 if kind == "word" else size * rng.uniform(1.0, 1.5)
        _stamp(bgr, word, (width - word.shape[1]) / 2, y - word.shape[0] / 2 + down, look.ink)
        if kind == "word" and rng.random() < 0.3:
            cv2.line(
                bgr,
                (round(width * 0.25), round(y + cap)),
                (round(width * 0.75), round(y + cap)),
                look.ink,
                1,
                cv2.LINE_AA,
            )


def _art_border(bgr: NDArray[Any], look: PackLook) -> None:
    """Facets, bands or blobs of pale colour about a white middle."""
    rng = np.random.default_rng(look.seed + 2)
    height, width = bgr.shape[:2]
    tint = _back_colour(rng)
    kind = rng.choice(["facets", "band", "blobs", "frame"])
    if kind == "facets":
        for _ in range(90):
            at = rng.uniform(0, 1, 2) * [width, height]
            points = at + rng.normal(0, width * 0.12, (3, 2))
            pale = np.array(look.paper) + (tint - np.array(look.paper)) * rng.uniform(0.05, 0.6)
            cv2.fillPoly(bgr, [np.round(points).astype(np.int32)], pale.tolist(), cv2.LINE_AA)
    elif kind == "band":
        bgr[:] = np.array(look.paper) + (tint - np.array(look.paper)) * rng.uniform(0.2, 0.9)
    elif kind == "blobs":
        field = noise.clouds(rng, (height, width), 64)[..., None] > 0.2
        bgr[:] = np.where(field, np.array(look.paper) + (tint - np.array(look.paper)) * 0.5, bgr)
    else:
        cv2.rectangle(bgr, (0, 0), (width, height), tint.tolist(), round(width * rng.uniform(0.05, 0.16)))
    middle = np.zeros((height, width), np.float32)
    radius = (width * rng.uniform(0.3, 0.45), height * rng.uniform(0.26, 0.4))
    sides = int(rng.choice([4, 6, 8, 10, 40]))
    turn = rng.uniform(0, np.pi)
    angles = turn + 2 * np.pi * np.arange(sides) / sides
    wobble = rng.uniform(0.88, 1.08, sides)
    points = np.stack(
        [width / 2 + radius[0] * wobble * np.cos(angles), height / 2 + radius[1] * wobble * np.sin(angles)], 1
    )
    cv2.fillPoly(middle, [np.round(points).astype(np.int32)], 1.0, cv2.LINE_AA)
    _stamp(bgr, middle, 0, 0, look.paper)


def _wood_grain(bgr: NDArray[Any], rng: Rng) -> None:
    height, width = bgr.shape[:2]
    thin = noise.clouds(rng, (height, max(8, width // 12)), 16)
    bgr *= 1 + 0.06 * cv2.resize(thin, (width, height))[..., None]


def _bevel(art: NDArray[Any], s: float, look: PackLook, rng: Rng) -> None:
    """A lighter and a darker rim, as a moulded tile has."""
    height, width = art.shape[:2]
    edge = max(1, round(look.width * 0.04 * s))
    turn = rng.integers(0, 4)
    gains = np.roll([1.12, 1.04, 0.85, 0.92], turn)
    for rim, gain in zip(
        (np.s_[:edge, :], np.s_[:, :edge], np.s_[height - edge :, :], np.s_[:, width - edge :]), gains, strict=True
    ):
        art[rim][..., :3] = np.clip(art[rim][..., :3] * gain, 0, 255).astype(np.uint8)


def _back(bgr: NDArray[Any], look: PackLook, rng: Rng) -> None:
    s = look.px_per_mm
    height, width = bgr.shape[:2]
    margin = round(look.back_margin * s)
    tint = look.back_colour
    ys, xs = np.mgrid[:height, :width].astype(np.float32)
    pattern = np.random.default_rng(look.seed + 3)
    period = float(pattern.uniform(1.2, 5)) * s
    if look.back == "dots":
        gx, gy = (xs % period) / period - 0.5, (ys % period) / period - 0.5
        mask = (gx**2 + gy**2 < pattern.uniform(0.05, 0.16)).astype(np.float32)
    elif look.back == "zigzag":
        wave = np.abs((xs / period) % 2 - 1) * period
        mask = (((ys + wave) % period) < period * pattern.uniform(0.3, 0.7)).astype(np.float32)
    elif look.back == "lattice":
        a, b = (xs + ys) % period, (xs - ys) % period
        wide = period * pattern.uniform(0.15, 0.45)
        mask = ((a < wide) | (b < wide)).astype(np.float32)
    elif look.back == "diamonds":
        a, b = np.floor((xs + ys) / period), np.floor((xs - ys) / period)
        mask = ((a + b) % 2).astype(np.float32)
    elif look.back == "flowers":
        gx, gy = (xs % (2 * period)) - period, (ys % (2 * period)) - period
        radius, turn = np.hypot(gx, gy), np.arctan2(gy, gx)
        mask = (radius < period * (0.55 + 0.3 * np.cos(turn * int(pattern.integers(4, 7))))).astype(np.float32)
    elif look.back == "weave":
        mask = (0.5 + 0.5 * np.sin(xs * 2 * np.pi / period) * np.sin(ys * 2 * np.pi / period)).astype(np.float32)
    elif look.back == "scales":
        row = np.floor(ys / (period / 2))
        gx = ((xs + (row % 2) * period / 2) % period) - period / 2
        gy = ys % (period / 2)
        mask = (np.hypot(gx, gy) > period * 0.38).astype(np.float32)
    else:
        mask = np.ones((height, width), np.float32) * (1.0 if look.kind != "card" else pattern.uniform(0.6, 1))
    if pattern.random() < 0.4:
        mask = 1 - mask
    mask = np.maximum(mask, pattern.uniform(0, 0.4))
    if margin > 0:
        frame = np.zeros((height, width), np.float32)
        frame[margin : height - margin, margin : width - margin] = 1
        mask = mask * frame
        cv2.rectangle(mask, (margin, margin), (width - 1 - margin, height - 1 - margin), 1.0, max(1, round(0.4 * s)))
    if pattern.random() < 0.3 and look.kind == "card":
        centre = (width // 2, height // 2)
        cv2.ellipse(mask, centre, (round(width * 0.25), round(width * 0.3)), 0, 0, 360, 0.1, -1, cv2.LINE_AA)
        cv2.ellipse(
            mask, centre, (round(width * 0.2), round(width * 0.24)), 0, 0, 360, 0.9, max(1, round(s)), cv2.LINE_AA
        )
    _stamp(bgr, cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 0.6), 0, 0, tint)


def _wear(bgr: NDArray[Any], look: PackLook, rng: Rng) -> None:
    """Blotches, grubby edges, scuffs and a soft crease. The fields are made at half size: wear has no sharp edges."""
    height, width = bgr.shape[:2]
    h, w = height // 2, width // 2
    worn = look.worn
    dirt = np.clip(noise.clouds(rng, (h, w), 32) - 0.9, 0, 2) * (0.1 * worn)
    rows, columns = np.minimum(np.arange(h), np.arange(h)[::-1]), np.minimum(np.arange(w), np.arange(w)[::-1])
    edge = np.exp(-np.minimum.outer(rows, columns).astype(np.float32) / look.px_per_mm)
    dirt = dirt + edge * (0.22 * worn) * np.clip(0.5 + 0.5 * noise.clouds(rng, (h, w), 16), 0, 1.4)
    tone = np.array([1.25, 1.0, 0.85], np.float32)
    bgr *= cv2.resize(1 - np.clip(dirt[..., None] * tone, 0, 0.6).astype(np.float32), (width, height))
    scuffs = np.clip(noise.clouds(rng, (h, w), 4) - 1.4 + 0.5 * noise.clouds(rng, (h, w), 32), 0, 1) * (0.8 * worn)
    bgr += (np.array(look.paper, np.float32) * 1.03 - bgr) * cv2.resize(
        scuffs.clip(0, 0.8).astype(np.float32), (width, height)
    )[..., None]
    if rng.random() < 0.25 * worn:
        a, b = rng.uniform(0, 1, (2, 2)) * [width, height]
        cv2.line(
            bgr, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), tuple(c * 0.85 for c in look.paper), 1, cv2.LINE_AA
        )
