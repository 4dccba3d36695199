"""How like a language's words a spelling looks, by its letters three at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import log

_EDGE = "@"  # the character before A: it stands for a word's start and end
_SIZE = 27
_SCALE = 16


def build_grams(words: Iterable[str]) -> bytes:
    """Gives the table of how unlikely each letter is after two others: a byte each, sixteenths of a nat."""
    threes: Counter[str] = Counter()
    for word in words:
        edged = f"{_EDGE}{_EDGE}{word}{_EDGE}"
        threes.update(map("".join, zip(edged, edged[1:], edged[2:], strict=False)))
    pairs: Counter[str] = Counter()
    for three, count in threes.items():
        pairs[three[:2]] += count
    letters = [chr(ord(_EDGE) + place) for place in range(_SIZE)]
    return bytes(
        min(255, round(-_SCALE * log((threes[a + b + c] + 0.5) / (pairs[a + b] + 14))))
        for a in letters
        for b in letters
        for c in letters
    )


def strangeness(word: str, table: bytes | memoryview) -> float:
    """Gives how unlikely a spelling of capital letters is as a word of the language, in nats: about 2 a letter for a
    word, 4 for letters drawn from a bag."""
    total, context = 0, 0
    for letter in (*word, _EDGE):
        code = ord(letter) - ord(_EDGE)
        total += table[context * _SIZE + code]
        context = (context * _SIZE + code) % (_SIZE * _SIZE)
    return total / _SCALE
