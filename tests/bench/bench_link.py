"""A drive of many tables over a real broker: how soon their results stand, and what the hub needs for it.

    python tests/bench/bench_link.py --tables 250 --hands 4 [--faults] [--store postgresql://...]

The hub is a process of its own; tables are threads in a few others, with real links and journals in memory, clocks that
are wrong by up to a day and drift by up to 100 ppm. Each plays a hand's events; then all but one report their
totals and initials at one moment, as after the bell, and the last one when their machine, which here is one for all of
them, has taken in what the others wrote. With --faults the broker is killed and its store deleted, the hub is killed,
and three tables of ten are cut off for a whole hand.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import os
import shutil
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "pi"))

from linked_hall import LOCAL, Proxy

from engine.commands import Deal, Initial, Mark, Play, StartClock, Tick
from engine.drive import commands as c
from engine.drive.reports import opening
from engine.drive.standings import standings
from engine.drive.state import DriveState
from engine.games.lexicon import Lexicon
from engine.journal_events import encoded
from engine.journal_lines import Line
from engine.rulings import StandIn
from pi.books import open_store
from pi.drive.station import DriveStation
from pi.ledger import Ledger
from pi.link.hosting import hosted
from pi.link.house import House
from pi.link.joining import device_of
from pi.link.post import Address
from pi.link.table import TableLink

EVENT = "bench"
MOVES = 25
TOTALS = (62, 70, 80, 66)


class MemoryJournal:
    """A journal that forgets, for tables of which there are hundreds on one machine."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lines: dict[str, list[Line]] = {}

    def append(self, stream: str, events: Any, expected: int) -> tuple[Any, ...]:
        lines = self._lines.setdefault(stream, [])
        for event in events:
            lines.append(Line(stream, len(lines) + 1, "", self._name, encoded(event)))
        return ()

    def lines(self, stream: str, after: int = 0, most: int | None = None) -> tuple[Line, ...]:
        found = self._lines.get(stream, [])
        return tuple(found[after : None if most is None else after + most])

    def last(self, stream: str) -> int:
        return len(self._lines.get(stream, ()))

    def keep(self, lines: Iterable[Line]) -> None:
        """Keeps what follows, without a look at the events: a real table has a machine of its own to do that."""
        for line in lines:
            have = self._lines.setdefault(line.stream, [])
            if line.seq == len(have) + 1:
                have.append(line)


class SimulatedTable:
    """A table that plays a hand's events into its journal."""

    def __init__(self, number: int, port: int, password: str) -> None:
        rng = Random(number)
        ahead, rate = rng.uniform(-86400, 86400), 1 + rng.uniform(-100e-6, 100e-6)
        self.now = lambda: ahead + time.monotonic() * rate
        self.true = lambda local: (local - ahead) / rate
        self.number = number
        self.journal: Any = MemoryJournal(f"table {number}")
        self.copies: Any = MemoryJournal(f"table {number}")
        self.link = TableLink(
            self.journal, self.copies, EVENT, device_of(number), Address(LOCAL, port), password,
            name="0123abcd", now=self.now,
        )  # fmt: skip
        self.ledger: Ledger[Any] | None = None

    def play(self, state: DriveState) -> None:
        """Plays the hand that the drive has begun, up to the bell."""
        hand = state.hand
        assert hand is not None
        from dataclasses import replace

        opened = replace(opening(state, hand.tables[self.number]), drive={"hand": hand.number, "table": self.number})
        self.ledger = Ledger(Lexicon(), StandIn("none"))
        self.ledger.submit(opened)
        self.ledger.submit(Deal(t=0.0, seat=opened.seats[0][0]))
        self.ledger.submit(StartClock(t=0.0, seconds=420.0))
        for move in range(MOVES):
            self.ledger.submit(Play(t=10.0 + move, act="exchange", exposed_after="A"))
        self.ledger.submit(Tick(t=420.0))
        self._record(0)

    def report(self) -> None:
        """Marks and initials the totals."""
        assert self.ledger is not None
        before = len(self.ledger.history)
        seats = [player.seat for player in self.ledger.state().players]
        self.ledger.submit(Mark(t=430.0, totals=dict(zip(seats, TOTALS, strict=False))))
        for seat in seats:
            self.ledger.submit(Initial(t=440.0, by_seat=seat))
        self._record(before)

    def _record(self, after: int) -> None:
        assert self.ledger is not None
        fresh = [entry.event for entry in self.ledger.history[after:]]
        self.journal.append("table", fresh, self.journal.last("table"))
        self.link.grew()


