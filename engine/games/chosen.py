"""A table on which any game may be set up: the game that was opened last decides and folds whatever follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine import commands as c
from engine import events as e
from engine.errors import BadSettings, Refused
from engine.games import FIRST, game
from engine.games.protocol import Game, Recorded
from engine.games.reasons import Reason
from engine.rulings import Judge
from engine.state import TableState


class Chosen:
    """Whatever game is being played; before the first one is set up it is ``first``."""

    name = "chosen"
    players = (1, 10)
    packs: Mapping[str, str] = {}

    def __init__(self, first: str = FIRST) -> None:
        self._first = first

    def check_house(self, preset: str, house: Mapping[str, Any]) -> Any:
        """Gives the first game's house rules with a club's changes. Raises :class:`BadSettings`."""
        return game(self._first).check_house(preset, house)

    def check_pack(self, pack: str, players: int) -> None:
        """Raises :class:`engine.errors.BadPack` for a pack that the first game cannot be played with."""
        game(self._first).check_pack(pack, players)

    def initial(self) -> TableState:
        """Gives the table before any game is set up."""
        return TableState(game=self._first)

    def decide(
        self, state: TableState, command: c.Command, judge: Judge, history: Sequence[Recorded] = ()
    ) -> tuple[e.Event, ...]:
        """Decides a command by the rules of the game in play, or of the one it sets up. Raises :class:`Refused`."""
        return self._game(state, command).decide(state, command, judge, history)

    def evolve(self, state: TableState, event: e.Event) -> TableState:
        """Applies one event. Raises :class:`BadSettings` for a game that is not installed."""
        after: TableState = game(event.game if isinstance(event, e.Opened) else state.game).evolve(state, event)
        return after

    def view(self, state: TableState, judge: Judge | None = None) -> dict[str, Any]:
        """Gives the JSON object that screens draw."""
        return game(state.game).view(state, judge)

    def _game(self, state: TableState, command: c.Command) -> Game[TableState]:
        name = command.game if isinstance(command, c.Open) else state.game
        try:
            return game(name)
        except (BadSettings, TypeError) as error:
            raise Refused(Reason.SETUP, str(error)) from error
