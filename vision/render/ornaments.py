"""What a pack bears besides letters: the Master's design, borders, grain, backs, and the wear of years."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render import noise
from vision.render.inks import stamp, words
from vision.render.looks import PackLook, Rng, back_colour


def _star(points: int, outer: float, inner: float, at: tuple[float, float], turn: float = -np.pi / 2) -> NDArray[Any]:
    angles = turn + np.pi * np.arange(2 * points) / points
    radii = np.where(np.arange(2 * points) % 2 == 0, outer, inner)
    return np.round(16 * np.stack([at[0] + radii * np.cos(angles), at[1] + radii * np.sin(angles)], 1)).astype(np.int32)


def master(bgr: NDArray[Any], look: PackLook) -> None:
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
        word = words(
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
    stamp(bgr, mask.astype(np.float32) / 255, 0, 0, ink)
    if "word" in kind:
        text = str(rng.choice(["MASTER", "MASTER", "MASTER", "JOKER", "Master", "MAITRESSE"]))
        cap = s * rng.uniform(3, 9)
        word = words(look, text, cap, width * 0.84)
        down = 0.0 if kind == "word" else size * rng.uniform(1.0, 1.5)
        stamp(bgr, word, (width - word.shape[1]) / 2, y - word.shape[0] / 2 + down, look.ink)
        if kind == "word" and rng.random() < 0.3:
            cv2.line(
                bgr,
                (round(width * 0.25), round(y + cap)),
                (round(width * 0.75), round(y + cap)),
                look.ink,
                1,
                cv2.LINE_AA,
            )


def art_border(bgr: NDArray[Any], look: PackLook) -> None:
    """Facets, bands or blobs of pale colour about a white middle."""
    rng = np.random.default_rng(look.seed + 2)
    height, width = bgr.shape[:2]
    tint = back_colour(rng)
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
    stamp(bgr, middle, 0, 0, look.paper)


def wood_grain(bgr: NDArray[Any], rng: Rng) -> None:
    """Draws the grain of wood."""
    height, width = bgr.shape[:2]
    thin = noise.clouds(rng, (height, max(8, width // 12)), 16)
    bgr *= 1 + 0.06 * cv2.resize(thin, (width, height))[..., None]


def bevel(art: NDArray[Any], s: float, look: PackLook, rng: Rng) -> None:
    """A lighter and a darker rim, as a moulded tile has."""
    height, width = art.shape[:2]
    edge = max(1, round(look.width * 0.04 * s))
    turn = rng.integers(0, 4)
    gains = np.roll([1.12, 1.04, 0.85, 0.92], turn)
    for rim, gain in zip(
        (np.s_[:edge, :], np.s_[:, :edge], np.s_[height - edge :, :], np.s_[:, width - edge :]), gains, strict=True
    ):
        art[rim][..., :3] = np.clip(art[rim][..., :3] * gain, 0, 255).astype(np.uint8)


def back(bgr: NDArray[Any], look: PackLook, rng: Rng) -> None:
    """Prints the pack's back."""
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
    stamp(bgr, cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 0.6), 0, 0, tint)


def wear(bgr: NDArray[Any], look: PackLook, rng: Rng) -> None:
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
