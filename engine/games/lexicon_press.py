"""What a press of a seat's button, or of the start button, means in the phase the table is in.

Short: YES to a question, "I sit" before a drive's hand begins, start the clock (the dealer, before anybody has
played), challenge in play, initial once totals are marked. Long: NO to a question, refuse a total, otherwise pause the
clock or let it run on. The start button belongs to the hall: held long it stops the clock of the table whatever is
asked there, and lets it run on.

A question is put to one player, as a rule to him whose play it is about, who could not challenge that play anyway.
While it is open another player's short press still challenges what may be challenged: no question takes a challenge
away.
"""

from __future__ import annotations

from collections.abc import Callable

from engine import events as e
from engine.commands import (
    Answer,
    Challenge,
    Command,
    Deal,
    Initial,
    PauseClock,
    Press,
    RefuseTotal,
    ResumeClock,
    StartClock,
)
from engine.errors import Refused
from engine.games.lexicon_challenge import may_challenge
from engine.games.lexicon_evolve import told
from engine.games.lexicon_places import sit, waits_to_sit
from engine.games.lexicon_scores import to_initial
from engine.games.lexicon_seats import seated
from engine.games.lexicon_setup import dealer_to_be
from engine.games.reasons import Reason
from engine.state import Question, TableState

Decide = Callable[[TableState, Command], tuple[e.Event, ...]]


def press(state: TableState, command: Press, decide: Decide) -> tuple[e.Event, ...]:
    """Decides a press by deciding what it stands for."""
    t, by, seat = command.t, command.by, command.seat
    if seat is not None:
        seated(state, seat)
    if command.press == "start" or (command.press == "short" and seat is None):
        return _start(state, command, decide)
    if seat is None and command.press == "long":
        return _stop(state, command, decide)
    if seat is None or command.press not in ("short", "long"):
        raise Refused(Reason.NOTHING_TO_DO, f"a press is short, long or start, not {command.press[:20]!r}")
    if command.press == "short":
        return _short(state, command, seat, decide)
    if state.question is not None:
        return decide(state, Answer(t=t, by=by, answer="no"))
    if to_initial(state, seat) is not None:
        return decide(state, RefuseTotal(t=t, by=by, by_seat=seat))
    return _stop(state, command, decide)


def _stop(state: TableState, command: Press, decide: Decide) -> tuple[e.Event, ...]:
    """A long press stops a clock that runs, and lets one that stands run on."""
    if state.bell.phase == "running":
        return decide(state, PauseClock(t=command.t, by=command.by))
    if state.bell.phase == "paused":
        return decide(state, ResumeClock(t=command.t, by=command.by))
    raise Refused(Reason.NOTHING_TO_DO, "a long press means nothing now: there is neither a question nor a clock")


def _short(state: TableState, command: Press, seat: str, decide: Decide) -> tuple[e.Event, ...]:
    t, by = command.t, command.by
    if state.question is not None and not _challenges_first(state, state.question, seat):
        return decide(state, Answer(t=t, by=by, answer="yes"))
    if state.question is not None:
        return decide(state, Challenge(t=t, by=by, seat=seat))
    untouched = state.last is None and not state.words
    if state.phase == "play" and seat == state.dealer and untouched and _waits(state):
        return _start(state, command, decide)
    if waits_to_sit(state):
        return sit(state, seat, t, by)
    if state.phase == "ready" and seat == dealer_to_be(state):
        return _start(state, command, decide)
    if to_initial(state, seat) is not None:
        return decide(state, Initial(t=t, by=by, by_seat=seat))
    if state.phase in ("play", "count") or state.last is not None:
        return decide(state, Challenge(t=t, by=by, seat=seat))
    raise Refused(Reason.NOTHING_TO_DO, "there is nothing to challenge: no deal is in play")


def _challenges_first(state: TableState, question: Question, seat: str) -> bool:
    """Tells whether a short press challenges though a question is open: another player is asked."""
    return bool(question.seats) and seat not in question.seats and may_challenge(state, seat)


def _start(state: TableState, command: Press, decide: Decide) -> tuple[e.Event, ...]:
    """A start press deals when the table is ready, starts a clock that waits, and lets a paused one run on."""
    t, by = command.t, command.by
    if state.phase == "ready":
        dealt = decide(state, Deal(t=t, by=by))
        after = told(state, *dealt)
        return (*dealt, *decide(after, StartClock(t=t, by=by))) if _waits(after) else dealt
    if state.phase == "play" and _waits(state):
        return decide(state, StartClock(t=t, by=by))
    if state.phase == "play" and state.bell.phase == "paused":
        return decide(state, ResumeClock(t=t, by=by))
    raise Refused(Reason.NOTHING_TO_DO, "there is nothing to start: no deal or clock is waiting")


def _waits(state: TableState) -> bool:
    return state.rules.minutes > 0 and state.bell.phase == "waiting"
