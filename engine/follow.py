"""Following the play: from settled readings to commands, as pure steps on a frozen :class:`Watch`.

*Seen* and *played* are two steps. A change is seen when a settled reading shows it; it is played when some seconds
have passed (house rule ``played_after``) and no hand is over the table, when a further change lies on top of it, or at
once when somebody challenges or the bell rings. Until then its player may change his mind at no cost. What the rules
cannot explain is waited out first (a hand, a mug, a bad light) and only asked about when it stays.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.commands import Adopt, Command, CutCards, Deal, Doubt, Play
from engine.counting import cut_before_seats, hands_before_seats, mark, observe_count, who_cuts
from engine.faults import faulty
from engine.heap import (
    heap_changed,
    heap_seen,
    impossible_doubted,
    lone_exposed,
    nudged,
    rested,
    surely_exposed,
    under_hands,
    with_exposed,
)
from engine.hidden import out_of_sight
from engine.lay import Lay, lay_of
from engine.moves import Standing
from engine.pending import forgotten, goes_on, played, seen_one, seen_several, still_there, told_of
from engine.questions import doubt
from engine.seeing import known_places, played_out, see
from engine.state import Owed, TableState
from engine.table import TableReading
from engine.watching import (
    AGAINST_RULES,
    ASK_AFTER,
    BEFORE_BELL,
    COUNT_AFTER,
    HAND_STAYS,
    NO_ANSWER_AFTER,
    NOT_TAKEN_BACK,
    SHAKEN_FOR,
    TABLE_DIFFERS,
    TAKE_BACK_WITHIN,
    UNCLEAR_CARD,
    UNCLEAR_ORDER,
    UNSEEN_EXCHANGE,
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


def dealt(watch: Watch) -> Watch:
    """Forgets the deal before: somebody has begun a new one by a button or by hand. Words that lie there
    still are of the old one, and must be cleared away before anything is seen."""
    old = watch.reading is not None and bool(lay_of(watch.reading).rows)
    return Watch(status="settling", exchanges=0, uncleared=old, reading=watch.reading, picture=watch.picture)


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
            times.append(_plays_at(watch, pending, state))
        if state.bell.phase == "running":
            times.append(max(pending.t, state.bell.ends_at - BEFORE_BELL))
    if pending is not None and _waits_to_ask(pending) and resting:
        times.append(pending.t + (state.rules.played_after if pending.held == WHOSE_MOVE else ASK_AFTER))
    if odd is not None and not odd.asked and resting:
        times.append(_asks_at(odd, state))
    if watch.counted_since is not None:
        times.append(watch.counted_since + COUNT_AFTER)
    return min(times, default=None)


def _plays_at(watch: Watch, pending: Pending, state: TableState) -> float:
    """Gives when a seen play is played: later while a hand is in sight that was not when it was seen, for its player
    may be about to take it back."""
    waits = state.rules.played_after
    return pending.t + (max(waits, HAND_STAYS) if watch.hand and not pending.hand else waits)


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
            commands.append(_question(watch, state, pending, UNCLEAR_CARD, t))
            watch = replace(watch, pending=replace(pending, held=UNCLEAR_CARD, asked=True), status="unsure")
    elif pending is not None and not pending.held:
        bell_near = state.bell.phase == "running" and state.bell.ends_at - BEFORE_BELL <= t
        if bell_near or (resting and t >= _plays_at(watch, pending, state) - 1e-6):
            return hurry(watch, state)
    if pending is not None and _waits_to_ask(pending) and resting:
        after = state.rules.played_after if pending.held == WHOSE_MOVE else ASK_AFTER
        if t >= pending.t + after - 1e-6:
            commands.append(_question(watch, state, pending, pending.held, t))
            watch = replace(watch, pending=replace(pending, asked=True), status="unsure")
    if odd is not None and not odd.asked and resting and t >= _asks_at(odd, state) - 1e-6:
        commands.append(doubt(watch, state, odd.about, odd.detail, t))
        status = "desynchronised" if odd.about in (TABLE_DIFFERS, UNCLEAR_ORDER) else "unsure"
        watch = replace(watch, odd=replace(odd, asked=True), status=status)
    if watch.counted_since is not None and t >= watch.counted_since + COUNT_AFTER - 1e-6 and watch.reading is not None:
        lay = with_exposed(lay_of(watch.reading), watch.exposed_at)
        hands = hands_before_seats(state, lay, watch)
        commands.append(mark(state, hands, watch.counted_since, watch.picture))
        watch = replace(watch, counted_since=None)
    return Step(watch, tuple(commands))


def challenged(watch: Watch, state: TableState, t: float) -> Step | None:
    """Somebody challenges what lies there while a doubt holds it back: the table is asked about that first.
    None: nothing stands in the way of the challenge."""
    pending = watch.pending
    if pending is None or not _waits_to_ask(pending) or goes_on(pending):
        return None
    question = _question(watch, state, pending, pending.held, t)
    return Step(replace(watch, pending=replace(pending, asked=True), status="unsure"), (question,))


def _question(watch: Watch, state: TableState, pending: Pending, about: str, t: float) -> Doubt:
    return doubt(watch, state, about, told_of(pending.play, pending.faces), t, pending.faces)


def hurry(watch: Watch, state: TableState) -> Step:
    """Plays at once what was seen: somebody challenged, the bell is about to ring, or its time has come.

    A play that a question holds back stays where it is: nobody rules on a doubtful reading.
    """
    if watch.pending is None or not goes_on(watch.pending):
        return Step(watch)
    return played(watch, state, watch.pending.play, watch.pending.at)


def rested_since(watch: Watch, seen: float, rested: float) -> Watch:
    """Dates a play, noticed only when a question was settled at ``seen``, to when it came to rest. The table is asked
    about it, or it is played, no sooner for that."""
    pending = watch.pending
    if pending is None or pending.play.t != seen or rested >= seen:
        return watch
    return replace(watch, pending=replace(pending, play=replace(pending.play, t=rested)))


def refused(watch: Watch, play: Play, why: str) -> Watch:
    """The rules refused a seen play: it is not tried again while it lies there, and the table is asked if it stays."""
    odd = Odd(key_of(play), play.t, about=AGAINST_RULES, detail=why)
    return replace(watch, odd=odd, pending=None)


def observe(watch: Watch, state: TableState, reading: TableReading, t: float, picture: str = "") -> Step:
    """Takes in a settled reading of the table, first seen at ``t`` (table time, s); ``picture`` names its frame."""
    if reading.covered:
        return Step(replace(under_hands(disturb(watch), state, lay_of(reading)), hand_came=True))
    lay = lone_exposed(watch, state, with_exposed(lay_of(reading), watch.exposed_at))
    lay = impossible_doubted(state, lay) if state.phase == "play" else lay
    step = _observe(replace(watch, reading=reading, hand=reading.hand), state, lay, t, picture)
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
            return replace(hurry(step.watch, state), again=goes_on(step.watch.pending))
        if step.again:
            return step
    return observe_count(watch, state, lay, t, picture)


def _adopt(watch: Watch, lay: Lay, t: float, picture: str) -> Step:
    """At joining in mid-game the words are taken as they lie."""
    words = tuple(row.text for row in lay.rows)
    watch = replace(watch, places=tuple((row.text, row.at) for row in lay.rows))
    return Step(
        rested(heap_seen(watch, lay, t), lay, picture),
        (Adopt(t=t, by="camera", words=words, exposed=surely_exposed(lay)),),
    )


def _observe_play(watch: Watch, state: TableState, lay: Lay, t: float, picture: str) -> Step:
    if state.owed is not None:
        return _take_back_owed(watch, state, state.owed, lay, t, picture)
    if watch.uncleared and lay.rows and not state.words:
        return Step(replace(watch, status="steady"))
    watch = replace(watch, uncleared=False)
    touched = watch.reached and surely_exposed(lay) is not None and nudged(watch, lay)
    watch, state, found = heap_changed(watch, state, lay, t)
    commands: list[Command] = [*found]
    everything = see(watch, state, lay, t, _pictures(watch, picture))
    there = everything.keys | _read_still(watch, lay)
    watch = replace(watch, muted=tuple(key for key in watch.muted if key in there))
    seen = everything.without(watch.muted)
    watch = _placed(watch, state, seen.standing)
    watch, withdrawn_too = faulty(watch, state, seen, t)
    commands += withdrawn_too
    changed = watch.pending.play.before if watch.pending is not None else None
    hidden = [change for change in seen.hidden if changed is None or change.before != changed]
    watch, back = out_of_sight(watch, state, hidden, t)
    commands += back
    step = None if watch.pending is None else still_there(watch, state, watch.pending, lay, seen, t)
    if step is None:
        watch, gone = forgotten(watch, state, seen, t)
        commands += gone
        if not seen.plays:
            if lay.exposed is not None:
                watch = replace(watch, pile_unseen=None, pile_blind=False)
            if touched and not found and not seen.hidden and watch.odd is None and state.turn is not None:
                odd = Odd(("touched", t), t, about=UNSEEN_EXCHANGE, detail=state.turn, after=state.rules.played_after)
                watch = replace(watch, odd=odd)
            watch = rested(watch, lay, picture)
            if watch.exposed_maybe and watch.odd is None:
                odd = Odd(("exposed", watch.exposed_maybe[0]), t, about=UNCLEAR_CARD, detail=watch.exposed_maybe[0])
                watch = replace(watch, odd=odd)
            return Step(watch, tuple(commands))
        step = (
            seen_one(watch, state, seen.plays[0], seen, t)
            if len(seen.plays) == 1
            else seen_several(watch, state, seen, t)
        )
    return replace(step, commands=(*commands, *step.commands))


def _read_still(watch: Watch, lay: Lay) -> frozenset[tuple[Any, ...]]:
    """Gives the settled differences whose cards are read as before, though in such doubt that they may agree with the
    record: the next look may be surer again, and nobody is asked twice."""
    texts = {row.text for row in lay.rows}
    return frozenset(key for key in watch.muted if key[1] is not None and key[2] in texts)


def _take_back_owed(watch: Watch, state: TableState, owed: Owed, lay: Lay, t: float, picture: str) -> Step:
    """While cards are owed back after a challenge: nothing else is seen until they have left the table."""
    stands = see(watch, state, lay, t, ()).standing
    undone = played_out(state, Play(t=t, act="takeback", before=owed.before, after=owed.after))
    back = see(watch, undone, lay, t, ())
    missing = {change.before for change in back.hidden} | {play.before for play in back.plays}
    there = {play.after for play in back.plays} | missing
    watch = replace(heap_seen(watch, lay, t), status="steady")
    if all(change.before != owed.before for change in stands.changes) or {owed.before, owed.after} - {None} & there:
        return Step(watch if _asks_for_cards(watch, owed) else replace(watch, odd=_still_owed(owed, t)))
    if watch.odd is not None and watch.odd.about == NOT_TAKEN_BACK:
        watch = replace(watch, odd=None)
    play = Play(
        t=t, by="camera", act="takeback", seat=owed.seat, before=owed.before, after=owed.after,
        pictures=_pictures(watch, picture),
    )  # fmt: skip
    if watch.pending is not None and key_of(watch.pending.play) == key_of(play):
        play = watch.pending.play
    if back.plays or state.phase == "count":
        return replace(played(watch, state, play), again=True)
    return Step(replace(watch, pending=Pending(play, play.t)))


def _still_owed(owed: Owed, t: float) -> Odd:
    detail = " → ".join(word for word in (owed.before, owed.after) if word)
    return Odd(("owed", owed.before), t, about=NOT_TAKEN_BACK, detail=detail, after=TAKE_BACK_WITHIN)


def _asks_for_cards(watch: Watch, owed: Owed) -> bool:
    return watch.odd is not None and watch.odd.key == ("owed", owed.before)


def _placed(watch: Watch, state: TableState, standing: Standing) -> Watch:
    """Remembers where each word was seen last."""
    known = [word.text for word in state.words]
    before = known_places(known, watch.places)
    at = {i: standing.at.get(i) or before.get(i) for i in range(len(known))}
    return replace(watch, places=tuple((known[i], where) for i, where in at.items() if where is not None))


def _pictures(watch: Watch, picture: str) -> tuple[str, ...]:
    """The names of the pictures before and after a play."""
    return (watch.picture, picture) if picture else ()


def _observe_ready(watch: Watch, state: TableState, lay: Lay, t: float, picture: str) -> Step:
    """Between deals: one card before each player is a cut; a cleared table with a stock and a card beside it is a new
    deal."""
    if lay.stock and lay.exposed is not None and not lay.rows and not lay.singles and state.phase == "ready":
        fresh = Watch(status="steady", exchanges=0, stock_known=True, reading=watch.reading)
        return Step(
            rested(heap_seen(fresh, lay, t), lay, picture), (Deal(t=t, by="camera", exposed=surely_exposed(lay)),)
        )
    watch = rested(heap_seen(watch, lay, t), lay, picture)
    seats = who_cuts(state)
    cards = cut_before_seats(lay, seats)
    if cards is None:
        return Step(replace(watch, cut=False))
    if watch.cut:
        return Step(watch)  # these were cut already: equal cards are taken up before they are cut again
    about = "tie" if len(state.winners) > 1 else "deal"
    return Step(replace(watch, cut=True), (CutCards(t=t, by="camera", cards=cards, about=about),))
