"""The hall's clock and phases: start, pause, a minute more or less, more time for one table, breaks, the end."""

from __future__ import annotations

from engine.commands import AdjustClock, PauseClock, ResumeClock
from engine.drive import commands as c
from engine.drive import events as e
from engine.drive.evolve import told
from engine.drive.known import current, in_phase, table
from engine.drive.outcome import complete
from engine.drive.reasons import DriveReason
from engine.drive.state import DriveState
from engine.drive.watch import missing
from engine.errors import Refused
from engine.events import Event

MOST_SECONDS = 86400.0
MOST_EXTRA = 3600.0
WHYS = ("asked", "restart", "challenge")


def fallen_due(state: DriveState, t: float) -> tuple[Event, ...]:
    """Gives the warnings and bells that are due by ``t`` (s), each at its exact time: the hall's, then those of tables
    with more time."""
    if state.phase == "break":
        return tuple(
            e.HallWarned(t=round(when, 3), remaining=left, about="break") if left > 0 else e.BreakOver(t=round(when, 3))
            for when, left in state.hall.due(t)
        )
    hand = state.hand
    if hand is None or state.phase not in ("running", "scoring"):
        return ()
    due: list[Event] = [
        e.HallWarned(t=round(when, 3), remaining=left)
        if left > 0
        else e.HallBellRang(t=round(when, 3), hand=hand.number)
        for when, left in state.hall.due(t)
    ]
    after = told(state, *due)
    for when, extra in after.bell.extras_due(t) if after.phase == "scoring" else ():
        due += [
            e.TableBellRang(t=round(when, 3), hand=hand.number, table=held.number)
            for held in hand.tables.values()
            if held.extra == extra and not held.rung and not held.is_in
        ]
    return tuple(due)


def start_hand(state: DriveState, command: c.StartHand) -> tuple[Event, ...]:
    """Decides the start: the clock runs in the whole hall."""
    in_phase(state, "announced", what="a hand starts once its seats are announced")
    if not command.anyway and (waiting := missing(state)):
        numbers = ", ".join(str(item.table) for item in waiting[:12]) + (" ..." if len(waiting) > 12 else "")
        raise Refused(DriveReason.NOT_SEATED, f"tables {numbers} are not seated; wait for them, or start anyway")
    seconds = command.seconds or state.rules.minutes * 60
    if not 0 < seconds <= MOST_SECONDS:
        raise Refused(DriveReason.CLOCK, f"a hand lasts from a moment to a day, not {seconds} seconds")
    return (e.HandStarted(t=command.t, hand=current(state).number, seconds=round(seconds, 3), by=command.by),)


def call_back(state: DriveState, command: c.CallBack) -> tuple[Event, ...]:
    """Decides that the start was a mistake."""
    in_phase(state, "running", what="only a running hand is called back")
    hand = current(state)
    if any(card.stage != "open" or card.fine for held in hand.tables.values() for card in held.cards.values()):
        raise Refused(DriveReason.NOT_NOW, "cards of this hand are marked already; let it run, or void the hand")
    return (e.CalledBack(t=command.t, hand=hand.number, by=command.by),)


def pause(state: DriveState, command: PauseClock) -> tuple[Event, ...]:
    """Decides a pause; with ``remaining`` a clock that stands already can be set as well."""
    _has_clock(state)
    if command.why not in WHYS:
        raise Refused(DriveReason.NOT_UNDERSTOOD, f"a clock is paused because of {' or '.join(WHYS)}")
    left = command.remaining
    if left is not None and not 0 <= left <= MOST_SECONDS:
        raise Refused(DriveReason.CLOCK, f"a clock cannot stand at {left} seconds")
    if state.hall.phase not in ("running", "paused") or (state.hall.phase == "paused" and left is None):
        raise Refused(DriveReason.CLOCK, "the clock does not run")
    remaining = state.hall.remaining(command.t) if left is None else left
    return (e.HallPaused(t=command.t, remaining=round(remaining, 3), why=command.why, by=command.by),)


def resume(state: DriveState, command: ResumeClock) -> tuple[Event, ...]:
    """Decides that the clock runs on."""
    _has_clock(state)
    if state.hall.phase != "paused":
        raise Refused(DriveReason.CLOCK, "the clock is not paused")
    return (e.HallResumed(t=command.t, remaining=state.hall.left, by=command.by),)


