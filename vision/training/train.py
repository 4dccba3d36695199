"""Training loops: warm-up, cosine decay, averaged weights; then calibration and export."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional as fn

from vision.faces import CLASSES
from vision.find import CHANNELS
from vision.training.data import Shards, face_batch, finder_item, outline_batch
from vision.training.networks import FaceNet, FinderNet, OutlineNet, fused

NONE_WEIGHT = 0.35

Report = Callable[[str], None]


class Renewed(Protocol):
    """What is learnt from: more may be written while it is."""

    def refresh(self) -> None: ...


class _Average:
    """Running average of a network's weights."""

    def __init__(self, network: nn.Module, keep: float = 0.998) -> None:
        self.network = copy.deepcopy(network)
        self.keep = keep
        self.steps = 0

    def update(self, network: nn.Module) -> None:
        self.steps += 1
        keep = min(self.keep, (1 + self.steps) / (10 + self.steps))
        with torch.no_grad():
            mine, theirs = self.network.state_dict(), network.state_dict()
            for name, value in mine.items():
                if value.dtype.is_floating_point:
                    value.mul_(keep).add_(theirs[name], alpha=1 - keep)
                else:
                    value.copy_(theirs[name])


def _rate(step: int, steps: int, peak: float) -> float:
    warm = max(1, min(300, steps // 10))
    if step < warm:
        return peak * (step + 1) / warm
    return peak * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * (step - warm) / max(1, steps - warm))))


@dataclass(frozen=True)
class Course:
    """How a network is trained: steps, batch, the highest learning rate, the weights it starts from, and how often the
    shards are looked through for new ones, the loss is told, and the weights are kept."""

    steps: int
    seed: int = 0
    batch: int = 128
    peak: float = 3e-3
    decay: float = 0.01
    start: Path | None = None
    renew: int = 500
    tell: int = 250
    keep: int = 1000
    most_gradient: float = 0.0


def train(
    network: nn.Module,
    out: Path,
    course: Course,
    shards: Renewed,
    loss_of: Callable[[nn.Module, np.random.Generator], tuple[torch.Tensor, list[float]]],
    name: str,
    say: Report,
) -> None:
    """Trains a network on what `loss_of` draws and writes its averaged weights to `out` now and then."""
    rng = np.random.default_rng(course.seed)
    if course.start is not None:
        network.load_state_dict(torch.load(course.start))
    network = network.to(memory_format=torch.channels_last)
    average = _Average(network)
    optimiser = torch.optim.AdamW(network.parameters(), lr=course.peak, weight_decay=course.decay)
    told: list[list[float]] = []
    began = time.monotonic()
    for step in range(course.steps):
        if step % course.renew == 0:
            shards.refresh()
        for group in optimiser.param_groups:
            group["lr"] = _rate(step, course.steps, course.peak)
        loss, parts = loss_of(network, rng)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        if course.most_gradient:
            nn.utils.clip_grad_norm_(network.parameters(), course.most_gradient)
        optimiser.step()
        average.update(network)
        told.append(parts)
        if step % course.tell == course.tell - 1:
            mean = " ".join(f"{value:.4f}" for value in np.mean(told[-course.tell :], 0))
            say(f"{name} {step + 1}/{course.steps} loss {mean} {time.monotonic() - began:.0f} s")
        if step % course.keep == course.keep - 1 or step == course.steps - 1:
            torch.save(average.network.state_dict(), out)


