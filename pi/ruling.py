"""``steward rule``: the verdict on words, and on moves that make one word of another, from the line or from a file."""

from __future__ import annotations

import argparse
import json
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from engine.errors import BadSettings
from engine.rules import HouseRules, house_rules
from engine.rulings import ListJudge, Verdict, explain
from pi.judges import judge_of
from pi.lists import add_listed, chosen

LONGEST = 60
"""Letters; the largest pack's cards laid in one row are fewer."""
MOST_BYTES = 64 * 1024 * 1024
MASTER = "*"
MASTERS = 2
"""The most Masters that a word can have: those of two packs."""
_ARROW = re.compile(r"\s*(?:->|→|\t)\s*")
_AND = re.compile(r"\s*\+\s*")


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be ruled on: a word, the word it was made of, if any, and further words whose cards it took."""

    word: str
    before: str | None = None
    others: tuple[str, ...] = ()

    @property
    def made_of(self) -> str | None:
        """What the word was made of, as it is written in a move."""
        return None if self.before is None else "+".join((self.before, *self.others))


def add_rule(one: argparse.ArgumentParser) -> None:
    """Gives the command its arguments and what it runs."""
    one.add_argument(
        "words",
        metavar="WORD",
        nargs="*",
        help="a word, or a move such as HAT→THATCHED, 'HAT->THATCHED' or HAT+SET→HASETT",
    )
    one.add_argument("--batch", metavar="FILE", type=Path, help="rule on each line of a file; - reads them from stdin")
    one.add_argument("--json", action="store_true", help="one JSON object a line for each word")
    one.add_argument("--explain", action="store_true", help="say which list and rule decided, and the nearest words")
    one.add_argument("--rules", choices=("home", "drive"), help="the rules (default: drive, or the configuration's)")
    add_listed(one)

    def run(args: argparse.Namespace) -> int:
        settings, words_dir, lists = chosen(args)
        asked = [asked_of(word) for word in args.words]
        if args.batch is not None:
            asked += list(batch(args.batch))
        elif not asked:
            raise BadSettings("steward rule needs a word, or a file of words with --batch")
        preset = args.rules or (settings.rules if args.config else "drive")
        return rule_words(
            asked,
            sys.stdout,
            language=settings.language,
            rules=house_rules(preset, settings.house),
            as_json=args.json,
            why=args.explain,
            words_dir=words_dir,
            lists=lists,
        )

    one.set_defaults(run=run)


def rule_words(
    asked: Iterable[Asked],
    out: TextIO,
    *,
    language: str = "en",
    rules: HouseRules,
    as_json: bool = False,
    why: bool = False,
    words_dir: Path | None = None,
    lists: Sequence[Path] = (),
) -> int:
    """Prints the verdict on each word or move, in order; gives 0, or 1 when the language's list was not made.

    Raises :class:`BadSettings` for a language of which there are no words.
    """
    judge = judge_of(language, words_dir, lists)
    for one in asked:
        verdict = ruled(one, judge, rules)
        told = as_object(verdict, one.made_of)
        lines = [described(verdict, one.made_of)]
        if why and isinstance(judge, ListJudge):
            reasons = explain(one.word, language, rules, words_dir, lists)
            told["explain"] = {"rule": rule_behind(verdict), **reasons}
            lines += explained(verdict, reasons)
        print(json.dumps(told, ensure_ascii=False) if as_json else "\n".join(lines), file=out)
    return 0 if judge.about().get("words") else 1


def ruled(asked: Asked, judge: Any, rules: HouseRules) -> Verdict:
    """Gives the verdict on a word; on a move first whether the rules of play allow it."""
    if asked.before is not None:
        from engine.games.lexicon_play import move_fault
        from engine.games.reasons import Reason

        fault = Reason.TWO_WORDS if asked.others else move_fault(asked.before, asked.word)
        if fault is not None:
            return Verdict(asked.word, "not allowed", str(fault), list=judge.about())
    verdict: Verdict = judge.rule(asked.word, rules)
    return verdict


def asked_of(text: str) -> Asked:
    """Reads a word, or a move ``BEFORE→AFTER`` or ``ONE+OTHER→AFTER``.

    :raises BadSettings: for what cannot be laid with cards.
    """
    parts = _ARROW.split(text.strip())
    if len(parts) > 2:
        raise BadSettings(f"{text!r} is no move: one turn makes one word of another; write HAT→THATCHED")
    word = checked(parts[-1])
    if len(parts) == 1:
        return Asked(word)
    before, *others = [checked(part) for part in _AND.split(parts[0])]
    return Asked(word, before, tuple(others))


def checked(word: str) -> str:
    """Gives a word as it would lie on the table. Raises :class:`BadSettings` for what no cards can spell."""
    upper = unicodedata.normalize("NFC", word).strip().upper()
    if not upper or not all(letter.isalpha() or letter == MASTER for letter in upper):
        raise BadSettings(
            f"{word[:LONGEST]!r} is no word that cards can spell; use letters, and {MASTER} for the Master"
        )
    if len(upper) > LONGEST:
        raise BadSettings(f"a word of {len(upper)} letters cannot be laid with a pack; the longest has 52")
    if upper.count(MASTER) > MASTERS:
        raise BadSettings(f"{upper} has {upper.count(MASTER)} Masters; there is one in a pack, and {MASTERS} in two")
    return upper


def batch(path: Path) -> Iterator[Asked]:
    """Reads the words and moves of a file, one a line; empty lines and lines that begin with # are left out.

    :raises BadSettings: if it cannot be read, is no text, or a line is no word; the message names the line.
    """
    from engine.words import decode

    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        raise BadSettings(f"{path} cannot be read ({error.strerror}); name a file of words, one a line") from error
    if len(data) > MOST_BYTES:
        raise BadSettings(f"{path} has {len(data):,} bytes; more than {MOST_BYTES:,} are not read at once")
    found = 0
    for number, line in enumerate(decode(data, str(path)).splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        found += 1
        try:
            yield asked_of(line)
        except BadSettings as error:
            raise BadSettings(f"line {number} of {path}: {error}") from error
    if not found:
        raise BadSettings(f"{path} holds no words; write one a line")


def as_object(verdict: Verdict, before: str | None = None) -> dict[str, Any]:
    """Gives the object that ``--json`` prints for a verdict; a move's has the word before it too."""
    told = {
        "word": verdict.word,
        "verdict": verdict.verdict,
        "reason": verdict.reason,
        "meant": list(verdict.meant),
        "list": _plain(verdict.list),
        "master": _plain(verdict.master),
    }
    return told if before is None else {**told, "before": before}


