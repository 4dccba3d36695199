"""A table for the tests: commands in, events and state out, with a judge that knows a handful of words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine import commands as c
from engine.events import Event
from engine.games import game
from engine.games.protocol import Recorded
from engine.replay import advance
from engine.rules import HouseRules
from engine.rulings import Verdict
from engine.state import TableState

FOUR = (("N", "Ann"), ("E", "Ben"), ("S", "Cleo"), ("W", "Dev"))
LEXICON = game("lexicon")


@dataclass
class StubJudge:
    """Rules on the words it is given; any other word is good."""

    verdicts: Mapping[str, str] = field(
        default_factory=lambda: {
            "WIERD": "misspelt",
            "NIHGT": "misspelt",
            "OSLO": "not allowed",
            "QUOTH": "unclear",
        }
    )

    def rule(self, word: str, rules: HouseRules) -> Verdict:
        verdict = self.verdicts.get(word, "good")
        return Verdict(word, verdict, meant=("WEIRD",) if word == "WIERD" else (), list={"name": "stub", "words": 4})

    def about(self) -> Mapping[str, Any]:
        return {"name": "stub", "version": "1", "words": 4, "hash": "0"}


class Table:
    """A table whose commands are decided and recorded at once; ``t`` moves on one second a command."""

    def __init__(self, judge: StubJudge | None = None) -> None:
        self.judge = judge or StubJudge()
        self.state: TableState = LEXICON.initial()
        self.history: list[Recorded] = []
        self.t = 0.0

    def do(self, command: c.Command) -> tuple[Event, ...]:
        events = LEXICON.decide(self.state, command, self.judge, tuple(self.history))
        fresh = [
            Recorded("table", len(self.history) + place, "2026-01-01T00:00:00+00:00", event)
            for place, event in enumerate(events, start=1)
        ]
        self.history += fresh
        self.state = advance(LEXICON, self.state, fresh, self.history)
        self.t = max(self.t, command.t)
        return events

    def now(self) -> float:
        self.t += 1.0
        return self.t

    def play(self, act: str, before: str | None = None, after: str | None = None, **more: Any) -> tuple[Event, ...]:
        return self.do(c.Play(t=self.now(), act=act, before=before, after=after, **more))

    def compose(self, *words: str) -> None:
        for word in words:
            self.play("compose", after=word)

    def exchange(self, **more: Any) -> tuple[Event, ...]:
        return self.play("exchange", **more)

    def challenge(self, seat: str) -> tuple[Event, ...]:
        return self.do(c.Challenge(t=self.now(), seat=seat))

    def take_back(self) -> tuple[Event, ...]:
        return self.play("takeback")

    def mark(self, **totals: int) -> tuple[Event, ...]:
        return self.do(c.Mark(t=self.now(), totals=totals))

    def cards(self, **held: int) -> None:
        """Says how many cards players hold, as a person would correct it."""
        for seat, cards in held.items():
            self.do(c.Correct(t=self.now(), field="cards", seat=seat, value=cards))

    def scores(self) -> dict[str, int]:
        return {player.seat: player.score for player in self.state.players}

    def words(self) -> tuple[str, ...]:
        return tuple(word.text for word in self.state.words)


def open_table(
    rules: str = "home", seats: Any = FOUR, dealer: str | None = "W", judge: StubJudge | None = None, **house: Any
) -> Table:
    """A table that is set up and, when a dealer is named, dealt: N begins when W deals."""
    table = Table(judge)
    pack = house.pop("pack", "lexicon")
    joined = house.pop("joined", None)
    table.do(
        c.Open(
            t=0.0, game="lexicon", rules=rules, language="en", pack=pack, seats=tuple(seats), house=house, joined=joined
        )
    )
    if dealer is not None:
        table.do(c.Deal(t=0.0, seat=dealer))
    return table


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [event.type for event in events]
