"""The Master on the table: through which words each one has gone, and, by house rule, the letter it keeps.

Nobody's word is looked up before it is challenged. So the words that a Master has stood in are remembered as they are
altered, and what it may stand for is worked out from them, in order, when a word with it is ruled on: house rule
``master_fixed``. What a ruling, or the table's own answer, has settled is kept from then on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine import events as e
from engine.state import Mastered, TableState, WordOnTable
from engine.verdict import Judge, Verdict

MASTER = "*"
MASTER_LETTER = "master letter"
"""What the question is called that asks which of several letters a Master stands for."""
MASTER_FIXED = "master fixed"
"""The reason where a word would be good if its Master did not stand for another letter already."""


def masters_in(text: str) -> tuple[Mastered, ...]:
    """Gives the Masters of a new word: each has gone through nothing else."""
    return tuple(Mastered(forms=((text, place),)) for place in range(text.count(MASTER)))


def altered(before: WordOnTable, after: str) -> tuple[Mastered, ...]:
    """Gives the Masters of a word that was altered: those that stay have gone through one word more.

    In a word as long as before each stays in its place; in a longer one they keep their order.
    """
    old = before.masters or masters_in(before.text)
    kept = _same_places(before.text, after) if len(before.text) == len(after) else _in_order(before.text, after)
    return tuple(
        _gone_on(old[kept[place]], after, place)
        if kept.get(place) is not None and kept[place] < len(old)
        else Mastered(forms=((after, place),))
        for place in range(after.count(MASTER))
    )


def _gone_on(master: Mastered, text: str, place: int) -> Mastered:
    return replace(master, forms=(*master.forms, (text, place)))


def _same_places(before: str, after: str) -> dict[int, int]:
    """Maps the Masters of a word to those that stood in the same places before a substitution."""
    old = {at: number for number, at in enumerate(_places(before))}
    return {number: old[at] for number, at in enumerate(_places(after)) if at in old}


def _in_order(before: str, after: str) -> dict[int, int]:
    """Maps the Masters of a longer word to those of the shorter one whose letters it holds in their order."""
    found: dict[int, int] = {}
    at, old, new = 0, 0, 0
    for letter in after:
        same = at < len(before) and letter == before[at]
        if letter == MASTER:
            if same:
                found[new] = old
            new += 1
        if same:
            old += letter == MASTER
            at += 1
    return found


def _places(text: str) -> list[int]:
    return [at for at, letter in enumerate(text) if letter == MASTER]


def rule_word(state: TableState, word: str, judge: Judge) -> Verdict:
    """Gives the verdict on a word that lies on the table. By house rule ``master_fixed`` its Masters keep the letters
    that the words they went through have left them; a word that is good with others only goes to a person."""
    verdict = judge.rule(word, state.rules)
    letters = letters_of(verdict)
    if not state.rules.master_fixed or not letters:
        return verdict
    on_table = next((item for item in reversed(state.words) if item.text == word), None)
    if on_table is None or len(on_table.masters) != len(letters):
        return verdict
    left = [narrowed(master, now, state, judge) for master, now in zip(on_table.masters, letters, strict=True)]
    if all(left):
        return replace(verdict, master=_as_master(left))
    return replace(verdict, verdict="unclear", reason=MASTER_FIXED, master={})


def narrowed(master: Mastered, now: str, state: TableState, judge: Judge) -> str:
    """Gives the letters that a Master may still stand for, of those that make its word good ``now``: what it was
    settled to, or what every earlier word leaves that some letter made good."""
    if master.letters:
        return "".join(letter for letter in now if letter in master.letters)
    for text, place in master.forms[:-1]:
        then = letters_of(judge.rule(text, state.rules))
        if place < len(then):
            now = "".join(letter for letter in now if letter in then[place])
    return now


def letters_of(verdict: Verdict | e.Ruled) -> list[str]:
    """Gives for each Master of a good word the letters that it may stand for, as one text each."""
    told = verdict.master.get("letters")
    if not isinstance(told, (list, tuple)) or not told:
        return []
    each = [told] if all(isinstance(one, str) for one in told) else told
    return ["".join(map(str, one)) for one in each if isinstance(one, (list, tuple))]


def _as_master(letters: Sequence[str]) -> Mapping[str, Any]:
    return {"letters": list(letters[0]) if len(letters) == 1 else [list(one) for one in letters]}


def settled(state: TableState, event: e.Ruled) -> TableState:
    """Gives the table after a ruling has told what the Masters of a word may stand for."""
    letters = letters_of(event)
    for word in reversed(state.words):
        if word.text == event.word and letters and len(word.masters) == len(letters):
            masters = tuple(replace(one, letters=told) for one, told in zip(word.masters, letters, strict=True))
            words = tuple(replace(word, masters=masters) if item is word else item for item in state.words)
            return replace(state, words=words)
    return state


def to_ask(state: TableState, word: str | None) -> str | None:
    """Gives the question, as ``WORD=LETTER``, for the first Master of a word that may stand for several letters.
    None: by the house rules, or by the word, there is nothing to ask."""
    if not state.rules.master_fixed or word is None:
        return None
    for item in reversed(state.words):
        if item.text == word:
            open_letters = next((one.letters for one in item.masters if len(one.letters) > 1), "")
            return f"{word}={open_letters[0]}" if open_letters else None
    return None


def answered(state: TableState, detail: str, answer: str) -> TableState:
    """Gives the table after somebody said whether a Master stands for the letter that was asked about."""
    text, _, letter = detail.rpartition("=")
    for word in reversed(state.words):
        if word.text != text:
            continue
        for number, one in enumerate(word.masters):
            if len(one.letters) > 1 and letter and letter in one.letters:
                left = letter if answer == "yes" else one.letters.replace(letter, "")
                masters = (*word.masters[:number], replace(one, letters=left), *word.masters[number + 1 :])
                words = tuple(replace(word, masters=masters) if item is word else item for item in state.words)
                return replace(state, words=words)
    return state
