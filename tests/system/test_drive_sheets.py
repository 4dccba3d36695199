"""The sheets of a drive hold the right names, numbers and totals, and are as large as their paper."""

from __future__ import annotations

import cv2
import pytest
from printed_pages import pages_bgr, sizes_mm, words_of

from engine.badges import BADGE_MM
from engine.errors import BadSettings
from pi.cli import main
from web.sheets.badges import badge_sheets
from web.sheets.grid import grid, sheets
from web.sheets.order import SHEETS, Order, printed
from web.sheets.page import PAPERS
from web.sheets.results import result_sheets
from web.sheets.roll import Entrant, Mark, Standing, entrants, read_roll, read_standings
from web.sheets.score_cards import SCORE_CARD_MM, score_cards
from web.sheets.steward_sheets import Given, Round, rounds, steward_sheets
from web.sheets.table_numbers import table_numbers

NAMES = ("Ann", "Élodie Œuvrard", "Łukasz Żak", "Zoë", "O'Neill", "Maximiliana Featherstonehaugh-Cholmondeley")
PLAYERS = entrants(NAMES)
EVERY = {
    "players": PLAYERS,
    "standings": (Standing(1, 1, "Ann", 12, (5, 7)),),
    "stewards": ("Olga",),
    "tables": 3,
}


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("sheet", sorted(SHEETS))
def test_every_sheet_has_pages_of_its_paper(sheet, language, paper):
    sizes = sizes_mm(printed(Order(sheet, paper, language, **EVERY)))
    assert {tuple(sorted(size)) for size in sizes} == {tuple(sorted(PAPERS[paper]))}


@pytest.mark.parametrize("make", [badge_sheets, score_cards])
def test_each_player_has_his_name_on_a_badge_and_on_a_card(make):
    words = " ".join(" ".join(words_of(make(PLAYERS))).split())
    for name in NAMES:
        assert words.count(name) == 1


@pytest.mark.parametrize("make", [badge_sheets, score_cards])
def test_names_stay_within_their_piece(make):
    (first, *_) = pages_bgr(make((Entrant(1, "W" * 60), Entrant(2, ""))), 4.0)
    piece = BADGE_MM if make is badge_sheets else SCORE_CARD_MM
    x, y = (round(at * 4) for at in grid(PAPERS["a4"], piece).at(1))
    beside = cv2.cvtColor(first, cv2.COLOR_BGR2GRAY)[y + 48 : y + 80, x + 4 : x + 60]
    assert beside.min() > 128


def test_a_badge_shows_table_seat_and_a_code_that_is_read():
    player = Entrant(17, "Ann", "3", "E", "http://steward.local:8000/join/abc")
    pdf = badge_sheets((player,))
    words = words_of(pdf)[0]
    assert "17" in words
    assert "Table 3" in words
    assert "East" in words
    code, _, _ = cv2.QRCodeDetector().detectAndDecode(pages_bgr(pdf, 8.0)[0])
    assert code == "http://steward.local:8000/join/abc"


def test_a_score_card_is_filled_in_with_marks_fines_and_their_sum():
    marks = {1: (Mark(1, "4", 18, 0, "B.T."), Mark(2, "3", 6, 50, "C.D."))}
    words = words_of(score_cards((Entrant(1, "Ann"),), marks=marks))[0].split()
    assert {"18", "6", "50", "74", "B.T.", "C.D."} <= set(words)


def test_an_empty_score_card_has_no_sum():
    words = words_of(score_cards((Entrant(7, "Ann"),), hands=6))[0]
    assert words.split().count("6") == 1
    assert "0" not in words.split()


def test_table_numbers_are_read_from_both_sides():
    words = words_of(table_numbers(3, first=9))
    assert [page.split().count(number) for page, number in zip(words, ("9", "10", "11"), strict=True)] == [2, 2, 2]


def test_results_keep_their_order_over_many_pages():
    standings = [Standing(n, n, f"Player {n:03}", 10 * n, (4 * n, 6 * n, None)) for n in range(1, 101)]
    pages = words_of(result_sheets(standings, title="Harvest Drive", when="3 October"))
    assert len(pages) > 2
    assert all("Harvest Drive" in page and "3 October" in page for page in pages)
    words = "".join(pages)
    assert [words.index(f"Player {n:03}") for n in range(1, 101)] == sorted(
        words.index(f"Player {n:03}") for n in range(1, 101)
    )
    assert "1000" in words


def test_a_stewards_sheet_holds_his_name_tables_winners_and_rulings():
    given = Given(1, "2", "WIERD", "Ann", "Ben", "misspelt")
    fined = Given(1, "3", "PARIS", "Cleo", "Dev", "not allowed", 50)
    one = Round("Olga", ("2", "3"), {(1, "2"): "Ben"}, (given, fined))
    (words,) = words_of(steward_sheets((one,)))
    for told in ("Olga", "Ben", "WIERD", "misspelt", "PARIS", "50"):
        assert told in words


