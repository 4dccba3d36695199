"""The drive's seven minutes: started, stopped and set; warnings, and the bell."""

import pytest
from lexicon_table import kinds, open_table

from engine import commands as c
from engine.errors import Refused
from engine.games.reasons import Reason


def drive(started=True, **house):
    table = open_table("drive", **house)
    if started:
        table.do(c.StartClock(t=0.0))
    return table


def tick(table, t):
    return [(event.type, event.t) for event in table.do(c.Tick(t=t))]


def test_the_hand_lasts_seven_minutes_with_two_warnings_and_the_bell():
    table = drive()
    assert tick(table, 359.9) == []
    assert tick(table, 360.0) == [("warning", 360.0)]
    assert tick(table, 410.2) == [("warning", 410.0)]
    assert tick(table, 500.0) == [("bell", 420.0)]
    assert table.state.phase == "count"


def test_a_late_tick_brings_everything_at_its_exact_time():
    assert tick(drive(), 1000.0) == [("warning", 360.0), ("warning", 410.0), ("bell", 420.0)]


def test_what_fell_due_comes_before_the_command_that_came_later():
    table = drive()
    table.compose("WIERD")
    events = table.do(c.Challenge(t=421.0, seat="S"))
    assert kinds(events) == ["warning", "warning", "bell", "ruling"]


def test_a_play_seen_after_the_bell_but_laid_before_it_counts():
    table = drive()
    table.do(c.Tick(t=420.0))
    table.do(c.Play(t=419.6, act="compose", after="HAT"))
    assert (table.words(), table.state.phase, table.state.player("N").cards) == (("HAT",), "count", 7)


def test_a_play_laid_after_the_bell_is_refused():
    table = drive()
    with pytest.raises(Refused) as refused:
        table.do(c.Play(t=420.1, act="compose", after="HAT"))
    assert refused.value.reason == Reason.NOT_NOW
    assert table.state.phase == "play"


def test_the_dealers_press_starts_the_clock_before_anybody_has_played():
    table = drive(started=False)
    assert kinds(table.do(c.Press(t=3.0, seat="W", press="short"))) == ["clock started"]
    assert table.state.bell.ends_at == 423.0


def test_another_players_press_does_not_start_the_clock():
    table = drive(started=False)
    (ruled,) = table.do(c.Press(t=3.0, seat="E", press="short"))
    assert ruled.ruling == "nothing to challenge"


@pytest.mark.parametrize("press", ["start", "short"])
def test_the_hall_button_starts_the_clock(press):
    assert kinds(drive(started=False).do(c.Press(t=0.0, seat=None, press=press))) == ["clock started"]


def test_the_hall_button_deals_and_starts_when_the_table_is_ready():
    table = open_table("drive", dealer=None)
    table.do(c.Correct(t=0.0, field="dealer", value="S"))
    assert kinds(table.do(c.Press(t=1.0, seat=None, press="start"))) == ["deal", "clock started"]
    assert table.state.dealer == "S"


def test_the_halls_button_held_long_stops_the_clock_and_lets_it_run_on():
    table = drive()
    assert kinds(table.do(c.Press(t=1.0, seat=None, press="long"))) == ["clock paused"]
    assert kinds(table.do(c.Press(t=2.0, seat=None, press="long"))) == ["clock resumed"]


def test_a_clock_starts_once():
    with pytest.raises(Refused) as refused:
        drive().do(c.StartClock(t=1.0))
    assert refused.value.reason == Reason.CLOCK


def test_a_home_game_has_no_clock():
    with pytest.raises(Refused) as refused:
        open_table().do(c.StartClock(t=1.0))
    assert refused.value.reason == Reason.NO_CLOCK


def test_a_long_press_stops_the_clock_and_another_lets_it_run_on():
    table = drive()
    (paused,) = table.do(c.Press(t=100.0, seat="N", press="long"))
    assert paused.remaining == 320.0
    assert tick(table, 900.0) == []
    table.do(c.Press(t=1000.0, seat="N", press="long"))
    assert table.state.bell.ends_at == 1320.0


