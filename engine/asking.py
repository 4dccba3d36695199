"""Putting questions to the table, taking them back, and what an answer means."""

from __future__ import annotations

from dataclasses import replace

from engine.commands import Adopt, Answer, Command, Doubt, Play
from engine.counting import hands_before_seats, mark
from engine.heap import exposed_face, with_exposed
from engine.moves import lay_of
from engine.seeing import Seen, see
from engine.state import TableState
from engine.table import reading_to_json
from engine.watching import (
    ASKED,
    HANDS_DIFFER,
    TABLE_DIFFERS,
    TAKEN_BACK,
    UNCLEAR_CARD,
    UNCLEAR_ORDER,
    UNSEEN_EXCHANGE,
    WHOSE_MOVE,
    Odd,
    Step,
    Watch,
    key_of,
)


def doubt(watch: Watch, about: str, detail: str, t: float) -> Doubt:
    """Gives the question, with what was seen."""
    seen = {} if watch.reading is None else reading_to_json(watch.reading)
    return Doubt(t=t, by="camera", about=about, detail=detail, reading=seen)


def withdrawn(state: TableState, t: float, answer: str) -> tuple[Command, ...]:
    """Gives the command that takes an open question of ours back: the table itself has answered it."""
    if state.question is None or state.question.about not in ASKED:
        return ()
    return (Answer(t=t, by="camera", answer=answer),)


def agree(watch: Watch, state: TableState) -> Watch:
    """A person has just set the record by hand: what the last reading shows otherwise is left alone till it changes."""
    seen = _seen(watch, state)
    if seen is None:
        return replace(watch, pending=None, odd=None)
    status = "settling" if watch.status == "settling" else ("desynchronised" if seen.keys else "steady")
    return replace(watch, pending=None, odd=None, muted=tuple(seen.keys), status=status)


def answered(watch: Watch, state: TableState, about: str, answer: str, t: float) -> Step:
    """Somebody has answered our question; ``state`` is the table after the answer. See :data:`ASKED` for what YES
    means; after a NO the record stands as it is, and the difference is left alone until it goes away."""
    yes, pending, odd = answer == "yes", watch.pending, watch.odd
    if pending is not None and pending.held == about and about in (UNCLEAR_CARD, WHOSE_MOVE):
        play = pending.play
        if about == WHOSE_MOVE and yes:
            t = play.t if watch.touched_at is None else min(watch.touched_at, play.t)
            passed = Play(t=t, by="camera", act="exchange", exposed_after=state.exposed, took="unknown")
            return Step(replace(watch, pending=None), (passed, play), again=True)
        if yes or about == WHOSE_MOVE:
            sure = replace(play, confidence=1.0) if about == UNCLEAR_CARD else play
            return Step(replace(watch, pending=None), (sure,), again=True)
        return Step(replace(watch, pending=None, muted=(*watch.muted, key_of(play))))
    if odd is None or odd.about != about:
        return Step(watch)
    if not yes and about == UNSEEN_EXCHANGE:
        return Step(replace(watch, odd=None), again=True)
    if not yes:
        return Step(agree(watch, state))
    return replace(_taken_as_it_lies(replace(watch, odd=None), state, odd, t), again=True)


def _taken_as_it_lies(watch: Watch, state: TableState, odd: Odd, t: float) -> Step:
    if odd.about == TAKEN_BACK:
        return Step(watch, (Play(t=odd.t, by="camera", act="takeback"),))
    if odd.about == UNSEEN_EXCHANGE:
        passed = Play(t=odd.t, by="camera", act="exchange", exposed_after=state.exposed, took="unknown")
        return Step(watch, (passed,))
    if watch.reading is None:
        return Step(watch)
    lay = with_exposed(lay_of(watch.reading), watch.exposed_at)
    if odd.about == HANDS_DIFFER:
        marked = mark(state, hands_before_seats(state, lay, watch), t, watch.picture)
        return Step(watch, (replace(marked, counts={}),))
    if odd.about in (TABLE_DIFFERS, UNCLEAR_ORDER) and state.phase == "play":
        words = tuple(row.text for row in lay.rows)
        exposed = exposed_face(lay) or state.exposed
        return Step(watch, (Adopt(t=t, by="camera", words=words, exposed=exposed, turn=odd.turn),))
    return Step(watch)


def _seen(watch: Watch, state: TableState) -> Seen | None:
    if watch.reading is None or state.phase != "play":
        return None
    return see(watch, state, with_exposed(lay_of(watch.reading), watch.exposed_at), 0.0, ())


__all__ = ["UNCLEAR_CARD", "agree", "answered", "doubt", "withdrawn"]
