"""Tells hands from the table's own pattern by what has changed: a hand that has come hides what was there before.

The finder may take a plaid cloth, a knot in the wood or a patch of glare for a hand. Of each place of a small picture
is kept how the table looks there, and how long something else that lies there now has looked the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cover import Mask
from vision.entering import MOST_CHANGED, Look, Small, difference

HELD_STILL = 6
"""Looks after which what was taken for a hand, and never changed, is no hand: a bag, or a glare that has come. One look
is enough for what was there before anybody came."""
SEEN_FREE = 2
"""So many looks in which a place was clear of hands, and looked the same, show how the table looks there."""
LEAST_CHANGE = 9.0
"""Grey levels in any colour, beyond the noise, by which a hand differs from what it hides."""
CHANGED = 0.15
"""A thing is a hand when at least this share of it, cards apart, has changed."""
BARE = 0.3
"""Of a thing of which less than this share lies beside the cards, what lies over them counts too: nothing but a hand
over a word was ever seen so."""

Counts = NDArray[np.uint8]


@dataclass(frozen=True)
class Tabletop:
    """How the table looks: ``table`` where it is ``known``; and what is there ``now``, for how many looks more than one
    it has looked so (``age``), and in how many it was ``free`` of hands. ``earlier`` is how it looked in the light
    before this one, or from where the camera hung then: a lamp that was switched off is switched on again."""

    table: Small
    known: Mask
    now: Small
    age: Counts
    free: Counts
    earlier: Tabletop | None = None


def true_hands(hands: Mask, look: Look, before: Tabletop | None) -> tuple[Mask, Tabletop]:
    """Gives where hands lie without what the table itself looks like, and what to keep for the next look.

    :param hands: where the finder sees hands, (h, w) at any scale of the picture.
    :param before: what was kept; None at the first look, before anybody came.
    """
    picture, (rows, columns) = look.picture, look.picture.shape[:2]
    there = cv2.resize(hands.astype(np.uint8), (columns, rows), interpolation=cv2.INTER_NEAREST).astype(bool)
    never = np.zeros((rows, columns), np.uint8)
    if before is None:
        return hands, Tabletop(picture, np.ones_like(there), picture, never, _count(~there))
    unlike_table, unlike_now = _unlike(before.table, picture), _unlike(before.now, picture)
    if (unlike_table is None or unlike_now is None) and before.earlier is not None:
        before = replace(before.earlier, earlier=replace(before, earlier=None))
        unlike_table, unlike_now = _unlike(before.table, picture), _unlike(before.now, picture)
        last = before.earlier
    else:
        last = before
    if unlike_table is None or unlike_now is None:
        # In another light, or from elsewhere, only what is clear of hands shows the table.
        earlier = None if last is None else replace(last, earlier=None)
        return hands, Tabletop(picture, ~there, picture, never, _count(~there), earlier)
    stands = before.known & ~unlike_table
    age = np.where(unlike_now, 0, np.minimum(before.age, 254) + 1).astype(np.uint8)
    free = np.where(unlike_now, 0, np.minimum(before.free, 254)).astype(np.uint8) + _count(~there)
    learnt = ~stands & ((free >= SEEN_FREE) | (age >= HELD_STILL))
    kept = Tabletop(
        np.where((learnt | (stands & ~there))[..., None], picture, before.table),
        before.known | learnt,
        np.where(unlike_now[..., None], picture, before.now),
        age,
        free,
        before.earlier,
    )
    return _changed_things(hands, there, ~stands & ~learnt, look.cards), kept


def _count(mask: Mask) -> Counts:
    return mask.astype(np.uint8)


def _unlike(before: Small, now: Small) -> Mask | None:
    """Gives where two small pictures differ; None when nearly everywhere."""
    found = difference(before, now)
    if found is None:
        return None
    change, noise = found
    unlike: Mask = change > LEAST_CHANGE + 3.0 * noise
    return unlike if unlike.mean() <= MOST_CHANGED else None


def _changed_things(hands: Mask, there: Mask, changed: Mask, cards: Mask) -> Mask:
    """Gives, of where hands seem to lie, the things of which enough has changed."""
    count, labels = cv2.connectedComponents(there.astype(np.uint8), connectivity=8)
    whole, beside = (np.bincount(labels[place], minlength=count) for place in (there, there & ~cards))
    told = ~cards | (beside < BARE * whole)[labels]
    size = np.bincount(labels[told], minlength=count)
    new = np.bincount(labels[told & changed], minlength=count)
    true = new >= np.maximum(CHANGED * size, 1.0)
    true[0] = False
    things = cv2.resize(true[labels].astype(np.uint8), hands.shape[::-1], interpolation=cv2.INTER_NEAREST)
    mask: Mask = hands & things.astype(bool)
    return mask
