"""Riddance, in our own wording, rule by rule."""

from __future__ import annotations

import pytest
from told_table import Told

from engine import commands as c
from engine.errors import Refused


def begun(players: int = 3) -> Told:
    """A deal whose start card is an A; N begins."""
    table = Told("riddance", players)
    table.do(c.Deal(t=0.0, seat=table.state.players[-1].seat))
    table.act("start", letter="A")
    return table


def row(table: Told) -> list[str]:
    return [word.text for word in table.state.words]


def test_seven_cards_each_one_exposed_and_a_start_card_in_the_middle() -> None:
    table = begun()
    assert table.cards() == {"N": 7, "E": 7, "S": 7}
    assert table.state.own.stock == 52 - 21 - 1 - 1
    assert (row(table), table.state.turn) == (["A"], "N")


def test_who_opens_a_row_adds_two_cards_or_more() -> None:
    table = begun()
    with pytest.raises(Refused, match="adds 2 cards or more"):
        table.act("build", word="AT", finished="no")
    table.act("build", word="RAT", finished="no")
    assert table.cards()["N"] == 5


def test_anybody_else_adds_one_or_more() -> None:
    table = begun()
    table.act("build", word="RAT", finished="no")
    table.act("build", word="RATE", finished="no")
    assert (row(table), table.cards()["E"], table.state.turn) == (["RATE"], 6, "S")


@pytest.mark.parametrize("word", ["TAR", "RAT", "CAR"])
def test_the_rows_order_stays_and_something_is_added(word: str) -> None:
    table = begun()
    table.act("build", word="RAT", finished="no")
    with pytest.raises(Refused):
        table.act("build", word=word, finished="no")


def test_a_finished_word_goes_under_the_stock_and_a_new_start_card_is_turned_up() -> None:
    table = begun()
    stock = table.state.own.stock
    table.act("build", word="RAT", finished="yes")
    assert table.state.own.stock == stock + 3
    assert table.possible() == ["start"]
    table.act("start", letter="E")
    assert (row(table), table.state.turn) == (["E"], "E")


def test_who_adds_nothing_changes_a_card() -> None:
    table = begun()
    table.act("change", took="stock")
    assert (table.cards()["N"], table.state.turn, row(table)) == (7, "E", ["A"])


def test_when_all_have_changed_cards_in_turn_the_row_goes_under_the_stock() -> None:
    table = begun()
    for _ in range(3):
        table.act("change", took="exposed")
    assert (row(table), table.possible()) == ([], ["start"])


def out() -> Told:
    """N is out; E and S hold seven cards each."""
    table = begun()
    table.act("build", word="STRAITEN", finished="yes")
    return table


def test_the_first_out_ends_the_deal_and_the_rest_score_their_hands() -> None:
    table = out()
    assert (table.state.phase, table.state.out) == ("count", "N")
    table.act("mark", totals={"E": 50, "S": 60})
    assert table.scores() == {"N": 0, "E": 50, "S": 60}
    assert table.state.phase == "ready"


def test_a_total_that_seven_cards_cannot_make_is_refused() -> None:
    with pytest.raises(Refused, match="7 cards cannot make 2"):
        out().act("mark", totals={"E": 2, "S": 60})


def test_at_a_hundred_a_player_retires_and_the_last_one_left_wins() -> None:
    table = out()
    table.act("mark", totals={"E": 100, "S": 60})
    assert [player.retired for player in table.state.players] == [False, True, False]
    assert table.state.phase == "ready"
    table.do(c.Deal(t=99.0))
    table.act("start", letter="A")
    table.act("build", seat=table.state.turn, word="STRAITEN", finished="yes")
    loser = "S" if table.state.out == "N" else "N"
    table.act("mark", totals={loser: 100})
    assert (table.state.phase, table.state.winners) == ("over", (table.state.out,))
