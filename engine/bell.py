"""The hand's clock as a value: time is passed in, nothing here reads a clock."""

from __future__ import annotations

from dataclasses import dataclass, replace

WARNINGS = (60.0, 10.0)
"""Seconds before the bell at which the table is warned."""


@dataclass(frozen=True, slots=True)
class Bell:
    """The clock of one deal. ``phase``: ``waiting``, ``running``, ``paused`` or ``rung``.

    While it runs the bell is due at ``ends_at`` (table time, seconds); otherwise ``left`` seconds remain.
    """

    phase: str = "waiting"
    left: float = 0.0
    ends_at: float = 0.0
    warned: tuple[float, ...] = ()

    def remaining(self, now: float) -> float:
        """Gives the seconds that remain at ``now``, never below zero."""
        return max(0.0, self.ends_at - now) if self.phase == "running" else self.left

    def started(self, now: float, seconds: float) -> Bell:
        """Gives the clock started at ``now`` with ``seconds`` to run."""
        return Bell("running", seconds, now + seconds, tuple(w for w in WARNINGS if w >= seconds))

    def paused(self, now: float, remaining: float | None = None) -> Bell:
        """Gives the clock standing still at ``now``, or at ``remaining`` when that is given."""
        return replace(self, phase="paused", left=self.remaining(now) if remaining is None else remaining)

    def resumed(self, now: float) -> Bell:
        """Gives the clock running on from ``now``."""
        return replace(self, phase="running", ends_at=now + self.left)

    def adjusted(self, now: float, seconds: float) -> Bell:
        """Gives the clock with ``seconds`` more (or less) to run; warnings that lie ahead again will sound again."""
        left = max(0.0, self.remaining(now) + seconds)
        return replace(self, left=left, ends_at=now + left, warned=tuple(w for w in self.warned if w >= left))

    def rung(self) -> Bell:
        """Gives the clock after the bell."""
        return replace(self, phase="rung", left=0.0)

    def due(self, now: float) -> tuple[tuple[float, float], ...]:
        """Gives what has fallen due by ``now`` as (when, remaining): warnings, then (ends_at, 0) for the bell."""
        if self.phase != "running":
            return ()
        marks = [(self.ends_at - w, w) for w in WARNINGS if w not in self.warned] + [(self.ends_at, 0.0)]
        return tuple(mark for mark in marks if mark[0] <= now)

    def next_due(self) -> float | None:
        """Gives the table time at which something falls due next (None: nothing will)."""
        if self.phase != "running":
            return None
        return min([self.ends_at - w for w in WARNINGS if w not in self.warned] + [self.ends_at])
