"""A play that was seen and is not yet played: how it is held, doubted, changed, forgotten and at last played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import hypot
from typing import Any

from engine.commands import Command, Play
from engine.games.reasons import Reason
from engine.heap import learnt, passed_by
from engine.lay import CLEARLY, SURE, TURNS_INTO, Lay, read_alone
from engine.making import UNREAD
from engine.questions import withdrawn
from engine.seeing import Seen, played_out, see
from engine.state import TableState
from engine.table import Point
from engine.turns import first_of, possible, seats_to_come
from engine.watching import (
    AGAINST_RULES,
    ANSWER_WITHIN,
    ASK_AFTER,
    MIND_CHANGED_WITHIN,
    UNCLEAR_CARD,
    UNCLEAR_ORDER,
    UNSEEN_EXCHANGE,
    UNTOUCHED_MM,
    WHOSE_MOVE,
    Odd,
    Pending,
    Step,
    Watch,
    key_of,
)


def still_there(watch: Watch, state: TableState, pending: Pending, lay: Lay, seen: Seen, t: float) -> Step | None:
    """Looks whether a play that was seen still lies there, also where something hides a part of it or the light is bad;
    None: it does not. What lies on top of it makes it played."""
    play = pending.play
    if play.act == "takeback":
        return None
    places = watch.places if pending.at is None else (*watch.places, (play.after or "", pending.at))
    then = see(replace(watch, places=places), played_out(state, play), lay, t, ()).without(watch.muted)
    if play.act == "exchange":
        early = t < pending.t + state.rules.played_after
        if early and any(other.act == "exchange" for other in then.plays):
            return None
        shaken, gone = lay.exposed is None, False
    else:
        change = next((change for change in then.hidden if change.before == play.after), None)
        if change is not None and change.act == "garbled" and watch.hand_came:
            return None  # something else was laid in its place
        shaken, gone = change is not None, change is not None and change.act == "gone"
        early = t < pending.t + MIND_CHANGED_WITHIN
        if (early and any(other.before == play.after for other in then.plays)) or (gone and then.plays):
            return None
    if shaken and then.plays and _played_on(pending, t):
        return replace(played(watch, state, play, pending.at), again=True)
    if shaken:
        since = pending.shaken if pending.shaken is not None else t
        return Step(replace(watch, status="steady", pending=replace(pending, shaken=since, gone=gone)))
    watch = replace(watch, pending=replace(pending, shaken=None, gone=False))
    surer = next((other for other in seen.plays if same_play(pending, other, seen)), play)
    step = seen_one(watch, state, surer, seen, t)
    now = step.watch.pending
    if then.plays and now is not None and _played_on(now, t):
        return replace(played(step.watch, state, now.play, now.at), again=True)
    return step


def goes_on(pending: Pending) -> bool:
    """Tells whether the game may go on over a play: no question holds it, or only which card was exposed, and another
    one lies on that by now."""
    return not pending.held or (pending.play.act == "exchange" and pending.held == UNCLEAR_CARD)


def _played_on(pending: Pending, t: float) -> bool:
    """Tells whether a further play makes this one played: it is not held back, or nobody has said for long which card
    it was and the game went on. It is taken as it was read then: one letter may be wrong, the turns are not."""
    return (goes_on(pending) or pending.held == UNCLEAR_CARD) and not _answer_awaited(pending, t)


def _answer_awaited(pending: Pending, t: float) -> bool:
    """Tells whether somebody may still answer the question that holds a play, or has yet to be asked it."""
    return bool(pending.held) and not (pending.asked and t >= pending.t + ASK_AFTER + ANSWER_WITHIN)


def forgotten(watch: Watch, state: TableState, seen: Seen, t: float) -> tuple[Watch, tuple[Command, ...]]:
    """Forgets what is no longer to be seen: a play whose player changed his mind, and the questions about it."""
    commands: tuple[Command, ...] = ()
    pending, odd = watch.pending, watch.odd
    if pending is not None and not any(same_play(pending, play, seen) for play in seen.plays):
        commands = withdrawn(state, t, "no") if pending.asked else ()
        # Nobody has said whether that was a play and cost a turn.
        watch = replace(watch, pending=None, turn_unsure=watch.turn_unsure or pending.asked)
    stale = odd is not None and (
        (odd.about == AGAINST_RULES and odd.key not in seen.keys)
        or (odd.about == UNCLEAR_ORDER and odd.key != _order_key(seen.plays))
    )
    if odd is not None and stale:
        commands = withdrawn(state, t, "no") if odd.asked else commands
        watch = replace(watch, odd=None)
    return watch, commands


def seen_one(watch: Watch, state: TableState, play: Play, seen: Seen, t: float) -> Step:
    """One play lies on the table: it is seen, and stays the same play while later readings agree with it."""
    if watch.odd is not None and watch.odd.about == AGAINST_RULES and watch.odd.key == key_of(play):
        return Step(replace(watch, status="unsure" if watch.odd.asked else "steady"))
    text = play.after or ""
    maybe = seen.maybe.get(play.after or play.exposed_after or "", ())
    pending = Pending(play, t, faces=seen.faces.get(text, ""), at=seen.at.get(text), maybe=maybe, hand=watch.hand)
    old, lapsed = watch.pending, watch.lapsed
    if old is not None and same_play(old, play, seen):
        if old.play.act != "exchange" and old.play.confidence < UNREAD and watch.hand_came:
            old = replace(old, t=t)  # a hand that was not noticed hid a card of the word then
        if old.play.confidence < play.confidence:
            old = replace(old, play=replace(play, t=old.t), maybe=maybe)
        pending = replace(old, at=pending.at or old.at)
    elif lapsed is not None and same_play(lapsed, play, seen) and _lies_there(pending.at, lapsed.at):
        pending = replace(pending, play=replace(play, t=lapsed.t), t=lapsed.t)
    if watch.odd is not None and watch.odd.about == UNSEEN_EXCHANGE:
        found = _found_out(watch, state, watch.odd, (pending.play,), seen, t)
        if found is not None:
            return found
    held = held_back(watch, state, pending)
    asked = pending.asked and held == pending.held
    commands = withdrawn(state, t, "yes") if pending.asked and not asked else ()
    pending = replace(pending, held=held, asked=asked)
    return Step(replace(watch, status="unsure" if asked else "steady", pending=pending), commands)


def held_back(watch: Watch, state: TableState, pending: Pending) -> str:
    """Names the question that a play must wait for, if any."""
    if not _surely_read(pending.play) or _undoes_last(state, pending.play):
        return UNCLEAR_CARD
    if state.turn is not None and pending.faces not in ("", state.turn) and pending.play.act == "compose":
        return WHOSE_MOVE
    if watch.pile_blind and pending.play.act == "exchange":
        return WHOSE_MOVE
    if watch.turn_unsure and pending.faces in ("", state.turn) and state.turn is not None:
        return WHOSE_MOVE
    if watch.odd is not None and watch.odd.about == UNSEEN_EXCHANGE:
        return UNSEEN_EXCHANGE
    return ""


def _surely_read(play: Play) -> bool:
    """Tells whether a play needs nobody's word. One that only makes an M of a W or a W of an M is rather one card that
    was read upside down, now or before, than two."""
    if play.act == "exchange":
        return read_alone(play.exposed_after, play.confidence)
    if play.confidence < SURE or play.act != "substitute" or play.confidence >= 1.0:
        return play.confidence >= SURE
    both = zip(play.before or "", play.after or "", strict=False)
    return any(TURNS_INTO.get(one) != other for one, other in both if one != other)


def _undoes_last(state: TableState, play: Play) -> bool:
    """Tells whether a play makes the last one undone, letter for letter, and either was read less than clearly: that
    one of the two was misread is likelier then than that somebody plays so. A person's word (confidence 1) settles
    it."""
    last = state.last
    if last is None or not last.act == play.act == "substitute" or play.confidence >= 1.0:
        return False
    unclear = min(last.confidence, play.confidence) < CLEARLY
    return unclear and (last.before, last.after) == (play.after, play.before)


def _found_out(watch: Watch, state: TableState, odd: Odd, plays: Sequence[Play], seen: Seen, t: float) -> Step | None:
    """While it is not known whether the player at turn exchanged a card: what was played since may tell, by the seats
    that its words face. None: it does not tell."""
    to_come = seats_to_come(state)
    now, then = next(to_come, None), next(to_come, None)
    if now is None or then is None or then == now:
        return None
    not_exchanged = possible(state, plays, seen.faces)
    exchanged = possible(replace(state, turn=then), plays, seen.faces)
    if not_exchanged == exchanged:
        return None
    if not_exchanged:
        first = learnt(watch.exposed, t) if state.exposed is None else ()
        return Step(replace(watch, odd=None), (*withdrawn(state, t, "no"), *first), again=True)
    step = played(replace(watch, odd=None), replace(state, question=None), passed_by(watch, state, odd))
    return Step(step.watch, (*withdrawn(state, t, "yes"), *step.commands), again=True)


def _lies_there(at: Point | None, before: Point | None) -> bool:
    """Tells whether a word that was out of sight for a while lies just where it lay: nobody took it up meanwhile."""
    return at is not None and before is not None and hypot(at[0] - before[0], at[1] - before[1]) <= UNTOUCHED_MM


def same_play(pending: Pending, play: Play, seen: Seen) -> bool:
    """Tells whether two looks saw the same play: the same letters, but for those that were read in doubt."""
    old = pending.play
    if key_of(old) == key_of(play):
        return True
    if old.act != play.act or old.before != play.before:
        return False
    one, other = (item.after or item.exposed_after or "" for item in (old, play))
    return other in pending.maybe or one in seen.maybe.get(other, ())


def seen_several(watch: Watch, state: TableState, seen: Seen, t: float) -> Step:
    """Several plays lie between two readings: the turns must tell which came first."""
    if watch.odd is not None and watch.odd.about == AGAINST_RULES and watch.odd.detail == Reason.TWO_WORDS:
        return Step(replace(watch, status="unsure" if watch.odd.asked else "steady"))
    if watch.odd is not None and watch.odd.about == UNSEEN_EXCHANGE:
        found = _found_out(watch, state, watch.odd, seen.plays, seen, t)
        return found or Step(replace(watch, status="unsure"))
    lapsed = watch.lapsed
    if lapsed is not None:
        first = next((play for play in seen.plays if same_play(lapsed, play, seen)), None)
        if first is not None and _lies_there(seen.at.get(first.after or ""), lapsed.at):
            return replace(played(watch, state, lapsed.play, lapsed.at), again=True)
    first = first_of(state, seen.plays, seen.faces)
    if first is not None and _surely_read(first) and not _undoes_last(state, first):
        return replace(played(watch, state, first, seen.at.get(first.after or "")), again=True)
    key = _order_key(seen.plays)
    if watch.odd is not None and watch.odd.key == key:
        return Step(replace(watch, status="desynchronised" if watch.odd.asked else "steady"))
    to_come = seats_to_come(state)
    turn = [next(to_come, None) for _ in range(len(seen.plays) + 1)][-1]
    detail = ", ".join(told_of(play, "") for play in seen.plays)
    return Step(
        replace(watch, status="steady", pending=None, odd=Odd(key, t, about=UNCLEAR_ORDER, detail=detail, turn=turn))
    )


def _order_key(plays: Sequence[Play]) -> tuple[Any, ...]:
    return tuple(sorted(map(str, (key_of(play) for play in plays))))


def played(watch: Watch, state: TableState, play: Play, at: Point | None = None) -> Step:
    """Puts a play, whose word lies ``at`` (mm), to the game. A question that is still open is withdrawn first, so that
    a press means the play."""
    picture = play.pictures[-1] if play.pictures else watch.picture
    if at is not None and play.after is not None:
        watch = replace(watch, places=(*watch.places, (play.after, at)))
    exchanges = watch.exchanges
    if play.act == "exchange":
        exchanges = None if exchanges is None else exchanges + 1
        watch = replace(watch, exposed=play.exposed_after, pile_unseen=None, pile_blind=False)
    return Step(
        replace(watch, pending=None, lapsed=None, turn_unsure=False, picture=picture, exchanges=exchanges),
        (*withdrawn(state, play.t, "no"), play),
    )


def told_of(play: Play, faces: str) -> str:
    """Says in a few words what was seen."""
    words = (faces, play.before, play.after, play.exposed_after)
    return " ".join(word for word in words if word)
