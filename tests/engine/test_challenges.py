"""Challenges both ways, their window, and what a person decides or overrules."""

import pytest
from lexicon_table import StubJudge, kinds, open_table

from engine import commands as c
from engine.errors import Refused
from engine.events import Answered, ClockPaused, ClockResumed, Ruled
from engine.games.reasons import Reason


def challenged(word="WIERD", by="S", **more):
    table = open_table(**more)
    table.compose(word)
    return table, table.challenge(by)


def test_a_right_challenge_at_home_takes_ten_points_off_the_challenger():
    table, (ruled,) = challenged()
    assert (ruled.ruling, ruled.verdict, ruled.player, ruled.fine) == ("upheld", "misspelt", "N", 0)
    assert table.scores() == {"N": 0, "E": 0, "S": -10, "W": 0}


def test_a_wrong_challenge_at_home_adds_ten_points_to_the_challenger():
    table, (ruled,) = challenged("HAT")
    assert (ruled.ruling, ruled.verdict) == ("refused", "good")
    assert table.scores() == {"N": 0, "E": 0, "S": 10, "W": 0}


def test_a_ruling_names_the_list_and_the_word_that_was_meant():
    _, (ruled,) = challenged()
    assert (ruled.words, ruled.meant) == ({"name": "stub", "words": 4}, ("WEIRD",))


def test_the_word_must_come_back_before_anybody_plays():
    table, _ = challenged()
    with pytest.raises(Refused) as refused:
        table.compose("MAN")
    assert refused.value.reason == Reason.TAKE_BACK_FIRST
    table.take_back()
    assert (table.words(), table.state.player("N").cards, table.state.turn) == ((), 10, "E")


@pytest.mark.parametrize(
    ("before", "after", "seat"),
    [("WIERD", "HAT", None), ("HAT", None, None), ("WIERD", None, "S"), ("WIERD", None, "X")],
)
def test_nothing_else_is_taken_back(before, after, seat):
    table, _ = challenged()
    with pytest.raises(Refused):
        table.play("takeback", before, after, seat=seat)


def test_an_insert_that_falls_leaves_the_word_it_changed():
    table = open_table(judge=StubJudge({"HATTED": "misspelt"}))
    table.compose("HAT")
    table.play("insert", "HAT", "HATTED")
    table.challenge("W")
    table.play("takeback", "HATTED", "HAT")
    assert (table.words(), table.state.player("E").cards) == (("HAT",), 10)


def test_at_home_the_players_next_turn_is_passed_over():
    table, _ = challenged()
    table.take_back()
    table.compose("MAN", "TOE")
    events = table.play("compose", after="SIR")
    assert kinds(events) == ["move", "turn lost"]
    assert (events[1].seat, events[1].t, table.state.turn) == ("N", events[0].t, "E")


def test_by_the_drives_rule_only_this_turn_is_lost():
    table, _ = challenged(lost_turn="this")
    table.take_back()
    table.compose("MAN", "TOE", "SIR")
    assert table.state.turn == "N"


def test_a_skipped_turn_does_not_close_the_challenge():
    table, _ = challenged()
    table.take_back()
    table.compose("WE", "TOE", "NIHGT")
    (ruled,) = table.challenge("N")
    assert (ruled.ruling, ruled.player) == ("upheld", "W")


def test_a_play_withdrawn_after_a_skipped_turn_leaves_that_turn_owed():
    table, _ = challenged()
    table.take_back()
    table.compose("MAN", "TOE", "SIR")
    table.take_back()
    assert (table.state.turn, table.state.player("N").owes_turns) == ("W", 1)


def test_with_two_players_who_both_owe_a_turn_both_are_passed_over():
    table = open_table(seats=[("N", "Ann"), ("S", "Cleo")], dealer="S")
    table.compose("WIERD")
    table.challenge("S")
    table.take_back()
    assert kinds(table.play("compose", after="NIHGT")) == ["move", "turn lost"]
    ruled = table.challenge("N")
    assert kinds(ruled) == ["ruling", "turn lost"]
    assert (ruled[1].seat, table.state.turn) == ("S", "N")


def test_nobody_challenges_his_own_play():
    table, (ruled,) = challenged(by="N")
    assert (ruled.ruling, ruled.verdict) == ("own play", None)
    assert table.scores()["N"] == 0


def test_after_the_next_player_has_exchanged_a_word_is_too_late_to_challenge():
    table = open_table()
    table.compose("WIERD")
    table.exchange()
    (ruled,) = table.challenge("S")
    assert (ruled.word, ruled.ruling, ruled.verdict) == ("WIERD", "too late", None)
    assert table.words() == ("WIERD",)


def test_after_the_next_player_has_laid_a_word_a_challenge_lies_against_that_one():
    table = open_table()
    table.compose("WIERD", "HAT")
    (ruled,) = table.challenge("S")
    assert (ruled.word, ruled.ruling) == ("HAT", "refused")


def test_before_any_word_there_is_nothing_to_challenge():
    (ruled,) = open_table().challenge("S")
    assert (ruled.word, ruled.ruling) == (None, "nothing to challenge")


