"""What an answer to one of our questions means, and what a person means who sets the record by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.commands import Adopt, Correct, Play
from engine.counting import hands_before_seats, mark
from engine.heap import exposed_face, learnt, passed_by, with_exposed
from engine.lay import SURE, lay_of
from engine.making import act_between
from engine.pending import held_back
from engine.seeing import Seen, see
from engine.state import TableState
from engine.turns import possible
from engine.watching import (
    HANDS_DIFFER,
    NOT_TAKEN_BACK,
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


def agree(watch: Watch, state: TableState) -> Watch:
    """A person has just set the record by hand: what the last reading shows otherwise is left alone till it changes."""
    return _settled(watch, state, frozenset())


def _words_agree(watch: Watch, state: TableState) -> Watch:
    """The words stand as they are known. Nobody was asked about the exposed card: an exchange that was made meanwhile
    goes on being seen."""
    seen, pending = _seen(watch, state), watch.pending
    exchanges = () if seen is None else tuple(key_of(play) for play in seen.plays if play.act == "exchange")
    settled = _settled(watch, state, frozenset(exchanges))
    return replace(settled, pending=pending if pending is not None and pending.play.act == "exchange" else None)


def entered(watch: Watch, state: TableState) -> Watch:
    """A person has just entered what was played: what the last reading shows otherwise is left alone till it changes,
    but for one further play, of another word, that can be the next player's: the game went on meanwhile."""
    seen = _seen(watch, state)
    if seen is None or seen.hidden:
        return agree(watch, state)
    word = None if state.last is None else state.last.after
    # The word itself may go on being read otherwise than it was entered.
    further = [play for play in seen.plays if not _misread(play, word)]
    if len(further) != 1 or not possible(state, further, seen.faces):
        return agree(watch, state)
    (play,) = further
    on_top = play.before == word if play.act != "exchange" else state.last is None or state.last.act == "exchange"
    open_yet = frozenset() if on_top or play.confidence < SURE else frozenset({key_of(play)})
    return _settled(watch, state, open_yet)


def _misread(play: Play, word: str | None) -> bool:
    """Tells whether what looks like a play is the word that was just entered, read in doubt."""
    return word is not None and play.act == "substitute" and play.before == word and play.confidence < SURE


def _settled(watch: Watch, state: TableState, open_yet: frozenset[tuple[Any, ...]]) -> Watch:
    """Leaves alone what the last reading shows otherwise, but for the differences that are ``open_yet``."""
    seen = _seen(watch, state)
    if seen is None:
        return replace(watch, pending=None, odd=None)
    status = "settling" if watch.status == "settling" else ("desynchronised" if seen.keys - open_yet else "steady")
    return replace(watch, pending=None, odd=None, muted=tuple(seen.keys - open_yet), status=status)


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
        if not yes and about == UNCLEAR_CARD and play.act == "exchange" and pending.maybe:
            other = replace(play, exposed_after=pending.maybe[0], confidence=1.0)
            return Step(replace(watch, pending=None), (other,), again=True)
        if not yes and about == UNCLEAR_CARD:
            return Step(replace(watch, pending=None, muted=(*watch.muted, key_of(play))))
        sure = replace(pending, play=replace(play, confidence=1.0), held="", asked=False, shaken=None, gone=False)
        held = held_back(watch, state, sure) if about == UNCLEAR_CARD else ""
        if held:
            return Step(replace(watch, pending=replace(sure, held=held)))  # that has still to be asked
        return Step(replace(watch, pending=None), (play if about == WHOSE_MOVE else sure.play,), again=True)
    if odd is None or odd.about != about:
        return Step(watch)
    if not yes and about == UNSEEN_EXCHANGE:
        first = learnt(watch.exposed, t) if state.exposed is None else ()
        return Step(replace(watch, odd=None), first, again=True)
    if not yes and about == NOT_TAKEN_BACK:
        return Step(watch)  # it was asked, and is still owed
    if about == UNCLEAR_CARD:
        return _exposed_told(watch, odd.detail if yes else None, t)
    if not yes and about == TABLE_DIFFERS:
        return Step(_words_agree(watch, state))
    if not yes:
        return Step(agree(watch, state))
    return replace(_taken_as_it_lies(replace(watch, odd=None), state, odd, t), again=True)


def _exposed_told(watch: Watch, face: str | None, t: float) -> Step:
    """Somebody has said what the exposed card is, or (None) that it is not what it was read as: then it is the next
    that it may be."""
    others = watch.exposed_maybe[1:]
    face = face or (others[0] if others else None)
    watch = replace(watch, odd=None, exposed=face, exposed_maybe=())
    if face is None:
        return Step(watch)
    return Step(watch, (Correct(t=t, by="camera", field="exposed", value=face),))


def _taken_as_it_lies(watch: Watch, state: TableState, odd: Odd, t: float) -> Step:
    if odd.about == NOT_TAKEN_BACK and state.owed is not None:
        # What still lies there is no play that is made again.
        before, after = state.owed.after, state.owed.before
        again = Play(t=t, act=act_between(before, after) or "", before=before, after=after)
        watch = replace(watch, muted=(*watch.muted, key_of(again)))
    if odd.about in (TAKEN_BACK, NOT_TAKEN_BACK):
        return Step(watch, (Play(t=odd.t, by="camera", act="takeback"),))
    if odd.about == UNSEEN_EXCHANGE:
        passed = passed_by(watch, state, odd)
        return Step(replace(watch, exposed=passed.exposed_after), (passed,))
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
