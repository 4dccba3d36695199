"""``steward drive`` and ``steward demo drive``: a drive from a list of players to its results."""

from __future__ import annotations

import csv
import io
import json
from random import Random

import pytest

from engine.drive import commands as c
from engine.drive.outcome import complete
from engine.drive.reports import opening
from engine.rulings import open_judge
from pi.books import open_journal
from pi.cli import main
from pi.drive.demo import DriveShow
from pi.drive.reporting import report
from pi.drive.station import DriveStation
from pi.drive.tables import play_hand
from pi.simulate.lexis import open_lexis


@pytest.fixture
def players(tmp_path):
    path = tmp_path / "players.csv"
    path.write_text("name,number\nAnn,3\nBen,\nCleo,\nDev,\nEve,\nFinn,\nGus,\n", encoding="utf-8")
    return path


@pytest.fixture
def drive(tmp_path, players, capsys):
    journal = tmp_path / "drive.journal"
    assert main(["drive", "create", str(journal), "--players", str(players), "--seed", "7", "--rule", "hands=2"]) == 0
    capsys.readouterr()
    return journal


def test_a_drive_is_made_of_a_list_of_players(drive, capsys):
    assert main(["drive", "show", str(drive)]) == 0
    assert "7 players so far" in capsys.readouterr().out


def test_a_list_with_bad_rows_makes_no_journal(tmp_path, capsys):
    bad = tmp_path / "bad.csv"
    bad.write_text("name,number\nAnn,1\nBen,1\n", encoding="utf-8")
    assert main(["drive", "create", str(tmp_path / "d.journal"), "--players", str(bad)]) == 2
    assert "line 3: Ben: number 1 stands in line 2" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [bad]


@pytest.mark.parametrize(
    "rule",
    [
        "hads=3",
        "hands=x",
        "hands=0",
        "movement=sideways",
        "breaks=12",
        "pack=whist",
        "minutes=nan",
        "minutes=inf",
        "__class__=1",
    ],
)
def test_a_rule_that_is_none_makes_no_journal(tmp_path, rule, capsys):
    assert main(["drive", "create", str(tmp_path / "d.journal"), "--rule", rule]) == 2
    assert rule.partition("=")[0] in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_journal_is_never_written_over(drive, players, capsys):
    assert main(["drive", "create", str(drive), "--players", str(players)]) == 2
    assert "exists already" in capsys.readouterr().err


def test_the_empty_file_that_a_full_disk_left_does_not_stand_in_the_way(tmp_path, players):
    (tmp_path / "d.journal").touch()
    assert main(["drive", "create", str(tmp_path / "d.journal"), "--players", str(players)]) == 0


def test_late_comers_join_from_a_list(drive, tmp_path, capsys):
    late = tmp_path / "late.csv"
    late.write_text("Hana\n", encoding="utf-8")
    assert main(["drive", "join", str(drive), str(late)]) == 0
    assert "8 players in all" in capsys.readouterr().out


def test_results_come_as_csv_and_json(drive, tmp_path, capsys):
    with open_journal(drive) as journal, DriveStation(journal) as desk:
        for command in (c.MakeHand, c.Announce):
            desk.act(command(t=desk.now()))
        desk.act(c.StartHand(t=desk.now(), anyway=True))
        for number, table in desk.state().hands[0].tables.items():
            marks = {str(player): 10 + 2 * place for place, player in enumerate(table.players)}
            desk.act(c.MarkCards(t=desk.now(), table=number, totals=marks))
    out = tmp_path / "results.csv"
    assert main(["drive", "results", str(drive), "-o", str(out)]) == 0
    rows = list(csv.DictReader(io.StringIO(out.read_text(encoding="utf-8-sig"))))
    assert sorted(int(row["points"]) for row in rows) == [10, 10, 12, 12, 14, 14, 16]
    capsys.readouterr()
    assert main(["drive", "results", str(drive), "--format", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["standings"]) == 7
    assert main(["drive", "seats", str(drive)]) == 0
    assert "table 2: N " in capsys.readouterr().out
    assert main(["print", "results", "-o", str(tmp_path / "results.pdf"), "--results", str(out)]) == 0


@pytest.mark.parametrize("more", [[], ["--force"]])
def test_results_are_never_written_over_a_journal(drive, capsys, more):
    before = drive.read_bytes()
    assert main(["drive", "results", str(drive), "-o", str(drive), *more]) == 2
    assert "drive.journal is a journal, and is left as it is; name another file" in capsys.readouterr().err
    assert drive.read_bytes() == before


def test_results_are_written_over_another_file_only_when_that_is_said(drive, tmp_path, capsys):
    out = tmp_path / "players.csv"
    assert main(["drive", "results", str(drive), "-o", str(out)]) == 2
    assert "is there already; name another file, or write over it with --force" in capsys.readouterr().err
    assert main(["drive", "results", str(drive), "-o", str(out), "--force"]) == 0
    assert out.read_text(encoding="utf-8-sig").startswith("place,")


def test_results_that_have_nowhere_to_go_are_told_so_by_the_name_that_was_given(drive, tmp_path, capsys):
    assert main(["drive", "results", str(drive), "-o", str(tmp_path / "none" / "r.csv")]) == 2
    assert capsys.readouterr().err == (
        f"steward: {tmp_path}/none/r.csv cannot be written (No such file or directory); name another file\n"
    )


def test_a_name_whose_accent_stands_apart_is_the_same_name(tmp_path, capsys):
    players = tmp_path / "mac.csv"
    players.write_text("A\u0301nn\nÁnn\n", encoding="utf-8")
    assert main(["drive", "create", str(tmp_path / "d.journal"), "--players", str(players)]) == 2
    assert "line 2: Ánn stands in line 1 already" in capsys.readouterr().err


def test_seats_that_are_not_made_yet_are_told_so(drive, capsys):
    assert main(["drive", "seats", str(drive)]) == 2
    assert "no seats have been made yet" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text", ["name,number,table,seat\nAnn,4,1,N\nBen,9,1,E\nCy,1,1,S\n", "Ann\nBen\nCy\n", "nom;no\nÉve;3\n"]
)
def test_the_list_that_made_a_drive_also_prints_its_badges(tmp_path, text):
    people = tmp_path / "players.csv"
    people.write_bytes(text.encode("cp1252"))
    assert main(["drive", "create", str(tmp_path / "d.journal"), "--players", str(people)]) == 0
    assert main(["print", "badges", "-o", str(tmp_path / "b.pdf"), "--players", str(people)]) == 0


