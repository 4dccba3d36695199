"""An index from a spelling to the words near it: near in letters, or near in sound.

Two words that differ by an edit become alike when the right letter is left out of each. So each word is entered under
itself and under itself with letters left out, and a spelling is looked up in the same way. Keys are not kept, only
their hash, so a few strangers come back too; whoever asks ranks what came back anyway.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from zlib import crc32

_SHORT = 7
"""Letters of the longest spelling that is looked for with two pairs of neighbours swapped."""


def less_one(key: str) -> set[str]:
    """Gives the keys that have one letter of this one left out."""
    return {key[:at] + key[at + 1 :] for at in range(len(key))}


def letter_keys(word: str) -> set[str]:
    """Gives the keys under which a word stands by its letters: itself, and one letter left out."""
    return less_one(word) | {word}


def sound_keys(sound: str, most: int = 1) -> set[str]:
    """Gives the keys under which a word stands by its sound: itself, with one sound left out of four or more, and, if
    ``most`` is two, with two left out of five or more."""
    keys = {sound}
    if len(sound) >= 4:
        once = less_one(sound)
        keys |= once
        if most == 2 and len(sound) >= 5:
            keys |= {again for key in once for again in less_one(key)}
    return {"\\" + key for key in keys}


def asked_keys(word: str) -> set[str]:
    """Gives the keys to look a spelling up by: up to two letters left out of a longer one, one of a short one; of a
    short one also with two neighbours swapped, for two swaps leave no key in common."""
    once = less_one(word)
    twice = {again for key in once for again in less_one(key)} if len(word) >= 5 else set()
    return {word} | once | twice | (_swapped(word) if len(word) <= _SHORT else set())


def _swapped(word: str) -> set[str]:
    swaps = {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)}
    return swaps | {key for swap in swaps for key in less_one(swap)}


def build_index(keys: Iterable[tuple[Iterable[int], Iterable[str]]], bits: int) -> tuple[bytes, bytes]:
    """Gives the two tables of an index, starts and numbers, both of little-endian 32-bit numbers.

    :param keys: the numbers of words that share their keys, with those keys.
    :param bits: the index has two to this power places.
    """
    shift = 32 - bits
    pairs: list[int] = []
    for numbers, given in keys:
        for key in given:
            place = crc32(key.encode()) >> shift << 32
            pairs.extend([place | number for number in numbers])
    pairs.sort()
    starts = array("I", bytes(4 * ((1 << bits) + 1)))
    for pair in pairs:
        starts[(pair >> 32) + 1] += 1
    total = 0
    for place, count in enumerate(starts):
        total += count
        starts[place] = total
    return starts.tobytes(), array("I", [pair & 0xFFFFFFFF for pair in pairs]).tobytes()


class NearIndex:
    """An index over the tables that :func:`build_index` made, which may lie in a mapped file."""

    def __init__(self, starts: memoryview, numbers: memoryview) -> None:
        self._starts = starts.cast("I")
        self._numbers = numbers.cast("I")
        self._shift = 32 - (len(self._starts) - 1).bit_length() + 1

    def find(self, keys: Iterable[str]) -> Iterator[int]:
        """Yields the numbers of the words that stand under any of the keys; a number may come more than once."""
        starts, numbers, shift = self._starts, self._numbers, self._shift
        for key in keys:
            place = crc32(key.encode()) >> shift
            yield from numbers[starts[place] : starts[place + 1]]
