"""Tells placed cards as a TableReading: faces, words, zones, and what makes it less sure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.table import BACK, MASTER, SeenCard, SeenWord, TableReading, letter_of
from vision.evidence import FACES, face_probabilities, obey_counts, weigh_counts
from vision.kept import Cards
from vision.placing import Placed
from vision.plane import Plane
from vision.settings import PackShape, Settings
from vision.zones import (
    edge_distances,
    faces_seat,
    seat_of,
)

Array = NDArray[np.float64]


def describe(
    cards: Cards,
    exposed: int | None,
    placed: Sequence[Placed],
    plane: Plane,
    pack: PackShape,
    image: str,
    settings: Settings,
) -> TableReading:
    """Tells placed cards as a reading; how much of each is visible is not told yet."""
    order = [(card, sign, item) for item in placed for card, sign in zip(item.row.cards, item.row.signs, strict=True)]
    fronts = [entry for entry in order if entry[0] not in cards.backs]
    tables = face_probabilities(
        [cards.evidence[card] for card, _, _ in fronts],
        [sign for _, sign, _ in fronts],
        [item.way for _, _, item in fronts],
    )
    tables = weigh_counts(tables, pack.counts)
    chosen = dict(zip([card for card, _, _ in fronts], obey_counts(tables, pack.counts), strict=True))
    table_of = dict(zip([card for card, _, _ in fronts], tables, strict=True))
    seen: list[SeenCard] = []
    words: list[SeenWord] = []
    for item in placed:
        zone = seat_of(item.group, plane, settings.zones) or "centre"
        first = len(seen)
        for card, sign in zip(item.row.cards, item.row.signs, strict=True):
            where = "stock" if card in cards.backs else "exposed" if card == exposed else zone
            one = _seen_card(len(seen), card, sign, cards, chosen.get(card), table_of.get(card), pack, where)
            if not pack.counts and (len(item.row.cards) == 1 or one.face == MASTER):
                # Of a pack of any make nothing proves that a sign which lies alone is a letter of it.
                one = replace(one, confidence=min(one.confidence, settings.most_sure_alone))
            seen.append(one)
        if len(item.row.cards) > 1:
            faces = faces_seat(item.group.angle_deg)
            row = seen[first:]
            words.append(
                SeenWord(
                    text="".join(letter_of(card.face) for card in row),
                    cards=tuple(card.id for card in row),
                    confidence=float(np.prod([card.confidence for card in row])),
                    zone=zone,
                    faces=faces,
                    edge_mm=edge_distances(item.group.middle, plane)[faces],
                )
            )
    return TableReading(image, plane.width, plane.height, plane.mm_per_px(), tuple(seen), tuple(words))


def _seen_card(
    card_id: int,
    card: int,
    sign: int,
    cards: Cards,
    choice: int | None,
    table: Array | None,
    pack: PackShape,
    zone: str,
) -> SeenCard:
    a, b, c, d = ((x, y) for x, y in cards.quads[card].tolist())
    if sign < 0:
        a, b, c, d = c, d, a, b
    across, down = c[0] + d[0] - a[0] - b[0], c[1] + d[1] - a[1] - b[1]
    if choice is None or table is None:
        face, value = BACK, None
        confidence = float(np.clip(cards.evidence[card].back, 0.5, 1.0))
        alternatives: tuple[tuple[str, float], ...] = ()
    else:
        face = FACES[choice]
        value = pack.values.get(face)
        confidence = float(table[choice])
        others = [i for i in np.argsort(-table)[:3].tolist() if i != choice][:2]
        alternatives = tuple((FACES[i], float(table[i])) for i in others)
    return SeenCard(
        id=card_id,
        face=face,
        value=value,
        confidence=min(confidence, 1.0),
        corners=(a, b, c, d),
        angle_deg=(math.degrees(math.atan2(down, across)) - 90.0) % 360.0,
        centre_mm=(float(cards.centres[card][0]), float(cards.centres[card][1])),
        zone=zone,
        alternatives=alternatives,
    )


def warnings_of(seen: Sequence[SeenCard], pack: PackShape, mat: Plane | None, settings: Settings) -> tuple[str, ...]:
    """Says what makes a reading less sure than it should be: a picture too small, by the mat or by the cards in it."""
    if mat is not None:
        scale = 1.0 / mat.mm_per_px()
    elif seen:
        corners = np.array([card.corners for card in seen])
        across = np.hypot(*(corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]).T) / 2 / pack.width_mm
        down = np.hypot(*(corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]).T) / 2 / pack.height_mm
        scale = float(np.median(np.sqrt(across * down)))
    else:
        return ()
    if scale >= settings.least_px_per_mm:
        return ()
    return (
        f"the cards are small in this picture: {scale:.2f} pixels a millimetre, and sure reading needs "
        f"{settings.least_px_per_mm:.1f}; move the camera nearer or take a larger picture",
    )