@pytest.mark.parametrize(
    ("stewards", "tables", "shared"),
    [
        ((), 3, [("", 3)]),
        (("Olga",), 10, [("Olga", 10)]),
        (("Olga", "Pia"), 12, [("Olga", 6), ("Pia", 6)]),
        (("Olga",), 23, [("Olga", 10), ("", 10), ("", 3)]),
    ],
)
def test_no_steward_has_more_than_ten_tables(stewards, tables, shared):
    found = rounds(stewards, tables)
    assert [(one.steward, len(one.tables)) for one in found] == shared
    assert [table for one in found for table in one.tables] == [str(n) for n in range(1, tables + 1)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ann\n\nBen\n", (Entrant(1, "Ann"), Entrant(2, "Ben"))),
        ("number,name,table,seat\n7,Ann,2,N\n9,Ben\n", (Entrant(7, "Ann", "2", "N"), Entrant(9, "Ben"))),
        ('3,"Žižka, Jan"', (Entrant(3, "Žižka, Jan"),)),
        ("name,number\nAnn,7\nBen,\n", (Entrant(7, "Ann"), Entrant(2, "Ben"))),
        ("nom;table;place\nAnn;2;N\n", (Entrant(1, "Ann", "2", "N"),)),
        ("Ann,7\nBen,\n", (Entrant(7, "Ann"), Entrant(2, "Ben"))),
    ],
)
def test_players_are_read_from_lines(text, found):
    assert read_roll(text) == found


@pytest.mark.parametrize("text", ["Ann\nx,Ben", "1,", "1," + "x" * 61, "name,number\nAnn,x", '"Ann\n', "x" * 200_000])
def test_a_line_that_is_no_player_is_named(text):
    with pytest.raises(BadSettings, match=r"line [12]:"):
        read_roll(text)


def test_results_are_placed_by_the_lowest_total_and_the_same_total_shares_a_place():
    found = read_standings("number,name,1,2\n1,Ann,20,5\n2,Ben,3,\n3,Cleo,10,15\n")
    assert [(one.place, one.name, one.total) for one in found] == [(1, "Ben", 3), (2, "Ann", 25), (2, "Cleo", 25)]
    assert found[0].points == (3, None)


def test_results_that_the_drive_gave_keep_their_places_and_totals():
    found = read_standings(
        "place,number,name,points,total,fines,hands,missed,won,hand 1,hand 2\n"
        "1,7,Ann,10,15,5,1,0,1,10,-\n2,3,Ben,15,15,0,2,0,0,8,7\n"
    )
    assert [(one.place, one.number, one.name, one.total, one.points) for one in found] == [
        (1, 7, "Ann", 15, (10, None)),
        (2, 3, "Ben", 15, (8, 7)),
    ]


def test_pieces_are_shared_out_over_sheets():
    assert [list(part) for part in sheets(5, 2)] == [[0, 1], [2, 3], [4]]


def test_the_command_prints_score_cards_for_the_players_of_a_file(tmp_path, capsys):
    (tmp_path / "players.csv").write_text("Ann\nBen\n", encoding="utf-8")
    out = tmp_path / "cards.pdf"
    told = ["print", "score", "-o", str(out), "--players", str(tmp_path / "players.csv"), "--title", "Club night"]
    assert main(told) == 0
    (words,) = words_of(out.read_bytes())
    assert "Ann" in words
    assert "Ben" in words
    assert words.count("Club night") == 2


@pytest.mark.parametrize(
    "more", [["badges"], ["results"], ["score", "--hands", "99"], ["numbers", "--tables", "-1"], ["cards", "--whole"],
             ["badges", "--players", "none.csv"]]
)  # fmt: skip
def test_a_sheet_that_cannot_be_printed_is_told_in_one_line(more, tmp_path, capsys):
    assert main(["print", *more, "-o", str(tmp_path / "x.pdf")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "x.pdf").exists()


def test_nothing_is_written_over_unless_it_is_forced(tmp_path, capsys):
    out = tmp_path / "mine.pdf"
    out.write_bytes(b"%PDF of somebody else")
    assert main(["print", "cards", "-o", str(out)]) == 2
    assert "--force" in capsys.readouterr().err
    assert out.read_bytes() == b"%PDF of somebody else"
    assert main(["print", "cards", "-o", str(out), "--force"]) == 0
    assert out.read_bytes().endswith(b"%%EOF\n")


def test_a_sheet_goes_to_standard_output_by_a_dash(capfdbinary):
    assert main(["print", "numbers", "--tables", "2", "-o", "-"]) == 0
    told = capfdbinary.readouterr()
    assert sizes_mm(told.out) == {PAPERS["a4"]}
    assert b"100 %" in told.err
