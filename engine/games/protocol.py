"""What every game on the machine offers: decide a command into events, and fold events into a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from engine.commands import Command
from engine.events import Event
from engine.rulings import Judge

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event as a journal holds it: its place ``seq`` in ``stream`` (from 1, without gaps), the wall time, and the
    ``boot`` of the machine that recorded it (times of different boots cannot be compared)."""

    stream: str
    seq: int
    at: str
    event: Event
    boot: str = ""


class Decider(Protocol[S]):
    """What the machine needs to keep a journal of something: commands decided into events, events folded into a state.
    A game is one, and a drive."""

    name: str

    def initial(self) -> S:
        """Gives the state before anything happened."""
        ...

    def decide(self, state: S, command: Command, judge: Judge, history: Sequence[Recorded] = ()) -> tuple[Event, ...]:
        """Decides a command. Raises :class:`engine.errors.Refused` when the rules do not allow it.

        ``history`` is what was recorded so far (needed to undo).
        """
        ...

    def evolve(self, state: S, event: Event) -> S:
        """Applies one event. Never raises for an event that :meth:`decide` gave."""
        ...

    def view(self, state: S, judge: Judge | None = None) -> dict[str, Any]:
        """Gives the JSON object that screens draw; ``judge`` is asked where a house rule shows verdicts unasked."""
        ...


class Game(Decider[S], Protocol[S]):
    """A game: pure rules on frozen values. No clock, randomness or pictures inside."""

    players: tuple[int, int]
    """The fewest and the most who can play."""
    packs: Mapping[str, str]
    """The pack that is played with, by language."""

    def check_house(self, preset: str, house: Mapping[str, Any]) -> Any:
        """Gives the house rules with a club's changes. Raises :class:`engine.errors.BadSettings`."""
        ...

    def check_pack(self, pack: str, players: int) -> None:
        """Raises :class:`engine.errors.BadPack` for a pack that so many players cannot play the game with."""
        ...
