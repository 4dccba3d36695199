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
            told = [stands for stream in streams if (stands := self._guarded(stream)) is not None]
            try:
                report_all(self._desk, told)
            except StewardError as error:
                log.error("the drive cannot be told what tables report: %s", error)
                time.sleep(0.5)
                for stream in streams:  # how they stand then is told then
                    self._grown.put(stream)

    def _guarded(self, stream: str) -> Stands | None:
        try:
            return self._follow(stream)
        except StewardError as error:
            log.error("%s cannot be followed: %s", stream, error)
        except Exception:
            log.exception("%s cannot be followed", stream)
        return None

    def _follow(self, stream: str) -> Stands | None:
        """Reads what is new of a table's stream; gives how the table stands in which hand."""
        number = number_of(stream.split("/")[1]) if stream.startswith("table/") else None
        if number is None:
            return None
        one = self._followed.setdefault(stream, _Followed())
        for record in self._copies.read(stream, one.read):
            one.read = record.seq
            if isinstance(record.event, Opened):
                if (before := _stands(number, one)) is not None:
                    report_all(self._desk, [before])  # that hand ends here, however far it came
                one.game = game_called(record.event.game)
                one.state, one.history = one.game.initial(), []
            if one.game is not None:
                one.history.append(record)
                one.state = advance(one.game, one.state, [record], one.history)
        return _stands(number, one)


def _stands(number: int, one: _Followed) -> Stands | None:
    place = place_of(one.history)
    return (place[0], number, one.state) if place is not None and place[1] == number else None
