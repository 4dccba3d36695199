"""Looks at the corner marks of cards in doubt: a letter half covered, cut by a cord or drawn oddly is named there.

What the corners say is weighed with what the middle shows, whichever way up the card lies: an M whose corner says M is
no W, and so tells which way its row is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.table import BACK, SeenCard, TableReading
from vision.evidence import FACES
from vision.marks import mark_odds
from vision.overlap import corners_seen
from vision.second_look import Looked

DOUBT_BELOW = 0.97
"""Cards that are read less surely are looked at."""

WHOLE = 0.9
"""A card of which less is seen may have lost a part of its letter."""

LOST = 0.12
"""How likely its letter is another than what is left of it looks like."""

WHOLE_COUNT = 0.6
"""What the corners count beside a letter that is seen whole: what makes that hard to read, an odd type or a blur, makes
them so too."""

TOLD = 0.8
"""How surely a letter must be read in its corner to say so."""

PROVEN = 0.95
"""How surely it must be read there to vouch for a letter that is partly covered."""

ReadsMarks = Callable[[NDArray[np.float64]], tuple[NDArray[np.float32], NDArray[np.float32]]]
"""Reads the corners of cards (N, 4, 2) px, as :func:`vision.marks.read_marks` does."""


def weigh_corners(
    looked: Looked,
    reading: TableReading,
    reads: ReadsMarks,
    worth: Mapping[str, int],
    grey: NDArray[np.uint8] | None = None,
) -> Looked:
    """Weighs in the corner marks of a reading's doubtful cards; gives ``looked`` itself when there is no doubt.

    :param worth: the pack's values; empty where they are not known.
    :param grey: the picture in grey, to tell which corners lie under another card: those say nothing.
    """
    cards = [card for card in reading.cards if card.face != BACK and card.confidence < DOUBT_BELOW]
    if not cards:
        return looked
    letters, values = reads(np.array([card.corners for card in cards], np.float64))
    every = np.array([card.corners for card in reading.cards], np.float64)
    free = corners_seen(every, reading.width, reading.height, grey, looked.cover)
    for chances in (letters, values):
        chances[~free[[reading.cards.index(card) for card in cards]]] = np.eye(chances.shape[-1])[-1]
    told = letters[..., :-1].max(axis=(1, 2))
    faces = looked.faces.astype(np.float64)
    columns = _columns(looked.classes)
    turned = np.array([name.endswith("~") for name in looked.classes])
    weighed = set(looked.weighed)
    for card, index, odds, mark in zip(
        cards, _found_at(looked, cards), mark_odds(letters, values, FACES, worth), told, strict=True
    ):
        if card.visible < WHOLE and mark > TOLD:
            faces[index] = _unsure(faces[index], columns, turned)
            if mark > PROVEN:
                weighed.add(index)
        faces[index] *= np.append(odds ** (1.0 if card.visible < WHOLE or mark > PROVEN else WHOLE_COUNT), 1.0)[columns]
        faces[index] /= max(float(faces[index].sum()), 1e-12)
    return replace(looked, faces=faces.astype(np.float32), weighed=frozenset(weighed))


def _columns(classes: Sequence[str]) -> NDArray[np.intp]:
    """The face in FACES of each class, either way up; one past the last for what is no face."""
    places = {face: index for index, face in enumerate(FACES)}
    return np.array([places.get(name.removesuffix("~"), len(FACES)) for name in classes], np.intp)


def _unsure(chances: NDArray[np.float64], columns: NDArray[np.intp], turned: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Takes its certainty from a letter that may have lost a part: any other may be what it is, the same way up."""
    a_face = columns < len(FACES)
    even = chances.copy()
    for way in (a_face & ~turned, a_face & turned):
        even[way] = chances[way].sum() / max(int(way.sum()), 1)
    return np.asarray((1 - LOST) * chances + LOST * even, np.float64)


def _found_at(looked: Looked, cards: Sequence[SeenCard]) -> list[int]:
    """The place of each card among what was found."""
    centres = np.array([found.centre for found in looked.found], np.float64).reshape(-1, 2)
    middles = np.array([card.corners for card in cards], np.float64).mean(axis=1)
    return [int(np.hypot(*(centres - middle).T).argmin()) for middle in middles]
