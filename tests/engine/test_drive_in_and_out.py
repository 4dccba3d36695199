"""Players from a CSV file, results as CSV and JSON, and what a table's own game tells the drive."""

import csv
import io
import json

import pytest
from drive_hall import Hall

from engine.drive import commands as c
from engine.drive.reports import opening
from engine.drive.results import results_csv, results_json
from engine.drive.roll import read_roll
from engine.errors import BadRecord
from engine.state import Player, TableState


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("Ann\nBen\n", (("", "Ann"), ("", "Ben"))),
        ("Ann,7\n\nBen,\n", (("7", "Ann"), ("", "Ben"))),
        ("number;name\n3;Ann  Lee\n", (("3", "Ann Lee"),)),
        ("Nom\tNuméro\nChloé\t2\n", (("2", "Chloé"),)),
        ('\ufeffname\r\n"Lee, Ann"\r\n', (("", "Lee, Ann"),)),
    ],
)
def test_players_come_from_a_list(text, players):
    assert read_roll(text.encode(), "players.csv").players == players


def test_a_list_of_an_old_spreadsheet_is_read_too():
    assert read_roll("Chloé\n".encode("cp1252"), "players.csv").players == (("", "Chloé"),)


def test_first_seats_may_stand_in_the_list():
    roll = read_roll(b"name,table,seat\nAnn,1,N\nBen,1,e\nCleo,1,S\n", "players.csv")
    assert roll.players == (("1", "Ann"), ("2", "Ben"), ("3", "Cleo"))
    assert roll.seats == {"1": {"N": 1, "E": 2, "S": 3}}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name,number\nAnn,1\n,2\n", "line 3: a name"),
        ("name,number\nAnn,1\nBen,1\n", "line 3: Ben: number 1 stands in line 2"),
        ("Ann Bell\nBen\nann  bell\n", "line 3: ann bell stands in line 1 already"),
        ("name,number\nAnn,first\n", "line 2: Ann: 'first' is no number"),
        ("name,table,seat\nAnn,1,N\nBen,1,N\n", "line 3: Ben: table 1, N is taken in line 2"),
        ("name,table,seat\nAnn,1,N\nBen,,\n", "line 3: no first seat"),
        ("name,table,seat\nAnn,1,Q\n", "line 2: Ann: a first seat"),
        ("", "names no players"),
        ("name\n", "names no players"),
        ('name\n"Ann\n', "line 2: no row of CSV"),
        ("name\nA\0nn\n", "no text"),
        ("\n".join(f"P{n}" for n in range(1001)), "at most 1000"),
    ],
)
def test_a_bad_row_is_named_by_its_line(text, told):
    with pytest.raises(BadRecord, match=told):
        read_roll(text.encode(), "players.csv")


def test_every_bad_row_is_named_at_once():
    with pytest.raises(BadRecord, match=r"line 1: .*line 3: "):
        read_roll(b",1\nAnn,2\nBen,x\n", "players.csv")


def played():
    hall = Hall(4, movement="stay", hands=2)
    hall.begin({"1": {"N": 1, "E": 2, "S": 3, "W": 4}})
    hall.do(c.Fine(t=1, number=2, why="PARIS"))
    hall.ring()
    hall.score(1, [10, 20, 30, 40])
    return hall


def test_results_are_a_line_a_player_and_a_column_a_hand():
    rows = list(csv.DictReader(io.StringIO(results_csv(played().state))))
    assert [(row["place"], row["name"], row["points"], row["fines"], row["hand 1"]) for row in rows] == [
        ("1", "Player 1", "10", "0", "10"), ("2", "Player 3", "30", "0", "30"),
        ("3", "Player 4", "40", "0", "40"), ("4", "Player 2", "70", "50", "70"),
    ]  # fmt: skip


def test_a_name_is_no_formula_for_a_spreadsheet():
    hall = Hall()
    hall.do(c.Join(t=0, players=(("", "=1+1"), ("", "Ben"), ("", "Cleo"))))
    assert "'=1+1" in results_csv(hall.state)


