"""The rule book's turn: four acts, their legality, whose turn it is, and going out."""

import pytest
from lexicon_table import FOUR, kinds, open_table

from engine import commands as c
from engine.errors import Refused
from engine.games.reasons import Reason


def with_word(word, house=None):
    """A table where ``word`` lies and the next player may do anything to it."""
    table = open_table(**(house or {}))
    table.compose(word)
    return table


@pytest.mark.parametrize(
    ("before", "after"),
    [("MOTHER", "SMOTHERED"), ("HAT", "THATCHED"), ("FAR", "FAIRY"), ("MAN", "MANY")],
)
def test_the_rule_books_insertions_are_legal(before, after):
    table = with_word(before)
    table.play("insert", before, after)
    assert table.words() == (after,)


@pytest.mark.parametrize(
    ("before", "after"), [("MORT", "AMORTIR"), ("POUSSE", "REPOUSSER"), ("MAT", "MARTEAU"), ("PAS", "PASSABLE")]
)
def test_the_french_rule_books_insertions_are_legal(before, after):
    table = with_word(before, {"pack": "letters"})
    table.play("insert", before, after)
    assert table.words() == (after,)


def test_expert_becomes_export_by_one_substituted_card_and_the_hand_stays_as_large():
    table = with_word("EXPERT")
    table.play("substitute", "EXPERT", "EXPORT")
    assert table.words() == ("EXPORT",)
    assert table.state.player("E").cards == 10


def test_cabine_becomes_canine_by_one_substituted_card():
    table = with_word("CABINE", {"pack": "letters"})
    table.play("substitute", "CABINE", "CANINE")
    assert table.words() == ("CANINE",)


def test_several_cards_of_one_word_can_be_substituted_in_one_turn():
    table = with_word("SHOT")
    table.play("substitute", "SHOT", "CHEW")
    assert table.words() == ("CHEW",)


@pytest.mark.parametrize(
    ("act", "before", "after", "reason"),
    [
        ("insert", "HAT", "TAHITI", Reason.ORDER_DISTURBED),
        ("insert", "HAT", "TAHS", Reason.ORDER_DISTURBED),
        ("insert", "HAT", "HAT", Reason.NOTHING_ADDED),
        ("insert", "HAT", "HA", Reason.NOTHING_ADDED),
        ("insert", "HAT", "HUTS", Reason.ORDER_DISTURBED),
        ("insert", "CAT", "CATS", Reason.NO_SUCH_WORD),
        ("insert", None, "HATS", Reason.NO_SUCH_WORD),
        ("insert", "HAT", None, Reason.NOT_A_WORD_OF_CARDS),
        ("insert", "HAT", "hats", Reason.NOT_A_WORD_OF_CARDS),
        ("insert", "HAT", "H*AT?", Reason.NOT_A_WORD_OF_CARDS),
        ("insert", "HAT", "HAT" + "S" * 37, Reason.NOT_A_WORD_OF_CARDS),
        ("insert", "HAT", "HATSSSS", Reason.NOT_IN_PACK),
        ("insert", "HAT", "HAATXYZWWWUUUO", Reason.TOO_FEW_CARDS),
        ("substitute", "HAT", "HATS", Reason.LENGTH_CHANGED),
        ("substitute", "HAT", "AT", Reason.LENGTH_CHANGED),
        ("substitute", "HAT", "HAT", Reason.NOTHING_CHANGED),
        ("substitute", "CAT", "HAT", Reason.NO_SUCH_WORD),
        ("substitute", "HAT", "QQT", Reason.NOT_IN_PACK),
        ("compose", "HAT", "COT", Reason.NO_SUCH_WORD),
        ("compose", None, None, Reason.NOT_A_WORD_OF_CARDS),
        ("compose", None, "", Reason.NOT_A_WORD_OF_CARDS),
        ("compose", None, "A", Reason.TOO_SHORT),
        ("compose", None, "cot", Reason.NOT_A_WORD_OF_CARDS),
        ("compose", None, "C OT", Reason.NOT_A_WORD_OF_CARDS),
        ("compose", None, "ÉTÉ", Reason.NOT_A_WORD_OF_CARDS),
        ("compose", None, "COT\n", Reason.NOT_A_WORD_OF_CARDS),
        ("compose", None, "BUZZ", Reason.NOT_IN_PACK),
        ("compose", None, "**", Reason.NOT_IN_PACK),
        ("compose", None, "RELIEVIOUSW", Reason.TOO_FEW_CARDS),
        ("compose", None, "A" * 40, Reason.NOT_A_WORD_OF_CARDS),
        ("exchange", "HAT", None, Reason.NO_SUCH_ACT),
        ("exchange", None, "HAT", Reason.NO_SUCH_ACT),
        ("pass", None, None, Reason.NO_SUCH_ACT),
        ("", None, None, Reason.NO_SUCH_ACT),
    ],
)
def test_an_act_against_the_rules_is_refused_and_nothing_happens(act, before, after, reason):
    table = with_word("HAT")
    seen = table.state, len(table.history)
    with pytest.raises(Refused) as refused:
        table.play(act, before, after)
    assert refused.value.reason == reason
    assert (table.state, len(table.history)) == seen


