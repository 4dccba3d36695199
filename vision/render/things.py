"""What else lies on a table: none of it is a card of the pack."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render import noise
from vision.render.looks import LETTERS
from vision.render.sprite import Sprite, rounded, with_alpha
from vision.render.surfaces import any_surface, colour
from vision.render.typefaces import Typeface, glyph

Rng = np.random.Generator
Mask = NDArray[Any]


def _blank(width: float, height: float, s: float, tint: NDArray[Any]) -> NDArray[Any]:
    bgr = np.empty((max(4, round(height * s)), max(4, round(width * s)), 3), np.float32)
    bgr[:] = tint
    return bgr


def _finish(bgr: NDArray[Any], s: float, radius: float = 0.0, height: float = 0.5, side: bool = False) -> Sprite:
    alpha = rounded(bgr.shape[:2], radius * s)
    art = with_alpha(np.clip(bgr, 0, 255).astype(np.uint8), alpha)
    return Sprite(art, s, height, side=_wall(0.6 * np.median(art[..., :3].reshape(-1, 3), 0)) if side else None)


def _wall(tint: NDArray[Any]) -> tuple[float, float, float]:
    return float(tint[0]), float(tint[1]), float(tint[2])


def _text(
    bgr: NDArray[Any],
    face: Typeface,
    text: str,
    cap: float,
    at: tuple[float, float],
    tint: NDArray[Any] | tuple[float, ...],
    middle: bool = False,
) -> None:
    ink = glyph(face, text, max(8, min(120, round(cap * 1.4))))
    if ink.size == 0:
        return
    x, y = round(at[0] - (ink.shape[1] / 2 if middle else 0)), round(at[1] - (ink.shape[0] / 2 if middle else 0))
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + ink.shape[1], bgr.shape[1]), min(y + ink.shape[0], bgr.shape[0])
    if x1 > x0 and y1 > y0:
        part = ink[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
        bgr[y0:y1, x0:x1] += (np.array(tint, np.float32) - bgr[y0:y1, x0:x1]) * part


def _word(rng: Rng) -> str:
    letters = "".join(rng.choice(list(LETTERS), int(rng.integers(1, 9))))
    return letters if rng.random() < 0.4 else letters.capitalize() if rng.random() < 0.3 else letters.lower()


def _sentence(rng: Rng, words: int) -> str:
    return " ".join(_word(rng) if rng.random() < 0.85 else str(rng.integers(1, 999)) for _ in range(words))


def pad(rng: Rng, face: Typeface) -> Sprite:
    """A score pad or sheet: ruled, with lines of handwriting and figures."""
    s, width, height = 3.0, rng.uniform(60, 150), rng.uniform(80, 210)
    bgr = _blank(
        width,
        height,
        s,
        np.array([rng.uniform(215, 250)] * 3) * np.array([rng.uniform(0.8, 1), rng.uniform(0.93, 1), 1]),
    )
    h, w = bgr.shape[:2]
    rule = rng.uniform(5, 10) * s
    tint = colour(rng, (130, 220), (20, 120))
    for y in np.arange(rule * 1.5, h, rule):
        cv2.line(bgr, (0, int(y)), (w, int(y)), tint.tolist(), 1, cv2.LINE_AA)
    for k in range(int(rng.integers(0, 6))):
        column = int(w * (k + 1) / 6)
        cv2.line(bgr, (column, 0), (column, h), tint.tolist(), 1, cv2.LINE_AA)
    ink = colour(rng, (20, 90), (0, 200))
    y = rule * 1.5
    while y < h and rng.random() < 0.93:
        x = rng.uniform(4, 12) * s
        while x < w * rng.uniform(0.3, 1):
            if rng.random() < 0.6:
                _text(bgr, face, _word(rng), rule * rng.uniform(0.4, 0.75), (x, y - rule * 0.7), ink)
                x += rule * rng.uniform(1.5, 4)
            else:
                points = np.stack([x + np.arange(14) * rule * 0.14, y - rule * rng.uniform(0.1, 0.7, 14)], 1)
                cv2.polylines(bgr, [np.round(points).astype(np.int32)], False, ink.tolist(), 1, cv2.LINE_AA)
                x += rule * 2.4
        y += rule
    return _finish(bgr, s, 0.5, rng.uniform(0.2, 8), side=True)


def leaflet(rng: Rng, face: Typeface) -> Sprite:
    """An instruction leaflet or newspaper: headings and columns of text, perhaps a picture."""
    s, width, height = 3.0, rng.uniform(70, 210), rng.uniform(90, 260)
    paper = np.array([rng.uniform(200, 250)] * 3) * np.array([rng.uniform(0.8, 1), rng.uniform(0.93, 1), 1])
    if rng.random() < 0.2:
        paper = colour(rng, (90, 240), (40, 200))
    ink = np.array([25.0, 22, 22]) if rng.random() < 0.75 else colour(rng, (20, 120), (80, 220))
    bgr = _blank(width, height, s, paper)
    h, w = bgr.shape[:2]
    y = rng.uniform(5, 14) * s
    margin = rng.uniform(4, 12) * s
    while y < h - margin:
        kind = rng.random()
        cap = (rng.uniform(4, 22) if kind < 0.14 else rng.uniform(1.3, 3.2)) * s
        if kind > 0.93:
            box = (int(margin), int(y)), (int(w - margin), int(min(h - margin, y + rng.uniform(15, 50) * s)))
            cv2.rectangle(bgr, *box, colour(rng).tolist(), -1)
            y = box[1][1] + 4 * s
            continue
        lines = 1 if kind < 0.14 else int(rng.integers(2, 9))
        for _ in range(lines):
            if y > h - margin:
                break
            _text(bgr, face, _sentence(rng, max(1, int((w - 2 * margin) / (cap * 5)))), cap, (margin, y), ink)
            y += cap * 1.7
        y += cap
    if rng.random() < 0.3:
        fold = int(w * rng.uniform(0.3, 0.7))
        bgr[:, fold:] *= rng.uniform(0.85, 0.97)
    return _finish(bgr, s, 0.0, rng.uniform(0.1, 2))


def advert(rng: Rng, face: Typeface) -> Sprite:
    """A card of the pack's own size that is none of its faces: an advertisement, a registration number, rules."""
    s = 4.0
    bgr = _blank(
        58, 88, s, np.array([rng.uniform(210, 250)] * 3) * np.array([rng.uniform(0.78, 1), rng.uniform(0.93, 1), 1])
    )
    h, w = bgr.shape[:2]
    ink = np.array([25.0, 22, 22]) if rng.random() < 0.6 else colour(rng, (20, 140), (80, 220))
    if rng.random() < 0.6:
        cv2.rectangle(bgr, (10, 10), (w - 11, h - 11), ink.tolist(), 1, cv2.LINE_AA)
    y = rng.uniform(5, 16) * s
    while y < h - 6 * s:
        cap = rng.choice([rng.uniform(1.5, 2.6), rng.uniform(3, 7)]) * s
        text = (
            str(rng.integers(10000, 999999))
            if rng.random() < 0.15
            else _sentence(rng, max(1, int(w * 0.8 / (cap * 4.6))))
        )
        _text(bgr, face, text, cap, (w / 2, y), ink, middle=True)
        y += cap * rng.uniform(1.4, 3)
    return _finish(bgr, s, 3.0, 0.3)


