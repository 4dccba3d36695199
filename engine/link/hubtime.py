"""The hub's time, told from a table's own steady clock, and a bell agreed in it.

A question that left at the table's ``sent`` and came to the hub at its ``came`` tells that the hub's clock was then at
most ``came - sent`` ahead, for no message arrives before it left; the answer on its way back tells in the same manner
how far ahead it was at least. The quickest of many messages each way are quick indeed, whatever the others do, so the
clocks are related by the straight line that keeps the greatest distance from what both kinds of messages forbid: a
filter for the lowest delay in each direction, which finds how fast the clocks drift apart as well. (It is the most
likely line for delays that are mostly short and sometimes long; crystals that differ little are thought likelier.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

MOST_TRIPS = 600
WINDOW = 1200.0
"""Seconds of round trips that are looked at: crystals keep their rate for about so long as the hall keeps warm."""

QUICK = 0.02
"""Seconds there and back: on a quicker network any round trip is good enough."""

SETTLED = 300.0
"""Seconds of round trips over a slow network after which the clocks are well enough known."""

USUAL_DRIFT = 60e-6
"""By how much two clocks' rates usually differ (a standard deviation)."""

FASTEST_DRIFT = 300e-6
"""By how much they may differ: worse crystals than these are broken."""


@dataclass(frozen=True, slots=True)
class RoundTrip:
    """A question and its answer: sent and back by the table's clock, came and left by the hub's (seconds)."""

    sent: float
    came: float
    left: float
    back: float

    @property
    def delay(self) -> float:
        """Seconds on the way, there and back."""
        return (self.back - self.sent) - (self.left - self.came)

    @property
    def possible(self) -> bool:
        """Whether no message came before it left."""
        return self.back >= self.sent and self.left >= self.came and self.delay >= 0


@dataclass(frozen=True, slots=True)
class HubTime:
    """The hub's clock as a table knows it. Near the table's time ``at`` it is the table's and ``offset``, and gains
    ``drift`` seconds a second. ``error`` is half of what even the quickest messages took: how far off it can be."""

    at: float
    offset: float
    drift: float = 0.0
    error: float = 0.0

    def hub(self, local: float) -> float:
        """Gives the hub's time (s) at the table's ``local``."""
        return local + self.offset + self.drift * (local - self.at)

    def local(self, hub: float) -> float:
        """Gives the table's time (s) at the hub's ``hub``."""
        return self.at + (hub - self.offset - self.at) / (1 + self.drift)


def remembered(trips: Sequence[RoundTrip], trip: RoundTrip) -> tuple[RoundTrip, ...]:
    """Gives the round trips to go by after another one: recent ones, and of too many the quicker."""
    if not trip.possible:
        return tuple(trips)
    recent = [one for one in trips if trip.back - one.back <= WINDOW]
    if len(recent) >= MOST_TRIPS:
        half = MOST_TRIPS // 2
        pairs = zip(recent[:half:2], recent[1:half:2], strict=True)
        recent[:half] = [min(pair, key=lambda one: one.delay) for pair in pairs]
    return (*recent, trip)


def seconds_to_next(trips: Sequence[RoundTrip]) -> float:
    """Gives how long to wait with the next question: over a slow network many are needed before one is quick."""
    if len(trips) < 20:
        return 0.5
    typical = sorted(one.delay for one in trips[-20:])[10]
    if typical < QUICK:
        return 5.0
    return 0.5 if trips[-1].back - trips[0].back < SETTLED else 2.0


def hub_time(trips: Sequence[RoundTrip]) -> HubTime:
    """Tells the hub's time from one round trip or more."""
    at = trips[-1].back
    allowed = [(one.sent - at, one.came - one.sent) for one in trips]
    forbidden = [(one.back - at, one.left - one.back) for one in trips]
    allowed, forbidden = _hull(allowed, 1.0), _hull(forbidden, -1.0)

    def bounds(drift: float) -> tuple[float, float]:
        """The most and the least offset at ``at`` that clocks drifting so would leave possible."""
        return (
            min(offset - drift * when for when, offset in allowed),
            max(offset - drift * when for when, offset in forbidden),
        )

    def likelihood(drift: float) -> float:
        most, least = bounds(drift)
        return len(trips) * (most - least) / usual - (drift / USUAL_DRIFT) ** 2 / 2

    usual = max(sum(one.delay for one in trips) / len(trips) / 2, 1e-4)
    drift = _summit(likelihood, -FASTEST_DRIFT, FASTEST_DRIFT)
    most, least = bounds(drift)
    return HubTime(at, (most + least) / 2, drift, abs(most - least) / 2)


Point = tuple[float, float]


def _hull(points: Sequence[Point], sign: float) -> list[Point]:
    """Leaves only the points that a straight line from below (sign 1) or from above (-1) can touch."""
    hull: list[Point] = []
    for x, y in sorted(points):
        while len(hull) > 1 and sign * _turn(hull[-2], hull[-1], (x, y)) <= 0:
            hull.pop()
        hull.append((x, y))
    return hull


def _turn(one: Point, two: Point, three: Point) -> float:
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])


def _summit(height: Callable[[float], float], low: float, high: float) -> float:
    """Finds where a function with a single summit is highest, to a hundredth of a part in a million."""
    while high - low > 1e-8:
        one, two = low + (high - low) / 3, high - (high - low) / 3
        if height(one) < height(two):
            low = one
        else:
            high = two
    return (low + high) / 2
