"""The hall's clock: every phase has a way on and a way back, and the bell rings once."""

import pytest
from drive_hall import DRIVE, Hall

from engine.commands import AdjustClock, PauseClock, ResumeClock, Tick
from engine.drive import commands as c
from engine.drive import events as e
from engine.drive.hall import break_due
from engine.drive.watch import Misplaced, misplaced, missing


def kinds(events):
    return [type(event) for event in events]


def test_a_hand_starts_when_every_table_has_reported_that_it_sits():
    hall = Hall(8)
    hall.make()
    hall.do(c.Announce(t=0))
    hall.do(c.ReportSeated(t=5, table=1, by="button"))
    assert [item.table for item in missing(hall.state)] == [2]
    assert hall.refused(c.StartHand(t=6)) == "not seated"
    hall.do(c.ReportSeated(t=7, table=2))
    hall.do(c.StartHand(t=8))
    assert hall.state.phase == "running"


def test_a_report_said_twice_changes_nothing():
    hall = Hall(4)
    hall.make()
    hall.do(c.Announce(t=0))
    hall.do(c.ReportSeated(t=5, table=1))
    assert hall.do(c.ReportSeated(t=6, table=1)) == ()


def test_badges_at_the_right_chairs_seat_a_table():
    hall = Hall(4)
    hall.make()
    hall.do(c.Announce(t=0))
    for seat, number in hall.tables[1].chairs:
        hall.do(c.SeeBadge(t=1, table=1, seat=seat, number=number))
    assert hall.tables[1].seated
    assert misplaced(hall.state) == ()


def test_a_badge_names_the_player_who_is_at_the_wrong_table():
    hall = Hall(8)
    hall.make()
    hall.do(c.Announce(t=0))
    seat, stray = hall.tables[2].chairs[1]
    hall.do(c.SeeBadge(t=1, table=1, seat="E", number=stray))
    assert misplaced(hall.state) == (Misplaced(stray, 1, "E", 2, seat),)
    hall.do(c.SeeBadge(t=9, table=2, seat=seat, number=stray))
    assert misplaced(hall.state) == ()


def test_a_badge_at_the_right_table_but_another_chair_is_named_and_does_not_seat_the_table():
    hall = Hall(4)
    hall.make()
    hall.do(c.Announce(t=0))
    (north, ann), (east, ben), *others = hall.tables[1].chairs
    for seat, number in ((north, ben), (east, ann), *others):
        hall.do(c.SeeBadge(t=1, table=1, seat=seat, number=number))
    assert misplaced(hall.state) == (Misplaced(ann, 1, east, 1, north), Misplaced(ben, 1, north, 1, east))
    assert not hall.tables[1].seated
    hall.do(c.Swap(t=2, number=ann, other=ben))
    assert misplaced(hall.state) == ()


def test_a_badge_that_is_taken_up_is_at_no_wrong_table_any_more():
    hall = Hall(8)
    hall.make()
    hall.do(c.Announce(t=0))
    hall.do(c.SeeBadge(t=1, table=1, seat="E", number=hall.tables[2].players[0]))
    hall.do(c.SeeBadge(t=2, table=1, seat="E", number=0))
    assert misplaced(hall.state) == ()


def test_the_badge_of_nobody_in_the_drive_is_refused():
    hall = Hall(4)
    hall.make()
    hall.do(c.Announce(t=0))
    assert hall.refused(c.SeeBadge(t=1, table=1, seat="E", number=99)) == "no such player"


def test_a_pause_stops_the_hall_and_the_time_goes_on_from_there():
    hall = Hall(4)
    hall.begin()
    hall.do(PauseClock(t=100))
    assert hall.do(Tick(t=900)) == ()
    hall.do(ResumeClock(t=1000))
    assert hall.state.hall.ends_at == 1320


@pytest.mark.parametrize(("seconds", "ends"), [(60, 480), (-60, 360)])
def test_a_minute_more_or_less_is_for_everybody(seconds, ends):
    hall = Hall(4)
    hall.begin()
    hall.do(AdjustClock(t=10, seconds=seconds))
    assert hall.state.hall.ends_at == ends


def test_warnings_and_the_bell_come_at_their_exact_time_before_what_is_asked_later():
    hall = Hall(4)
    hall.begin()
    north = hall.tables[1].players[0]
    events = hall.do(c.MarkCards(t=500, table=1, totals={str(north): 12}))
    assert [(type(event), event.t) for event in events] == [
        (e.HallWarned, 360.0), (e.HallWarned, 410.0), (e.HallBellRang, 420.0), (e.CardsMarked, 500.0),
    ]  # fmt: skip