def adjust(state: DriveState, command: AdjustClock) -> tuple[Event, ...]:
    """Decides seconds more or less for everybody; when none remain, the bell is due at once."""
    _has_clock(state)
    if state.hall.phase not in ("running", "paused"):
        raise Refused(DriveReason.CLOCK, "the bell has rung")
    seconds = round(command.seconds, 3)
    if seconds == 0 or abs(seconds) > MOST_SECONDS:
        raise Refused(DriveReason.CLOCK, f"a clock cannot be set by {command.seconds} seconds")
    return (e.HallAdjusted(t=command.t, seconds=seconds, by=command.by),)


def extend(state: DriveState, command: c.Extend) -> tuple[Event, ...]:
    """Decides more time for one table, before its bell has rung."""
    in_phase(state, "announced", "running", "scoring", what="a table gets more time while its hand is on")
    hand = current(state)
    held = table(hand, command.table)
    if held.is_in or held.rung or (state.phase == "scoring" and held.extra <= 0):
        raise Refused(DriveReason.CLOCK, f"the bell has rung for table {held.number}")
    seconds = round(command.seconds, 3)
    if seconds == 0 or not 0 <= held.extra + seconds <= MOST_EXTRA:
        raise Refused(
            DriveReason.CLOCK, f"table {held.number} has {held.extra:g} seconds more; it can have from 0 to 3600"
        )
    if state.phase == "scoring" and state.hall.ends_at + held.extra + seconds < command.t:
        seconds = round(max(command.t - state.hall.ends_at - held.extra, 0.001 - held.extra), 3)
    return (e.TableExtended(t=command.t, hand=hand.number, table=held.number, seconds=seconds, by=command.by),)


def take_break(state: DriveState, command: c.TakeBreak) -> tuple[Event, ...]:
    """Decides a break, between two hands."""
    in_phase(state, "gathering", "scoring", "break", what="a break is taken between two hands")
    if not complete(state):
        raise Refused(DriveReason.NOT_IN, "cards of the last hand are still out; they come first")
    seconds = command.seconds or state.rules.break_minutes * 60
    if not 0 < seconds <= MOST_SECONDS:
        raise Refused(DriveReason.CLOCK, f"a break lasts from a moment to a day, not {seconds} seconds")
    return (e.BreakBegun(t=command.t, seconds=round(seconds, 3), by=command.by),)


def finish(state: DriveState, command: c.Finish) -> tuple[Event, ...]:
    """Decides the end of the drive; a hand that is not in does not count then, as the organiser has to say."""
    in_phase(
        state, "gathering", "made", "announced", "running", "scoring", "break", what="only a drive that is on is ended"
    )
    before: tuple[Event, ...] = ()
    if state.phase in ("made", "announced"):
        before = (e.HandUnmade(t=command.t, hand=current(state).number, by=command.by),)
    elif state.phase in ("running", "scoring") and not _all_in(state):
        if not command.anyway:
            raise Refused(DriveReason.NOT_IN, "the hand is not in; wait for its cards, or end the drive anyway")
        before = (e.HandVoided(t=command.t, hand=current(state).number, table=0, why="unfinished", by=command.by),)
    return (*before, e.Finished(t=command.t, by=command.by))


def go_on(state: DriveState, command: c.GoOn) -> tuple[Event, ...]:
    """Decides that the drive is not over yet."""
    in_phase(state, "over", what="only a drive that is over can be gone on with")
    return (e.WentOn(t=command.t, by=command.by),)


def break_due(state: DriveState) -> bool:
    """Whether the rules have a break after the hand that is in."""
    return state.phase == "scoring" and complete(state) and len(state.hands) in state.rules.breaks


def _all_in(state: DriveState) -> bool:
    """Whether all cards are in; at the very end nobody moves, and so nobody needs to cut."""
    hand = state.hand
    return hand is None or hand.void is not None or all(held.is_in for held in hand.tables.values())


def _has_clock(state: DriveState) -> None:
    in_phase(state, "running", "scoring", "break", what="the clock runs in a hand or a break")
    if state.phase == "scoring":
        raise Refused(DriveReason.CLOCK, "the bell has rung")
