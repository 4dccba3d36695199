"""The games: each module is one game that follows :class:`engine.games.protocol.Game`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.errors import BadSettings

if TYPE_CHECKING:
    from engine.games.protocol import Game

NAMES = ("lexicon",)


def game_names() -> tuple[str, ...]:
    """Gives the names of the games."""
    return NAMES


def game(name: str) -> Game[Any]:
    """Gets a game by its name. Raises :class:`BadSettings` when there is none."""
    if name == "lexicon":
        from engine.games.lexicon import Lexicon  # here, because a game imports this package's own modules

        return Lexicon()
    raise BadSettings(f"there is no game called {name!r}; choose one of {', '.join(NAMES)}")
