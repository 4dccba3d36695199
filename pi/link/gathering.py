"""The hub gathers what its tables recorded: each table's own game is followed, and its cards become the drive's."""

from __future__ import annotations

import logging
import queue
import threading
import time
from dataclasses import dataclass, field
from typing import Any

from engine.drive.desk import DriveDesk
from engine.errors import StewardError
from engine.events import Opened
from engine.games import game as game_called
from engine.games.protocol import Recorded
from engine.journal import Journal
from engine.link.calls import place_of
from engine.replay import advance
from pi.drive.reporting import Stands, report_all
from pi.link.joining import number_of

log = logging.getLogger("steward.hub")


@dataclass
class _Followed:
    """One table's game as far as it was read; ``history`` reaches back to when it was set up last."""

    read: int = 0
    game: Any = None
    state: Any = None
    history: list[Recorded] = field(default_factory=list)


class Gathering:
    """Follows the tables' games in a thread of its own, until it is closed.

    :param desk: the drive that is told; :param copies: where the tables' streams are copied.
    """

    def __init__(self, desk: DriveDesk, copies: Journal) -> None:
        self._desk = desk
        self._copies = copies
        self._followed: dict[str, _Followed] = {}
        self._untold: dict[tuple[str, tuple[int, int]], Stands] = {}
        self._grown: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="gathering", daemon=True)
        for stream in copies.streams():
            self._grown.put(stream)

    def start(self) -> None:
        """Begins; what was copied before is looked at first."""
        self._thread.start()

    def grew(self, stream: str) -> None:
        """Tells that a table's stream has grown; never waits."""
        self._grown.put(stream)

    def close(self) -> None:
        """Stops after what is being told."""
        self._grown.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout=10)

    def _run(self) -> None:
        while (stream := self._grown.get()) is not None:
            streams = {stream: None}
            while not self._grown.empty():  # when the bell has rung, all tables count at once
                if (more := self._grown.get()) is None:
                    return
                streams[more] = None
            for each in streams:
                self._guarded(each)
            try:
                report_all(self._desk, list(self._untold.values()))
                self._untold.clear()
            except StewardError as error:
                log.error("the drive cannot be told what tables report: %s", error)
                time.sleep(0.5)
                self._grown.put(stream)  # what could not be told is told then

    def _guarded(self, stream: str) -> None:
        try:
            self._follow(stream)
        except StewardError as error:
            log.error("%s cannot be followed: %s", stream, error)
        except Exception:
            log.exception("%s cannot be followed", stream)

    def _follow(self, stream: str) -> None:
        """Reads what is new of a table's stream, and notes how the table stands in each hand that it tells of."""
        number = number_of(stream.split("/")[1]) if stream.startswith("table/") else None
        if number is None:
            return
        one = self._followed.setdefault(stream, _Followed())
        for record in self._copies.read(stream, one.read):
            one.read = record.seq
            if isinstance(record.event, Opened):
                self._note(stream, number, one)  # that hand ends here, however far it came
                one.game, one.state, one.history = None, None, []  # a game that is not known here is passed over
                one.game = game_called(record.event.game)
                one.state = one.game.initial()
            if one.game is not None:
                one.history.append(record)
                one.state = advance(one.game, one.state, [record], one.history)
        self._note(stream, number, one)

    def _note(self, stream: str, number: int, one: _Followed) -> None:
        place = place_of(one.history)
        if place is not None and place[1] == number:
            self._untold[stream, place] = (place[0], number, one.state)
