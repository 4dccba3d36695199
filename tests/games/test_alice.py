"""Alice in Wonderland, rule by rule, with every forfeit."""

from __future__ import annotations

import pytest
from told_table import Told

from engine import commands as c
from engine.captions import load_captions
from engine.errors import Refused


def dealt(players: int = 3, **house: int) -> Told:
    """A game that is dealt: the last seat deals, so N (or 1) begins."""
    table = Told("alice", players)
    last = table.state.players[-1].seat
    if house:
        table = Told("alice", players, **house)
    table.do(c.Deal(t=0.0, seat=last))
    return table


def led(one: str = "1") -> Told:
    """N has exposed the leading card of a set."""
    table = dealt()
    table.act("lead", set=one)
    return table


def test_the_pack_is_sixteen_sets_of_three_and_the_leading_card_stands_first() -> None:
    pack = load_captions("alice")
    assert len(pack.sets) == 16
    assert len(pack.cards) == 48
    card = pack.card("1.1")
    assert card is not None
    assert card.caption == "Alice Telescoping"
    assert [pack.card(one).caption for one in ("1.2", "1.3")] == ["Rabbit running away", "The Fan"]  # type: ignore[union-attr]


def test_sets_that_no_source_names_are_called_by_their_number() -> None:
    card = load_captions("alice").card("9.1")
    assert card is not None
    assert (card.caption, card.label) == ("", "Set 9, 1")


@pytest.mark.parametrize(
    ("players", "hands"), [(2, [24, 24]), (3, [16, 16, 16]), (5, [10, 10, 10, 9, 9]), (4, [12, 12, 12, 12])]
)
def test_the_whole_pack_is_dealt_one_card_at_a_time_from_the_dealers_left(players: int, hands: list[int]) -> None:
    assert list(dealt(players).cards().values()) == hands


def test_a_pack_may_have_eighteen_sets() -> None:
    assert sum(number or 0 for number in dealt(3, sets=18).cards().values()) == 54


def test_complete_sets_are_laid_from_the_hand_before_play_begins() -> None:
    table = dealt()
    table.act("lay set", seat="E", set="4")
    assert table.cards() == {"N": 16, "E": 13, "S": 16}
    assert table.scores() == {"N": 0, "E": 1, "S": 0}
    table.act("lead", set="1")
    assert "lay set" not in table.possible()


def test_the_player_on_the_dealers_left_begins_by_exposing_a_leading_card() -> None:
    table = dealt()
    assert table.state.turn == "N"
    table.act("lead", set="1")
    assert table.state.own.leads == {"N": "1"}
    assert table.cards()["N"] == 15


def test_he_may_ask_anyone_for_a_card_that_the_leading_card_names() -> None:
    table = led()
    table.act("ask", of="S", card="1.2", answer="gave")
    assert table.cards() == {"N": 16, "E": 16, "S": 15}
    assert table.state.turn == "N"


def test_he_asks_only_for_a_card_of_the_exposed_set() -> None:
    with pytest.raises(Refused, match=r"it must be one of 1\.2, 1\.3"):
        led().act("ask", of="S", card="2.2", answer="gave")


def test_nobody_asks_himself() -> None:
    with pytest.raises(Refused, match="nobody asks himself"):
        led().act("ask", of="N", card="1.2", answer="gave")


def test_successful_he_may_ask_the_same_or_another_player_for_the_remaining_card() -> None:
    table = led()
    table.act("ask", of="S", card="1.2", answer="gave")
    with pytest.raises(Refused):
        table.act("ask", of="E", card="1.2", answer="gave")
    table.act("ask", of="E", card="1.3", answer="gave")
    assert table.cards() == {"N": 17, "E": 15, "S": 15}
    assert table.possible() == ["complete"]


def test_he_completes_the_set_from_his_own_hand() -> None:
    table = led()
    table.act("ask", of="S", card="1.2", answer="gave")
    table.act("complete")
    assert table.scores()["N"] == 1
    assert table.cards()["N"] == 14
    assert table.state.own.leads == {}
    assert table.state.turn == "N"


def test_having_completed_a_set_he_may_expose_another_leading_card() -> None:
    table = led()
    table.act("complete")
    table.act("lead", set="2")
    assert table.state.own.leads == {"N": "2"}


def test_asking_for_a_card_the_other_has_not_forfeits_a_card_to_him_and_the_left_plays() -> None:
    table = led()
    table.act("ask", of="S", card="1.2", answer="has not")
    assert table.cards() == {"N": 14, "E": 16, "S": 17}
    assert table.state.turn == "E"
    assert table.state.own.leads == {"N": "1"}


