"""A table in a drive: it does what the drive wants, as its copy of the drive's journal tells."""

from __future__ import annotations

import logging
import threading
from dataclasses import asdict
from typing import Any

from engine.drive.drive import Drive
from engine.drive.state import DriveState
from engine.drive.watch import misplaced
from engine.errors import Refused, StewardError
from engine.games.protocol import Recorded
from engine.journal import Journal
from engine.link.calls import called
from engine.link.side import restored
from engine.replay import advance
from engine.state import TableState
from pi.link.table import HUB, TableLink
from pi.station import Station

log = logging.getLogger("steward.link")

EVERY = 5.0
"""Seconds between two looks when nothing was heard: by then the hub's time may be known better."""

AT_ONCE = 8


class Obeying:
    """Has a table follow a drive until it is closed.

    :param copies: the journal that the drive is copied into.
    """

    def __init__(self, station: Station[TableState], copies: Journal, number: int) -> None:
        self._station = station
        self._copies = copies
        self._number = number
        self._drive = Drive()
        self._state: DriveState = self._drive.initial()
        self._history: list[Recorded] = []
        self._wake = threading.Event()
        self._closing = False
        self._said = ""
        self._link: TableLink | None = None
        self._thread = threading.Thread(target=self._run, name="drive", daemon=True)

    def start(self, link: TableLink) -> None:
        """Begins, with the link that brings the drive."""
        self._link = link
        self._thread.start()

    def look(self, *_: Any) -> None:
        """Tells that something is new; never waits."""
        self._wake.set()

    def close(self) -> None:
        """Leaves the table to itself."""
        self._closing = True
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(timeout=10)

    def state(self) -> DriveState:
        """Gives the drive as far as it is known here."""
        return self._state

    def _run(self) -> None:
        while not self._closing:
            self._wake.wait(EVERY)
            self._wake.clear()
            try:
                self._obey()
            except StewardError as error:
                self._say(str(error))
            except Exception:
                log.exception("the drive cannot be followed just now")

    def _obey(self) -> None:
        link = self._link
        assert link is not None
        fresh = self._copies.read(link.drive, len(self._history))
        if fresh:
            history = [*self._history, *fresh]
            self._state = advance(self._drive, self._state, fresh, history)
            self._history = history  # only after the state: what stumbles is looked at again, not left out
            self._station.note("misplaced", self._misplaced())
        hub = link.hub_time()
        held = link.exchange.held(link.drive)
        if hub is None or not restored(link.exchange.side(link.drive, HUB), held):
            return  # what is known may be old: a hub that was started anew will tell
        for _ in range(AT_ONCE):
            now = self._station.now()
            command = called(self._state, self._number, self._station.state(), self._station.recorded(), hub.local, now)
            if command is None or self._closing:
                self._said = ""
                return
            try:
                self._station.submit(command)
            except Refused as error:
                self._say(f"the drive wants {type(command).__name__}, but {error}")
                return

    def _misplaced(self) -> tuple[dict[str, Any], ...]:
        """Gives those whose badges lie at this table though they belong elsewhere, for its screen."""
        here = [item for item in misplaced(self._state) if item.table == self._number]
        return tuple({**asdict(item), "name": self._state.players[item.number].name} for item in here)

    def _say(self, text: str) -> None:
        if text != self._said:
            self._said = text
            log.warning("%s", text)
