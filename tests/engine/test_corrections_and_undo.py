"""Setting things right by hand, undoing, questions, and what the screens are given."""

import json

import pytest
from lexicon_table import LEXICON, kinds, open_table

from engine import commands as c
from engine.errors import BadSettings, Refused
from engine.events import Answered, Dealt, Event, Undone
from engine.games import game, game_names
from engine.games.protocol import Recorded
from engine.games.reasons import Reason
from engine.replay import advance, fold, standing


def undo(table):
    return table.do(c.Undo(t=table.now()))


def without_seq(state):
    from dataclasses import replace

    return replace(state, seq=0)


def test_undo_takes_back_the_last_play():
    table = open_table()
    table.compose("HAT")
    before = table.state
    table.compose("MAN")
    undo(table)
    assert without_seq(table.state) == without_seq(before)


def test_undo_takes_the_ruling_and_the_lost_turn_with_the_play_they_followed_from():
    table = open_table()
    table.compose("WE")
    before = table.state
    table.compose("WIERD")
    table.challenge("S")
    (undone,) = undo(table)
    assert [table.history[seq - 1].event.type for seq in undone.seqs] == ["move", "ruling"]
    assert without_seq(table.state) == without_seq(before)


def test_undo_repeated_goes_back_to_before_the_deal():
    table = open_table()
    table.compose("HAT", "MAN")
    for _ in range(3):
        undo(table)
    assert (table.state.phase, table.words()) == ("ready", ())
    with pytest.raises(Refused) as refused:
        undo(table)
    assert refused.value.reason == Reason.NOTHING_TO_UNDO


def test_undo_brings_a_player_who_went_out_back_into_play():
    table = open_table()
    table.cards(N=3)
    table.compose("HAT")
    undo(table)
    assert (table.state.phase, table.state.player("N").cards, table.state.turn) == ("play", 3, "N")


def test_undo_leaves_the_clock_running():
    table = open_table("drive")
    table.compose("HAT")
    table.do(c.StartClock(t=10.0))
    undo(table)
    assert (table.state.bell.phase, table.state.bell.ends_at) == ("running", 430.0)


def test_undo_does_not_unring_the_bell():
    table = open_table("drive")
    table.do(c.StartClock(t=0.0))
    table.compose("HAT")
    table.do(c.Tick(t=420.0))
    undo(table)
    assert (table.state.phase, table.words(), table.state.bell.phase) == ("count", (), "rung")


def test_undo_of_a_mark_leaves_the_play_before_it():
    table = open_table()
    table.cards(N=3)
    table.compose("HAT")
    table.mark(E=40, S=42, W=44)
    undo(table)
    assert (table.state.phase, table.words(), table.scores()["E"]) == ("count", ("HAT",), 0)


def test_what_was_undone_stays_in_the_journal():
    table = open_table()
    table.compose("HAT")
    undo(table)
    assert [r.event.type for r in table.history] == ["opened", "deal", "move", "undone"]
    assert [r.event.type for r in standing(table.history)] == ["opened", "deal"]


def test_an_undoing_that_is_undone_counts_no_more():
    table = open_table()
    table.compose("HAT")
    undo(table)
    again = Recorded("table", 5, "", Undone(t=9.0, seqs=(4,)))
    state = fold(LEXICON, [*table.history, again])
    assert [word.text for word in state.words] == ["HAT"]
    assert state.seq == 5


def test_events_undone_by_an_undoing_that_was_undone_by_another_stay_undone():
    table = open_table()
    table.compose("HAT")
    undo(table)
    more = [Recorded("table", 5, "", Undone(t=9.0, seqs=(4,))), Recorded("table", 6, "", Undone(t=9.0, seqs=(5,)))]
    assert fold(LEXICON, [*table.history, *more]).words == ()


def test_advancing_gives_the_same_state_as_folding_everything():
    table = open_table()
    table.compose("HAT", "WIERD")
    table.challenge("S")
    undo(table)
    assert fold(LEXICON, table.history) == table.state
    assert advance(LEXICON, LEXICON.initial(), table.history, table.history) == table.state


