"""From events back to a state: the whole of a game is the fold of what was recorded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast

from engine.events import Undone
from engine.games.protocol import Decider, Recorded

S = TypeVar("S")


def undone_seqs(recorded: Sequence[Recorded]) -> frozenset[int]:
    """Gives the numbers of the events that no longer count.

    An :class:`Undone` can itself be undone; since only later events undo earlier ones, reading backwards settles all.
    """
    gone: set[int] = set()
    for record in reversed(recorded):
        if isinstance(record.event, Undone) and record.seq not in gone:
            gone.update(seq for seq in record.event.seqs if seq < record.seq)
    return frozenset(gone)


def standing(recorded: Iterable[Recorded]) -> tuple[Recorded, ...]:
    """Gives the events that still count, in order, without the undoings themselves."""
    everything = tuple(recorded)
    gone = undone_seqs(everything)
    return tuple(r for r in everything if r.seq not in gone and not isinstance(r.event, Undone))


def fold(game: Decider[S], recorded: Iterable[Recorded]) -> S:
    """Gives the state after all events of one stream that still count; its ``seq`` is the number of the last one."""
    everything = tuple(recorded)
    state = game.initial()
    for record in standing(everything):
        state = game.evolve(state, record.event)
    return _at(state, everything[-1].seq) if everything else state


def advance(game: Decider[S], state: S, fresh: Sequence[Recorded], history: Iterable[Recorded]) -> S:
    """Gives the state after ``fresh`` events, just appended; ``history`` is the whole stream, ``fresh`` included, and
    is folded anew only when something was undone."""
    if any(isinstance(record.event, Undone) for record in fresh):
        return fold(game, history)
    for record in fresh:
        state = _at(game.evolve(state, record.event), record.seq)
    return state


def _at(state: S, seq: int) -> S:
    """Gives the state with the number of the event it stands at; every game's state is a dataclass with ``seq``."""
    return cast("S", replace(cast("Any", state), seq=seq))
