"""What each slip of spelling costs, in nats: the commoner the slip, the lower its price.

The prices are the weights of a log-linear model of English misspellings, fitted so that the word that was meant is the
cheapest of all the words near it. A letter lost or added costs by the letter; one that only doubles its neighbour, or
is left out of a double, costs less. French has no such set to learn from and uses the same prices but for its accents,
which the cards do not have, and its silent ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_VOWELS = frozenset("AEIOUY")

_LOST = """
    A1.1 B1.8 C0.9 D2.0 E0.7 F2.1 G1.8 H0.3 I0.3 J2.0 K1.7 L1.4 M1.8 N0.9 O0.8 P1.9 Q2.1 R1.2 S0.8 T1.2 U0.2
    V1.9 W2.2 X1.8 Y1.6 Z2.2
"""
_LOST_AT_END = "E0.3 D2.0 S2.6 Y2.3 T1.6 H1.7 R1.7 N2.1"
_ADDED = """
    A2.6 B2.3 C2.5 D2.4 E2.4 F3.0 G2.7 H2.5 I2.8 J2.2 K2.4 L2.5 M3.1 N2.2 O2.9 P2.9 Q2.1 R1.6 S2.6 T2.6 U2.7
    V2.3 W2.5 X2.1 Y2.4 Z2.1
"""
_ADDED_AT_END = "E1.6 D2.0 S2.3 Y3.4 T2.8 H2.5 R1.8 N2.3"
_VOWEL_FOR_VOWEL = """
    AE1.3 AI2.0 AO1.7 AU2.0 AY2.1 EI1.0 EO2.2 EU1.8 EY2.1 IO2.2 IU2.1 IY0.6 OU1.8 OY2.0 UY1.7
"""
_ALIKE = """
    CK1.2 KQ1.7 CQ1.2 CS0.9 SZ1.1 CZ1.7 GJ1.3 MN1.4 BP2.2 DT2.3 FV2.0 LR2.2 VW1.7 SX1.1 CG2.4 GK1.9 CT1.7 ST2.3
    CX1.4 DJ1.7 UW1.4 HR1.5 NR2.3 HN1.9 UV1.8
"""
_LOST_FIRST, _LOST_LAST, _LOST_TWIN = 2.8, 1.8, 0.4
_ADDED_FIRST, _ADDED_LAST, _ADDED_TWIN = 3.9, 3.0, 1.1
_CONSONANT_FOR_CONSONANT, _VOWEL_FOR_CONSONANT = 3.2, 3.4
_VOWELS_SWAPPED, _SWAPPED = 0.7, 1.6
_FIRST, _SOUND = 0.9, 1.1
_FRENCH_SILENT = "D0.4 E0.4 P0.6 R0.6 S0.4 T0.4 X0.5 Z0.6"

RARITY: Mapping[int, float] = {10: 0.0, 20: 0.8, 35: 2.0, 40: 2.4, 50: 3.6, 55: 3.8, 60: 4.6, 70: 5.6, 80: 6.5, 95: 8.0}
"""What a word's level costs it, in nats: the rarer, the less likely to have been meant."""


def _read(text: str) -> dict[str, float]:
    """Reads prices written as the letters followed by the number."""
    return {part.rstrip("0123456789."): float(part.lstrip(_LETTERS)) for part in text.split()}


@dataclass(frozen=True)
class Prices:
    """The prices of one language. ``taken`` gives that of a letter written where another was meant, by both;
    ``first`` is added where that is the first letter, ``sound`` is paid for each difference in sound."""

    lost_inside: Mapping[str, float]
    lost_at_end: Mapping[str, float]
    added_inside: Mapping[str, float]
    added_at_end: Mapping[str, float]
    taken: Mapping[str, Mapping[str, float]]
    first: float = _FIRST
    sound: float = _SOUND

    def added(self, spelling: str, at: int) -> float:
        """Gives the price of a letter of the spelling that was not meant at all."""
        letter = spelling[at]
        if letter == "*":
            return _ADDED_FIRST
        if at and spelling[at - 1] == letter:
            return _ADDED_TWIN
        if at == len(spelling) - 1:
            return self.added_at_end.get(letter, _ADDED_LAST)
        return _ADDED_FIRST if at == 0 else self.added_inside[letter]

    def lost(self, word: str) -> tuple[float, ...]:
        """Gives the price of leaving out each letter of a word."""
        last = len(word) - 1
        return tuple(
            _LOST_TWIN
            if at and word[at - 1] == letter
            else self.lost_at_end.get(letter, _LOST_LAST)
            if at == last
            else _LOST_FIRST
            if at == 0
            else self.lost_inside[letter]
            for at, letter in enumerate(word)
        )

    def swapped(self, first: str, second: str) -> float:
        """Gives the price of two neighbours written the wrong way round."""
        return _VOWELS_SWAPPED if first in _VOWELS and second in _VOWELS else _SWAPPED


def _one_for_another() -> dict[str, dict[str, float]]:
    pairs = _read(_VOWEL_FOR_VOWEL) | _read(_ALIKE)
    table: dict[str, dict[str, float]] = {"*": dict.fromkeys(_LETTERS, 0.0)}
    for written in _LETTERS:
        row = table.setdefault(written, {})
        for meant in _LETTERS:
            both_consonants = written not in _VOWELS and meant not in _VOWELS
            other = _CONSONANT_FOR_CONSONANT if both_consonants else _VOWEL_FOR_CONSONANT
            row[meant] = pairs.get("".join(sorted((written, meant))), other)
    return table


@cache
def prices(language: str) -> Prices:
    """Gives the prices of a language; English ones for any that has none of its own."""
    at_end, added_at_end = _read(_LOST_AT_END), _read(_ADDED_AT_END)
    if language == "fr":
        at_end, added_at_end = at_end | _read(_FRENCH_SILENT), added_at_end | _read(_FRENCH_SILENT)
    return Prices(_read(_LOST), at_end, _read(_ADDED), added_at_end, _one_for_another())
