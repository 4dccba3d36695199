"""The typefaces that are installed, fit to print a letter card with.

A font file is fit when its 26 capitals are all there, differ from one another, stand on a common line and look like the
letters they are named for. Judging takes some milliseconds a file, so the verdicts are kept for the process.
"""

from __future__ import annotations

import functools
import string
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".fonts")
"""Where font files are looked for, sub-folders too."""

LETTERS = string.ascii_uppercase
_SIZE = 48
_ODD = [
    "femkeklaver",
    "bajaderka",
    "havana",
    "progenisis",
    "wargames",
    "winks",
    "standardsymbolsps",
    "unifur",
    "junkyard",
    "penguinattack",
    "markedfool",
    "it_wasn_t_me",
    "unifont",
    "unifont_jp",
    "unifontexmono",
    "opensymbol",
    "mathjax",
    "symbola",
    "notosanssymbols",
    "opendyslexic",
    "cmtt",
    "cmex",
    "cmsy",
    "cmmi",
    "staypuft",
    "dkghandwriting",
    "notosansmath",
    "cabinsketch",
    "radisnoir",
    "triodpostnaja",
    "isabella",
]
"""Families whose capitals are drawn as outlines, lower case, Greek or puzzles: legible perhaps, but no pack is
printed so."""


@dataclass(frozen=True)
class Typeface:
    """One font file. `family` is shared by its weights and slopes; the empty path is Pillow's built-in face."""

    path: str
    family: str
    index: int = 0


BUILT_IN = Typeface(path="", family="built-in")
"""The face that is there even on a machine without a single font file."""


@functools.lru_cache(maxsize=256)
def load(face: Typeface, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The face at `size` pixels to the em."""
    if not face.path:
        return ImageFont.load_default(size)
    return ImageFont.truetype(face.path, size, index=face.index, layout_engine=ImageFont.Layout.BASIC)


def glyph(face: Typeface, text: str, size: int) -> NDArray[Any]:
    """`text` as coverage 0..255, cut to its ink; empty (0, 0) if the face draws nothing."""
    font = load(face, size)
    left, top, right, bottom = font.getbbox(text, anchor="ls") if face.path else font.getbbox(text)
    width, height = int(right - left), int(bottom - top)
    if width <= 0 or height <= 0 or width > 40 * size or height > 40 * size:
        return np.zeros((0, 0), np.uint8)
    image = Image.new("L", (width + 4, height + 4))
    draw = ImageDraw.Draw(image)
    draw.text((2 - left, 2 - top), text, fill=255, font=font, anchor="ls" if face.path else None)
    ink = np.asarray(image)
    rows, columns = np.nonzero(ink.max(1) > 24)[0], np.nonzero(ink.max(0) > 24)[0]
    if len(rows) == 0:
        return np.zeros((0, 0), np.uint8)
    return ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _shape(ink: NDArray[Any]) -> NDArray[Any]:
    small = np.asarray(Image.fromarray(ink).resize((16, 16), Image.Resampling.BOX), np.float32)
    small = small - small.mean()
    return (small / (np.linalg.norm(small) + 1e-6)).astype(np.float32)


def capitals(face: Typeface) -> NDArray[Any] | None:
    """The 26 capitals as normalised 16 × 16 shapes, or None when the face cannot print a legible alphabet."""
    try:
        missing = glyph(face, "\U000e0fff", _SIZE)
        inks = [glyph(face, letter, _SIZE) for letter in LETTERS]
    except (OSError, ValueError):
        return None
    if any(ink.size == 0 or ink.shape[0] < 8 for ink in inks):
        return None
    if missing.size and sum(ink.shape == missing.shape and np.array_equal(ink, missing) for ink in inks):
        return None
    heights = np.array([inks[LETTERS.index(letter)].shape[0] for letter in "EFHILTXZ"], float)
    if heights.max() > 1.3 * heights.min() or heights.min() < 0.45 * _SIZE:
        return None
    shapes = np.stack([_shape(ink) for ink in inks])
    likeness = np.einsum("ihw,jhw->ij", shapes, shapes) - 2 * np.eye(26)
    if likeness.max() > 0.985:
        return None
    return shapes


def _files() -> list[Path]:
    found = {
        path.resolve()
        for folder in FOLDERS
        if folder.is_dir()
        for path in folder.rglob("*")
        if path.suffix.lower() in (".ttf", ".otf")
    }
    return sorted(found)


_WEIGHTS = [
    "bold",
    "italic",
    "oblique",
    "regular",
    "medium",
    "light",
    "thin",
    "heavy",
    "black",
    "semibold",
    "demibold",
    "extrabold",
    "demi",
    "condensed",
    "roman",
    "book",
    "ultra",
    "extralight",
    "extralight",
    "semilight",
    "hairline",
    "retina",
    "narrow",
    "slanted",
    "cond",
    "it",
    "bd",
    "rg",
    "lt",
    "obl",
    "boldital",
    "boldoblique",
    "bolditalic",
    "lightitalic",
    "mediumitalic",
    "semibolditalic",
    "extrabolditalic",
    "blackitalic",
    "heavyitalic",
    "thinitalic",
    "semicondensed",
    "extracondensed",
]


def family_of(path: Path) -> str:
    """A rough family name from the file's name: the part before weights and slopes."""
    stem = path.stem.replace("_", "-").split("-")[0].lower()
    changed = True
    while changed:
        changed = False
        for word in _WEIGHTS:
            if len(word) > 3 and stem.endswith(word) and len(stem) > len(word) + 2:
                stem, changed = stem[: -len(word)], True
    return stem


def _plausible(faces: list[Typeface], shapes: list[NDArray[Any]], least: float) -> list[Typeface]:
    """Those whose letters look like the common shape of each letter: drops symbol, blackletter and puzzle faces."""
    stack = np.stack(shapes)
    common = np.median(stack, axis=0)
    common = common / (np.linalg.norm(common, axis=(1, 2), keepdims=True) + 1e-6)
    likeness = np.einsum("fihw,jhw->fij", stack, common)
    own = np.einsum("fii->fi", likeness)
    good = own.mean(1) > least
    return [face for face, fit in zip(faces, good, strict=True) if fit]


@functools.lru_cache(maxsize=4)
def installed(only: tuple[str, ...] = (), least: float = 0.14) -> tuple[Typeface, ...]:
    """Every fit typeface of this machine, in a steady order; only the built-in one when there is none.

    `only` keeps files whose names begin so: judging them all takes a good many seconds on a machine with a thousand.
    """
    faces, shapes = [], []
    for path in _files():
        if only and not path.name.startswith(only):
            continue
        face = Typeface(str(path), family_of(path))
        if any(face.family.startswith(odd) for odd in _ODD):
            continue
        shape = capitals(face)
        if shape is not None:
            faces.append(face)
            shapes.append(shape)
    fit = _plausible(faces, shapes, least) if len(faces) >= 12 else faces
    return tuple(fit) or (BUILT_IN,)


def families(faces: tuple[Typeface, ...]) -> dict[str, tuple[Typeface, ...]]:
    """The faces by family, so that a family of forty weights is not drawn forty times as often."""
    result: dict[str, list[Typeface]] = {}
    for face in faces:
        result.setdefault(face.family, []).append(face)
    return {name: tuple(members) for name, members in sorted(result.items())}
