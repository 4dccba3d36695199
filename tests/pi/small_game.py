"""The smallest game with a clock: words are laid and counted, the bell ends it. For tests of what runs a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.bell import Bell
from engine.commands import Command, Doubt, PauseClock, Play, ResumeClock, StartClock, Tick
from engine.errors import Refused
from engine.events import BellRang, ClockPaused, ClockResumed, ClockStarted, Doubted, Event, Moved, Warned
from engine.games.protocol import Recorded
from engine.rulings import Judge, StandIn


@dataclass(frozen=True, slots=True)
class Laid:
    """Words laid, and the clock."""

    words: tuple[str, ...] = ()
    asked: str | None = None
    bell: Bell = field(default_factory=Bell)
    seq: int = 0


class SmallGame:
    """Lays words until the bell."""

    name = "small"

    def initial(self) -> Laid:
        return Laid()

    def decide(
        self, state: Laid, command: Command, judge: Judge, history: Sequence[Recorded] = ()
    ) -> tuple[Event, ...]:
        match command:
            case Play(t=t, after=after):
                if after == "BROKEN":
                    raise RuntimeError("a slip in the game")
                if state.bell.phase == "rung" or not after:
                    raise Refused("over", "the bell has rung")
                return (Moved(t=t, act="compose", seat="N", after=after),)
            case StartClock(t=t, seconds=seconds):
                return (ClockStarted(t=t, seconds=seconds or 60.0),)
            case PauseClock(t=t, why=why, remaining=remaining):
                return (
                    ClockPaused(t=t, remaining=state.bell.remaining(t) if remaining is None else remaining, why=why),
                )
            case ResumeClock(t=t):
                return (ClockResumed(t=t, remaining=state.bell.left),)
            case Doubt(t=t, about=about, detail=detail):
                return (Doubted(t=t, about=about, detail=detail),)
            case Tick(t=t):
                due = state.bell.due(t)
                return tuple(BellRang(t=at) if left == 0 else Warned(t=at, remaining=left) for at, left in due)
            case _:
                raise Refused("unknown", f"{type(command).__name__} is not for this game")

    def evolve(self, state: Laid, event: Event) -> Laid:
        match event:
            case Moved(after=after):
                return replace(state, words=(*state.words, str(after)))
            case ClockStarted(t=t, seconds=seconds):
                return replace(state, bell=state.bell.started(t, seconds))
            case ClockPaused(t=t, remaining=remaining):
                return replace(state, bell=state.bell.paused(t, remaining))
            case ClockResumed(t=t):
                return replace(state, bell=state.bell.resumed(t))
            case Warned(remaining=left):
                return replace(state, bell=replace(state.bell, warned=(*state.bell.warned, left)))
            case BellRang():
                return replace(state, bell=state.bell.rung())
            case Doubted(about=about):
                return replace(state, asked=about)
            case _:
                return state

    def view(self, state: Laid, judge: Judge | None = None) -> dict[str, Any]:
        return {"words": list(state.words)}


def no_judge() -> Judge:
    """Gives a judge that knows no words."""
    return StandIn()
