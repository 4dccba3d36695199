"""Questions to the table: the Steward doubts what it sees and asks; somebody answers YES or NO."""

from __future__ import annotations

from collections.abc import Callable

from engine import events as e
from engine.commands import Answer, Challenge, Command, Doubt, Rule
from engine.errors import Refused
from engine.games.lexicon_evolve import told
from engine.games.lexicon_judged import DOUBTFUL_READ, UNCLEAR_WORD
from engine.games.lexicon_master import MASTER_LETTER, to_ask
from engine.games.lexicon_seats import seated
from engine.games.reasons import Reason
from engine.kinds import plain
from engine.state import TableState

ANSWERS = ("yes", "no")


def doubt(state: TableState, command: Doubt) -> tuple[e.Event, ...]:
    """Decides that the camera's side asks; a newer doubt takes the place of an older one, but not of a ruling's."""
    if not command.about.strip():
        raise Refused(Reason.NOT_UNDERSTOOD, "a doubt says what it is about")
    if state.question is not None and state.question.about in (UNCLEAR_WORD, DOUBTFUL_READ):
        raise Refused(Reason.OPEN_QUESTION, "a word is being ruled on; that question comes first")
    if command.about in (UNCLEAR_WORD, DOUBTFUL_READ, MASTER_LETTER):
        raise Refused(Reason.NOT_UNDERSTOOD, "only a challenge asks about an unclear word")
    for seat in command.seats:
        seated(state, seat)
    asked = e.Doubted(
        t=command.t, about=command.about, detail=command.detail, reading=plain(command.reading), seats=command.seats
    )
    return (asked,)


def answer(
    state: TableState, command: Answer, decide: Callable[[TableState, Command], tuple[e.Event, ...]]
) -> tuple[e.Event, ...]:
    """Decides an answer. At home the table itself rules on an unclear word; in a drive only the steward does."""
    if command.answer not in ANSWERS:
        raise Refused(Reason.NOT_UNDERSTOOD, f"a question is answered yes or no, not {command.answer[:20]!r}")
    question = state.question
    if question is None:
        raise Refused(Reason.NO_QUESTION, "nothing was asked")
    answered = e.Answered(t=command.t, about=question.about, answer=command.answer, by=command.by)
    if question.about == DOUBTFUL_READ and command.answer == "yes" and state.last is not None:
        challenger = state.last.challenger or ""
        return (answered, *decide(told(state, answered), Challenge(t=command.t, by=command.by, seat=challenger)))
    if question.about == MASTER_LETTER:
        word = question.detail.rpartition("=")[0]
        again = to_ask(told(state, answered), word)
        return (answered,) if again is None else (answered, e.Doubted(t=command.t, about=MASTER_LETTER, detail=again))
    if question.about != UNCLEAR_WORD:
        return (answered,)
    if state.rules.preset != "home":
        raise Refused(Reason.STEWARD, f"only the steward rules on {question.detail}")
    verdict = "good" if command.answer == "yes" else "not allowed"
    return (answered, *decide(told(state, answered), Rule(t=command.t, by=command.by, verdict=verdict)))
