"""Reads a hunspell dictionary (``.dic`` and ``.aff``) and writes out all its forms, as ``unmunch`` does.

The dictionary is used as a second source at set-up only; at the table nothing of hunspell runs. Understood are ``FLAG``
(single characters and ``long``), ``PFX``, ``SFX``, their conditions, cross products, one level of flags on affixes,
``NEEDAFFIX``, ``ONLYINCOMPOUND`` and ``FORBIDDENWORD``: what the English and French dictionaries use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of an affix: what it takes off, what it adds, when, and the flags of the form it makes."""

    strip: str
    add: str
    condition: str
    flags: tuple[str, ...]


@dataclass(slots=True)
class Affixes:
    """The affix file, read."""

    long_flags: bool = False
    prefixes: dict[str, list[Rule]] = field(default_factory=dict)
    suffixes: dict[str, list[Rule]] = field(default_factory=dict)
    crossing: dict[str, bool] = field(default_factory=dict)
    needs_affix: str = ""
    never: frozenset[str] = frozenset()

    def split(self, text: str) -> tuple[str, ...]:
        """Gives the flags written in a word's or rule's tail."""
        if self.long_flags:
            return tuple(text[at : at + 2] for at in range(0, len(text), 2))
        return tuple(text)


@cache
def _ending(condition: str, suffix: bool) -> re.Pattern[str] | None:
    if condition == ".":
        return None
    return re.compile(f"(?:{condition})$" if suffix else f"(?:{condition})")


def read_affixes(path: Path) -> Affixes:
    """Reads an affix file. Affixes that add an apostrophe or a hyphen make no word for cards and are left out."""
    affixes = Affixes()
    never: set[str] = set()
    for line in path.read_text(encoding="utf-8-sig").splitlines():
        parts = line.split()
        if not parts or parts[0].startswith("#"):
            continue
        if parts[0] == "FLAG" and len(parts) > 1:
            affixes.long_flags = parts[1] == "long"
        elif parts[0] == "NEEDAFFIX":
            affixes.needs_affix = parts[1]
        elif parts[0] in {"FORBIDDENWORD", "ONLYINCOMPOUND"}:
            never.add(parts[1])
        elif parts[0] in {"PFX", "SFX"} and len(parts) == 4 and parts[2] in {"Y", "N"} and parts[3].isdigit():
            affixes.crossing[parts[1]] = parts[2] == "Y"
        elif parts[0] in {"PFX", "SFX"} and len(parts) >= 4:
            add, _, flags = parts[3].partition("/")
            if any(char in add for char in "'’-"):
                continue
            rule = Rule(
                "" if parts[2] == "0" else parts[2],
                "" if add == "0" else add,
                parts[4] if len(parts) > 4 else ".",
                affixes.split(flags),
            )
            kind = affixes.prefixes if parts[0] == "PFX" else affixes.suffixes
            kind.setdefault(parts[1], []).append(rule)
    affixes.never = frozenset(never)
    return affixes


def _suffixed(word: str, flag: str, affixes: Affixes) -> Iterator[tuple[str, tuple[str, ...]]]:
    for rule in affixes.suffixes.get(flag, ()):
        if not word.endswith(rule.strip):
            continue
        condition = _ending(rule.condition, True)
        if condition is None or condition.search(word):
            yield word[: len(word) - len(rule.strip)] + rule.add, rule.flags


def _prefixed(word: str, flag: str, affixes: Affixes) -> Iterator[str]:
    for rule in affixes.prefixes.get(flag, ()):
        if not word.startswith(rule.strip):
            continue
        condition = _ending(rule.condition, False)
        if condition is None or condition.match(word):
            yield rule.add + word[len(rule.strip) :]


def forms(stem: str, flags: tuple[str, ...], affixes: Affixes) -> set[str]:
    """Gives a stem's forms: itself (unless it needs an affix), with each suffix, each prefix, and both where the
    dictionary lets them cross."""
    found: set[str] = set() if affixes.needs_affix in flags else {stem}
    crossed: set[str] = set(found)
    for flag in flags:
        for form, more in _suffixed(stem, flag, affixes):
            if affixes.needs_affix not in more or not affixes.needs_affix:
                found.add(form)
                if affixes.crossing.get(flag):
                    crossed.add(form)
            for second in more:
                found.update(
                    again for again, last in _suffixed(form, second, affixes) if affixes.needs_affix not in last
                )
    for flag in flags:
        if flag in affixes.prefixes:
            bases = crossed if affixes.crossing.get(flag) else {stem}
            for base in bases:
                found.update(_prefixed(base, flag, affixes))
    return found


def read_dictionary(dic: Path, aff: Path, bare: str | None = None) -> Iterator[tuple[str, str, set[str]]]:
    """Yields each entry's stem, its morphology (``po:nom is:mas``, or nothing) and its forms; the stem alone where the
    morphology begins with ``bare``."""
    affixes = read_affixes(aff)
    with dic.open(encoding="utf-8-sig") as lines:
        next(lines, None)
        for line in lines:
            head, _, morphology = line.rstrip("\n").partition("\t") if "\t" in line else line.strip().partition(" ")
            stem, _, tail = head.partition("/")
            if not stem or any(char in stem for char in "'’-. ") or any(char.isdigit() for char in stem):
                continue
            flags = affixes.split(tail)
            if affixes.never.isdisjoint(flags):
                alone = bare is not None and morphology.startswith(bare)
                yield stem, morphology, {stem} if alone else forms(stem, flags, affixes)
