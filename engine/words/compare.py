"""Counts what a list holds, and says how two lists differ: for whoever chooses a club's list."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from engine.words.book import WordList
from engine.words.entry import LEVEL_FIELDS
from engine.words.layers import Layer


@dataclass(frozen=True, slots=True)
class Difference:
    """How two lists differ: the words only one of them holds, sorted, and how many both hold."""

    first_only: tuple[str, ...]
    second_only: tuple[str, ...]
    both: int


def good_words(source: WordList | Layer, level: int = 70) -> frozenset[str]:
    """Gives the words that a compiled list holds up to a level, as words or variants, or that a club's list allows."""
    if isinstance(source, Layer):
        return source.allowed
    found = []
    for word in source.spellings():
        entry = source.get(word)
        if entry is not None and (0 < entry.word <= level or 0 < entry.variant <= level):
            found.append(word)
    return frozenset(found)


def compare(first: WordList | Layer, second: WordList | Layer, level: int = 70) -> Difference:
    """Compares two lists by the words they hold up to a level."""
    one, other = good_words(first, level), good_words(second, level)
    return Difference(tuple(sorted(one - other)), tuple(sorted(other - one)), len(one & other))


def counts(book: WordList) -> dict[str, dict[int, int]]:
    """Counts a compiled list's spellings: for each kind (word, name, abbreviation …), how many at each level."""
    found: Counter[tuple[str, int]] = Counter()
    for word in book.spellings():
        entry = book.get(word)
        found.update((kind, getattr(entry, kind)) for kind in LEVEL_FIELDS if getattr(entry, kind))
    levels = {kind: sorted(level for told, level in found if told == kind) for kind in LEVEL_FIELDS}
    return {kind: {level: found[kind, level] for level in levels[kind]} for kind in LEVEL_FIELDS if levels[kind]}
