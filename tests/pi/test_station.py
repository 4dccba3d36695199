from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from small_game import SmallGame, no_judge

from engine.commands import Deal, Play, StartClock
from engine.errors import Conflict, DiskFull, Missing, Refused
from engine.events import BellRang, ClockPaused, Moved, Warned
from engine.journal import SqliteJournal
from pi.pictures import Pictures
from pi.station import Station


def journal_at(path: Path) -> SqliteJournal:
    return SqliteJournal(path / "table.journal", lambda: "2026-01-01T00:00:00Z", "boot")


@pytest.fixture
def journal(tmp_path):
    with journal_at(tmp_path) as journal:
        yield journal


def station_of(journal, **options) -> Station:
    return Station(journal, SmallGame(), no_judge(), **options)


def types(station: Station) -> list[str]:
    return [entry.event.type for entry in station.recorded()]


def wait_for(station: Station, count: int) -> None:
    """Waits, at most ten seconds, until so many events are recorded."""
    version, until = 0, time.monotonic() + 10
    while len(station.recorded()) < count and time.monotonic() < until:
        version = station.wait(version, 0.5)


def test_a_command_is_answered_with_what_was_recorded(journal):
    with station_of(journal) as station:
        (entry,) = station.submit(Play(t=1.5, act="compose", after="HAT"))
        assert (entry.seq, entry.event) == (1, Moved(t=1.5, act="compose", seat="N", after="HAT"))
        assert station.state().words == ("HAT",)
        assert station.state().seq == 1
        assert journal.read("table") == (entry,)


def test_a_refused_command_leaves_nothing_behind(journal):
    with station_of(journal) as station:
        with pytest.raises(Refused, match="bell has rung"):
            station.submit(Play(t=1.0, act="compose", after=""))
        assert journal.last("table") == 0


def test_a_slip_in_the_game_is_the_submitters_and_the_table_goes_on(journal, caplog):
    with station_of(journal) as station:
        with pytest.raises(RuntimeError, match="a slip"):
            station.submit(Play(t=1.0, act="compose", after="BROKEN"))
        station.submit(Play(t=2.0, act="compose", after="HAT"))
        assert station.state().words == ("HAT",)
    assert "a command failed" in caplog.text


class FullDisk(SqliteJournal):
    full = False

    def append(self, stream, events, expected):
        if self.full:
            raise DiskFull("the disk is full")
        return super().append(stream, events, expected)


def test_what_the_disk_did_not_take_has_not_happened(tmp_path, caplog):
    with FullDisk(tmp_path / "j", lambda: "now") as journal, station_of(journal) as station:
        journal.full = True
        with pytest.raises(DiskFull):
            station.submit(Play(t=1.0, act="compose", after="HAT"))
        assert station.state().words == ()
        journal.full = False
        station.submit(Play(t=2.0, act="compose", after="CAT"))
        assert station.state().words == ("CAT",)
    assert "a command failed" in caplog.text


def test_a_full_disk_costs_the_record_of_the_bell_but_not_the_bell(tmp_path, caplog):
    heard = []
    rang = threading.Event()

    def alarm(event):
        heard.append(event)
        rang.set()

    with FullDisk(tmp_path / "j", lambda: "now") as journal, station_of(journal) as station:
        station.alarm(alarm)
        station.submit(StartClock(t=0.0, seconds=0.5))
        journal.full = True
        assert rang.wait(10)
        assert station.state().bell.phase == "running"
        journal.full = False
        wait_for(station, 2)
        assert heard == [BellRang(t=0.5)]
        assert station.recorded()[-1].event == BellRang(t=0.5)
    assert caplog.text.count("could not write") == 1
    assert "Traceback" not in caplog.text


def test_another_writer_is_found_out_and_nothing_is_doubled(journal, caplog):
    with station_of(journal) as station:
        journal.append("table", [Moved(t=0.5, act="compose", seat="N", after="ELSEWHERE")], 0)
        with pytest.raises(Conflict):
            station.submit(Play(t=1.0, act="compose", after="HAT"))
    assert journal.last("table") == 1
    assert "another program writes into this table's journal" in caplog.text
    assert "Traceback" not in caplog.text


def test_a_closed_table_takes_no_commands(journal):
    station = station_of(journal).start()
    station.close()
    station.close()
    with pytest.raises(Missing, match="closed"):
        station.submit(Play(t=1.0, act="compose", after="HAT"))


