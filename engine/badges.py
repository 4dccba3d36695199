"""The players' badges: the marker on each tells the player's number, and so who sits where.

A badge's marker is six by six squares within a black border, of the family that OpenCV knows as
``DICT_APRILTAG_36h10``: any two differ in ten squares at least, however they are turned. That family and no other,
because its markers have more squares than those of the mats and of the cards that speak (:mod:`engine.markers`), and
because there are enough of them for the largest drive. They are data here so that prints need no picture library.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

DICTIONARY = "DICT_APRILTAG_36h10"

LAST_BADGE = 2319
"""The highest player's number that a badge's marker can tell; the badge of a later one shows none."""

BADGE_MM = (90.0, 66.0)
"""Width and height of a badge."""
MARKER_MM = 40.0
"""Side of its marker, black border included."""
MARKER_AT_MM = (64.0, 39.0)
"""The marker's middle, from the badge's upper left corner."""

SQUARES = 8
"""Squares along a marker's side, border included."""

_DIGITS = 9


@cache
def _patterns() -> tuple[str, ...]:
    text = "".join(files("engine").joinpath("badges.hex").read_text(encoding="ascii").split())
    return tuple(text[at : at + _DIGITS] for at in range(0, len(text), _DIGITS))


def has_badge(number: int) -> bool:
    """Tells whether a badge's marker can tell a player's number."""
    return 1 <= number <= LAST_BADGE


def badge_squares(number: int) -> tuple[tuple[bool, ...], ...]:
    """Gives the eight rows of eight squares of a player's marker, black border included; True is white.

    Raises IndexError for a number that no badge can tell.
    """
    if not has_badge(number):
        raise IndexError(f"no badge tells the number {number}")
    bits = f"{int(_patterns()[number], 16):036b}"
    inner = [tuple(square == "1" for square in bits[row : row + 6]) for row in range(0, 36, 6)]
    black = (False,) * SQUARES
    return (black, *((False, *row, False) for row in inner), black)
