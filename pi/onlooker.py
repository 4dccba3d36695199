"""Follows by camera a game whose acts are told, where the game knows what a settled picture shows was played."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from engine.commands import Command
from engine.errors import Refused
from engine.games import game
from engine.games.protocol import Recorded
from engine.games.told import ToldGame
from engine.state import TableState
from engine.table import TableReading
from pi.eye import Reads, Settles

log = logging.getLogger("steward.onlooker")

REST = 0.5
"""Seconds that a table is at rest before it is read."""


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
        self._read = False
        self.status = "waiting"

    def frame(self, picture: Any, t: float, name: str = "") -> None:
        """Takes in a frame taken at ``t`` (table time, s); once the table is at rest it is read, once."""
        if self._gate.moved(picture, t):
            self._since, self._read, self.status = t, False, "settling"
            return
        one = game(self._state().game)
        if self._read or t - self._since < REST or not isinstance(one, ToldGame) or not one.watches:
            self.status = self.status if isinstance(one, ToldGame) and one.watches else "told"
            return
        reading = self._reader.read(picture, name)
        self._read, self.status = True, "steady"
        if self._seen is not None:
            self._seen(reading)
        act = one.observed(self._state(), reading, t)
        if act is None:
            return
        try:
            self._submit(act)
        except Refused as error:
            # What lies there breaks a rule, or was read wrongly: it is said, and a person enters what is right.
            log.info("what is seen is no act: %s", error)
            self.status = "unsure"
