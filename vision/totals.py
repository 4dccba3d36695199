"""The hands that lie before the seats to be counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.table import SeenCard, SeenHand, TableReading, letter_of
from vision.plane import Plane
from vision.settings import KnownWord, Settings
from vision.zones import (
    Group,
    find_hands,
)

Array = NDArray[np.float64]


def with_hands(
    reading: TableReading,
    plane: Plane,
    values: Mapping[str, int],
    known_words: Sequence[KnownWord] = (),
    settings: Settings | None = None,
) -> TableReading:
    """Fills in the hands that lie before the seats to be counted; words known from before are no hands."""
    settings = settings or Settings()
    by_id = {card.id: card for card in reading.cards}
    in_words = {i for word in reading.words for i in word.cards}
    sets = [word.cards for word in reading.words]
    sets += [(card.id,) for card in reading.cards if card.id not in in_words and card.zone not in ("stock", "exposed")]
    groups, known = [], []
    for ids in sets:
        row = [by_id[i] for i in ids]
        angles = [_angle_on_plane(card, plane) for card in row]
        mean = np.degrees(np.arctan2(np.sin(angles).sum(), np.cos(angles).sum())) % 360.0
        group = Group(tuple(ids), np.array([card.centre_mm for card in row]), float(mean))
        groups.append(group)
        text = "".join(letter_of(card.face) for card in row)
        known.append(any(_same_word(text, group, word) for word in known_words))
    hands = find_hands(groups, plane, known, settings.zones)
    totals = {
        seat: SeenHand(ids, sum(values.get(by_id[i].face, 0) for i in ids)) for seat, ids in sorted(hands.items())
    }
    return replace(reading, hands=totals)


def _angle_on_plane(card: SeenCard, plane: Plane) -> float:
    a, b, c, d = plane.to_mm(card.corners)
    down = c + d - a - b
    return float(np.arctan2(down[1], down[0]) - np.pi / 2)


def _same_word(text: str, group: Group, word: KnownWord) -> bool:
    """Tells whether a row is a word known from before: it lies where that lay, and reads alike but for a doubt."""
    if np.hypot(*(group.middle - np.array(word.centre_mm))) > 60.0 or len(text) != len(word.text):
        return False
    return sum(a != b for a, b in zip(text, word.text, strict=True)) <= max(1, len(text) // 3)
