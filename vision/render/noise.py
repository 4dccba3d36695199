"""Cheap random fields: made once from a seed, then cut at random places."""

from __future__ import annotations

import functools
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

_BANK = 1024


@functools.lru_cache(maxsize=64)
def _bank(kind: str, cell: int) -> NDArray[Any]:
    rng = np.random.default_rng(cell * 7919 + len(kind))
    if kind == "white":
        return rng.standard_normal((_BANK, _BANK), dtype=np.float32)
    total = np.zeros((_BANK, _BANK), np.float32)
    size, weight = cell, 1.0
    while size >= 1 and weight > 0.1:
        n = max(2, _BANK // size + 2)
        grid = rng.standard_normal((n, n), dtype=np.float32)
        total += weight * cv2.resize(grid, (_BANK, _BANK), interpolation=cv2.INTER_CUBIC)
        size, weight = size // 2, weight * 0.6
    total -= total.mean()
    return (total / (total.std() + 1e-6)).astype(np.float32)


def _cut(bank: NDArray[Any], rng: np.random.Generator, shape: tuple[int, int]) -> NDArray[Any]:
    height, width = shape
    if height > _BANK or width > _BANK:
        tiles = np.tile(bank, (height // _BANK + 1, width // _BANK + 1))
        return tiles[:height, :width]
    top = int(rng.integers(0, _BANK - height + 1))
    left = int(rng.integers(0, _BANK - width + 1))
    field = bank[top : top + height, left : left + width]
    if rng.random() < 0.5:
        field = field[::-1]
    if rng.random() < 0.5:
        field = field[:, ::-1]
    return field


def white(rng: np.random.Generator, shape: tuple[int, int]) -> NDArray[Any]:
    """Uncorrelated noise of unit deviation, (h, w)."""
    return _cut(_bank("white", 0), rng, shape)


def clouds(rng: np.random.Generator, shape: tuple[int, int], cell: int) -> NDArray[Any]:
    """Fractal noise of unit deviation whose largest features are about `cell` px, (h, w). Cells are rounded to a
    power of two."""
    size = int(2 ** np.clip(round(np.log2(max(cell, 1))), 1, 9))
    return _cut(_bank("clouds", size), rng, shape)


def warped(image: NDArray[Any], rng: np.random.Generator, amount: float, cell: int) -> NDArray[Any]:
    """The image with its points shifted by up to about `amount` px, as if drawn by hand."""
    shape = image.shape[:2]
    ys, xs = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    dx, dy = clouds(rng, shape, cell) * amount * 0.5, clouds(rng, shape, cell) * amount * 0.5
    return cv2.remap(image, xs + dx, ys + dy, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
