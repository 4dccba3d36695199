"""Opens the judge of a language and puts questions to it: what the game, the command line and the screens call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from engine.errors import Missing
from engine.judge import ListJudge
from engine.rules import HouseRules
from engine.verdict import Judge, Verdict
from engine.words import Layer, WordList, find_list, fold, read_layer

__all__ = ["Judge", "ListJudge", "StandIn", "Verdict", "explain", "good_words", "lookup", "open_judge", "rule_lines"]

_OTHER = {"en": "fr", "fr": "en"}
"""Whose words tell that a word is foreign."""


class StandIn:
    """The judge where no list is installed: it leaves every word to a person. ``message`` says what is missing."""

    def __init__(self, message: str = "") -> None:
        self.message = message

    def rule(self, word: str, rules: HouseRules) -> Verdict:
        """Gives ``unclear`` for any word: there is no word list to rule by."""
        return Verdict(word, "unclear", "no word list", list=self.about())

    def about(self) -> Mapping[str, Any]:
        """Gives the description of an empty list."""
        return {"name": "no word list", "version": "", "words": 0, "hash": ""}


def open_judge(
    language: str, words_dir: Path | None = None, layers: Sequence[Layer | Path | str] = ()
) -> ListJudge | StandIn:
    """Opens the judge of a language: by its compiled list, or a :class:`StandIn` where none is installed.

    Asking again gives the same judge as long as the files stay as they are, so it may be asked for at every ruling.

    :param layers: the club's own lists, opened or as paths; the last one that speaks of a word decides.
    :raises BadWords: if a club's list cannot be read.
    """
    try:
        path = find_list(language, words_dir)
    except Missing as error:
        return StandIn(str(error))
    own = tuple(layer if isinstance(layer, Layer) else _layer(*_stamped(Path(layer))) for layer in layers)
    try:
        return _judge(*_stamped(path), own)
    except Missing as error:
        return StandIn(str(error))


def _stamped(path: Path) -> tuple[Path, int, int]:
    """Gives a path with what changes when the file does."""
    try:
        now = path.stat()
    except OSError:
        return path, 0, 0
    return path, now.st_mtime_ns, now.st_size


@lru_cache(maxsize=16)
def _layer(path: Path, _changed: int, _size: int) -> Layer:
    return read_layer(path)


@lru_cache(maxsize=4)
def _book(path: Path, _changed: int, _size: int) -> WordList:
    return WordList(path)


def _foreign(language: str, beside: Path) -> WordList | None:
    try:
        return _book(*_stamped(find_list(_OTHER.get(language, "en"), beside)))
    except Missing:
        return None


@lru_cache(maxsize=8)
def _judge(path: Path, changed: int, size: int, layers: tuple[Layer, ...]) -> ListJudge:
    book = _book(path, changed, size)
    return ListJudge(book, partial(_foreign, book.language, path.parent), layers)


def explain(
    word: str,
    language: str,
    rules: HouseRules,
    words_dir: Path | None = None,
    layers: Sequence[Layer | Path | str] = (),
) -> dict[str, Any]:
    """Gives why a word is ruled on as it is: what the lists tell of it, how likely it is a slip (log odds; above 0 it
    is likelier than an invention), and the nearest words, each with its edits and level. For the steward's desk and
    the home table, after the ruling.

    :raises Missing: if the language has no compiled list.
    """
    told = lookup(word, language, words_dir, layers)
    judge = open_judge(language, words_dir, layers)
    evidence = judge.explain(word, rules) if isinstance(judge, ListJudge) else None
    nearest = evidence.words if evidence is not None else ()
    return {
        "levels": told["levels"],
        "marks": told["marks"],
        "added_by": told["added_by"],
        "barred_by": told["barred_by"],
        "for_slip": round(evidence.for_slip, 2) if evidence is not None else None,
        "nearest": [{"word": one.word, "edits": one.edits, "level": one.level} for one in nearest if one.edits],
    }


def rule_lines(
    words: Iterable[str],
    language: str,
    rules: HouseRules,
    words_dir: Path | None = None,
    layers: Sequence[Layer | Path | str] = (),
) -> list[dict[str, Any]]:
    """Gives a verdict for each word in the form that ``steward rule --json`` prints, one dictionary a word."""
    judge = open_judge(language, words_dir, layers)
    return [_line(judge.rule(word.upper(), rules)) for word in words]


def good_words(language: str, level: int = 60) -> Iterator[str]:
    """Yields the words that a language's list holds up to a level, in no useful order; none where none is installed."""
    judge = open_judge(language)
    if isinstance(judge, ListJudge):
        for text in judge.book:
            entry = judge.book.get(text)
            if entry is not None and entry.word and entry.word <= level:
                yield text


def _line(found: Verdict) -> dict[str, Any]:
    return {
        "word": found.word,
        "verdict": found.verdict,
        "reason": found.reason,
        "meant": list(found.meant),
        "list": dict(found.list),
        "master": dict(found.master),
    }


def lookup(
    word: str, language: str, words_dir: Path | None = None, layers: Sequence[Layer | Path | str] = ()
) -> dict[str, Any]:
    """Gives what the lists tell of a word, for ``steward words``: its levels, its marks, and the layers that speak of
    it. A word that no list holds has neither; ``listed`` says which it is.

    :raises Missing: if the language has no compiled list.
    """
    judge = open_judge(language, words_dir, layers)
    if isinstance(judge, StandIn):
        raise Missing(judge.message)
    spelled = fold(word)
    entry = judge.book.get(spelled)
    levels = {}
    if entry is not None:
        kinds = ("word", "american", "variant", "name", "abbreviation", "contraction")
        levels = {kind: level for kind in kinds if (level := getattr(entry, kind))}
    return {
        "word": spelled,
        "listed": entry is not None,
        "levels": levels,
        "marks": sorted(entry.marks) if entry is not None else [],
        "added_by": [layer.name for layer in judge.layers if spelled in layer.allowed],
        "barred_by": [layer.name for layer in judge.layers if spelled in layer.barred],
        "list": dict(judge.about()),
    }
