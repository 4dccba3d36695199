"""Table tops as square textures: wood, felt, cloth, laminate, stone, carpet, and the printed board of a word game."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render import noise

PX_PER_MM = 1.5
SIDE = 1024
"""Textures are SIDE × SIDE px at PX_PER_MM; they are mirrored to cover a larger table."""

Rng = np.random.Generator
Bgr = NDArray[Any]


def colour(
    rng: Rng, value: tuple[float, float] = (40, 220), saturation: tuple[float, float] = (0, 200)
) -> NDArray[Any]:
    """Any colour as float BGR with the given HSV ranges (0..255)."""
    hsv = np.array([[[rng.integers(0, 180), rng.uniform(*saturation), rng.uniform(*value)]]], np.uint8)
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)


def _shade(base: NDArray[Any], field: NDArray[Any]) -> NDArray[Any]:
    return base * (1 + field[..., None])


def wood(rng: Rng) -> Bgr:
    """Planks or a plain board with grain, pine to mahogany to black."""
    hue = rng.choice([rng.uniform(5, 14), rng.uniform(10, 22)])
    hsv = np.array([[[hue, rng.uniform(50, 215), rng.uniform(45, 225)]]], np.uint8)
    base = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)
    ys = np.mgrid[:SIDE, :SIDE][0].astype(np.float32)
    planks = int(rng.choice([1, 3, 6, 9, 14]))
    step = SIDE / planks
    row = np.minimum((ys / step).astype(int), planks - 1)
    offset = rng.uniform(0, 300, planks)[row]
    tone = rng.normal(0, rng.uniform(0, 0.12), planks)[row]
    stretch = int(rng.choice([8, 16, 24]))
    thin = noise.clouds(rng, (SIDE, SIDE // stretch), 64)
    warp = cv2.resize(thin, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    rings = np.sin((ys + offset) * rng.uniform(0.05, 0.4) + warp * rng.uniform(2, 7))
    fibre = cv2.resize(noise.white(rng, (SIDE, SIDE // 32)), (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
    field = (
        tone
        + rings * rng.uniform(0.02, 0.14)
        + fibre * rng.uniform(0.01, 0.06)
        + noise.clouds(rng, (SIDE, SIDE), 256) * 0.04
    )
    if planks > 1:
        gap = np.abs(ys % step) < rng.uniform(0.5, 3)
        field = np.where(gap, -rng.uniform(0.2, 0.8), field)
    return np.clip(_shade(base, field.astype(np.float32)), 0, 255).astype(np.uint8)


def parquet(rng: Rng) -> Bgr:
    """Short blocks of wood laid in a basket or herringbone pattern."""
    board = wood(rng)
    turned = cv2.rotate(board, cv2.ROTATE_90_CLOCKWISE)
    cell = int(rng.integers(60, 220))
    ys, xs = np.mgrid[:SIDE, :SIDE]
    checks = ((ys // cell + xs // cell) % 2).astype(bool)
    mixed = np.where(checks[..., None], board, turned)
    if rng.random() < 0.5:
        matrix = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), 45, 1)
        mixed = cv2.warpAffine(mixed, matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REFLECT)
    return mixed


def felt(rng: Rng) -> Bgr:
    """Baize, carpet or any fuzzy cloth of one colour."""
    base = colour(rng, (30, 210), (0, 230))
    rough = rng.uniform(0.02, 0.16)
    field = (
        noise.white(rng, (SIDE, SIDE)) * rough * 0.5 + noise.clouds(rng, (SIDE, SIDE), int(rng.choice([4, 8]))) * rough
    )
    field = field + noise.clouds(rng, (SIDE, SIDE), 256) * 0.04
    return np.clip(_shade(base, field), 0, 255).astype(np.uint8)


def cloth(rng: Rng) -> Bgr:
    """A table cloth: white or coloured, plain, striped, checked, dotted or flowered, with weave and folds."""
    white = rng.random() < 0.5
    base = np.array([235, 238, 240], np.float32) * rng.uniform(0.8, 1.05) if white else colour(rng, (60, 240), (0, 180))
    second = colour(rng, (30, 240), (30, 220))
    image = np.empty((SIDE, SIDE, 3), np.float32)
    image[:] = base
    ys, xs = np.mgrid[:SIDE, :SIDE].astype(np.float32)
    pattern = rng.choice(["plain", "stripes", "checks", "dots", "flowers"], p=[0.35, 0.25, 0.15, 0.1, 0.15])
    period = float(rng.uniform(24, 200))
    if pattern in ("stripes", "checks"):
        widths = rng.uniform(0.05, 0.5, 3)
        starts = rng.uniform(0, 0.7, 3)
        line = (ys % period) / period
        mask = np.zeros_like(line)
        for start, width in zip(starts, widths, strict=True):
            mask = np.maximum(mask, ((line > start) & (line < start + width * 0.5)).astype(np.float32))
        if pattern == "checks":
            mask = (mask + mask.T) / 2
        mask = cv2.GaussianBlur(mask, (0, 0), 0.8)
        image += (second - base) * mask[..., None] * rng.uniform(0.4, 1)
    elif pattern in ("dots", "flowers"):
        canvas = np.zeros((SIDE, SIDE), np.uint8)
        for _ in range(int(rng.integers(40, 220))):
            centre = rng.uniform(0, SIDE, 2)
            size = rng.uniform(4, 26)
            petals = 1 if pattern == "dots" else int(rng.integers(4, 7))
            for k in range(petals):
                turn = 2 * np.pi * k / petals
                at = centre + (0 if petals == 1 else size) * np.array([np.cos(turn), np.sin(turn)])
                cv2.ellipse(
                    canvas,
                    (int(at[0]), int(at[1])),
                    (int(size), int(size * 0.6)),
                    np.degrees(turn),
                    0,
                    360,
                    255,
                    -1,
                    cv2.LINE_AA,
                )
        image += (second - base) * (canvas.astype(np.float32) / 255)[..., None] * rng.uniform(0.3, 1)
    weave = (np.sin(xs * rng.uniform(1.2, 3)) + np.sin(ys * rng.uniform(1.2, 3))) * rng.uniform(0, 0.03)
    field = (
        weave
        + noise.clouds(rng, (SIDE, SIDE), 256) * rng.uniform(0.01, 0.05)
        + noise.white(rng, (SIDE, SIDE)) * rng.uniform(0, 0.04)
    )
    for _ in range(int(rng.integers(0, 4))):
        turn, where, wide = rng.uniform(0, np.pi), rng.uniform(-SIDE, SIDE), rng.uniform(4, 30)
        along = (xs * np.cos(turn) + ys * np.sin(turn) - where) / wide
        field = field + rng.uniform(-0.12, 0.12) * along * np.exp(-0.5 * along**2)
    return np.clip(image * (1 + field[..., None]), 0, 255).astype(np.uint8)


def laminate(rng: Rng) -> Bgr:
    """A smooth top of any colour, plain or speckled."""
    base = colour(rng, (25, 245), (0, 150))
    grain = int(rng.choice([2, 4, 8]))
    field = noise.clouds(rng, (SIDE, SIDE), grain) * rng.uniform(0, 0.08) + noise.clouds(rng, (SIDE, SIDE), 512) * 0.05
    return np.clip(_shade(base, field), 0, 255).astype(np.uint8)


def marble(rng: Rng) -> Bgr:
    """Stone with veins."""
    base = colour(rng, (60, 245), (0, 60))
    veins = np.abs(noise.clouds(rng, (SIDE, SIDE), 256))
    field = -np.exp(-veins * rng.uniform(4, 14)) * rng.uniform(0.1, 0.5) + noise.clouds(rng, (SIDE, SIDE), 32) * 0.03
    return np.clip(_shade(base, field), 0, 255).astype(np.uint8)


def rug(rng: Rng) -> Bgr:
    """A woven rug of several yarns."""
    base, second = colour(rng, (40, 230), (0, 120)), colour(rng, (40, 230), (0, 120))
    stripe = cv2.resize(noise.clouds(rng, (SIDE, 64), 8), (SIDE, SIDE))
    mix = 1 / (1 + np.exp(-3 * (stripe + noise.white(rng, (SIDE, SIDE)) * 0.5)))
    image = base + (second - base) * mix[..., None]
    return np.clip(image * (1 + noise.white(rng, (SIDE, SIDE))[..., None] * 0.06), 0, 255).astype(np.uint8)


def board(rng: Rng, tile_mm: float) -> Bgr:
    """The printed grid of a word game for tiles of `tile_mm`, some of its squares coloured and lettered."""
    pitch = (tile_mm + rng.uniform(0.5, 2)) * PX_PER_MM
    base = colour(rng, (120, 225), (10, 90))
    image = np.empty((SIDE, SIDE, 3), np.uint8)
    image[:] = base.astype(np.uint8)
    line = tuple(int(c) for c in np.clip(base * rng.uniform(1.05, 1.5), 0, 255))
    special = [colour(rng, (120, 230), (60, 220)) for _ in range(4)]
    count = int(SIDE / pitch) + 1
    for row in range(count):
        for column in range(count):
            if rng.random() < 0.3:
                fill = tuple(int(c) for c in special[int(rng.integers(0, 4))])
                x, y = int(column * pitch), int(row * pitch)
                cv2.rectangle(image, (x + 1, y + 1), (int(x + pitch) - 1, int(y + pitch) - 1), fill, -1)
                if rng.random() < 0.8:
                    for k, text in enumerate(("DOUBLE", "LETTER", "SCORE")):
                        cv2.putText(
                            image,
                            text,
                            (x + 3, int(y + pitch * (0.3 + 0.22 * k))),
                            cv2.FONT_HERSHEY_SIMPLEX,
                            0.2,
                            (30, 30, 30),
                            1,
                            cv2.LINE_AA,
                        )
    for k in range(count + 1):
        at = int(k * pitch)
        cv2.line(image, (at, 0), (at, SIDE), line, 2)
        cv2.line(image, (0, at), (SIDE, at), line, 2)
    return image


KINDS = {
    "wood": wood,
    "parquet": parquet,
    "felt": felt,
    "cloth": cloth,
    "laminate": laminate,
    "marble": marble,
    "rug": rug,
}
_ODDS = {"wood": 0.32, "parquet": 0.05, "felt": 0.2, "cloth": 0.24, "laminate": 0.12, "marble": 0.03, "rug": 0.04}


def any_surface(rng: Rng) -> Bgr:
    """A texture of a kind drawn by its odds."""
    kind = str(rng.choice(list(_ODDS), p=np.array(list(_ODDS.values())) / sum(_ODDS.values())))
    return KINDS[kind](rng)
