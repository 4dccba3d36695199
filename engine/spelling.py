"""Was it a slip? The evidence that a spelling no list holds was meant to be a word.

A slip is what happens to a word on its way to the table: letters lost, doubled, swapped, heard for others. Each has a
price, low where spellers do it often, and the cheapest way from a word to the spelling is the evidence against that
word; rarer words pay more. How the best word compares with the length of the spelling, and with how much the spelling
looks like a word at all, tells a slip from an invention.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rapidfuzz import process
from rapidfuzz.distance import OSA

from engine.slips import RARITY, Prices, prices
from engine.sound import sound_key
from engine.words import Entry, WordList

_RANKED = 600
"""So many of the words found are looked at for how common they are, those with the fewest edits."""
_KEPT = 12
"""So many of those are told."""
_SPREAD = "ABFGLNRST"
"""Letters of every sound: with each in the Master's place the words near the spelling are found."""
_WRITTEN_OTHERWISE = 0.3
"""What it costs, in nats, to write a sound in another of its ways, such as F for PH."""
_WEIGHED = 60
"""So many are weighed slip by slip."""


@dataclass(frozen=True, slots=True)
class Meant:
    """A word that may have been meant: ``slips`` is the price of the way to the spelling, ``price`` that and how rare
    the word is; both in nats, lower is likelier. ``edits`` counts letters, ``level`` is the word's."""

    word: str
    price: float
    slips: float
    edits: int
    level: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a slip: the words that may have been meant, likeliest first, and how much it is: ``for_slip`` is
    the log of the odds, so above 0 a slip is likelier than an invention."""

    words: tuple[Meant, ...]
    for_slip: float


def slip_price(spelling: str, word: str, price: Prices) -> float:
    """Gives the price of the cheapest way from a word to a spelling of it, in nats. A ``*`` in the spelling stands for
    any letter at no price."""
    lost = price.lost(word)
    row = [0.0]
    for cost in lost:
        row.append(row[-1] + cost)
    before = row
    last = ""
    for at, letter in enumerate(spelling):
        added = price.added(spelling, at)
        taken = price.taken[letter]
        above, row = row, [row[0] + added]
        left = row[0]
        first = price.first if at == 0 else 0.0
        for place, meant in enumerate(word):
            if meant == letter:
                cheapest = above[place]
            else:
                cheapest = above[place] + taken[meant]
                if first and not place and letter != "*":
                    cheapest += first
            other = above[place + 1] + added
            if other < cheapest:
                cheapest = other
            other = left + lost[place]
            if other < cheapest:
                cheapest = other
            if last == meant and place and letter == word[place - 1] and letter != meant:
                other = before[place - 1] + price.swapped(letter, meant)
                if other < cheapest:
                    cheapest = other
            row.append(cheapest)
            left = cheapest
        before, last = above, letter
    return row[-1]


def weigh(spelling: str, book: WordList, level_of: Callable[[Entry], int]) -> Evidence:
    """Gathers the evidence that a spelling is a slip.

    :param spelling: capital letters, the Master as ``*``.
    :param level_of: gives the level at which a listed word may have been meant, or 0 if it cannot have been.
    """
    heard = spelling.replace("*", "")
    price, sound = prices(book.language), sound_key(heard, book.language)
    words = []
    for word, level in _likeliest(spelling, book, level_of):
        written, meant = _written_alike(spelling, word, book.language)
        slips = slip_price(written, meant, price) + price.sound * OSA.distance(sound, sound_key(word, book.language))
        edits = max(0, OSA.distance(written, meant) - len(spelling) + len(heard))
        if not edits and word != spelling:
            edits = 1
            slips += _WRITTEN_OTHERWISE
        words.append(Meant(word, slips + RARITY[level], slips, edits, level))
    words.sort(key=lambda one: (one.price, one.word))
    return Evidence(tuple(words[:_KEPT]), for_slip(heard, words, book) if words else -20.0)


def _written_alike(spelling: str, word: str, language: str) -> tuple[str, str]:
    """Gives a spelling and a word with what sounds the same, and is written in several ways, written in one."""
    if "F" in spelling + word:
        spelling, word = spelling.replace("PH", "F"), word.replace("PH", "F")
    return (spelling, word) if language != "fr" else (_short_o(spelling), _short_o(word))


def _short_o(text: str) -> str:
    return text.replace("EAU", "O").replace("AU", "O")


def _likeliest(spelling: str, book: WordList, level_of: Callable[[Entry], int]) -> list[tuple[str, int]]:
    """Gives the words near a spelling, with their levels, that share most of its letters: those worth weighing."""
    stars = spelling.count("*")
    asked = {spelling.replace("*", letter) for letter in _SPREAD} if stars else {spelling}
    near = {word for one in asked for word in book.near(one) if abs(len(word) - len(spelling)) <= 5}
    short = _short_o if book.language == "fr" and "O" in spelling else None
    found = process.extract(
        spelling, near, scorer=OSA.distance, processor=short, limit=None, score_cutoff=len(spelling)
    )
    ranked = []
    for word, edits, _ in found[:_RANKED]:
        entry = book.get(word)
        level = level_of(entry) if entry is not None else 0
        if level:
            ranked.append(((edits - stars) / max(len(spelling), len(word)) + level / 250, word, level))
    ranked.sort()
    return [(word, level) for _, word, level in ranked[:_WEIGHED]]


def for_slip(spelling: str, words: list[Meant], book: WordList) -> float:
    """Gives the log odds that a spelling is a slip, from what was found near it."""
    best = words[0]
    cheapest = min(one.slips for one in words)
    fewest = min(one.edits for one in words)
    size = max(1, len(spelling))
    return (
        13.77
        - 0.146 * best.price
        - 0.1 * cheapest
        + 0.503 * fewest
        + 0.103 * size
        - 0.166 * book.strangeness(spelling)
        - 3.35 * best.price / size
        - 16.2 * fewest / size
    )
