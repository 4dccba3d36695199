"""Is a command well formed? Every field has its type, finite numbers, and text that a journal can keep."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from engine.commands import Command
from engine.errors import Refused
from engine.games.reasons import Reason
from engine.kinds import shown, wrong_field

C = TypeVar("C", bound=Command)


def checked(command: C) -> C:
    """Gives the command with its time to the millisecond. Raises :class:`Refused` for a field of the wrong kind."""
    if not isinstance(command, Command):
        raise Refused(Reason.NOT_UNDERSTOOD, f"{shown(command)} is no command")
    if (name := wrong_field(command)) is not None:
        value = shown(getattr(command, name))
        raise Refused(Reason.NOT_UNDERSTOOD, f"{type(command).__name__}: {name} cannot be {value}; nothing was done")
    return replace(command, t=round(float(command.t), 3))