def test_the_master_is_one_card_of_a_word():
    table = with_word("HAT")
    table.play("insert", "HAT", "*HATCHED")
    assert table.words() == ("*HATCHED",)


def test_the_exposed_card_counts_against_the_pack():
    table = open_table(dealer=None)
    table.do(c.Deal(t=0, seat="W", exposed="Q"))
    with pytest.raises(Refused, match="cards of Q"):
        table.compose("QUIET")


def test_a_house_rule_can_ask_for_longer_words():
    table = open_table(min_word=3)
    with pytest.raises(Refused) as refused:
        table.compose("AT")
    assert refused.value.reason == Reason.TOO_SHORT


def test_the_player_on_the_dealers_left_begins_and_play_goes_round_to_the_left():
    table = open_table(dealer="W")
    order = []
    for word in ("HAT", "MAN", "TOE", "SIR", "WE"):
        order.append(table.state.turn)
        table.compose(word)
    assert order == ["N", "E", "S", "W", "N"]


def test_a_player_out_of_turn_is_refused():
    table = open_table()
    with pytest.raises(Refused) as refused:
        table.play("compose", after="HAT", seat="S")
    assert refused.value.reason == Reason.NOT_YOUR_TURN


def test_each_card_laid_leaves_the_hand():
    table = with_word("HAT")
    table.play("insert", "HAT", "THATCHED")
    assert (table.state.player("N").cards, table.state.player("E").cards) == (7, 5)


def test_an_exchange_keeps_the_hand_and_changes_the_exposed_card():
    table = open_table(dealer=None)
    table.do(c.Deal(t=0, seat="W", exposed="H"))
    (moved,) = table.exchange(exposed_before="H", exposed_after="U", took="exposed")
    assert (moved.exposed_before, moved.exposed_after, moved.took) == ("H", "U", "exposed")
    assert (table.state.player("N").cards, table.state.exposed) == (10, "U")


def test_an_exchange_seen_only_in_part_is_recorded_as_unknown():
    table = open_table()
    (moved,) = table.exchange()
    assert (moved.took, moved.exposed_after) == ("unknown", None)


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"took": "hand"}, Reason.NO_SUCH_ACT),
        ({"exposed_after": "Ä"}, Reason.NOT_IN_PACK),
        ({"exposed_after": "BACK"}, Reason.NOT_IN_PACK),
        ({"exposed_before": "x"}, Reason.NOT_IN_PACK),
        ({"confidence": 1.5}, Reason.NOT_UNDERSTOOD),
        ({"confidence": float("nan")}, Reason.NOT_UNDERSTOOD),
    ],
)
def test_an_exchange_of_impossible_cards_is_refused(more, reason):
    table = open_table()
    with pytest.raises(Refused) as refused:
        table.exchange(**more)
    assert refused.value.reason == reason