def correct(table, field, value, seat=None):
    return table.do(c.Correct(t=table.now(), field=field, value=value, seat=seat, why="miscounted", by="Hostess"))


def test_a_score_is_corrected_and_the_old_one_recorded():
    table = open_table()
    (event,) = correct(table, "score", -20, "N")
    assert (event.old, event.value, event.by, table.scores()["N"]) == (0, -20, "Hostess", -20)


def test_the_turn_is_corrected_and_whatever_that_player_owed_is_forgiven():
    table = open_table()
    table.compose("WIERD")
    table.challenge("S")
    table.take_back()
    correct(table, "turn", "N")
    table.compose("HAT")
    assert table.state.turn == "E"


def test_the_dealer_of_the_next_deal_can_be_set():
    table = open_table(dealer=None)
    correct(table, "dealer", "S")
    table.do(c.Deal(t=table.now()))
    assert table.state.dealer == "S"


def test_a_misread_word_is_corrected_and_its_player_holds_one_card_fewer():
    table = open_table()
    table.compose("HAT")
    correct(table, "word", {"before": "HAT", "after": "CHAT"})
    assert (table.words(), table.state.player("N").cards, table.state.last.after) == (("CHAT",), 6, "CHAT")
    assert table.challenge("S")[0].word == "CHAT"


def test_a_word_is_removed_or_added_by_hand():
    table = open_table()
    table.compose("HAT")
    correct(table, "word", {"before": "HAT", "after": None})
    correct(table, "word", {"before": None, "after": "MAN"})
    assert table.words() == ("MAN",)
    assert table.challenge("S")[0].ruling == "nothing to challenge"


def test_correcting_the_last_card_away_ends_the_deal():
    table = open_table()
    assert kinds(correct(table, "cards", 0, "E")) == ["corrected", "out"]
    assert table.state.out == "E"


def test_the_exposed_card_is_corrected():
    table = open_table()
    correct(table, "exposed", "U")
    assert table.state.exposed == "U"


@pytest.mark.parametrize(
    ("field", "value", "seat"),
    [
        ("score", "many", "N"),
        ("score", 1.5, "N"),
        ("score", True, "N"),
        ("score", 10**9, "N"),
        ("score", 5, None),
        ("score", 5, "X"),
        ("score", 0, "N"),
        ("cards", 11, "N"),
        ("cards", -1, "N"),
        ("cards", 3, None),
        ("turn", "X", None),
        ("turn", 5, None),
        ("turn", None, None),
        ("dealer", "", None),
        ("exposed", "ab", None),
        ("exposed", 7, None),
        ("word", "HAT", None),
        ("word", {}, None),
        ("word", {"before": "HAT", "after": "HAT"}, None),
        ("word", {"before": "CAT", "after": "HAT"}, None),
        ("word", {"before": "HAT", "after": "hat"}, None),
        ("word", {"before": "HAT", "after": 5}, None),
        ("word", {"before": "HAT", "after": "JJ"}, None),
        ("word", {"before": "HAT", "after": "CAT", "seat": "N"}, None),
        ("colour", "blue", None),
        ("word", float("nan"), None),
    ],
)
def test_a_correction_that_makes_no_sense_is_refused(field, value, seat):
    table = open_table()
    table.compose("HAT")
    seen = table.state
    with pytest.raises(Refused):
        correct(table, field, value, seat)
    assert table.state == seen


def test_a_doubt_is_asked_until_somebody_answers():
    table = open_table()
    table.do(c.Doubt(t=1.0, about="unread", detail="a card lies askew", reading={"cards": [1, 2]}))
    assert (table.state.question.about, table.state.question.reading) == ("unread", {"cards": [1, 2]})
    (answered,) = table.do(c.Press(t=2.0, seat="E", press="short"))
    assert (type(answered), answered.answer, table.state.question) == (Answered, "yes", None)


def test_no_is_a_long_press():
    table = open_table()
    table.do(c.Doubt(t=1.0, about="unread"))
    assert table.do(c.Press(t=2.0, seat="E", press="long"))[0].answer == "no"


