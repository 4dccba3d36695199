"""The numbers behind what templates draw: cards' values by letter, and sound patterns as bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.cards import load_pack, pack_names
from engine.table import letter_of

Bars = tuple[tuple[float, float], ...]


@lru_cache(maxsize=32)
def values(pack: str) -> Mapping[str, int]:
    """Gives the values of a built-in pack's cards by letter, the Master as ``*``; empty for a pack we do not have."""
    if pack not in pack_names():
        return {}
    return {letter_of(face): value for face, value in load_pack(pack).values.items()}


def bars(pattern: object) -> Bars | str:
    """Gives an on/off pattern in seconds (on first) as bars (x, width) on a line of 100; other patterns as text."""
    if isinstance(pattern, str):
        return pattern
    if not isinstance(pattern, Sequence) or not all(isinstance(part, (int, float)) for part in pattern):
        return str(pattern)
    total = sum(pattern)
    if total <= 0:
        return ""
    found: list[tuple[float, float]] = []
    at = 0.0
    for index, part in enumerate(pattern):
        width = 100.0 * part / total
        if index % 2 == 0 and part > 0:
            found.append((round(at, 2), round(width, 2)))
        at += width
    return tuple(found)


def pins(status: Mapping[str, Any]) -> tuple[tuple[str, Bars | str], ...]:
    """Gives the last patterns of buzzer and lights as (name, bars or text)."""
    found = []
    for item in status.get("pins") or ():
        if isinstance(item, (list, tuple)) and len(item) == 2:
            found.append((str(item[0]), bars(item[1])))
    return tuple(found)


def picture_address(name: str) -> str:
    """Gives the address of a stored picture."""
    return f"/picture/{name if name.endswith('.jpg') else name + '.jpg'}"
