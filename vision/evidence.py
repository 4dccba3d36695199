"""What each card's picture says about its face, both ways up, and how cards that lie together settle it.

A card's outline is known only up to a half turn. The face reader therefore names the letter and the way up together;
here the two are kept apart: how well the card reads one way, how well the other, and which faces in each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.table import BACK, MASTER

Array = NDArray[np.float64]

FACES: tuple[str, ...] = (*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", MASTER)
DOUBT = 0.012
"""The least share left to each way up, so that no single card outvotes a whole row."""
TIPPED = 0.94
"""A face read less surely than this may be tipped by the pack's counts, and is not made surer than this."""
COUNTS_SHARE = 0.25
"""How much of what the counts tell weighs against what is seen."""


@dataclass(frozen=True)
class Evidence:
    """One card's faces: ``ways`` is (2, 27), probabilities of the faces read along the outline's own direction and
    against it; ``back`` and ``none`` complete them to one."""

    ways: Array
    back: float
    none: float

    @cached_property
    def lean(self) -> float:
        """Log odds that the card reads along its outline's own direction rather than against it."""
        along, against = self.ways.sum(axis=1) + DOUBT
        return float(np.log(along / against))


def split_classes(probabilities: NDArray[np.float32], classes: Sequence[str]) -> list[Evidence]:
    """Sorts the (N, classes) output of the face reader; ``X~`` among the classes means X upside down."""
    place = {name: index for index, name in enumerate(classes)}
    table = np.concatenate([np.asarray(probabilities, np.float64), np.zeros((len(probabilities), 1))], axis=1)
    missing = len(classes)
    along = [place.get(face, missing) for face in FACES]
    against = [place.get(f"{face}~", missing) for face in FACES]
    back, none = place.get(BACK, missing), place.get("NONE", missing)
    return [Evidence(np.stack([row[along], row[against]]), float(row[back]), float(row[none])) for row in table]


def sure_of_way(evidence: Sequence[Evidence], signs: Sequence[int], prior: float = 0.0) -> float:
    """Gives the probability that cards which lie in one row read along the row's direction.

    ``signs`` tells for each card whether its outline points along the row (1) or against it (-1); ``prior`` is in log
    odds.
    """
    odds = prior + sum(item.lean * sign for item, sign in zip(evidence, signs, strict=True))
    return float(1.0 / (1.0 + np.exp(-np.clip(odds, -30.0, 30.0))))


def face_probabilities(evidence: Sequence[Evidence], signs: Sequence[int], ways: Sequence[float]) -> Array:
    """Gives the probabilities (N, 27) of the faces of cards, each in a row that reads its own way with probability
    ``ways``.

    A card that fits neither way (a ghost of a letter) keeps its doubt: what it left to backs and non-cards stays out
    of the sum.
    """
    if not evidence:
        return np.zeros((0, len(FACES)))
    faces = np.stack([item.ways[:: 1 if sign > 0 else -1] for item, sign in zip(evidence, signs, strict=True)])
    other = np.array([item.back + item.none for item in evidence])[:, None, None]
    # The faces are spread over what the reader gave to this way, its doubt (an even share) and the chance of no card.
    given = (faces + 0.002 / len(FACES)) / (faces.sum(axis=2, keepdims=True) + 0.002 + 0.5 * other)
    way = np.asarray(ways, np.float64)[:, None]
    spread: Array = way * given[:, 0] + (1.0 - way) * given[:, 1]
    return spread


def weigh_counts(tables: Array, counts: Mapping[str, int]) -> Array:
    """Lets a pack's copies of each face tip the doubts: of two faces that a card may show, it rather shows the one of
    which there are more. ``tables`` is (N, 27); what is read surely stays, and no doubt becomes a certainty."""
    if not counts or not len(tables):
        return tables
    copies = np.array([max(counts.get(face, 0), 1) for face in FACES], np.float64) ** COUNTS_SHARE
    weighed = tables * copies
    weighed *= tables.sum(axis=1, keepdims=True) / np.maximum(weighed.sum(axis=1, keepdims=True), 1e-9)
    tipped: Array = np.where(tables.max(axis=1, keepdims=True) < TIPPED, np.minimum(weighed, TIPPED), tables)
    return tipped


def obey_counts(tables: Array, counts: Mapping[str, int]) -> NDArray[np.intp]:
    """Chooses a face for each card so that no face appears more often than its pack has copies.

    ``tables`` is (N, 27). The surest copies keep a face; a doubtful copy too many takes its next best face when that
    one is at all likely, and otherwise stays: what is seen outweighs what ought to be (two packs may be mixed).
    """
    chosen = tables.argmax(axis=1) if len(tables) else np.zeros(0, np.intp)
    left = [counts.get(face, len(tables)) if counts else len(tables) for face in FACES]
    for card in np.argsort(-tables.max(axis=1)) if len(tables) else ():
        best = int(chosen[card])
        if left[best] <= 0 and tables[card, best] < 0.9:
            for other in np.argsort(-tables[card]):
                if left[other] > 0 and tables[card, other] >= 0.05:
                    best = int(other)
                    break
        chosen[card] = best
        left[best] -= 1
    return chosen
