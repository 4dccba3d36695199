"""Following the play: from settled readings to commands, as pure steps on a frozen :class:`Watch`.

*Seen* and *played* are two steps. A change is seen when a settled reading shows it; it is played when some seconds
have passed (house rule ``played_after``) and no hand is over the table, when a further change lies on top of it, or at
once when somebody challenges or the bell rings. Until then its player may change his mind at no cost. What the rules
cannot explain is waited out first (a hand, a mug, a bad light) and only asked about when it stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import hypot
from typing import Any

from engine.asking import doubt, withdrawn
from engine.commands import Adopt, Command, Correct, CutCards, Deal, Play, Restock
from engine.counting import cut_before_seats, hands_before_seats, mark, observe_count, who_cuts
from engine.moves import POSSIBLE, SURE, Change, Lay, Standing, lay_of
from engine.seeing import (
    Seen,
    exposed_face,
    first_of,
    known_places,
    nudged,
    played_out,
    possible,
    restocked,
    seats_to_come,
    see,
    sure_exposed,
    with_exposed,
)
from engine.state import Owed, TableState
from engine.table import Point, TableReading, face_of
from engine.watching import (
    AGAINST_RULES,
    ASK_AFTER,
    BEFORE_BELL,
    COUNT_AFTER,
    MIND_CHANGED_WITHIN,
    NO_ANSWER_AFTER,
    PART_HIDDEN_AFTER,
    SHAKEN_FOR,
    TABLE_DIFFERS,
    TAKEN_BACK,
    TURN_LASTS,
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


def disturb(watch: Watch) -> Watch:
    """Notes that the table moves or something lies over the cards. What was seen stays seen."""
    return replace(watch, status="settling", counted_since=None)


def due(watch: Watch, state: TableState) -> float | None:
    """Gives the table time at which :func:`elapse` has something to do (None: nothing waits)."""
    times: list[float] = []
    resting = watch.status != "settling"
    pending, odd = watch.pending, watch.odd
    if pending is not None and pending.shaken is not None:
        if resting and not pending.asked:
            times.append(pending.shaken + SHAKEN_FOR)
    elif pending is not None and not pending.held:
        if resting:
            times.append(pending.t + state.rules.played_after)
        if state.bell.phase == "running":
            times.append(max(pending.t, state.bell.ends_at - BEFORE_BELL))
    if pending is not None and _waits_to_ask(pending) and resting:
        times.append(pending.t + (state.rules.played_after if pending.held == WHOSE_MOVE else ASK_AFTER))
    if odd is not None and not odd.asked and resting:
        times.append(_asks_at(odd, state))
    if watch.counted_since is not None:
        times.append(watch.counted_since + COUNT_AFTER)
    return min(times, default=None)


def _waits_to_ask(pending: Pending) -> bool:
    return pending.shaken is None and pending.held in (UNCLEAR_CARD, WHOSE_MOVE) and not pending.asked


def _asks_at(odd: Odd, state: TableState) -> float:
    """Gives when the table is asked about a difference: one question at a time, unless nobody answers."""
    open_since = state.question.t if state.question is not None else odd.t - NO_ANSWER_AFTER
    return max(odd.t + odd.after, open_since + NO_ANSWER_AFTER)


def elapse(watch: Watch, state: TableState, t: float) -> Step:
    """Does what has fallen due at ``t``: a seen play is played, a lasting difference is asked about."""
    commands: list[Command] = []
    pending, odd, resting = watch.pending, watch.odd, watch.status != "settling"
    if pending is not None and pending.shaken is not None:
        if resting and not pending.asked and t >= pending.shaken + SHAKEN_FOR - 1e-6:
            if pending.gone:
                return Step(replace(watch, pending=None, lapsed=pending), again=True)
            commands.append(doubt(watch, UNCLEAR_CARD, _told(pending.play, pending.faces), t))
            watch = replace(watch, pending=replace(pending, held=UNCLEAR_CARD, asked=True), status="unsure")
    elif pending is not None and not pending.held:
        bell_near = state.bell.phase == "running" and state.bell.ends_at - BEFORE_BELL <= t
        if bell_near or (resting and t >= pending.t + state.rules.played_after - 1e-6):
            return hurry(watch, state)
    if pending is not None and _waits_to_ask(pending) and resting:
        after = state.rules.played_after if pending.held == WHOSE_MOVE else ASK_AFTER
        if t >= pending.t + after - 1e-6:
            commands.append(doubt(watch, pending.held, _told(pending.play, pending.faces), t))
            watch = replace(watch, pending=replace(pending, asked=True), status="unsure")
    if odd is not None and not odd.asked and resting and t >= _asks_at(odd, state) - 1e-6:
        commands.append(doubt(watch, odd.about, odd.detail, t))
        status = "desynchronised" if odd.about == TABLE_DIFFERS else "unsure"
        watch = replace(watch, odd=replace(odd, asked=True), status=status)
    if watch.counted_since is not None and t >= watch.counted_since + COUNT_AFTER - 1e-6 and watch.reading is not None:
        lay = with_exposed(lay_of(watch.reading), watch.exposed_at)
        hands = hands_before_seats(state, lay, watch)
        commands.append(mark(state, hands, watch.counted_since, watch.picture))
        watch = replace(watch, counted_since=None)
    return Step(watch, tuple(commands))


def challenged(watch: Watch, t: float) -> Step | None:
    """Somebody challenges what lies there while a doubt holds it back: the table is asked about that first.
    None: nothing stands in the way of the challenge."""
    pending = watch.pending
    if pending is None or not _waits_to_ask(pending):
        return None
    question = doubt(watch, pending.held, _told(pending.play, pending.faces), t)
    return Step(replace(watch, pending=replace(pending, asked=True), status="unsure"), (question,))


def hurry(watch: Watch, state: TableState) -> Step:
    """Plays at once what was seen: somebody challenged, the bell is about to ring, or its time has come.

    A play that a question holds back stays where it is: nobody rules on a doubtful reading.
    """
    if watch.pending is None or watch.pending.held:
        return Step(watch)
    return played(watch, state, watch.pending.play, watch.pending.at)


def refused(watch: Watch, play: Play, why: str, t: float) -> Step:
    """The rules refused a seen play: it is not tried again while it lies there, and the table is asked."""
    odd = Odd(key_of(play), t, asked=True, about=AGAINST_RULES, detail=why)
    watch = replace(watch, status="unsure", odd=odd, pending=None)
    return Step(watch, (doubt(watch, AGAINST_RULES, why, t),))


def observe(watch: Watch, state: TableState, reading: TableReading, t: float, picture: str = "") -> Step:
    """Takes in a settled reading of the table, first seen at ``t`` (table time, s); ``picture`` names its frame."""
    if reading.covered:
        under = lay_of(reading)
        reached = watch.reached or not under.stock or under.exposed is None
        return Step(replace(disturb(watch), reached=reached, hand_came=True))
    lay = with_exposed(lay_of(reading), watch.exposed_at)
    step = _observe(replace(watch, reading=reading), state, lay, t, picture)
    return replace(step, watch=replace(step.watch, hand_came=False))


def _observe(watch: Watch, state: TableState, lay: Lay, t: float, picture: str) -> Step:
    """Takes in a table that is free of hands, as its phase asks."""
    if state.phase == "ready" and state.joined == "mid-game" and state.deal == 0:
        return _adopt(watch, lay, t, picture)
    if state.phase == "play":
        return _observe_play(watch, state, lay, t, picture)
    if state.phase == "count":
        return _observe_count(watch, state, lay, t, picture)
    if state.phase in ("ready", "over"):
        return _observe_ready(watch, state, lay, t, picture)
    return Step(replace(watch, status="steady", picture=picture))


def _observe_count(watch: Watch, state: TableState, lay: Lay, t: float, picture: str) -> Step:
    if state.owed is not None:
        return _take_back_owed(watch, state, state.owed, lay, t, picture)
    if state.out is None and t <= state.bell.ends_at:
        # It lay there when the bell rang, and was only not read yet.
        step = _observe_play(watch, state, lay, t, picture)
        if step.watch.pending is not None:
            return replace(hurry(step.watch, state), again=not step.watch.pending.held)
        if step.again:
            return step
    return observe_count(watch, state, lay, t, picture)


def _adopt(watch: Watch, lay: Lay, t: float, picture: str) -> Step:
    """At joining in mid-game the words are taken as they lie."""
    words = tuple(row.text for row in lay.rows)
    watch = replace(watch, places=tuple((row.text, row.at) for row in lay.rows))
    return Step(
        _rested(_heap(watch, lay, t), lay, picture), (Adopt(t=t, by="camera", words=words, exposed=exposed_face(lay)),)
    )


def _observe_play(watch: Watch, state: TableState, lay: Lay, t: float, picture: str) -> Step:
    if state.owed is not None:
        return _take_back_owed(watch, state, state.owed, lay, t, picture)
    commands: list[Command] = []
    if watch.exchanges is None and state.joined is None and state.last is None and not state.words:
        watch = replace(watch, exchanges=0)
    if restocked(watch, state, lay, t):
        commands.append(Restock(t=t, by="camera", exposed=exposed_face(lay)))
        watch = replace(watch, exchanges=0, exposed=exposed_face(lay))
        state = replace(state, exposed=exposed_face(lay))
    elif state.exposed is None and watch.exposed is None and sure_exposed(lay):
        face = exposed_face(lay)
        if watch.exposed_maybe and face not in watch.exposed_maybe:
            face = watch.exposed_maybe[0]  # it was never read surely, and another card lies on it now
        commands.append(Correct(t=t, by="camera", field="exposed", value=face))
        watch = replace(watch, exposed=face)
    touched = watch.reached and nudged(watch, lay) and not commands
    if watch.reached and lay.exposed is not None:
        watch = replace(watch, touched_at=t)
    since, blind = watch.pile_unseen, False
    if lay.exposed is None and lay.stock:
        blind = since is not None and (watch.hand_came or t - since >= TURN_LASTS)
        since = t if since is None else since
    watch = replace(_heap(watch, lay, t), pile_unseen=since, pile_blind=watch.pile_blind or blind)
    everything = see(watch, state, lay, t, _pictures(watch, picture))
    there = everything.keys
    watch = replace(watch, muted=tuple(key for key in watch.muted if key in there))
    seen = everything.without(watch.muted)
    watch = _placed(watch, state, seen.standing)
    changed = watch.pending.play.before if watch.pending is not None else None
    hidden = [change for change in seen.hidden if changed is None or change.before != changed]
    watch, back = _hidden(watch, state, hidden, t)
    commands += back
    step = None if watch.pending is None else _pending(watch, state, watch.pending, lay, seen, t)
    if step is None:
        watch, gone = _forgotten(watch, state, seen, t)
        commands += gone
        if not seen.plays:
            if lay.exposed is not None:
                watch = replace(watch, pile_unseen=None, pile_blind=False)
            if touched and not seen.hidden and watch.odd is None and state.turn is not None:
                odd = Odd(("touched", t), t, about=UNSEEN_EXCHANGE, detail=state.turn, after=state.rules.played_after)
                watch = replace(watch, odd=odd)
            return Step(_rested(watch, lay, picture), tuple(commands))
        step = _one(watch, state, seen.plays[0], seen, t) if len(seen.plays) == 1 else _several(watch, state, seen, t)
    return replace(step, commands=(*commands, *step.commands))


def _pending(watch: Watch, state: TableState, pending: Pending, lay: Lay, seen: Seen, t: float) -> Step | None:
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
        shaken, gone = change is not None, change is not None and change.act == "gone"
        early = t < pending.t + MIND_CHANGED_WITHIN
        if (early and any(other.before == play.after for other in then.plays)) or (gone and then.plays):
            return None
    if shaken and then.plays:
        return replace(played(watch, state, play, pending.at), again=True)
    if shaken:
        since = pending.shaken if pending.shaken is not None else t
        return Step(replace(watch, status="steady", pending=replace(pending, shaken=since, gone=gone)))
    watch = replace(watch, pending=replace(pending, shaken=None, gone=False))
    surer = next((other for other in seen.plays if _same(play, other)), play)
    step = _one(watch, state, surer, seen, t)
    now = step.watch.pending
    if then.plays and now is not None and not now.held:
        return replace(played(step.watch, state, now.play, now.at), again=True)
    return step


def _forgotten(watch: Watch, state: TableState, seen: Seen, t: float) -> tuple[Watch, tuple[Command, ...]]:
    """Forgets what is no longer to be seen: a play whose player changed his mind, and the questions about it."""
    commands: tuple[Command, ...] = ()
    pending, odd = watch.pending, watch.odd
    if pending is not None and not any(_same(pending.play, play) for play in seen.plays):
        commands = withdrawn(state, t, "no") if pending.asked else ()
        watch = replace(watch, pending=None)
    stale = odd is not None and (
        (odd.about == AGAINST_RULES and not any(key_of(play) == odd.key for play in seen.plays))
        or (odd.about == UNCLEAR_ORDER and odd.key != _order_key(seen.plays))
    )
    if odd is not None and stale:
        commands = withdrawn(state, t, "no") if odd.asked else commands
        watch = replace(watch, odd=None)
    return watch, commands


def _one(watch: Watch, state: TableState, play: Play, seen: Seen, t: float) -> Step:
    """One play lies on the table: it is seen, and stays the same play while later readings agree with it."""
    if watch.odd is not None and watch.odd.about == AGAINST_RULES and watch.odd.key == key_of(play):
        return Step(replace(watch, status="unsure"))
    text = play.after or ""
    pending = Pending(play, t, faces=seen.faces.get(text, ""), at=seen.at.get(text))
    old, lapsed = watch.pending, watch.lapsed
    if old is not None and _same(old.play, play):
        surer = old.play if old.play.confidence >= play.confidence else replace(play, t=old.t)
        pending = replace(old, play=surer, at=pending.at or old.at)
    elif lapsed is not None and _same(lapsed.play, play) and _lies_there(pending.at, lapsed.at):
        pending = replace(pending, play=replace(play, t=lapsed.t), t=lapsed.t)
    if watch.odd is not None and watch.odd.about == UNSEEN_EXCHANGE:
        found = _found_out(watch, state, watch.odd, (pending.play,), seen, t)
        if found is not None:
            return found
    held = _held(watch, state, pending)
    asked = pending.asked and held == pending.held
    commands = withdrawn(state, t, "yes") if pending.asked and not asked else ()
    pending = replace(pending, held=held, asked=asked)
    return Step(replace(watch, status="unsure" if asked else "steady", pending=pending), commands)


def _held(watch: Watch, state: TableState, pending: Pending) -> str:
    """Names the question that a play must wait for, if any."""
    if pending.play.confidence < SURE:
        return UNCLEAR_CARD
    if state.turn is not None and pending.faces not in ("", state.turn) and pending.play.act == "compose":
        return WHOSE_MOVE
    if watch.pile_blind and pending.play.act == "exchange":
        return WHOSE_MOVE
    if watch.odd is not None and watch.odd.about == UNSEEN_EXCHANGE:
        return UNSEEN_EXCHANGE
    return ""


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
        return Step(replace(watch, odd=None), withdrawn(state, t, "no"), again=True)
    passed = Play(t=odd.t, by="camera", act="exchange", exposed_after=state.exposed, took="unknown")
    step = played(replace(watch, odd=None), replace(state, question=None), passed)
    return Step(step.watch, (*withdrawn(state, t, "yes"), *step.commands), again=True)


def _lies_there(at: Point | None, before: Point | None) -> bool:
    """Tells whether a word that was out of sight for a while lies just where it lay: nobody took it up meanwhile."""
    return at is not None and before is not None and hypot(at[0] - before[0], at[1] - before[1]) <= UNTOUCHED_MM


def _same(a: Play, b: Play) -> bool:
    """Tells whether two looks saw the same play: the same letters, but for one that was read in doubt."""
    if key_of(a) == key_of(b):
        return True
    if a.act != b.act or a.before != b.before or min(a.confidence, b.confidence) >= SURE:
        return False
    if a.act == "exchange":
        return True
    one, other = a.after or "", b.after or ""
    return len(one) == len(other) and sum(x != y for x, y in zip(one, other, strict=True)) == 1


def _several(watch: Watch, state: TableState, seen: Seen, t: float) -> Step:
    """Several plays lie between two readings: the turns must tell which came first."""
    if watch.odd is not None and watch.odd.about == UNSEEN_EXCHANGE:
        found = _found_out(watch, state, watch.odd, seen.plays, seen, t)
        return found or Step(replace(watch, status="unsure"))
    lapsed = watch.lapsed
    if lapsed is not None:
        first = next((play for play in seen.plays if _same(lapsed.play, play)), None)
        if first is not None and _lies_there(seen.at.get(first.after or ""), lapsed.at):
            return replace(played(watch, state, lapsed.play, lapsed.at), again=True)
    first = first_of(state, seen.plays, seen.faces)
    if first is not None and first.confidence >= SURE:
        return replace(played(watch, state, first, seen.at.get(first.after or "")), again=True)
    key = _order_key(seen.plays)
    if watch.odd is not None and watch.odd.key == key:
        return Step(replace(watch, status="desynchronised" if watch.odd.asked else "steady"))
    to_come = seats_to_come(state)
    turn = [next(to_come, None) for _ in range(len(seen.plays) + 1)][-1]
    detail = ", ".join(_told(play, "") for play in seen.plays)
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
        replace(watch, pending=None, lapsed=None, picture=picture, exchanges=exchanges),
        (*withdrawn(state, play.t, "no"), play),
    )


def _told(play: Play, faces: str) -> str:
    """Says in a few words what was seen."""
    words = (faces, play.before, play.after, play.exposed_after)
    return " ".join(word for word in words if word)


def _hidden(watch: Watch, state: TableState, hidden: Sequence[Change], t: float) -> tuple[Watch, tuple[Command, ...]]:
    """Keeps known words that are out of sight; the table is asked only when they stay so (see :func:`elapse`)."""
    odd = watch.odd
    if odd is not None and odd.about not in (TABLE_DIFFERS, TAKEN_BACK):
        return replace(watch, status="steady"), ()
    if not hidden:
        commands = withdrawn(state, t, "yes") if odd is not None and odd.asked else ()
        return replace(watch, status="steady", odd=None), commands
    key = tuple(sorted((change.act, change.before or "") for change in hidden))
    if odd is not None and (odd.key == key or (odd.asked and set(key) <= set(odd.key))):
        return replace(watch, status="desynchronised" if odd.asked else "steady"), ()
    wholly = [change for change in hidden if change.act == "gone"]
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
    if change.act == "gone":
        return f"{change.before} is not to be seen"
    return f"{change.before} reads {change.after}"


def _take_back_owed(watch: Watch, state: TableState, owed: Owed, lay: Lay, t: float, picture: str) -> Step:
    """While cards are owed back after a challenge: nothing else is seen until they have left the table."""
    stands = see(watch, state, lay, t, ()).standing
    undone = played_out(state, Play(t=t, act="takeback", before=owed.before, after=owed.after))
    back = see(watch, undone, lay, t, ())
    out_of_sight = {change.before for change in back.hidden} | {play.before for play in back.plays}
    there = {play.after for play in back.plays} | out_of_sight
    watch = replace(_heap(watch, lay, t), status="steady")
    if all(change.before != owed.before for change in stands.changes) or {owed.before, owed.after} - {None} & there:
        return Step(watch)
    play = Play(
        t=t, by="camera", act="takeback", seat=owed.seat, before=owed.before, after=owed.after,
        pictures=_pictures(watch, picture),
    )  # fmt: skip
    if watch.pending is not None and _same(watch.pending.play, play):
        play = watch.pending.play
    if back.plays or state.phase == "count":
        return replace(played(watch, state, play), again=True)
    return Step(replace(watch, pending=Pending(play, play.t)))


def _placed(watch: Watch, state: TableState, standing: Standing) -> Watch:
    """Remembers where each word was seen last."""
    known = [word.text for word in state.words]
    before = known_places(known, watch.places)
    at = {i: standing.at.get(i) or before.get(i) for i in range(len(known))}
    return replace(watch, places=tuple((known[i], where) for i, where in at.items() if where is not None))


def _heap(watch: Watch, lay: Lay, t: float) -> Watch:
    """Remembers whether stock and exposed card lie there, and where."""
    if lay.exposed is not None:
        watch = replace(watch, exposed_at=lay.exposed.at, exposed_angle=lay.exposed.angle, reached=False)
    if lay.stock:
        return replace(watch, stock_gone_since=None, pile_gone=False, stock_known=True)
    since = watch.stock_gone_since if watch.stock_gone_since is not None else t
    lifted = lay.exposed is None and watch.hand_came
    return replace(watch, stock_gone_since=since, pile_gone=watch.pile_gone or lifted)


def _rested(watch: Watch, lay: Lay, picture: str) -> Watch:
    """Remembers a table that agrees with the record."""
    status = watch.status if watch.status in ("unsure", "desynchronised") else "steady"
    watch = replace(watch, status=status, picture=picture)
    if sure_exposed(lay):
        return replace(watch, exposed=exposed_face(lay), exposed_maybe=())
    card = lay.exposed
    if card is None or watch.exposed is not None:
        return watch
    return replace(
        watch, exposed_maybe=(face_of(card.letter), *(face for face, p in card.alternatives if p > POSSIBLE))
    )


def _pictures(watch: Watch, picture: str) -> tuple[str, ...]:
    """The names of the pictures before and after a play."""
    return (watch.picture, picture) if picture else ()


def _observe_ready(watch: Watch, state: TableState, lay: Lay, t: float, picture: str) -> Step:
    """Between deals: one card before each player is a cut; a cleared table with a stock and a card beside it is a new
    deal."""
    if lay.stock and lay.exposed is not None and not lay.rows and not lay.singles and state.phase == "ready":
        fresh = Watch(status="steady", exchanges=0, stock_known=True, reading=watch.reading)
        return Step(_rested(_heap(fresh, lay, t), lay, picture), (Deal(t=t, by="camera", exposed=exposed_face(lay)),))
    watch = _rested(_heap(watch, lay, t), lay, picture)
    seats = who_cuts(state)
    cards = cut_before_seats(lay, seats)
    if cards is None:
        return Step(replace(watch, cut=False))
    if watch.cut:
        return Step(watch)  # these were cut already: equal cards are taken up before they are cut again
    about = "tie" if len(state.winners) > 1 else "deal"
    return Step(replace(watch, cut=True), (CutCards(t=t, by="camera", cards=cards, about=about),))