def box(rng: Rng, face: Typeface) -> Sprite:
    """The pack's box, a book or a packet, with a printed lid."""
    s, width, height = 3.0, rng.uniform(60, 110), rng.uniform(85, 150)
    tint = colour(rng, (30, 200), (60, 230))
    bgr = _blank(width, height, s, tint)
    h, w = bgr.shape[:2]
    print_tint = np.array([90.0, 190, 215]) if rng.random() < 0.4 else colour(rng, (150, 250), (0, 120))
    inset = int(rng.uniform(2, 6) * s)
    cv2.rectangle(bgr, (inset, inset), (w - inset, h - inset), print_tint.tolist(), max(1, int(0.5 * s)), cv2.LINE_AA)
    title = str(rng.choice(["LEXICON", "LEXICON", "WORDS", "CARDS", "TEA", "GAMES", "KIITOS", "DICTIONARY"]))
    cap = w * 0.8 / len(title) * 1.1
    _text(bgr, face, title, cap, (w / 2, h * rng.uniform(0.25, 0.55)), print_tint, middle=True)
    for k in range(int(rng.integers(0, 4))):
        _text(bgr, face, _sentence(rng, 3), 2.2 * s, (w / 2, h * (0.65 + 0.08 * k)), print_tint, middle=True)
    return _finish(bgr, s, 0.5, rng.uniform(6, 30), side=True)


