"""Players of a drive sit down: badges that lie before seats, buttons, and what the drive makes of them."""

import pytest
from drive_hall import DRIVE, Hall

from engine.commands import Command, Deal, Open, Press, SeeBadges, StartClock, Undo
from engine.drive import commands as c
from engine.drive.reports import opening
from engine.drive.watch import misplaced
from engine.errors import Refused
from engine.games.lexicon import Lexicon
from engine.rulings import StandIn
from engine.sitting import badges_seen
from engine.table import SeenBadge, TableReading

LEXICON, JUDGE = Lexicon(), StandIn("no words here")
HERE = {"N": 12, "E": 7, "S": 1204, "W": 3}


def done(state, *commands):
    for command in commands:
        for event in LEXICON.decide(state, command, JUDGE):
            state = LEXICON.evolve(state, event)
    return state


def at_a_drive(seats="NESW", drive=True):
    named = tuple((seat, f"Player {seat}") for seat in seats)
    place = {"hand": 1, "table": 3} if drive else {}
    return done(
        LEXICON.initial(),
        Open(t=0, game="lexicon", rules="drive", language="en", pack="lexicon", seats=named, drive=place),
    )


def picture(badges, hand=False, covered=False):
    seen = tuple(SeenBadge(number, ((0, 0), (1, 0), (1, 1), (0, 1)), (0, 0), zone) for zone, number in badges)
    return TableReading("", 1536, 1152, 0.8, (), (), badges=seen, hand=hand, covered=covered)


def seen(state, badges, **more):
    return badges_seen(state, picture(badges.items() if isinstance(badges, dict) else badges, **more), 5.0)


def laid(state, badges):
    return done(state, seen(state, badges))


def test_badges_that_lie_before_seats_tell_who_sits_there():
    assert laid(at_a_drive(), HERE).badges == HERE


def test_badges_seen_as_they_lay_say_nothing_new():
    assert seen(laid(at_a_drive(), HERE), HERE) is None


def test_a_badge_in_the_middle_of_the_table_sits_nowhere():
    assert laid(at_a_drive(), [("centre", 12), ("E", 7)]).badges == {"E": 7}


def test_before_the_hand_a_badge_that_is_gone_was_taken_up():
    assert laid(laid(at_a_drive(), HERE), {"N": 12}).badges == {"N": 12}


@pytest.mark.parametrize("sight", [{"hand": True}, {"covered": True}])
def test_under_a_hand_no_badge_is_taken_for_gone(sight):
    assert seen(laid(at_a_drive(), HERE), {"N": 12}, **sight) is None


def test_in_play_a_badge_that_is_not_seen_is_only_covered():
    state = done(laid(at_a_drive(), HERE), Deal(t=6, seat="N"))
    assert seen(state, {"N": 12}) is None
    assert laid(state, {"N": 7}).badges == {"N": 7, "S": 1204, "W": 3}


def test_of_two_badges_before_one_seat_the_one_that_lay_there_stays():
    state = laid(at_a_drive(), {"N": 12})
    assert seen(state, [("N", 40), ("N", 12)]) is None


def test_at_a_table_of_five_badges_lie_before_numbered_seats():
    assert laid(at_a_drive("12345"), [("3", 12), ("N", 7)]).badges == {"3": 12}


def test_without_a_drive_a_badge_says_nothing():
    home = at_a_drive(drive=False)
    assert seen(home, HERE) is None
    with pytest.raises(Refused):
        LEXICON.decide(home, SeeBadges(t=1, badges=HERE), JUDGE)


@pytest.mark.parametrize("badges", [{"N": 12, "E": 12}, {"N": 0}, {"N": 99999}, {"N": 3, "1": 4}, {"N": "12"}])
def test_badges_that_cannot_be_are_refused(badges):
    with pytest.raises(Refused):
        LEXICON.decide(at_a_drive(), SeeBadges(t=1, badges=badges), JUDGE)