def work(numbers: list[int], ports: dict[int, int], passwords: dict[int, str], pipe: Connection) -> None:
    """Runs some of the tables, as the bench says."""
    # A hundred threads that wait for their turn look for it every 5 ms and would do little else; tables on machines of
    # their own have no such neighbours.
    sys.setswitchinterval(0.05)
    tables = [SimulatedTable(number, ports[number], passwords[number]) for number in numbers]
    while True:
        asked, value = pipe.recv()
        if asked == "ready":
            pipe.send(sum(table.link.knows_time() for table in tables))
        elif asked == "play":
            for table in tables:
                table.play(value)
            pipe.send(None)
        elif asked == "report":
            for table in tables:
                if table.number in value:
                    table.report()
            pipe.send(time.monotonic())
        elif asked == "bell":  # when would you ring, at this time of the hub's? In the seconds of this machine.
            known = [(table, table.link.hub_time()) for table in tables]
            pipe.send([table.true(time_of.local(value)) for table, time_of in known if time_of is not None])
        elif asked == "level":
            pipe.send(sum(table.copies.last(table.link.drive) == value for table in tables))
        elif asked == "digests":
            pipe.send({
                table.link.stream: table.link.exchange.held(table.link.stream).digest(table.journal.last("table"))
                for table in tables
            })  # fmt: skip
        else:
            for table in tables:
                table.link.close()
            pipe.send(None)
            return


def run_hub(store: str, folder: Path, port: int, pipe: Connection) -> None:
    """Runs the hub, as the bench says."""
    with contextlib.ExitStack() as stack:
        copy = store if "://" in store else str(folder / "tables.journal")
        journal, own, copies = (
            stack.enter_context(contextlib.closing(open_store(where))) for where in (store, store, copy)
        )
        desk = stack.enter_context(DriveStation(journal))
        hosting = stack.enter_context(hosted(desk, own, copies, folder / "hub", EVENT, host=LOCAL))
        pipe.send(hosting.where.port)
        while True:
            asked, value = pipe.recv()
            if asked == "act":
                for command in value:
                    from dataclasses import replace

                    desk.act(replace(command, t=desk.now()))
                pipe.send(None)
            elif asked == "state":
                pipe.send(desk.state())
            elif asked == "wait":
                pipe.send(_all_in(desk, *value))
            elif asked == "clock":
                pipe.send((desk.now(), time.monotonic()))
            elif asked == "digests":
                held = hosting.link.exchange
                pipe.send({name: held.held(name).digest(held.held(name).last) for name in held.streams()})
            else:
                pipe.send(None)
                return


def _all_in(desk: DriveStation, wanted: int, seconds: float) -> tuple[float, int]:
    """Waits until so many cards are final and the standings are worked out; gives when, and how many there are."""
    end = time.monotonic() + seconds
    while True:
        version = desk.version()
        state = desk.state()
        assert state.hand is not None
        final = sum(card.stage == "final" for table in state.hand.tables.values() for card in table.cards.values())
        if final >= wanted or time.monotonic() > end:
            standings(state)
            return time.monotonic(), final
        desk.wait(version, 0.05)


def ask(pipe: Connection, what: str, value: Any = None) -> Any:
    pipe.send((what, value))
    return pipe.recv()


def ask_all(pipes: list[Connection], what: str, value: Any = None) -> list[Any]:
    for pipe in pipes:
        pipe.send((what, value))
    return [pipe.recv() for pipe in pipes]


def rss_mb(pid: int) -> float:
    text = Path(f"/proc/{pid}/status").read_text()
    return int(next(line.split()[1] for line in text.splitlines() if line.startswith("VmRSS"))) / 1024


def wait_for(what: str, true: Any, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.2)
    print(f"  !! after {seconds:.0f} s: {what}", flush=True)
    return False


