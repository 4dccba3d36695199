"""Hands, arms and sleeves that reach over the table."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render import noise
from vision.render.sprite import Sprite, with_alpha
from vision.render.surfaces import any_surface, colour

Rng = np.random.Generator
PX_PER_MM = 1.6
LENGTH, WIDTH = 620.0, 260.0
"""mm of the sprite; the fingers point to its left, the arm leaves it on the right."""


def skin(rng: Rng) -> NDArray[Any]:
    """A skin colour of any tone, BGR."""
    light = np.array([150.0, 180, 230])
    dark = np.array([35.0, 50, 85])
    mixed = light + (dark - light) * rng.beta(0.9, 1.1)
    return (mixed * rng.uniform(0.75, 1.12) + rng.normal(0, 6, 3)).astype(np.float32)


def _off(point: NDArray[Any], dx: float, dy: float) -> NDArray[Any]:
    return np.array([point[0] + dx, point[1] + dy])


def _limb(mask: NDArray[Any], points: NDArray[Any], widths: NDArray[Any]) -> None:
    for (a, b), (wa, wb) in zip(pairwise(points), pairwise(widths), strict=True):
        for t in np.linspace(0, 1, 8):
            at, wide = a + (b - a) * t, wa + (wb - wa) * t
            cv2.circle(mask, (round(16 * at[0]), round(16 * at[1])), max(1, round(8 * wide)), 255, -1, cv2.LINE_AA, 4)


def _round_shade(mask: NDArray[Any], reach: float) -> NDArray[Any]:
    depth = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    return (0.62 + 0.45 * np.sqrt(np.clip(depth / reach, 0, 1))).astype(np.float32)


def hand(rng: Rng) -> Sprite:
    """A hand with its arm; a sleeve from the wrist or elbow on."""
    s = PX_PER_MM
    h, w = round(WIDTH * s), round(LENGTH * s)
    bgr = np.empty((h, w, 3), np.float32)
    bgr[:] = skin(rng)
    size = rng.uniform(0.85, 1.15)
    wrist = np.array([210.0, WIDTH / 2])
    knuckles = wrist + np.array([-85 * size, 0])
    alpha = np.zeros((h, w), np.uint8)
    shade: NDArray[Any] = np.ones((h, w), np.float32)
    palm: NDArray[Any] = np.zeros((h, w), np.uint8)
    hull = (
        np.array(
            [
                _off(wrist, 0, -28 * size),
                _off(wrist, 0, 28 * size),
                _off(knuckles, 0, 40 * size),
                _off(knuckles, -6, 0),
                _off(knuckles, 0, -40 * size),
            ]
        )
        * s
    )
    cv2.fillPoly(palm, [np.round(hull).astype(np.int32)], 255, cv2.LINE_AA)
    palm = cv2.GaussianBlur(palm, (0, 0), 6 * s)
    palm = np.clip((palm.astype(np.float32) - 100) * 6, 0, 255).astype(np.uint8)
    spread, curl = rng.uniform(0.0, 0.16), rng.uniform(0.35, 1.0)
    parts = [palm]
    side = rng.choice([-1, 1])
    for k, length in enumerate((70, 80, 76, 60)):
        off = (k - 1.5) * 19 * size
        turn = (k - 1.5) * spread + rng.normal(0, 0.05)
        reach = length * size * curl * rng.uniform(0.85, 1.05)
        base = _off(knuckles, 2, off * side)
        tip = base + reach * np.array([-np.cos(turn), np.sin(turn) * side])
        finger = np.zeros((h, w), np.uint8)
        _limb(finger, np.array([base, (base + tip) / 2, tip]) * s, np.array([20, 18, 14]) * size * s)
        parts.append(finger)
    thumb = np.zeros((h, w), np.uint8)
    start = _off(wrist, -25, -30 * size * side)
    _limb(
        thumb,
        np.array(
            [
                start,
                _off(start, -30, -20 * side * rng.uniform(0.4, 1.2)),
                _off(start, -62, -16 * side * rng.uniform(0, 1.4)),
            ]
        )
        * s,
        np.array([26, 22, 16]) * size * s,
    )
    parts.append(thumb)
    arm = np.zeros((h, w), np.uint8)
    bend = rng.normal(0, 20)
    _limb(
        arm,
        np.array([wrist, _off(wrist, 200, bend * 0.4), [LENGTH + 20, WIDTH / 2 + bend]]) * s,
        np.array([54, 78, 96]) * size * s,
    )
    parts.insert(0, arm)
    for part in parts:
        tone = _round_shade(part, (20 if part is not palm and part is not arm else 34) * s * 0.5)
        inside = part.astype(np.float32) / 255
        shade = shade * (1 - inside) + tone * inside
        alpha = np.maximum(alpha, part)
    bgr *= (shade * (1 + 0.03 * noise.clouds(rng, (h, w), 16)))[..., None]
    for k in range(4):
        at = (_off(knuckles, 4, (k - 1.5) * 19 * size)) * s
        cv2.circle(
            bgr,
            (round(at[0]), round(at[1])),
            round(5 * s),
            (bgr[round(at[1]), round(at[0])] * 0.9).tolist(),
            -1,
            cv2.LINE_AA,
        )
    if rng.random() < 0.85:
        _sleeve(bgr, alpha, rng, float(rng.uniform(215, 330)), bend)
    return Sprite(with_alpha(np.clip(bgr, 0, 255).astype(np.uint8), alpha), s, float(rng.uniform(8, 45)), cover=True)


def _fabric(rng: Rng, shape: tuple[int, int]) -> NDArray[Any]:
    """Any cloth: plain, knitted, striped, patterned; white and cream as often as not."""
    h, w = shape
    kind = rng.random()
    if kind < 0.3:
        base = np.array([rng.uniform(190, 250)] * 3) * np.array([rng.uniform(0.8, 1), rng.uniform(0.92, 1), 1])
    else:
        base = colour(rng, (15, 230), (0, 220)).astype(np.float64)
    if kind > 0.75:
        patch = any_surface(rng)
        return (
            patch[:h, :w].astype(np.float32)
            if patch.shape[0] >= h and patch.shape[1] >= w
            else cv2.resize(patch, (w, h)).astype(np.float32)
        )
    bgr = np.empty((h, w, 3), np.float32)
    bgr[:] = base
    ys, xs = np.mgrid[:h, :w].astype(np.float32)
    field = noise.clouds(rng, shape, 128) * 0.08 + noise.white(rng, shape) * rng.uniform(0, 0.05)
    if rng.random() < 0.4:
        period = rng.uniform(3, 9)
        field = field + np.sin(ys * 2 * np.pi / period + np.sin(xs * 2 * np.pi / (period * 2))) * rng.uniform(
            0.03, 0.12
        )
    if rng.random() < 0.25:
        bgr += (colour(rng) - base) * ((xs % 40) < rng.uniform(4, 20))[..., None]
    for _ in range(int(rng.integers(1, 7))):
        where, lean = rng.uniform(0, w), rng.normal(0, 0.5)
        field = field - 0.16 * np.exp(-(((xs - where + lean * ys) / rng.uniform(4, 16)) ** 2))
    return bgr * (1 + field[..., None]).astype(np.float32)


def _sleeve(bgr: NDArray[Any], alpha: NDArray[Any], rng: Rng, start: float, bend: float) -> None:
    s = PX_PER_MM
    h, w = alpha.shape
    mask = np.zeros((h, w), np.uint8)
    wide = rng.uniform(78, 120)
    middle = WIDTH / 2 + bend * 0.1
    _limb(
        mask,
        np.array([[start + wide / 2, middle], [start + 200, WIDTH / 2 + bend * 0.5], [LENGTH + 40, WIDTH / 2 + bend]])
        * s,
        np.array([wide, wide * 1.2, wide * 1.5]) * s,
    )
    mask[:, : round(start * s)] = 0
    cuff = np.s_[:, round(start * s) : round((start + wide / 2) * s)]
    inside = np.zeros((h, w), np.uint8)
    cv2.rectangle(
        inside,
        (round(start * s), round((middle - wide / 2) * s)),
        (round((start + wide / 2) * s), round((middle + wide / 2) * s)),
        255,
        -1,
    )
    mask[cuff] = np.maximum(mask[cuff], inside[cuff])
    fabric = _fabric(rng, (h, w)) * _round_shade(mask, wide * s * 0.35)[..., None]
    share = (mask.astype(np.float32) / 255)[..., None]
    bgr += (fabric - bgr) * share
    np.maximum(alpha, mask, out=alpha)


def body(rng: Rng) -> Sprite:
    """The front of a person who leans over the table's edge: a wide piece of clothing, perhaps with a print."""
    s = 1.0
    h, w = 420, 620
    bgr = _fabric(rng, (h, w))
    mask: NDArray[Any] = np.zeros((h, w), np.uint8)
    top = rng.uniform(40, 150)
    points = [
        (0, h),
        (rng.uniform(0, 120), top + rng.uniform(20, 140)),
        (w * 0.3, top),
        (w * 0.7, top),
        (w - rng.uniform(0, 120), top + rng.uniform(20, 140)),
        (w, h),
    ]
    cv2.fillPoly(mask, [np.round(np.array(points)).astype(np.int32)], 255, cv2.LINE_AA)
    mask = cv2.GaussianBlur(mask, (0, 0), 12)
    mask = np.clip((mask.astype(np.float32) - 110) * 8, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        cv2.line(
            bgr, (w // 2, 0), (w // 2 + int(rng.normal(0, 20)), h), (bgr.mean((0, 1)) * 0.6).tolist(), 3, cv2.LINE_AA
        )
    if rng.random() < 0.3:
        badge = np.zeros((h, w), np.uint8)
        cv2.putText(
            badge,
            str(rng.choice(["ROBOTS", "UNION", "TEAM", "1984"])),
            (w // 2 - 60, h // 2),
            cv2.FONT_HERSHEY_DUPLEX,
            1.0,
            255,
            3,
            cv2.LINE_AA,
        )
        bgr += (colour(rng, (120, 250), (0, 200)) - bgr) * (badge.astype(np.float32) / 255)[..., None]
    bgr *= _round_shade(mask, 60)[..., None]
    return Sprite(with_alpha(np.clip(bgr, 0, 255).astype(np.uint8), mask), s, 20.0, cover=True)
