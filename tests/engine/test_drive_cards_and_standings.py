"""Score cards are honest: odd totals are asked about, corrections follow through, and places come from the cards."""

import pytest
from drive_hall import Hall

from engine.drive import commands as c
from engine.drive.standings import Prize, prizes, standings, ties


def counted_hall(players=4, **rules):
    """A hall that waits for the cards of its first hand."""
    hall = Hall(players, **rules)
    hall.begin()
    hall.ring()
    return hall


def places(hall):
    return {row.number: row.place for row in standings(hall.state)}


@pytest.mark.parametrize(
    ("totals", "counts", "told"),
    [
        ([13, 20, 30, 40], {}, "cannot make 13 points"),
        ([104, 20, 30, 40], {}, "cannot make 104 points"),
        ([15, 17, 30, 40], {}, "needs the Master"),
        ([40, 20, 30, 42], {0: 3}, "3 cards cannot make 40 points"),
        ([0, 0, 30, 40], {}, "cannot both be out"),
    ],
)
def test_a_total_that_can_hardly_be_right_is_questioned_and_taken_when_sure(totals, counts, told):
    hall = counted_hall()
    players = hall.tables[1].players
    marked = {str(n): total for n, total in zip(players, totals, strict=True)}
    cards = {str(players[place]): count for place, count in counts.items()}
    command = c.MarkCards(t=430, table=1, totals=marked, counts=cards)
    assert hall.refused(command) == "doubtful total"
    hall.do(c.MarkCards(t=430, table=1, totals=marked, counts=cards, sure=True))
    assert told in hall.events[-1].doubt


def test_with_two_packs_two_totals_may_need_a_master():
    hall = counted_hall(5)
    hall.totals(1, [15, 17, 30, 40, 50])
    assert hall.tables[1].cards[hall.tables[1].players[0]].total == 15


def test_a_total_said_twice_is_marked_once():
    hall = counted_hall()
    hall.totals(1, [10, 20, 30, 40])
    assert hall.totals(1, [10, 20, 30, 40]) == ()


def test_a_neighbour_who_does_not_agree_has_the_hand_counted_again():
    hall = counted_hall()
    hall.totals(1, [10, 20, 30, 40])
    north, east = hall.tables[1].players[:2]
    hall.do(c.RefuseCard(t=430, number=north, by_number=east))
    assert hall.tables[1].cards[north].stage == "open"


def test_a_steward_reopens_a_final_card_with_a_reason_and_its_total_counts_meanwhile():
    hall = counted_hall()
    hall.score(1, [10, 20, 30, 40])
    north, east = hall.tables[1].players[:2]
    assert hall.refused(c.ReopenCard(t=430, number=north, why=" ")) == "why"
    hall.do(c.ReopenCard(t=430, number=north, why="a card lay under the table", by="Olga"))
    assert hall.refused(c.MakeHand(t=440)) == "not in"
    assert next(row for row in standings(hall.state) if row.number == north).points == 10
    hall.do(c.MarkCards(t=450, table=1, totals={str(north): 18}))
    hall.do(c.InitialCard(t=451, number=north, by_number=east))
    assert hall.tables[1].cards[north].total == 18


def test_a_correction_of_an_earlier_hand_changes_the_standings_and_no_seat():
    hall = Hall(8)
    hall.play()
    winner = hall.tables[1].players[0]
    hall.begin()
    seats = hall.seats()
    hall.do(c.CorrectCard(t=600, number=winner, total=90, why="two cards were missed", hand=1, by="Olga"))
    assert hall.seats() == seats
    assert next(row for row in standings(hall.state) if row.number == winner).points == 90
    assert hall.events[-1].old == 10


def test_an_excused_player_has_missed_the_hand_and_the_table_is_in():
    hall = counted_hall()
    north, *others = hall.tables[1].players
    hall.do(c.MarkCards(t=430, table=1, totals={str(n): 20 + 2 * place for place, n in enumerate(others)}))
    for number in others:
        hall.do(c.InitialCard(t=431, number=number, by_number=0, by="Olga"))
    hall.do(c.ExcuseCard(t=432, number=north, why="was taken ill"))
    hall.make()
    assert next(row for row in standings(hall.state) if row.number == north).missed == 1


def test_a_fine_may_be_taken_off_with_a_reason():
    hall = counted_hall()
    north = hall.tables[1].players[0]
    hall.do(c.Fine(t=430, number=north))
    assert hall.refused(c.Fine(t=431, number=north, points=-50)) == "why"
    hall.do(c.Fine(t=431, number=north, points=-50, why="PARIS is in the dictionary"))
    assert hall.refused(c.Fine(t=432, number=north, points=-10, why="again")) == "impossible total"


