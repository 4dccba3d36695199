"""The drive as screens and links see it: one live drive behind one writer, whoever runs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from engine.commands import Command
from engine.drive.state import DriveState
from engine.games.protocol import Recorded


class DriveDesk(Protocol):
    """What a page or a link needs of a running drive. Every method may be called from any thread."""

    def state(self) -> DriveState:
        """Gets how the drive stands now; a frozen value that can be kept."""
        ...

    def view(self) -> Mapping[str, Any]:
        """Gets the JSON object of :func:`engine.drive.view.view`, worked out once for each version."""
        ...

    def now(self) -> float:
        """Gets the drive's time in seconds, by which ``state().hall`` is read and commands are stamped."""
        ...

    def act(self, command: Command) -> tuple[Recorded, ...]:
        """Puts a command to the one writer and waits for what was appended (nothing, where it changed nothing).

        Raises :class:`engine.errors.Refused` with a :class:`engine.drive.reasons.DriveReason` when the rules do not
        allow it, and another :class:`engine.errors.StewardError` when it cannot be done.
        """
        ...

    def recorded(self, after: int = 0) -> tuple[Recorded, ...]:
        """Gets the events whose number is above ``after``, in order."""
        ...

    def subscribe(self, listener: Callable[[Recorded], None], name: str) -> None:
        """Has ``listener`` called, in a thread of its own, with everything recorded from now on, in order."""
        ...

    def version(self) -> int:
        """Gets a number that grows with everything a screen could show anew."""
        ...

    def wait(self, version: int, timeout: float) -> int:
        """Waits until there is something newer than ``version``, at most ``timeout`` seconds; gives the version."""
        ...
