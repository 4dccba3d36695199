"""Cards laid out to be learnt: which there are, in the order in which a person would name them, and whether the
picture is fit to learn from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import BadPicture
from engine.table import BACK, MASTER, SeenCard
from vision.enrol import Example, enrol
from vision.faces import CLASSES, HEIGHT, WIDTH, rectify
from vision.reader import PackLike, Reader

LEAST_PX = 34.0
"""px of a card's width below which its letter is too coarse to learn."""

LEAST_SHARPNESS = 12.0
"""Of a crop whose brightness was stretched to 0..255: the spread of its Laplacian."""

SURE = 0.9
"""A letter read at least this surely is learnt without being named."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_ROUNDS = 3


@dataclass(frozen=True)
class Sheet:
    """The cards of one picture, row by row as they are read, with their crops uint8 (N, HEIGHT, WIDTH, 3); `unfit`
    says why one cannot learn from it."""

    name: str
    cards: tuple[SeenCard, ...]
    crops: NDArray[np.uint8]
    unfit: str = ""

    def named(self, letters: str) -> list[Example]:
        """The cards with the letters that a person names, row by row; ``*`` is the Master, spaces count nothing, and
        ``?`` is a card to be left out. Raises :class:`BadPicture` when there are not as many."""
        return [
            Example(face, crop) for face, crop in zip(self.faces(letters), self.crops, strict=True) if face is not None
        ]

    def faces(self, letters: str = "") -> list[str | None]:
        """The cards' faces as a person names them, None for a card to be left out; unnamed, as they are read. Raises
        :class:`BadPicture` when there are not as many."""
        if not letters:
            return [card.face for card in self.cards]
        faces = [MASTER if letter == "*" else letter for letter in letters.upper() if letter not in " /,;"]
        strange = [face for face in faces if face not in (*LETTERS, "?", MASTER)]
        if strange:
            raise BadPicture(f"{self.name}: {strange[0]!r} is no face; name A to Z, * for the Master, ? for any other")
        if len(faces) != len(self.cards):
            read = "".join("*" if card.face == MASTER else card.face for card in self.cards)
            raise BadPicture(
                f"{self.name}: {len(self.cards)} cards were found (they look like {read}), but {len(faces)} letters "
                "are named; lay the cards apart from each other, or name them row by row"
            )
        return [None if face == "?" else face for face in faces]


def surely(sheets: Sequence[Sheet], known: Sequence[Example] = ()) -> list[list[Example]]:
    """Of each sheet the cards that are read surely, and those that are once these and the `known` ones are learnt."""
    owner = [k for k, sheet in enumerate(sheets) for _ in sheet.cards]
    names = [card.face for sheet in sheets for card in sheet.cards]
    chance = np.array([card.confidence for sheet in sheets for card in sheet.cards])
    crops = np.concatenate([np.zeros((0, HEIGHT, WIDTH, 3), np.uint8), *(sheet.crops for sheet in sheets)])
    taken = np.flatnonzero(chance >= SURE)
    for _ in range(_ROUNDS):
        rest = np.setdiff1d(np.arange(len(names)), taken)
        examples = [*known, *(Example(names[k], crops[k]) for k in taken)]
        if not examples or not len(rest):
            break
        read = enrol("sheets", examples).read(crops[rest])
        best = [CLASSES[int(row.argmax())] for row in read]
        found = [
            k
            for k, name, row in zip(rest, best, read, strict=True)
            if float(row.max()) >= SURE and name in (*LETTERS, MASTER)
        ]
        if not found:
            break
        for k, name in zip(rest, best, strict=True):
            names[k] = name if k in found else names[k]
        taken = np.concatenate([taken, found]).astype(int)
    learnt: list[list[Example]] = [[] for _ in sheets]
    for k in sorted(taken):
        learnt[owner[k]].append(Example(names[k], crops[k]))
    return learnt


class SheetReader:
    """Reads pictures of cards laid out to be learnt.

    :param pack: the pack it is an edition of.
    :param size_mm: the cards' own size, if it is another.
    """

    def __init__(self, pack: PackLike, size_mm: tuple[float, float] | None = None) -> None:
        self._reader = Reader(_AnyCounts(pack.values, {}, size_mm or pack.size_mm))

    def read(self, picture: NDArray[np.uint8], name: str) -> Sheet:
        """The sheet of a picture uint8 (H, W, 3), BGR."""
        reading = self._reader.read(picture, name)
        cards = in_order([card for card in reading.cards if card.face != BACK])
        crops = rectify(picture, np.array([card.corners for card in cards], np.float32).reshape(-1, 4, 2))
        return Sheet(name, cards, crops, unfit(cards, crops))


@dataclass(frozen=True)
class _AnyCounts:
    values: Mapping[str, int]
    counts: Mapping[str, int]
    size_mm: tuple[float, float] | None


def in_order(cards: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """Cards row by row, each row from left to right, as they are read when most of them stand upright."""
    if not cards:
        return ()
    quads = np.array([card.corners for card in cards], np.float64)
    middle = quads.mean(axis=1)
    right, down = quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3], quads[:, 2] + quads[:, 3]
    down = down - quads[:, 0] - quads[:, 1]
    # A card on its head (or one whose way is not known, such as O) must not turn the others.
    turn = np.arctan2(right[:, 1], right[:, 0])
    mean = np.arctan2(np.median(np.sin(turn)), np.median(np.cos(turn)))
    height = float(np.median(np.hypot(*down.T))) / 2
    c, s = np.cos(mean), np.sin(mean)
    along, across = c * middle[:, 0] + s * middle[:, 1], -s * middle[:, 0] + c * middle[:, 1]
    order = np.argsort(across)
    rows: list[list[int]] = []
    for k in order:
        if rows and across[k] - np.mean(across[rows[-1]]) < 0.55 * height:
            rows[-1].append(int(k))
        else:
            rows.append([int(k)])
    return tuple(cards[k] for row in rows for k in sorted(row, key=lambda k: along[k]))


def unfit(cards: Sequence[SeenCard], crops: NDArray[np.uint8]) -> str:
    """Why a picture is not fit to learn from; empty when it is."""
    if not cards:
        return ""
    quads = np.array([card.corners for card in cards], np.float64)
    width = float(np.median(np.hypot(*(quads[:, 1] - quads[:, 0]).T)))
    if width < LEAST_PX:
        return (
            f"the cards are too small in it ({width:.0f} pixels wide, and {LEAST_PX:.0f} are the least); move the "
            "camera nearer or take a larger picture"
        )
    grey = np.array([cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY) for crop in crops], np.float32)
    low, high = np.percentile(grey, [2, 98], axis=(1, 2))
    if float(np.median(high)) < 60:
        return "it is too dark; turn a light on"
    if float(np.median(high - low)) < 40:
        return "the letters hardly stand out from the cards; turn a light on, and keep lamps from shining in the cards"
    stretched = (grey - low[:, None, None]) * (255 / np.maximum(high - low, 1))[:, None, None]
    sharpness = float(np.median([cv2.Laplacian(crop.astype(np.float32), cv2.CV_32F).std() for crop in stretched]))
    if sharpness < LEAST_SHARPNESS:
        return "it is blurred; hold the camera still and let it focus"
    return ""
