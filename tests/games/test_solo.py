"""The solo game, in our own wording, rule by rule."""

from __future__ import annotations

import pytest
from told_table import Told

from engine import commands as c
from engine.errors import Refused


def dealt(**house: int) -> Told:
    table = Told("solo", 1, **house)
    table.do(c.Deal(t=0.0, seat="N"))
    return table


def test_ten_cards_are_dealt_and_the_rest_is_the_stock() -> None:
    table = dealt()
    assert (table.cards(), table.state.own.stock) == ({"N": 10}, 42)


def test_a_word_is_composed() -> None:
    table = dealt()
    table.act("compose", word="HAT")
    assert (table.words(), table.cards()) == ({"N": ["HAT"]}, {"N": 7})


def test_cards_are_inserted_without_disturbing_the_order() -> None:
    table = dealt()
    table.act("compose", word="HAT")
    with pytest.raises(Refused):
        table.act("insert", before="HAT", word="TAHS")
    table.act("insert", before="HAT", word="THAT")
    assert (table.words(), table.cards()) == ({"N": ["THAT"]}, {"N": 6})


def test_cards_are_substituted_for_as_many_and_the_hand_stays_as_large() -> None:
    table = dealt()
    table.act("compose", word="HAT")
    table.act("substitute", before="HAT", word="HIT")
    assert (table.words(), table.cards()) == ({"N": ["HIT"]}, {"N": 7})


def test_if_nothing_goes_a_card_is_thrown_off_and_one_taken() -> None:
    table = dealt()
    table.act("throw")
    assert (table.cards(), table.state.own.stock, table.state.own.thrown) == ({"N": 10}, 41, 1)


def test_the_pack_sets_the_bounds() -> None:
    table = dealt()
    with pytest.raises(Refused, match="so many cards of Z"):
        table.act("compose", word="ZZZ")


def test_with_an_empty_hand_it_is_won() -> None:
    table = dealt(hand=3)
    table.act("compose", word="HAT")
    assert (table.state.phase, table.state.winners) == ("over", ("N",))


def test_with_the_stock_used_up_what_is_held_is_the_score() -> None:
    table = dealt(hand=3)
    for _ in range(49):
        table.act("throw")
    assert "throw" not in table.possible()
    table.act("give up", points=24)
    assert (table.state.phase, table.state.winners, table.scores()) == ("over", (), {"N": 24})
