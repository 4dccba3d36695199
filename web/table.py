"""The table as a page sees it: one live table behind one writer, whoever runs it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from engine.commands import Command
from engine.games.protocol import Recorded
from engine.state import TableState
from engine.table import TableReading


class Table(Protocol):
    """What the pages need of the machine. Every method may be called from any thread."""

    def state(self) -> TableState:
        """Gets how the table stands now."""
        ...

    def view(self) -> dict[str, Any]:
        """Gets the game's own JSON object of the state."""
        ...

    def now(self) -> float:
        """Gets the table's time in seconds."""
        ...

    def submit(self, command: Command) -> tuple[Recorded, ...]:
        """Puts a command to the one writer and waits for what was appended.

        Raises :class:`engine.errors.Refused` when the rules do not allow it, another
        :class:`engine.errors.StewardError` when it cannot be done, and TimeoutError when no answer came.
        """
        ...

    def recorded(self, after: int = 0) -> tuple[Recorded, ...]:
        """Gets the events whose number is above ``after``, in order."""
        ...

    def wait(self, version: int, timeout: float) -> int:
        """Blocks until something changed after ``version`` or ``timeout`` seconds passed; gives the version now."""
        ...

    def picture(self, name: str | None = None) -> bytes | None:
        """Gets a JPEG: the latest picture, or a stored one by name; None when there is none."""
        ...

    def reading(self) -> TableReading | None:
        """Gets the last accepted reading."""
        ...

    def status(self) -> Mapping[str, Any]:
        """Gets how the machine does.

        ``watch`` (steady, settling, waiting, unsure, desynchronised, no camera), ``frame_age`` (s, or None),
        ``camera``, ``demo`` (a recording's name, or None), ``speed`` (table seconds a second), ``pins`` (the last
        patterns, as pairs of a name and seconds on and off in turn) and ``title``; each may be missing.
        """
        ...

    def start_demo(self, name: str) -> None:
        """Plays a shipped recording from its beginning."""
        ...

    def demos(self) -> tuple[str, ...]:
        """Gets the names of the shipped recordings; empty when the table is a real one."""
        ...
