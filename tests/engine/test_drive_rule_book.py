"""A Lexicon Drive as the rule book arranges it, from the first seats to the winner."""

import pytest
from drive_hall import Hall

from engine.drive import commands as c
from engine.drive import events as e
from engine.drive.standings import prizes, standings
from engine.drive.watch import going


def test_tables_are_arranged_for_four_players_each():
    hall = Hall(48)
    hall.make()
    assert [len(table.players) for table in hall.tables.values()] == [4] * 12


def test_any_four_persons_may_commence_together_so_the_seats_are_drawn():
    one, same, other = Hall(48), Hall(48), Hall(48, seed="1936")
    for hall in (one, same, other):
        hall.make()
    assert one.seats() == same.seats() != other.seats()
    assert isinstance(one.events[-1], e.HandMade)
    assert one.events[-1].seed == "1935/1"


@pytest.mark.parametrize(("table", "steward"), [(1, "Olga"), (10, "Olga"), (11, "Paul"), (20, "Paul"), (21, None)])
def test_a_steward_is_appointed_for_each_group_of_ten_tables(table, steward):
    hall = Hall(84)
    hall.do(c.NameStewards(t=0, names=("Olga", "Paul")))
    assert hall.state.steward_of(table) == steward


def test_all_four_cut_for_the_first_deal():
    hall = Hall(8)
    hall.make()
    assert all(table.dealer is None for table in hall.tables.values())


def test_seven_minutes_is_the_time_of_a_hand_and_then_the_bell_rings():
    hall = Hall(8)
    hall.begin()
    assert hall.state.hall.remaining(hall.t) == 420.0
    hall.ring()
    assert hall.events[-1] == e.HallBellRang(t=420.0, hand=1)
    assert hall.state.phase == "scoring"


def test_each_total_is_marked_and_the_player_on_the_left_initials_it():
    hall = Hall(4)
    hall.begin()
    hall.ring()
    hall.totals(1, [16, 26, 36, 46])
    north, east, south, _ = hall.tables[1].players
    assert hall.tables[1].cards[north].stage == "marked"
    assert hall.refused(c.InitialCard(t=420, number=north, by_number=south)) == "not neighbour"
    hall.do(c.InitialCard(t=420, number=north, by_number=east))
    assert hall.tables[1].cards[north].stage == "final"


def test_a_card_is_final_once_it_is_initialled():
    hall = Hall(4)
    hall.begin()
    hall.ring()
    hall.score(1, [16, 26, 36, 46])
    north = hall.tables[1].players[0]
    assert hall.refused(c.MarkCards(t=420, table=1, totals={str(north): 18})) == "card final"


def test_the_winners_move_on_one_to_two_and_five_to_six():
    hall = Hall(24)
    hall.play()
    winners = {number: table.players[0] for number, table in hall.tables.items()}
    hall.make()
    for number in range(1, 6):
        assert winners[number] in hall.tables[number + 1].players


def test_the_winner_of_the_last_table_moves_to_the_first():
    hall = Hall(24)
    hall.play()
    winner = hall.tables[6].players[0]
    hall.make()
    assert winner in hall.tables[1].players


def test_the_winner_takes_the_empty_chair_and_deals_there():
    hall = Hall(24)
    hall.play(lambda table, place: 10 + 2 * ((place + table) % 4))
    leaves = {number: min(table.players, key=lambda n: table.cards[n].total) for number, table in hall.tables.items()}
    chairs = {number: hall.tables[number].seat_of(player) for number, player in leaves.items()}
    hall.make()
    for number in range(1, 7):
        came = leaves[6 if number == 1 else number - 1]
        assert hall.tables[number].at(chairs[number]) == came
        assert hall.tables[number].dealer == came


def test_only_the_winners_move():
    hall = Hall(24)
    hall.play()
    hall.make()
    assert len(going(hall.state)) == 6


def test_who_runs_out_is_the_winner():
    hall = Hall(8)
    hall.begin()
    player = hall.tables[1].players[2]
    hall.do(c.ReportOut(t=60, table=1, number=player))
    hall.t = 61
    hall.score(1, [16, 26, 0, 46])
    hall.ring()
    hall.score(2, [6, 26, 36, 46])
    hall.make()
    assert player in hall.tables[2].players


def test_a_wrong_word_costs_fifty_points_marked_by_the_steward():
    hall = Hall(4)
    hall.begin()
    number = hall.tables[1].players[0]
    hall.do(c.Fine(t=10, number=number, why="PARIS", by="Olga"))
    hall.ring()
    hall.score(1, [16, 26, 36, 46])
    assert hall.tables[1].cards[number].points == 66


def test_a_fine_does_not_decide_who_moves():
    hall = Hall(8)
    hall.begin()
    number = hall.tables[1].players[0]
    hall.do(c.Fine(t=10, number=number, by="Olga"))
    hall.ring()
    hall.score(1, [16, 26, 36, 46])
    hall.score(2, [16, 26, 36, 46])
    hall.make()
    assert number in hall.tables[2].players


def test_equal_lowest_totals_are_cut_for_before_anybody_moves():
    hall = Hall(8)
    hall.begin()
    hall.ring()
    hall.totals(1, [16, 16, 36, 46])
    hall.initials(1)
    hall.score(2, [16, 26, 36, 46])
    first, second = hall.tables[1].players[:2]
    assert hall.refused(c.MakeHand(t=430)) == "not in"
    assert hall.refused(c.CutTie(t=430, table=1, number=hall.tables[1].players[2])) == "nothing to cut"
    hall.do(c.CutTie(t=430, table=1, number=second))
    hall.make()
    assert second in hall.tables[2].players
    assert first in hall.tables[1].players


def test_at_the_end_the_lowest_total_has_won():
    hall = Hall(8, hands=3)
    for _ in range(3):
        hall.play(lambda table, place: 20 + 2 * place)
    hall.do(c.Finish(t=hall.t))
    rows = standings(hall.state)
    assert rows[0].points == min(row.points for row in rows)
    assert prizes(hall.state)[0].numbers[0] == rows[0].number


def test_nobody_may_join_two_drives_in_one_journal():
    assert Hall(4).refused(c.Create(t=1, name="Another", seed="1")) == "drive open"