def bench(args: argparse.Namespace, folder: Path) -> int:
    numbers = list(range(1, args.tables + 1))
    house = House(folder / "hub", EVENT, args.port)
    passwords = {number: house.issue(device_of(number)) for number in numbers}
    store = args.store or str(folder / "drive.journal")
    spawn = multiprocessing.get_context("spawn")

    def begin_hub() -> tuple[Any, Connection]:
        here, there = spawn.Pipe()
        process = spawn.Process(target=run_hub, args=(store, folder, args.port, there), daemon=True)
        process.start()
        here.recv()
        return process, here

    hub, desk = begin_hub()
    proxy = Proxy(args.port)
    cut = {number for number in numbers if number % 10 in (1, 4, 7)} if args.faults else set()
    ports = {number: proxy.port if number in cut else args.port for number in numbers}
    groups = [numbers[start :: args.processes] for start in range(args.processes)]
    pipes = []
    for group in groups:
        here, there = spawn.Pipe()
        spawn.Process(target=work, args=(group, ports, passwords, there), daemon=True).start()
        pipes.append(here)
    began = time.monotonic()
    wait_for("not every table knows the hub's time", lambda: sum(ask_all(pipes, "ready")) == args.tables, 120)
    print(f"{args.tables} tables know the hub's time after {time.monotonic() - began:.1f} s", flush=True)
    time.sleep(args.settle)
    players = tuple(("", f"Player {number}") for number in range(1, 4 * args.tables + 1))
    ask(desk, "act", [
        c.Create(t=0.0, name="Bench", seed="1", rules={"hands": args.hands}), c.Join(t=0.0, players=players),
    ])  # fmt: skip
    storms, lasts, bells, lost = [], [], [], 0
    for hand in range(1, args.hands + 1):
        began = time.monotonic()
        ask(desk, "act", [c.MakeHand(t=0.0), c.Announce(t=0.0), c.StartHand(t=0.0, anyway=True)])
        state = ask(desk, "state")
        level = state.seq
        wait_for("not every table has the hand", lambda at=level: sum(ask_all(pipes, "level", at)) == args.tables, 120)
        spread = time.monotonic() - began
        if args.faults and hand == 2:
            broker = int((folder / "hub" / "broker" / "pid").read_text())
            os.kill(broker, signal.SIGKILL)
            shutil.rmtree(folder / "hub" / "broker" / "store", ignore_errors=True)
            (folder / "hub" / "broker" / "store").mkdir(mode=0o700, exist_ok=True)
        if args.faults and hand == 3:
            os.kill(hub.pid, signal.SIGKILL)
            hub.join()
            hub, desk = begin_hub()
        hall_now, real_now = ask(desk, "clock")
        due = state.hall.ends_at
        rings = [at for group in ask_all(pipes, "bell", due) for at in group]
        bells += [abs(at - (real_now + due - hall_now)) * 1000 for at in rings]
        if args.faults and hand == 4:
            proxy.cut()
        ask_all(pipes, "play", state)
        time.sleep(args.pause)
        last = {numbers[-1]}
        reported = max(ask_all(pipes, "report", set(numbers) - last))
        absent = len(cut) * 4 if args.faults and hand == 4 else 0
        # What is cut off cannot be in: then only the others are waited for.
        final = 0
        if absent:
            at, final = ask(desk, "wait", (4 * (args.tables - len(cut | last)), 120.0))
            storms.append(at - reported)
            proxy.mend()
            ask_all(pipes, "report", last)
            _, final = ask(desk, "wait", (4 * args.tables, 120.0))
        else:
            at, _ = ask(desk, "wait", (4 * (args.tables - 1), 120.0))
            storms.append(at - reported)
            level = ask(desk, "state").seq
            wait_for("the copies are behind", lambda at=level: sum(ask_all(pipes, "level", at)) == args.tables, 60)
            reported = max(ask_all(pipes, "report", last))
            at, final = ask(desk, "wait", (4 * args.tables, 120.0))
            lasts.append(at - reported)
        lost += 4 * args.tables - final
        print(
            f"hand {hand}: called in {spread:.2f} s; all at once {storms[-1]:.2f} s; the last table "
            f"{lasts[-1] if lasts else float('nan'):.3f} s; hub {rss_mb(hub.pid):.0f} MB; {final} of "
            f"{4 * args.tables} cards final",
            flush=True,
        )
    wait_for(
        "the tables' journals and their copies differ",
        lambda: (
            {k: v for part in ask_all(pipes, "digests") for k, v in part.items()}
            == {k: v for k, v in ask(desk, "digests").items() if k.startswith("table/")}
        ),
        60,
    )
    seq = ask(desk, "state").seq
    equal = wait_for(
        "not every copy of the drive is whole", lambda: sum(ask_all(pipes, "level", seq)) == args.tables, 90
    )
    broker = int((folder / "hub" / "broker" / "pid").read_text())
    ranked = sorted(bells)
    result = {
        "tables": args.tables, "hands": args.hands, "cards_lost": lost, "journals_equal": equal,
        "all_at_once_s": round(max(storms), 2), "last_table_s": round(max(lasts), 3),
        "last_table_median_s": round(statistics.median(lasts), 3), "hub_mb": round(rss_mb(hub.pid)),
        "broker_mb": round(rss_mb(broker)), "drive_events": seq,
        "bell_ms_95": round(ranked[int(len(ranked) * 0.95) - 1], 1), "bell_ms_most": round(ranked[-1], 1),
    }  # fmt: skip
    print(json.dumps(result))
    ask_all(pipes, "end")
    ask(desk, "end")
    proxy.close()
    return 1 if lost or not equal else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--hands", type=int, default=4)
    parser.add_argument("--processes", type=int, default=8)
    parser.add_argument("--pause", type=float, default=3.0, help="seconds between a hand's play and its reports")
    parser.add_argument("--settle", type=float, default=60.0, help="seconds in which the tables learn the hub's time")
    parser.add_argument("--port", type=int, default=18840)
    parser.add_argument("--faults", action="store_true")
    parser.add_argument("--store", help="a postgresql:// URL for the hub's journal")
    args = parser.parse_args()
    if args.faults and args.hands < 4:
        parser.error("the faults need four hands")
    threading.stack_size(256 * 1024)
    with tempfile.TemporaryDirectory(prefix="steward-bench-", ignore_cleanup_errors=True) as name:
        return bench(args, Path(name))


if __name__ == "__main__":
    sys.exit(main())
