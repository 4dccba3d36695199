"""The hall's clock: one bell for all tables, with a later one of their own for tables that were given more time."""

from __future__ import annotations

from dataclasses import dataclass

from engine.bell import Bell


@dataclass(frozen=True, slots=True)
class HallBell:
    """The hall's clock as the one who rings it sees it. ``extras`` are the seconds after the hall's bell at which
    tables with more time hear theirs."""

    hall: Bell
    extras: tuple[float, ...] = ()

    @property
    def phase(self) -> str:
        """As :class:`engine.bell.Bell`."""
        return self.hall.phase

    def remaining(self, now: float) -> float:
        """Gives the seconds that remain to the hall's bell."""
        return self.hall.remaining(now)

    def due(self, now: float) -> tuple[tuple[float, float], ...]:
        """Gives what of the hall's clock has fallen due, as :meth:`engine.bell.Bell.due`."""
        return self.hall.due(now)

    def extras_due(self, now: float) -> tuple[tuple[float, float], ...]:
        """Gives the (when, extra) of the tables' own bells that have fallen due."""
        if self.hall.phase not in ("running", "rung"):
            return ()
        return tuple((self.hall.ends_at + extra, extra) for extra in self.extras if self.hall.ends_at + extra <= now)

    def next_due(self) -> float | None:
        """Gives the time at which something falls due next (None: nothing will)."""
        if (due := self.hall.next_due()) is not None:
            return due
        return self.hall.ends_at + self.extras[0] if self.hall.phase == "rung" and self.extras else None