def test_commands_of_many_threads_are_numbered_without_gaps(journal):
    with station_of(journal) as station:
        threads = [
            threading.Thread(
                target=lambda n=n: [station.submit(Play(t=1.0, act="compose", after=f"W{n}X{i}")) for i in range(10)]
            )
            for n in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [entry.seq for entry in station.recorded()] == list(range(1, 81))
        assert len(set(station.state().words)) == 80


def test_warnings_and_the_bell_are_recorded_at_their_exact_times(journal):
    with station_of(journal, rate=400.0) as station:
        started = round(station.now(), 3)
        station.submit(StartClock(t=started, seconds=90.0))
        wait_for(station, 4)
        told = [entry.event for entry in station.recorded()[1:]]
        assert told == [
            Warned(t=pytest.approx(started + 30.0), remaining=60.0),
            Warned(t=pytest.approx(started + 80.0), remaining=10.0),
            BellRang(t=pytest.approx(started + 90.0)),
        ]


def test_the_bell_rings_though_nobody_asks_anything(journal):
    with station_of(journal) as station:
        station.submit(StartClock(t=0.0, seconds=0.3))
        wait_for(station, 2)
        assert [entry.event.t for entry in station.recorded()] == [0.0, 0.3]


def test_a_slow_reader_keeps_neither_the_bell_nor_commands_waiting(journal):
    go_on = threading.Event()
    with station_of(journal) as station:
        station.subscribe(lambda entry: go_on.wait(10), "slow")
        station.submit(StartClock(t=station.now(), seconds=0.1))
        wait_for(station, 2)
        assert types(station) == ["clock started", "bell"]
        go_on.set()


def test_a_reader_that_fails_hears_the_next_event_too(journal, caplog):
    heard = []
    both = threading.Event()

    def listener(entry):
        heard.append(entry.seq)
        if len(heard) == 2:
            both.set()
        if len(heard) == 1:
            raise RuntimeError("a broken lamp")

    with station_of(journal) as station:
        station.subscribe(listener, "lamp")
        station.submit(Play(t=1.0, act="compose", after="HAT"))
        station.submit(Play(t=2.0, act="compose", after="CAT"))
        assert both.wait(5)
    assert heard == [1, 2]
    assert "lamp failed on event 1" in caplog.text


def test_what_was_seen_is_submitted_before_a_challenge(journal):
    with station_of(journal) as station:

        def ahead(command):
            if command.by != "camera":
                station.submit(Play(t=command.t, by="camera", act="compose", after="SEEN"))

        station.before(ahead)
        station.submit(Play(t=1.0, act="compose", after="HAT"))
        assert station.state().words == ("SEEN", "HAT")


def test_a_table_started_again_stands_as_it_stood(tmp_path):
    with journal_at(tmp_path) as journal, station_of(journal) as station:
        station.submit(Play(t=1.0, act="compose", after="HAT"))
        station.submit(StartClock(t=2.0, seconds=420.0))
        before = station.state()
    with journal_at(tmp_path) as journal, station_of(journal) as station:
        assert station.state() == before
        station.submit(Play(t=3.0, act="compose", after="CAT"))
        assert station.recorded()[-1].seq == 3


class Machine:
    """A machine whose steady clock and boot are set by hand."""

    def __init__(self, at: float, boot: str) -> None:
        self.at = at
        self.name = boot

    def monotonic(self) -> float:
        return self.at

    def boot(self) -> str:
        return self.name


def on(machine: Machine) -> dict:
    return {"monotonic": machine.monotonic, "boot": machine.boot}


def test_on_the_same_boot_the_clock_has_run_on_meanwhile(tmp_path):
    machine = Machine(100.0, "one")
    with journal_at(tmp_path) as journal, station_of(journal, **on(machine)) as station:
        station.submit(StartClock(t=station.now(), seconds=420.0))
    machine.at += 50.0
    with journal_at(tmp_path) as journal, station_of(journal, **on(machine)) as station:
        assert station.state().bell.phase == "running"
        assert station.state().bell.remaining(station.now()) == pytest.approx(370.0)


def test_a_bell_that_fell_due_while_the_program_was_dead_has_its_own_time(tmp_path):
    machine = Machine(100.0, "one")
    with journal_at(tmp_path) as journal, station_of(journal, **on(machine)) as station:
        station.submit(StartClock(t=station.now(), seconds=30.0))
    machine.at += 50.0
    with journal_at(tmp_path) as journal, station_of(journal, **on(machine)) as station:
        wait_for(station, 3)
        assert [entry.event.t for entry in station.recorded()] == pytest.approx([0.0, 20.0, 30.0])


def test_after_a_reboot_the_clock_stands_at_what_was_saved_and_asks(tmp_path):
    machine = Machine(100.0, "one")
    with journal_at(tmp_path) as journal:
        station = station_of(journal, **on(machine)).start()
        station.submit(StartClock(t=station.now(), seconds=420.0))
        machine.at += 7.0
        station.submit(Play(t=station.now(), act="compose", after="HAT"))
        # The power goes: nothing is saved on the way out, and the last mark was made at the start.
        station._saved = (float("inf"), 0)
        station._save = lambda: None
        station.close()
    with journal_at(tmp_path) as journal, station_of(journal, **on(Machine(3.0, "two"))) as station:
        assert station.state().bell.phase == "paused"
        assert station.state().bell.left == pytest.approx(413.0)
        assert station.state().asked == "restart"
        (paused,) = [entry.event for entry in station.recorded() if isinstance(entry.event, ClockPaused)]
        assert paused.why == "restart"
        assert station.now() == pytest.approx(7.0)


def test_a_clock_that_stood_stays_as_it_was_after_a_reboot(tmp_path):
    with journal_at(tmp_path) as journal, station_of(journal, **on(Machine(1.0, "one"))) as station:
        station.submit(Play(t=1.0, act="compose", after="HAT"))
    with journal_at(tmp_path) as journal, station_of(journal, **on(Machine(1.0, "two"))) as station:
        assert types(station) == ["move"]


def test_a_running_clock_is_saved_every_five_seconds(journal):
    machine = Machine(0.0, "one")
    with station_of(journal, **on(machine)) as station:
        station.submit(StartClock(t=0.0, seconds=420.0))
        machine.at = 6.0
        station.submit(Play(t=6.0, act="compose", after="HAT"))
        assert journal.last_checkpoint("table")["t"] == pytest.approx(6.0)


def test_wait_returns_when_something_is_recorded(journal):
    with station_of(journal) as station:
        version = station.version()
        found = []
        waiting = threading.Thread(target=lambda: found.append(station.wait(version, 10)))
        waiting.start()
        station.submit(Play(t=1.0, act="compose", after="HAT"))
        waiting.join(10)
        assert found[0] > version


def test_wait_gives_up_after_its_time(journal):
    with station_of(journal) as station:
        assert station.wait(station.version(), 0.01) == station.version()


def test_closing_wakes_whoever_waits(journal):
    station = station_of(journal).start()
    found = []
    waiting = threading.Thread(target=lambda: found.append(station.wait(station.version(), 30)))
    waiting.start()
    station.close()
    waiting.join(10)
    assert len(found) == 1


def test_recorded_gives_what_came_after(journal):
    with station_of(journal) as station:
        for word in ("HAT", "CAT", "MAT"):
            station.submit(Play(t=1.0, act="compose", after=word))
        assert [entry.event.after for entry in station.recorded(1)] == ["CAT", "MAT"]


def test_the_latest_picture_and_kept_ones_are_given(journal, tmp_path):
    pictures = Pictures(tmp_path / "pictures")
    with station_of(journal, pictures=pictures) as station:
        assert station.picture() is None
        station.show(jpeg=b"live")
        pictures.put("move-1.jpg", b"before")
        assert station.picture() == b"live"
        assert station.picture("move-1.jpg") == b"before"
        assert station.picture("../table.journal") is None


def test_a_noted_part_is_in_the_status_and_wakes_the_screens(journal):
    with station_of(journal) as station:
        version = station.version()
        station.note("camera", "none")
        station.note("camera", "none")
        assert station.status()["camera"] == "none"
        assert station.version() == version + 1


def test_a_command_that_the_game_does_not_know_is_refused(journal):
    with station_of(journal) as station, pytest.raises(Refused, match="not for this game"):
        station.submit(Deal(t=0.0))


def test_pictures_never_grow_past_their_number(tmp_path):
    pictures = Pictures(tmp_path, most=3)
    for number in range(5):
        pictures.put(f"p{number}.jpg", b"x")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["p2.jpg", "p3.jpg", "p4.jpg"]


def test_pictures_of_an_earlier_run_count_too(tmp_path):
    Pictures(tmp_path).put("old.jpg", b"x" * 10)
    Pictures(tmp_path, most_bytes=15).put("new.jpg", b"x" * 10)
    assert [path.name for path in tmp_path.iterdir()] == ["new.jpg"]


@pytest.mark.parametrize("name", ["../x.jpg", "a/b.jpg", ".hidden.jpg", "x.png", ""])
def test_a_picture_with_an_odd_name_is_refused(tmp_path, name):
    with pytest.raises(ValueError, match="cannot be called"):
        Pictures(tmp_path).put(name, b"x")
