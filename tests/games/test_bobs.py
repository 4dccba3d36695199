"""Bobs-y'r-Uncle, law by law, with the laws' own example of Molly and Bill."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from told_table import Told

from engine import commands as c
from engine.captions import load_captions
from engine.errors import Refused


def dealt(players: int = 3, **house: Any) -> Told:
    """A deal: the last seat deals, so N begins."""
    table = Told("bobs", players, **house)
    table.do(c.Deal(t=0.0, seat=table.state.players[-1].seat))
    return table


def stackless(players: int = 2, hand: int = 27) -> Told:
    """A deal whose stack is used up from the beginning."""
    table = Told("bobs", players, hand=12)
    table.do(c.Deal(t=0.0, seat=table.state.players[-1].seat))
    while table.state.own.stack:
        table.act("draw")
    return table


def test_the_pack_is_eight_rhymes_of_six_lines_three_uncles_and_the_trio() -> None:
    pack = load_captions("bobs")
    assert len(pack.cards) == 54
    assert Counter(card.kind for card in pack.cards) == {"rhyme": 48, "uncle": 3, "trio": 3}
    assert set(Counter(card.set for card in pack.of("rhyme")).values()) == {6}


def test_the_trio_has_no_captions() -> None:
    assert [card.caption for card in load_captions("bobs").of("trio")] == ["", "", ""]
    assert [card.label for card in load_captions("bobs").of("trio")] == ["The Trio, 1", "The Trio, 2", "The Trio, 3"]


def test_a_cards_number_is_its_place_until_the_pack_says_otherwise(tmp_path: Any) -> None:
    assert [card.value for card in load_captions("bobs").cards if card.set == "humpty"] == [1, 2, 3, 4, 5, 6]
    own = tmp_path / "own.toml"
    own.write_text(
        'name = "own"\ntitle = "Own"\nlanguage = "en"\n[[sets]]\nname = "a"\ntitle = "A"\nkind = "rhyme"\n'
        'captions = ["One", "Two"]\nvalues = [7, 9]\n'
    )
    assert [card.value for card in load_captions(str(own)).cards] == [7, 9]


def test_six_cards_each_and_the_remainder_is_the_stack() -> None:
    table = dealt()
    assert table.cards() == {"N": 6, "E": 6, "S": 6}
    assert table.state.own.stack == 36
    assert table.state.turn == "N"


def test_the_first_line_of_a_rhyme_is_laid_first() -> None:
    table = dealt()
    table.act("play", card="humpty.1")
    assert table.state.own.lines == {"humpty": 1}
    assert table.cards()["N"] == 5
    assert table.state.turn == "E"


def test_without_a_first_line_a_card_is_taken_from_the_stack_and_that_is_the_turn() -> None:
    table = dealt()
    table.act("draw")
    assert table.cards()["N"] == 7
    assert table.state.own.stack == 35
    assert table.state.turn == "E"


def test_the_next_player_lays_another_first_line_or_goes_on_with_the_rhyme() -> None:
    table = dealt()
    table.act("play", card="humpty.1")
    table.act("play", card="humpty.2")
    table.act("play", card="cole.1")
    assert table.state.own.lines == {"humpty": 2, "cole": 1}


@pytest.mark.parametrize("card", ["humpty.2", "cole.6"])
def test_a_wrong_card_goes_back_into_the_hand_and_the_turn_is_forfeited(card: str) -> None:
    table = dealt()
    table.act("play", card=card)
    assert table.cards()["N"] == 6
    assert table.state.own.lines == {}
    assert table.state.turn == "E"


def test_only_one_card_is_laid_in_a_turn() -> None:
    table = dealt()
    table.act("play", card="humpty.1")
    with pytest.raises(Refused, match="it is Ben's turn"):
        table.act("play", seat="N", card="humpty.2")


@pytest.mark.parametrize("card", ["uncle.1", "trio.1"])
def test_uncles_and_the_trio_are_never_laid(card: str) -> None:
    with pytest.raises(Refused):
        dealt().act("play", card=card)


def test_a_player_who_passed_with_a_card_that_went_is_fined_twenty_points_when_another_claims_it() -> None:
    table = dealt()
    table.act("draw")
    with pytest.raises(Refused, match="by another player"):
        table.act("fine", seat="N", by="N", card="humpty.1")
    with pytest.raises(Refused, match="would not have gone"):
        table.act("fine", seat="N", by="E", card="humpty.2")
    table.act("fine", seat="N", by="E", card="humpty.1")
    assert table.scores() == {"N": 20, "E": 0, "S": 0}
    with pytest.raises(Refused):
        table.act("fine", seat="N", by="E", card="humpty.1")


def test_a_fine_is_never_inferred() -> None:
    table = dealt()
    table.act("draw")
    table.act("draw")
    table.act("draw")
    table.act("play", card="humpty.1")
    assert table.scores() == {"N": 0, "E": 0, "S": 0}


def test_the_phrase_is_for_when_the_stack_is_used_up() -> None:
    assert "say" not in dealt().possible()


def test_having_laid_a_card_he_says_the_phrase_and_his_left_must_take_one() -> None:
    table = stackless()
    seat = table.state.turn or ""
    cards = table.cards()
    table.act("play", card="humpty.1")
    table.act("say", seat=seat)
    other = table.state.turn or ""
    assert table.cards() == {seat: (cards[seat] or 0) - 2, other: (cards[other] or 0) + 1}


def test_unable_to_lay_a_card_he_says_the_phrase_too() -> None:
    table = stackless()
    seat = table.state.turn or ""
    cards = table.cards()
    table.act("pass")
    table.act("say", seat=seat)
    assert table.cards()[seat] == (cards[seat] or 0) - 1


def test_forgotten_until_the_next_player_has_played_the_card_must_be_refused() -> None:
    table = stackless()
    seat = table.state.turn or ""
    table.act("play", card="humpty.1")
    table.act("play", card="humpty.2")
    with pytest.raises(Refused, match="he must refuse") as refused:
        table.act("say", seat=seat)
    assert refused.value.reason == "too late"


def test_the_phrase_offers_one_card_only() -> None:
    table = stackless()
    seat = table.state.turn or ""
    table.act("play", card="humpty.1")
    table.act("say", seat=seat)
    with pytest.raises(Refused):
        table.act("say", seat=seat)


def molly_and_bill() -> Told:
    """Molly (N) holds two cards, the stack is used up, and three lines of Humpty Dumpty lie there."""
    table = stackless()
    for _ in range(200):
        if table.cards()["N"] == 2 and table.state.turn == "N" and table.state.own.lines.get("humpty", 0) == 3:
            return table
        seat = table.state.turn or ""
        lines = table.state.own.lines.get("humpty", 0)
        if seat == "S":
            table.act("play", card=f"humpty.{lines + 1}") if lines < 3 else table.act("pass")
        else:
            table.act("pass")
            table.act("say", seat="N") if (table.cards()["N"] or 0) > 2 else None
    raise AssertionError("the example's table was not reached")


def test_molly_lays_all_the_kings_horses_says_the_phrase_bill_takes_her_last_card_and_she_declares() -> None:
    table = molly_and_bill()
    card = load_captions("bobs").card("humpty.4")
    assert card is not None
    assert card.caption == "All the King's horses"
    table.act("play", card="humpty.4")
    bill = table.cards()["S"] or 0
    table.act("say", seat="N")
    assert table.cards() == {"N": 0, "S": bill + 1}
    table.act("declare", seat="N", way="out")
    assert table.state.phase == "count"


def test_had_molly_forgotten_before_bill_had_played_bill_must_refuse_and_she_is_not_out() -> None:
    table = molly_and_bill()
    table.act("play", card="humpty.4")
    table.act("play", card="humpty.5")
    with pytest.raises(Refused, match="he must refuse"):
        table.act("say", seat="N")
    with pytest.raises(Refused, match="still holds 1"):
        table.act("declare", seat="N", way="out")


@pytest.mark.parametrize("way", ["uncles", "trio"])
def test_a_player_declares_with_the_three_uncles_or_the_trio_in_his_hand(way: str) -> None:
    table = dealt()
    table.act("draw")
    table.act("declare", seat="N", way=way)
    assert table.state.phase == "count"
    assert table.state.out == "N"


def test_with_cards_in_the_hand_nobody_declares_that_he_is_out() -> None:
    table = dealt()
    table.act("draw")
    with pytest.raises(Refused, match="still holds 7"):
        table.act("declare", seat="N", way="out")


def test_once_the_left_has_played_he_waits_until_his_turn_to_declare() -> None:
    table = dealt()
    table.act("draw")
    table.act("draw")
    with pytest.raises(Refused, match="waits until it comes again"):
        table.act("declare", seat="N", way="uncles")
    table.act("draw")
    table.act("declare", seat="N", way="uncles")
    assert table.state.out == "N"


def declared() -> Told:
    table = dealt()
    table.act("draw")
    table.act("declare", seat="N", way="trio")
    return table


def test_who_declared_scores_nil_however_many_cards_he_holds() -> None:
    table = declared()
    with pytest.raises(Refused, match="his score is nil"):
        table.act("mark", totals={"N": 9, "E": 20, "S": 21})
    table.act("mark", totals={"E": 20, "S": 21})
    assert table.scores() == {"N": 0, "E": 20, "S": 21}


@pytest.mark.parametrize("total", [5, 37])
def test_a_total_that_the_cards_cannot_make_is_refused(total: int) -> None:
    with pytest.raises(Refused, match="they make 6 to 36"):
        declared().act("mark", totals={"E": total, "S": 21})


def test_four_deals_are_a_game_and_the_lowest_total_wins() -> None:
    table = declared()
    table.act("mark", totals={"E": 20, "S": 21})
    for number in (2, 3, 4):
        assert table.state.phase == "ready"
        table.do(c.Deal(t=table.t))
        assert table.state.deal == number
        turn = table.state.turn or ""
        table.act("draw")
        table.act("declare", seat=turn, way="uncles")
        table.act("mark", totals={seat: 20 for seat in "NES" if seat != turn})
    assert table.state.phase == "over"
    assert table.state.winners == ("N",)
    assert table.scores() == {"N": 40, "E": 60, "S": 61}


def test_the_deal_passes_to_the_left() -> None:
    table = declared()
    table.act("mark", totals={"E": 20, "S": 21})
    table.do(c.Deal(t=table.t))
    assert (table.state.dealer, table.state.turn) == ("N", "E")


def test_a_short_press_tells_that_the_phrase_was_said_and_a_long_one_declares() -> None:
    table = molly_and_bill()
    table.act("play", card="humpty.4")
    table.do(c.Press(t=900.0, seat="N", press="short"))
    assert table.cards()["N"] == 0
    table.do(c.Press(t=901.0, seat="N", press="long"))
    assert table.state.out == "N"
