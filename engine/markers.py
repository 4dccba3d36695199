"""The printed markers: the table mat's corners, and the cards that speak for a player.

A marker is four by four squares within a black border (the 4x4 patterns that OpenCV's ArUco module knows as
``DICT_4X4_50``). They are data here so that screens and prints need no picture library.
"""

from __future__ import annotations

from dataclasses import dataclass

DICTIONARY = "DICT_4X4_50"

PATTERNS: tuple[str, ...] = (
    "1011/0101/0011/0010",
    "0000/1111/1001/1010",
    "0011/0011/0010/1101",
    "1001/1001/0100/0110",
    "0101/0100/1001/1110",
    "0111/1001/1100/1101",
    "1001/1110/0010/1110",
    "1100/0100/1111/0010",
)
"""Rows of inner squares from the top, 1 is white; the index is the marker's number."""

SIGNALS = {4: "challenge", 5: "yes", 6: "no", 7: "pause"}
"""What the cards with these markers say when laid on the table."""


@dataclass(frozen=True, slots=True)
class Mat:
    """A mat's markers, in millimetres from its middle; x to the right and y towards the player at S.

    ``corners`` gives the centre of each marker by its number; ``marker_mm`` is a marker's side with its black border.
    """

    marker_mm: float
    corners: dict[int, tuple[float, float]]


MAT = Mat(40.0, {0: (-175.0, -113.0), 1: (175.0, -113.0), 2: (175.0, 113.0), 3: (-175.0, 113.0)})
"""The mat of an A3 sheet laid crosswise before the player at S; its markers stand 15 mm from the paper's edges."""


def marker_squares(number: int) -> tuple[tuple[bool, ...], ...]:
    """Gives the six rows of six squares of a marker, black border included; True is white.

    Raises IndexError for a number that has no pattern.
    """
    if number < 0:
        raise IndexError(f"there is no marker {number}")
    inner = [tuple(square == "1" for square in row) for row in PATTERNS[number].split("/")]
    black = (False,) * 6
    return (black, *((False, *row, False) for row in inner), black)
