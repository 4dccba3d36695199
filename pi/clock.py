"""The table's own time: seconds that only ever run forward, whatever the wall clock of the machine does.

It is counted from ``CLOCK_MONOTONIC``, so a machine that finds its network and jumps from 1970 to today disturbs
nothing. A mark of it is kept with the journal: a program started again on the same boot goes on exactly where the
time would have been, and after a reboot it goes on from the last time that was written down.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from engine.errors import BadRecord

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_NO_BOOT_ID = uuid.uuid4().hex


def boot_id() -> str:
    """Gives a name for this boot of the machine; where the kernel tells none, one that no later start will match."""
    try:
        return BOOT_ID.read_text(encoding="ascii").strip() or _NO_BOOT_ID
    except OSError:
        return _NO_BOOT_ID


class TableClock:
    """Table time in seconds: ``t`` now, running on at ``rate`` table seconds a second (above 1 for a fast replay).

    :meth:`hold_at` sets a time that the clock may not pass until it is told otherwise: a recording that is being
    read more slowly than it is played slows the table's time down instead of losing its place in it.
    """

    def __init__(
        self,
        t: float = 0.0,
        rate: float = 1.0,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        boot: Callable[[], str] = boot_id,
    ) -> None:
        if not 0.01 <= rate <= 1000:
            raise ValueError(f"a table's time cannot run at {rate:g} times the speed; choose between 0.01 and 1000")
        self._monotonic = monotonic
        self._boot = boot()
        self._lock = threading.Lock()
        self._rate = float(rate)
        self._start = monotonic()
        self._t = float(t)
        self._limit: float | None = None

    @property
    def rate(self) -> float:
        """Table seconds a second."""
        return self._rate

    def now(self) -> float:
        """Gives the table time in seconds."""
        with self._lock:
            return self._now(self._monotonic())

    def seconds_until(self, t: float) -> float:
        """Gives the real seconds until table time ``t``, zero when it has come, and infinity while it is held off."""
        with self._lock:
            now = self._now(self._monotonic())
            if now >= t:
                return 0.0
            if self._limit is not None and self._limit < t:
                return float("inf")
            return (t - now) / self._rate

    def hold_at(self, limit: float | None) -> None:
        """Lets the clock run no further than ``limit``; None sets it free."""
        with self._lock:
            self._now(self._monotonic())
            self._limit = limit

    def mark(self) -> dict[str, Any]:
        """Gives what a journal's checkpoint keeps, so that :meth:`restored` can go on from here."""
        with self._lock:
            monotonic = self._monotonic()
            return {"boot": self._boot, "monotonic": monotonic, "t": self._now(monotonic), "rate": self._rate}

    @classmethod
    def restored(
        cls,
        mark: Mapping[str, Any],
        latest: float = 0.0,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        boot: Callable[[], str] = boot_id,
    ) -> tuple[TableClock, bool]:
        """Gives the clock that a mark tells of, and whether this is still the boot that made it.

        ``latest`` is the last recorded table time: after a reboot the clock goes on from there (or from the mark,
        whichever is later). Raises :class:`BadRecord` for a mark that is none.
        """
        try:
            rate = float(mark["rate"])
            t = float(mark["t"])
            since = monotonic() - float(mark["monotonic"])
            clock = cls(max(t, latest), rate, monotonic=monotonic, boot=boot)
            same = mark["boot"] == clock._boot and since >= 0
        except (KeyError, TypeError, ValueError) as error:
            raise BadRecord(f"the journal's checkpoint holds no table time: {error}") from error
        if same:
            clock._t = max(t + since * rate, latest)
        return clock, same

    def _now(self, monotonic: float) -> float:
        t = self._t + (monotonic - self._start) * self._rate
        if self._limit is not None and t > self._limit:
            # What was waited is not made up for afterwards: time simply stood still.
            t = max(self._limit, self._t)
            self._t, self._start = t, monotonic
        return t
