"""A small list of everyday words that never changes, and a judge who knows nothing else."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.rules import HouseRules
from engine.rulings import Verdict
from pi.simulate.lexis import Lexis, lexis_of

LIST = Path(__file__).parent.parent / "data" / "words.txt"
NAMES = ("OSLO", "ANNA", "PARIS", "ROME", "LEO", "TINA", "LIMA", "OTTO", "IAN", "EVE", "SIAM", "TROY", "CHAD", "HUGO")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class PlainJudge:
    """Words of the list are good, those with two letters changed round are misspelt, others are not allowed."""

    def __init__(self, words: frozenset[str]) -> None:
        self._words = words

    def rule(self, word: str, rules: HouseRules) -> Verdict:
        spelt = [word.replace("*", letter, 1) for letter in LETTERS] if "*" in word else [word]
        if any(text in self._words for text in spelt):
            return Verdict(word, "good")
        swapped = (text[:i] + text[i + 1] + text[i] + text[i + 2 :] for text in spelt for i in range(len(text) - 1))
        return Verdict(word, "misspelt" if any(text in self._words for text in swapped) else "not allowed")

    def about(self) -> dict[str, Any]:
        return {"name": "plain words", "version": "1", "words": len(self._words), "hash": "0"}


@lru_cache(maxsize=1)
def plain_words() -> tuple[Lexis, PlainJudge]:
    """Gives what simulated players know, and their judge."""
    words = LIST.read_text(encoding="utf-8").split()
    return lexis_of(words, NAMES), PlainJudge(frozenset(words))
