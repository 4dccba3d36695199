"""The reader: a picture of a table in, a TableReading out.

>>> from engine.cards import load_pack
>>> from vision.picture import load_picture
>>> reading = Reader(load_pack("lexicon")).read(load_picture("table.jpg"))  # doctest: +SKIP
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import BadPicture, BadSettings
from engine.table import BACK, MASTER, SeenCard, TableReading
from vision.assemble import assemble
from vision.badges import Printed, find_printed, paper_px
from vision.corner_look import weigh_corners
from vision.cover import CoverSettings, Mask, cover_mask, covers_cards, hands_in
from vision.entering import Free, Look, Small, card_mask, look_for_arms, shrunk
from vision.lens import Lens
from vision.markers import FoundMarker
from vision.marks import read_marks
from vision.mat import LyingMat, find_mat, ghosts
from vision.outline import laid_on_outlines
from vision.picture import LEAST_SIDE
from vision.pyramid import halves_kept
from vision.second_look import Looked, fill_gaps, find_stock
from vision.second_opinion import LETTERS, SecondOpinion
from vision.settings import FoundCard, KnownWord, PackShape, Settings
from vision.steady import follow_cards, with_cards
from vision.tabletop import Tabletop, true_hands

if TYPE_CHECKING:
    from vision.enrol import Enrolled

Picture = NDArray[np.uint8]

READERS = ("net", "tesseract", "both")
PHASES = ("play", "count")
TALL = 1.4
"""A card at least this much higher than wide shows by its shape which way it is turned."""
DOUBT_BELOW = 0.95
"""Faces read less surely are shown to the second opinion."""


SECOND_SURE = 0.94
"""A second opinion tips a doubt; it never makes one a certainty."""
MISLED = 0.2
"""How likely the second opinion names one of two like letters when it is the other."""


class PackLike(Protocol):
    """A pack: :class:`engine.cards.Pack`."""

    @property
    def values(self) -> Mapping[str, int]: ...
    @property
    def counts(self) -> Mapping[str, int]: ...
    @property
    def size_mm(self) -> tuple[float, float] | None: ...


class Looks(Protocol):
    """Finds the cards of a picture and reads their faces."""

    def __call__(self, picture_bgr: Picture) -> Looked: ...


def look(picture_bgr: Picture, tall: bool = True, enrolled: Enrolled | None = None) -> Looked:
    """Finds the cards of a picture and reads their faces with the networks.

    :param tall: the cards are known to be clearly higher than wide.
    :param enrolled: the letters of the pack, where it was enrolled.
    """
    from vision.faces import CLASSES, read_faces
    from vision.faint import beside_cards, convincing
    from vision.pieces import TALLEST, TALLEST_CARD, find_pieces, read_pieces
    from vision.washed import washed_out

    reads = enrolled.read_faces if enrolled is not None else read_faces
    sighting = find_pieces(picture_bgr)
    found, faces = read_pieces(picture_bgr, sighting.found, tallest=TALLEST_CARD if tall else TALLEST, reads=reads)
    if not tall:
        from vision.board import read_board

        found, faces = read_board(picture_bgr, found, faces, reads)
    elif hints := beside_cards(sighting.found, sighting.faint):
        shown = reads(picture_bgr, np.array([card.corners for card in hints], np.float32))
        clear = convincing(hints, shown)
        read = {card.centre for card, _ in clear}
        for card, face in (*clear, *washed_out(picture_bgr, [card for card in hints if card.centre not in read])):
            found, faces = (*found, card), np.concatenate([faces, face[None]])
    return Looked(
        found,
        faces,
        CLASSES,
        cover_mask(sighting.cover),
        lambda quads: reads(picture_bgr, quads),
    )


def quads_of(found: Sequence[FoundCard]) -> NDArray[np.float64]:
    """Gives the (N, 4, 2) corners of found cards, clockwise from their own upper left."""
    centre, u, v = (
        np.array([getattr(card, name) for card in found], np.float64).reshape(-1, 2) for name in ("centre", "u", "v")
    )
    return np.stack([centre + a * u + b * v for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))], axis=1)


class Reader:
    """Reads pictures of a table played with one pack.

    :param pack: what the cards are worth, how many there are, and their size.
    :param reader: ``net``; ``tesseract`` (faces from Tesseract alone); ``both`` (Tesseract is asked about the doubts).
    :param lens: the camera's, where it was measured.
    :param enrolled: the pack's letters, where it was enrolled.
    :param looks: something that stands in for the networks.
    """

    def __init__(
        self,
        pack: PackLike,
        *,
        reader: str = "net",
        lens: Lens | None = None,
        settings: Settings | None = None,
        enrolled: Enrolled | None = None,
        looks: Looks | None = None,
    ) -> None:
        if reader not in READERS:
            raise BadSettings(f"there is no reader called {reader!r}; choose one of {', '.join(READERS)}")
        self.pack = pack_shape(pack)
        self.reader = reader
        self.lens = lens
        self.settings = settings or Settings()
        self.cover_settings = CoverSettings()
        shape = self.pack.size_mm
        self.tall = shape is not None and shape[1] > TALL * shape[0]
        self._looks = looks or (lambda picture: look(picture, self.tall, enrolled))
        self._free: Free | None = None
        self._tabletop: Tabletop | None = None
        self._mat: LyingMat | None = None
        self._opinion = SecondOpinion() if reader != "net" else None
        self._aside = ThreadPoolExecutor(1, "aside")

    def read(
        self,
        picture: Picture,
        image_name: str = "",
        phase: str = "play",
        before: TableReading | None = None,
        known_words: Sequence[KnownWord] = (),
    ) -> TableReading:
        """Reads a BGR picture (height, width, 3).

        :param phase: ``play``, or ``count`` while hands lie face up to be totalled.
        :param before: the reading of the same table before: its cards keep their ids and doubtful ones are weighed.
        :param known_words: words known to lie on the table; they are no hands.
        :raises BadPicture: it is no colour picture, or too small.
        """
        if phase not in PHASES:
            raise BadSettings(f"there is no phase called {phase!r}; choose one of {', '.join(PHASES)}")
        if picture.ndim != 3 or picture.shape[2] != 3 or min(picture.shape[:2]) < LEAST_SIDE:
            raise BadPicture(f"{image_name or 'picture'}: not a colour picture of at least {LEAST_SIDE} px a side")
        start = time.perf_counter()
        with halves_kept(picture):
            reading = self._read(picture, image_name, phase, before, known_words)
        return replace(reading, ms=(time.perf_counter() - start) * 1000.0)

    def _read(
        self,
        picture: Picture,
        image_name: str,
        phase: str,
        before: TableReading | None,
        known_words: Sequence[KnownWord],
    ) -> TableReading:
        height, width = picture.shape[:2]
        same_camera = before is not None and (before.width, before.height) == (width, height)
        # What needs no network is done while the networks run.
        aside = self._aside.submit(_without_networks, picture)
        looked = self._looks(picture)
        if self.reader == "tesseract" and self._opinion is not None:
            looked = replace(looked, faces=_faces_by_tesseract(picture, looked, self._opinion))
        grey, printed, small = aside.result()
        markers, badges = printed.markers, printed.badges
        lens = self.lens.sized(width, height) if self.lens is not None and self.lens.fits(width, height) else None
        self._mat = find_mat(markers, width, height, self._mat if same_camera else None, lens)
        looked = beside_markers(looked, markers, grey, self._mat, badges)

        def assembled(seen: Looked) -> TableReading:
            return assemble(
                seen.found,
                seen.faces,
                seen.classes,
                width,
                height,
                self.pack,
                image=image_name,
                phase=phase,
                known_words=known_words,
                grey=grey,
                cover=seen.cover,
                weighed=seen.weighed,
                earlier=_corners(before.cards) if same_camera and before is not None else None,
                plane=self._mat.plane if self._mat is not None else None,
                markers=markers,
                badges=badges,
                lens=lens,
                settings=self.settings,
            )

        def corners(seen: Looked, reading: TableReading) -> Looked:
            return weigh_corners(
                seen,
                reading,
                lambda quads: read_marks(picture, laid_on_outlines(picture, quads)),
                self.pack.values,
                grey,
            )

        reading = assembled(looked)
        for look_again in (fill_gaps, *((find_stock,) if self.pack.counts else ()), *((corners,) if self.tall else ())):
            filled = look_again(looked, reading)
            if filled is not looked:
                looked, reading = filled, assembled(filled)
        if self.reader == "both" and self._opinion is not None:
            reading = self._with_second_opinion(picture, reading, self._opinion)
        if before is not None and same_camera:
            reading = follow_cards(reading, before, self.pack.values)
        if self.lens is not None and lens is None:
            reading = replace(reading, warnings=(*reading.warnings, self.lens.misfit(width, height)))
        covered, hand = self._covered(small, looked.cover, reading, before if same_camera else None)
        return replace(reading, covered=covered, hand=hand)

    def _covered(
        self, small: Small, hands: Mask | None, reading: TableReading, before: TableReading | None
    ) -> tuple[bool, bool]:
        """Tells whether a hand lies over the cards of this reading or the one before, and whether one is in sight."""
        height, width = reading.height, reading.width
        now = Look(small, card_mask(_corners(reading.cards), width, height, small.shape))
        known = self._free if before is not None else None
        if hands is not None:
            hands, self._tabletop = true_hands(hands, now, self._tabletop if before is not None else None)
        self._free, arms = look_for_arms(known, now, hands is not None and bool(hands.any()))
        quads = _corners([*reading.cards, *(before.cards if before is not None else ())])
        masks = [mask for mask in (hands, arms) if mask is not None]
        covered = any(
            covers_cards(mask, quads, width, height, reading.mm_per_px, self.cover_settings) for mask in masks
        )
        in_sight = (hands_in(mask, width, reading.mm_per_px, self.cover_settings).any() for mask in masks)
        return covered, covered or any(in_sight)

    def _with_second_opinion(self, picture: Picture, reading: TableReading, opinion: SecondOpinion) -> TableReading:
        doubtful = [c for c in reading.cards if c.face not in (BACK, MASTER) and c.confidence < DOUBT_BELOW]
        if not doubtful:
            return reading
        letters = opinion.letters(picture, [np.array(card.corners) for card in doubtful])
        weighed = {
            card.id: weigh(card, letter, opinion.engine.trust, self.pack.values)
            for card, letter in zip(doubtful, letters, strict=True)
        }
        return with_cards(reading, weighed, self.pack.values)


def _without_networks(picture: Picture) -> tuple[NDArray[np.uint8], Printed, Small]:
    """Gives the picture in grey, what printed things it shows, and the picture shrunk for comparison."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
    return grey, find_printed(grey), shrunk(picture)


