"""A compiled word list, open for look-up."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import marisa_trie
from rapidfuzz import process
from rapidfuzz.distance import OSA

from engine.errors import Missing
from engine.sound import sound_key
from engine.words.entry import Entry, unpack
from engine.words.file import data_dir, map_file
from engine.words.grams import strangeness
from engine.words.near import NearIndex, asked_keys, sound_keys

_LONG = 8
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SYSTEM_DIR = Path("/var/lib/steward/words")


class WordList:
    """A language's list: what its sources tell of each spelling, and which words lie near a spelling.

    The tables stay in the file, mapped. Spellings are upper case A to Z; anything else is simply not listed.
    """

    def __init__(self, path: Path) -> None:
        """Opens a compiled file. Raises :class:`Missing` if it is absent, cut short or of another format."""
        self._about, tables = map_file(path)
        self._trie = marisa_trie.Trie().map(tables["trie"])
        self._kind_of = tables["kind_of"].cast("H")
        self._kinds = tuple(unpack(packed) for packed in array("Q", bytes(tables["kinds"])))
        self._letters = NearIndex(tables["letter_starts"], tables["letter_numbers"])
        self._sounds = NearIndex(tables["sound_starts"], tables["sound_numbers"])
        self._names = NearIndex(tables["name_starts"], tables["name_numbers"])
        self._grams = bytes(tables["grams"])
        self.language: str = self._about["language"]

    def get(self, word: str) -> Entry | None:
        """Gives what the sources tell of a spelling, or ``None`` if none holds it."""
        number = self._trie.get(word)
        return None if number is None else self._kinds[self._kind_of[number]]

    def __iter__(self) -> Iterator[str]:
        """Gives every spelling that any source holds, in no useful order."""
        return iter(self._trie.iterkeys())

    def filled(self, start: str, end: str) -> list[tuple[str, Entry]]:
        """Gives the letters that make a listed spelling between a start and an end, with its entry: what one Master
        may stand for."""
        number_of, kinds, kind_of = self._trie.get, self._kinds, self._kind_of
        numbers = ((letter, number_of(start + letter + end)) for letter in LETTERS)
        return [(letter, kinds[kind_of[number]]) for letter, number in numbers if number is not None]

    def spellings(self) -> list[str]:
        """Gives every spelling that any source holds, sorted."""
        return sorted(self._trie.keys())

    def continues(self, start: str) -> bool:
        """Whether any spelling begins so."""
        return next(self._trie.iterkeys(start), None) is not None

    def near(self, word: str) -> Iterable[str]:
        """Gives the words that may have been meant by a spelling, unranked: alike in letters, or alike in sound."""
        numbers = set(self._letters.find(asked_keys(word)))
        numbers.update(self._sounds.find(sound_keys(sound_key(word, self.language))))
        return map(self._trie.restore_key, numbers)

    def near_names(self, spelling: str) -> list[str]:
        """Gives the proper nouns that a spelling may be a slip of, nearest first: one edit away, or two from eight
        letters on."""
        edits = 1 if len(spelling) < _LONG else 2
        names = map(self._trie.restore_key, set(self._names.find(asked_keys(spelling))))
        found = process.extract(spelling, list(names), scorer=OSA.distance, limit=None, score_cutoff=edits)
        return [name for name, away, _ in sorted(found, key=lambda one: (one[1], one[0])) if away]

    def strangeness(self, word: str) -> float:
        """Gives how unlike the language's words a spelling looks, in nats."""
        return strangeness(word, self._grams)

    def about(self) -> Mapping[str, Any]:
        """Gives the list's name, version, number of words and hash."""
        return {key: self._about[key] for key in ("name", "version", "words", "hash")}


def find_list(language: str, words_dir: Path | None = None) -> Path:
    """Gives the path of a language's compiled list: in the folder given, else in ``$STEWARD_WORDS``, beside the
    program, or in ``/var/lib/steward/words``.

    :raises Missing: if it is nowhere there, saying where it was sought and how to make it.
    """
    named = os.environ.get("STEWARD_WORDS")
    places = [words_dir] if words_dir is not None else [*([Path(named)] if named else []), data_dir(), SYSTEM_DIR]
    for place in places:
        if (place / f"{language}.words").is_file():
            return place / f"{language}.words"
    sought = ", ".join(str(place) for place in places)
    raise Missing(f"no {language} word list in {sought}; make it with: python -m engine.words.build")
