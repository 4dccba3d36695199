"""The letters of Anagrams: of which words on the table, of which letters of the pool and of which letter in the hand a
new word can have been made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.state import WordOnTable

UNKNOWN = "?"
"""A letter in a hand that nobody else has seen."""

PLURALS = ("S", "ES")
ENDINGS = ("D", "ED", "ING", "R", "ER", "ST", "EST")


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which a word can have been made: of captured words, letters of the pool, and the ``letter`` that was
    played ("": none)."""

    captured: tuple[WordOnTable, ...]
    pool: str
    letter: str

    def told(self, names: dict[str, str]) -> str:
        """Says the way in letters and names, such as ``CUT (Ann) + E``."""
        words = [f"{word.text} ({names.get(word.seat or '', word.seat or '?')})" for word in self.captured]
        return " + ".join([*words, *self.pool, *self.letter])


def ways(word: str, pool: str, words: Sequence[WordOnTable], letter: str) -> tuple[Way, ...]:
    """Finds every way in which ``word`` can have been made; a letter is always added to what is captured.

    :param letter: the letter played, which the word must hold; :data:`UNKNOWN` for one that nobody has seen; "" where
        no letter is played from a hand.
    """
    candidates = [one for one in words if not Counter(one.text) - Counter(word)]
    found: dict[tuple[tuple[tuple[str, str | None], ...], str, str], Way] = {}
    for captured, rest in _captures(Counter(word), candidates):
        for played, from_pool in _added(rest, Counter(pool), letter):
            key = (tuple(sorted((one.text, one.seat) for one in captured)), from_pool, played)
            found.setdefault(key, Way(captured, from_pool, played))
    return tuple(found.values())


def _captures(
    letters: Counter[str], candidates: Sequence[WordOnTable]
) -> Iterable[tuple[tuple[WordOnTable, ...], Counter[str]]]:
    """Yields each choice of words that the letters hold, with the letters that are left."""
    if not candidates:
        yield (), letters
        return
    first, others = candidates[0], candidates[1:]
    yield from _captures(letters, others)
    if not Counter(first.text) - letters:
        for captured, rest in _captures(letters - Counter(first.text), others):
            yield (first, *captured), rest


def _added(rest: Counter[str], pool: Counter[str], letter: str) -> Iterable[tuple[str, str]]:
    """Yields each pair of a played letter and letters of the pool that ``rest`` can be."""
    if not rest:
        return
    if letter == "":
        if not rest - pool:
            yield "", _text(rest)
        return
    for played in sorted(rest) if letter == UNKNOWN else [letter] * (letter in rest):
        from_pool = rest - Counter(played)
        if not from_pool - pool:
            yield played, _text(from_pool)


def _text(letters: Counter[str]) -> str:
    return "".join(sorted(letters.elements()))


def adds_only(word: str, old: str, endings: Sequence[str]) -> bool:
    """Tells whether a word is another with one of these endings.

    >>> adds_only("CUTS", "CUT", PLURALS), adds_only("SCUT", "CUT", PLURALS)
    (True, False)
    """
    return any(word == old + ending for ending in endings)