def test_the_bell_rings_once():
    hall = Hall(4)
    hall.begin()
    hall.ring()
    assert hall.do(Tick(t=1000)) == ()


def test_a_table_with_more_time_hears_its_own_bell():
    hall = Hall(8)
    hall.begin()
    hall.do(c.Extend(t=100, table=2, seconds=90))
    hall.ring()
    assert hall.state.bell.next_due() == 510
    assert hall.do(Tick(t=510)) == (e.TableBellRang(t=510, hand=1, table=2),)
    assert hall.state.bell.next_due() is None


def test_a_table_that_is_in_before_its_own_bell_hears_none_even_when_a_card_is_opened_again():
    hall = Hall(8)
    hall.begin()
    hall.do(c.Extend(t=100, table=2, seconds=90))
    hall.ring()
    hall.score(2, [10, 20, 30, 40])
    hall.do(c.ReopenCard(t=430, number=hall.tables[2].players[0], why="misread"))
    assert hall.do(Tick(t=600)) == ()


def test_when_all_tables_are_in_before_the_bell_it_does_not_ring():
    hall = Hall(4)
    hall.begin()
    hall.t = 200
    hall.score(1, [0, 20, 30, 40])
    assert isinstance(hall.events[-1], e.AllIn)
    assert hall.do(Tick(t=1000)) == ()


def test_correcting_a_result_never_rings_a_bell():
    hall = Hall(4)
    hall.play()
    number = hall.tables[1].players[0]
    hall.do(c.CorrectCard(t=900, number=number, total=14, why="counted again"))
    assert hall.do(Tick(t=2000)) == ()
    assert kinds(hall.events).count(e.HallBellRang) == 1


def test_a_start_by_mistake_is_called_back():
    hall = Hall(4)
    hall.begin()
    hall.do(c.CallBack(t=3))
    assert hall.state.phase == "announced"
    assert hall.do(Tick(t=1000)) == ()


def test_a_break_has_its_own_countdown_and_no_bell():
    hall = Hall(4, hands=4, breaks=[1], break_minutes=10)
    hall.play()
    assert break_due(hall.state)
    hall.do(c.TakeBreak(t=500))
    events = hall.do(Tick(t=1200))
    assert kinds(events) == [e.HallWarned, e.HallWarned, e.BreakOver]
    assert {event.about for event in events[:2]} == {"break"}
    hall.make()
    assert hall.state.phase == "made"


def test_a_made_hand_is_taken_back_and_made_again_the_same():
    hall = Hall(12)
    hall.play()
    hall.make()
    seats = hall.seats()
    hall.do(c.UnmakeHand(t=500))
    assert hall.state.phase == "scoring"
    hall.make()
    assert hall.seats() == seats


def test_a_hand_voided_in_the_whole_hall_ends_it_and_moves_nobody():
    hall = Hall(12)
    hall.begin()
    before = hall.seats()
    hall.do(c.VoidHand(t=50, why="fire alarm"))
    assert hall.do(Tick(t=1000)) == ()
    hall.make()
    assert hall.seats() == before


def test_a_drive_ended_in_mid_hand_does_not_count_that_hand():
    hall = Hall(4)
    hall.begin()
    hall.totals(1, [10, 20, 30, 40])
    assert hall.refused(c.Finish(t=10)) == "not in"
    hall.do(c.Finish(t=10, anyway=True))
    assert hall.state.phase == "over"
    assert hall.state.hand.void == "unfinished"
    hall.do(c.GoOn(t=20))
    assert hall.state.phase == "scoring"


@pytest.mark.parametrize(
    "command",
    [ResumeClock(t=10), AdjustClock(t=10, seconds=0), c.Extend(t=10, table=1, seconds=-5), PauseClock(t=10, why="tea")],
)
def test_what_the_clock_cannot_do_is_refused(command):
    hall = Hall(4)
    hall.begin()
    assert hall.refused(command) in ("clock", "not understood")


def test_no_command_is_taken_before_a_drive_is_set_up():
    with pytest.raises(ValueError, match="no drive is set up"):
        DRIVE.decide(DRIVE.initial(), c.MakeHand(t=0))
