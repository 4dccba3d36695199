"""The bell and its warnings, on time whatever else is happening.

A thread of its own waits for what falls due next and has it sounded at that moment: a journal whose disk stalls, a
reader at full load, a page that hangs or a camera that is gone cannot hold it up. What it has told is not told again
when the journal's word of it comes.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from typing import Any

from engine.events import BellRang, Event, Warned
from engine.games.protocol import Recorded
from pi.station import Station

log = logging.getLogger("steward.bell")

LOOK = 0.5
"""Seconds after which the clock is looked at again though nothing was heard of it."""
KEPT = 16
"""How many of the last told events are remembered."""


class Ringer:
    """Has warnings and the bell told when they fall due, and everything else when it is recorded.

    :param station: the table whose clock it is.
    :param tell: sounds an event; it may not wait.
    """

    def __init__(self, station: Station[Any], tell: Callable[[Event], None]) -> None:
        self._station = station
        self._tell = tell
        self._told: deque[tuple[str, float]] = deque(maxlen=KEPT)
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bell", daemon=True)
        self._thread.start()

    def hear(self, entry: Recorded) -> None:
        """Tells what was recorded, unless it was told when it fell due; a reader of the station."""
        self._once(entry.event)

    def alive(self) -> bool:
        """Tells whether the bell is watched."""
        return self._thread.is_alive()

    def close(self) -> None:
        """Stops watching the clock. Closing twice does no harm."""
        self._closing.set()
        if self._thread is not threading.current_thread():
            self._thread.join(timeout=5)

    def __enter__(self) -> Ringer:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _once(self, event: Event) -> None:
        if isinstance(event, (BellRang, Warned)):
            key = (event.type, round(event.t, 3))
            with self._lock:
                if key in self._told:
                    return
                self._told.append(key)
        self._tell(event)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._watch()
            except Exception:
                # Whatever went wrong with one look at the clock, the next one must still be taken.
                log.exception("the bell's watch stumbled")
                self._closing.wait(0.05)

    def _watch(self) -> None:
        """Waits for what falls due next, and has it told; ends early when the table has changed meanwhile."""
        version, due = self._station.version(), self._station.next_due()
        if due is None:
            self._station.wait(version, LOOK)
            return
        coming = self._station.falls_due(due)
        wait = self._station.clock.seconds_until(due)
        if wait > 0:
            self._station.wait(version, min(wait, LOOK))
            if self._station.clock.seconds_until(due) > 0 or self._station.next_due() != due:
                # Either it is too early, or the table has changed: what was recorded is told by whoever hears it.
                return
        for event in coming:
            self._once(event)
        # It stays due until the journal has it; once told, there is nothing to do but wait for that.
        self._station.wait(version, 0.02)
