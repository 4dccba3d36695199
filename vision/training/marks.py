"""The network of the corner marks: what it learns from, its training and its calibration."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional as fn

from vision.marks import LETTERS, VALUES
from vision.render import typefaces
from vision.training.corners import IGNORED, write_corners
from vision.training.networks import MarkNet, fused
from vision.training.scenes import HELD_OUT
from vision.training.train import Course, Report, drawn, scaled, train, write_onnx

SHEETS = 20
"""Sheets of corners to a shard."""


@dataclass
class Corners:
    """The shards of a folder whose names begin with `kind`; :meth:`refresh` takes up those written since."""

    folder: Path
    kind: str
    seen: set[str] = field(default_factory=set)
    patches: list[NDArray[Any]] = field(default_factory=list)
    labels: list[NDArray[Any]] = field(default_factory=list)

    def refresh(self) -> None:
        """Reads the shards that are new."""
        for path in sorted(self.folder.glob(f"{self.kind}-*.npz")):
            if path.name not in self.seen:
                self.seen.add(path.name)
                with np.load(path) as shard:
                    self.patches.append(shard["patches"])
                    self.labels.append(np.stack([shard["letters"], shard["values"]], 1))


def render_corners(folder: Path, shards: int, jobs: int, seed: int) -> None:
    """Draws so many shards of corners to learn from, and three more, in typefaces kept out, to calibrate on."""
    folder.mkdir(parents=True, exist_ok=True)
    every = typefaces.families(typefaces.installed())
    held = [family for k, family in enumerate(every.values()) if k % HELD_OUT == 4] or list(every.values())
    learnt = [family for k, family in enumerate(every.values()) if k % HELD_OUT != 4] or held
    with ProcessPoolExecutor(jobs) as pool:
        tasks = [
            pool.submit(write_corners, folder / f"train-{k:04d}.npz", seed + k, SHEETS, learnt) for k in range(shards)
        ]
        tasks += [
            pool.submit(write_corners, folder / f"valid-{k:04d}.npz", seed + 5000 + k, 2 * SHEETS, held)
            for k in range(3)
        ]
        for task in tasks:
            task.result()


def mark_batch(patches: NDArray[Any], rng: np.random.Generator) -> torch.Tensor:
    """A batch (N, 3, h, w) of 0..255 with place, light and sharpness shuffled."""
    x = torch.from_numpy(patches).permute(0, 3, 1, 2).float()
    n = len(x)
    down, across = (int(k) for k in rng.integers(-3, 4, 2))
    x = fn.pad(x, (3, 3, 3, 3), mode="replicate")[:, :, 3 + down :, 3 + across :]
    x = x[:, :, : patches.shape[1], : patches.shape[2]]

    def draw(low: float, high: float, *shape: int) -> torch.Tensor:
        return torch.from_numpy(rng.uniform(low, high, (n, *shape)).astype(np.float32)).view(n, -1, 1, 1)

    mean = x.mean((1, 2, 3), keepdim=True)
    x = (x - mean) * draw(0.5, 1.4) + mean * draw(0.75, 1.2) + draw(-12, 12, 3)
    if rng.random() < 0.25:
        x = fn.avg_pool2d(x, 3, 1, 1, count_include_pad=False)
    if rng.random() < 0.15:
        smear = (5, 1) if rng.random() < 0.5 else (1, 5)
        x = fn.avg_pool2d(x, smear, 1, (smear[0] // 2, smear[1] // 2), count_include_pad=False)
    x = x + torch.from_numpy(rng.standard_normal(x.shape, dtype=np.float32)) * draw(0, 7)
    return x.clamp(0, 255)


def train_marks(folder: Path, out: Path, course: Course, say: Report = print) -> None:
    """Trains the network of the marks on the shards in `folder` and writes its averaged weights to `out`."""
    torch.manual_seed(course.seed)
    shards = Corners(folder, "train")

    def loss_of(network: nn.Module, rng: np.random.Generator) -> tuple[torch.Tensor, list[float]]:
        chosen = drawn(np.array([len(c) for c in shards.patches], float), course.batch, rng)
        patches = np.concatenate([shards.patches[p][k] for p, k in chosen])
        labels = torch.from_numpy(np.concatenate([shards.labels[p][k] for p, k in chosen]))
        letters, values = network(scaled(mark_batch(patches, rng))).split_with_sizes([len(LETTERS), len(VALUES)], 1)
        parts = [fn.cross_entropy(s, labels[:, k], ignore_index=IGNORED) for k, s in enumerate((letters, values))]
        return parts[0] + parts[1], [part.item() for part in parts]

    train(MarkNet(), out, replace(course, peak=2.5e-3, decay=0.02), shards, loss_of, "marks: letter value,", say)


def cool(network: nn.Module, folder: Path) -> tuple[float, float]:
    """The temperatures that make the chances of letters and of values true on typefaces that were not learnt."""
    shards = Corners(folder, "valid")
    shards.refresh()
    patches, labels = np.concatenate(shards.patches), torch.from_numpy(np.concatenate(shards.labels))
    network.eval()
    with torch.no_grad():
        parts = [patches[k : k + 256] for k in range(0, len(patches), 256)]
        scores = torch.cat([network(torch.from_numpy(p).permute(0, 3, 1, 2).float() / 255) for p in parts])
    tries = np.exp(np.linspace(np.log(0.5), np.log(4), 60))
    best = []
    for k, part in enumerate(scores.split_with_sizes([len(LETTERS), len(VALUES)], 1)):
        losses = [float(fn.cross_entropy(part / t, labels[:, k], ignore_index=IGNORED)) for t in tries]
        best.append(float(tries[int(np.argmin(losses))]))
    return best[0], best[1]


class _Whole(nn.Module):
    """The network, taking 0..255."""

    def __init__(self, network: MarkNet) -> None:
        super().__init__()
        self.network = network
        first = next(m for m in network.modules() if isinstance(m, nn.Conv2d))
        with torch.no_grad():
            first.weight.div_(255)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        said: torch.Tensor = self.network(x)
        return said


def export_marks(weights: Path, out: Path, folder: Path, say: Report = print) -> None:
    """Calibrates the trained network on the valid shards in `folder` and writes it as ONNX."""
    network = MarkNet()
    network.load_state_dict(torch.load(weights))
    fused(network)
    letter, value = cool(network, folder)
    say(f"temperatures {letter:.3f} {value:.3f}")
    with torch.no_grad():
        by = torch.tensor([letter] * len(LETTERS) + [value] * len(VALUES))
        network.last.weight.div_(by[:, None])
        network.last.bias.div_(by)
    write_onnx("marks", _Whole(network), out, say)
