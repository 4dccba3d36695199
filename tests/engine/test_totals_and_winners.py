"""Counting hands, initials, who wins a deal, who retires, who has won, and who deals next."""

import pytest
from lexicon_table import kinds, open_table

from engine import commands as c
from engine.errors import Refused
from engine.games.reasons import Reason


def out_first(seat="N", **more):
    """A deal that the player at ``seat`` ends at once by laying his last three cards; ``start`` are scores before."""
    start = more.pop("start", {})
    table = open_table(dealer=more.pop("dealer", "W"), **more)
    for who, score in start.items():
        table.do(c.Correct(t=0.0, field="score", seat=who, value=score))
    table.do(c.Correct(t=0.0, field="turn", value=seat)) if table.state.turn != seat else None
    table.cards(**{seat: 3})
    table.compose("HAT")
    return table


def test_the_hands_that_are_left_are_added_to_the_running_scores():
    table = out_first(start={"E": 12})
    (marked, won) = table.mark(E=40, S=42, W=44)
    assert dict(marked.totals) == {"N": 0, "E": 40, "S": 42, "W": 44}
    assert dict(marked.scores) == {"N": 0, "E": 52, "S": 42, "W": 44}
    assert won.seats == ("N",)


def test_hands_may_be_marked_one_after_the_other():
    table = out_first()
    assert kinds(table.mark(E=40)) == ["hands"]
    assert kinds(table.mark(S=42)) == ["hands"]
    assert kinds(table.mark(W=44)) == ["hands", "deal won"]


def test_a_total_marked_again_takes_the_place_of_the_one_before():
    table = out_first()
    table.mark(E=40)
    table.mark(E=44)
    assert table.scores()["E"] == 44


@pytest.mark.parametrize("total", [38 - 2, 106, 104, 13, 39, -2, 10**9])
def test_a_total_that_ten_cards_cannot_make_is_refused(total):
    table = out_first()
    with pytest.raises(Refused) as refused:
        table.mark(E=total)
    assert refused.value.reason in (Reason.IMPOSSIBLE_TOTAL, Reason.NOT_UNDERSTOOD)
    assert table.state.player("E").marked is None


def test_only_one_total_can_be_odd():
    table = out_first()
    table.mark(E=55)
    with pytest.raises(Refused, match="Master"):
        table.mark(S=57)


def test_a_player_with_cards_cannot_have_nothing():
    with pytest.raises(Refused):
        out_first().mark(E=0)


def test_the_player_who_is_out_has_nothing():
    with pytest.raises(Refused):
        out_first().mark(N=8)


def test_a_hand_laid_down_with_another_number_of_cards_is_refused():
    table = out_first()
    with pytest.raises(Refused) as refused:
        table.do(c.Mark(t=table.now(), totals={"E": 40}, counts={"E": 6}))
    assert refused.value.reason == Reason.WRONG_COUNT


def test_hands_are_not_totalled_during_play():
    with pytest.raises(Refused) as refused:
        open_table().mark(E=40)
    assert refused.value.reason == Reason.NOT_NOW


def test_after_joining_midway_the_hand_laid_down_empty_ends_the_deal():
    table = open_table(dealer=None, joined="mid-game")
    table.do(c.Adopt(t=1.0, words=("HAT",)))
    assert kinds(table.mark(N=0, E=40, S=42, W=44)) == ["out", "hands", "deal won"]


@pytest.mark.parametrize("totals", [{}, {"X": 40}, {"E": True}, {"E": 40.5}, {"E": "40"}, {"E": None}])
def test_what_is_no_total_is_refused(totals):
    table = out_first()
    table.mark(S=42)
    with pytest.raises(Refused):
        table.do(c.Mark(t=table.now(), totals=totals))


def test_the_deal_passes_to_the_left():
    table = out_first(dealer="W")
    table.mark(E=40, S=42, W=44)
    table.do(c.Deal(t=table.now()))
    assert (table.state.dealer, table.state.deal, table.state.turn) == ("N", 2, "E")
    assert [player.cards for player in table.state.players] == [10] * 4


