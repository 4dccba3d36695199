"""How much of a machine the Steward takes: all of it on a Pi 4 or 5, less on one with 512 MB, such as a Zero 2 W."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

MEMORY = Path("/proc/meminfo")
SMALL = 700_000_000
"""Bytes of memory; a machine that has less runs in the light mode."""


@dataclass(frozen=True, slots=True)
class Size:
    """``frame``: width and height (px) that a camera is asked for; ``shown``: width of the pictures for the screens;
    ``speaks``: whether the table has a voice, a program of its own."""

    frame: tuple[int, int]
    shown: int
    speaks: bool


FULL = Size((1920, 1080), 1280, True)
LIGHT = Size((1536, 864), 960, False)
"""What is left out: a fifth of the picture's width, a quarter of that of what screens are shown, and the voice."""


def is_light(mode: str, memory: Path = MEMORY) -> bool:
    """Tells whether a mode (``auto``, ``full`` or ``light``) means the light one on this machine."""
    if mode != "auto":
        return mode == "light"
    try:
        lines = memory.read_text(encoding="ascii").splitlines()
        total = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemTotal"))
    except (OSError, StopIteration, ValueError):
        return False
    return total < SMALL


def size_of(mode: str, memory: Path = MEMORY) -> Size:
    """Gives how much is taken in a mode on this machine."""
    return LIGHT if is_light(mode, memory) else FULL