def test_results_as_json_hold_every_card():
    results = json.loads(json.dumps(results_json(played().state)))
    chairs = results["hands"][0]["tables"][0]["chairs"]
    assert [(chair["number"], chair["total"], chair["fine"]) for chair in chairs] == [
        (1, 10, 0), (2, 20, 50), (3, 30, 0), (4, 40, 0),
    ]  # fmt: skip
    assert results["standings"][0]["name"] == "Player 1"


def at_table(**players):
    """A table's own game: N, E, S, W with what stands at each seat."""
    seats = tuple(Player(seat, seat, **players.get(seat, {})) for seat in "NESW")
    return TableState(phase="count", players=seats)


def told(hall, game):
    """Reports a table's game; gives how many events it brought."""
    return len(hall.do(c.ReportTable(t=hall.t, hand=1, table=1, game=game)))


def one_table():
    hall = Hall(4)
    hall.begin({"1": {"N": 1, "E": 2, "S": 3, "W": 4}})
    return hall


def test_a_tables_game_is_set_up_with_its_players_and_the_drives_rules():
    hall = Hall(4, minutes=5)
    hall.make({"1": {"N": 1, "E": 2, "S": 3, "W": 4}})
    opened = opening(hall.state, hall.tables[1])
    assert opened.seats == (("N", "Player 1"), ("E", "Player 2"), ("S", "Player 3"), ("W", "Player 4"))
    assert (opened.rules, opened.house["minutes"], opened.house["fine"]) == ("drive", 5, 50)


def test_a_tables_fines_totals_and_initials_come_to_the_cards():
    hall = one_table()
    marks = {"N": {"marked": 10, "initialled_by": "E"}, "E": {"marked": 20, "fines": 50, "initialled_by": "S"}}
    told(hall, at_table(**marks, S={"marked": 30, "initialled_by": "W"}, W={"marked": 40, "initialled_by": "N"}))
    cards = hall.tables[1].cards
    assert {number: (card.total, card.fine, card.stage) for number, card in cards.items()} == {
        1: (10, 0, "final"), 2: (20, 50, "final"), 3: (30, 0, "final"), 4: (40, 0, "final"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "table", "game", "reason"),
    [(2, 1, at_table(), "no such table"), (1, 9, at_table(), "no such table"), (1, 1, {"seat": "N"}, "not understood")],
)
def test_a_report_of_a_table_that_is_not_there_is_refused(hand, table, game, reason):
    assert one_table().refused(c.ReportTable(t=1, hand=hand, table=table, game=game)) == reason


def test_a_report_that_comes_again_doubles_nothing():
    hall = one_table()
    game = at_table(E={"fines": 50, "marked": 20})
    assert told(hall, game) > 0
    assert told(hall, game) == 0


def test_a_ruling_that_was_overruled_takes_its_fine_off_and_leaves_the_stewards_own():
    hall = one_table()
    told(hall, at_table(E={"fines": 50}))
    hall.do(c.Fine(t=1, number=2, points=20, by="Olga"))
    told(hall, at_table(E={"fines": 0}))
    assert hall.tables[1].cards[2].fine == 20


def test_a_report_never_touches_what_a_steward_has_set_right():
    hall = one_table()
    game = at_table(N={"marked": 10, "initialled_by": "E"})
    told(hall, game)
    hall.do(c.CorrectCard(t=2, number=1, total=18, why="a card lay on the floor"))
    assert told(hall, game) == 0
    hall.do(c.ReopenCard(t=3, number=1, why="counted once more"))
    told(hall, at_table(N={"marked": 20}))
    assert hall.tables[1].cards[1].total == 20


def test_who_is_out_at_a_table_is_out_in_the_drive_and_not_when_his_word_falls():
    hall = one_table()
    out = TableState(phase="count", players=at_table().players, out="S")
    told(hall, out)
    assert hall.tables[1].out == 3
    told(hall, at_table())
    assert hall.tables[1].out is None
    assert hall.tables[1].cards[3].stage == "open"