def test_a_tables_voided_hand_counts_nothing_and_its_mover_is_cut():
    hall = counted_hall(8)
    hall.score(2, [10, 20, 30, 40])
    hall.do(c.VoidHand(t=430, table=1, why="two packs were mixed"))
    assert sum(row.points for row in standings(hall.state)) == 100
    assert hall.refused(c.MakeHand(t=431)) == "not in"
    hall.do(c.CutTie(t=432, table=1))
    hall.make()
    assert hall.refused(c.Fine(t=500, number=hall.state.hands[0].tables[1].players[0], hand=1)) == "drive not now"


def test_a_voided_table_is_not_behind_and_is_compared_by_points_a_hand():
    hall = Hall(8, movement="stay")
    hall.play(lambda table, place: 20 if table == 1 else 40)
    hall.begin()
    hall.ring()
    hall.score(2, [2, 4, 6, 8])
    hall.do(c.VoidHand(t=hall.t, table=1, why="mixed packs"))
    assert [row.hands for row in standings(hall.state)][:4] == [1, 1, 1, 1]


def test_who_missed_a_hand_stands_behind_those_who_played_all():
    hall = Hall(8)
    hall.do(c.SetAbsent(t=0, number=3))
    hall.play(lambda table, place: 40 + 2 * place)
    hall.play(lambda table, place: 40 + 2 * place)
    assert standings(hall.state)[-1].number == 3
    assert standings(hall.state)[-1].points < standings(hall.state)[0].points


def test_or_all_are_compared_by_their_average():
    hall = Hall(4, missed="average", movement="stay")
    hall.make({"1": {"N": 1, "E": 2, "S": 3, "W": 4}})
    hall.do(c.SetAbsent(t=0, number=1))
    hall.do(c.Announce(t=0))
    hall.do(c.StartHand(t=0, anyway=True))
    hall.ring()
    hall.score(1, [10, 20, 30])
    hall.begin()
    hall.ring()
    hall.score(1, [12, 40, 10, 44])
    assert places(hall) == {1: 1, 2: 3, 3: 2, 4: 4}


@pytest.mark.parametrize(
    ("rule", "expected"), [("shared", {1: 1, 2: 1, 3: 3, 4: 4}), ("hands won", {2: 1, 1: 2, 3: 3, 4: 4})]
)
def test_equal_totals_share_the_place_or_the_hands_won_decide(rule, expected):
    hall = Hall(4, ties=rule, movement="stay")
    for totals in ([14, 84, 86, 88], [40, 4, 86, 88], [40, 6, 86, 88]):
        hall.begin({"1": {"N": 1, "E": 2, "S": 3, "W": 4}})
        hall.ring()
        hall.score(1, totals)
    assert {row.number: row.points for row in standings(hall.state)} == {1: 94, 2: 94, 3: 258, 4: 264}
    assert places(hall) == expected


def test_equal_totals_may_be_cut_for():
    hall = Hall(4, ties="cut", movement="stay")
    hall.begin({"1": {"N": 1, "E": 2, "S": 3, "W": 4}})
    hall.ring()
    hall.score(1, [10, 10, 30, 40])
    assert ties(hall.state) == ((1, 2),)
    assert hall.refused(c.CutPlaces(t=430, numbers=(1, 3))) == "nothing to cut"
    hall.do(c.CutPlaces(t=430, numbers=(2, 1)))
    assert places(hall) == {2: 1, 1: 2, 3: 3, 4: 4}


def test_prizes_go_to_the_lowest_the_most_hands_won_and_the_highest():
    hall = Hall(4, movement="stay", prizes=2)
    for totals in ([10, 20, 30, 40], [40, 20, 22, 100]):
        hall.begin({"1": {"N": 1, "E": 2, "S": 3, "W": 4}})
        hall.ring()
        hall.score(1, totals)
    assert prizes(hall.state) == (
        Prize("lowest", 1, (2,)), Prize("lowest", 2, (1,)), Prize("most won", 1, (2, 1)), Prize("booby", 1, (4,)),
    )  # fmt: skip


@pytest.mark.parametrize(("movement", "from_table", "place"), [("winner up", 1, 0), ("loser down", 2, 3)])
def test_the_winner_goes_up_or_the_loser_down(movement, from_table, place):
    hall = Hall(12, movement=movement)
    hall.play()
    mover = hall.tables[from_table].players[place]
    target = from_table + (1 if movement == "winner up" else -1)
    hall.make()
    assert mover in hall.tables[target].players
    assert hall.tables[target].dealer == mover


def test_by_letter_north_stays_east_goes_up_one_south_two_and_west_down_one():
    hall = Hall(16, movement="by letter")
    hall.play()
    before = hall.seats()
    hall.make()
    tables = hall.seats()
    went = {seat: next(n for n in tables if tables[n][seat] == before[1][seat]) for seat in "NESW"}
    assert went == {"N": 1, "E": 2, "S": 3, "W": 4}
