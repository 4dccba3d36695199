"""``steward demo drive``: a small drive on one machine, organised and played by the program itself."""

from __future__ import annotations

import contextlib
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TextIO

from engine.commands import Command
from engine.drive import commands as c
from engine.drive.hall import break_due
from engine.drive.outcome import complete, to_cut
from engine.drive.reports import opening
from engine.drive.state import DriveState
from engine.drive.watch import going
from engine.errors import Missing, Refused
from engine.rulings import open_judge
from pi.books import open_journal
from pi.drive.organising import show
from pi.drive.reporting import report
from pi.drive.station import DriveStation
from pi.drive.tables import Played, play_hand
from pi.ending import told_to_end, wait_for_the_end
from pi.simulate.lexis import open_lexis

NAMES = ("Ann", "Ben", "Cleo", "Dev", "Eve", "Finn", "Gus", "Hana", "Iris", "Jack", "Kit", "Lena")
SPEED = 60.0
"""Seven minutes pass in seven seconds."""

SITTING = (10.0, 40.0)
"""Seconds that people take to find their chairs."""

PAUSE = 60.0
"""Seconds of the demonstration's break."""

NAP = 0.02


def demo_drive(
    *,
    speed: float | None = None,
    hands: int = 4,
    seed: str = "1935",
    out: TextIO | None = None,
    port: int | None = None,
) -> int:
    """Plays a drive of three tables to its end, prints what happens and shows it on ``port``; gives the exit code."""
    with tempfile.TemporaryDirectory(prefix="steward-drive-", ignore_cleanup_errors=True) as folder:
        journal = open_journal(Path(folder) / "drive.journal")
        with journal, DriveStation(journal, rate=speed or SPEED) as desk:
            show_of = DriveShow(desk, seed, hands, out or sys.stdout)
            show_of.open()
            with _shown(desk, speed or SPEED, port, out or sys.stdout) as ended:
                show_of.run(ended)
    return 0


@contextlib.contextmanager
def _shown(desk: DriveStation, rate: float, port: int | None, out: TextIO) -> Iterator[Callable[[], bool]]:
    """Shows the drive on its pages meanwhile, and on a terminal until Ctrl-C; a port that is taken harms nothing."""
    if port is None:
        yield lambda: False
        return
    from pi.serving import Server
    from web.app import create_app

    try:
        server = Server(create_app(None, drive=desk, drive_rate=rate), "127.0.0.1", port)
    except Missing as error:
        print(f"{error}; the drive is played without its pages", file=out)
        yield lambda: False
        return
    with server, told_to_end() as ended:
        print(f"The drive is at {server.url}/drive", file=out, flush=True)
        yield ended.is_set
        if out.isatty():
            print("The drive is over; its pages stay until Ctrl-C", file=out, flush=True)
            wait_for_the_end(ended, server.alive)


