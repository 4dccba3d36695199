"""The printed markers: the table mats' corners, the cards that speak for a player, the board for the lens.

A marker is four by four squares within a black border (the 4x4 patterns that OpenCV's ArUco module knows as
``DICT_4X4_100``). They are data here so that screens and prints need no picture library. Which number means what is
said here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

DICTIONARY = "DICT_4X4_100"

_BITS = (
    "b5320f9a332d9946549e79cd9e2ec4f2fedacf56f99111a70eb72a0f24b1263e466566006c5e76af868bb02bccd5dd82fe47"
    "9471ace4a5542123346f441557b29ecff0cb08ae0929187504ff0df61c5a17182a28328c38b224e82eeb2d3f4b64502e5013"
    "519455685d415f9768016867612461e96b126fe567df7e1b80a083448ba2937a846c852a859c9c899fa1bb7cbc04b65bbfc8"
    "b7abca1fc962d958d3d5cc98c7a0c537e95df925fbbbee2af74d35758aad76170acf064b2dc149d843f44f364fd369e470c7"
)
PATTERNS: tuple[str, ...] = tuple(_BITS[at : at + 4] for at in range(0, len(_BITS), 4))
"""The sixteen inner squares of each marker, row by row from the upper left, as hexadecimal bits: 1 is white. The index
is the marker's number."""


@dataclass(frozen=True, slots=True)
class Signal:
    """What a card with a marker says when laid on the table: ``challenge``, ``yes``, ``no`` or ``pause``.

    ``seat`` is the seat it speaks for; None where the place it is laid at tells.
    """

    says: str
    seat: str | None = None


SIGNALS: Mapping[int, Signal] = {
    4: Signal("challenge", "N"),
    5: Signal("challenge", "E"),
    6: Signal("challenge", "S"),
    7: Signal("challenge", "W"),
    8: Signal("challenge"),
    9: Signal("yes"),
    10: Signal("no"),
    11: Signal("pause"),
}
"""What the cards with these markers say. Players at a table of more than four take the challenge card of no seat."""

SIGNAL_MM = 40.0
"""Side of the marker on such a card, black border included."""


@dataclass(frozen=True, slots=True)
class Mat:
    """A mat for the middle of the table. Its paper is ``size_mm`` (width, height), laid crosswise before the player at
    S; ``places`` gives the centre of each marker by its number, in millimetres from the mat's middle, x to the right
    and y towards S; ``marker_mm`` is a marker's side with its black border."""

    size_mm: tuple[float, float]
    marker_mm: float
    places: Mapping[int, tuple[float, float]]


def _around(numbers: Sequence[int], size_mm: tuple[float, float], marker_mm: float = 40.0) -> Mat:
    """Gives a mat with eight markers along its edges, 15 mm from them, clockwise from the corner between N and W."""
    x, y = (side / 2 - 15.0 - marker_mm / 2 for side in size_mm)
    places = ((-x, -y), (0.0, -y), (x, -y), (x, 0.0), (x, y), (0.0, y), (-x, y), (-x, 0.0))
    return Mat(size_mm, marker_mm, dict(zip(numbers, places, strict=True)))


MATS: Mapping[str, Mat] = {
    "a3": Mat((420.0, 297.0), 40.0, {0: (-175.0, -113.5), 1: (175.0, -113.5), 2: (175.0, 113.5), 3: (-175.0, 113.5)}),
    # Not 17: a lone white square on black is too like other things.
    "a2": _around((12, 13, 14, 15, 16, 18, 19, 20), (594.0, 420.0)),
    "a1": _around(range(21, 29), (841.0, 594.0)),
}
"""The mats by the size of their paper. No two share a marker, so that a picture tells which of them lies there."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board of squares like a chessboard's, black in the upper left corner, with a marker in each white square, row
    by row (a ChArUco board in OpenCV's terms)."""

    columns: int
    rows: int
    square_mm: float
    marker_mm: float
    numbers: tuple[int, ...]


BOARD = Board(6, 9, 28.0, 20.0, tuple(range(50, 77)))
"""The board that a lens is measured with; it fits both A4 and Letter."""


def marker_squares(number: int) -> tuple[tuple[bool, ...], ...]:
    """Gives the six rows of six squares of a marker, black border included; True is white.

    Raises IndexError for a number that has no pattern.
    """
    if number < 0:
        raise IndexError(f"there is no marker {number}")
    bits = f"{int(PATTERNS[number], 16):016b}"
    inner = [tuple(square == "1" for square in bits[row : row + 4]) for row in range(0, 16, 4)]
    black = (False,) * 6
    return (black, *((False, *row, False) for row in inner), black)
