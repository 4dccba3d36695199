"""What a ruling does to a Lexicon table: points, fine, take-back and lost turn, and what an overruling changes."""

from __future__ import annotations

from dataclasses import replace

from engine import events as e
from engine.games.lexicon_master import settled
from engine.games.lexicon_seats import active, changed, find
from engine.state import Judged, LastPlay, Owed, Question, TableState

UNCLEAR_WORD = "unclear word"
"""What the question about a word that the lists leave open is called."""
DOUBTFUL_READ = "doubtful read"
"""What the question is called that asks whether a challenged word was read rightly."""


def ruled(state: TableState, event: e.Ruled) -> TableState:
    """Applies a ruling; an answer such as ``too late`` changes nothing."""
    if event.ruling == "asked" and state.last is not None:
        last = replace(state.last, ruling="asked", verdict=event.verdict, challenger=event.seat)
        about = DOUBTFUL_READ if event.reason == DOUBTFUL_READ else UNCLEAR_WORD
        return replace(state, last=last, question=Question(about, event.word or "", event.t))
    if event.ruling not in ("upheld", "refused"):
        return state
    if state.question is not None and state.question.about in (UNCLEAR_WORD, DOUBTFUL_READ):
        state = replace(state, question=None)
    if event.overrules is not None:
        return _overruled(state, event)
    if state.last is None:
        return state
    return _first_ruled(state, event, state.last)


def resumed(state: TableState, t: float, last: LastPlay) -> TableState:
    """Gives the table with the player who had gone out not out after all; play goes on unless the bell has rung."""
    for player in active(state):
        state = _unmarked(state, player.seat)
    bell = state.bell.resumed(t) if last.clock_ran and state.bell.phase == "paused" else state.bell
    return replace(state, out=None, phase="count" if bell.phase == "rung" else "play", bell=bell)


def _first_ruled(state: TableState, event: e.Ruled, last: LastPlay) -> TableState:
    upheld = event.ruling == "upheld"
    judged = Judged(
        word=event.word or "",
        before=last.before,
        player=last.seat,
        challenger=event.seat,
        ruling=event.ruling,
        verdict=event.verdict or "",
        points=_points(state, upheld),
        fine=event.fine,
        meant=event.meant,
        reason=event.reason,
        word_list=event.words,
        by=event.by,
        why=event.why,
    )
    last = replace(last, ruling=event.ruling, verdict=event.verdict, challenger=event.seat, open=False)
    state = _paid(replace(state, last=last, judged=judged), judged)
    return _falls(state, event.t, judged, last) if upheld else _stands(settled(state, event), judged)


def _points(state: TableState, upheld: bool) -> int:
    """Gives what the challenger's score gains by a ruling."""
    if upheld:
        return -state.rules.challenge_points
    return 0 if state.rules.challenge == "free" else state.rules.challenge_points


def _stands(state: TableState, judged: Judged) -> TableState:
    """The word stands: in a double challenge its challenger comes to owe a turn."""
    challenger = find(state, judged.challenger)
    if challenger is None or state.rules.challenge != "double" or state.phase != "play":
        return state
    state = changed(state, judged.challenger, owes_turns=challenger.owes_turns + 1)
    return replace(state, judged=replace(judged, challenger_owes=True))


def _paid(state: TableState, judged: Judged, times: int = 1) -> TableState:
    """Books the ruling's points and fine (``times`` -1: takes them off again)."""
    if (challenger := find(state, judged.challenger)) is not None:
        state = changed(state, judged.challenger, score=challenger.score + times * judged.points)
    if (player := find(state, judged.player)) is not None:
        fine = times * judged.fine
        state = changed(state, judged.player, score=player.score + fine, fines=player.fines + fine)
    return state


def _falls(state: TableState, t: float, judged: Judged, last: LastPlay) -> TableState:
    """The word comes back: its player must take up the cards, is not out after all, and may come to owe a turn."""
    state = replace(state, owed=Owed(judged.player, judged.word, judged.before))
    if state.out is not None and state.out == judged.player:
        state = resumed(state, t, last)
    elif state.phase == "count":
        state = _unmarked(state, judged.player)
    player = find(state, judged.player)
    if player is not None and state.phase == "play" and state.rules.lost_turn == "next":
        state = changed(state, judged.player, owes_turns=player.owes_turns + 1)
        judged = replace(judged, turn_owed=True)
    return replace(state, judged=judged)


def _unmarked(state: TableState, seat: str | None) -> TableState:
    """Takes a marked total off again: that hand has changed, or is to be counted anew."""
    player = find(state, seat)
    if player is None or player.marked is None:
        return state
    return changed(state, seat, marked=None, initialled_by=None, score=player.score - player.marked)


def _overruled(state: TableState, event: e.Ruled) -> TableState:
    """A person overrules. Points and fine always follow; cards and turns only while nobody has played since."""
    old = state.judged
    if old is None:
        return state
    state = _paid(state, old, -1)
    upheld = event.ruling == "upheld"
    state = _owes_no_more(state, old)
    new = replace(
        old,
        ruling=event.ruling,
        verdict=event.verdict or "",
        challenger_owes=False,
        points=_points(state, upheld),
        fine=event.fine,
        by=event.by,
        why=event.why,
        overrules=event.overrules,
    )
    state = _paid(replace(state, judged=new), new)
    last = state.last
    if old.fresh and last is not None:
        last = replace(last, ruling=event.ruling, verdict=event.verdict)
        state = replace(state, last=last)
    if old.ruling == "upheld" and not upheld:
        return _stands_after_all(state, new)
    if old.ruling == "refused" and upheld and old.fresh and last is not None:
        return _falls(state, event.t, new, last)
    return state


def _owes_no_more(state: TableState, old: Judged) -> TableState:
    """Takes the challenger's lost turn off again; one that has just been passed over is his once more."""
    challenger, last = find(state, old.challenger), state.last
    if challenger is None or not old.challenger_owes:
        return state
    if challenger.owes_turns:
        return changed(state, challenger.seat, owes_turns=challenger.owes_turns - 1)
    if old.fresh and last is not None and last.skipped and last.skipped[0] == challenger.seat:
        for seat in last.skipped[1:]:
            other = find(state, seat)
            state = changed(state, seat, owes_turns=other.owes_turns + 1 if other else 0)
        return replace(state, turn=challenger.seat, last=replace(last, skipped=()))
    return state


def _stands_after_all(state: TableState, judged: Judged) -> TableState:
    player = find(state, judged.player)
    if player is not None and judged.turn_owed and player.owes_turns:
        state = changed(state, judged.player, owes_turns=player.owes_turns - 1)
    judged = replace(judged, turn_owed=False)
    if state.owed is not None and state.owed.before == judged.word:
        return replace(state, owed=None, judged=judged)
    if judged.fresh and player is not None and state.phase == "play":
        # the cards are in his hand again: it is his turn once more, and he may lay the word as before
        return replace(state, turn=player.seat, last=None, judged=replace(judged, fresh=False))
    return replace(state, judged=judged)
