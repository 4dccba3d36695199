"""Known words that are out of sight, or read otherwise: waited for, and asked about when they stay so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.commands import Command
from engine.moves import Change
from engine.questions import withdrawn
from engine.state import TableState
from engine.watching import ASK_AFTER, PART_HIDDEN_AFTER, TABLE_DIFFERS, TAKEN_BACK, Odd, Watch


def out_of_sight(
    watch: Watch, state: TableState, hidden: Sequence[Change], t: float
) -> tuple[Watch, tuple[Command, ...]]:
    """Keeps known words that are out of sight; the table is asked only when they stay so (see
    :func:`engine.follow.elapse`)."""
    odd = watch.odd
    if odd is not None and odd.about not in (TABLE_DIFFERS, TAKEN_BACK):
        return replace(watch, status="steady"), ()
    if not hidden:
        commands = withdrawn(state, t, "yes") if odd is not None and odd.asked else ()
        return replace(watch, status="steady", odd=None), commands
    key = tuple(sorted((change.act, change.before or "") for change in hidden))
    if odd is not None and (odd.key == key or (odd.asked and set(key) <= set(odd.key))):
        return replace(watch, status="desynchronised" if odd.asked else "steady"), ()
    wholly = [change for change in hidden if change.act != "altered"]
    back = next((change for change in hidden if _back(state, change)), None)
    detail = ", ".join(_differs(change) for change in hidden)
    fresh = Odd(
        key, odd.t if odd is not None and set(odd.key) & set(key) else t,
        about=TAKEN_BACK if back is not None and len(hidden) == 1 else TABLE_DIFFERS,
        detail=detail, after=ASK_AFTER if wholly or back is not None else PART_HIDDEN_AFTER,
    )  # fmt: skip
    return replace(watch, status="steady", odd=fresh), ()


def _back(state: TableState, change: Change) -> bool:
    """Tells whether a word out of sight may have been taken back: it is the last play's, and as before that."""
    last = state.last
    if last is None or not last.open or last.ruling is not None or change.before != last.after:
        return False
    return change.after == last.before


def _differs(change: Change) -> str:
    """Says in a few words what cannot be explained."""
    return f"{change.before} → {change.after or '?'}"
