"""A game's events in memory, decided and folded at once: for replaying a recording where no journal is wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from engine.commands import Command
from engine.games.protocol import Decider, Recorded
from engine.replay import advance
from engine.rulings import Judge

S = TypeVar("S")


class Ledger(Generic[S]):
    """Takes commands like a :class:`pi.station.Station`, in the caller's own thread and without a clock.

    :param heard: told of each event as it is recorded.
    """

    def __init__(self, game: Decider[S], judge: Judge, heard: Callable[[Recorded], None] | None = None) -> None:
        self._game = game
        self._judge = judge
        self._heard = heard
        self._state = game.initial()
        self.history: list[Recorded] = []

    def state(self) -> S:
        """Gives the state as it stands."""
        return self._state

    def submit(self, command: Command) -> tuple[Recorded, ...]:
        """Decides a command and records its events. Raises :class:`engine.errors.Refused`."""
        events = self._game.decide(self._state, command, self._judge, self.history)
        recorded = []
        for event in events:
            entry = Recorded("ledger", len(self.history) + 1, "", event)
            self.history.append(entry)
            recorded.append(entry)
        self._state = advance(self._game, self._state, recorded, self.history)
        for entry in recorded:
            if self._heard is not None:
                self._heard(entry)
        return tuple(recorded)
