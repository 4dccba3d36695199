"""The outlines of cards to a fraction of a px, for measurements that hang on them.

A reading tells roughly where each card lies: its letters are what it is found by, and its sides may be several mm off.
Near each side there may be many edges: a printed border, a neighbour, the grain of wood, the stripes of a cloth. What
tells the right ones is that paper ends there, and that all cards are of one known size and lie on one plane. So each
card says for each size it might show in how well edges of paper fit its four sides, the plane is taken on which they
agree, and only then are the sides measured, by the light, which tells exactly where an edge lies.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane import Plane

Array = NDArray[np.float64]
Strengths = NDArray[np.float32]

STEP = 0.4
"""mm between the places where an edge may lie."""
PLACES = 33
"""Places along a side at which its edge is looked for."""
SPAN = 0.74
"""Share of a side, about its middle, that is straight: corners are round."""
FAINT, HALF = 1.2, 5.0
"""Grey levels a step: what an edge climbs at least, and where it counts half as much as the strongest."""
INWARDS = np.array([1.0, -1.0, 1.0, -1.0], np.float32)[:, None, None]
"""Which way the inside of a card lies from its left, right, upper and lower side."""
DARKER = 0.4
"""How much an edge counts that is darker inside: it may be the side of the card beyond a gap."""
NARROW = 1.6
"""mm to both sides of where a side is expected, when it is measured."""
NARROW_STEP = 0.2
CROWDED = 7.0
"""mm; the side of a card that is nearer than this to another may be taken for that one's."""
NEAR = 0.35
"""mm; edge points farther from the line through the others are something else's."""
BESIDE = 1.3
"""mm from where the paper ends that the light may show its edge."""
ALONE = 0.2
"""How much a side counts whose opposite does not show, in telling where a card lies: it tells no size."""
ENOUGH = 0.5
"""Share of the places that must agree on a line."""
UNITED = 1
"""Steps of size around the agreed one at which a card still agrees."""
PAPER_LEVELS = 120.0
"""Grey levels between what is surely paper and what is surely none."""
LARGER = 1.0
"""How much more a larger size counts, as a share of what it is larger."""
LEAN_WEIGHT, SIZE_WEIGHT = 5.0, 10.0
"""How little a plane is believed that lies otherwise than was expected."""


@dataclass(frozen=True)
class Search:
    """How far from its expected place a card may lie: ``reach`` of a side and ``drift`` of the card, mm; ``turns`` in
    degrees and ``sizes`` as logarithms that are tried; ``leans``, by how much size may change over a focal length."""

    reach: float
    drift: float
    turns: Array
    sizes: Array
    leans: Array


WIDE = Search(11.0, 7.0, np.arange(-8.0, 8.1, 1.0), np.arange(-0.16, 0.165, 0.01), np.arange(-0.24, 0.25, 0.04))
CLOSE = Search(5.0, 2.0, np.arange(-2.0, 2.1, 0.5), np.arange(-0.04, 0.045, 0.01), np.arange(-0.06, 0.065, 0.03))


@dataclass(frozen=True)
class Laid:
    """Where cards lie on a plane: their middles (N, 2) mm, and their turns (N,) in radians."""

    middles: Array
    turns: Array

    def to_table(self, points: Array) -> Array:
        """Takes points (N, ..., 2) mm from each card's middle to the table's mm."""
        cos, sin = np.cos(self.turns), np.sin(self.turns)
        turn = np.stack([np.stack([cos, -sin], -1), np.stack([sin, cos], -1)], -2)
        between = (slice(None), *[None] * (points.ndim - 2))
        found: Array = np.einsum("nij,n...j->n...i", turn, points) + self.middles[between]
        return found

    def corners(self, size: tuple[float, float]) -> Array:
        """Gives the corners (N, 4, 2) mm of the cards on the table, clockwise from their upper left."""
        half = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * np.array(size)
        return self.to_table(np.broadcast_to(half, (len(self.turns), 4, 2)))


def laid(plane: Plane, quads: Array) -> Laid:
    """Gives where cards with corners (N, 4, 2) px, clockwise from the upper left, lie on a plane."""
    on_table = plane.to_mm(quads)
    across = on_table[:, 1] + on_table[:, 2] - on_table[:, 0] - on_table[:, 3]
    return Laid(on_table.mean(axis=1), np.arctan2(across[:, 1], across[:, 0]))


