"""What no one turn makes is no move: the table is told that it is against the rules, with the reason."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from watched_table import Laid, WatchedTable

from engine.events import Doubted

HAT, SET = Laid("HAT", y=-200, faces="N"), Laid("SET", y=200, faces="E")
DOGS = (Laid("DOG", y=0, faces="S"), Laid("CAT", y=100, faces="S"))


def told(table: WatchedTable) -> list[tuple[str, str]]:
    return [(event.about, event.detail) for event in table.events if isinstance(event, Doubted)]


def with_words(*words: Laid) -> WatchedTable:
    """Each player in turn has laid one of the words, which he can read."""
    table = WatchedTable()
    lying: list[Laid] = []
    for number, word in enumerate(words):
        table.look(1.0 + 4 * number, *lying)
        lying.append(Laid(word.text, word.x, word.y, faces="NESW"[number]))
        table.look(2.0 + 4 * number, *lying)
    table.until(20.0)
    assert [after for _, _, _, after in table.moves] == [word.text for word in words]
    return table


@pytest.mark.parametrize(
    ("then", "reason"),
    [
        ((Laid("HASETT", y=-200, faces="N"),), "two words"),
        ((Laid("THASETE", y=0, faces="N"),), "two words"),
        ((Laid("HEAT", y=-200, faces="N"), Laid("ST", y=200, faces="E")), "two words"),
        ((HAT, SET, *DOGS), "two words"),
        ((Laid("THAE", y=-200, faces="N"), SET), "order disturbed"),
        ((Laid("HT", y=-200, faces="N"), SET), "nothing added"),
    ],
)
def test_a_play_that_the_rules_forbid_is_told_with_its_reason(then: Sequence[Laid], reason: str) -> None:
    table = with_words(HAT, SET)
    table.look(21.0, *then)
    table.until(40.0)
    assert told(table)[0] == ("against the rules", reason)
    assert len(table.moves) == 2


@pytest.mark.parametrize(
    "then",
    [
        (Laid("HATSET", y=-200, faces="N"),),  # pushed together
        (Laid("HASETT", y=-200, faces="N"), SET),
        (Laid("HT", y=-200, faces="N", read={0: ("H", 0.6, {"A": 0.2})}), SET),
        (Laid("HTE", y=-200, faces="N"), SET),
    ],
)
def test_what_may_be_meant_otherwise_is_not_held_against_anybody(then: Sequence[Laid]) -> None:
    table = with_words(HAT, SET)
    table.look(21.0, *then)
    table.until(40.0)
    assert "against the rules" not in {about for about, _ in told(table)}


def test_a_play_goes_on_when_the_other_word_was_only_hidden() -> None:
    table = with_words(HAT, SET)
    table.look(21.0, Laid("HASETT", y=-200, faces="N"))
    table.look(24.0, Laid("HASETT", y=-200, faces="N"), SET)
    table.until(30.0)
    assert told(table) == []
    assert table.moves[-1] == ("insert", "S", "HAT", "HASETT")


def test_cards_put_right_after_the_question_are_no_move() -> None:
    table = with_words(HAT, SET)
    table.look(21.0, Laid("HASETT", y=-200, faces="N"))
    table.look(32.0, HAT, SET)
    table.look(40.0, HAT, SET, DOGS[0])
    table.until(45.0)
    assert [about for about, _ in told(table)] == ["against the rules"]
    assert table.state.question is None
    assert table.moves[2:] == [("compose", "S", None, "DOG")]