def test_who_reaches_a_hundred_retires_and_the_deal_passes_over_him():
    table = out_first(dealer="W", start={"N": 100, "E": 60})
    table.do(c.Correct(t=0.0, field="score", seat="N", value=0))
    events = table.mark(E=40, S=42, W=44)
    assert [(event.type, event.seat) for event in events[2:]] == [("retired", "E")]
    table.do(c.Deal(t=table.now()))
    assert (table.state.dealer, table.state.turn) == ("N", "S")
    with pytest.raises(Refused) as refused:
        table.do(c.Deal(t=table.now(), seat="E"))
    assert refused.value.reason == Reason.NOT_NOW


def test_a_retired_player_neither_deals_nor_challenges():
    table = out_first(start={"E": 60})
    table.mark(E=40, S=42, W=44)
    with pytest.raises(Refused) as refused:
        table.do(c.Deal(t=table.now(), seat="E"))
    assert refused.value.reason == Reason.RETIRED
    table.do(c.Deal(t=table.now()))
    table.compose("HAT")
    with pytest.raises(Refused):
        table.challenge("E")


def test_a_score_of_99_goes_on():
    table = out_first(start={"E": 59})
    assert kinds(table.mark(E=40, S=42, W=44)) == ["hands", "deal won"]


def test_the_last_one_left_wins():
    table = out_first(start={"E": 60, "S": 60, "W": 60})
    events = table.mark(E=40, S=42, W=44)
    assert kinds(events) == ["hands", "deal won", "retired", "retired", "retired", "won"]
    assert (table.state.phase, table.state.winners) == ("over", ("N",))


def test_when_all_pass_a_hundred_in_the_same_hand_the_lowest_wins():
    table = out_first(start={"N": 101, "E": 60, "S": 70, "W": 80})
    table.mark(E=40, S=42, W=44)
    assert table.state.winners == ("E",)
    assert [player.seat for player in table.state.players if player.retired] == ["N", "S", "W"]


def test_a_tie_for_the_game_is_cut():
    table = out_first(start={"N": 100, "E": 60, "S": 70, "W": 80})
    table.mark(E=40, S=42, W=44)
    assert table.state.winners == ("N", "E")
    cut(table, "tie", N="Z", E="B")
    assert table.state.winners == ("E",)


def test_challenge_points_can_take_a_score_below_zero_and_keep_a_player_in():
    table = open_table()
    table.compose("WIERD")
    table.challenge("S")
    assert table.scores()["S"] == -10


def cut(table, about="deal", **cards):
    return table.do(c.CutCards(t=table.now(), about=about, cards=cards))


def test_the_highest_card_deals_first_and_a_is_the_highest_letter():
    table = open_table(dealer=None)
    (event,) = cut(table, N="C", E="A", S="Z", W="B")
    assert event.seat == "E"
    table.do(c.Deal(t=table.now()))
    assert table.state.dealer == "E"


def test_the_master_cuts_higher_than_an_a():
    assert cut(open_table(dealer=None), N="A", E="*", S="Z", W="B")[0].seat == "E"


def test_players_with_equal_highest_cards_cut_again_and_only_they():
    table = open_table(dealer=None)
    assert cut(table, N="A", E="A", S="Z", W="B")[0].seat is None
    with pytest.raises(Refused):
        cut(table, N="B", E="C", S="A", W="D")
    assert cut(table, N="K", E="L")[0].seat == "N"


@pytest.mark.parametrize("cards", [{}, {"N": "A"}, {"N": "A", "E": "1", "S": "B", "W": "C"}, {"X": "A"}])
def test_a_cut_that_cannot_be_is_refused(cards):
    with pytest.raises(Refused):
        cut(open_table(dealer=None), **cards)


def test_there_is_no_deal_before_somebody_is_known_to_deal():
    with pytest.raises(Refused) as refused:
        open_table(dealer=None).do(c.Deal(t=1.0))
    assert refused.value.reason == Reason.NO_DEALER


def drive_to_initials():
    table = open_table("drive")
    table.do(c.StartClock(t=0.0))
    table.do(c.Tick(t=420.0))
    table.t = 420.0
    table.mark(N=80, E=60, S=60, W=70)
    return table


def initial(table, by):
    return table.do(c.Initial(t=table.now(), by_seat=by))