def test_an_exchange_is_nothing_to_challenge():
    table = open_table()
    table.exchange()
    (ruled,) = table.challenge("S")
    assert ruled.ruling == "nothing to challenge"


def test_a_word_is_ruled_on_once():
    table, _ = challenged("HAT")
    (ruled,) = table.challenge("W")
    assert ruled.ruling == "nothing to challenge"
    assert table.scores()["W"] == 0


@pytest.mark.parametrize("seat", ["X", "", "n", "5"])
def test_nobody_challenges_from_an_empty_seat(seat):
    table = open_table()
    table.compose("HAT")
    with pytest.raises(Refused) as refused:
        table.challenge(seat)
    assert refused.value.reason == Reason.NO_SUCH_SEAT


def gone_out(word, **more):
    table = open_table(**more)
    table.cards(N=len(word))
    table.compose(word)
    return table


def test_upheld_after_going_out_the_player_is_not_out_and_play_resumes():
    table = gone_out("WIERD")
    table.challenge("E")
    assert (table.state.phase, table.state.out, table.state.turn) == ("play", None, "E")
    table.take_back()
    assert table.state.player("N").cards == 5
    table.compose("MAN")


def test_refused_after_going_out_the_player_stays_out():
    table = gone_out("HAT")
    table.challenge("E")
    assert (table.state.phase, table.state.out) == ("count", "N")


def test_the_last_play_is_too_late_to_challenge_once_the_first_total_stands():
    table = gone_out("WIERD")
    table.mark(E=40)
    (ruled,) = table.challenge("W")
    assert ruled.ruling == "too late"


def test_with_initials_the_last_play_stays_open_until_the_first_initial():
    table = gone_out("WIERD", initials=True)
    table.mark(E=40, S=42, W=44)
    assert table.challenge("W")[0].ruling == "upheld"
    assert (table.state.phase, [p.marked for p in table.state.players]) == ("play", [None] * 4)
    assert table.scores() == {"N": 0, "E": 0, "S": 0, "W": -10}


def test_a_drives_wrong_word_is_fined_fifty_and_the_challenger_gets_nothing():
    table, (ruled,) = challenged("OSLO", rules="drive")
    assert (ruled.verdict, ruled.fine, table.state.player("N").fines) == ("not allowed", 50, 50)
    assert table.scores() == {"N": 50, "E": 0, "S": 0, "W": 0}


def test_a_drives_misspelling_is_not_fined():
    table, (ruled,) = challenged(rules="drive")
    assert (ruled.ruling, ruled.fine) == ("upheld", 0)
    assert table.scores()["N"] == 0


def test_a_drives_wrong_challenge_costs_nothing():
    table, _ = challenged("HAT", rules="drive")
    assert table.scores()["S"] == 0


def test_an_unclear_word_is_asked_and_play_waits():
    table, (ruled,) = challenged("QUOTH")
    assert (ruled.ruling, table.state.question.about, table.state.question.detail) == ("asked", "unclear word", "QUOTH")
    with pytest.raises(Refused) as refused:
        table.compose("MAN")
    assert refused.value.reason == Reason.BEING_RULED_ON
    with pytest.raises(Refused):
        table.challenge("W")


def rule(table, verdict, why=None, by="Hostess"):
    return table.do(c.Rule(t=table.now(), verdict=verdict, why=why, by=by))


@pytest.mark.parametrize(
    ("verdict", "ruling", "points"),
    [("good", "refused", 10), ("misspelt", "upheld", -10), ("not allowed", "upheld", -10)],
)
def test_a_person_completes_an_asked_ruling(verdict, ruling, points):
    table, _ = challenged("QUOTH")
    (ruled,) = rule(table, verdict)
    assert (ruled.ruling, ruled.seat, ruled.word, ruled.by) == (ruling, "S", "QUOTH", "Hostess")
    assert (table.scores()["S"], table.state.question) == (points, None)


def test_at_home_the_table_answers_an_unclear_word_with_a_button():
    table, _ = challenged("QUOTH")
    events = table.do(c.Press(t=table.now(), seat="E", press="long"))
    assert [type(event) for event in events] == [Answered, Ruled]
    assert table.state.owed.before == "QUOTH"


def test_in_a_drive_only_the_steward_rules_on_an_unclear_word():
    table, _ = challenged("QUOTH", rules="drive")
    with pytest.raises(Refused) as refused:
        table.do(c.Answer(t=table.now(), answer="no"))
    assert refused.value.reason == Reason.STEWARD
    rule(table, "not allowed")
    assert table.state.player("N").fines == 50


def test_a_house_rule_leaves_every_fine_to_the_steward():
    table, (ruled,) = challenged("OSLO", rules="drive", fines_by="steward")
    assert (ruled.ruling, ruled.verdict, ruled.fine) == ("asked", "not allowed", 0)
    rule(table, "misspelt")
    assert (table.state.owed.before, table.state.player("N").fines) == ("OSLO", 0)


def test_a_house_rule_stops_the_clock_while_a_word_is_asked():
    table = open_table("drive", pause_on_challenge=True)
    table.do(c.StartClock(t=0.0))
    table.compose("QUOTH")
    assert type(table.challenge("S")[1]) is ClockPaused
    assert type(rule(table, "good")[1]) is ClockResumed
    assert table.state.bell.phase == "running"