@pytest.mark.parametrize("answer", ["", "perhaps", "YES"])
def test_a_question_is_answered_yes_or_no(answer):
    table = open_table()
    table.do(c.Doubt(t=1.0, about="unread"))
    with pytest.raises(Refused):
        table.do(c.Answer(t=2.0, answer=answer))


def test_there_is_no_answer_without_a_question():
    with pytest.raises(Refused) as refused:
        open_table().do(c.Answer(t=2.0, answer="yes"))
    assert refused.value.reason == Reason.NO_QUESTION


def test_a_doubt_does_not_push_away_the_question_of_a_ruling():
    table = open_table()
    table.compose("QUOTH")
    table.challenge("S")
    with pytest.raises(Refused) as refused:
        table.do(c.Doubt(t=9.0, about="unread"))
    assert refused.value.reason == Reason.OPEN_QUESTION


@pytest.mark.parametrize(
    ("seat", "press"), [("N", "long"), (None, "long"), ("N", "double"), ("N", ""), ("X", "short"), (None, "start")]
)
def test_a_press_that_means_nothing_is_refused(seat, press):
    table = open_table()
    with pytest.raises(Refused):
        table.do(c.Press(t=1.0, seat=seat, press=press))


def test_the_dealers_press_deals_when_the_table_is_ready():
    table = open_table(dealer=None)
    correct(table, "dealer", "S")
    assert [type(event) for event in table.do(c.Press(t=1.0, seat="S", press="short"))] == [Dealt]


def test_a_press_in_play_challenges():
    table = open_table()
    table.compose("WIERD")
    assert table.do(c.Press(t=9.0, seat="W", press="short"))[0].ruling == "upheld"


def verdict_words(value):
    text = json.dumps(value)
    return [word for word in ("misspelt", "not allowed", "unclear", "upheld", "WEIRD") if word in text]


def test_the_view_never_says_whether_an_unchallenged_word_is_good():
    table = open_table(show_validity=False)
    table.compose("WIERD", "OSLO")
    assert verdict_words(LEXICON.view(table.state, table.judge)) == []


def test_by_a_house_rule_the_view_says_of_every_word_whether_it_is_good():
    table = open_table(show_validity=True)
    table.compose("WIERD", "OSLO", "HAT", "QUOTH")
    words = LEXICON.view(table.state, table.judge)["words"]
    assert [(word["text"], word["verdict"]) for word in words] == [
        ("WIERD", "misspelt"), ("OSLO", "not allowed"), ("HAT", "good"), ("QUOTH", "unclear"),
    ]  # fmt: skip


def test_in_a_drive_no_house_rule_says_of_a_word_whether_it_is_good():
    with pytest.raises(Refused, match="show_validity is for the home game"):
        open_table("drive", show_validity=True)


def test_the_view_gives_the_ruling_once_a_challenge_has_brought_it_out():
    table = open_table()
    table.compose("WIERD")
    assert LEXICON.view(table.state)["challengeable"]
    table.challenge("S")
    view = LEXICON.view(table.state)
    assert (view["ruling"]["ruling"], view["ruling"]["meant"], view["challengeable"]) == ("upheld", ["WEIRD"], False)
    assert view["owed"] == {"seat": "N", "before": "WIERD", "after": None}


def test_the_view_has_what_a_screen_draws():
    table = open_table("drive")
    table.do(c.StartClock(t=5.0))
    table.compose("HAT")
    view = LEXICON.view(table.state)
    assert (view["phase"], view["turn"], view["dealer"], view["list"]["name"]) == ("play", "E", "W", "stub")
    assert view["clock"] == {"phase": "running", "left": 420.0, "ends_at": 425.0, "minutes": 7.0}
    assert view["words"] == [{"text": "HAT", "seat": "N"}]
    assert view["players"][0]["cards"] == 7


def test_the_view_of_a_closed_table_can_be_drawn_too():
    assert LEXICON.view(LEXICON.initial())["phase"] == "closed"


def test_games_are_found_by_name():
    assert game("lexicon").name in game_names()
    with pytest.raises(BadSettings, match="no game called 'whist'"):
        game("whist")


def test_an_event_the_game_does_not_know_changes_nothing():
    state = open_table().state
    assert LEXICON.evolve(state, Event(t=1.0)) == state
