"""The drive's station: alone in appending to the drive's journal, and alone in ringing the hall's bell.

It is the table's station (:mod:`pi.station`) with a drive for a game: the same queue, the same monotonic clock, the
same restart from the journal after a pulled plug.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from engine.commands import Command
from engine.drive.drive import Drive
from engine.drive.state import DriveState
from engine.games.protocol import Recorded
from engine.journal import Journal
from engine.rulings import StandIn
from pi.station import Station

STREAM = "drive"
"""The stream of a journal that holds a drive."""


class DriveStation(Station[DriveState]):
    """One drive; it is the :class:`engine.drive.desk.DriveDesk` of pages and links.

    :param rate: drive seconds a second: above 1 only for a demonstration.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        stream: str = STREAM,
        rate: float = 1.0,
        monotonic: Callable[[], float] = time.monotonic,
        boot: Callable[[], str] | None = None,
    ) -> None:
        super().__init__(
            journal,
            Drive(),
            StandIn("a drive rules on no words"),
            stream=stream,
            rate=rate,
            monotonic=monotonic,
            boot=boot,
        )
        self._drawing = threading.Lock()
        self._drawn: tuple[int, Mapping[str, Any]] | None = None

    def __enter__(self) -> DriveStation:
        self.start()
        return self

    def act(self, command: Command) -> tuple[Recorded, ...]:
        """Puts a command to the one writer and waits for what was recorded. Raises :class:`engine.errors.Refused`."""
        return self.submit(command)

    def view(self) -> dict[str, Any]:
        """Gives the JSON object that screens draw, worked out once for each version however many look."""
        with self._drawing:
            state = self.state()
            if self._drawn is None or self._drawn[0] != state.seq:
                self._drawn = (state.seq, self.game.view(state))
            return dict(self._drawn[1])