def test_a_restart_sets_what_remains_whatever_the_old_clock_says():
    table = drive()
    assert kinds(table.do(c.PauseClock(t=5000.0, why="restart", remaining=200.0))) == ["clock paused"]
    table.do(c.ResumeClock(t=5010.0))
    assert table.state.bell.ends_at == 5210.0


def test_a_minute_more_brings_the_warnings_again():
    table = drive()
    table.do(c.Tick(t=365.0))
    table.do(c.AdjustClock(t=365.0, seconds=60.0))
    assert tick(table, 480.0) == [("warning", 420.0), ("warning", 470.0), ("bell", 480.0)]


def test_a_clock_set_to_nothing_rings_at_once():
    table = drive()
    table.do(c.AdjustClock(t=10.0, seconds=-1000.0))
    assert tick(table, 10.0)[-1] == ("bell", 10.0)


@pytest.mark.parametrize(
    "command",
    [
        c.StartClock(t=1.0, seconds=0.0),
        c.StartClock(t=1.0, seconds=float("nan")),
        c.StartClock(t=1.0, seconds=-5.0),
        c.StartClock(t=1.0, seconds=1e9),
        c.ResumeClock(t=1.0),
        c.PauseClock(t=1.0),
        c.PauseClock(t=1.0, why="tea"),
        c.AdjustClock(t=1.0, seconds=0.0),
        c.AdjustClock(t=1.0, seconds=float("inf")),
        c.AdjustClock(t=1.0, seconds=1e7),
    ],
)
def test_a_waiting_clock_refuses_what_makes_no_sense(command):
    table = drive(started=False)
    with pytest.raises(Refused):
        table.do(command)
    assert table.state.bell.phase == "waiting"


def test_going_out_stops_the_clock():
    table = drive()
    table.cards(N=3)
    table.do(c.Play(t=100.0, act="compose", after="HAT"))
    assert tick(table, 500.0) == []
    assert table.state.bell.left == 320.0


def test_the_clock_runs_on_when_the_word_that_went_out_falls():
    table = drive()
    table.cards(N=5)
    table.do(c.Play(t=100.0, act="compose", after="WIERD"))
    table.do(c.Challenge(t=130.0, seat="E"))
    assert (table.state.bell.phase, table.state.bell.ends_at) == ("running", 450.0)


def test_after_the_bell_the_cards_of_a_word_that_falls_go_back_and_count():
    table = drive()
    table.compose("WIERD")
    table.do(c.Tick(t=420.0))
    table.do(c.Challenge(t=425.0, seat="E"))
    assert table.state.phase == "count"
    with pytest.raises(Refused) as refused:
        table.do(c.Mark(t=426.0, totals={"N": 40}))
    assert refused.value.reason == Reason.TAKE_BACK_FIRST
    table.do(c.Play(t=427.0, act="takeback"))
    assert table.state.player("N").cards == 10
    table.do(c.Mark(t=428.0, totals={"N": 80}))


def test_after_the_bell_nobody_changes_his_mind():
    table = drive()
    table.compose("HAT")
    table.do(c.Tick(t=420.0))
    with pytest.raises(Refused) as refused:
        table.do(c.Play(t=421.0, act="takeback"))
    assert refused.value.reason == Reason.NOTHING_TO_TAKE_BACK


def test_a_marked_total_falls_with_the_word_that_is_challenged_after_the_bell():
    table = drive()
    table.compose("OSLO")
    table.do(c.Tick(t=420.0))
    table.do(c.Mark(t=424.0, totals={"N": 46}))
    table.do(c.Challenge(t=425.0, seat="E"))
    player = table.state.player("N")
    assert (player.marked, player.fines, player.score) == (None, 50, 50)
