"""Corners of cards to learn from: letter and value in any type, size and place, as a camera sees them."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.marks import FROM_MM, HEIGHT, LETTERS, PX_PER_MM, VALUES, WIDTH
from vision.render import light, looks
from vision.render.looks import PackLook, random_card_look
from vision.render.typefaces import Typeface, glyph

IGNORED = -1
"""The label of a mark that is half covered."""

_S = 5.0
"""px of a drawn corner to a mm."""
_MARGIN_MM = 12.0
"""Of table about the card."""
_SIDE_MM = 48.0
"""Side of what is drawn: the margin and the card's corner."""
_FARTHEST_OFF = 5.0
"""mm that the reader's frame is off at most."""
_ACROSS = 5
"""Corners to a side of a sheet."""
VIEWS = 4
"""How often each drawn corner is seen, every time by another camera in another light."""
_COVERED, _HALF = 0.6, 0.22
_KINDS = ("letter", "value", "letter+value", "beside", "none")

Rng = np.random.Generator
Families = list[tuple[Typeface, ...]]


def sheet(rng: Rng, faces: Families) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Corners of several looks, each seen VIEWS times: patches uint8 (N, HEIGHT, WIDTH, 3), their letters and values
    as places in LETTERS and VALUES, or IGNORED."""
    canvases, letters, values = [], [], []
    look = random_card_look(rng, _any(rng, faces))
    for place in range(_ACROSS * _ACROSS):
        if place % 3 == 0:
            look = random_card_look(rng, _any(rng, faces))
        canvas, inks, says = _printed(rng, look, faces)
        covered = _covered(rng, canvas, look, faces)
        labels = [
            kind if kind == none or part < _HALF else none if part > _COVERED else IGNORED
            for kind, none, part in zip(
                says,
                (len(LETTERS) - 1, len(VALUES) - 1),
                [float((ink * covered).sum() / max(float(ink.sum()), 1e-6)) for ink in inks],
                strict=True,
            )
        ]
        canvases.append(canvas)
        letters.append(labels[0])
        values.append(labels[1])
    patches = np.concatenate([_view(rng, canvases) for _ in range(VIEWS)])
    return patches, np.tile(np.array(letters, np.int64), VIEWS), np.tile(np.array(values, np.int64), VIEWS)


def _view(rng: Rng, canvases: list[NDArray[Any]]) -> NDArray[Any]:
    """All the corners as one camera sees them and the reader cuts them: uint8 (N, HEIGHT, WIDTH, 3)."""
    scale = float(np.exp(rng.uniform(np.log(1.1), np.log(3.2))))
    cell = int(np.ceil(_SIDE_MM * scale * 1.42))
    scene = np.empty((cell * _ACROSS, cell * _ACROSS, 3), np.float32)
    frames = [
        _laid(rng, canvas, scene, place // _ACROSS * cell, place % _ACROSS * cell, cell, scale)
        for place, canvas in enumerate(canvases)
    ]
    if rng.random() < 0.5:
        scene = light.lit(scene, rng)
    if rng.random() < 0.35:
        scene = light.shone(scene, rng)
    seen = light.sensed(light.cast(scene.astype(np.float32), rng), rng, float(np.clip(58 * scale / 80, 0.55, 1.5)))
    target = np.array([[0, 0], [WIDTH, 0], [0, HEIGHT]], np.float32) - 0.5
    patches = np.empty((len(frames), HEIGHT, WIDTH, 3), np.uint8)
    for frame, patch in zip(frames, patches, strict=True):
        matrix = cv2.getAffineTransform(np.asarray(frame - 0.5, np.float32), target)
        cv2.warpAffine(
            seen, matrix, (WIDTH, HEIGHT), dst=patch, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    return patches


def write_corners(path: Path, seed: int, sheets: int, faces: Families) -> None:
    """Writes the corners of so many sheets to one file."""
    rng = np.random.default_rng([seed, 77])
    made = [sheet(rng, faces) for _ in range(sheets)]
    patches, letters, values = (np.concatenate(part) for part in zip(*made, strict=True))
    np.savez(path, patches=patches, letters=letters, values=values)


def _any(rng: Rng, faces: Families) -> Typeface:
    family = faces[int(rng.integers(len(faces)))]
    upright = [f for f in family if "ital" not in f.path.lower() and "obli" not in f.path.lower()] or list(family)
    return upright[int(rng.integers(len(upright)))]


@functools.lru_cache(maxsize=6000)
def _ink(face: Typeface, text: str) -> NDArray[Any]:
    return glyph(face, text, 64)


def _word(face: Typeface, text: str, cap: float, weight: int = 0) -> NDArray[Any]:
    ink, flat = _ink(face, text), _ink(face, "H")
    if ink.size == 0 or flat.size == 0:
        return np.zeros((1, 1), np.float32)
    if weight:
        ink = cv2.copyMakeBorder(ink, 3, 3, 3, 3, cv2.BORDER_CONSTANT, value=[0.0]).astype(np.uint8)
        ink = (cv2.dilate if weight > 0 else cv2.erode)(ink, np.ones((1 + abs(weight),) * 2, np.uint8))
    scale = cap / flat.shape[0]
    size = (max(1, round(ink.shape[1] * scale)), max(1, round(ink.shape[0] * scale)))
    return cv2.resize(ink, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def _lay(mask: NDArray[Any], ink: NDArray[Any], x: float, y: float) -> None:
    left, top = max(0, round(x)), max(0, round(y))
    part = mask[top : top + ink.shape[0], left : left + ink.shape[1]]
    np.maximum(part, ink[: part.shape[0], : part.shape[1]], out=part)


def _printed(rng: Rng, look: PackLook, faces: Families) -> tuple[NDArray[Any], list[NDArray[Any]], list[int]]:
    """A card's corner on a table with its marks: the picture, the ink of the letter and of the value, and what they
    say."""
    side, margin = round(_SIDE_MM * _S), _MARGIN_MM * _S
    canvas = np.empty((side, side, 3), np.float32)
    canvas[:] = rng.uniform(0, 255, 3)
    if rng.random() < 0.5:
        grain = rng.normal(0, 25, (side // 4, side // 4, 1)).astype(np.float32)
        canvas += cv2.resize(grain, (side, side))[..., None]
    if rng.random() < 0.3:
        # The card beside it, nearly of the same paper.
        canvas[:, : round(margin - rng.uniform(0, 3) * _S)] = np.array(look.paper) * rng.uniform(0.9, 1.02)
    at = round(margin)
    radius = round(look.radius * _S)
    shape = np.zeros((side, side), np.float32)
    cv2.rectangle(shape, (at + radius, at), (side, side), 1.0, -1)
    cv2.rectangle(shape, (at, at + radius), (side, side), 1.0, -1)
    cv2.circle(shape, (at + radius, at + radius), radius, 1.0, -1, cv2.LINE_AA)
    canvas *= 1 - 0.5 * float(rng.random()) * cv2.GaussianBlur(shape, (0, 0), 1.0 * _S)[..., None]
    canvas += (np.array(look.paper, np.float32) - canvas) * shape[..., None]
    edge = 0.0
    if look.border != "none":
        edge = look.border_inset
        line = round(margin + edge * _S)
        thick = {"thin": 1, "double": 1, "thick": 4}[look.border] + int(rng.random() < 0.4)
        cv2.rectangle(canvas, (line, line), (side + 9, side + 9), look.ink, thick, cv2.LINE_AA)
        if look.border == "double":
            edge += float(rng.uniform(0.6, 1.6))
            line = round(margin + edge * _S)
            cv2.rectangle(canvas, (line, line), (side + 9, side + 9), look.ink, 1, cv2.LINE_AA)
    letter = str(rng.choice([*looks.LETTERS, "MASTER"]))
    text = "M" if letter == "MASTER" else letter
    # Any value with any letter, so that neither mark is told from the other.
    value = int(rng.choice(VALUES[:-1]))
    if letter != "MASTER":
        big = _word(look.face, letter, look.cap * _S)
        _stamp(canvas, big, margin + 29 * _S - big.shape[1] / 2, margin + 44 * _S - look.cap * _S / 2, look.ink)
    own = _any(rng, faces) if rng.random() < 0.2 else look.face
    other = _any(rng, faces) if rng.random() < 0.25 else own
    kind = str(rng.choice(_KINDS, p=[0.2, 0.18, 0.4, 0.08, 0.14]))
    size = float(rng.uniform(3.4, 8.0))
    small = size * float(rng.uniform(0.45, 1.0)) if rng.random() < 0.65 else size
    x = margin + (edge + rng.uniform(1.0, 4.5)) * _S
    y = margin + (edge + rng.uniform(1.0, 5.0)) * _S
    weight = int(rng.choice([-3, 0, 0, 0, 3, 6]))
    inks = [np.zeros((side, side), np.float32) for _ in range(2)]
    says = [len(LETTERS) - 1, len(VALUES) - 1]
    wide = 0.0
    if kind not in ("value", "none"):
        ink = _word(own, text, size * _S, weight)
        wide = max(size * float(rng.choice([0.7, 1.0])) * _S, ink.shape[1])
        _lay(inks[0], ink, x + (wide - ink.shape[1]) / 2, y)
        says[0] = LETTERS.index(text)
    if kind not in ("letter", "none"):
        ink = _word(other, str(value), small * _S, weight)
        if kind == "letter+value":
            # In one column, mostly about one middle line.
            left = x + (wide - ink.shape[1]) / 2 if rng.random() < 0.7 else x
            _lay(inks[1], ink, left, y + (size + rng.uniform(0.6, 3.0)) * _S)
        elif kind == "beside":
            _lay(inks[1], ink, x + wide + rng.uniform(0.6, 2.0) * _S, y + rng.uniform(0, 1) * (size - small) * _S)
        else:
            _lay(inks[1], ink, x, y)
        says[1] = VALUES.index(value)
    for ink, colour in zip(inks, (look.ink, look.red if rng.random() < 0.5 else look.ink), strict=True):
        canvas += (np.array(colour, np.float32) - canvas) * (ink * float(rng.uniform(0.55, 1.0)))[..., None]
    return canvas, inks, says


def _stamp(canvas: NDArray[Any], ink: NDArray[Any], x: float, y: float, colour: looks.Colour) -> None:
    mask = np.zeros(canvas.shape[:2], np.float32)
    _lay(mask, ink, x, y)
    canvas += (np.array(colour, np.float32) - canvas) * mask[..., None]


def _covered(rng: Rng, canvas: NDArray[Any], look: PackLook, faces: Families) -> NDArray[Any]:
    """Lays things over the corner, at times, and tells where."""
    side = len(canvas)
    cover = np.zeros((side, side), np.float32)
    kind = rng.random()
    if kind < 0.3:
        # Another card, from any side.
        turn = np.deg2rad(rng.choice([0, 90, 180, 270]) + rng.normal(0, 6))
        away = np.array([np.cos(turn), np.sin(turn)])
        along = np.array([-away[1], away[0]])
        near = np.array([side, side]) * 0.45 + away * float(rng.uniform(-14, 14)) * _S
        quad = np.array([near - along * 400, near + along * 400, near + along * 400 + away * 600, near])
        quad[3] = near + away * 600 - along * 400
        cv2.fillConvexPoly(cover, np.round(quad).astype(np.int32), 1.0, cv2.LINE_AA)
        other = np.empty_like(canvas)
        other[:] = np.array(look.paper) * rng.uniform(0.94, 1.04)
        if look.border != "none":
            inner = near + away * look.border_inset * _S
            ends = np.round([inner - along * 400, inner + along * 400]).astype(int).tolist()
            cv2.line(other, ends[0], ends[1], look.ink, 1, cv2.LINE_AA)
        if rng.random() < 0.4:
            big = _word(look.face, str(rng.choice(list(looks.LETTERS))), look.cap * _S)
            _stamp(other, big, rng.uniform(0.1, 0.9) * side, rng.uniform(0, 0.9) * side, look.ink)
        canvas *= 1 - 0.4 * float(rng.random()) * cv2.GaussianBlur(cover, (0, 0), 0.6 * _S)[..., None]
        canvas += (other - canvas) * cover[..., None]
    elif kind < 0.42:
        # A pencil, a cord, the rim of a hand.
        points = rng.uniform(-0.2, 1.2, (3, 2)) * side
        t = np.linspace(0, 1, 24)[:, None]
        curve = (1 - t) ** 2 * points[0] + 2 * t * (1 - t) * points[1] + t**2 * points[2]
        thick = max(1, round(float(rng.choice([1.5, 3, 8, 18])) * _S))
        cv2.polylines(cover, [np.round(curve).astype(np.int32)], False, 1.0, thick, cv2.LINE_AA)
        canvas += (rng.uniform(0, 230, 3).astype(np.float32) - canvas) * cover[..., None]
    return cover


def _laid(
    rng: Rng, canvas: NDArray[Any], scene: NDArray[Any], top: int, left: int, cell: int, scale: float
) -> NDArray[Any]:
    """Lays a corner at some turn into its cell of the scene, and gives where three corners of its patch seem to be:
    the reader's frame is a little off."""
    side, shrink = len(canvas), scale / _S
    soft = cv2.GaussianBlur(canvas, (0, 0), 0.45 / shrink) if shrink < 0.9 else canvas
    turned = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.uniform(0, 360)), shrink)
    matrix = np.asarray(turned, np.float64)
    if rng.random() < 0.5:
        # Seen at a slant.
        lean = float(rng.uniform(0, 2 * np.pi))
        c, s = np.cos(lean), np.sin(lean)
        turn = np.array([[c, -s], [s, c]])
        squeeze = turn @ np.diag([1.0, float(rng.uniform(0.72, 1.0))]) @ turn.T
        matrix = np.column_stack([squeeze @ matrix[:, :2], np.zeros(2)])
        matrix[:, 2] = -matrix[:, :2] @ np.full(2, side / 2) + side / 2
    matrix[:, 2] += (cell - side) / 2 + rng.uniform(-0.5, 0.5, 2)
    scene[top : top + cell, left : left + cell] = cv2.warpAffine(
        soft, matrix, (cell, cell), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    axes = np.deg2rad(rng.normal(0, 2.0, 2) + np.array([0.0, 90.0]))
    grow = np.exp(rng.normal(0, 0.035, 2)) * _S
    off = np.clip(rng.normal(0, float(rng.uniform(0.8, 3.2)), 2), -_FARTHEST_OFF, _FARTHEST_OFF)
    at = (_MARGIN_MM + off) * _S
    right = np.array([np.cos(axes[0]), np.sin(axes[0])]) * grow[0]
    down = np.array([np.cos(axes[1]), np.sin(axes[1])]) * grow[1]
    points = [
        at + right * (FROM_MM + dx / PX_PER_MM) + down * (FROM_MM + dy / PX_PER_MM)
        for dx, dy in ((0, 0), (WIDTH, 0), (0, HEIGHT))
    ]
    return np.array(points) @ matrix[:, :2].T + matrix[:, 2] + [left, top]