def test_the_master_is_named_by_its_face_beside_the_stock():
    table = open_table()
    table.exchange(exposed_after="*")
    assert table.state.exposed == "MASTER"


def test_with_the_same_word_twice_the_later_one_is_changed():
    table = open_table()
    table.compose("TEA", "TEA")
    table.play("insert", "TEA", "TEAR")
    assert table.words() == ("TEA", "TEAR")


def test_the_first_player_without_cards_is_out_at_once():
    table = open_table()
    table.cards(N=3)
    assert kinds(table.play("compose", after="HAT")) == ["move", "out"]
    assert (table.state.phase, table.state.out) == ("count", "N")


def test_an_insert_of_the_last_card_is_going_out_too():
    table = with_word("TEN")
    table.cards(E=1)
    assert kinds(table.play("insert", "TEN", "TEEN")) == ["move", "out"]


def test_nobody_goes_out_by_a_substitute_or_an_exchange():
    table = with_word("HAT")
    table.cards(E=1, S=1)
    assert kinds(table.play("substitute", "HAT", "CAT")) == ["move"]
    assert kinds(table.exchange()) == ["move"]
    assert table.state.phase == "play"


def test_nobody_plays_once_a_player_is_out():
    table = open_table()
    table.cards(N=3)
    table.compose("HAT")
    with pytest.raises(Refused) as refused:
        table.compose("MAN")
    assert refused.value.reason == Reason.NOT_NOW


def test_a_player_may_change_his_mind_while_nobody_has_played():
    table = open_table()
    table.compose("HAT")
    table.take_back()
    assert (table.words(), table.state.turn, table.state.player("N").cards) == ((), "N", 10)


def test_a_withdrawn_insert_leaves_the_word_it_found():
    table = with_word("HAT")
    table.play("insert", "HAT", "THATCHED")
    table.play("takeback", "THATCHED", "HAT")
    assert (table.words(), table.state.turn, table.state.player("E").cards) == (("HAT",), "E", 10)


def test_a_player_who_went_out_may_change_his_mind_before_anything_is_marked():
    table = open_table()
    table.cards(N=3)
    table.compose("HAT")
    table.take_back()
    assert (table.state.phase, table.state.out, table.state.turn) == ("play", None, "N")


def test_nothing_is_taken_back_once_the_next_player_has_played():
    table = open_table()
    table.compose("HAT")
    table.exchange()
    with pytest.raises(Refused) as refused:
        table.take_back()
    assert refused.value.reason == Reason.NOTHING_TO_TAKE_BACK


def test_a_word_that_was_challenged_and_stands_is_not_taken_back():
    table = open_table()
    table.compose("HAT")
    table.challenge("S")
    with pytest.raises(Refused):
        table.take_back()


def test_when_the_stock_has_run_out_the_heap_is_turned_and_play_goes_on():
    table = open_table()
    for _ in range(11):  # four hands of ten and one exposed card leave eleven in the stock
        table.exchange(took="stock")
    turn = table.state.turn
    table.do(c.Restock(t=table.now(), exposed="U"))
    assert (table.state.exposed, table.state.turn, table.state.phase) == ("U", turn, "play")
    table.exchange()


def test_the_heap_is_not_turned_between_deals():
    with pytest.raises(Refused):
        open_table(dealer=None).do(c.Restock(t=1.0))


def joined(turn=None):
    table = open_table(dealer=None, joined="mid-game")
    table.do(c.Adopt(t=1.0, words=("HAT", "SHOW"), exposed="U", turn=turn))
    return table


def test_a_game_joined_midway_takes_the_words_as_they_lie_and_knows_neither_turn_nor_hands():
    table = joined()
    assert (table.words(), table.state.exposed, table.state.turn) == (("HAT", "SHOW"), "U", None)
    assert {player.cards for player in table.state.players} == {None}