def test_a_list_that_cannot_be_printed_is_named_with_its_line(tmp_path, capsys):
    people = tmp_path / "players.csv"
    people.write_text("1,Ann\nx,Ben\n", encoding="utf-8")
    assert main(["print", "badges", "-o", str(tmp_path / "b.pdf"), "--players", str(people)]) == 2
    assert f"{people}, line 2: 'x' is no number" in capsys.readouterr().err


def test_a_drives_journal_is_exported_and_imported_to_the_same_drive(drive, tmp_path, capsys):
    main(["export", str(drive)])
    lines = tmp_path / "drive.jsonl"
    lines.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["import", str(lines), str(tmp_path / "copy.journal")]) == 0
    capsys.readouterr()
    main(["drive", "results", str(drive)])
    first = capsys.readouterr().out
    main(["drive", "results", str(tmp_path / "copy.journal")])
    assert capsys.readouterr().out == first


@pytest.mark.parametrize("act", ["show", "results", "seats"])
def test_a_drive_that_is_not_there_is_said_in_one_line(tmp_path, act, capsys):
    assert main(["drive", act, str(tmp_path / "none.journal")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_simulated_tables_play_real_hands_whose_cards_the_drive_takes(tmp_path, words_dir):
    with open_journal(tmp_path / "d.journal") as journal, DriveStation(journal) as desk:
        desk.act(c.Create(t=0, name="Drive", seed="1"))
        desk.act(c.Join(t=0, players=tuple(("", f"P{n}") for n in range(7))))
        for command in (c.MakeHand, c.Announce):
            desk.act(command(t=desk.now()))
        desk.act(c.StartHand(t=desk.now(), anyway=True))
        for number, table in desk.state().hands[0].tables.items():
            stood = play_hand(opening(desk.state(), table), Random(number), open_lexis("en"), open_judge("en"))
            for _, game in (*stood, stood[-1]):
                report(desk, 1, number, game)
            last = stood[-1][1]
            cards = desk.state().hands[0].tables[number].cards
            for player in last.players:
                card = cards[table.at(player.seat)]
                assert (card.total, card.fine, card.stage) == (player.marked, player.fines, "final")
        assert complete(desk.state())


def test_the_demonstration_plays_a_drive_to_its_end(tmp_path, words_dir):
    out = io.StringIO()
    with open_journal(tmp_path / "d.journal") as journal, DriveStation(journal, rate=200) as desk:
        show = DriveShow(desk, "1935", 2, out)
        show.open()
        show.run()
        state = desk.state()
    assert (state.phase, len(state.hands)) == ("over", 2)
    assert all(card.stage == "final" for hand in state.hands for t in hand.tables.values() for card in t.cards.values())
    assert "place 1: " in out.getvalue()
    assert out.getvalue().count("and deals") == 3


@pytest.mark.parametrize("ending", ["-wal", "-shm", ".lock"])
def test_results_are_never_written_over_what_lies_beside_a_journal(drive, ending, capsys):
    beside = drive.with_name(drive.name + ending)
    assert main(["drive", "results", str(drive), "-o", str(beside), "--force"]) == 2
    assert "is a journal" in capsys.readouterr().err
