"""The hand's clock at a Lexicon table: who may start, stop and set it, and what falls due."""

from __future__ import annotations

from engine import events as e
from engine.commands import AdjustClock, PauseClock, ResumeClock, StartClock
from engine.errors import Refused
from engine.games.reasons import Reason
from engine.state import TableState

MOST_SECONDS = 86400.0
WHYS = ("asked", "restart", "challenge")


def fallen_due(state: TableState, t: float) -> tuple[e.Event, ...]:
    """Gives the warnings and the bell that are due by ``t``, each at its exact time (s)."""
    if state.phase != "play":
        return ()
    return tuple(
        e.Warned(t=round(when, 3), remaining=remaining) if remaining > 0 else e.BellRang(t=round(when, 3))
        for when, remaining in state.bell.due(t)
    )


def start_clock(state: TableState, command: StartClock) -> tuple[e.Event, ...]:
    """Decides the start of the clock; it starts once in a deal."""
    _has_clock(state)
    if state.bell.phase != "waiting":
        raise Refused(Reason.CLOCK, "the clock of this deal has been started already")
    seconds = state.bell.left if command.seconds is None else command.seconds
    if not 0 < seconds <= MOST_SECONDS:
        raise Refused(Reason.CLOCK, f"a hand lasts from a moment to a day, not {seconds} seconds")
    return (e.ClockStarted(t=command.t, seconds=round(seconds, 3)),)


def pause_clock(state: TableState, command: PauseClock) -> tuple[e.Event, ...]:
    """Decides a pause; with ``remaining`` a clock that stands already can be set as well."""
    _has_clock(state)
    if command.why not in WHYS:
        raise Refused(Reason.NOT_UNDERSTOOD, f"a clock is paused because of {' or '.join(WHYS)}")
    remaining = command.remaining
    if remaining is not None and not 0 <= remaining <= MOST_SECONDS:
        raise Refused(Reason.CLOCK, f"a clock cannot stand at {remaining} seconds")
    if state.bell.phase not in ("running", "paused") or (state.bell.phase == "paused" and remaining is None):
        raise Refused(Reason.CLOCK, "the clock does not run")
    left = state.bell.remaining(command.t) if remaining is None else remaining
    return (e.ClockPaused(t=command.t, remaining=round(left, 3), why=command.why),)


def resume_clock(state: TableState, command: ResumeClock) -> tuple[e.Event, ...]:
    """Decides that the clock runs on."""
    _has_clock(state)
    if state.bell.phase != "paused":
        raise Refused(Reason.CLOCK, "the clock is not paused")
    return (e.ClockResumed(t=command.t, remaining=state.bell.left),)


def adjust_clock(state: TableState, command: AdjustClock) -> tuple[e.Event, ...]:
    """Decides seconds more or less; when none remain, the bell is due at once."""
    _has_clock(state)
    if state.bell.phase == "rung":
        raise Refused(Reason.CLOCK, "the bell has rung")
    seconds = round(command.seconds, 3)
    if seconds == 0 or abs(seconds) > MOST_SECONDS:
        raise Refused(Reason.CLOCK, f"a clock cannot be set by {command.seconds} seconds")
    return (e.ClockAdjusted(t=command.t, seconds=seconds),)


def _has_clock(state: TableState) -> None:
    if state.phase != "play":
        raise Refused(Reason.NOT_NOW, "no deal is in play that a clock could time")
    if state.rules.minutes == 0:
        raise Refused(Reason.NO_CLOCK, "these rules have no clock; the house rule `minutes` gives them one")
