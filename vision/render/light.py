"""Light on the table and what the camera makes of it: glare, shadow, cast, blur, noise, compression."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render import noise

Rng = np.random.Generator
Image = NDArray[Any]


def _axes(shape: tuple[int, int], rng: Rng, turn: float) -> tuple[Image, Image]:
    height, width = shape
    ys, xs = np.mgrid[:height, :width].astype(np.float32)
    x0, y0 = rng.uniform(-0.1, 1.1) * width, rng.uniform(-0.1, 1.1) * height
    c, s = np.float32(np.cos(turn)), np.float32(np.sin(turn))
    return (xs - x0) * c + (ys - y0) * s, -(xs - x0) * s + (ys - y0) * c


def glare(shape: tuple[int, int], rng: Rng) -> Image:
    """What lamps and windows add, 0..1 and beyond where they saturate, (h, w). Computed small and enlarged."""
    small = (max(8, shape[0] // 4), max(8, shape[1] // 4))
    reach = float(max(small))
    total = np.zeros(small, np.float32)
    for _ in range(int(rng.choice([1, 1, 2, 3]))):
        along, across = _axes(small, rng, rng.uniform(0, np.pi))
        kind = rng.choice(["lamp", "streak", "window", "sheen"])
        if kind == "lamp":
            size = reach * rng.uniform(0.02, 0.14)
            spot = 1 / (1 + ((along**2 + across**2) / size**2) ** rng.uniform(1, 3)) * rng.uniform(0.6, 2.2)
        elif kind == "streak":
            long, thin = reach * rng.uniform(0.1, 0.5), reach * rng.uniform(0.02, 0.1)
            spot = np.exp(-0.5 * ((along / long) ** 2 + (across / thin) ** 2)) * rng.uniform(0.3, 1.6)
        elif kind == "window":
            long, wide = reach * rng.uniform(0.1, 0.5), reach * rng.uniform(0.08, 0.3)
            soft = reach * rng.uniform(0.004, 0.05)
            spot = (
                1
                / (1 + np.exp(np.clip((np.abs(along) - long) / soft, -30, 30)))
                / (1 + np.exp(np.clip((np.abs(across) - wide) / soft, -30, 30)))
            )
            if rng.random() < 0.5:
                spot = spot * ((along % (long * 0.7)) > long * 0.08)
            spot = spot * rng.uniform(0.1, 0.7)
        else:
            spot = 1 / (1 + np.exp(-np.clip(along / (reach * rng.uniform(0.1, 0.5)), -30, 30))) * rng.uniform(0.05, 0.4)
        if rng.random() < 0.35:
            grain = cv2.resize(noise.white(rng, (small[0], max(4, small[1] // 12))), (small[1], small[0]))
            spot = spot * np.clip(1 + grain * rng.uniform(0.1, 0.5), 0, 2)
        total += spot.astype(np.float32)
    return cv2.resize(total, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)


def lit(image: Image, rng: Rng) -> Image:
    """The table under uneven light with vignetting and perhaps hard or soft shadows."""
    shape = image.shape[:2]
    small = (max(8, shape[0] // 8), max(8, shape[1] // 8))
    along, across = _axes(small, rng, rng.uniform(0, 2 * np.pi))
    reach = float(max(small))
    gain = 1 + rng.uniform(0, 0.5) * np.tanh(along / reach)
    ys, xs = np.mgrid[-1 : 1 : small[0] * 1j, -1 : 1 : small[1] * 1j]
    gain = gain * (1 - rng.uniform(0, 0.3) * (xs**2 + ys**2) / 2)
    for _ in range(int(rng.choice([0, 0, 1, 2]))):
        along, across = _axes(small, rng, rng.uniform(0, 2 * np.pi))
        soft = reach * rng.uniform(0.01, 0.15)
        shadow = 1 / (1 + np.exp(np.clip(along / soft, -30, 30)))
        if rng.random() < 0.5:
            shadow = shadow / (1 + np.exp(np.clip((np.abs(across) - reach * rng.uniform(0.05, 0.4)) / soft, -30, 30)))
        gain = gain * (1 - rng.uniform(0.1, 0.6) * shadow)
    field = cv2.resize(gain.astype(np.float32), (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    return image * field[..., None]


def shone(image: Image, rng: Rng) -> Image:
    """The image with glare over it."""
    tint = (
        np.array([1.0, 1.0, 1.0])
        if rng.random() < 0.4
        else np.array([rng.uniform(0.65, 1.05), rng.uniform(0.85, 1.0), 1.0])
    )
    spot = glare(image.shape[:2], rng)[..., None]
    return (image * (1 - 0.35 * np.clip(spot, 0, 1)) + 255 * spot * tint.astype(np.float32)).astype(np.float32)


def brightness(image: Image) -> float:
    """What a camera sets its exposure by."""
    return float(np.percentile(image[::16, ::16], 97))


def cast(image: Image, rng: Rng, bright: float | None = None) -> Image:
    """White balance, exposure and tone curve gone astray; ``bright`` is what the exposure was locked by."""
    bright = brightness(image) if bright is None else bright
    aim = rng.uniform(150, 250) if rng.random() < 0.85 else rng.uniform(100, 420)
    gains = np.exp(rng.normal(0, 0.05, 3)) * (aim / max(bright, 90.0)) ** rng.uniform(0.4, 1)
    warm = rng.uniform(-0.05, 0.22)
    gains = gains * np.array([1 - 1.5 * warm, 1 - 0.35 * warm, 1 + 0.4 * warm])
    image = np.clip(image * gains.astype(np.float32), 0, 255)
    curve = np.arange(256, dtype=np.float32)
    if rng.random() < 0.5:
        curve = 255 * np.power(curve / 255, float(np.exp(rng.normal(0, 0.2))))
    if rng.random() < 0.3:
        curve = (curve - 128) * rng.uniform(0.7, 1.3) + 128 + rng.uniform(-20, 25)
    image = cv2.LUT(image.astype(np.uint8), np.clip(curve, 0, 255).astype(np.float32))
    if rng.random() < 0.06:
        image = np.repeat(image.mean(2, keepdims=True), 3, 2)
    return image


def sensed(image: Image, rng: Rng, sharp: float = 1.0) -> NDArray[Any]:
    """Blur, noise, sharpening and JPEG, as a camera of the house delivers; `sharp` scales the blur down or up."""
    blur = rng.random()
    if blur < 0.65:
        image = cv2.GaussianBlur(image, (0, 0), max(0.3, rng.gamma(2.0, 0.42) * sharp))
    elif blur < 0.75:
        n = int(rng.integers(2, max(3, round(6 * sharp))))
        kernel = np.zeros((2 * n + 1, 2 * n + 1), np.float32)
        turn = rng.uniform(0, np.pi)
        dx, dy = n * np.cos(turn) * 0.6, n * np.sin(turn) * 0.6
        cv2.line(kernel, (round(n - dx), round(n - dy)), (round(n + dx), round(n + dy)), 1.0, 1)
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    grain = rng.gamma(1.5, 2.2)
    shape = image.shape[:2]
    if grain > 0.5:
        level = noise.white(rng, shape)
        if rng.random() < 0.5:
            image = image + grain * level[..., None]
        else:
            image = image + grain * np.dstack([level, noise.white(rng, shape), noise.white(rng, shape)])
    if rng.random() < 0.35:
        image = image + rng.uniform(0.2, 1.2) * (image - cv2.GaussianBlur(image, (0, 0), 1.2))
    result: NDArray[Any] = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        quality = int(rng.integers(35, 96))
        jpeg = cv2.imencode(".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        result = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR))
    return result
