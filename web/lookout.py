"""Waiting for news: one of the many who look on waits for all, draws what they look at, and wakes them in small groups.

Hundreds that woke at once would jostle for the one that draws, and for Python's one lock, and a page that is asked for
meanwhile would stand behind them all.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

V = TypeVar("V")

GROUP = 16
"""How many are woken together."""

BETWEEN = 0.001
"""Seconds from one group to the next: about what a group needs to send what is new."""


class Lookout(Generic[V]):
    """Waits for something newer than a version, for any number of threads.

    :param wait: blocks until something is newer than a version, or for some seconds; gives the version now.
    :param draw: draws for one kind of viewer at a version, before anybody is woken.
    """

    def __init__(self, wait: Callable[[int, float], int], draw: Callable[[int, V], object]) -> None:
        self._wait = wait
        self._draw = draw
        self._changed = threading.Condition()
        self._watched = False
        self._waiting = 0
        self._newest = 0
        self._looked: dict[V, int] = {}

    def looked(self, viewer: V, version: int) -> None:
        """Notes that somebody looks at a page now, at a version, so that it is drawn for him when something is new."""
        with self._changed:
            self._looked[viewer] = version

    def forget(self, viewer: V) -> None:
        """Draws for a kind of viewer no more."""
        with self._changed:
            self._looked.pop(viewer, None)

    def wait(self, version: int, timeout: float) -> int:
        """Blocks until something is newer than ``version`` or ``timeout`` seconds passed; gives the version now."""
        until = time.monotonic() + timeout
        with self._changed:
            while self._newest <= version and self._watched and (left := until - time.monotonic()) > 0:
                self._waiting += 1
                try:
                    self._changed.wait(left)
                finally:
                    self._waiting -= 1
            if self._newest > version or self._watched:
                return max(version, self._newest)
            self._watched = True
        newest = version
        try:
            newest = self._wait(version, max(0.0, until - time.monotonic()))
            if newest > version:
                self._draw_all(newest)
        finally:
            with self._changed:
                self._watched = False
                self._newest = max(self._newest, newest)
                waiting = self._waiting
                # Where nothing is new his time is up, and another waits on.
                self._changed.notify(GROUP if newest > version else 1)
        if newest > version:
            self._wake(waiting - GROUP)
        return newest

    def _wake(self, waiting: int) -> None:
        while waiting > 0:
            time.sleep(BETWEEN)
            with self._changed:
                self._changed.notify(GROUP)
            waiting -= GROUP

    def _draw_all(self, version: int) -> None:
        """Draws what was looked at when something was new last: who looked only once is not drawn for again."""
        with self._changed:
            self._looked = {viewer: at for viewer, at in self._looked.items() if at >= self._newest}
            seen = list(self._looked)
        for viewer in seen:
            self._draw(version, viewer)