def beside_markers(
    looked: Looked,
    markers: Sequence[FoundMarker],
    grey: NDArray[np.uint8],
    lying: LyingMat | None,
    badges: Sequence[FoundMarker] = (),
) -> Looked:
    """Leaves out what was taken for a card in the place of a printed marker, or for one on a badge's paper."""
    if not markers and not badges and lying is None:
        return looked
    outlines = [*(marker.corners.astype(np.float32) for marker in markers), *map(paper_px, badges)]
    gone = set(ghosts(grey, quads_of(looked.found), lying)) if lying is not None else set()
    kept = [
        index
        for index, card in enumerate(looked.found)
        if index not in gone and not any(cv2.pointPolygonTest(outline, card.centre, False) >= 0 for outline in outlines)
    ]
    return replace(looked, found=[looked.found[index] for index in kept], faces=looked.faces[kept])


def pack_shape(pack: PackLike) -> PackShape:
    """Takes from a pack what reading needs."""
    return PackShape(pack.values, pack.counts, pack.size_mm)


def weigh(card: SeenCard, letter: str | None, trust: float, values: Mapping[str, int]) -> SeenCard:
    """Weighs a second opinion, right with probability ``trust``, against what was read first.

    What makes one reader take a letter for another misleads the other reader too: its word for a face that was
    in question already weighs less than its word for one that was not.
    """
    if letter is None:
        return card
    first = {card.face: card.confidence, **dict(card.alternatives)}
    rest = max(1.0 - sum(first.values()), 0.0)
    unnamed = len(LETTERS) + 1 - len(first)
    first.setdefault(letter, rest / max(unnamed, 1))
    scores = {face: p * (trust if face == letter else MISLED) for face, p in first.items()}
    total = sum(scores.values()) + max(1.0 - sum(first.values()), 0.0) * MISLED
    if total <= 0.0:
        return card
    best = sorted(scores, key=lambda face: -scores[face])
    return replace(
        card,
        face=best[0],
        value=values.get(best[0]),
        confidence=min(scores[best[0]] / total, max(SECOND_SURE, card.confidence if best[0] == card.face else 0.0)),
        alternatives=tuple((face, scores[face] / total) for face in best[1:3]),
    )


def _corners(cards: Sequence[SeenCard]) -> NDArray[np.float64]:
    return np.array([card.corners for card in cards], np.float64).reshape(-1, 4, 2)


def _faces_by_tesseract(picture: Picture, looked: Looked, opinion: SecondOpinion) -> NDArray[np.float32]:
    """Has Tesseract read every card both ways up; backs and what is no card stay as the networks say."""
    quads = quads_of(looked.found)
    letters = opinion.letters(picture, [*quads, *np.roll(quads, 2, axis=1)])
    place = {name: index for index, name in enumerate(looked.classes)}
    faces = np.full((len(quads), len(looked.classes)), 0.2 / len(looked.classes), np.float32)
    for card in range(len(quads)):
        other = looked.faces[card, place["BACK"]] + looked.faces[card, place["NONE"]]
        if other > 0.5:
            faces[card] = looked.faces[card]
            continue
        for letter, mark in ((letters[card], ""), (letters[card + len(quads)], "~")):
            if letter is not None:
                faces[card, place[letter + mark]] += 0.4
    return (faces / np.maximum(faces.sum(axis=1, keepdims=True), 1e-9)).astype(np.float32)
