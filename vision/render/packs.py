"""The faces of a pack as they are printed."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.inks import fitted, stamp, words
from vision.render.looks import VALUES, Colour, PackLook, Rng, triple
from vision.render.ornaments import art_border, back, bevel, master, wear, wood_grain
from vision.render.sprite import Sprite, rounded, with_alpha


def draw(look: PackLook, face: str) -> Sprite:
    """One face of the pack: a letter, MASTER or BACK. The same look and face always give the same sprite."""
    rng = np.random.default_rng([look.seed, *face.encode()])
    s = look.px_per_mm
    shape = (round(look.height * s), round(look.width * s))
    bgr = np.empty((*shape, 3), np.float32)
    bgr[:] = look.paper
    if face == "BACK":
        back(bgr, look, rng)
    else:
        if look.kind == "art":
            art_border(bgr, look)
        if look.kind == "wood":
            wood_grain(bgr, rng)
        _print(bgr, look, face, rng)
    if look.worn > 0:
        wear(bgr, look, rng)
    art = with_alpha(np.clip(bgr, 0, 255).astype(np.uint8), rounded(shape, look.radius * s))
    thick = look.thickness > 1
    if thick:
        bevel(art, s, look, rng)
    wall = triple(np.array(look.paper) * 0.72) if thick else None
    return Sprite(art, s, look.thickness, face, square=look.square, side=wall)


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
        master(bgr, look)
    else:
        cap = look.cap * s
        mask, pad = fitted(look, face, cap, width * 0.84, rng)
        x = (width - mask.shape[1]) / 2 + rng.normal(0, 0.3) * s * look.width / 58
        tall = mask.shape[0] - 2 * pad
        y = (height - cap) / 2 - pad if tall <= 1.45 * cap else (height - mask.shape[0]) / 2
        if face in "J" and tall > 1.1 * cap:
            y -= (tall - cap) * 0.3
        if look.corner == "subscript":
            x -= width * 0.05
            y -= height * 0.03
        stamp(bgr, mask, x, y, ink)
    _corners(bgr, look, face, rng)


def _corners(bgr: NDArray[Any], look: PackLook, face: str, rng: Rng) -> None:
    s = look.px_per_mm
    height, width = bgr.shape[:2]
    letter, value = ("M" if face == "MASTER" else face), str(VALUES[face])
    if look.corner == "none" or (face == "MASTER" and look.kind != "card"):
        return
    if look.corner == "subscript":
        mask = words(look, str(int(rng.integers(1, 11))), look.corner_size * s)
        stamp(bgr, mask, width * 0.9 - mask.shape[1], height * 0.92 - mask.shape[0], look.ink)
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
            mask = words(look, text, size)
            stamp(bgr, mask, inset + max(0.0, (size * 0.7 - mask.shape[1]) / 2), y, colour)
            y += size * 1.25
        bgr[:] = bgr[::-1, ::-1].copy()
