"""The Master in a word that is altered: what it may stand for, and the house rule that it keeps its first letter."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest
from lexicon_table import LEXICON, Table, kinds, open_table

from engine import commands as c
from engine.games.reasons import Reason
from engine.replay import fold
from engine.rules import HouseRules
from engine.rulings import Verdict

GOOD = {
    "H*T": "AIOU",
    "H*TS": "AIOU",
    "CH*T": "AI",
    "CH*TS": "AI",
    "SH*T": "OU",
    "P*T": "AEIOU",
    "P**T": ["AE", "RS"],
}


class MasterJudge:
    """Knows the letters that make a word with Masters good; any other word with one is misspelt."""

    def rule(self, word: str, rules: HouseRules) -> Verdict:
        letters = GOOD.get(word)
        if letters is None:
            return Verdict(word, "misspelt" if "*" in word else "good")
        return Verdict(
            word, "good", master={"letters": [list(one) for one in letters] if "**" in word else list(letters)}
        )

    def about(self) -> Mapping[str, Any]:
        return {"name": "stub", "version": "1", "words": 7, "hash": "0"}


def table_with(*words: str, **house: Any) -> Table:
    """A table at which a word was composed and altered, each time by the next player."""
    table = open_table(judge=MasterJudge(), **{"master_fixed": True, **house})  # type: ignore[arg-type]
    table.compose(words[0])
    for before, after in pairwise(words):
        table.play("insert" if len(after) > len(before) else "substitute", before, after)
    return table


def challenged(table: Table) -> Any:
    challenger = "W" if table.state.last is not None and table.state.last.seat != "W" else "E"
    return table.challenge(challenger)[0]


def answer(table: Table, *answers: str) -> None:
    for one in answers:
        table.do(c.Answer(t=table.now(), answer=one))


def letters(table: Table) -> list[str]:
    return [one.letters for word in table.state.words for one in word.masters]


@pytest.mark.parametrize(
    ("words", "left"),
    [
        (("H*T",), "AIOU"),
        (("H*T", "CH*T"), "AI"),
        (("H*T", "CH*T", "CH*TS"), "AI"),
        (("CH*T", "SH*T"), ""),
        (("BR*T", "CH*T"), "AI"),
    ],
    ids=" ".join,
)
def test_what_a_master_may_stand_for_is_narrowed_by_each_word_it_has_stood_in(words, left):
    ruled = challenged(table_with(*words))
    assert "".join(ruled.master.get("letters", ())) == left


def test_a_word_that_is_good_only_with_another_letter_goes_to_a_person():
    table = table_with("CH*T", "SH*T")
    ruled = challenged(table)
    assert (ruled.ruling, ruled.verdict, ruled.reason) == ("asked", "unclear", "master fixed")


def test_without_the_house_rule_the_master_stands_for_any_letter_each_time():
    table = table_with("CH*T", "SH*T", master_fixed=False)
    ruled = challenged(table)
    assert (ruled.ruling, ruled.master, table.state.question) == ("refused", {"letters": ["O", "U"]}, None)


def test_a_master_put_in_anew_has_no_past():
    table = open_table(judge=MasterJudge(), master_fixed=True)
    table.compose("CHAT")
    table.play("substitute", "CHAT", "CH*T")
    table.play("substitute", "CH*T", "SH*T")
    assert challenged(table).reason == "master fixed"
    table = open_table(judge=MasterJudge(), master_fixed=True)
    table.compose("CH*T")
    table.play("substitute", "CH*T", "SHUT")
    table.play("substitute", "SHUT", "SH*T")
    assert challenged(table).master == {"letters": ["O", "U"]}


def test_two_masters_are_narrowed_each_by_itself():
    table = table_with("P**T", pack="lexicon-us")
    assert challenged(table).master == {"letters": [["A", "E"], ["R", "S"]]}
    assert letters(table) == ["AE", "RS"]


def test_at_the_first_challenge_the_table_says_which_letter_it_is():
    table = table_with("CH*T")
    assert kinds(table.challenge("S")) == ["ruling", "doubt"]
    assert (table.state.question.about, table.state.question.detail) == ("master letter", "CH*T=A")
    answer(table, "yes")
    assert (letters(table), table.state.question) == (["A"], None)


def test_a_no_leaves_the_other_letters_and_the_last_one_needs_no_question():
    table = table_with("CH*T")
    challenged(table)
    answer(table, "no")
    assert (letters(table), table.state.question) == (["I"], None)


def test_the_next_letter_is_asked_after_a_no():
    table = table_with("H*T")
    challenged(table)
    answer(table, "no", "no")
    assert table.state.question.detail == "H*T=O"


def test_a_letter_that_was_settled_stays_as_the_word_is_altered():
    table = table_with("H*T")
    challenged(table)
    answer(table, "no", "yes")
    table.play("insert", "H*T", "CH*T")
    assert challenged(table).master == {"letters": ["I"]}


def test_a_single_letter_is_settled_at_once():
    table = table_with("H*T", "CH*T")
    challenged(table)
    answer(table, "no")
    table.play("insert", "CH*T", "CH*TS")
    assert kinds(table.challenge("N")) == ["ruling"]
    assert letters(table) == ["I"]


def test_play_goes_on_without_an_answer():
    table = table_with("CH*T")
    challenged(table)
    table.compose("MAN")
    assert (table.state.question, letters(table)) == (None, ["AI"])


def test_a_word_taken_back_has_its_master_as_it_was():
    table = table_with("H*T")
    challenged(table)
    answer(table, "yes")
    table.play("insert", "H*T", "SH*T")
    table.take_back()
    assert (table.words(), letters(table)) == (("H*T",), ["A"])


def test_nobody_else_asks_for_a_masters_letter():
    table = table_with("CH*T")
    with pytest.raises(ValueError, match="only a challenge") as refused:
        table.do(c.Doubt(t=table.now(), about="master letter"))
    assert refused.value.reason == Reason.NOT_UNDERSTOOD  # type: ignore[attr-defined]


def test_the_letters_are_there_again_after_a_replay():
    table = table_with("H*T", "CH*T")
    challenged(table)
    answer(table, "yes")
    assert fold(LEXICON, table.history).words == table.state.words
