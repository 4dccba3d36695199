"""A drive for tests of the pages: the real rules and events, its time set by the test, nothing written to disk."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.commands import Command, Tick
from engine.drive import commands as c
from engine.drive.drive import Drive
from engine.drive.state import DriveState
from engine.games.protocol import Recorded

NAMES = ("Ann Archer", "Ben Bell", "Cleo Carr", "Dev Dutta", "Élodie Étienne", "Flo Finch", "Gus Grey", "Hal Hart",
         "Ivy Ingram", "Jo Jones", "Kit King", "Lou Lamb")  # fmt: skip
"""The players of three tables."""


class FakeDrive:
    """A drive's desk in memory. ``time`` is the drive's time in seconds; ``acted`` the commands it was given."""

    def __init__(self) -> None:
        self.time = 100.0
        self.acted: list[Command] = []
        self._drive = Drive()
        self._state = self._drive.initial()
        self._events: list[Recorded] = []
        self._version = 1
        self._changed = threading.Condition()

    def state(self) -> DriveState:
        return self._state

    def view(self) -> Mapping[str, Any]:
        return self._drive.view(self._state)

    def now(self) -> float:
        return self.time

    def act(self, command: Command) -> tuple[Recorded, ...]:
        with self._changed:
            self.acted.append(command)
            events = self._drive.decide(self._state, command)
            first = len(self._events) + 1
            new = tuple(Recorded("drive", first + n, "2026-01-01T00:00:00", event) for n, event in enumerate(events))
            for item in new:
                self._state = replace(self._drive.evolve(self._state, item.event), seq=item.seq)
            self._events.extend(new)
            self._version += 1
            self._changed.notify_all()
            return new

    def recorded(self, after: int = 0) -> tuple[Recorded, ...]:
        return tuple(self._events[after:])

    def subscribe(self, listener: Callable[[Recorded], None], name: str) -> None:
        raise NotImplementedError("pages wait for a version")

    def version(self) -> int:
        return self._version

    def wait(self, version: int, timeout: float) -> int:
        with self._changed:
            self._changed.wait_for(lambda: self._version > version, timeout)
            return self._version

    # -- what tests do with it

    def create(self, players: tuple[str, ...] = NAMES, **rules: Any) -> None:
        """Sets the drive up with players and two stewards."""
        self.act(c.Create(t=self.time, name="Harvest Drive", seed="7", rules={"hands": 3, **rules}))
        if players:
            self.act(c.Join(t=self.time, players=tuple(("", name) for name in players)))
            self.act(c.NameStewards(t=self.time, names=("Stan", "Sue")))

    def announce(self) -> None:
        """Makes and announces the next hand."""
        self.act(c.MakeHand(t=self.time))
        self.act(c.Announce(t=self.time))

    def start(self) -> None:
        """Starts the announced hand."""
        self.act(c.StartHand(t=self.time, anyway=True))

    def ring(self) -> None:
        """Lets the seven minutes pass."""
        self.time += 421.0
        self.act(Tick(t=self.time))

    def mark(self, table: int, first: int = 0) -> None:
        """Marks a table's totals: 0, 8, 16 and so on, in the order of the chairs, from ``first`` on."""
        assert self._state.hand is not None
        chairs = self._state.hand.tables[table].players
        totals = {str(number): (first + place) % len(chairs) * 8 for place, number in enumerate(chairs)}
        self.act(c.MarkCards(t=self.time, table=table, totals=totals))

    def initial(self, table: int) -> None:
        """Has each neighbour initial."""
        assert self._state.hand is not None
        held = self._state.hand.tables[table]
        for number in held.players:
            self.act(c.InitialCard(t=self.time, number=number, by_number=held.left_of(number) or 0))

    def play(self) -> None:
        """Plays a whole hand."""
        self.announce()
        self.start()
        self.ring()
        assert self._state.hand is not None
        for table in self._state.hand.tables:
            self.mark(table)
            self.initial(table)
