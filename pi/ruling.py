"""``steward rule`` and ``steward words``: the verdict on words, and which lists give it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from engine.errors import BadSettings
from engine.rules import house_rules
from engine.rulings import Verdict, open_judge


def rule_words(
    words: Sequence[str],
    out: TextIO,
    *,
    language: str = "en",
    rules: str = "drive",
    as_json: bool = False,
    words_dir: Path | None = None,
) -> int:
    """Prints the verdict on each word and gives 0.

    Raises :class:`BadSettings` for what cannot be laid with cards, such as an empty word or digits.
    """
    asked = [checked(word) for word in words]
    judge = open_judge(language, words_dir=words_dir)
    house = house_rules(rules)
    verdicts = [judge.rule(word, house) for word in asked]
    for verdict in verdicts:
        print(json.dumps(as_object(verdict), ensure_ascii=False) if as_json else described(verdict), file=out)
    return 0


def checked(word: str) -> str:
    """Gives a word as it would lie on the table. Raises :class:`BadSettings` for what no cards can spell."""
    upper = word.strip().upper()
    if not upper or not all(letter.isalpha() or letter == "*" for letter in upper):
        raise BadSettings(f"{word!r} is no word that cards can spell; use letters, and * for the Master")
    if len(upper) > 60:
        raise BadSettings(f"a word of {len(upper)} letters cannot be laid with a pack; the longest has 52")
    return upper


def as_object(verdict: Verdict) -> dict[str, Any]:
    """Gives the object that ``--json`` prints for a verdict."""
    return {
        "word": verdict.word,
        "verdict": verdict.verdict,
        "reason": verdict.reason,
        "meant": list(verdict.meant),
        "list": dict(verdict.list),
        "master": _plain(verdict.master),
    }


def described(verdict: Verdict) -> str:
    """Gives a verdict in one line, for people."""
    line = f"{verdict.word}: {verdict.verdict}"
    if verdict.reason:
        line += f" ({verdict.reason})"
    if verdict.meant:
        line += f"; meant {' or '.join(verdict.meant)}"
    return line


def about_words(out: TextIO, *, language: str = "en", as_json: bool = False, words_dir: Path | None = None) -> int:
    """Prints which list is in force; gives 1 when there is only the stand-in."""
    about = dict(open_judge(language, words_dir=words_dir).about())
    if as_json:
        print(json.dumps(_plain(about), ensure_ascii=False), file=out)
    else:
        print(f"{about['name']} {about['version']}: {about['words']} words, {about['hash']}", file=out)
    return 0 if about.get("words") else 1


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value