def described(verdict: Verdict, before: str | None = None) -> str:
    """Gives a verdict in one line, for people."""
    line = f"{before}→{verdict.word}" if before is not None else verdict.word
    line += f": {verdict.verdict}"
    if verdict.reason:
        line += f" ({verdict.reason})"
    if verdict.meant:
        line += f"; meant {' or '.join(verdict.meant)}"
    return line


def rule_behind(verdict: Verdict) -> str:
    """Gives the rule that decided, in a sentence."""
    from web.texts import known, say

    key = f"rule.{verdict.reason}" if verdict.reason else f"rule.{verdict.verdict}"
    return known("en", key, known("en", f"refused.{verdict.reason}", say("en", f"rule.{verdict.verdict}")))


def explained(verdict: Verdict, reasons: Mapping[str, Any]) -> list[str]:
    """Gives the lines that ``--explain`` prints for people."""
    told = [f"{kind} {level}" for kind, level in reasons["levels"].items()] + list(reasons["marks"])
    near = [f"{one['word']} ({one['edits']} away, level {one['level']})" for one in reasons["nearest"][:3]]
    about = verdict.list
    return [
        f"  rule: {rule_behind(verdict)}",
        f"  list: {about['name']} {about['version']}, {about['words']} words, {about['hash']}",
        f"  held as: {', '.join(told) or 'nothing'}",
        *([f"  nearest: {', '.join(near)}"] if near else []),
    ]


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value
