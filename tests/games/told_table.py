"""A table for the tests of games whose acts are told."""

from __future__ import annotations

from typing import Any

from engine import commands as c
from engine.events import Event
from engine.games import game
from engine.games.protocol import Recorded
from engine.games.told import ToldGame
from engine.replay import advance
from engine.rulings import Judge, StandIn
from engine.state import TableState

PEOPLE = ("Ann", "Ben", "Cleo", "Dev", "Eve", "Flo")
SEATS = {1: "N", 2: "NS", 3: "NES", 4: "NESW", 5: "12345", 6: "123456"}


class Told:
    """A game set up and dealt; ``t`` moves on one second an act."""

    def __init__(
        self, name: str, players: int = 3, *, dealer: str | None = None, judge: Judge | None = None,
        language: str = "en", **house: Any,
    ) -> None:  # fmt: skip
        one = game(name)
        assert isinstance(one, ToldGame)
        self.game = one
        self.judge = judge or StandIn()
        self.state: TableState = one.initial()
        self.history: list[Recorded] = []
        self.t = 0.0
        seats = tuple(zip(SEATS[players], PEOPLE, strict=False))
        pack = one.packs.get(language, one.packs["en"])
        self.do(c.Open(t=0.0, game=name, rules="home", language=language, pack=pack, seats=seats, house=house))
        if dealer is not None:
            self.do(c.Deal(t=0.0, seat=dealer))

    def do(self, command: c.Command) -> tuple[Event, ...]:
        events = self.game.decide(self.state, command, self.judge, tuple(self.history))
        fresh = [Recorded("table", len(self.history) + n, "", event) for n, event in enumerate(events, start=1)]
        self.history += fresh
        self.state = advance(self.game, self.state, fresh, self.history)
        return events

    def act(self, name: str, seat: str | None = None, **values: Any) -> tuple[Event, ...]:
        self.t += 1.0
        return self.do(c.Act(t=self.t, act=name, seat=seat, values=values))

    def undo(self) -> tuple[Event, ...]:
        return self.do(c.Undo(t=self.t))

    def possible(self) -> list[str]:
        return [form.name for form in self.game.acts(self.state)]

    def words(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {player.seat: [] for player in self.state.players}
        for word in self.state.words:
            found[word.seat or ""].append(word.text)
        return found

    def cards(self) -> dict[str, int | None]:
        return {player.seat: player.cards for player in self.state.players}

    def scores(self) -> dict[str, int]:
        return {player.seat: player.score for player in self.state.players}