def test_a_clock_stopped_by_hand_does_not_run_on_after_a_ruling():
    table = open_table("drive", pause_on_challenge=True)
    table.do(c.StartClock(t=0.0))
    table.do(c.PauseClock(t=1.0))
    table.compose("QUOTH")
    table.challenge("S")
    assert kinds(rule(table, "good")) == ["ruling"]
    assert table.state.bell.phase == "paused"


def test_overruling_needs_a_reason():
    table, _ = challenged()
    with pytest.raises(Refused) as refused:
        rule(table, "good", "  ")
    assert refused.value.reason == Reason.WHY


def test_an_overruled_word_stands_and_the_points_go_the_other_way():
    table, _ = challenged()
    (ruled,) = rule(table, "good", "it stands in our dictionary")
    assert (ruled.ruling, ruled.overrules, ruled.why) == ("refused", "upheld", "it stands in our dictionary")
    assert table.scores()["S"] == 10
    assert (table.state.owed, table.state.player("N").owes_turns, table.words()) == (None, 0, ("WIERD",))
    table.compose("MAN")


def test_a_word_overruled_after_it_was_taken_back_may_be_laid_again():
    table, _ = challenged()
    table.take_back()
    rule(table, "good", "misread")
    assert (table.state.turn, table.state.player("N").owes_turns) == ("N", 0)
    table.compose("WIERD")


def test_overruled_after_the_next_play_only_the_points_change():
    table, _ = challenged()
    table.take_back()
    table.compose("MAN")
    rule(table, "good", "misread")
    assert (table.scores()["S"], table.state.turn, table.words()) == (10, "S", ("MAN",))


def test_a_refused_challenge_can_be_overruled_so_that_the_word_comes_back():
    table, _ = challenged("HAT")
    rule(table, "misspelt", "look at it again")
    assert (table.scores()["S"], table.state.owed.before, table.state.player("N").owes_turns) == (-10, "HAT", 1)


def test_overruling_a_word_back_puts_its_player_out_again():
    table = gone_out("WIERD")
    table.challenge("E")
    assert kinds(rule(table, "good", "it is listed")) == ["ruling", "out"]
    assert (table.state.phase, table.state.out) == ("count", "N")


def test_a_fine_can_be_overruled_into_a_misspelling():
    table, _ = challenged("OSLO", rules="drive")
    rule(table, "misspelt", "he meant ALSO")
    assert (table.state.player("N").fines, table.scores()["N"], table.state.owed.before) == (0, 0, "OSLO")


def test_a_ruling_is_not_overruled_by_the_same():
    table, _ = challenged()
    with pytest.raises(Refused) as refused:
        rule(table, "misspelt", "so it is")
    assert refused.value.reason == Reason.NOTHING_TO_RULE


@pytest.mark.parametrize("verdict", ["unclear", "", "GOOD", "upheld"])
def test_a_person_rules_good_misspelt_or_not_allowed(verdict):
    table, _ = challenged("QUOTH")
    with pytest.raises(Refused):
        rule(table, verdict)


def test_without_a_challenge_there_is_nothing_to_rule():
    table = open_table()
    table.compose("HAT")
    with pytest.raises(Refused) as refused:
        rule(table, "misspelt", "I do not like it")
    assert refused.value.reason == Reason.NOTHING_TO_RULE


def doubtful(word="WIERD", confidence=0.5):
    table = open_table()
    table.do(c.Play(t=table.t + 1, act="compose", after=word, confidence=confidence))
    return table, table.challenge("S")


def test_a_doubtfully_read_word_is_not_ruled_on_but_asked_about():
    table, (ruled,) = doubtful()
    assert (ruled.ruling, ruled.verdict, ruled.reason) == ("asked", "unclear", "doubtful read")
    assert (table.state.question.about, table.state.question.detail) == ("doubtful read", "WIERD")
    assert table.scores() == {"N": 0, "E": 0, "S": 0, "W": 0}


def test_a_doubtfully_read_word_is_ruled_on_once_the_table_says_it_is_so():
    table, _ = doubtful()
    answered, ruled = table.do(c.Answer(t=table.t + 1, answer="yes"))
    assert (answered.about, ruled.ruling, ruled.verdict, ruled.seat) == ("doubtful read", "upheld", "misspelt", "S")
    assert table.state.owed.before == "WIERD"


def test_a_wrongly_read_word_can_be_set_right_and_challenged_again():
    table, _ = doubtful()
    table.do(c.Answer(t=table.t + 1, answer="no"))
    assert (table.state.question, table.state.last.ruling) == (None, None)
    table.do(c.Correct(t=table.t + 1, field="word", value={"before": "WIERD", "after": "WEIRD"}))
    assert "WEIRD" in table.words()


def test_how_surely_a_word_must_be_read_is_a_house_rule():
    table = open_table(sure_read=0.4)
    table.do(c.Play(t=table.t + 1, act="compose", after="WIERD", confidence=0.5))
    assert table.challenge("S")[0].ruling == "upheld"
