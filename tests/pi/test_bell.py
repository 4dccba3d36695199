"""The bell rings on time whatever else is happening."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest
from small_game import SmallGame, no_judge

from engine.commands import Deal, PauseClock, StartClock
from engine.events import BellRang, Event, Warned
from engine.games import game
from engine.journal import SqliteJournal
from engine.rulings import StandIn
from pi.config import Settings
from pi.link.attending import attending
from pi.link.courier import Courier
from pi.link.joining import Credentials, device_of
from pi.link.obeying import Obeying
from pi.link.post import Post
from pi.link.table import TableLink
from pi.machine import CameraKeeper, app_for, set_up
from pi.ringer import Ringer
from pi.serving import Server, free_port
from pi.station import Station
from pi.wiring import wired


@pytest.fixture
def journal(tmp_path):
    with SqliteJournal(tmp_path / "table.journal", lambda: "2026-01-01T00:00:00Z", "boot") as journal:
        yield journal


class Told:
    """Keeps what was told, and when."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.at: list[float] = []
        self._came = threading.Condition()

    def __call__(self, event: Event) -> None:
        with self._came:
            self.events.append(event)
            self.at.append(time.monotonic())
            self._came.notify_all()

    def of(self, *kinds: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kinds)]

    def wait(self, count: int, *kinds: type[Event]) -> None:
        with self._came:
            assert self._came.wait_for(lambda: len(self.of(*kinds)) >= count, 10)

    def rings(self) -> list[Event]:
        return self.of(BellRang)


def test_the_bell_is_told_once_though_the_journal_tells_of_it_too(journal):
    told = Told()
    with Station(journal, SmallGame(), no_judge()) as station, Ringer(station, told) as ringer:
        station.subscribe(ringer.hear, "buzzer")
        station.submit(StartClock(t=0.0, seconds=0.2))
        told.wait(1, BellRang)
        time.sleep(0.1)
        assert [type(event) for event in told.events].count(BellRang) == 1
        assert isinstance(station.recorded()[-1].event, BellRang)


def test_the_bell_rings_while_the_journals_disk_hangs(journal, monkeypatch):
    told = Told()
    hangs, go_on = threading.Event(), threading.Event()
    append = journal.append

    def stalled(stream, events, after):
        if any(isinstance(event, BellRang) for event in events):
            hangs.set()
            assert go_on.wait(10)
        return append(stream, events, after)

    monkeypatch.setattr(journal, "append", stalled)
    with Station(journal, SmallGame(), no_judge()) as station, Ringer(station, told) as ringer:
        station.subscribe(ringer.hear, "buzzer")
        station.submit(StartClock(t=0.0, seconds=0.2))
        assert hangs.wait(10)
        told.wait(1, BellRang)
        assert len(told.rings()) == 1
        assert not any(isinstance(entry.event, BellRang) for entry in station.recorded())
        go_on.set()
        version = 0
        while not isinstance(station.recorded()[-1].event, BellRang):
            version = station.wait(version, 1)
    assert len(told.rings()) == 1


def test_a_clock_that_was_paused_does_not_ring(journal):
    told = Told()
    with Station(journal, SmallGame(), no_judge()) as station, Ringer(station, told) as ringer:
        station.subscribe(ringer.hear, "buzzer")
        station.submit(StartClock(t=0.0, seconds=0.3))
        station.submit(PauseClock(t=station.now()))
        time.sleep(0.5)
    assert told.rings() == []


def test_warnings_are_told_in_their_order(journal):
    told = Told()
    now = [0.0]
    station = Station(journal, SmallGame(), no_judge(), monotonic=lambda: now[0])
    with station, Ringer(station, told) as ringer:
        station.subscribe(ringer.hear, "buzzer")
        station.submit(StartClock(t=0.0, seconds=61.0))
        for moment, count in ((1.0, 1), (51.0, 2), (61.0, 3)):
            now[0] = moment
            told.wait(count, Warned, BellRang)
    rung = [Warned(t=1.0, remaining=60.0), Warned(t=51.0, remaining=10.0), BellRang(t=61.0)]
    assert told.of(Warned, BellRang) == rung


def test_a_step_of_the_wall_clock_is_nothing_to_the_bell(journal, monkeypatch):
    told = Told()
    with Station(journal, SmallGame(), no_judge()) as station, Ringer(station, told) as ringer:
        station.subscribe(ringer.hear, "buzzer")
        began = time.monotonic()
        station.submit(StartClock(t=station.now(), seconds=0.3))
        wall = time.time
        monkeypatch.setattr(time, "time", lambda: wall() + 3600)
        told.wait(1, BellRang)
        assert told.at[-1] - began >= 0.299
        assert len(told.rings()) == 1


class Dies:
    """A camera that is lost at once, for good."""

    name = "camera"

    def frames(self):
        raise SystemExit("the thread of the camera dies")

    def close(self) -> None:
        return


DIED: set[str] = set()


def dies(*_: object, **__: object) -> None:
    """Takes the place of what a thread does: the thread ends there."""
    DIED.add(threading.current_thread().name)
    raise SystemExit("the thread dies")


LINK = {
    "courier": (Courier, "_carry"),
    "drive": (Obeying, "_obey"),
    "hub time": (TableLink, "_ping"),
    "paho": (Post, "_failed"),
}
"""The threads of a table in a drive, by what their names begin with, and what each of them does."""


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_the_bell_rings_when_camera_web_and_link_have_died(journal, monkeypatch, tmp_path):
    settings = replace(Settings(), camera="0", hardware="none")
    monkeypatch.setattr(CameraKeeper, "_open", lambda self: Dies())
    for owner, what in LINK.values():
        monkeypatch.setattr(owner, what, dies)
    nowhere = Credentials("spring", device_of(7), "secret", "127.0.0.1", 1)
    with Station(journal, game("lexicon"), StandIn(), boot=lambda: "one") as station:
        set_up(station, replace(settings, rules="drive", players=("Ann", "Ben")))
        with wired(station, settings), attending(station, tmp_path / "table.journal", nowhere) as link:
            link.grew()
            port = free_port("127.0.0.1", 8400)
            assert port is not None
            server = Server(app_for(station, settings), "127.0.0.1", port)
            keeper = CameraKeeper(station, settings, None)
            keeper._thread.join(10)
            server.close()
            for one in threading.enumerate():
                if one.name.startswith(tuple(LINK)):
                    one.join(10)
            assert {name for name in LINK if any(died.startswith(name) for died in DIED)} == set(LINK)
            assert not keeper._thread.is_alive()
            assert not server.alive()
            station.submit(Deal(t=station.now(), seat="N"))
            station.submit(StartClock(t=station.now(), seconds=0.3))
            version, until = 0, time.monotonic() + 10
            while not any(name.startswith("bell ") for name, _ in station.status().get("pins", [])):
                assert time.monotonic() < until
                version = station.wait(version, 0.5)
