"""Makes a TableReading of found cards and their faces: pure functions, arrays in, a reading out.

Nothing here looks a word up. What bends a reading is only what is physically true: the cards' size, the line they lie
in, the seats around the table and the number of copies a pack holds.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.table import BACK, TableReading
from vision.badges import seen_badges
from vision.describe import describe, warnings_of
from vision.evidence import split_classes
from vision.kept import select_cards, vectors, without_ghosts
from vision.lens import Lens
from vision.markers import FoundMarker, signals
from vision.overlap import visible_parts
from vision.placing import columns, place_groups, rows_and_exposed
from vision.plane import Plane, fit_plane
from vision.remains import unsure_of_remains
from vision.settings import CARD_MM, TILE_MM, FoundCard, KnownWord, PackShape, Settings
from vision.steady import with_cards
from vision.strange_type import most_sure
from vision.totals import with_hands

Array = NDArray[np.float64]


def assemble(
    found: Sequence[FoundCard],
    probabilities: NDArray[np.float32],
    classes: Sequence[str],
    width: int,
    height: int,
    pack: PackShape,
    *,
    image: str = "",
    phase: str = "play",
    known_words: Sequence[KnownWord] = (),
    grey: NDArray[np.uint8] | None = None,
    cover: NDArray[np.bool_] | None = None,
    weighed: Collection[int] = (),
    earlier: Array | None = None,
    plane: Plane | None = None,
    markers: Sequence[FoundMarker] = (),
    badges: Sequence[FoundMarker] = (),
    lens: Lens | None = None,
    settings: Settings | None = None,
) -> TableReading:
    """Makes the reading of one picture.

    :param probabilities: (N, classes) of the found cards' faces; ``X~`` among the classes is X upside down.
    :param phase: ``play``, or ``count`` while hands lie face up to be totalled.
    :param grey: the picture in grey, to tell which of two overlapping cards lies on top.
    :param cover: where hands and sleeves lie.
    :param weighed: the found cards in whose faces it is weighed already that they are partly covered.
    :param earlier: (M, 4, 2) px corners of cards that the same camera saw before: they steady the plane.
    :param plane: the table's plane where it is known, from a mat.
    :param markers: the printed markers that were found, and ``badges`` those of players' badges.
    :param lens: the camera's, where it was measured.
    """
    settings = settings or Settings()
    if not pack.counts:
        settings = replace(
            settings,
            most_none=settings.most_none_any,
            most_none_lonely=settings.most_none_lonely_any,
            sizes=settings.sizes_any,
            shapes=settings.shapes_any,
        )
    middles = np.array([found[i].centre for i in sorted(weighed)], np.float64).reshape(-1, 2)
    sharp = [i for i, card in enumerate(found) if card.score >= settings.least_score]
    found = [found[i] for i in sharp]
    evidence = split_classes(probabilities[sharp], classes)
    # A coin or a button taken for a card would bend the plane of a table with few cards.
    sure = [found[i] for i, item in enumerate(evidence) if item.none < 0.05]
    sure = sure or [found[i] for i, item in enumerate(evidence) if item.none < 0.5] or list(found)
    pack = _sized(pack, sure)
    mat = plane
    if plane is None:
        plane = _plane_from(sure, width, height, pack, earlier, lens)
    cards = select_cards(found, evidence, plane, pack, settings)
    exposed, rows = rows_and_exposed(cards, pack, settings)
    kept = without_ghosts(cards, exposed, rows, columns(cards, pack, settings), settings)
    if kept is not cards:
        cards = kept
        exposed, rows = rows_and_exposed(cards, pack, settings)
    placed = place_groups(cards, exposed, rows, plane, settings)
    reading = describe(cards, exposed, placed, plane, pack, image, settings)
    reading = _as_visible(reading, grey, cover, middles, pack, settings)
    if pack.counts:
        reading = _at_most(reading, most_sure(reading.cards), pack)
        if unsure := unsure_of_remains(reading.cards):
            reading = with_cards(reading, unsure, pack.values)
    reading = replace(
        reading,
        warnings=warnings_of(reading.cards, pack, mat, settings),
        markers=signals(markers, plane, settings.zones),
        badges=seen_badges(badges, plane, settings.zones),
    )
    return with_hands(reading, plane, pack.values, known_words, settings) if phase == "count" else reading


def _as_visible(
    reading: TableReading,
    grey: NDArray[np.uint8] | None,
    cover: NDArray[np.bool_] | None,
    weighed: Array,
    pack: PackShape,
    settings: Settings,
) -> TableReading:
    """Tells of each card how much is visible, and takes away the certainty of those whose letter is partly covered:
    what is left of a B may be an E. ``weighed`` (N, 2) are the middles of cards of which that is known."""
    quads = np.array([card.corners for card in reading.cards]).reshape(-1, 4, 2)
    visible, letter = visible_parts(quads, reading.width, reading.height, grey, cover)
    known = (np.abs(weighed - quads.mean(axis=1)[:, None]) < 0.5).all(axis=2).any(axis=1)
    covered = (letter < settings.least_letter) & ~known
    seen = {}
    for card, part, hidden in zip(reading.cards, visible.tolist(), covered.tolist(), strict=True):
        most = settings.most_sure_covered if hidden and card.face != BACK else 1.0
        if part != card.visible or card.confidence > most:
            seen[card.id] = replace(card, visible=part, confidence=min(card.confidence, most))
    if not seen:
        return reading
    return with_cards(reading, seen, pack.values)


def _at_most(reading: TableReading, most: float, pack: PackShape) -> TableReading:
    """Takes from every letter what certainty it has above ``most``."""
    over = [card for card in reading.cards if card.face != BACK and card.confidence > most]
    unsure = {card.id: replace(card, confidence=most) for card in over}
    return with_cards(reading, unsure, pack.values) if unsure else reading


def _sized(pack: PackShape, found: Sequence[FoundCard]) -> PackShape:
    """Judges the size of a pack's cards by their shape where the pack does not tell: cards, or squarish tiles."""
    if pack.size_mm is not None:
        return pack
    _, across, down = vectors(found)
    tall = float(np.median(np.hypot(*down.T) / np.maximum(np.hypot(*across.T), 1e-6))) if len(found) else 1.0
    # Tiles seen at a slant are higher than wide only when they lie one way.
    wide = float(np.mean(np.hypot(*down.T) < 0.95 * np.hypot(*across.T))) if len(found) else 0.0
    width = CARD_MM[0] if tall > 1.38 and wide < 0.2 else TILE_MM
    return replace(pack, size_mm=(width, width * min(max(tall, 0.6), 2.0)))


def _plane_from(
    found: Sequence[FoundCard],
    width: int,
    height: int,
    pack: PackShape,
    earlier: Array | None = None,
    lens: Lens | None = None,
) -> Plane:
    centre, across, down = vectors(found)
    if earlier is not None and len(earlier) and len(found):
        right = (earlier[:, 1] + earlier[:, 2] - earlier[:, 0] - earlier[:, 3]) / 4
        below = (earlier[:, 2] + earlier[:, 3] - earlier[:, 0] - earlier[:, 1]) / 4
        ratio = float(np.median(np.hypot(*below.T)) / np.median(np.hypot(*down.T)))
        if 0.9 < ratio < 1.1:  # otherwise the camera has moved
            centre = np.concatenate([centre, earlier.mean(axis=1)])
            across, down = np.concatenate([across, right]), np.concatenate([down, below])
    return fit_plane(centre, across, down, width, height, (pack.width_mm, pack.height_mm), lens)