def phone(rng: Rng, face: Typeface) -> Sprite:
    """A telephone, dark or lit."""
    s = 3.0
    bgr = _blank(rng.uniform(66, 78), rng.uniform(135, 160), s, colour(rng, (15, 60), (0, 60)))
    h, w = bgr.shape[:2]
    screen = colour(rng, (10, 60), (0, 80)) if rng.random() < 0.6 else colour(rng, (120, 250), (0, 120))
    cv2.rectangle(bgr, (8, 20), (w - 9, h - 21), screen.tolist(), -1)
    if screen.mean() > 90:
        for k in range(12):
            _text(bgr, face, _sentence(rng, 3), 2.5 * s, (18, 40 + k * 30), (40, 40, 40))
    return _finish(bgr, s, 8, 8, side=True)


def _pip(canvas: Mask, suit: int, x: float, y: float, r: float, flip: bool) -> None:
    sign = -1 if flip else 1

    def at(dx: float, dy: float) -> tuple[int, int]:
        return round(x + dx * r), round(y + sign * dy * r)

    if suit == 0:
        cv2.fillPoly(canvas, [np.array([at(0, -1), at(0.75, 0), at(0, 1), at(-0.75, 0)])], 255, cv2.LINE_AA)
    elif suit == 1 or suit == 2:
        up = 1 if suit == 1 else -1
        for dx in (-0.42, 0.42):
            cv2.circle(canvas, at(dx, -0.35 * up), max(1, round(0.47 * r)), 255, -1, cv2.LINE_AA)
        cv2.fillPoly(
            canvas, [np.array([at(-0.85, -0.15 * up), at(0.85, -0.15 * up), at(0, 1.0 * up)])], 255, cv2.LINE_AA
        )
    else:
        for dx, dy in ((0, -0.5), (-0.45, 0.2), (0.45, 0.2)):
            cv2.circle(canvas, at(dx, dy), max(1, round(0.42 * r)), 255, -1, cv2.LINE_AA)
    if suit >= 2:
        cv2.fillPoly(canvas, [np.array([at(-0.3, 1), at(0.3, 1), at(0, 0)])], 255, cv2.LINE_AA)