def drawn(sizes: NDArray[np.float64], batch: int, rng: np.random.Generator) -> list[tuple[int, NDArray[np.int_]]]:
    """Of eight shards of these sizes, which one and which of its samples: `batch` in all."""
    picks = rng.choice(len(sizes), 8, p=sizes / sizes.sum())
    return [(int(p), rng.integers(0, int(sizes[p]), batch // 8)) for p in picks]


def scaled(x: torch.Tensor) -> torch.Tensor:
    return x.contiguous(memory_format=torch.channels_last) / 255


def train_faces(folder: Path, out: Path, course: Course, say: Report = print) -> None:
    """Trains the face network on the shards in `folder` and writes its averaged weights to `out` now and then."""
    torch.manual_seed(course.seed)
    shards = Shards(folder, "train", faces=True, finder=False)
    # Far more of what is learnt from is no card than of what the finder shows of a real table.
    weights = torch.ones(len(CLASSES))
    weights[CLASSES.index("NONE")] = NONE_WEIGHT

    def loss_of(network: nn.Module, rng: np.random.Generator) -> tuple[torch.Tensor, list[float]]:
        chosen = drawn(np.array([len(c) for c in shards.labels], float), course.batch, rng)
        crops = np.concatenate([shards.crops[p][k] for p, k in chosen])
        labels = np.concatenate([shards.labels[p][k] for p, k in chosen])
        x, y = face_batch(crops, labels, rng)
        loss = fn.cross_entropy(network(scaled(x)), y, weight=weights)
        return loss, [loss.item()]

    train(FaceNet(), out, replace(course, decay=0.02), shards, loss_of, "faces", say)


def outline_loss(said: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
    """How far the corners (N, 8) lie from the true ones (N, 4, 2), from whichever corner one begins to count."""
    corners = said.view(-1, 4, 2)
    each = [fn.smooth_l1_loss(corners, truth.roll(k, 1), reduction="none", beta=0.05).mean((1, 2)) for k in range(4)]
    return torch.stack(each).amin(0).mean()


def train_outline(folder: Path, out: Path, course: Course, say: Report = print) -> None:
    """Trains the outline network on the shards in `folder` and writes its averaged weights to `out` now and then."""
    course = replace(course, batch=96, peak=2e-3)
    torch.manual_seed(course.seed)
    shards = Shards(folder, "train", faces=False, finder=False, outline=True)

    def loss_of(network: nn.Module, rng: np.random.Generator) -> tuple[torch.Tensor, list[float]]:
        chosen = drawn(np.array([len(c) for c in shards.corners], float), course.batch, rng)
        squares = np.concatenate([shards.squares[p][k] for p, k in chosen])
        corners = np.concatenate([shards.corners[p][k] for p, k in chosen])
        x, y = outline_batch(squares, corners, rng)
        loss = outline_loss(network(scaled(x)), y)
        return loss, [loss.item()]

    train(OutlineNet(), out, course, shards, loss_of, "outline", say)


def finder_loss(answer: torch.Tensor, target: torch.Tensor, weight: torch.Tensor) -> tuple[torch.Tensor, list[float]]:
    """Focal loss of the heat map plus place, size, direction, back and cover."""
    heat, truth = answer[:, 0], target[:, 0]
    chance = torch.sigmoid(heat)
    peak = (truth >= 0.999).float()
    hit = -fn.logsigmoid(heat) * (1 - chance) ** 2 * peak
    miss = -fn.logsigmoid(-heat) * chance**2 * (1 - truth) ** 4 * (1 - peak)
    count = peak.sum().clamp(min=1)
    focal = ((hit + miss) * weight[:, 0]).sum() / count
    place, turn, back = weight[:, 1:2], weight[:, 2:3], weight[:, 3]
    total = place.sum().clamp(min=1)
    near = (fn.smooth_l1_loss(answer[:, 1:3], target[:, 1:3], reduction="none", beta=0.25) * place).sum() / total
    size = (fn.smooth_l1_loss(answer[:, 5:7], target[:, 5:7], reduction="none", beta=0.1) * place).sum() / total
    angle = (fn.smooth_l1_loss(answer[:, 3:5], target[:, 3:5], reduction="none", beta=0.1) * turn).sum() / total
    shear = (fn.smooth_l1_loss(answer[:, 7:9], target[:, 7:9], reduction="none", beta=0.1) * turn).sum() / total
    down = (
        fn.binary_cross_entropy_with_logits(answer[:, 9], target[:, 9], reduction="none") * back
    ).sum() / back.sum().clamp(min=1)
    cover = fn.binary_cross_entropy_with_logits(answer[:, CHANNELS.index("cover")], target[:, CHANNELS.index("cover")])
    loss = focal + 0.7 * near + 2.0 * size + 2.0 * angle + shear + down + 12.0 * cover
    return loss, [v.item() for v in (focal, near, size, angle, shear, down, cover)]


def train_finder(folder: Path, out: Path, course: Course, say: Report = print) -> None:
    """Trains the finder on the shards in `folder` and writes its averaged weights to `out` now and then."""
    course = replace(course, batch=8, renew=200, tell=100, keep=400, most_gradient=5.0)
    torch.manual_seed(course.seed)
    shards = Shards(folder, "train", faces=False, finder=True)

    def loss_of(network: nn.Module, rng: np.random.Generator) -> tuple[torch.Tensor, list[float]]:
        picks = rng.integers(0, len(shards.samples), course.batch)
        items = [finder_item(shards.samples[int(k)], rng) for k in picks]
        image, target, weight = (torch.from_numpy(np.stack(column)) for column in zip(*items, strict=True))
        return finder_loss(network(scaled(image.float())), target, weight)

    train(FinderNet(), out, course, shards, loss_of, "finder: focal near size angle shear back cover,", say)


def temperature(network: nn.Module, folder: Path, seed: int = 0) -> float:
    """The temperature that makes the face network's confidence true on typefaces it has not seen."""
    shards = Shards(folder, "valid", faces=True, finder=False)
    shards.refresh()
    rng = np.random.default_rng(seed)
    crops, labels = np.concatenate(shards.crops), np.concatenate(shards.labels)
    scores, truths = [], []
    network.eval()
    with torch.no_grad():
        for k in range(0, len(crops), 256):
            x, y = face_batch(crops[k : k + 256], labels[k : k + 256], rng)
            scores.append(network(x / 255))
            truths.append(y)
    score, truth = torch.cat(scores), torch.cat(truths)
    tries = np.exp(np.linspace(np.log(0.5), np.log(4), 60))
    return float(min(tries, key=lambda t: float(fn.cross_entropy(score / t, truth))))


EXAMPLES = {"faces": (2, 3, 96, 64), "finder": (1, 3, 384, 512), "outline": (2, 3, 72, 72), "marks": (2, 3, 72, 56)}
"""The shape of what each network is shown."""


class _Whole(nn.Module):
    """A network that takes 0..255 and, for faces, divides its scores by the temperature."""

    def __init__(self, network: nn.Module, cool: float = 1.0) -> None:
        super().__init__()
        self.network = network
        first = next(m for m in network.modules() if isinstance(m, nn.Conv2d))
        with torch.no_grad():
            first.weight.div_(255)
            if cool != 1.0:
                last = network.last
                last.weight.div_(cool)
                last.bias.div_(cool)

    def forward(self, x: torch.Tensor) -> torch.Tensor | tuple[torch.Tensor, torch.Tensor]:
        if isinstance(self.network, FaceNet):
            features = self.network.features(x)
            return self.network.last(features), features
        return self.network(x)


def export(kind: str, weights: Path, out: Path, shards: Path | None = None, say: Report = print) -> None:
    """Writes a trained network (`kind` faces, finder or outline) as ONNX.

    The face network is calibrated on the valid shards.
    """
    network: nn.Module = {"faces": FaceNet, "finder": FinderNet, "outline": OutlineNet}[kind]()
    network.load_state_dict(torch.load(weights))
    network = fused(network)
    cool = 1.0
    if kind == "faces" and shards is not None and any(shards.glob("valid-*.npz")):
        cool = temperature(network, shards)
        say(f"temperature {cool:.3f}")
    write_onnx(kind, _Whole(network, cool), out, say)


def write_onnx(kind: str, whole: nn.Module, out: Path, say: Report = print) -> None:
    """Writes a network that takes 0..255 as ONNX; all but the finder take any number of crops."""
    example = torch.zeros(*EXAMPLES[kind])
    answers = ["answer", "features"] if kind == "faces" else ["answer"]
    dynamic = (
        {"picture": {2: "h", 3: "w"}, "answer": {2: "h4", 3: "w4"}}
        if kind == "finder"
        else {name: {0: "n"} for name in ("picture", *answers)}
    )
    torch.onnx.export(
        whole.eval(),
        (example,),
        str(out),
        dynamo=False,
        opset_version=13,
        input_names=["picture"],
        output_names=answers,
        dynamic_axes=dynamic,
    )
    say(f"{out.name}: {out.stat().st_size / 1e6:.2f} MB")
