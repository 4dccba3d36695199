"""Picture cards known by the caption printed on them: Tesseract reads it; it may be one of the pack's captions only.

A card whose caption is like none of the pack's is known by exclusion or not at all: what was read on it is neither kept
nor given to anybody.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process

from engine.captions import UNNAMED, CaptionPack
from engine.table import SeenCard, TableReading
from vision.outline import straightened
from vision.pieces import find_pieces
from vision.plane import Plane, flat_plane
from vision.second_opinion import one_thread
from vision.zones import Group, ZoneSettings, seat_of

log = logging.getLogger("steward.vision")

MIDDLE = "centre"
ALIKE = 62.0
"""A caption at least this like one of the pack's (0 to 100, as rapidfuzz weighs it) is that one."""
APART = 4.0
"""And at least this much likelier than the next."""
PATIENCE_S = 60.0
"""How long one card may take on a machine with much other work; as a rule it is a fifth of a second."""
PARTS = (slice(None), slice(440, None), slice(None, 280))
"""Which rows of a card are read, one after the other."""
SURELY = 0.8
"""A caption that is being enrolled, and is read as surely as this, is not looked for elsewhere on the card."""
MISSHAPEN = 0.25
"""As a logarithm, how far a card may seem from its shape."""
LEAST = 0.6
"""The share of the usual card's size that a card has at least."""
BACK = 0.5
"""What is a back likelier than this has no caption."""
MOVED = 0.05
"""The share of its width by which a card may seem to have moved that lies where it lay."""
PATCH, DIFFERS = 24, 12.0
"""px of the patches in which two views of a card are compared, and the grey levels by which none may differ."""
CARD_PX = (456, 712)
"""A rectified card: eight px a millimetre on a card of 57 by 89 mm."""


@dataclass(frozen=True, slots=True)
class Named:
    """A card that was looked at: ``id`` is the pack's card (None: its caption is none of the pack's), ``likeness`` 0 to
    100, ``upright`` whether it reads along its corners."""

    id: str | None
    likeness: float
    upright: bool = True


def named(
    picture: NDArray[np.uint8], corners: Sequence[NDArray[np.floating]], captions: Mapping[str, str]
) -> list[Named]:
    """Names picture cards by their captions.

    :param picture: uint8 (H, W, 3), BGR.
    :param corners: for each card (4, 2) px, clockwise from its upper left; either way up will do.
    :param captions: what is printed on each card, by its id; cards without a caption are left out.
    """
    known = {card: _plain(text) for card, text in captions.items() if text}
    found = []
    for quad in corners:
        found.append(_named(rectified(picture, quad), known))
    return found


def _named(card: NDArray[np.uint8], known: Mapping[str, str]) -> Named:
    """Looks at the whole card, then, where that tells nothing, at its foot and its head alone: a drawing may confuse
    whoever reads the lines."""
    best = Named(None, 0.0)
    for part in PARTS:
        for upright in (True, False):
            seen = match(_read((card if upright else card[::-1, ::-1])[part]), known)
            if seen.id is not None:
                return Named(seen.id, seen.likeness, upright)
            if seen.likeness > best.likeness:
                best = Named(None, seen.likeness, upright)
    return best


