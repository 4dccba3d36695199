"""What a press at a seat tells in the games whose acts are told: it happens at the time of the press."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from told_table import Told

from engine import commands as c
from engine.captions import UNNAMED
from engine.errors import Refused
from engine.rulings import Verdict
from engine.table import SeenCard, TableReading


class Strict:
    """A judge for whom no word is good."""

    def rule(self, word: str, rules: Any) -> Verdict:
        return Verdict(word, "not allowed")

    def about(self) -> dict[str, Any]:
        return {"name": "strict", "version": "1", "words": 0, "hash": "0"}


def lying(*cards: tuple[str, str]) -> TableReading:
    """A reading of picture cards, each with the zone that it lies in."""
    box = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    seen = tuple(SeenCard(n, face, 0, 0.9, box, 0.0, (0.0, 0.0), zone) for n, (face, zone) in enumerate(cards))
    return TableReading("", 10, 10, 1.0, seen, ())


def pressed(table: Told, seat: str, press: str = "short", t: float = 77.0) -> Any:
    return table.do(c.Press(t=t, by="button", seat=seat, press=press))[0]


def bobs(players: int = 2, **house: Any) -> Told:
    return Told("bobs", players, dealer="S", **house)


def test_a_short_press_challenges_the_word_made_last_at_anagrams() -> None:
    table = Told("anagrams", 2, dealer="S", judge=Strict())
    table.act("draw", letters={"N": "A", "S": "C"})
    table.act("pool", letter="A")
    table.act("pool", letter="C")
    table.act("word", word="CAT", letter="T")
    with pytest.raises(Refused, match="means nothing"):
        pressed(table, "N")
    ruled = pressed(table, "S")
    assert (ruled.t, ruled.seat, ruled.word, ruled.ruling) == (77.0, "S", "CAT", "upheld")
    assert table.words() == {"N": [], "S": []}


def test_a_long_press_ends_a_free_for_all_once_every_letter_is_turned_up() -> None:
    table = Told("anagrams", 2, dealer="S", free_for_all=True)
    with pytest.raises(Refused, match="means nothing"):
        pressed(table, "N", "long")
    table.state = replace(table.state, own=replace(table.state.own, box=0))
    assert pressed(table, "N", "long").act == "end"


def test_who_takes_from_the_stack_presses_in_his_turn_at_bobs() -> None:
    table = bobs()
    drawn = pressed(table, "N")
    assert (drawn.act, drawn.seat, drawn.t, drawn.by) == ("draw", "N", 77.0, "button")
    with pytest.raises(Refused, match="means nothing"):
        pressed(table, "N")


def test_the_dealer_of_the_next_deal_presses_when_he_has_dealt() -> None:
    table = Told("bobs", 2)
    dealt = pressed(table, "S")
    assert (dealt.type, dealt.seat, dealt.number) == ("deal", "S", 1)


@pytest.mark.parametrize(
    ("faces", "way"), [(("uncle.1", "uncle.2", "uncle.3"), "uncles"), ((UNNAMED, UNNAMED, UNNAMED), "trio")]
)
def test_a_set_shown_before_a_player_declares(faces: tuple[str, ...], way: str) -> None:
    table = bobs()
    act = table.game.observed(table.state, lying(("cole.1", "centre"), *((face, "N") for face in faces)), 5.0)
    assert act is not None
    assert (act.act, act.seat, act.values) == ("declare", "N", {"way": way})


@pytest.mark.parametrize(
    "cards",
    [
        (("uncle.1", "N"), ("uncle.2", "N")),
        (("uncle.1", "N"), ("uncle.2", "N"), ("uncle.3", "S")),
        (("uncle.1", "N"), ("uncle.2", "N"), (UNNAMED, "N")),
        (("uncle.1", "centre"), ("uncle.2", "centre"), ("uncle.3", "centre")),
    ],
)
def test_less_than_a_set_before_one_player_declares_nothing(cards: tuple[tuple[str, str], ...]) -> None:
    table = bobs()
    assert table.game.observed(table.state, lying(*cards), 5.0) is None


def test_hands_are_counted_once_every_card_of_them_lies_face_up() -> None:
    table = bobs(hand=3)
    table.act("declare", "N", way="uncles")
    hand = [("cole.6", "S"), ("jill.5", "S"), (UNNAMED, "S")]
    assert table.game.observed(table.state, lying(*hand[:2]), 5.0) is None
    act = table.game.observed(table.state, lying(*hand), 6.0)
    assert act is not None
    assert (act.act, act.values) == ("mark", {"totals": {"S": 6 + 5 + 2}})


def test_where_no_caption_is_read_no_card_is_taken_for_one_without() -> None:
    table = bobs(hand=3)
    unread = (UNNAMED, "centre"), *((UNNAMED, "N") for _ in range(3))
    assert table.game.observed(table.state, lying(*unread), 5.0) is None
    table.act("declare", "N", way="uncles")
    unread = (UNNAMED, "centre"), *((UNNAMED, "S") for _ in range(3))
    assert table.game.observed(table.state, lying(*unread), 6.0) is None


def test_a_set_shown_before_play_is_laid_and_later_completes_what_was_led() -> None:
    table = Told("alice", 3, dealer="S")
    whole = lying(("4.1", "E"), ("4.2", "E"), ("4.3", "E"))
    act = table.game.observed(table.state, whole, 5.0)
    assert act is not None
    assert (act.act, act.seat, act.values) == ("lay set", "E", {"set": "4"})
    table.do(act)
    table.act("lead", set="1")
    done = table.game.observed(table.state, lying(("1.1", "N"), ("1.2", "N"), ("1.3", "N")), 6.0)
    assert done is not None
    assert done.act == "complete"


def test_a_leading_card_that_still_lies_before_another_player_is_not_led_again() -> None:
    table = Told("alice", 3, dealer="S")
    assert table.state.turn == "N"
    assert table.game.observed(table.state, lying(("1.1", "E")), 5.0) is None
    act = table.game.observed(table.state, lying(("1.1", "N")), 5.0)
    assert act is not None
    assert act.values == {"set": "1"}
