"""People come late, go home, and are away for a hand; the tables stay legal and few have to move."""

import pytest
from drive_hall import Hall

from engine.drive import commands as c
from engine.drive import events as e
from engine.drive.seating import sizes
from engine.drive.watch import without_chair


@pytest.mark.parametrize(
    ("players", "tables"),
    [(3, (3,)), (4, (4,)), (5, (5,)), (6, (3, 3)), (7, (4, 3)), (9, (3, 3, 3)), (13, (4, 3, 3, 3)), (16, (4, 4, 4, 4))],
)
def test_tables_are_of_four_and_three_and_five_players_sit_at_one(players, tables):
    assert sizes(players) == tables


def test_two_players_make_no_drive():
    assert Hall(2).refused(c.MakeHand(t=0)) == "too few players"


def test_five_at_a_table_have_two_packs_and_numbered_seats():
    hall = Hall(5)
    hall.make()
    assert hall.tables[1].packs == 2
    assert [seat for seat, _ in hall.tables[1].chairs] == ["1", "2", "3", "4", "5"]


def test_a_sixth_player_makes_two_tables_of_three():
    hall = Hall(5)
    hall.make()
    hall.join(1)
    assert [len(table.players) for table in hall.tables.values()] == [3, 3]


def test_who_comes_late_takes_a_free_chair_and_nobody_else_moves():
    hall = Hall(7)
    hall.make()
    before = hall.seats()
    hall.join(1)
    assert hall.tables[2].at("W") == 8
    assert {**hall.seats()[2], "W": None} == {**before[2], "W": None}
    assert hall.seats()[1] == before[1]


def test_who_comes_while_a_hand_is_played_waits_for_the_next():
    hall = Hall(7)
    hall.begin()
    hall.join(1)
    assert without_chair(hall.state) == (8,)
    hall.ring()
    hall.score(1, [10, 20, 30, 40])
    hall.score(2, [10, 20, 30])
    hall.make()
    assert without_chair(hall.state) == ()


def test_a_late_comer_may_wait_though_seats_are_announced():
    hall = Hall(7)
    hall.make()
    hall.join(1, wait=True)
    assert without_chair(hall.state) == (8,)


def test_a_player_too_many_for_full_tables_borrows_two():
    hall = Hall(8)
    hall.make()
    hall.join(1)
    assert [len(table.players) for table in hall.tables.values()] == [3, 3, 3]


def test_a_table_left_by_two_is_closed_or_helped_and_keeps_the_others_in_their_chairs():
    hall = Hall(16)
    hall.make()
    before = hall.seats()
    for number in hall.tables[2].players[:2]:
        hall.do(c.Leave(t=1, number=number))
    assert [len(table.players) for table in hall.tables.values()] == [4, 3, 4, 3]
    assert hall.seats()[1] == before[1]
    assert hall.seats()[3] == before[3]


def test_a_table_that_is_closed_leaves_a_gap_and_the_winner_goes_over_it():
    hall = Hall(9)
    hall.make()
    for number in hall.tables[2].players[:2]:
        hall.do(c.Leave(t=1, number=number))
    assert list(hall.tables) == [1, 3]
    hall.do(c.UnmakeHand(t=1))
    hall.play()
    winner = hall.tables[1].players[0]
    after = sorted(hall.tables)[1]
    hall.make()
    assert winner in hall.tables[after].players


def test_who_is_away_for_a_hand_keeps_his_chair_and_a_table_of_three_plays_with_two():
    hall = Hall(6)
    hall.make()
    gone = hall.tables[2].players[1]
    hall.do(c.SetAbsent(t=1, number=gone))
    assert len(hall.tables[2].players) == 2
    assert hall.tables[2].seat_of(gone) == "E"
    hall.do(c.SetAbsent(t=2, number=gone, absent=False))
    assert len(hall.tables[2].players) == 3


def test_who_was_away_is_back_in_the_next_hand_by_himself():
    hall = Hall(6)
    gone = 4
    hall.do(c.SetAbsent(t=1, number=gone))
    hall.play()
    assert all(gone not in table.players for table in hall.tables.values())
    hall.make()
    assert any(gone in table.players for table in hall.tables.values())


def test_who_left_by_mistake_is_put_back():
    hall = Hall(8)
    hall.play()
    hall.do(c.Leave(t=500, number=3))
    hall.do(c.Return(t=501, number=3))
    hall.make()
    assert any(3 in table.players for table in hall.tables.values())


def test_nobody_is_held_back_from_going_home_though_too_few_remain():
    hall = Hall(3)
    hall.make()
    hall.do(c.Leave(t=1, number=1))
    assert isinstance(hall.events[-1], e.HandUnmade)
    assert hall.state.phase == "gathering"


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (c.Join(t=0, players=(("", " "),)), "bad name"),
        (c.Join(t=0, players=(("", "x" * 61),)), "bad name"),
        (c.Join(t=0, players=(("4", "Zoe"),)), "number taken"),
        (c.Join(t=0, players=(("one", "Zoe"),)), "number taken"),
        (c.Join(t=0, players=()), "bad name"),
        (c.Join(t=0, players=(("", "player 2"),)), "name taken"),
        (c.Join(t=0, players=(("", "Zoe"), ("", "zoe"))), "name taken"),
        (c.Rename(t=0, number=1, name="Player 2"), "name taken"),
        (c.Join(t=0, players=(("", "Zoe"),) * 993), "too many players"),
        (c.Leave(t=0, number=99), "no such player"),
        (c.Return(t=0, number=1), "player here"),
        (c.Rename(t=0, number=1, name="Player 1"), "nothing changes"),
        (c.SetAbsent(t=0, number=1, absent=False), "nothing changes"),
        (c.MakeHand(t=0, tables={"1": {"N": 1, "E": 2, "S": 3, "W": 4}}), "bad seats"),
        (c.MakeHand(t=0, tables={"1": {"N": 1, "E": 2, "S": 3}, "2": {"N": 4, "E": 5, "S": 5}}), "bad seats"),
        (c.MakeHand(t=0, tables={"1": {"N": 1, "E": 2}, "2": {"N": 3, "E": 4, "S": 5, "W": 6}}), "bad seats"),
        (c.MakeHand(t=0, tables={"1": {"N": 1, "E": 2, "X": 3}, "2": {"N": 4, "E": 5, "S": 6}}), "bad seats"),
        (c.SetRules(t=0, rules={"hands": 0}), "drive setup"),
        (c.SetRules(t=0, rules={"pack": "whist"}), "drive setup"),
        (c.Announce(t=0), "drive not now"),
        (c.MarkCards(t=0, table=1, totals={"1": 10}), "drive not now"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(command, reason):
    hall = Hall(8 if isinstance(command, c.Join) else 6)
    assert hall.refused(command) == reason


def test_seats_may_be_given():
    hall = Hall(6)
    hall.make({"3": {"N": 1, "E": 2, "S": 3}, "7": {"N": 4, "E": 5, "W": 6}})
    assert hall.seats() == {3: {"N": 1, "E": 2, "S": 3}, 7: {"N": 4, "E": 5, "W": 6}}


def test_players_who_sat_down_the_wrong_way_may_change_chairs_before_their_cards_are_marked():
    hall = Hall(8)
    hall.begin()
    one, other = hall.tables[1].players[0], hall.tables[2].players[0]
    hall.do(c.Swap(t=10, number=one, other=other))
    assert hall.tables[1].at("N") == other
    hall.ring()
    hall.totals(1, [10, 20, 30, 40])
    assert hall.refused(c.Swap(t=430, number=one, other=other)) == "card final"
