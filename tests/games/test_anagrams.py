"""Anagrams, rule by rule; the worked example is the rule sheet's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from told_table import Told

from engine import commands as c
from engine.errors import Refused
from engine.games.anagrams_ways import UNKNOWN, ways
from engine.rules import HouseRules
from engine.rulings import Verdict
from engine.state import WordOnTable


class Book:
    """A judge for the tests."""

    def rule(self, word: str, rules: HouseRules) -> Verdict:
        known = {"CUTEX": "not allowed", "TCU": "misspelt", "CUE": "unclear"}
        return Verdict(word, known.get(word, "good"))

    def about(self) -> Mapping[str, Any]:
        return {"name": "test", "words": 3}


def begun(players: int = 3, first: str = "N", **house: Any) -> Told:
    """A game whose first draw is done: ``first`` drew A, the others B."""
    table = Told("anagrams", players, dealer="S", judge=Book(), **house)
    seats = [player.seat for player in table.state.players]
    table.act("draw", letters={seat: "A" if seat == first else "B" for seat in seats})
    return table


def pooled(*letters: str, **house: Any) -> Told:
    """A game in which these letters were put into the pool after A, B and B."""
    table = begun(**house)
    for letter in ("A", "B", "B", *letters):
        table.act("pool", letter=letter)
    return table


def test_the_tablets_lie_hidden_in_the_box() -> None:
    table = Told("anagrams", dealer="S")
    assert table.game.places(table.state) == {"box": 180, "hands": 0, "pool": 0, "words": 0}


@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_play(players: int) -> None:
    seats = tuple((str(number), f"P{number}") for number in range(1, players + 1))
    table = Told("anagrams", 2)
    with pytest.raises(Refused, match=f"anagrams is for 2 to 6 players, not {players}"):
        table.do(c.Open(t=1.0, game="anagrams", rules="home", language="en", pack="anagrams", seats=seats))


def test_the_letter_nearest_the_beginning_of_the_alphabet_plays_first() -> None:
    table = Told("anagrams", dealer="S")
    table.act("draw", letters={"N": "M", "E": "C", "S": "T"})
    assert table.state.turn == "E"


def test_a_tie_at_the_first_draw_is_drawn_again_by_those_who_tied() -> None:
    table = Told("anagrams", dealer="S")
    table.act("draw", letters={"N": "C", "E": "C", "S": "T"})
    assert table.state.turn is None
    with pytest.raises(Refused, match="S does not draw"):
        table.act("draw", letters={"N": "M", "E": "K", "S": "A"})
    table.act("draw", letters={"N": "M", "E": "K"})
    assert table.state.turn == "E"
    assert table.state.own.held == {"N": "M", "E": "K", "S": "T"}


def test_everybody_draws_for_who_plays_first() -> None:
    table = Told("anagrams", dealer="S")
    with pytest.raises(Refused, match="the letter of S is missing"):
        table.act("draw", letters={"N": "C", "E": "D"})


def test_the_first_player_puts_his_letter_into_the_pool_and_draws_another() -> None:
    table = begun()
    table.act("pool", letter="A")
    assert table.state.own.pool == "A"
    assert table.state.own.held["N"] == UNKNOWN
    assert table.game.places(table.state)["box"] == 176


def test_the_letter_drawn_first_is_the_one_that_is_played() -> None:
    table = begun()
    with pytest.raises(Refused, match="the letter drawn was A, not Q"):
        table.act("pool", letter="Q")


def test_the_next_player_to_the_left_follows() -> None:
    table = begun()
    table.act("pool", letter="A")
    assert table.state.turn == "E"
    table.act("pool", letter="B")
    assert table.state.turn == "S"
    assert table.state.own.pool == "AB"


def test_a_letter_and_two_of_the_pool_form_a_word_before_its_player() -> None:
    table = Told("anagrams", dealer="S")
    table.act("draw", letters={"N": "A", "E": "C", "S": "T"})
    table.act("pool", letter="A")
    table.act("pool", letter="C")
    table.act("word", word="CAT")
    assert table.words() == {"N": [], "E": [], "S": ["CAT"]}
    assert table.state.own.pool == ""


@pytest.mark.parametrize("word", ["AB", "A"])
def test_words_of_less_than_three_letters_are_not_allowed(word: str) -> None:
    table = begun()
    table.act("pool", letter="A")
    with pytest.raises(Refused, match="words have 3 letters or more"):
        table.act("word", word=word)


def test_the_rule_sheets_example_cut_cute_cruet_trounce() -> None:
    table = pooled("C", "U")
    assert table.state.turn == "S"
    table.act("word", word="CUT", letter="T")
    table.act("word", word="CUTE", letter="E")
    assert table.words() == {"N": ["CUTE"], "E": [], "S": []}
    table.act("word", word="CRUET", letter="R")
    assert table.words() == {"N": [], "E": ["CRUET"], "S": []}
    table.act("pool", letter="N")
    table.act("word", word="TROUNCE", letter="O")
    assert table.words() == {"N": ["TROUNCE"], "E": [], "S": []}
    assert "N" not in table.state.own.pool
    assert table.history[-1].event.values["from"] == ["CRUET"]  # type: ignore[attr-defined]


def test_a_letter_is_drawn_at_once_after_playing_and_kept_until_the_next_turn() -> None:
    table = pooled("C", "U")
    before = table.game.places(table.state)["box"]
    table.act("word", word="CUT", letter="T")
    assert table.cards() == {"N": 1, "E": 1, "S": 1}
    assert table.game.places(table.state)["box"] == before - 1


def test_no_word_is_captured_unless_a_letter_is_added() -> None:
    table = pooled("C", "U")
    table.act("word", word="CUT", letter="T")
    with pytest.raises(Refused) as refused:
        table.act("word", word="TUC")
    assert refused.value.reason == "nothing added"


def test_every_letter_of_a_captured_word_is_used() -> None:
    table = pooled("C", "U")
    table.act("word", word="CUT", letter="T")
    with pytest.raises(Refused, match="TUB has no C of CUT"):
        table.act("word", word="TUB", **{"from": "CUT"})


def test_letters_that_do_not_add_up_are_refused() -> None:
    table = pooled("C", "U")
    table.act("word", word="CUT", letter="T")
    with pytest.raises(Refused) as refused:
        table.act("word", word="CUTLERY")
    assert refused.value.reason == "letters"
    assert table.words() == {"N": [], "E": [], "S": ["CUT"]}


def two_words(**house: Any) -> Told:
    """N has NET, S has CUT; it is E's turn, and A B B lie in the pool."""
    table = pooled("C", "U", **house)
    table.act("word", word="CUT", letter="T")
    for letter in ("N", "E", "L"):
        table.act("pool", letter=letter)
    table.act("word", word="NET", letter="T")
    return table


