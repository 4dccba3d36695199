"""The verdict on a challenged word, first by shape: what a judge is asked and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from engine.errors import Missing
from engine.rules import HouseRules
from engine.spelling import meant
from engine.words import Entry, WordList, find_list

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
RANK = {"good": 0, "misspelt": 1, "unclear": 2, "not allowed": 3}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the lists say of a word.

    ``verdict`` is ``good``, ``misspelt``, ``not allowed`` or ``unclear``; ``reason`` says why it is not allowed or
    unclear; ``meant`` are the words it was probably meant to be, likeliest first; ``list`` names the list that decided
    (name, version, words, hash); ``master`` tells which letters a ``*`` may stand for.
    """

    word: str
    verdict: str
    reason: str | None = None
    meant: tuple[str, ...] = ()
    list: Mapping[str, Any] = field(default_factory=dict)
    master: Mapping[str, Any] = field(default_factory=dict)


class Judge(Protocol):
    """Anything that can rule on a word: the compiled lists, or a stand-in while they are missing."""

    def rule(self, word: str, rules: HouseRules) -> Verdict:
        """Gives the verdict on an upper-case word, the Master written ``*``."""
        ...

    def about(self) -> Mapping[str, Any]:
        """Gives the list in force: name, version, words and hash."""
        ...


@dataclass(frozen=True, slots=True)
class Spelled:
    """What was found about one spelling without a Master: the verdict, its reason, and the words it may have meant."""

    verdict: str
    reason: str | None = None
    meant: tuple[str, ...] = ()


class StandIn:
    """The judge where no list is installed: it leaves every word to a person."""

    def __init__(self, message: str = "") -> None:
        self.message = message

    def rule(self, word: str, rules: HouseRules) -> Verdict:
        """Gives ``unclear`` for any word: there is no word list to rule by."""
        return Verdict(word, "unclear", "no word list", list=self.about())

    def about(self) -> Mapping[str, Any]:
        """Gives the description of an empty list."""
        return {"name": "no word list", "version": "", "words": 0, "hash": ""}


class ListJudge:
    """The judge that rules by the compiled lists, and by a club's own layers over them."""

    def __init__(self, book: WordList, foreign: Callable[[], WordList | None] = lambda: None) -> None:
        self._book = book
        self._foreign = foreign
        self._spelled = lru_cache(maxsize=4096)(self._judge)

    def about(self) -> Mapping[str, Any]:
        """Gives the list in force: name, version, words and hash."""
        return self._book.about()

    def lookup(self, word: str) -> Entry | None:
        """Gives what the list's sources tell of a spelling, or ``None`` if it holds it not."""
        return self._book.get(word)

    def rule(self, word: str, rules: HouseRules) -> Verdict:
        """Gives the verdict on an upper-case word, the Master written ``*``."""
        if "*" in word:
            letters = [letter for letter in LETTERS if self._is_good(word.replace("*", letter, 1), rules)]
            if letters and word.count("*") == 1:
                return Verdict(word, "good", list=self.about(), master={"letters": letters})
            found = min(
                (self._spelled(word.replace("*", letter), rules) for letter in LETTERS), key=lambda s: RANK[s.verdict]
            )
        else:
            found = self._spelled(word, rules)
        return Verdict(word, found.verdict, found.reason, found.meant, self.about())

    def _is_good(self, word: str, rules: HouseRules) -> bool:
        return self._listed(word, rules).verdict == "good"

    def _listed(self, word: str, rules: HouseRules) -> Spelled:
        entry = self._book.get(word)
        if entry is None:
            return Spelled("", "no such word")
        level = min((n for n in (entry.word, entry.variant) if n), default=100)
        if rules.american and entry.american:
            level = min(level, entry.american)
        if level <= rules.word_level:
            return Spelled("good")
        if entry.name and rules.proper_nouns == "if listed":
            return Spelled("good")
        if entry.name and entry.name <= 80:
            return Spelled("not allowed", "proper noun")
        if entry.abbreviation and entry.abbreviation <= 80:
            return Spelled("not allowed", "abbreviation")
        if level == 80 and entry.seconded:
            return Spelled("good")
        return Spelled("", "obscure" if level <= 80 else "no such word")

    def _judge(self, word: str, rules: HouseRules) -> Spelled:
        listed = self._listed(word, rules)
        if listed.verdict:
            return listed
        words = meant(word, self._book)
        named = tuple(one.word for one in words[:3])
        if words and words[0].cost <= max(1.0, len(word) / 4):
            return Spelled("misspelt", None, named)
        if listed.reason == "obscure":
            return Spelled("unclear", "obscure", named)
        foreign = self._foreign()
        if foreign is not None and (entry := foreign.get(word)) is not None and entry.word:
            return Spelled("not allowed", "foreign", named)
        return Spelled("not allowed", "no such word", named)


@lru_cache(maxsize=16)
def open_judge(language: str, words_dir: Path | None = None, layers: tuple[Any, ...] = ()) -> Judge:
    """Opens the judge of a language: by its compiled list, or a :class:`StandIn` where none is installed.

    Asking again gives the same judge, so it may be asked for at every ruling.
    """
    try:
        book = WordList(find_list(language, words_dir))
    except Missing as error:
        return StandIn(str(error))
    return ListJudge(book)


def rule_lines(words: Iterable[str], language: str, rules: HouseRules) -> list[dict[str, Any]]:
    """Gives a verdict for each word as ``steward rule --json`` prints it, one dictionary a word."""
    judge = open_judge(language)
    lines = []
    for word in words:
        found = judge.rule(word.upper(), rules)
        lines.append(
            {
                "word": found.word,
                "verdict": found.verdict,
                "reason": found.reason,
                "meant": list(found.meant),
                "list": dict(found.list),
                "master": dict(found.master),
            }
        )
    return lines
