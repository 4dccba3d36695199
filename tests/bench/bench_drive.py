"""How quickly a large drive is decided, folded, kept and shown: ``python tests/bench/bench_drive.py [--players N]``.

A drive of 1,000 players and 12 hands, with late comers, leavers and fines: every command is decided and folded as the
drive's station does it, then the whole is read back from its journal, and standings and screens are worked out. Times
are of the processor, so that other programs do not count.
"""

from __future__ import annotations

import argparse
import contextlib
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from engine.commands import Command, Tick
from engine.drive import commands as c
from engine.drive.drive import Drive
from engine.drive.outcome import to_cut
from engine.drive.results import results_csv
from engine.drive.standings import standings
from engine.drive.state import DriveState
from engine.drive.view import view
from engine.errors import Refused
from engine.events import Event
from engine.replay import fold
from pi.books import open_journal

DRIVE = Drive()


class Bench:
    """A drive whose commands are timed; its events are kept."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.state: DriveState = DRIVE.initial()
        self.events: list[Event] = []
        self.times: list[float] = []
        self.t = 0.0

    def do(self, command: Command) -> None:
        """Decides and folds one command."""
        start = time.process_time()
        events = DRIVE.decide(self.state, command)
        for event in events:
            self.state = DRIVE.evolve(self.state, event)
        self.times.append((time.process_time() - start) * 1000)
        self.events += events

    def hand(self) -> None:
        """Plays one hand of the whole hall."""
        for step in (c.MakeHand, c.Announce):
            self.do(step(t=self.t))
        self.do(c.StartHand(t=self.t, anyway=True))
        self.t = self.state.hall.ends_at
        self.do(Tick(t=self.t))
        hand = self.state.hand
        assert hand is not None
        for number in hand.tables:
            players = self.state.hands[-1].tables[number].players
            totals = {str(player): self.random.randrange(2, 100, 2) for player in players}
            self.do(c.MarkCards(t=self.t, table=number, totals=totals, sure=True))
            for player in players:
                left = self.state.hands[-1].tables[number].left_of(player) or 0
                self.do(c.InitialCard(t=self.t, number=player, by_number=left))
            if self.random.random() < 0.1:
                self.do(c.Fine(t=self.t, number=players[0], why="PARIS"))
            if to_cut(self.state.rules, self.state.hands[-1], self.state.hands[-1].tables[number]):
                self.do(c.CutTie(t=self.t, table=number))
        for number in self.random.sample(sorted(self.state.players), 5):
            with contextlib.suppress(Refused):
                self.do(c.Leave(t=self.t, number=number))
        known = len(self.state.players)
        self.do(c.Join(t=self.t, players=tuple(("", f"Late {known + n}") for n in range(5))))


def took(work: Callable[[], Any]) -> float:
    """Gives the milliseconds that work took."""
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


def main() -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=990)
    parser.add_argument("--hands", type=int, default=12)
    args = parser.parse_args()
    bench = Bench(1935)
    bench.do(c.Create(t=0, name="Bench", seed="1935", rules={"hands": args.hands}))
    bench.do(c.Join(t=0, players=tuple(("", f"Player {n}") for n in range(args.players))))
    whole = took(lambda: [bench.hand() for _ in range(args.hands)])
    times = sorted(bench.times)
    tables = len(bench.state.hands[-1].tables)
    print(f"{args.players} players, {tables} tables, {args.hands} hands: {len(times)} commands in {whole / 1000:.1f} s")
    worst = ", ".join(f"{value:.1f}" for value in times[-3:])
    usual, rare = statistics.median(times), times[int(len(times) * 0.99)]
    print(f"a command: median {usual:.2f} ms, 99 % {rare:.2f} ms, the three slowest {worst}")
    with tempfile.TemporaryDirectory() as folder, open_journal(Path(folder) / "drive.journal") as journal:
        append = took(lambda: journal.append("drive", bench.events, 0))
        recorded = journal.read("drive")
        read = took(lambda: journal.read("drive"))
        again = took(lambda: fold(DRIVE, recorded))
        same = fold(DRIVE, recorded).hands == bench.state.hands
        print(f"{len(recorded)} events: appended in {append:.0f} ms, read in {read:.0f} ms, folded in {again:.0f} ms")
        print(f"the fold is the same as live: {same}")
    first, then = took(lambda: standings(bench.state)), []
    for _ in range(20):
        number = bench.random.choice(sorted(bench.state.players))
        with contextlib.suppress(Refused):
            bench.do(c.CorrectCard(t=bench.t, number=number, total=50, why="bench", sure=True))
        then.append(took(lambda: standings(bench.state)))
    print(f"standings: {first:.1f} ms, after a correction {statistics.median(then):.1f} ms")
    screen, table = took(lambda: view(bench.state)), took(lambda: results_csv(bench.state))
    print(f"view: {screen:.1f} ms; results as CSV: {table:.1f} ms")
    print(f"memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    return 0 if same else 1


if __name__ == "__main__":
    raise SystemExit(main())