@dataclass(frozen=True)
class Sides:
    """The sides of cards as they show: left, right, upper and lower; where each begins and ends, (N, 4, 2, 2) px, from
    above down or from left to right, SPAN of its length apart; which of them show (N, 4), and which are near to another
    card (N, 4)."""

    ends: Array
    seen: NDArray[np.bool_]
    crowded: NDArray[np.bool_]


def sides(
    light: NDArray[np.float32],
    paper: NDArray[np.float32],
    plane: Plane,
    cards: Laid,
    beside: Laid,
    size: tuple[float, float],
    search: Search,
) -> tuple[Sides, Laid]:
    """Gives the sides of cards that roughly lie on a plane, and where the cards lie more exactly.

    :param paper: how likely each px shows paper, 0 to 1 (:func:`vision.paper.paper_of`).
    :param beside: all that lie there, themselves too.
    :param size: a card's width and height, mm.
    """
    likely = cv2.GaussianBlur(paper, (0, 0), 0.8) * PAPER_LEVELS
    strengths = _strengths(likely, plane, cards, size, search)
    score, turn, drift = _votes(strengths, size, search)
    rays = (plane.to_px(cards.middles) - np.array([plane.width, plane.height]) / 2) / max(plane.width, plane.height)
    shown = _agreed(score, rays, search)
    rows = np.arange(len(shown))
    shown_sizes = np.exp(search.sizes[shown])
    moved = np.zeros((len(shown), 2))
    moved += drift[rows, shown] * STEP
    found = Laid(
        Laid(cards.middles, cards.turns).to_table(moved),
        cards.turns + np.radians(search.turns[turn[rows, shown]]),
    )
    image = cv2.GaussianBlur(light, (0, 0), 0.8).astype(np.float32, copy=False)
    return _measured(image, likely, plane, found, beside, shown_sizes, size), found


