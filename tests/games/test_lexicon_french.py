"""Lexicon in French: the rule sheet's own examples and numbers, with the French pack and words."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import commands as c
from engine import events as e
from engine.cards import load_pack
from engine.errors import Refused
from engine.games import game
from engine.games.lexicon_seats import packs_for
from engine.rules import HouseRules
from engine.rulings import Judge, StandIn, Verdict
from engine.state import TableState
from web.french import FRENCH

LEXICON = game("lexicon")
FOUR = (("N", "Anne"), ("E", "Benoît"), ("S", "Chloé"), ("W", "Denis"))


class Table:
    """A French table that is dealt; W deals, so N begins."""

    def __init__(self) -> None:
        self.state: TableState = LEXICON.initial()
        pack = LEXICON.packs["fr"]
        self.do(c.Open(t=0.0, game="lexicon", rules="home", language="fr", pack=pack, seats=FOUR))
        self.do(c.Deal(t=1.0, seat="W"))

    def do(self, command: c.Command, judge: Judge | None = None) -> tuple[e.Event, ...]:
        events = LEXICON.decide(self.state, command, judge or StandIn())
        for event in events:
            self.state = LEXICON.evolve(self.state, event)
        return events


def test_french_plays_with_the_french_pack_of_fifty_two_cards() -> None:
    pack = load_pack(LEXICON.packs["fr"])
    assert (pack.name, pack.language, pack.cards) == ("lexicon-fr", "fr", 52)


def test_the_packs_file_says_that_its_counts_and_values_are_not_from_print() -> None:
    assert load_pack("lexicon-fr").assumed == ("counts", "values")
    assert load_pack("lexicon-fr").counts == load_pack("lexicon").counts


def test_ten_cards_are_dealt_to_each_and_the_dealers_left_begins() -> None:
    table = Table()
    assert [player.cards for player in table.state.players] == [10, 10, 10, 10]
    assert table.state.turn == "N"


def test_five_players_take_two_packs() -> None:
    assert [packs_for(players) for players in (2, 4, 5)] == [1, 1, 2]


def test_a_is_the_highest_card_of_a_cut_and_z_the_lowest() -> None:
    table = Table()
    table.state = LEXICON.initial()
    table.do(c.Open(t=0.0, game="lexicon", rules="home", language="fr", pack="lexicon-fr", seats=FOUR))
    (cut,) = table.do(c.CutCards(t=1.0, cards={"N": "Z", "E": "A", "S": "B", "W": "M"}))
    assert isinstance(cut, e.Cut)
    assert cut.seat == "E"


@pytest.mark.parametrize(
    ("act", "before", "after"),
    [
        ("insert", "MORT", "AMORTIR"),
        ("insert", "POUSSE", "REPOUSSER"),
        ("insert", "MAT", "MARTEAU"),
        ("insert", "PAS", "PASSABLE"),
        ("substitute", "CABINE", "CANINE"),
    ],
)
def test_the_rule_sheets_examples_are_played_with_french_words(
    act: str, before: str, after: str, words_dir: Path
) -> None:
    from engine.rulings import open_judge

    table = Table()
    table.state = LEXICON.initial()
    table.do(c.Open(t=0.0, game="lexicon", rules="home", language="fr", pack="letters", seats=FOUR))
    table.do(c.Deal(t=1.0, seat="W"))
    table.do(c.Play(t=2.0, act="compose", after=before))
    table.do(c.Play(t=3.0, act=act, before=before, after=after))
    assert [word.text for word in table.state.words] == [after]
    judge = open_judge("fr", words_dir)
    assert [judge.rule(word, HouseRules()).verdict for word in (before, after)] == ["good", "good"]


def test_nobody_may_let_his_turn_pass() -> None:
    with pytest.raises(Refused, match="nobody passes"):
        Table().do(c.Play(t=2.0, act="pass"))


def test_the_wild_card_is_called_maitresse_on_every_screen() -> None:
    told = " ".join(FRENCH.values())
    assert "Maîtresse" in told
    assert "Joker" not in told


class Livre:
    """A judge who knows two words that are wrong."""

    def rule(self, word: str, rules: HouseRules) -> Verdict:
        return Verdict(word, {"MORR": "misspelt", "PARIS": "not allowed"}.get(word, "good"))

    def about(self) -> dict[str, object]:
        return {"name": "livre", "version": "1", "words": 0, "hash": "0"}


@pytest.mark.parametrize(
    ("word", "challenger", "lies"),
    [("MORT", 10, ["MORT"]), ("MORR", -10, []), ("PARIS", -10, [])],
)
def test_who_contests_wrongly_has_ten_points_more_and_rightly_ten_less(
    word: str, challenger: int, lies: list[str]
) -> None:
    table = Table()
    table.do(c.Play(t=2.0, act="compose", after=word), Livre())
    table.do(c.Challenge(t=3.0, seat="S"), Livre())
    if not lies:
        table.do(c.Play(t=4.0, act="takeback"))
    assert [player.score for player in table.state.players] == [0, 0, challenger, 0]
    assert [text.text for text in table.state.words] == lies


def test_whose_word_falls_lets_his_next_turn_pass() -> None:
    table = Table()
    table.do(c.Play(t=2.0, act="compose", after="MORR"), Livre())
    table.do(c.Challenge(t=3.0, seat="S"), Livre())
    table.do(c.Play(t=4.0, act="takeback"))
    for t, word in enumerate(("MER", "SOL", "LUI"), start=5):
        table.do(c.Play(t=float(t), act="compose", after=word))
    assert [word.seat for word in table.state.words] == ["E", "S", "W"]
    assert table.state.turn == "E"