class CaptionReader:
    """Reads pictures of a table on which picture cards lie face up. A card that lies where it lay, and looks as it
    looked, is not read again.

    :param pack: the pack whose captions they bear.
    """

    def __init__(self, pack: CaptionPack) -> None:
        self._captions = {card.id: _plain(card.caption) for card in pack.cards if card.caption}
        self._values = {card.id: card.value for card in pack.cards}
        self._width_mm = pack.size_mm[0] if pack.size_mm else 57.0
        self._known: list[_Known] = []

    def read(
        self,
        picture: NDArray[np.uint8],
        image_name: str = "",
        phase: str = "play",
        before: TableReading | None = None,
    ) -> TableReading:
        """Reads one picture: a card's ``face`` is its id in the pack, or :data:`engine.captions.UNNAMED` where its
        caption is none of the pack's; its ``zone`` the seat that it lies before and faces."""
        corners = cards_in(picture)
        wide = float(np.median([np.hypot(*(quad[1] - quad[0])) for quad in corners])) if corners else 1.0
        plane = flat_plane(picture.shape[1], picture.shape[0], self._width_mm / max(wide, 1.0))
        self._known = [self._look(picture, quad) for quad in corners]
        cards = tuple(self._card(number, known, plane) for number, known in enumerate(self._known))
        return TableReading(image_name, picture.shape[1], picture.shape[0], plane.mm_per_px(), cards, ())

    def _look(self, picture: NDArray[np.uint8], quad: NDArray[np.float64]) -> _Known:
        middle = quad.mean(axis=0)
        for known in self._known:
            near = np.hypot(*(known.quad.mean(axis=0) - middle)) <= MOVED * np.hypot(*(quad[1] - quad[0]))
            if near and _alike(known.seen, rectified(picture, known.quad)):
                return known
        card = rectified(picture, quad)
        return _Known(quad, card, _named(card, self._captions))

    def _card(self, number: int, known: _Known, plane: Plane) -> SeenCard:
        one = known.named
        quad = known.quad if one.upright else np.roll(known.quad, 2, axis=0)
        a, b, c, d = ((float(x), float(y)) for x, y in quad)
        turn = float(np.degrees(np.arctan2(b[1] - a[1], b[0] - a[0])))
        centre = plane.to_mm(quad.mean(axis=0)[None])
        zone = seat_of(Group((number,), centre, turn), plane, ZoneSettings()) or MIDDLE
        value = self._values.get(one.id or "")
        sure = one.likeness / 100 if one.id is not None else 0.0
        at = (float(centre[0, 0]), float(centre[0, 1]))
        return SeenCard(number, one.id or UNNAMED, value, sure, (a, b, c, d), turn, at, zone)


@dataclass(frozen=True, slots=True)
class _Known:
    """A card where it lay, as it looked (grey, rectified), and what it is."""

    quad: NDArray[np.float64]
    seen: NDArray[np.uint8]
    named: Named


def _alike(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> bool:
    """Tells whether two views of one place show the same card, though the light be another: no patch of either differs
    by more than noise does."""
    first, second = (cv2.GaussianBlur(view, (0, 0), 3).astype(np.float32) for view in (one, other))
    apart = np.abs(first - second * (first.mean() / max(float(second.mean()), 1.0)))
    return float(cv2.resize(apart, None, fx=1 / PATCH, fy=1 / PATCH, interpolation=cv2.INTER_AREA).max()) < DIFFERS


def cards_in(picture: NDArray[np.uint8], shape: float = CARD_PX[1] / CARD_PX[0]) -> list[NDArray[np.float64]]:
    """Finds picture cards that lie apart, largest first: corners (4, 2) in px, clockwise; which way is up is not known.

    :param shape: a card's height over its width; what is shaped otherwise is a part of a picture and no card.
    """
    found = [one for one in find_pieces(picture).found if one.back < BACK]
    kept: list[NDArray[np.float64]] = []
    quads = [np.asarray(one.corners, np.float64) for one in straightened(picture, found)]
    # A part of a card, such as its caption alone, is smaller than the card.
    for quad in sorted(quads, key=lambda quad: -cv2.contourArea(quad.astype(np.float32))):
        wide = np.hypot(*(quad[1] - quad[0])) + np.hypot(*(quad[2] - quad[3]))
        high = np.hypot(*(quad[3] - quad[0])) + np.hypot(*(quad[2] - quad[1]))
        if high < wide:
            quad, wide, high = np.roll(quad, 1, axis=0), high, wide
        centre = tuple(float(part) for part in quad.mean(axis=0))
        covered = any(cv2.pointPolygonTest(other.astype(np.float32), centre, False) >= 0 for other in kept)
        if abs(np.log(high / max(wide, 1.0) / shape)) < MISSHAPEN and not covered:
            kept.append(quad)
    sizes = [cv2.contourArea(quad.astype(np.float32)) for quad in kept]
    usual = float(np.median(sizes)) if sizes else 0.0
    return [quad for quad, size in zip(kept, sizes, strict=True) if LEAST * usual <= size <= usual / LEAST]


def match(text: str, known: Mapping[str, str]) -> Named:
    """Finds the one caption that a text is; the text itself goes no further.

    >>> known = {"humpty.1": "HUMPTY DUMPTY", "humpty.2": "SAT ON A WALL"}
    >>> match("Humpty Dumgty", known).id, match("no such words", known).id
    ('humpty.1', None)
    """
    plain = _plain(text)
    if not plain or not known:
        return Named(None, 0.0)
    best = process.extract(plain, known, scorer=_likeness, limit=2)
    (_, likeness, card), *others = best
    runner_up = others[0][1] if others else 0.0
    return Named(str(card) if likeness >= ALIKE and likeness - runner_up >= APART else None, float(likeness))


def _likeness(read: str, caption: str, **_: object) -> float:
    """How like a caption a reading is: the best of the whole, and of a part that is as long as the caption; the more of
    the reading that part is, the more it counts, since one caption may begin another."""
    whole = fuzz.ratio(read, caption)
    if not len(read) > len(caption) >= 8:
        return whole
    return max(whole, fuzz.partial_ratio(read, caption) * (0.8 + 0.2 * len(caption) / len(read)))


def _plain(text: str) -> str:
    letters = "".join(letter if letter.isalpha() else " " for letter in text.upper())
    return " ".join(letters.split())


def rectified(picture: NDArray[np.uint8], quad: NDArray[np.floating]) -> NDArray[np.uint8]:
    """Cuts a card out of the picture, upright: uint8 grey (H, W)."""
    width, height = CARD_PX
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), target)
    card = cv2.warpPerspective(picture, matrix, CARD_PX, flags=cv2.INTER_CUBIC)
    return np.asarray(cv2.cvtColor(card, cv2.COLOR_BGR2GRAY), np.uint8)


