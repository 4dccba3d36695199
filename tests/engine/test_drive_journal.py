"""A drive is one stream of a journal, whatever keeps it, and reads back to the same drive."""

import contextlib

import pytest
from drive_hall import DRIVE, Hall

from engine.drive import commands as c
from engine.drive.standings import standings
from engine.journal import SqliteJournal
from engine.journal_postgres import PostgresJournal
from engine.replay import fold


@pytest.fixture(params=["sqlite", "postgres"])
def journal(request, tmp_path):
    if request.param == "sqlite":
        kept = SqliteJournal(tmp_path / "drive.journal")
    else:
        kept = PostgresJournal(request.getfixturevalue("postgres_url"))
    with contextlib.closing(kept):
        yield kept


def played():
    """Two hands with a fine, a late comer, a correction and a hand voided at one table."""
    hall = Hall(9)
    hall.play()
    hall.do(c.Fine(t=hall.t, number=3, why="PARIS"))
    hall.join(1)
    hall.play()
    hall.do(c.CorrectCard(t=hall.t, number=5, total=44, why="counted again", hand=1))
    hall.do(c.VoidHand(t=hall.t, table=1, why="two packs were mixed"))
    return hall


def test_a_drive_is_kept_and_reads_back_to_the_same_drive(journal):
    hall = played()
    expected = 0
    for event in hall.events:
        expected += len(journal.append("drive", [event], expected))
    again = fold(DRIVE, journal.read("drive"))
    assert again.hands == hall.state.hands
    assert again.players == hall.state.players
    assert standings(again) == standings(hall.state)


def test_a_drive_goes_from_one_journal_to_another_as_lines(journal, tmp_path):
    journal.append("drive", played().events, 0)
    with SqliteJournal(tmp_path / "copy.journal") as copy:
        copy.import_lines(journal.export_lines("drive"))
        assert fold(DRIVE, copy.read("drive")) == fold(DRIVE, journal.read("drive"))
