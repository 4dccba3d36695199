"""The deals of a journal one after the other: what each player scored, and how the table stood at each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine import events as e
from engine.games.chosen import Chosen
from engine.games.protocol import Recorded
from engine.replay import standing
from engine.state import TableState

UNTOLD = (e.ClockStarted, e.ClockPaused, e.ClockResumed, e.ClockAdjusted, e.Warned)
"""What is no step of a deal: the clock by itself moves no card."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What a deal brought a player: ``total`` the marked hand (None: not marked yet), ``fines``, ``other`` points won
    and lost by challenges and corrections, and the running ``score`` after it; ``by`` initialled the total."""

    seat: str
    name: str
    total: int | None
    fines: int
    other: int
    score: int
    by: str | None


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal: ``seq`` is the number of its first event, ``number`` counts from 1 within a game."""

    seq: int
    number: int
    dealer: str | None
    scored: tuple[Scored, ...]
    winners: tuple[str, ...]
    over: bool


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happened in a deal, and the table after it."""

    item: Recorded
    state: TableState


def deals(recorded: Sequence[Recorded]) -> tuple[Deal, ...]:
    """Gives the deals of the game that was opened last, in order; what was undone does not count."""
    found: list[Deal] = []
    begun: tuple[Recorded, TableState] | None = None
    last: TableState | None = None
    for step in _folded(_last_game(standing(recorded))):
        if isinstance(step.item.event, e.Dealt):
            if begun is not None and last is not None:
                found.append(_deal(*begun, last, over=True))
            begun = step.item, step.state
        last = step.state
    if begun is not None and last is not None:
        found.append(_deal(*begun, last, over=last.phase in ("ready", "over")))
    return tuple(found)


def steps(recorded: Sequence[Recorded], seq: int) -> tuple[Step, ...]:
    """Gives the steps of the deal that begins with event ``seq``, the deal itself first; none when there is no such
    deal."""
    found: list[Step] = []
    for step in _folded(standing(recorded)):
        new = isinstance(step.item.event, (e.Dealt, e.Opened))
        if found and new:
            break
        if (found and not isinstance(step.item.event, UNTOLD)) or (new and step.item.seq == seq):
            found.append(step)
    return tuple(found) if found and isinstance(found[0].item.event, e.Dealt) else ()


def _last_game(recorded: Sequence[Recorded]) -> Sequence[Recorded]:
    opened = [place for place, item in enumerate(recorded) if isinstance(item.event, e.Opened)]
    return recorded[opened[-1] :] if opened else recorded


def _folded(recorded: Sequence[Recorded]) -> Iterator[Step]:
    game = Chosen()
    state = game.initial()
    for item in recorded:
        state = game.evolve(state, item.event)
        yield Step(item, state)


def _deal(item: Recorded, before: TableState, after: TableState, over: bool) -> Deal:
    assert isinstance(item.event, e.Dealt)
    then = {player.seat: player.score for player in before.players}
    scored = tuple(
        Scored(
            seat=player.seat,
            name=player.name,
            total=player.marked,
            fines=player.fines,
            other=player.score - then.get(player.seat, 0) - (player.marked or 0),
            score=player.score,
            by=player.initialled_by,
        )
        for player in after.players
    )
    return Deal(item.seq, item.event.number, item.event.seat, scored, after.winners if over else (), over)