def playing_card(rng: Rng, face: Typeface) -> Sprite:
    """A card of an ordinary pack: pips and indices, or a court."""
    s = 4.0
    bgr = _blank(rng.uniform(56, 64), rng.uniform(86, 90), s, np.array([rng.uniform(220, 250)] * 3))
    h, w = bgr.shape[:2]
    suit, number = int(rng.integers(0, 4)), int(rng.integers(1, 14))
    tint = np.array([40.0, 30, rng.uniform(150, 220)]) if suit < 2 else np.array([30.0, 28, 28])
    mask = np.zeros((h, w), np.uint8)
    r = 6.5 * s * rng.uniform(0.8, 1.1)
    spots: dict[int, list[tuple[float, float]]] = {1: [(0, 0)], 2: [(0, -1), (0, 1)], 3: [(0, -1), (0, 0), (0, 1)]}
    if number > 10:
        inner = (slice(int(0.12 * h), int(0.88 * h)), slice(int(0.2 * w), int(0.8 * w)))
        patch = any_surface(rng)[: inner[0].stop - inner[0].start, : inner[1].stop - inner[1].start]
        bgr[inner] = patch
        for _ in range(14):
            points = rng.uniform(0.2, 0.8, (4, 2)) * [w, h]
            cv2.fillPoly(
                bgr, [np.round(points).astype(np.int32)], colour(rng, (40, 240), (80, 240)).tolist(), cv2.LINE_AA
            )
    elif number <= 3:
        for dx, dy in spots[number]:
            _pip(mask, suit, w / 2 + dx * w * 0.22, h / 2 + dy * h * 0.32, r * (1.6 if number == 1 else 1), dy > 0)
    else:
        rows = {4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4, 10: 4}[number]
        middle = {5: [0.0], 9: [0.0], 7: [-0.5], 8: [-0.6, 0.6], 10: [-0.6, 0.6]}.get(number, [])
        places = [(side, -1 + 2 * k / (rows - 1)) for side in (-1, 1) for k in range(rows)]
        places += [(0, down) for down in middle]
        for dx, dy in places:
            _pip(mask, suit, w / 2 + dx * w * 0.22, h / 2 + dy * h * 0.32, r, dy > 0.05)
    index = {1: "A", 11: "J", 12: "Q", 13: "K"}.get(number, str(number))
    layer = np.zeros((h, w, 3), np.float32)
    _text(layer, face, index, rng.uniform(6, 11) * s, (2.5 * s, 3 * s), (255, 255, 255))
    _pip(mask, suit, 5.5 * s, 18 * s, 2.8 * s, False)
    ink = np.maximum(layer[..., 0], mask) / 255
    ink = np.maximum(ink, ink[::-1, ::-1]) if number > 3 or number == 1 else np.maximum(ink, layer[::-1, ::-1, 0] / 255)
    bgr += (tint - bgr) * ink[..., None]
    return _finish(bgr.astype(np.float32), s, 3, 0.3)