class DriveShow:
    """Organiser and tables of a drive that goes by itself. It looks at how the drive stands and does the next thing, so
    that a person may pause, correct or add a minute meanwhile.

    :param desk: the drive's station.
    """

    def __init__(self, desk: DriveStation, seed: str, hands: int, out: TextIO) -> None:
        self._desk = desk
        self._seed = seed
        self._hands = hands
        self._out = out
        self._rng = Random(seed)
        self._played: dict[int, Played] = {}
        self._told: dict[int, int] = {}
        self._dealt = 0
        self._sits: dict[int, float] = {}

    def open(self) -> None:
        """Sets the drive up: twelve players, a steward, a break in the middle."""
        rules = {"hands": self._hands, "breaks": [self._hands // 2] if self._hands > 1 else []}
        self._act(c.Create(t=0.0, name="Demonstration drive", seed=self._seed, rules=rules))
        self._act(c.Join(t=0.0, players=tuple(("", name) for name in NAMES)))
        self._act(c.NameStewards(t=0.0, names=("Olga",)))

    def run(self, ended: Callable[[], bool] = lambda: False) -> None:
        """Goes on until the drive is over, or ``ended``."""
        while self._desk.state().phase != "over" and not ended():
            self.step()
            time.sleep(NAP)
        show(self._desk.state(), self._out)

    def step(self) -> None:
        """Does what is next, if it is time for it."""
        state = self._desk.state()
        if state.phase == "gathering":
            self._act(c.MakeHand(t=0.0))
        elif state.phase == "made":
            self._announce(state)
        elif state.phase == "announced":
            self._sit(state)
        elif state.phase in ("running", "scoring") and not complete(state):
            self._play(state)
        elif state.phase == "scoring":
            self._next(state)
        elif state.phase == "break" and state.hall.phase == "rung":
            self._act(c.MakeHand(t=0.0))

    def _act(self, command: Command) -> None:
        """Does it; what somebody else has just done instead is no harm."""
        with contextlib.suppress(Refused):
            self._desk.act(replace(command, t=self._desk.now()))

    def _say(self, text: str) -> None:
        print(text, file=self._out, flush=True)

    def _announce(self, state: DriveState) -> None:
        hand = state.hand
        assert hand is not None
        names = {number: player.name for number, player in state.players.items()}
        self._say(f"Hand {hand.number}")
        if hand.number == 1:
            for table in hand.tables.values():
                self._say(f"  table {table.number}: {', '.join(f'{seat} {names[n]}' for seat, n in table.chairs)}")
        for move in going(state) if hand.number > 1 else ():
            deals = ", and deals" if move.deals else ""
            self._say(f"  {names[move.number]} goes from table {move.from_table} to {move.table}, {move.seat}{deals}")
        now = self._desk.now()
        self._sits = {number: now + self._rng.uniform(*SITTING) for number in hand.tables}
        self._act(c.Announce(t=0.0))

    def _sit(self, state: DriveState) -> None:
        hand, now = state.hand, self._desk.now()
        assert hand is not None
        waiting = [number for number, table in hand.tables.items() if not table.seated]
        for number in waiting:
            if now >= self._sits.get(number, 0.0):
                self._act(c.ReportSeated(t=0.0, table=number, by="button"))
        if not waiting:
            self._act(c.StartHand(t=0.0))

    def _play(self, state: DriveState) -> None:
        hand = state.hand
        assert hand is not None
        if self._dealt != hand.number:
            self._dealt = hand.number
            words = open_lexis(state.rules.language), open_judge(state.rules.language)
            self._played = {
                number: play_hand(opening(state, table), Random(f"{self._seed}/{hand.number}/{number}"), *words)
                for number, table in hand.tables.items()
            }
            self._told = dict.fromkeys(self._played, 0)
        time_of_hand = self._time_of_hand(state)
        for number, stood in self._played.items():
            due = sum(1 for t, _ in stood if t <= time_of_hand)
            if due > self._told[number]:
                self._told[number] = due
                report(self._desk, hand.number, number, stood[due - 1][1])
        state = self._desk.state()
        for number in self._played:
            done = state.hand is not None and self._told[number] == len(self._played[number])
            if done and state.hand is not None and to_cut(state.rules, state.hand, state.hand.tables[number]):
                self._act(c.CutTie(t=0.0, table=number))

    def _time_of_hand(self, state: DriveState) -> float:
        """Gives the seconds of play so far; a pause does not count. After the bell time goes on for the counting."""
        seconds = state.rules.minutes * 60
        now = self._desk.now()
        if state.phase == "running":
            return min(seconds - state.hall.remaining(now), seconds - 0.1)
        return seconds + max(0.0, now - state.hall.ends_at)

    def _next(self, state: DriveState) -> None:
        hand = state.hand
        assert hand is not None
        for table in hand.tables.values():
            cards = ", ".join(f"{state.players[n].name} {table.cards[n].points}" for n in table.players)
            self._say(f"  table {table.number}: {cards}")
        if hand.number >= state.rules.hands:
            self._act(c.Finish(t=0.0))
        elif break_due(state):
            self._say("A break")
            self._act(c.TakeBreak(t=0.0, seconds=PAUSE))
        else:
            self._act(c.MakeHand(t=0.0))