def _read(card: NDArray[np.uint8]) -> str:
    """What Tesseract reads on a rectified card; "" where it reads nothing or is not there."""
    import pytesseract

    one_thread()
    sharpened = cv2.addWeighted(card, 1.6, cv2.GaussianBlur(card, (0, 0), 3), -0.6, 0)
    try:
        text: str = pytesseract.image_to_string(sharpened, config="--oem 1 --psm 6", timeout=PATIENCE_S)
    except (pytesseract.TesseractError, pytesseract.TesseractNotFoundError, RuntimeError, OSError) as error:
        log.warning("captions cannot be read: %s", str(error).splitlines()[0][:200] if str(error) else error)
        return ""
    return text


def printed_on(picture: NDArray[np.uint8], quad: NDArray[np.floating]) -> tuple[str, float]:
    """Reads whatever caption a card bears, at its foot or its head, for a pack that is being enrolled; and how surely
    (0 to 1).

    :param quad: the card's corners (4, 2) px, clockwise from its upper left; either way up will do.
    """
    card = rectified(picture, quad)
    best = ("", 0.0)
    for part in PARTS[1:]:
        for upright in (True, False):
            seen = _line(np.ascontiguousarray((card if upright else card[::-1, ::-1])[part]))
            if seen[1] > best[1]:
                best = seen
        if best[1] >= SURELY:
            break
    return best


def _line(part: NDArray[np.uint8]) -> tuple[str, float]:
    import pytesseract

    one_thread()
    try:
        data = pytesseract.image_to_data(
            part, config="--oem 1 --psm 6", timeout=PATIENCE_S, output_type=pytesseract.Output.DICT
        )
    except (pytesseract.TesseractError, pytesseract.TesseractNotFoundError, RuntimeError, OSError) as error:
        log.warning("captions cannot be read: %s", str(error).splitlines()[0][:200] if str(error) else error)
        return "", 0.0
    words = [(text.strip(), float(sure)) for text, sure in zip(data["text"], data["conf"], strict=True)]
    good = [
        (text, sure) for text, sure in words if sure >= 0 and sum(letter.isalpha() for letter in text) > len(text) / 2
    ]
    letters = sum(len(text) for text, _ in good)
    if letters < 3:
        return "", 0.0
    return " ".join(text for text, _ in good), sum(sure * len(text) for text, sure in good) / letters / 100
