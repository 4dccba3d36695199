"""``steward words``: the word lists in force, what they tell of a word, and the words that this house adds and bars.

Words that are added or barred here go into a list of the house's own, one for each language, which is laid over all
others at the next start: nobody changes the list in the middle of a hand.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from engine.errors import BadSettings, Missing
from pi.config import Settings, read_settings
from pi.judges import check_language
from pi.origins import config_file
from pi.places import data_folder, data_place, write_whole

ACTS = ("look", "add", "bar", "drop", "compare", "counts")
EDITS = ("add", "bar", "drop")
LEVELS = (10, 95)
"""The commonest words' level in SCOWL, and the rarest's."""
SHOWN = 20
"""So many of the words that only one of two lists holds are printed for people; ``--json`` gives them all."""


def words_in(settings: Settings) -> Path | None:
    """Gives the folder of the compiled lists, None for the usual places."""
    return Path(settings.words) if settings.words else None


def house_list(language: str) -> Path:
    """Gives the file of the words that this house adds and bars in a language; it need not exist."""
    return data_place() / f"house-words-{language}.txt"


def lists_in_force(settings: Settings) -> tuple[Path, ...]:
    """Gives the club's lists of a table, the house's own last: it has the last word."""
    own = house_list(settings.language)
    return (*map(Path, settings.lists), *([own] if own.is_file() else []))


def add_words(one: argparse.ArgumentParser) -> None:
    """Gives the command its arguments and what it runs."""
    one.add_argument(
        "act",
        nargs="?",
        choices=ACTS,
        help="look WORD...: what the lists tell; add, bar, drop WORD...: the house's own words; "
        "compare LIST LIST: a list is en, fr or a file; counts (default: which lists are in force)",
    )
    one.add_argument("words", metavar="WORD", nargs="*", help="words, or two lists to compare")
    one.add_argument("--json", action="store_true", help="print JSON")
    one.add_argument("--level", type=_level, default=70, help="compare words up to this level (default: 70)")
    one.add_argument("--list", metavar="FILE", type=Path, help="add, bar and drop in this list instead")
    add_listed(one)
    one.set_defaults(run=lambda args: steward_words(args, sys.stdout))


def _level(text: str) -> int:
    if not text.isdecimal() or not LEVELS[0] <= int(text) <= LEVELS[1]:
        raise argparse.ArgumentTypeError(f"{text!r} is no level; give a number from {LEVELS[0]} to {LEVELS[1]}")
    return int(text)


def add_listed(one: argparse.ArgumentParser) -> None:
    """Gives a command the arguments that choose its lists."""
    one.add_argument("--lang", metavar="LANGUAGE", help="the language (default: en, or the configuration's)")
    one.add_argument("--words-dir", metavar="DIR", type=Path, help="where the compiled lists lie")
    one.add_argument("--config", metavar="FILE", type=Path, help="a steward.toml, whose lists are in force")


def chosen(args: argparse.Namespace) -> tuple[Settings, Path | None, tuple[Path, ...]]:
    """Gives the settings, the folder of the compiled lists and the club's lists that a command line chooses.

    :raises BadSettings: if there are no words in the language, or the configuration is wrong.
    """
    settings = read_settings(config_file(args.config))
    if args.lang is not None:
        settings = replace(settings, language=args.lang)
    words_dir = args.words_dir or words_in(settings)
    check_language(settings.language, words_dir)
    return settings, words_dir, lists_in_force(settings)


def steward_words(args: argparse.Namespace, out: TextIO) -> int:
    """Does what the command line asks for, and gives the exit code."""
    settings, words_dir, lists = chosen(args)
    needs = {"look": 1, "add": 1, "bar": 1, "drop": 1, "compare": 2}.get(args.act or "", 0)
    if len(args.words) < needs or (args.act == "compare" and len(args.words) > 2):
        asks = "two lists (en, fr, or a file)" if args.act == "compare" else "a word"
        raise BadSettings(f"steward words {args.act} needs {asks}")
    if args.act in EDITS:
        return _edit(args.act, args.words, args.list or house_list(settings.language), out)
    if args.act == "look":
        return _look(args.words, settings.language, words_dir, lists, out, args.json)
    if args.act == "compare":
        return _compare(args.words, words_dir, args.level, out, args.json)
    if args.act == "counts":
        return _counts(settings.language, words_dir, out, args.json)
    return about_words(out, language=settings.language, as_json=args.json, words_dir=words_dir, lists=lists)


def about_words(
    out: TextIO,
    *,
    language: str = "en",
    as_json: bool = False,
    words_dir: Path | None = None,
    lists: Sequence[Path] = (),
) -> int:
    """Prints which lists are in force; gives 1 when there is only the stand-in."""
    from engine.rulings import StandIn, open_judge

    judge = open_judge(language, words_dir, lists)
    about = dict(judge.about())
    if as_json:
        print(json.dumps(about, ensure_ascii=False), file=out)
    elif isinstance(judge, StandIn):
        print(judge.message, file=out)
    else:
        print(f"{about['name']} {about['version']}: {about['words']} words, {about['hash']}", file=out)
        for layer in about.get("layers", ()):
            print(f"  {layer['name']}: {layer['words']} words, {layer['hash']}", file=out)
    return 0 if about.get("words") else 1


def _look(
    words: Sequence[str], language: str, words_dir: Path | None, lists: Sequence[Path], out: TextIO, as_json: bool
) -> int:
    from engine.rulings import lookup

    found = [lookup(word, language, words_dir, lists) for word in words]
    for told in found:
        print(json.dumps(told, ensure_ascii=False) if as_json else _told(told), file=out)
    return 0 if all(told["listed"] or told["added_by"] for told in found) else 1


def _told(told: dict[str, Any]) -> str:
    """Says in one line what the lists hold of a word."""
    parts = [f"{kind} {level}" for kind, level in told["levels"].items()]
    parts += told["marks"]
    parts += [f"added by {name}" for name in told["added_by"]] + [f"barred by {name}" for name in told["barred_by"]]
    return f"{told['word']}: {', '.join(parts) or 'in no list'}"


def _edit(act: str, words: Sequence[str], path: Path, out: TextIO) -> int:
    print(edit_list(act, words, path), file=out)
    return 0


def edit_list(act: str, words: Sequence[str], path: Path) -> str:
    """Adds words to a list (``add``), bars them (``bar``) or takes them out (``drop``); gives what is to be said.

    :raises BadSettings: if the list cannot be written or says nothing of a word to be dropped.
    """
    from engine.words import Layer, edited, edited_text, house_layer, read_layer, write_layer
    from engine.words.layers import decode

    path = path.resolve()  # a link stays a link
    before = read_layer(path) if path.is_file() and path.stat().st_size else Layer("house words")
    changes = {"allow" if act == "add" else act: words}
    after = edited(before, **changes)
    if act == "drop":
        there = before.allowed | before.barred
        if unknown := sorted(house_layer(words).allowed - there):
            raise BadSettings(f"{path} says nothing of {', '.join(unknown)}; nothing was changed")
    if (after.allowed, after.barred) == (before.allowed, before.barred):
        return f"{path} said so already; nothing was changed"
    old = path.is_file() and path.stat().st_size
    text = edited_text(decode(path.read_bytes(), path.name), **changes) if old else write_layer(after)
    if not after.allowed and not after.barred:
        if any(not line.startswith("# name:") for line in text.split("\n") if line.strip()):
            aside = path.with_name(f"{path.name}.old")
            path.replace(aside)
            return f"{path} holds no words any more; what else it said is kept in {aside.name}"
        path.unlink(missing_ok=True)
        return f"{path} holds no words any more and was taken away"
    if path.parent == data_place():
        data_folder()
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise BadSettings(f"the word list {path} cannot be written ({error.strerror}); name another file") from error
    count = len(after.allowed) + len(after.barred)
    return f"{path}: {count} words, {after.hash}; a table that is running takes them at its next start"


def _compare(names: Sequence[str], words_dir: Path | None, level: int, out: TextIO, as_json: bool) -> int:
    from engine.words.compare import compare

    first, second = (_opened(name, words_dir) for name in names)
    found = compare(first, second, level)
    if as_json:
        told = {"both": found.both, "first_only": found.first_only, "second_only": found.second_only}
        print(json.dumps(told, ensure_ascii=False), file=out)
        return 0
    print(f"{found.both} words are in both", file=out)
    for name, only in zip(names, (found.first_only, found.second_only), strict=True):
        shown = ", ".join(only[:SHOWN]) + (" …" if len(only) > SHOWN else "")
        print(f"{len(only)} only in {name}{': ' if only else ''}{shown}", file=out)
    return 0


def _opened(name: str, words_dir: Path | None) -> Any:
    from engine.words import WordList, find_list, read_layer

    return WordList(find_list(name, words_dir)) if name in ("en", "fr") else read_layer(Path(name))


def _counts(language: str, words_dir: Path | None, out: TextIO, as_json: bool) -> int:
    from engine.words import WordList, find_list
    from engine.words.compare import counts

    try:
        found = counts(WordList(find_list(language, words_dir)))
    except Missing as error:
        print(error, file=out)
        return 1
    if as_json:
        print(json.dumps(found), file=out)
        return 0
    for kind, levels in found.items():
        told = ", ".join(f"{count} at {level}" for level, count in levels.items())
        print(f"{kind}: {sum(levels.values())} ({told})", file=out)
    return 0
