"""The four networks. Plain convolutions, ReLU, addition and nearest-neighbour enlargement only, so that any OpenCV
runs them fast."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional as fn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from vision.faces import CLASSES
from vision.find import CHANNELS
from vision.marks import HEIGHT, LETTERS, VALUES, WIDTH


class Conv(nn.Module):
    """Convolution, normalisation and ReLU."""

    def __init__(self, inward: int, outward: int, stride: int = 1, size: int = 3, relu: bool = True) -> None:
        super().__init__()
        self.conv: nn.Module = nn.Conv2d(inward, outward, size, stride, size // 2, bias=False)
        self.norm: nn.Module = nn.BatchNorm2d(outward)
        self.relu = relu

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Applies it."""
        x = self.norm(self.conv(x))
        return fn.relu(x) if self.relu else x

    def fuse(self) -> None:
        """Folds the normalisation into the convolution; for a trained network in eval mode."""
        if not isinstance(self.norm, nn.Identity):
            self.conv = fuse_conv_bn_eval(self.conv, self.norm)
            self.norm = nn.Identity()


class Residual(nn.Module):
    """Two convolutions around a short cut."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.a = Conv(width, width)
        self.b = Conv(width, width, relu=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Applies it."""
        return fn.relu(x + self.b(self.a(x)))


class FaceNet(nn.Module):
    """Crop (N, 3, 96, 64) of 0..255 → scores (N, classes)."""

    def __init__(self, widths: tuple[int, int, int, int, int] = (12, 24, 40, 56, 80)) -> None:
        super().__init__()
        a, b, c, d, e = widths
        self.body = nn.Sequential(
            Conv(3, a, 2), Conv(a, b, 2), Conv(b, c, 2), Conv(c, d), Conv(d, e, 2), Conv(e, e), Conv(e, 32, size=1)
        )
        self.drop = nn.Dropout(0.1)
        self.last = nn.Linear(32 * 6 * 4, len(CLASSES))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Scores."""
        return self.last(self.drop(self.features(x)))

    def features(self, x: torch.Tensor) -> torch.Tensor:
        """What the classes are told from: (N, FEATURES)."""
        return torch.flatten(self.body(x), 1)


class OutlineNet(nn.Module):
    """Crop (N, 3, 72, 72) of 0..255 → corners (N, 8): x, y of each in units, clockwise from the upper left."""

    def __init__(self, widths: tuple[int, int, int, int] = (12, 24, 40, 48)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.body = nn.Sequential(
            Conv(3, a, 2), Conv(a, b, 2), Conv(b, c, 2), Conv(c, c), Conv(c, d, 2), Conv(d, d), Conv(d, 32, size=1)
        )
        self.broad = nn.Linear(32 * 5 * 5, 64)
        self.last = nn.Linear(64, 8)
        with torch.no_grad():
            self.last.bias.copy_(torch.tensor([-0.85, -1.15, 0.85, -1.15, 0.85, 1.15, -0.85, 1.15]))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Corners."""
        return self.last(fn.relu(self.broad(torch.flatten(self.body(x), 1))))


class MarkNet(nn.Module):
    """Corner (N, 3, 72, 56) of 0..255 → scores (N, letters + values)."""

    def __init__(self, widths: tuple[int, int, int, int] = (10, 24, 36, 48)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.body = nn.Sequential(
            Conv(3, a, 2), Conv(a, b, 2), Conv(b, c), Conv(c, d, 2), Conv(d, d), Conv(d, 32, size=1)
        )
        self.drop = nn.Dropout(0.1)
        self.last = nn.Linear(32 * (HEIGHT // 8) * (WIDTH // 8), len(LETTERS) + len(VALUES))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Scores of the letters, then of the values."""
        return self.last(self.drop(torch.flatten(self.body(x), 1)))


class FinderNet(nn.Module):
    """Picture (N, 3, h, w) of 0..255, h and w multiples of 32 → (N, channels, h/4, w/4)."""

    def __init__(self, widths: tuple[int, int, int, int, int] = (12, 24, 40, 56, 64), out: int = 24) -> None:
        super().__init__()
        a, b, c, d, e = widths
        self.two = nn.Sequential(Conv(3, a, 2), Conv(a, b, 2))
        self.three = nn.Sequential(Conv(b, c, 2), Residual(c))
        self.four = nn.Sequential(Conv(c, d, 2), Residual(d))
        self.five = nn.Sequential(Conv(d, e, 2), Residual(e))
        self.side5, self.side4, self.side3 = (nn.Conv2d(i, o, 1) for i, o in ((e, d), (d, c), (c, out)))
        self.own2 = nn.Conv2d(b, out, 1)
        self.join4, self.join3, self.join2 = Conv(d, d), Conv(c, c), Conv(out, out)
        self.last = nn.Conv2d(out, len(CHANNELS) - 2, 1)
        self.broad = nn.Sequential(Conv(c, 24), nn.Conv2d(24, 2, 1))
        nn.init.constant_(self.last.bias, 0.0)
        with torch.no_grad():
            self.last.bias[0] = -4.0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """The planes of :data:`vision.find.CHANNELS`."""
        two = self.two(x)
        three = self.three(two)
        four = self.four(three)
        y = self.join4(fn.relu(four + _double(self.side5(self.five(four)))))
        y = self.join3(fn.relu(three + _double(self.side4(y))))
        broad = self.broad(y)
        y = self.join2(fn.relu(self.own2(two) + _double(self.side3(y))))
        return torch.cat([self.last(y), _double(broad)], 1)


def _double(x: torch.Tensor) -> torch.Tensor:
    return fn.interpolate(x, scale_factor=2.0, mode="nearest")


def fused(network: nn.Module) -> nn.Module:
    """The network ready for export: eval mode, normalisation folded away."""
    network.eval()
    for module in network.modules():
        if isinstance(module, Conv):
            module.fuse()
    return network