def _profiles(
    image: NDArray[np.float32], plane: Plane, cards: Laid, halves: Array, size: tuple[float, float], steps: Array
) -> NDArray[np.float32]:
    """Gives the tones across the sides, (N, 4, PLACES, steps): left, right, upper and lower, from left to right and
    from above down. ``halves`` (N, 2) are half the width and height at which the sides are expected, mm."""
    places = np.linspace(-SPAN / 2, SPAN / 2, PLACES)
    shape = (len(cards.turns), PLACES, len(steps))
    sides = []
    for axis in (0, 1):
        along = np.broadcast_to((places * size[1 - axis])[:, None], shape)
        for sign in (-1.0, 1.0):
            across = np.broadcast_to(sign * halves[:, axis, None, None] + steps, shape)
            sides.append(np.stack([across, along] if axis == 0 else [along, across], axis=-1))
    points = plane.to_px(cards.to_table(np.stack(sides, axis=1))).astype(np.float32)
    flat = points.reshape(-1, len(steps), 2)
    tones = np.empty(flat.shape[:2], np.float32)
    for start in range(0, len(flat), 16000):  # cv2 takes no more than 32767 rows at once
        part = flat[start : start + 16000]
        tones[start : start + 16000] = cv2.remap(
            image, part[..., 0], part[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    return tones.reshape(len(cards.turns), 4, PLACES, len(steps))


def _rise(tones: NDArray[np.float32]) -> NDArray[np.float32]:
    """Gives how steeply the tones change a step, where the inside of a card is darker counted less."""
    inwards = np.gradient(tones, axis=3) * INWARDS
    rise: NDArray[np.float32] = np.where(inwards >= 0, inwards, -DARKER * inwards).astype(np.float32)
    return rise


def _strengths(
    image: NDArray[np.float32], plane: Plane, cards: Laid, size: tuple[float, float], search: Search
) -> Strengths:
    """Gives how much of an edge lies along each side when the card is turned and the side shifted: (N, 4, turns,
    shifts), from 0 to 1."""
    reach = round(search.reach / STEP)
    halves = np.tile(np.array(size, np.float64) / 2, (len(cards.turns), 1))
    tones = _profiles(image, plane, cards, halves, size, np.arange(-reach, reach + 1) * np.float64(STEP))
    rise = _rise(tones)
    edge = np.where(rise < FAINT, 0.0, rise / (rise + HALF)).astype(np.float32)
    shifts = 2 * reach + 1
    found = np.empty((len(edge), 4, len(search.turns), shifts), np.float32)
    places = np.linspace(-SPAN / 2, SPAN / 2, PLACES)
    for axis, sign in ((0, -1.0), (1, 1.0)):
        skew = sign * np.tan(np.radians(search.turns))[:, None] * places * size[1 - axis] / STEP
        index = np.clip(np.arange(shifts) + np.rint(skew).astype(int)[..., None], 0, shifts - 1)
        for number in range(len(search.turns)):
            both = edge[:, 2 * axis : 2 * axis + 2]
            found[:, 2 * axis : 2 * axis + 2, number] = both[:, :, np.arange(PLACES)[:, None], index[number]].mean(2)
    return found


def _votes(
    strengths: Strengths, size: tuple[float, float], search: Search
) -> tuple[Array, NDArray[np.int64], NDArray[np.int64]]:
    """Gives, for each card and size it may show in, how well edges fit (0 to 2), and at which turn and shift."""
    count, _, turns, shifts = strengths.shape
    drift = round(search.drift / STEP)
    drifts = np.arange(-drift, drift + 1)
    fit = np.zeros((count, len(search.sizes), turns))
    where = np.zeros((count, len(search.sizes), turns, 2), np.int64)
    for axis in (0, 1):
        for number, log_size in enumerate(search.sizes):
            wider = round(size[axis] / 2 * (np.exp(log_size) - 1.0) / STEP)
            one = np.clip(shifts // 2 + drifts - wider, 0, shifts - 1)
            other = np.clip(shifts // 2 + drifts + wider, 0, shifts - 1)
            # One clear side without the other is worth nothing, but tells where the card lies.
            first, second = strengths[:, 2 * axis][..., one], strengths[:, 2 * axis + 1][..., other]
            pairs = np.sqrt(first * second)
            best = (pairs + ALONE * (first + second)).argmax(axis=2)
            where[:, number, :, axis] = drifts[best]
            fit[:, number] += np.take_along_axis(pairs, best[..., None], axis=2)[..., 0]
    turn = fit.argmax(axis=2)
    score = np.take_along_axis(fit, turn[..., None], axis=2)[..., 0]
    shift = np.take_along_axis(where, turn[..., None, None], axis=2)[:, :, 0]
    return score, turn, shift


def _agreed(score: Array, rays: Array, search: Search) -> NDArray[np.int64]:
    """Gives, for each card, which size it shows in on the plane that most cards agree on."""
    # Inside a card's sides a border may be printed: of two sizes that fit, the larger is the card's.
    widest = cv2.dilate(score, np.ones((1, 2 * UNITED + 1), np.uint8)) ** 2 * np.exp(LARGER * search.sizes)
    lean_x, lean_y = (one.ravel() for one in np.meshgrid(search.leans, search.leans))
    best, chosen = -np.inf, np.zeros(len(score), np.int64)
    step = search.sizes[1] - search.sizes[0]
    bend = np.rint((np.outer(lean_x, rays[:, 0]) + np.outer(lean_y, rays[:, 1])) / step).astype(int)
    rows = np.arange(len(score))
    for number, log_size in enumerate(search.sizes):
        shown = np.clip(number + bend, 0, len(search.sizes) - 1)
        fit = widest[rows, shown].sum(axis=1)
        fit = fit - LEAN_WEIGHT * (lean_x**2 + lean_y**2) - SIZE_WEIGHT * log_size**2
        top = int(fit.argmax())
        if fit[top] > best:
            best, chosen = float(fit[top]), shown[top]
    # Of the sizes that agree, the one that its edges fit best.
    around = np.clip(chosen[:, None] + np.arange(-UNITED, UNITED + 1), 0, len(search.sizes) - 1)
    pick: NDArray[np.int64] = around[rows, score[rows[:, None], around].argmax(axis=1)]
    return pick


def _measured(
    image: NDArray[np.float32],
    likely: NDArray[np.float32],
    plane: Plane,
    cards: Laid,
    beside: Laid,
    sizes: Array,
    size: tuple[float, float],
) -> Sides:
    """Measures the sides of cards that show ``sizes`` times as large on the plane as they are."""
    halves: Array = sizes[:, None] * (np.array(size, np.float64) / 2)
    steps = np.arange(-NARROW, NARROW + 0.01, NARROW_STEP)
    of_paper, of_grey = (_rise(_profiles(one, plane, cards, halves, size, steps)) for one in (likely, image))
    lines, seen = _lines(of_paper, steps)
    # Where paper ends is known to a px or so: the edge of grey that lies there tells it exactly.
    places = np.linspace(-0.5, 0.5, PLACES)
    expected = lines[..., :1] * places + lines[..., 1:]
    near = np.abs(steps - expected[..., None]) <= BESIDE
    exact, clear = _lines(np.where(near, of_grey, 0.0).astype(np.float32), steps)
    lines = np.where((seen & clear)[..., None], exact, lines)
    ends = np.zeros((len(halves), 4, 2, 2))
    for side in range(4):
        axis, sign = side // 2, (-1.0, 1.0)[side % 2]
        for end, place in enumerate((-0.5, 0.5)):
            ends[:, side, end, axis] = sign * halves[:, axis] + lines[:, side, 0] * place + lines[:, side, 1]
            ends[:, side, end, 1 - axis] = place * SPAN * size[1 - axis]
    on_table = cards.to_table(ends)
    crowded = [
        [_crowded(on_table[card, side].mean(axis=0)[None], cards.middles[card], beside, size) for side in range(4)]
        for card in range(len(halves))
    ]
    return Sides(plane.to_px(on_table), seen, np.array(crowded, bool).reshape(-1, 4))


def _crowded(ends: Array, middle: Array, beside: Laid, size: tuple[float, float]) -> bool:
    """Tells whether one of two points on the table (2, 2) mm is near another card than the one about ``middle``."""
    others = np.arange(len(beside.turns)) != np.hypot(*(beside.middles - middle).T).argmin()
    away = ends[:, None] - beside.middles[others]
    cos, sin = np.cos(beside.turns[others]), np.sin(beside.turns[others])
    across, down = away[..., 0] * cos + away[..., 1] * sin, away[..., 1] * cos - away[..., 0] * sin
    outside = np.maximum(np.abs(across) - size[0] / 2, np.abs(down) - size[1] / 2)
    return bool((outside < CROWDED).any())


def _lines(rise: NDArray[np.float32], steps: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Gives the lines (N, 4, 2), slope along the side's span and place at its middle, on which most edge points of each
    side lie, and for which sides there is one."""
    top = np.clip(rise.argmax(axis=3), 1, len(steps) - 2)
    before, here, after = (np.take_along_axis(rise, top[..., None] + k, axis=3)[..., 0] for k in (-1, 0, 1))
    good = (here >= FAINT * NARROW_STEP / STEP) & (here >= before) & (here >= after)
    bend = before - 2 * here + after
    shift = np.where(bend < -1e-6, 0.5 * (before - after) / np.where(bend < -1e-6, bend, -1.0), 0.0)
    offset = steps[top] + np.clip(shift, -1, 1) * NARROW_STEP
    lines, seen = np.zeros((*rise.shape[:2], 2)), np.zeros(rise.shape[:2], bool)
    for card, side in np.ndindex(*rise.shape[:2]):
        line = _line(offset[card, side], good[card, side])
        if line is not None:
            lines[card, side], seen[card, side] = line, True
    return lines, seen


def _line(offset: Array, good: NDArray[np.bool_]) -> tuple[float, float] | None:
    """Gives the line through most of a side's edge points: how far it climbs along it, and where it crosses its middle;
    None where there is none."""
    if good.sum() < ENOUGH * PLACES:
        return None
    x, y = np.linspace(-0.5, 0.5, PLACES)[good], offset[good]
    first, second = (index.ravel() for index in np.meshgrid(np.arange(0, len(x), 2), np.arange(0, len(x), 2)))
    apart = x[second] - x[first] > 0.33
    first, second = first[apart], second[apart]
    slopes = (y[second] - y[first]) / (x[second] - x[first])
    near = np.abs(y - y[first, None] - slopes[:, None] * (x - x[first, None])) <= NEAR
    if not len(near):
        return None
    most = near[near.sum(axis=1).argmax()]
    if most.sum() < ENOUGH * PLACES:
        return None
    slope, place = np.polyfit(x[most], y[most], 1)
    return float(slope), float(place)
