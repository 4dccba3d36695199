"""Notices arms by what has changed since the table was last free: they come in over the picture's edge.

The finder's own map of hands may miss a sleeve it has never seen the like of. But a thing that was not there before,
and that reaches in from the edge, is somebody reaching over; a card or a mug set down lies clear of the edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cover import Mask

Small = NDArray[np.float32]

WIDTH = 192
"""Width of the small colour pictures that are compared, in px."""
LEAST_CHANGE = 12.0
"""Grey levels in any colour that count as a change."""
LEAST_AREA = 40
"""px of the small picture, about a square of 33 mm at a table a metre wide; less is the shadow of a card laid down."""
MOST_CHANGED = 0.5
"""When more of the picture than this has changed, the camera or the light has: there is nothing to compare with."""
MOST_GAIN = 2.0
"""Times by which the light may have changed; a lamp that was switched on leaves nothing to compare with."""
KEPT = 3
"""Looks at the free table that are kept: an arm that was not noticed in one is no part of the table in the others."""
MOST_NOISE = 12.0
"""Grey levels by which half of the picture may differ; beyond, it is another picture."""
KNOCKED_PX, KNOCKED_DEG = 12.0, 6.0
"""How far, at most, a knock moves the camera: px of the small picture and degrees; beyond, it is another picture."""
EXPLAINED = 0.25
"""A knock explains what has changed when no more than this share of it is left once the pictures lie on each other."""
PATIENCE = 8
"""Looks after which a thing that has stayed unmoved belongs to the table (a bag set down at its edge, a shadow that
stayed where it was when the camera was knocked), whoever else came and went meanwhile."""
UNMOVED = 0.9
"""The share of a thing that must have lain there for so long."""


@dataclass(frozen=True)
class Look:
    """A small picture of the table, and where cards were seen on it."""

    picture: Small
    cards: Mask


@dataclass(frozen=True)
class Free:
    """The table as it was last seen free, the latest look first, and in how many looks more than not something lay over
    each place of it since."""

    looks: tuple[Look, ...]
    age: NDArray[np.int16] | None = None


def shrunk(picture_bgr: NDArray[np.uint8]) -> Small:
    """Shrinks a picture for comparison."""
    height, width = picture_bgr.shape[:2]
    if width > 4 * WIDTH:
        size = (3 * WIDTH, max(1, round(height * 3 * WIDTH / width)))
        picture_bgr = np.asarray(cv2.resize(picture_bgr, size, interpolation=cv2.INTER_NEAREST), np.uint8)
    small = cv2.resize(picture_bgr, (WIDTH, max(1, round(height * WIDTH / width))), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32)


def entered(looks: Sequence[Look], now: Look) -> Mask | None:
    """Gives where something reaches in over the edge that was in none of the looks before; None when all has changed.

    Cards that were laid or taken up are no arms, however close to the edge; but what reaches in is given with the cards
    that it touches.
    """
    changes = [(look, change) for look in looks if (change := _changed(look.picture, now.picture)) is not None]
    if not changes:
        return None
    changed = np.logical_and.reduce([change for _, change in changes])
    cards = np.logical_or.reduce([now.cards, *(look.cards for look, _ in changes)])
    _, labels, stats, _ = cv2.connectedComponentsWithStats((changed & ~cards).astype(np.uint8), connectivity=8)
    rim = labels.copy()
    rim[2:-2, 2:-2] = 0
    arms = [label for label in np.unique(rim[rim > 0]) if stats[label, cv2.CC_STAT_AREA] >= LEAST_AREA]
    _, whole = cv2.connectedComponents(changed.astype(np.uint8), connectivity=8)
    mask: Mask = np.isin(whole, np.unique(whole[np.isin(labels, arms)]))
    return mask


def difference(before: Small, now: Small) -> tuple[Small, float] | None:
    """Gives by how many grey levels each place of a small picture differs from another beyond what the light has
    changed, in the colour that differs most, and by how many half of them do (noise); None when they cannot be
    compared."""
    if before.shape != now.shape:
        return None
    change = np.zeros(now.shape[:2], np.float32)
    for channel in range(3):
        one, other = before[..., channel], now[..., channel]
        gain = float(np.median(other)) / max(float(np.median(one)), 1.0)
        if not 1 / MOST_GAIN <= gain <= MOST_GAIN:
            return None
        # Half of the picture is unchanged: its middle change is that of the light and the noise.
        offset = other - one * np.float32(gain)
        offset -= np.median(offset)
        change = np.maximum(change, np.abs(offset))
    noise = float(np.median(change))
    return None if noise > MOST_NOISE else (np.asarray(cv2.blur(change, (3, 3)), np.float32), noise)


def _changed(before: Small, now: Small) -> Mask | None:
    """Gives where one small picture differs from another by more than light and noise; None when nearly all does."""
    found = difference(before, now)
    if found is None:
        return None
    change, noise = found
    changed = (change > LEAST_CHANGE + 3.0 * noise).astype(np.uint8)
    if changed.mean() > MOST_CHANGED:
        return None
    mask: Mask = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)).astype(bool)
    return mask


def card_mask(quads: NDArray[np.float64], width: int, height: int, shape: tuple[int, ...]) -> Mask:
    """Gives where cards lie, a little widened, in a small picture of ``shape``; ``quads`` are (N, 4, 2) px."""
    mask = np.zeros(shape[:2], np.uint8)
    for quad in quads * np.array([shape[1] / width, shape[0] / height]):
        cv2.fillConvexPoly(mask, np.rint(quad).astype(np.int32), 1)
    return cv2.dilate(mask, np.ones((5, 5), np.uint8)).astype(bool)


def knocked(look: Look, now: Look) -> Look | None:
    """Gives a look as the camera would have had it from where it hangs now, after somebody knocked it; None when the
    two cannot be laid on each other."""
    one, other = (cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for picture in (now.picture, look.picture))
    (dx, dy), _ = cv2.phaseCorrelate(one, other, cv2.createHanningWindow(one.shape[::-1], cv2.CV_32F))
    roughly = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    until = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 50, 1e-4)
    everywhere = np.ones(one.shape, np.uint8)
    try:
        _, found = cv2.findTransformECC(one, other, roughly, cv2.MOTION_EUCLIDEAN, until, everywhere, 5)
    except cv2.error:  # they have nothing in common
        return None
    warp: NDArray[np.float32] = np.asarray(found, np.float32)
    height, width = one.shape
    middle = np.array([width / 2, height / 2, 1.0])
    far = float(np.hypot(*(warp @ middle - middle[:2])))
    turn = abs(float(np.degrees(np.arctan2(warp[1, 0], warp[0, 0]))))
    if far > KNOCKED_PX or turn > KNOCKED_DEG:
        return None
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    picture = cv2.warpAffine(look.picture, warp, (width, height), flags=flags)
    cards = cv2.warpAffine(look.cards.astype(np.uint8), warp, (width, height), flags=cv2.WARP_INVERSE_MAP)
    seen = cv2.warpAffine(np.ones((height, width), np.float32), warp, (width, height), flags=flags) > 0.999
    # What it did not see before tells nothing.
    return Look(np.where(seen[..., None], picture, now.picture), cards.astype(bool))


def _after_a_knock(free: Free, now: Look, mask: Mask) -> tuple[Free, Mask]:
    """Takes what seems to have come in for a knock of the camera where that explains it."""
    looks = [moved for look in free.looks if (moved := knocked(look, now)) is not None]
    left = entered(looks, now) if looks else None
    if left is None or float(left.sum()) > EXPLAINED * float(mask.sum()):
        return free, mask
    return Free(tuple(looks)), left


def look_for_arms(free: Free | None, now: Look, hands: bool = False) -> tuple[Free | None, Mask]:
    """Compares a look with the table when it was free; gives what to keep for the next look, and what has come in.

    The looks at the free table are kept while anything reaches in, over the cards or not.

    :param hands: whether hands are known to be in the picture: then it is not free, whatever the comparison says.
    """
    nothing: Mask = np.zeros(now.picture.shape[:2], bool)
    mask = entered(free.looks, now) if free is not None else None
    if free is None or mask is None:
        return (free if hands else Free((now,))), nothing
    seen = Free((now, *free.looks)[:KEPT])
    if mask.any() and not hands:
        free, mask = _after_a_knock(free, now, mask)
        seen = Free((now, *free.looks)[:KEPT])
    if not mask.any():
        return (free if hands else seen), mask
    before = np.zeros(mask.shape, np.int16) if free.age is None else free.age
    age = np.where(mask, np.minimum(before + 1, PATIENCE), np.maximum(before - 1, 0)).astype(np.int16)
    moving = _without_things_left(mask, age)
    if not moving.any() and not hands:
        return seen, nothing
    return Free(free.looks, age), moving


def _without_things_left(mask: Mask, age: NDArray[np.int16]) -> Mask:
    """Gives what has come in without the things that were left there long ago."""
    count, things = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)
    size, old = (np.bincount(things[place], minlength=count) for place in (mask, mask & (age >= PATIENCE)))
    moving: Mask = mask & (old < UNMOVED * size)[things]
    return moving
