"""The drive's own sheets: names, marks, totals and winners as the drive has them."""

from __future__ import annotations

import io

import pypdfium2
import pytest
from asking import HandClock
from fake_drive import NAMES, FakeDrive
from flask import Flask
from test_drive import as_role
from test_drive import hub as hub
from werkzeug.test import TestResponse

from engine.drive import commands as c
from engine.drive.standings import standings
from web.drive.sheets import SHEETS, drive_marks, drive_places, drive_players, drive_rounds
from web.roles import Role


@pytest.fixture
def drive() -> FakeDrive:
    """A drive of three tables after its first hand."""
    one = FakeDrive()
    one.create()
    one.play()
    return one


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


def words_of(answer: TestResponse) -> str:
    assert (answer.status_code, answer.content_type) == (200, "application/pdf")
    return "\n".join(p.get_textpage().get_text_range() for p in pypdfium2.PdfDocument(io.BytesIO(answer.data)))


@pytest.mark.parametrize("sheet", SHEETS)
def test_each_sheet_is_printed_as_the_drive_stands(hub: Flask, sheet: str) -> None:
    words = words_of(as_role(hub, Role.ORGANISER).get(f"/print/drive/{sheet}.pdf?paper=letter"))
    if sheet in ("badges", "score", "results"):
        assert all(name.split()[0] in words for name in NAMES)


def test_score_cards_hold_the_marks_and_the_neighbours_initials(drive: FakeDrive) -> None:
    marks = drive_marks(drive.state())
    hand = drive.state().hands[0]
    for number, lines in marks.items():
        table = hand.table_of(number)
        assert table is not None
        assert lines[0].points == table.cards[number].total
        neighbour = drive.state().players[table.left_of(number) or 0].name
        assert lines[0].initials == "".join(f"{word[0]}." for word in neighbour.split())


def test_results_are_the_drives_standings(drive: FakeDrive) -> None:
    drive.act(c.Fine(t=drive.time, number=1, points=50, why="a proper noun", by="Stan"))
    found = drive_places(drive.state())
    assert [(one.place, one.number, one.total) for one in found] == [
        (row.place, row.number, row.points) for row in standings(drive.state())
    ]
    assert all(sum(points or 0 for points in one.points) == one.total for one in found)


def test_stewards_have_their_tables_with_the_winners(drive: FakeDrive) -> None:
    stan, sue = drive_rounds(drive.state())
    assert (stan.steward, sue.steward) == ("Stan", "Sue")
    assert {table for one in (stan, sue) for table in one.tables} == {"1", "2", "3"}
    assert set(stan.winners) == {(1, "1"), (1, "2"), (1, "3")}


def test_seats_that_are_only_made_are_on_no_sheet() -> None:
    one = FakeDrive()
    one.create()
    one.act(c.MakeHand(t=one.time))
    assert {player.table for player in drive_players(one.state())} == {""}
    one.act(c.Announce(t=one.time))
    assert "" not in {player.table for player in drive_players(one.state())}


def test_badges_hold_codes_and_are_for_the_organiser(hub: Flask) -> None:
    assert as_role(hub, Role.STEWARD).get("/print/drive/badges.pdf").status_code == 403
    assert as_role(hub, Role.STEWARD).get("/print/drive/score.pdf").status_code == 200
    assert as_role(hub, Role.VIEWER).get("/print/drive/score.pdf").status_code == 403


def test_the_page_offers_them_to_who_may_have_them(hub: Flask) -> None:
    assert "/print/drive/results.pdf" in as_role(hub, Role.STEWARD).get("/print").text
    assert "/print/drive/" not in as_role(hub, Role.VIEWER).get("/print").text