def number_tile(rng: Rng, face: Typeface) -> Sprite:
    """A rummy tile: an ivory block with a coloured number high up."""
    width = rng.uniform(20, 30)
    s = 110 / width
    bgr = _blank(
        width,
        width * rng.uniform(1.25, 1.55),
        s,
        np.array([rng.uniform(190, 235), rng.uniform(210, 240), rng.uniform(220, 248)]),
    )
    h, w = bgr.shape[:2]
    tints = [(30, 30, 30), (40, 40, 200), (190, 90, 20), (20, 130, 235)]
    tint = tints[int(rng.integers(0, 4))]
    if rng.random() < 0.4:
        cv2.circle(bgr, (w // 2, int(h * 0.4)), int(w * 0.4), (np.array(bgr[0, 0]) * 0.94).tolist(), -1, cv2.LINE_AA)
    if rng.random() < 0.08:
        cv2.circle(bgr, (w // 2, int(h * 0.38)), int(w * 0.28), tint, 2, cv2.LINE_AA)
        _text(bgr, face, ":)", w * 0.3, (w / 2, h * 0.38), tint, middle=True)
    else:
        _text(
            bgr,
            face,
            str(rng.choice([2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13])),
            h * rng.uniform(0.28, 0.42),
            (w / 2, h * rng.uniform(0.32, 0.45)),
            tint,
            middle=True,
        )
    if rng.random() < 0.3:
        _text(bgr, face, "Rummi", h * 0.07, (w / 2, h * 0.85), np.array(bgr[2, 2]) * 0.85, middle=True)
    return _finish(bgr, s, width * 0.06, rng.uniform(4, 9), side=True)


def letterless_tile(rng: Rng, face: Typeface) -> Sprite:
    """A blank tile, domino or counter."""
    width = rng.uniform(16, 30)
    s = 90 / width
    bgr = _blank(width, width * rng.choice([1.0, 2.0, rng.uniform(0.8, 1.6)]), s, colour(rng, (120, 250), (0, 120)))
    h, w = bgr.shape[:2]
    for _ in range(int(rng.choice([0, 0, 3, 6]))):
        cv2.circle(
            bgr,
            tuple(int(v) for v in rng.uniform(0.15, 0.85, 2) * [w, h]),
            max(2, w // 12),
            (30, 30, 30),
            -1,
            cv2.LINE_AA,
        )
    return _finish(bgr, s, width * rng.uniform(0, 0.2), rng.uniform(1, 6), side=True)


def pencil(rng: Rng, face: Typeface) -> Sprite:
    """A pencil or pen."""
    s, length, thick = 3.0, rng.uniform(90, 185), rng.uniform(6, 10)
    h, w = round(thick * s), round(length * s)
    tint = colour(rng, (40, 230), (60, 240))
    across = np.abs(np.linspace(-1, 1, h))[:, None]
    bgr = np.ones((h, w, 3), np.float32) * tint * (1.15 - 0.55 * across[..., None] ** 2)
    alpha: NDArray[Any] = np.full((h, w), 255, np.uint8)
    tip = round(rng.uniform(10, 20) * s)
    ramp = np.arange(tip) / tip
    cone = across < ramp[None, :]
    bgr[:, :tip] = np.array([150.0, 195, 225]) if rng.random() < 0.7 else tint * 0.5
    bgr[:, : tip // 3] = 40
    alpha[:, :tip] = np.where(cone, 255, 0)
    if rng.random() < 0.6:
        bgr[:, -round(12 * s) : -round(6 * s)] = 170
        bgr[:, -round(6 * s) :] = np.array([140.0, 130, 220])
    alpha = cv2.GaussianBlur(alpha, (0, 0), 0.6)
    return Sprite(with_alpha(np.clip(bgr, 0, 255).astype(np.uint8), alpha), s, 7)


def coin(rng: Rng, face: Typeface) -> Sprite:
    """A coin or counter."""
    s, size = 4.0, rng.uniform(16, 30)
    n = round(size * s)
    tints = [(90, 130, 180), (80, 160, 200), (175, 180, 185), (60, 80, 120), (140, 145, 150)]
    tint = (
        np.array(tints[int(rng.integers(0, 5))], float) * rng.uniform(0.6, 1.25) if rng.random() < 0.85 else colour(rng)
    )
    bgr = np.ones((n, n, 3), np.float32) * tint
    c = n // 2
    bgr *= 1 + 0.1 * noise.clouds(rng, (n, n), 16)[..., None]
    cv2.circle(bgr, (c, c), int(n * 0.44), (tint * 0.75).tolist(), 2, cv2.LINE_AA)
    if rng.random() < 0.7:
        cv2.ellipse(
            bgr,
            (c, c),
            (int(n * 0.2), int(n * 0.28)),
            rng.uniform(0, 180),
            0,
            360,
            (tint * 0.82).tolist(),
            -1,
            cv2.LINE_AA,
        )
    alpha = np.zeros((n, n), np.uint8)
    cv2.circle(alpha, (c, c), n // 2 - 1, 255, -1, cv2.LINE_AA)
    return Sprite(with_alpha(np.clip(bgr, 0, 255).astype(np.uint8), alpha), s, 2)


def mug(rng: Rng, face: Typeface) -> Sprite:
    """A mug, glass or plate from above."""
    s = 2.5
    size = rng.uniform(65, 100) if rng.random() < 0.8 else rng.uniform(120, 220)
    n, extra = round(size * s), round(28 * s)
    canvas = np.zeros((n + 2 * extra, n + 2 * extra, 3), np.float32)
    alpha = np.zeros(canvas.shape[:2], np.uint8)
    c = canvas.shape[0] // 2
    tint = colour(rng, (40, 250), (0, 230))
    canvas[:] = tint
    drink = np.array([20.0, 35, 60]) * rng.uniform(0.5, 3) if rng.random() < 0.8 else tint * 0.9
    if size < 110:
        turn = rng.uniform(0, 2 * np.pi)
        at = (c + int((n / 2 + 4 * s) * np.cos(turn)), c + int((n / 2 + 4 * s) * np.sin(turn)))
        cv2.ellipse(alpha, at, (int(14 * s), int(8 * s)), np.degrees(turn), 0, 360, 255, int(6 * s), cv2.LINE_AA)
    cv2.circle(alpha, (c, c), n // 2, 255, -1, cv2.LINE_AA)
    cv2.circle(canvas, (c, c), int(n * 0.5), (tint * 0.85).tolist(), -1, cv2.LINE_AA)
    cv2.circle(canvas, (c, c), int(n * 0.45), (tint * 1.1).clip(0, 255).tolist(), -1, cv2.LINE_AA)
    if size < 110:
        cv2.circle(canvas, (c, c), int(n * 0.43), (tint * 0.6).tolist(), -1, cv2.LINE_AA)
        cv2.circle(canvas, (c + int(n * 0.02), c), int(n * 0.37), drink.tolist(), -1, cv2.LINE_AA)
        if rng.random() < 0.6:
            cv2.ellipse(
                canvas,
                (c, c),
                (int(n * 0.2), int(n * 0.06)),
                rng.uniform(0, 180),
                0,
                360,
                (210, 215, 220),
                -1,
                cv2.LINE_AA,
            )
    height = rng.uniform(60, 100) if size < 110 else 12
    wall = _wall(tint * 0.75) if size >= 110 else None
    return Sprite(with_alpha(np.clip(canvas, 0, 255).astype(np.uint8), alpha), s, height, side=wall)


def spectacles(rng: Rng, face: Typeface) -> Sprite:
    """Spectacles lying open or half folded."""
    s = 3.0
    w, h = round(150 * s), round(165 * s)
    alpha = np.zeros((h, w), np.uint8)
    thick = max(2, round(rng.uniform(1.2, 4) * s))
    lens = (round(rng.uniform(22, 27) * s), round(rng.uniform(5, 20) * s))
    y = round(24 * s)
    for x in (0.27, 0.73):
        cv2.ellipse(alpha, (round(x * w), y), lens, 0, 0, 360, 255, thick, cv2.LINE_AA)
    cv2.line(alpha, (round(0.45 * w), y - 3), (round(0.55 * w), y - 3), 255, thick, cv2.LINE_AA)
    for x, lean in ((0.08, rng.uniform(-6, 60)), (0.92, rng.uniform(-60, 6))):
        end = (round(x * w + lean * s), round(h * rng.uniform(0.75, 0.98)))
        cv2.line(alpha, (round(x * w), y), end, 255, thick, cv2.LINE_AA)
    bgr = np.empty((h, w, 3), np.uint8)
    bgr[:] = colour(rng, (10, 170), (0, 120)).astype(np.uint8)
    return Sprite(with_alpha(bgr, alpha), s, rng.uniform(3, 25))


def cable(rng: Rng, face: Typeface) -> Sprite:
    """A cord or necklace in a loose curve."""
    s = 2.0
    side = round(200 * s)
    points = np.cumsum(rng.normal(0, 1, (8, 2)), 0)
    points = (points - points.min(0)) / (np.ptp(points, axis=0) + 1e-6) * side * 0.8 + side * 0.1
    smooth = cv2.resize(points.astype(np.float32), (2, 120), interpolation=cv2.INTER_CUBIC)
    alpha = np.zeros((side, side), np.uint8)
    cv2.polylines(
        alpha, [np.round(smooth).astype(np.int32)], False, 255, max(2, round(rng.uniform(2, 6) * s)), cv2.LINE_AA
    )
    bgr = np.empty((side, side, 3), np.uint8)
    bgr[:] = colour(rng, (10, 240), (0, 120)).astype(np.uint8)
    return Sprite(with_alpha(bgr, alpha), s, 4)


UNDER = {
    "pad": pad,
    "leaflet": leaflet,
    "advert": advert,
    "box": box,
    "phone": phone,
    "playing": playing_card,
    "blank": letterless_tile,
    "mug": mug,
}
"""What lies beside the cards."""

OVER = {"pencil": pencil, "coin": coin, "spectacles": spectacles, "cable": cable}
"""What may also lie across them."""

STRANGE = {
    "playing": playing_card,
    "number": number_tile,
    "advert": advert,
    "leaflet": leaflet,
    "pad": pad,
    "blank": letterless_tile,
}
"""Cards, tiles and papers of other games, which must give no card."""
