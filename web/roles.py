"""Who may do what: the roles, and the one that each address needs, written beside it."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, TypeVar

View = TypeVar("View", bound=Callable[..., Any])


class Role(IntEnum):
    """What a reader may do; each may all that those before him may, for any seat."""

    VIEWER = 0
    """Looks on."""
    PLAYER = 1
    """Acts for his own seat."""
    STEWARD = 2
    """Enters, corrects and rules at every table."""
    ORGANISER = 3
    """Sets up, runs the clock of the hall, and says who is a steward."""


NAMES = {role.name.lower(): role for role in Role}
"""The roles by the names that configuration and forms use."""


def needs(role: Role) -> Callable[[View], View]:
    """Says beside an address who may ask it; :func:`needed_by` reads it again."""

    def marked(view: View) -> View:
        view.__dict__["needs"] = role
        return view

    return marked


def needed_by(view: Callable[..., Any]) -> Role | None:
    """Gives the role that an address needs (None: nobody said)."""
    role = getattr(view, "needs", None)
    return role if isinstance(role, Role) else None
