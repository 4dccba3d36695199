"""How late the bell rings: ``python tests/bench/bench_bell.py [--hands N] [--tables N]``.

Short hands are played to their bell while a reader reads pictures without pause, the dashboard's workers hang, and the
wall clock is set an hour forward and back. A ring is late by the time from when it was due, on the steady clock, to the
buzzer's pin going up.
"""

from __future__ import annotations

import argparse
import logging
import random
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from engine.commands import Deal, StartClock
from engine.events import BellRang
from engine.games import game
from engine.rulings import StandIn
from engine.state import TableState
from pi.books import open_journal
from pi.config import Pins, Settings
from pi.machine import app_for, reader_for, set_up
from pi.pins import Sounder
from pi.ringer import Ringer
from pi.serving import Server, free_port
from pi.station import Station

TABLES = Path(__file__).parents[1] / "data" / "tables"
MOST_LATE = 0.05
"""Seconds; what the bell may be late by."""
HANDS = (1.0, 3.0)
"""Seconds that a hand lasts, from and to."""
STUCK = 60
"""Requests to the dashboard that get no answer."""


class Timed(Sounder):
    """A buzzer that notes when the bell's first tone began."""

    rang_at: float | None = None

    def _on(self, note: str) -> None:
        super()._on(note)
        if note == "A5" and self.rang_at is None:
            self.rang_at = time.monotonic()


def one_hand(folder: Path, seconds: float) -> float:
    """Plays a hand to its bell; gives how late it rang, in seconds."""
    factory = MockFactory(pin_class=MockPWMPin)
    station: Station[TableState]
    with open_journal(folder / "table.journal") as journal, Station(journal, game("lexicon"), StandIn()) as station:
        set_up(station, replace(Settings(), rules="drive", players=("Ann", "Ben", "Cleo", "Dev")))
        with Timed(Pins(), factory) as sounder, Ringer(station, sounder.tell) as ringer:
            station.subscribe(ringer.hear, "buzzer")
            station.submit(Deal(t=station.now(), seat="N"))
            station.submit(StartClock(t=station.now(), seconds=seconds))
            due = time.monotonic() + station.clock.seconds_until(station.state().bell.ends_at)
            until = due + 30
            while sounder.rang_at is None or not isinstance(station.recorded()[-1].event, BellRang):
                if time.monotonic() > until:
                    raise RuntimeError("a bell did not ring")
                time.sleep(0.02)
            return sounder.rang_at - due


def load(stop: threading.Event) -> list[threading.Thread]:
    """Starts all that could hold a bell up; it goes on until ``stop`` is set."""
    from vision.picture import load_picture

    reader, _ = reader_for("lexicon")
    pictures = [load_picture(path) for path in sorted(TABLES.glob("*.jpg"))]

    def read() -> None:
        while not stop.is_set():
            for picture in pictures:
                reader.read(picture, "a table")
                if stop.is_set():
                    return

    wall, shift = time.time, [0.0]
    time.time = lambda: wall() + shift[0]

    def step() -> None:
        while not stop.wait(random.uniform(0.05, 0.5)):
            shift[0] = random.choice((-3600.0, 0.0, 3600.0))
        time.time = wall

    return [start(read, "reader"), start(step, "wall clock")]


def hang(stop: threading.Event, folder: Path) -> list[threading.Thread]:
    """Serves a dashboard whose workers all hang."""
    journal = open_journal(folder / "dashboard.journal")
    station: Station[TableState] = Station(journal, game("lexicon"), StandIn())
    app = app_for(station)
    (health,) = [name for name in app.view_functions if name.endswith(".health")]
    app.view_functions[health] = lambda: str(stop.wait())
    port = free_port("127.0.0.1", 8500)
    if port is None:
        raise RuntimeError("no port is free")

    def serve() -> None:
        with journal, station, Server(app, "127.0.0.1", port):
            stop.wait()

    def ask() -> None:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=3600).read()
        except OSError:
            return

    served = start(serve, "dashboard")
    time.sleep(1)
    for _ in range(STUCK):
        start(ask, "viewer")
    return [served]


def start(run: Callable[[], None], name: str) -> threading.Thread:
    """Starts a thread."""
    thread = threading.Thread(target=run, name=name, daemon=True)
    thread.start()
    return thread


def measure(hands: int, tables: int) -> list[float]:
    """Gives how late each of ``hands`` bells rang, in seconds; ``tables`` are played at a time."""
    late: list[float] = []
    left = iter(range(hands))
    lock = threading.Lock()

    def play(folder: Path) -> None:
        while True:
            with lock:
                number = next(left, None)
            if number is None:
                return
            place = folder / str(number)
            place.mkdir()
            found = one_hand(place, random.uniform(*HANDS))
            with lock:
                late.append(found)

    stop = threading.Event()
    with tempfile.TemporaryDirectory() as folder:
        loads = [*load(stop), *hang(stop, Path(folder))]
        players = [start(lambda: play(Path(folder)), f"table {number}") for number in range(tables)]
        for player in players:
            player.join()
        stop.set()
        for thread in loads:
            thread.join(timeout=10)
    return late


def main(argv: Sequence[str] | None = None) -> int:
    """Prints how late the bells rang; gives 1 when one was later than is allowed, or did not ring."""
    parser = argparse.ArgumentParser(description="How late the bell rings.")
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--tables", type=int, default=4, help="played at a time, in one program")
    args = parser.parse_args(argv)
    logging.disable(logging.WARNING)
    late: list[Any] = sorted(measure(args.hands, args.tables))
    if len(late) < args.hands:
        print(f"bell: only {len(late)} of {args.hands} rang")
        return 1
    over = sum(one > MOST_LATE for one in late)
    middle, most, worst = (late[int(len(late) * share)] * 1000 for share in (0.5, 0.95, 0.9999))
    print(
        f"bell: {len(late)} hands, reader at full load, {STUCK} requests that hang, wall clock stepped by an hour: "
        f"late by {middle:.1f} ms at the middle, {most:.1f} ms at 95 %, {worst:.1f} ms at worst "
        f"(allowed: {MOST_LATE * 1000:.0f} ms; over it: {over})"
    )
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
