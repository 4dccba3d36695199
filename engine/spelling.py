"""Was it a slip? The evidence that a spelling no list holds was meant to be a word."""

from __future__ import annotations

from dataclasses import dataclass

from rapidfuzz.distance import DamerauLevenshtein

from engine.sound import sound_key
from engine.words import WordList


@dataclass(frozen=True, slots=True)
class Meant:
    """A word that may have been meant: its ``cost`` is the evidence against it, in edits; lower is likelier."""

    word: str
    cost: float


def meant(word: str, book: WordList) -> list[Meant]:
    """Gives the words that a spelling may have been meant for, likeliest first."""
    found = []
    sound = sound_key(word, book.language)
    for other in book.near(word):
        edits = DamerauLevenshtein.distance(word, other, score_cutoff=3)
        if edits <= 3:
            entry = book.get(other)
            level = (
                min((n for n in (entry.word, entry.american, entry.variant, entry.name) if n), default=95)
                if entry
                else 95
            )
            alike = 0.6 if sound_key(other, book.language) == sound else 1.0
            found.append(Meant(other, edits * alike + level / 200))
    found.sort(key=lambda one: (one.cost, one.word))
    return found