def test_the_card_drawn_unseen_may_have_been_one_of_the_set_so_all_may_be_asked_for_again() -> None:
    table = led()
    table.act("ask", of="S", card="1.2", answer="gave")
    table.act("ask", of="S", card="1.3", answer="has not")
    table.act("no leading card")
    table.act("no leading card")
    table.act("ask", of="E", card="1.2", answer="has not")
    assert table.state.turn == "E"


def test_no_leading_card_in_hand_or_exposed_forfeits_a_card_to_who_played_last() -> None:
    table = led()
    table.act("ask", of="S", card="1.2", answer="has not")
    table.act("no leading card")
    assert table.cards() == {"N": 15, "E": 15, "S": 17}
    assert table.state.turn == "S"


def test_with_a_leading_card_exposed_that_forfeit_does_not_arise() -> None:
    assert "no leading card" not in led().possible()


def test_before_anybody_has_played_there_is_nobody_to_forfeit_to() -> None:
    table = dealt()
    table.act("no leading card")
    assert table.cards() == {"N": 16, "E": 16, "S": 16}
    assert table.state.turn == "E"


def test_having_completed_a_set_and_without_a_leading_card_he_does_not_forfeit_and_the_left_plays() -> None:
    table = led()
    table.act("ask", of="S", card="1.2", answer="has not")
    table.act("lead", set="2")
    table.act("complete")
    before = table.cards()
    table.act("no leading card")
    assert table.cards() == before
    assert table.state.turn == "S"


def test_nobody_exposes_a_second_leading_card_before_the_first_set_is_complete() -> None:
    table = led()
    assert "lead" not in table.possible()
    with pytest.raises(Refused):
        table.act("lead", set="2")


def test_the_leading_card_itself_is_forfeited_when_it_is_all_he_has() -> None:
    table = Told("alice", 3, sets=2)
    table.do(c.Deal(t=0.0, seat="S"))
    table.act("lead", set="1")
    table.act("ask", of="S", card="1.2", answer="has not")
    assert table.cards() == {"N": 0, "E": 2, "S": 3}
    table.act("lead", set="2")
    table.act("ask", of="S", card="2.2", answer="gave")
    table.act("complete")
    assert (table.state.turn, table.cards()) == ("S", {"N": 0, "E": 0, "S": 2})
    table.act("no leading card")
    assert table.cards() == {"N": 0, "E": 1, "S": 1}
    assert table.state.turn == "N"
    table.act("ask", of="S", card="1.2", answer="has not")
    assert table.state.own.leads == {}
    assert table.cards() == {"N": 0, "E": 1, "S": 2}


def test_the_winner_completes_the_most_sets() -> None:
    table = Told("alice", 2, sets=4)
    table.do(c.Deal(t=0.0, seat="S"))
    table.act("lay set", seat="N", set="1")
    table.act("lead", set="2")
    table.act("complete")
    assert table.state.turn == "S"
    table.act("lead", set="3")
    table.act("ask", of="N", card="3.2", answer="has not")
    table.act("lead", set="4")
    table.act("ask", of="S", card="4.2", answer="gave")
    table.act("ask", of="S", card="4.3", answer="gave")
    table.act("complete")
    table.act("complete")
    assert table.scores() == {"N": 3, "S": 1}
    assert (table.state.phase, table.state.winners) == ("over", ("N",))


def test_the_game_ends_with_the_last_set_and_equal_winners_share() -> None:
    table = Told("alice", 2, sets=2)
    table.do(c.Deal(t=0.0, seat="S"))
    table.act("lay set", seat="N", set="1")
    table.act("lay set", seat="S", set="2")
    assert table.state.phase == "over"
    assert table.state.winners == ("N", "S")


def test_a_press_at_the_seat_of_the_one_asked_tells_that_he_gave_a_card_or_has_it_not() -> None:
    table = led()
    table.do(c.Press(t=5.0, seat="S", press="short"))
    assert table.cards() == {"N": 16, "E": 16, "S": 15}
    table.do(c.Press(t=6.0, seat="E", press="long"))
    assert table.cards() == {"N": 15, "E": 17, "S": 15}
    assert table.state.turn == "E"


def test_a_players_own_press_tells_that_his_set_is_complete_or_that_he_has_no_leading_card() -> None:
    table = led()
    table.do(c.Press(t=5.0, seat="N", press="short"))
    assert table.scores()["N"] == 1
    table.do(c.Press(t=6.0, seat="N", press="long"))
    assert table.state.turn == "E"
