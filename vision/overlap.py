"""How much of each card is seen: what other cards, hands and the picture's edge leave of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_ACROSS, _DOWN = np.meshgrid(np.linspace(0.05, 0.95, 8), np.linspace(0.05, 0.95, 12))
# A wide letter reaches over most of its card.
_LETTER = ((np.abs(_ACROSS - 0.5) < 0.36) & (np.abs(_DOWN - 0.5) < 0.25)).ravel()
_UPPER = ((_ACROSS < 0.2) & (_DOWN < 0.23)).ravel()
_ALONG = np.linspace(0.02, 0.98, 24)
_REACHES = np.array([-3.0, -1.5, 0.0, 1.5, 3.0])
_FAINTEST = 0.2
"""The share of a side that may show less."""
_MOST_VOTE, _MOST_VOTERS = 40.0, 4


def sample_points(quads: Array) -> Array:
    """Gives (N, 96, 2) points spread evenly over (N, 4, 2) quadrangles."""
    s, t = _ACROSS.ravel()[:, None], _DOWN.ravel()[:, None]
    a, b, c, d = (quads[:, i, None, :] for i in range(4))
    points: Array = a * (1 - s) * (1 - t) + b * s * (1 - t) + c * s * t + d * (1 - s) * t
    return points


def inside(points: Array, quads: Array) -> NDArray[np.bool_]:
    """Tells for (P, M, 2) points which lie inside the convex quadrangle (P, 4, 2) of their own row."""
    sides = quads[:, [1, 2, 3, 0]] - quads
    turns = [
        sides[:, k, None, 0] * (points[..., 1] - quads[:, k, None, 1])
        - sides[:, k, None, 1] * (points[..., 0] - quads[:, k, None, 0])
        for k in range(4)
    ]
    left = (turns[0] >= 0) & (turns[1] >= 0) & (turns[2] >= 0) & (turns[3] >= 0)
    right = (turns[0] <= 0) & (turns[1] <= 0) & (turns[2] <= 0) & (turns[3] <= 0)
    within: NDArray[np.bool_] = left | right
    return within


def border_inside(grey: NDArray[np.uint8], quads: Array, others: Array) -> Array:
    """Gives for (P, 4, 2) quads how strongly the border of each shows where it crosses the other quad of its row, in
    grey levels.

    The side that lies deepest in the other counts, and of it a part that hardly shows: the border of a card that lies
    on top shows all along, where that of one that lies below crosses but the other's letter.
    """
    ends = quads[:, [1, 2, 3, 0]]
    points = quads[:, :, None] + (ends - quads)[:, :, None] * _ALONG[:, None]
    side = ends - quads
    normal = np.stack([side[..., 1], -side[..., 0]], axis=-1) / np.maximum(np.hypot(*side.T).T, 1e-6)[..., None]
    probes = points[..., None, :] + normal[:, :, None, None, :] * _REACHES[:, None]
    x = np.clip(probes[..., 0], 0, grey.shape[1] - 1).astype(np.intp)
    y = np.clip(probes[..., 1], 0, grey.shape[0] - 1).astype(np.intp)
    levels = grey[y, x]
    steps = (levels.max(axis=-1) - levels.min(axis=-1)).astype(np.float64)
    crossing = inside(points.reshape(len(quads), -1, 2), others).reshape(steps.shape)
    deepest = crossing.sum(axis=2).argmax(axis=1)
    pairs = np.arange(len(quads))
    within = crossing[pairs, deepest]
    count = within.sum(axis=1)
    ordered = np.sort(np.where(within, steps[pairs, deepest], np.inf), axis=1)
    faint = ordered[pairs, (np.maximum(count - 1, 0) * _FAINTEST).astype(np.intp)]
    shown: Array = np.where(count > 0, faint, 0.0)
    return shown


def second_on_top(quads: Array, first: NDArray[np.intp], second: NDArray[np.intp], grey: NDArray[np.uint8]) -> Array:
    """Gives for pairs of overlapping cards how much rather the second lies on top than the first, in grey levels.

    A hand lays a word from one end: what is on top in one pair is so, rather, in the others of the same company.
    """
    own = border_inside(grey, quads[second], quads[first]) - border_inside(grey, quads[first], quads[second])
    company = np.arange(len(quads))
    for _ in range(len(quads)):
        lowest = np.minimum(company[first], company[second])
        before = company.copy()
        np.minimum.at(company, first, lowest)
        np.minimum.at(company, second, lowest)
        if (before == company).all():
            break
    right = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 2
    centres = quads.mean(axis=1)
    member = company[first]
    ways = np.sign(((centres[second] - centres[first]) * right[member]).sum(axis=1))
    votes = np.clip(own, -_MOST_VOTE, _MOST_VOTE) * ways
    total = np.bincount(member, votes, len(quads)) / np.maximum(np.bincount(member, minlength=len(quads)), 1)
    weight = np.minimum(np.bincount(member, minlength=len(quads)), _MOST_VOTERS)
    result: Array = own + (total * weight)[member] * ways
    return result


def visible_parts(
    quads: Array, width: int, height: int, grey: NDArray[np.uint8] | None = None, cover: NDArray[np.bool_] | None = None
) -> tuple[Array, Array]:
    """Gives for each card the visible part of its area, and of the middle where its letter stands, 0 to 1; the
    parameters are those of :func:`hidden_points`."""
    hidden = hidden_points(quads, width, height, grey, cover)
    return 1.0 - hidden.mean(axis=1), 1.0 - hidden[:, _LETTER].mean(axis=1)


def corners_seen(
    quads: Array, width: int, height: int, grey: NDArray[np.uint8] | None = None, cover: NDArray[np.bool_] | None = None
) -> NDArray[np.bool_]:
    """Tells of each card whether nothing lies on its upper left and on its lower right corner, where its marks stand:
    (N, 2)."""
    hidden = hidden_points(quads, width, height, grey, cover)
    return np.stack([~hidden[:, _UPPER].any(axis=1), ~hidden[:, _UPPER[::-1]].any(axis=1)], axis=1)


@dataclass(frozen=True)
class _Told:
    """What was told last, of which cards: a table is told anew when its corners were looked at, and lies as before."""

    cards: tuple[bytes, int, int, bytes]
    grey: NDArray[np.uint8] | None
    hidden: NDArray[np.bool_]


_told: list[_Told] = []


def hidden_points(
    quads: Array, width: int, height: int, grey: NDArray[np.uint8] | None = None, cover: NDArray[np.bool_] | None = None
) -> NDArray[np.bool_]:
    """Gives which of its :func:`sample_points` are hidden on each card, (N, 96).

    :param quads: (N, 4, 2) px of the picture.
    :param grey: the picture in grey: of two overlapping cards the one whose border shows lies on top. Without it the
        later card of the list is taken to lie on top.
    :param cover: where hands and sleeves lie, at any scale.
    """
    cards = (quads.tobytes(), width, height, b"" if cover is None else cover.tobytes())
    for told in _told:
        if told.grey is grey and grey is not None and told.cards == cards:
            return told.hidden
    hidden = _hidden(quads, width, height, grey, cover)
    _told[:] = [_Told(cards, grey, hidden)]
    return hidden


def _hidden(
    quads: Array, width: int, height: int, grey: NDArray[np.uint8] | None = None, cover: NDArray[np.bool_] | None = None
) -> NDArray[np.bool_]:
    if len(quads) == 0:
        return np.zeros((0, _ACROSS.size), bool)
    points = sample_points(quads)
    hidden = (points[..., 0] < 0) | (points[..., 1] < 0) | (points[..., 0] > width - 1) | (points[..., 1] > height - 1)
    if cover is not None and cover.any():
        x = np.clip(points[..., 0] * cover.shape[1] / width, 0, cover.shape[1] - 1).astype(int)
        y = np.clip(points[..., 1] * cover.shape[0] / height, 0, cover.shape[0] - 1).astype(int)
        hidden |= cover[y, x]
    centres = quads.mean(axis=1)
    reach = np.linalg.norm(quads - centres[:, None], axis=2).max(axis=1)
    apart = np.linalg.norm(centres[:, None] - centres, axis=2)
    first, second = np.nonzero(np.triu(apart < reach[:, None] + reach, 1))
    under_second, under_first = inside(points[first], quads[second]), inside(points[second], quads[first])
    meet = np.maximum(under_second.mean(axis=1), under_first.mean(axis=1)) > 0.02 if len(first) else np.zeros(0, bool)
    first, second, under_second, under_first = first[meet], second[meet], under_second[meet], under_first[meet]
    on_top = np.ones(len(first), bool)
    if grey is not None and len(first):
        on_top = second_on_top(quads, first, second, grey) >= 0
    for i, j, top, over_i, over_j in zip(first, second, on_top, under_second, under_first, strict=True):
        if top:
            hidden[i] |= over_i
        else:
            hidden[j] |= over_j
    return hidden
