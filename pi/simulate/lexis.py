"""The words that simulated players know, and which of them a hand of cards can lay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.making import is_subsequence
from engine.words import WordList, find_list

KNOWN_LEVEL = 35
"""Players know the words of everyday use, not what large dictionaries add."""
LONGEST = 9


def letters_of(text: Iterable[str]) -> int:
    """Gives the letters of a text as a set of 26 bits; the Master adds none."""
    bits = 0
    for letter in text:
        if "A" <= letter <= "Z":
            bits |= 1 << (ord(letter) - 65)
    return bits


@dataclass(frozen=True, slots=True)
class Lexis:
    """``words`` are good words with the set of their letters, by their length; ``names`` are proper nouns that no game
    allows."""

    words: Mapping[int, tuple[tuple[str, int], ...]]
    names: tuple[tuple[str, int], ...]

    def composed_of(self, held: Sequence[str], shortest: int = 2) -> list[str]:
        """Gives the words that a hand can lay, the Master standing for one letter it lacks."""
        have = Counter(held)
        bits, master = letters_of(held), have["*"] > 0
        found = []
        # A player thinks of some words only; with a Master almost anything could be laid.
        for text, letters in self._between(shortest, len(held), 6 if master else 2):
            lacking = letters & ~bits
            if lacking and (not master or lacking & (lacking - 1)):
                continue
            laid = _laid(text, have)
            if laid is not None:
                found.append(laid)
        return found

    def inserted(self, before: str, held: Sequence[str]) -> list[str]:
        """Gives the words that cards of a hand make of ``before`` without disturbing its order."""
        have = Counter(held)
        old = letters_of(before)
        bits = old | letters_of(held)
        found = []
        for text, letters in self._between(len(before) + 1, min(len(before) + len(held), len(before) + 4)):
            if letters & ~bits or old & ~letters:
                continue
            if is_subsequence(before, text) and not Counter(text) - Counter(before) - have:
                found.append(text)
        return found

    def substituted(self, before: str, held: Sequence[str], most: int = 3) -> list[str]:
        """Gives the words that cards of a hand, put in the places of others, make of ``before``."""
        have = Counter(held)
        bits = letters_of(before) | letters_of(held)
        found = []
        for text, letters in self._between(len(before), len(before)):
            if letters & ~bits or text == before:
                continue
            new = [b for a, b in zip(before, text, strict=True) if a != b]
            if len(new) <= min(most, len(before) - 1) and not Counter(new) - have:
                found.append(text)
        return found

    def _between(self, shortest: int, longest: int, every: int = 1) -> list[tuple[str, int]]:
        return [item for length in range(shortest, longest + 1) for item in self.words.get(length, ())[::every]]

    def named(self, held: Sequence[str]) -> list[str]:
        """Gives the proper nouns that a hand can lay."""
        have, bits = Counter(held), letters_of(held)
        return [text for text, letters in self.names if not letters & ~bits and not Counter(text) - have]


def lexis_of(good: Iterable[str], names: Iterable[str] = ()) -> Lexis:
    """Gives what players know who know these words."""
    words: dict[int, list[tuple[str, int]]] = {}
    for text in good:
        words.setdefault(len(text), []).append((text, letters_of(text)))
    by_length = {length: tuple(found) for length, found in words.items()}
    return Lexis(by_length, tuple((name, letters_of(name)) for name in names))


def _laid(text: str, have: Counter[str]) -> str | None:
    """Gives the text as the cards held would show it, or None when they do not make it."""
    lacking = list((Counter(text) - have).elements())
    if not lacking:
        return text
    if len(lacking) > 1 or have["*"] == 0:
        return None
    return text.replace(lacking[0], "*", 1)


@lru_cache(maxsize=4)
def open_lexis(language: str = "en", level: int = KNOWN_LEVEL) -> Lexis:
    """Gives what players of a language know. Raises :class:`engine.errors.Missing` when it has no compiled list."""
    book = WordList(find_list(language))
    words, names = [], []
    for text in book:
        if not 2 <= len(text) <= LONGEST:
            continue
        entry = book.get(text)
        if entry is None:
            continue
        if entry.word and entry.word <= level and not (len(text) == 2 and entry.word > 20):
            words.append(text)
        elif entry.name and entry.name <= 50 and not entry.word and not entry.variant and not entry.american:
            names.append(text)
    return lexis_of(words, names)
