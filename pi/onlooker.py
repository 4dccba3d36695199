"""Follows by camera a game whose acts are told, where the game knows what a settled picture shows was played."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from engine.commands import Command
from engine.errors import Refused
from engine.events import Event
from engine.games import game
from engine.games.protocol import Recorded
from engine.games.told import ToldGame
from engine.state import TableState
from engine.table import TableReading
from pi.eye import Reads, Settles

log = logging.getLogger("steward.onlooker")

REST = 0.5
"""Seconds that a table is at rest before it is read."""
MOST_ACTS = 4
"""Acts that one picture may tell, one after the other, such as a word and of what it was made."""


class Onlooker:
    """Looks at a table's frames and submits the acts that the game sees in them.

    :param seen: told of each reading.
    """

    def __init__(
        self,
        reader: Reads,
        gate: Settles,
        submit: Callable[[Command], tuple[Recorded, ...]],
        state: Callable[[], TableState],
        seen: Callable[[TableReading], None] | None = None,
    ) -> None:
        self._reader = reader
        self._gate = gate
        self._submit = submit
        self._state = state
        self._seen = seen
        self._since = 0.0
        self._picture: Any = None
        self._name = ""
        self._read = False
        self.status = "waiting"

    def frame(self, picture: Any, t: float, name: str = "") -> None:
        """Takes in a frame taken at ``t`` (table time, s); it stands until the next one, and is read, once, when the
        table is at rest."""
        if self._gate.moved(picture, t) or self._picture is None:
            self._since, self._read, self.status = t, False, "settling"
        self._picture, self._name = picture, name
        self.advance(t)

    def next_due(self) -> float | None:
        """Gives the table time at which :meth:`advance` has something to do."""
        return None if self._read or self._picture is None else self._since + REST

    def advance(self, t: float) -> None:
        """Reads the frame that stands once the table has been at rest for long enough at ``t``."""
        if not self._read and t - self._since >= REST:
            self._look(t)

    def hurry(self, t: float) -> None:
        """Reads the frame that stands at once, before a press at ``t`` is dealt with."""
        if not self._read:
            self._look(t)

    def challenged(self, t: float, _challenge: Command) -> bool:
        """Reads the frame that stands before a challenge at ``t``; gives False: the game itself deals with it."""
        self.hurry(t)
        return False

    def heard(self, event: Event) -> None:
        """What was recorded changes nothing here: the game is asked for its state."""

    def _look(self, t: float) -> None:
        one = game(self._state().game)
        if self._picture is None:
            return
        self._read = True
        if not isinstance(one, ToldGame) or not one.watches:
            self.status = "told"
            return
        reading = self._reader.read(self._picture, self._name)
        self.status = "steady"
        if self._seen is not None:
            self._seen(reading)
        for _ in range(MOST_ACTS):
            act = one.observed(self._state(), reading, t)
            if act is None:
                return
            try:
                self._submit(act)
            except Refused as error:
                # What lies there breaks a rule, or was read wrongly: it is said, and a person enters what is right.
                log.info("what is seen is no act: %s", error)
                self.status = "unsure"
                return
