"""The drive's one writer: the bell rings once, more time for one table, and all of it again from the journal."""

from __future__ import annotations

import time

import pytest

from engine.commands import PauseClock, ResumeClock
from engine.drive import commands as c
from engine.drive.desk import DriveDesk
from engine.errors import Refused
from engine.journal import SqliteJournal
from pi.drive.station import DriveStation


@pytest.fixture
def journal(tmp_path):
    with SqliteJournal(tmp_path / "drive.journal", lambda: "2026-01-01T00:00:00Z", "boot") as journal:
        yield journal


def begin(desk: DriveDesk, players: int = 8, **rules) -> None:
    """A drive that has just been started."""
    desk.act(c.Create(t=desk.now(), name="Drive", seed="1", rules=rules))
    desk.act(c.Join(t=desk.now(), players=tuple(("", f"P{n}") for n in range(players))))
    for step in (c.MakeHand, c.Announce):
        desk.act(step(t=desk.now()))
    desk.act(c.StartHand(t=desk.now(), anyway=True))


def types(desk: DriveDesk) -> list[str]:
    return [entry.event.type for entry in desk.recorded()]


def wait_for(desk: DriveDesk, kind: str) -> None:
    """Waits, at most ten seconds, until such an event is recorded."""
    version, until = 0, time.monotonic() + 10
    while kind not in types(desk) and time.monotonic() < until:
        version = desk.wait(version, 0.2)
    assert kind in types(desk)


def test_the_bell_rings_by_itself_and_then_the_tables_with_more_time(journal):
    with DriveStation(journal, rate=50) as desk:
        begin(desk, minutes=0.2)
        desk.act(c.Extend(t=desk.now(), table=2, seconds=10))
        wait_for(desk, "drive.table bell")
        rung = [entry.event for entry in desk.recorded() if entry.event.type in ("drive.bell", "drive.table bell")]
        assert [event.type for event in rung] == ["drive.bell", "drive.table bell"]
        assert rung[1].t - rung[0].t == pytest.approx(10)


def test_a_drive_stands_where_it_stood_when_its_program_is_started_again(journal):
    with DriveStation(journal) as desk:
        begin(desk)
        before = desk.state()
    with DriveStation(journal) as desk:
        assert desk.state() == before
        assert desk.state().bell.phase == "running"


def test_after_a_reboot_the_clock_stands_and_waits_to_be_let_on(journal):
    with DriveStation(journal, boot=lambda: "first") as desk:
        begin(desk)
    with DriveStation(journal, boot=lambda: "second") as desk:
        assert types(desk)[-1] == "drive.paused"
        assert desk.state().hall.phase == "paused"
        desk.act(ResumeClock(t=desk.now()))
        assert desk.state().hall.phase == "running"


def test_a_bell_that_fell_due_while_the_program_was_away_rings_once(journal):
    with DriveStation(journal, rate=50) as desk:
        begin(desk, minutes=0.5)
    time.sleep(0.8)
    with DriveStation(journal) as desk:
        wait_for(desk, "drive.bell")
    with DriveStation(journal) as desk:
        assert types(desk).count("drive.bell") == 1


def test_what_is_refused_leaves_nothing_and_says_why(journal):
    with DriveStation(journal) as desk:
        with pytest.raises(Refused, match="no drive is set up"):
            desk.act(c.MakeHand(t=0))
        begin(desk)
        count = len(desk.recorded())
        with pytest.raises(Refused, match="paused because"):
            desk.act(PauseClock(t=desk.now(), why="tea"))
        assert len(desk.recorded()) == count


def test_the_view_is_worked_out_once_for_a_version(journal):
    with DriveStation(journal) as desk:
        begin(desk)
        assert desk.view()["standings"] is desk.view()["standings"]
        desk.act(c.CallBack(t=desk.now()))
        assert desk.view()["phase"] == "announced"


def test_listeners_are_told_of_everything_in_order(journal):
    heard = []
    with DriveStation(journal) as desk:
        desk.subscribe(lambda entry: heard.append(entry.seq), "listener")
        begin(desk)
    assert heard == list(range(1, len(heard) + 1))
    assert len(heard) == 5
