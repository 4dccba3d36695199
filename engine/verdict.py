"""The verdict on a challenged word, by shape: what a judge is asked and what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.rules import HouseRules

NOT_ALLOWED = (
    "proper noun", "abbreviation", "contraction", "roman numeral", "prefix", "suffix", "foreign", "no such word",
    "barred", "not letters", "too short",
)  # fmt: skip
"""Why a word is not allowed. Where the lists are of two minds, or in French, the same reason leaves it to a person."""
UNCLEAR = (
    "obscure", "rarer than the rules allow", "near a proper noun", "doubtful spelling", "not in the club's list",
    "many Masters", "master fixed", "unread card", "no word list", "doubtful read",
)  # fmt: skip
"""Why a word is left to a person."""
MISSPELT = ("American spelling",)
"""Why a word counts as misspelt though it is listed; any other misspelling needs no reason but the word meant."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the lists say of a word.

    ``verdict`` is ``good``, ``misspelt``, ``not allowed`` or ``unclear``; ``reason`` says why it is not allowed or
    unclear; ``meant`` are the words it was probably meant to be, likeliest first; ``list`` names the list that decided
    (name, version, words, hash). ``master`` is empty unless some letter for the Master makes the word good: then its
    ``letters`` are those, and with several Masters a list of them for each.
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
