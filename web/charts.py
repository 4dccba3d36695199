"""Where the marks of a chart lie: plain numbers in, places on a small sheet out; templates draw them as SVG.

Every chart is :data:`WIDTH` wide, so that its words can be read on a telephone, and is labelled directly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

WIDTH = 360.0
LEFT, RIGHT, TOP, BOTTOM = 34.0, 92.0, 14.0, 26.0
APART = 15.0
"""The least distance between two names at the ends of lines."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the scale at a place, with its number."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line: its ``points`` as SVG takes them, the place of its end, and of its name beside it."""

    name: str
    points: str
    end: tuple[float, float]
    label_y: float
    value: str


@dataclass(frozen=True, slots=True)
class LineChart:
    """Lines over deals."""

    lines: tuple[Line, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    height: float


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar by its upper left corner, with the words under it and the number over it."""

    x: float
    y: float
    width: float
    height: float
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Dots:
    """A row of dots: a player's turns at their places, and the middle one."""

    name: str
    y: float
    places: tuple[float, ...]
    middle: float | None
    value: str


def steps_of(least: float, most: float, about: int = 4) -> tuple[float, ...]:
    """Gives round numbers that span ``least`` to ``most``, some ``about`` steps of 1, 2 or 5 times a power of ten."""
    span = max(most - least, 1.0)
    power = 10.0 ** floor(log10(span / about))
    step = next(power * factor for factor in (1, 2, 5, 10) if span / (power * factor) <= about)
    step = max(step, 1.0)
    first, last = floor(least / step), ceil(most / step)
    return tuple(step * number for number in range(first, max(last, first + 1) + 1))


def line_chart(series: Sequence[tuple[str, Sequence[float]]], height: float = 220.0) -> LineChart:
    """Places the lines of several players, each a value for every deal, the first before the first deal."""
    longest = max((len(values) for _, values in series), default=0)
    every = [value for _, values in series for value in values] or [0.0]
    scale = steps_of(min(every), max(every))
    wide, tall = WIDTH - LEFT - RIGHT, height - TOP - BOTTOM

    def x(place: int) -> float:
        return round(LEFT + wide * place / max(longest - 1, 1), 1)

    def y(value: float) -> float:
        return round(TOP + tall * (scale[-1] - value) / (scale[-1] - scale[0]), 1)

    ends = sorted((y(values[-1]), name) for name, values in series if values)
    labels = dict(zip([name for _, name in ends], spread([at for at, _ in ends], TOP, height - 4), strict=True))
    lines = tuple(
        Line(
            name=name,
            points=" ".join(f"{x(place)},{y(value)}" for place, value in enumerate(values)),
            end=(x(len(values) - 1), y(values[-1])),
            label_y=labels[name],
            value=f"{values[-1]:g}",
        )
        for name, values in series
        if values
    )
    every_nth = max(1, ceil(longest / 8))
    return LineChart(
        lines,
        tuple(Tick(x(place), str(place)) for place in range(0, longest, every_nth)),
        tuple(Tick(y(value), f"{value:g}") for value in scale),
        height,
    )


def spread(places: Sequence[float], least: float, most: float) -> list[float]:
    """Moves places, in order, so far apart that the words at them do not overlap."""
    found: list[float] = []
    for place in places:
        found.append(max(place, found[-1] + APART) if found else max(place, least))
    over = found[-1] - most if found else 0.0
    for index in range(len(found) - 1, -1, -1):
        limit = most if index == len(found) - 1 else found[index + 1] - APART
        if over > 0:
            found[index] = min(found[index], limit)
    return [round(place, 1) for place in found]


def bar_chart(counts: Mapping[int, int], height: float = 160.0) -> tuple[Bar, ...]:
    """Places a bar for each whole number from the least to the most, those without a count too."""
    if not counts:
        return ()
    numbers = range(min(counts), max(counts) + 1)
    each = (WIDTH - 20.0) / len(numbers)
    tall = height - TOP - BOTTOM
    most = max(counts.values())
    return tuple(
        Bar(
            x=round(10 + each * place + each * 0.15, 1),
            y=round(TOP + tall * (1 - counts.get(number, 0) / most), 1),
            width=round(min(each * 0.7, 44.0), 1),
            height=round(tall * counts.get(number, 0) / most, 1),
            label=str(number),
            value=str(counts[number]) if number in counts else "",
        )
        for place, number in enumerate(numbers)
    )


def dot_rows(rows: Sequence[tuple[str, Sequence[float], float | None]]) -> tuple[tuple[Dots, ...], tuple[Tick, ...]]:
    """Places each player's turns, in seconds, along one scale from 0, a row each."""
    most = max((value for _, values, _ in rows for value in values), default=0.0)
    if not most:
        return (), ()
    scale = steps_of(0.0, most)
    left, wide = 82.0, WIDTH - 82.0 - 44.0

    def x(seconds: float) -> float:
        return round(left + wide * seconds / scale[-1], 1)

    dots = tuple(
        Dots(
            name=name,
            y=round(TOP + 12 + 28.0 * row, 1),
            places=tuple(x(value) for value in values),
            middle=None if middle is None else x(middle),
            value="" if middle is None else f"{middle:.0f}",
        )
        for row, (name, values, middle) in enumerate(rows)
    )
    return dots, tuple(Tick(x(value), f"{value:g}") for value in scale)