def test_the_left_hand_neighbour_initials_the_total():
    (event,) = initial(drive_to_initials(), "E")
    assert (event.seat, event.by) == ("N", "E")


def test_the_deal_is_won_when_all_totals_are_initialled():
    table = drive_to_initials()
    for by in "ESW":
        assert kinds(initial(table, by)) == ["initialled"]
    assert kinds(initial(table, "N")) == ["initialled", "deal won"]
    assert table.state.winners == ("E", "S")


def test_a_tie_at_the_table_is_cut():
    table = drive_to_initials()
    for by in "ESWN":
        initial(table, by)
    cut(table, "tie", E="T", S="H")
    assert table.state.winners == ("S",)


def test_a_short_press_initials_once_totals_are_marked():
    table = drive_to_initials()
    assert kinds(table.do(c.Press(t=430.0, seat="E", press="short"))) == ["initialled"]


def test_a_long_press_refuses_the_total_which_is_then_marked_again():
    table = drive_to_initials()
    (event,) = table.do(c.Press(t=430.0, seat="E", press="long"))
    assert (event.type, event.seat, event.by) == ("total refused", "N", "E")
    assert (table.state.player("N").marked, table.scores()["N"]) == (None, 0)
    table.mark(N=82)
    initial(table, "E")
    assert table.scores()["N"] == 82


def test_a_total_is_initialled_once():
    table = drive_to_initials()
    initial(table, "E")
    with pytest.raises(Refused) as refused:
        initial(table, "E")
    assert refused.value.reason == Reason.INITIALLED
    with pytest.raises(Refused):
        table.mark(N=82)


def test_an_unmarked_total_is_not_initialled():
    table = open_table("drive")
    table.do(c.StartClock(t=0.0))
    table.do(c.Tick(t=420.0))
    with pytest.raises(Refused) as refused:
        initial(table, "E")
    assert refused.value.reason == Reason.NOT_MARKED


def test_a_steward_reopens_initialled_totals_with_a_reason():
    table = drive_to_initials()
    for by in "ESWN":
        initial(table, by)
    with pytest.raises(Refused):
        table.do(c.Reopen(t=table.now(), why=""))
    table.do(c.Reopen(t=table.now(), why="an eight was missed"))
    assert table.state.phase == "count"
    table.mark(N=88)
    for by in "ESWN":
        initial(table, by)
    assert (table.scores()["N"], table.state.phase) == (88, "over")


def test_reopened_at_home_a_player_who_had_retired_is_back_until_it_is_counted_anew():
    table = out_first(start={"E": 60})
    table.mark(E=40, S=42, W=44)
    table.do(c.Reopen(t=table.now(), why="miscounted"))
    assert not table.state.player("E").retired
    table.mark(E=38)
    assert (table.scores()["E"], table.state.player("E").retired, table.state.phase) == (98, False, "ready")


def test_a_fine_does_not_decide_who_wins_the_deal_unless_the_house_says_so():
    for fine_decides, winner in ((False, "N"), (True, "E")):
        table = open_table("drive", fine_decides=fine_decides)
        table.do(c.StartClock(t=0.0))
        table.compose("OSLO")
        table.challenge("S")
        table.take_back()
        table.do(c.Tick(t=420.0))
        table.t = 420.0
        (marked,) = table.mark(N=50, E=60, S=72, W=70)
        assert marked.scores["N"] == 100
        for by in "ESWN":
            initial(table, by)
        assert table.state.winners == (winner,)


def test_at_a_table_of_three_the_initials_go_round_three():
    table = open_table("drive", seats=[("N", "Ann"), ("E", "Ben"), ("S", "Cleo")], dealer="S")
    table.do(c.StartClock(t=0.0))
    table.do(c.Tick(t=420.0))
    table.t = 420.0
    table.mark(N=80, E=60, S=70)
    (event,) = initial(table, "N")
    assert event.seat == "S"


def test_a_new_deal_forgets_turns_owed_in_the_one_before():
    table = open_table()
    table.compose("WIERD")
    table.challenge("S")
    table.take_back()
    table.cards(E=3)
    table.compose("HAT")
    table.mark(N=80, S=60, W=70)
    table.do(c.Deal(t=table.now()))
    assert [player.owes_turns for player in table.state.players] == [0] * 4
