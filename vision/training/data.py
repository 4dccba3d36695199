"""Shards from disk into memory, and the targets the networks are held to."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from vision.faces import CLASSES, UPSIDE_DOWN
from vision.find import CHANNELS, STRIDE
from vision.outline import SIDE, UNIT
from vision.training.harvest import CROP, IGNORE, LEARN

CELLS = CROP // STRIDE
_FLIPPED = np.array(
    [
        CLASSES.index(n[:-1] if n.endswith(UPSIDE_DOWN) else n + UPSIDE_DOWN) if n not in ("BACK", "NONE") else k
        for k, n in enumerate(CLASSES)
    ]
)


@dataclass
class Shards:
    """The shards of a folder whose names begin with `kind` (train, valid); :meth:`refresh` takes up those written
    since."""

    folder: Path
    kind: str
    faces: bool
    finder: bool
    outline: bool = False
    most: int = 100_000
    seen: set[str] = field(default_factory=set)
    crops: list[NDArray[Any]] = field(default_factory=list)
    labels: list[NDArray[Any]] = field(default_factory=list)
    squares: list[NDArray[Any]] = field(default_factory=list)
    corners: list[NDArray[Any]] = field(default_factory=list)
    samples: list[tuple[NDArray[Any], NDArray[Any], NDArray[Any]]] = field(default_factory=list)

    def refresh(self) -> None:
        """Reads the shards that are new."""
        for path in sorted(self.folder.glob(f"{self.kind}-*.npz")):
            if path.name in self.seen or len(self.seen) >= self.most:
                continue
            self.seen.add(path.name)
            with np.load(path) as shard:
                if self.faces:
                    self.crops.append(shard["crops"])
                    self.labels.append(shard["labels"])
                if self.outline:
                    self.squares.append(shard["squares"])
                    self.corners.append(shard["corners"])
                if self.finder:
                    ends, stops = np.cumsum(shard["lengths"]), np.cumsum(shard["counts"])
                    jpegs, cards, covers = shard["jpegs"], shard["cards"], shard["covers"]
                    for k, (end, stop) in enumerate(zip(ends, stops, strict=True)):
                        jpeg = jpegs[end - shard["lengths"][k] : end]
                        self.samples.append((jpeg, cards[stop - shard["counts"][k] : stop], covers[k]))


def face_batch(
    crops: NDArray[Any], labels: NDArray[Any], rng: np.random.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """A batch with light, sharpness and way up shuffled: (N, 3, h, w) of 0..255 and classes."""
    turned = rng.random(len(crops)) < 0.5
    crops = crops.copy()
    crops[turned] = crops[turned, ::-1, ::-1]
    labels = np.where(turned, _FLIPPED[labels], labels)
    x = torch.from_numpy(crops).permute(0, 3, 1, 2).float()
    n = len(x)

    def draw(low: float, high: float, *shape: int) -> torch.Tensor:
        return torch.from_numpy(rng.uniform(low, high, (n, *shape)).astype(np.float32)).view(n, -1, 1, 1)

    mean = x.mean((1, 2, 3), keepdim=True)
    x = (x - mean) * draw(0.5, 1.3) + mean * draw(0.75, 1.2) + draw(-12, 12, 3)
    if rng.random() < 0.3:
        x = torch.nn.functional.avg_pool2d(x, 3, 1, 1, count_include_pad=False)
    if rng.random() < 0.15:
        # Smeared by a hand that moved the camera.
        smear = (5, 1) if rng.random() < 0.5 else (1, 5)
        x = torch.nn.functional.avg_pool2d(x, smear, 1, (smear[0] // 2, smear[1] // 2), count_include_pad=False)
    if rng.random() < 0.2:
        half = torch.nn.functional.avg_pool2d(x, 2)
        x = torch.nn.functional.interpolate(half, scale_factor=2.0, mode="bilinear", align_corners=False)
    x = x + torch.from_numpy(rng.standard_normal(x.shape, dtype=np.float32)) * draw(0, 7)
    return x.clamp(0, 255), torch.from_numpy(labels.astype(np.int64))


def outline_batch(
    squares: NDArray[Any], corners: NDArray[Any], rng: np.random.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Crops (N, 3, SIDE, SIDE) of 0..255 as a finder that errs would frame them, and the corners (N, 4, 2) in units."""
    n, middle = len(squares), (squares.shape[1] - 1) / 2
    crops = np.empty((n, SIDE, SIDE, 3), np.uint8)
    truth = np.empty((n, 4, 2), np.float32)
    for k, (square, quad) in enumerate(zip(squares, corners, strict=True)):
        # About the card's own direction, half the time far from it: at a slant the finder knows it badly.
        u = quad[1] + quad[2] - quad[0] - quad[3]
        turn = float(np.arctan2(u[1], u[0]) + rng.integers(4) * np.pi / 2)
        turn += float(rng.normal(0, 0.06) if rng.random() < 0.5 else rng.uniform(-0.7, 0.7))
        grow = float(np.exp(np.clip(rng.normal(0, 0.12), -0.35, 0.35)))
        shift = np.clip(rng.normal(0, 0.12, 2), -0.35, 0.35)
        mirror = -1.0 if rng.random() < 0.5 else 1.0
        c, s = np.cos(turn), np.sin(turn)
        base = np.array([[c, -s], [s, c]]) @ np.diag([1.0, mirror]) * grow
        at = middle + shift * UNIT - base @ np.full(2, (SIDE - 1) / 2)
        cv2.warpAffine(
            square,
            np.column_stack([base, at]),
            (SIDE, SIDE),
            dst=crops[k],
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        placed = (quad - shift) @ np.linalg.inv(base).T
        truth[k] = placed[::-1] if mirror < 0 else placed
    x = torch.from_numpy(crops).permute(0, 3, 1, 2).float()

    def draw(low: float, high: float, *shape: int) -> torch.Tensor:
        return torch.from_numpy(rng.uniform(low, high, (n, *shape)).astype(np.float32)).view(n, -1, 1, 1)

    mean = x.mean((1, 2, 3), keepdim=True)
    x = (x - mean) * draw(0.65, 1.3) + mean * draw(0.75, 1.2) + draw(-12, 12, 3)
    if rng.random() < 0.3:
        x = torch.nn.functional.avg_pool2d(x, 3, 1, 1, count_include_pad=False)
    x = x + torch.from_numpy(rng.standard_normal(x.shape, dtype=np.float32)) * draw(0, 6)
    return x.clamp(0, 255), torch.from_numpy(truth)


def finder_targets(cards: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Targets (channels, CELLS, CELLS) and weights (4, CELLS, CELLS): of the heat map, of place and size, of
    direction, of back."""
    target = np.zeros((len(CHANNELS), CELLS, CELLS), np.float32)
    weight = np.zeros((4, CELLS, CELLS), np.float32)
    weight[0] = 1
    ys, xs = np.mgrid[:CELLS, :CELLS].astype(np.float32)
    best = np.zeros((CELLS, CELLS), np.float32)
    for x, y, ux, uy, vx, vy, kind, back, _square in cards[np.argsort(-cards[:, 6])] if len(cards) else cards:
        a, b = float(np.hypot(ux, uy)), float(np.hypot(vx, vy))
        dx, dy = x / STRIDE - 0.5 - xs, y / STRIDE - 0.5 - ys
        along, across = (dx * ux + dy * uy) / a, (dx * vx + dy * vy) / b
        sigma = max(0.75, 0.17 * a / STRIDE)
        if kind == IGNORE:
            weight[0][(np.abs(along) < 1.1 * a / STRIDE) & (np.abs(across) < 1.1 * b / STRIDE)] = 0
            continue
        peak = np.exp(-(dx**2 + dy**2) / (2 * sigma**2))
        weight[0][peak > 0.1] = 1
        target[0] = np.maximum(target[0], peak)
        at = int(np.clip(y / STRIDE, 0, CELLS - 1)), int(np.clip(x / STRIDE, 0, CELLS - 1))
        if 0 <= x < CROP and 0 <= y < CROP:
            target[0][at] = 1
        mine = (peak > 0.25) & (peak > best)
        mine[at] = True
        best = np.where(mine, peak, best)
        turn = np.arctan2(uy, ux)
        lean = np.arctan2(vy, vx) - turn - np.pi / 2
        values = (
            dx,
            dy,
            np.cos(2 * turn),
            np.sin(2 * turn),
            np.log(a / 16),
            np.log(b / 16),
            np.cos(2 * lean),
            np.sin(2 * lean),
            back,
        )
        for channel, value in enumerate(values, 1):
            target[channel][mine] = value[mine] if isinstance(value, np.ndarray) else value
        weight[1][mine] = peak[mine]
        weight[2][mine] = peak[mine] if kind == LEARN else 0
        weight[3][mine] = 1
    return target, weight


def finder_item(
    sample: tuple[NDArray[Any], NDArray[Any], NDArray[Any]], rng: np.random.Generator | None
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Image (3, h, w) uint8, targets, weights; turned and mirrored at random when `rng` is given."""
    image: NDArray[Any] = np.asarray(cv2.imdecode(sample[0], cv2.IMREAD_COLOR))
    cards, cover = sample[1].copy(), sample[2]
    if rng is not None:
        for _ in range(int(rng.integers(4))):
            image, cover = np.rot90(image), np.rot90(cover)
            cards[:, [0, 1]] = np.stack([cards[:, 1], CROP - cards[:, 0]], 1)
            for c in (2, 4):
                cards[:, [c, c + 1]] = np.stack([cards[:, c + 1], -cards[:, c]], 1)
        if rng.random() < 0.5:
            image, cover = image[:, ::-1], cover[:, ::-1]
            cards[:, 0] = CROP - cards[:, 0]
            cards[:, 3] *= -1
            cards[:, 4] *= -1
        if rng.random() < 0.5:
            gain = np.exp(rng.normal(0, 0.18, 3)) * np.exp(rng.normal(0, 0.15))
            image = np.clip(image * gain, 0, 255).astype(np.uint8)
    target, weight = finder_targets(cards)
    target[CHANNELS.index("cover")] = cover.astype(np.float32) / 255
    return np.ascontiguousarray(image.transpose(2, 0, 1)), target, weight
