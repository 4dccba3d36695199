"""Ending in order: whoever ends the Steward, everything is closed, and no buzzer sounds or lamp burns on."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator

from engine.errors import Missing
from pi.notify import notify, watchdog_seconds

SIGNALS = (signal.SIGTERM, signal.SIGHUP)
"""The service manager's, and that of a terminal that is closed."""


@contextlib.contextmanager
def told_to_end() -> Iterator[threading.Event]:
    """Gives what is set once a signal tells the program to end; one that is ignored already, as under ``nohup``, stays
    so. To be entered before anything that must be closed."""
    ended = threading.Event()
    before = {number: signal.getsignal(number) for number in SIGNALS}
    heeded = [number for number in SIGNALS if before[number] != signal.SIG_IGN]
    for number in heeded:
        signal.signal(number, lambda *_: ended.set())
    try:
        yield ended
    finally:
        for number in heeded:
            signal.signal(number, before[number])


def wait_for_the_end(ended: threading.Event, alive: Callable[[], bool]) -> None:
    """Waits for Ctrl-C or for ``ended``, and tells the service manager meanwhile that all is well.

    Raises :class:`Missing` when a part has died.
    """
    every = watchdog_seconds() or 2.0
    try:
        notify("READY=1")
        while not ended.wait(min(every, 2.0)):
            if not alive():
                raise Missing("the table has stopped working; start the Steward again, nothing is lost")
            notify("WATCHDOG=1")
    finally:
        notify("STOPPING=1")
