"""The games: each module here that has a ``GAME`` is one, and follows :class:`engine.games.protocol.Game`."""

from __future__ import annotations

import pkgutil
import re
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.errors import BadSettings

if TYPE_CHECKING:
    from engine.games.protocol import Game

FIRST = "lexicon"
"""The game that stands first in every choice; a piece of it is a module ``lexicon_...`` and no game."""

_NAME = re.compile(r"[a-z][a-z0-9]{0,30}")


def game_names() -> tuple[str, ...]:
    """Gives the names of the games, Lexicon first."""
    return _names(tuple(__path__))


@lru_cache(maxsize=8)
def _names(_path: tuple[str, ...]) -> tuple[str, ...]:
    found = [item.name for item in pkgutil.iter_modules(__path__) if _NAME.fullmatch(item.name)]
    return tuple(sorted((name for name in found if _game(name) is not None), key=lambda name: (name != FIRST, name)))


def game(name: str) -> Game[Any]:
    """Gets a game by its name. Raises :class:`BadSettings` when there is none."""
    found = _game(name) if _NAME.fullmatch(name) else None
    if found is None:
        raise BadSettings(f"there is no game called {name[:40]!r}; choose one of {', '.join(game_names())}")
    return found


def _game(name: str) -> Game[Any] | None:
    # imported here, because a game imports this package's own modules
    try:
        module = import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{name}":
            raise
        return None
    found: Game[Any] | None = getattr(module, "GAME", None)
    return found