def test_whose_turn_it_is_stays_unknown_until_a_seat_is_known():
    table = joined()
    (moved,) = table.play("insert", "HAT", "THAT")
    assert (moved.seat, table.state.turn) == (None, None)
    table.play("compose", after="MAN", seat="S")
    assert table.state.turn == "W"


def test_a_play_by_an_unknown_player_can_be_challenged_by_anybody():
    table = joined()
    table.compose("WIERD")
    (ruled,) = table.challenge("N")
    assert (ruled.ruling, ruled.player, table.state.owed.before) == ("upheld", None, "WIERD")


def test_a_table_with_more_cards_than_the_pack_has_is_not_adopted():
    table = open_table(dealer=None, joined="mid-game")
    with pytest.raises(Refused) as refused:
        table.do(c.Adopt(t=1.0, words=("QUIZ", "QUIT")))
    assert refused.value.reason == Reason.NOT_IN_PACK


def test_adopting_in_play_keeps_the_turn_and_the_hands_when_as_many_cards_lie_there():
    table = open_table()
    table.compose("HAT")
    table.do(c.Adopt(t=table.now(), words=("CAT",)))
    assert (table.state.turn, table.state.player("N").cards) == ("E", 7)


def test_adopting_in_play_forgets_the_hands_when_cards_came_or_went_unseen():
    table = open_table()
    table.compose("HAT")
    table.do(c.Adopt(t=table.now(), words=("HATS", "MAN")))
    assert table.state.player("S").cards is None


def test_five_players_play_with_two_packs():
    table = open_table(seats=[(str(n), f"P{n}") for n in range(1, 6)], dealer="5")
    assert table.state.turn == "1"
    table.compose("BUZZ")
    assert table.words() == ("BUZZ",)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "bridge"}, "plays lexicon"),
        ({"rules": "pub"}, "no rules called"),
        ({"pack": "tarot"}, "no pack called"),
        ({"language": " "}, "language"),
        ({"house": {"targte": 50}}, "targte"),
        ({"house": {"target": "many"}}, "target"),
        ({"house": {"minutes": float("inf")}}, "house"),
        ({"house": {"preset": "drive"}}, "preset"),
        ({"house": {"hand_size": 0}}, "hand"),
        ({"house": {"hand_size": 13}}, "53 cards"),
        ({"joined": "late"}, "joined"),
        ({"seats": ()}, "players"),
        ({"seats": (("N", "Ann"),)}, "players"),
        ({"seats": (("N", "Ann"), ("N", "Ben"))}, "seat of his own"),
        ({"seats": (("N", "Ann"), ("X", "Ben"))}, "seats are"),
        ({"seats": (("N", "Ann"), ("1", "Ben"))}, "seats are"),
        ({"seats": (("N", "A" * 61), ("S", "Ben"))}, "name"),
        ({"seats": tuple((str(n), "P") for n in range(1, 12))}, "players"),
    ],
)
def test_a_table_that_cannot_be_is_not_set_up(change, words):
    from lexicon_table import Table

    right = {"game": "lexicon", "rules": "home", "language": "en", "pack": "lexicon", "seats": FOUR}
    with pytest.raises(Refused, match=words):
        Table().do(c.Open(t=0.0, **{**right, **change}))


def test_seats_are_put_in_clockwise_order_however_they_are_given():
    table = open_table(seats=[("W", "Dev"), ("N", "Ann"), ("S", "Cleo")], dealer="W")
    assert [player.seat for player in table.state.players] == ["N", "S", "W"]
    assert table.state.turn == "N"


def test_nothing_but_setting_up_is_possible_at_a_closed_table():
    from lexicon_table import Table

    with pytest.raises(Refused) as refused:
        Table().challenge("N")
    assert refused.value.reason == Reason.CLOSED