def test_undoing_a_play_leaves_everybody_where_he_sits():
    state = done(at_a_drive(), Deal(t=1, seat="N"), SeeBadges(t=2, badges=HERE))
    with pytest.raises(Refused):
        LEXICON.decide(state, Undo(t=3), JUDGE, ())
    assert state.badges == HERE


def test_before_a_drives_hand_every_button_says_that_its_player_sits_and_starts_nothing():
    state = at_a_drive()
    for seat in "NESW":
        state = done(state, Press(t=1, seat=seat, press="short"))
    assert (state.sits, state.phase) == (("N", "E", "S", "W"), "ready")
    with pytest.raises(Refused):
        LEXICON.decide(state, Press(t=2, seat="N", press="short"), JUDGE)


def test_the_next_hand_is_sat_down_to_anew():
    state = done(laid(at_a_drive(), HERE), Press(t=1, seat="N", press="short"))
    again = done(
        state,
        Open(
            t=9, game="lexicon", rules="drive", language="en", pack="lexicon", seats=(("N", "A"), ("E", "B")),
            drive={"hand": 2, "table": 3},
        ),
    )  # fmt: skip
    assert (again.badges, again.sits) == ({}, ())


class Tables:
    """A drive of two tables whose own games report to it."""

    def __init__(self):
        self.hall = Hall(8)
        self.hall.make()
        self.hall.do(c.Announce(t=0))
        self.games = {
            number: done(
                LEXICON.initial(),
                Open(**{**_fields(opening(self.hall.state, table)), "drive": {"hand": 1, "table": number}}),
            )
            for number, table in self.hall.tables.items()
        }

    def does(self, number: int, *commands: Command):
        self.games[number] = done(self.games[number], *commands)
        self.reports(number)

    def reports(self, number: int):
        self.hall.do(c.ReportTable(t=1, hand=1, table=number, game=self.games[number]))

    def seats(self, number: int):
        return dict(self.hall.tables[number].chairs)


def _fields(opened):
    return {name: getattr(opened, name) for name in opened.__dataclass_fields__}


def test_a_table_whose_badges_lie_where_they_should_is_seated():
    tables = Tables()
    tables.does(1, SeeBadges(t=1, badges=tables.seats(1)))
    assert tables.hall.tables[1].seated
    assert misplaced(tables.hall.state) == ()


def test_a_table_whose_players_have_all_pressed_is_seated():
    tables = Tables()
    for place, seat in enumerate(tables.seats(2)):
        assert not tables.hall.tables[2].seated
        tables.does(2, Press(t=place, seat=seat, press="short"))
    assert tables.hall.tables[2].seated


def test_whoever_goes_on_to_his_own_table_is_not_called_back_by_what_the_other_saw():
    tables = Tables()
    stray = tables.seats(2)["E"]
    tables.does(1, SeeBadges(t=1, badges={"S": stray}))
    assert [(item.number, item.table, item.right_table) for item in misplaced(tables.hall.state)] == [(stray, 1, 2)]
    tables.does(2, SeeBadges(t=2, badges={"E": stray}))
    assert misplaced(tables.hall.state) == ()
    tables.reports(1)  # as it stood before: said late, or twice
    assert misplaced(tables.hall.state) == ()


def test_what_a_table_reports_once_more_changes_nothing():
    tables = Tables()
    tables.does(1, SeeBadges(t=1, badges=tables.seats(1)))
    assert DRIVE.decide(tables.hall.state, c.ReportTable(t=3, hand=1, table=1, game=tables.games[1])) == ()


def test_a_badge_of_another_drive_says_nothing():
    tables = Tables()
    tables.does(1, SeeBadges(t=1, badges={"N": 999}))
    assert misplaced(tables.hall.state) == ()


def test_the_hall_starts_a_hand_whatever_the_badges_say():
    tables = Tables()
    tables.does(1, SeeBadges(t=1, badges=tables.seats(1)), Deal(t=2, seat="N"), StartClock(t=2))
    assert tables.games[1].phase == "play"