def test_words_of_several_players_are_combined() -> None:
    table = two_words()
    table.act("word", word="CUTNETS", letter="S", **{"from": "CUT NET"})
    assert table.words() == {"N": [], "E": ["CUTNETS"], "S": []}


def test_ones_own_word_is_combined_with_anothers() -> None:
    table = two_words()
    table.act("pool", letter="Z")
    table.act("word", word="CUTNETS", letter="S", **{"from": "CUT NET"})
    assert table.words()["S"] == ["CUTNETS"]


def test_two_of_ones_own_are_combined_with_a_letter_added() -> None:
    table = two_words()
    table.act("pool", letter="Z")
    table.act("word", word="LAB", letter="L")
    table.act("pool", letter="Q")
    table.act("pool", letter="X")
    with pytest.raises(Refused) as refused:
        table.act("word", word="CUTLAB", **{"from": "CUT LAB"})
    assert refused.value.reason == "nothing added"
    table.act("word", word="CUTLABS", letter="S", **{"from": "CUT LAB"})
    assert table.words()["S"] == ["CUTLABS"]


def test_where_only_one_way_fits_nobody_is_asked() -> None:
    table = pooled("C", "U")
    table.act("word", word="CUT", letter="T")
    table.act("word", word="CUTE")
    assert table.state.own.asked is None
    assert table.words()["N"] == ["CUTE"]


def test_where_several_ways_fit_the_steward_asks_of_what_a_word_was_made() -> None:
    table = pooled("C", "U")
    table.act("word", word="CUT", letter="T")
    for letter in ("C", "U", "T"):
        table.act("pool", letter=letter)
    table.act("word", word="CUTE", letter="E")
    assert table.words()["S"] == ["CUT"]
    assert table.possible() == ["made", "not so"]
    assert set(table.state.own.asked["ways"]) == {"CUT (Cleo) + E", "C + T + U + E"}
    table.act("made", of="CUT (Cleo) + E")
    assert table.words() == {"N": ["CUTE"], "E": [], "S": []}
    assert sorted(table.state.own.pool) == ["A", "B", "B", "C", "T", "U"]


def test_a_word_that_was_asked_about_may_turn_out_not_made() -> None:
    table = pooled("C", "U")
    table.act("word", word="CUT", letter="T")
    for letter in ("C", "U", "T"):
        table.act("pool", letter=letter)
    table.act("word", word="CUTE", letter="E")
    table.act("not so")
    assert table.state.turn == "N"
    assert table.words()["S"] == ["CUT"]


def test_who_first_has_the_agreed_number_of_words_wins() -> None:
    table = pooled("C", "U", words_to_win=1)
    table.act("word", word="CUT", letter="T")
    assert table.state.phase == "over"
    assert table.state.winners == ("S",)


@pytest.mark.parametrize(
    ("house", "word", "letter"),
    [({"plurals": False}, "CUTS", "S"), ({"endings": False}, "CUTER", "R"), ({"rearranged": True}, "CUTE", "E")],
)
def test_a_house_rule_bars_a_mere_addition(house: dict[str, Any], word: str, letter: str) -> None:
    table = pooled("C", "U", "E", **house)
    table.act("pool", letter="X")
    table.act("word", word="CUT" if word != "CUTER" else "CUTE", letter="T")
    with pytest.raises(Refused) as refused:
        table.act("word", word=word, letter=letter)
    assert refused.value.reason == "variant"


@pytest.mark.parametrize(("word", "letter"), [("CUTS", "S"), ("CUTE", "E")])
def test_without_a_house_rule_a_mere_addition_captures(word: str, letter: str) -> None:
    table = pooled("C", "U")
    table.act("word", word="CUT", letter="T")
    table.act("word", word=word, letter=letter)
    assert table.words()["N"] == [word]


def free() -> Told:
    table = Told("anagrams", dealer="S", judge=Book(), free_for_all=True)
    for letter in "CUT":
        table.act("turn up", letter=letter)
    return table


def test_in_a_free_for_all_letters_are_turned_up_into_the_pool_in_turn() -> None:
    table = free()
    assert table.state.own.pool == "CUT"
    assert table.state.turn == "N"


def test_in_a_free_for_all_who_turned_a_letter_up_is_alone_for_ten_seconds() -> None:
    table = free()
    with pytest.raises(Refused, match="for 10 seconds only"):
        table.act("word", seat="N", word="CUT")
    table.act("word", seat="S", word="CUT")
    assert table.words()["S"] == ["CUT"]


def test_in_a_free_for_all_anybody_may_make_a_word_after_ten_seconds() -> None:
    table = free()
    table.t += 10
    table.act("word", seat="N", word="CUT")
    assert table.words()["N"] == ["CUT"]


def test_a_challenged_word_that_falls_is_what_it_was_made_of_again() -> None:
    table = pooled("C", "U")
    table.act("word", word="CUT", letter="T")
    table.act("pool", letter="E")
    table.act("word", word="CUTEX", letter="X")
    table.do(c.Challenge(t=90.0, seat="N"))
    assert table.words() == {"N": [], "E": [], "S": ["CUT"]}
    assert sorted(table.state.own.pool) == sorted("ABBEX")
    assert table.state.turn == "S"


def test_a_challenged_word_that_is_good_stands() -> None:
    table = pooled("C", "U")
    table.act("word", word="CUT", letter="T")
    table.do(c.Challenge(t=90.0, seat="N"))
    assert table.words()["S"] == ["CUT"]
    with pytest.raises(Refused, match="no word can be challenged"):
        table.do(c.Challenge(t=91.0, seat="E"))


def test_an_unclear_word_is_left_to_a_person() -> None:
    table = pooled("C", "U")
    table.act("word", word="CUE", letter="E")
    table.do(c.Challenge(t=90.0, seat="N"))
    assert table.possible() == []
    table.do(c.Rule(t=91.0, verdict="not allowed"))
    assert table.words()["S"] == []


def test_nobody_challenges_his_own_word_nor_one_that_was_played_over() -> None:
    table = pooled("C", "U")
    table.act("word", word="CUT", letter="T")
    with pytest.raises(Refused, match="only another player"):
        table.do(c.Challenge(t=90.0, seat="S"))
    table.act("pool", letter="Q")
    with pytest.raises(Refused, match="the next player has played"):
        table.do(c.Challenge(t=91.0, seat="E"))


def test_undo_gives_captured_words_back() -> None:
    table = pooled("C", "U")
    table.act("word", word="CUT", letter="T")
    table.act("word", word="CUTE", letter="E")
    table.undo()
    assert table.words() == {"N": [], "E": [], "S": ["CUT"]}
    assert table.state.turn == "N"


def test_the_set_does_not_hold_a_third_q() -> None:
    table = begun()
    table.act("pool", letter="A")
    table.act("pool", letter="B")
    table.act("pool", letter="B")
    table.act("pool", letter="Q")
    table.act("pool", letter="Q")
    with pytest.raises(Refused, match="so many tablets of Q"):
        table.act("pool", letter="Q")


def test_hints_are_the_captures_that_the_list_allows() -> None:
    table = pooled("C", "U")
    table.act("word", word="CUT", letter="T")
    hints = table.game.hints(table.state, ["CUTE", "CAT", "DOG", "TUBAC"])  # type: ignore[attr-defined]
    assert hints == ("CUTE = CUT (Cleo) + E", "TUBAC = CUT (Cleo) + B + A", "TUBAC = CUT (Cleo) + A + B")


@pytest.mark.parametrize(
    ("word", "pool", "letter", "found"),
    [
        ("CUTE", "", "E", {("CUT", "", "E")}),
        ("CUTE", "TUC", "E", {("CUT", "", "E"), ("", "CTU", "E")}),
        ("CUT", "", "T", set()),
        ("CUTER", "R", "E", {("CUT", "R", "E")}),
        ("CUTER", "", UNKNOWN, set()),
        ("CUTES", "E", UNKNOWN, {("CUT", "E", "S")}),
    ],
)
def test_ways_of_making_a_word(word: str, pool: str, letter: str, found: set[tuple[str, str, str]]) -> None:
    laid = (WordOnTable("CUT", "N"),)
    made = {("+".join(one.text for one in w.captured), w.pool, w.letter) for w in ways(word, pool, laid, letter)}
    assert made == found
