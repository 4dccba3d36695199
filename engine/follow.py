"""Following the play: from settled readings to commands, as pure steps on a frozen :class:`Watch`.

*Seen* and *played* are two steps. A change is seen when a settled reading shows it; it is played when some seconds
have passed (house rule ``played_after``), when a further change lies on top of it, or at once when somebody challenges
or the bell rings. Until then its player may change his mind at no cost. What the rules cannot explain is waited out
first (a hand, a mug, a bad light) and only asked about when it stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from typing import Any

from engine.commands import Adopt, Answer, Command, Correct, Deal, Doubt, Mark, Play, Restock
from engine.moves import POSSIBLE, Change, Lay, Row, compare, lay_of
from engine.state import Player, TableState
from engine.table import Point, TableReading, face_of, letter_of, reading_to_json

ASK_AFTER = 6.0
"""Seconds that an unexplained table must rest before the Steward asks: longer than a hand usually lingers."""
COUNT_AFTER = 4.0
"""Seconds that laid-down hands must rest when the number of cards a player holds is not known."""
SURE_ENOUGH = 0.5
"""A play whose least sure new card is below this is asked about instead of taken."""
SURE_EXPOSED = 0.7
"""The exposed card counts as changed only when it is read at least this surely."""
BEFORE_BELL = 0.25
"""Seconds before the bell at which a play that was seen counts as played."""
AGAINST_RULES = "against the rules"
TABLE_DIFFERS = "table differs"
HANDS_DIFFER = "hands differ"
UNCLEAR_CARD = "unclear card"


@dataclass(frozen=True, slots=True)
class Pending:
    """A play that was seen and not yet played; ``t`` is the time of the first settled picture that showed it."""

    play: Play
    t: float


@dataclass(frozen=True, slots=True)
class Odd:
    """A difference the rules do not explain, since ``t``; ``asked`` once the table was asked about it."""

    key: tuple[Any, ...]
    t: float
    asked: bool = False
    about: str = TABLE_DIFFERS
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Watch:
    """What the watcher holds between readings. ``status``: ``waiting`` (nothing read yet), ``settling``, ``steady``,
    ``unsure`` or ``desynchronised``. ``places`` is where (mm) each word's text was seen last; ``exposed`` the exposed
    card seen last; ``stock_gone_since`` when the stock was first missing from a settled table; ``muted`` differences
    that a person has settled by hand, and that are left alone until they go away."""

    status: str = "waiting"
    pending: Pending | None = None
    odd: Odd | None = None
    places: tuple[tuple[str, Point], ...] = ()
    exposed: str | None = None
    stock_gone_since: float | None = None
    stock_known: bool = False
    picture: str = ""
    counted_since: float | None = None
    counted: tuple[tuple[str, str], ...] = ()
    muted: tuple[tuple[Any, ...], ...] = ()
    reading: TableReading | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Step:
    """What one step gives: the new watch, the commands to put to the game, and whether to look ``again`` at the same
    reading after they were taken (a further play lies on the table)."""

    watch: Watch
    commands: tuple[Command, ...] = ()
    again: bool = False


def disturb(watch: Watch) -> Watch:
    """Notes that the table moves or something lies over the cards. What was seen stays seen."""
    return replace(watch, status="settling", counted_since=None)


def due(watch: Watch, state: TableState) -> float | None:
    """Gives the table time at which :func:`elapse` has something to do (None: nothing waits)."""
    times: list[float] = []
    if watch.pending is not None:
        played = watch.pending.t + state.rules.played_after
        if state.bell.phase == "running":
            played = min(played, max(watch.pending.t, state.bell.ends_at - BEFORE_BELL))
        times.append(played)
    if watch.odd is not None and not watch.odd.asked and watch.status != "settling":
        times.append(watch.odd.t + ASK_AFTER)
    if watch.counted_since is not None:
        times.append(watch.counted_since + COUNT_AFTER)
    return min(times, default=None)


def elapse(watch: Watch, state: TableState, t: float) -> Step:
    """Does what has fallen due at ``t``: a seen play is played, a lasting difference is asked about."""
    commands: list[Command] = []
    if watch.pending is not None:
        played = watch.pending.t + state.rules.played_after
        bell_near = state.bell.phase == "running" and state.bell.ends_at - BEFORE_BELL <= t
        if t >= played - 1e-6 or bell_near:
            return hurry(watch)
    odd = watch.odd
    if odd is not None and not odd.asked and watch.status != "settling" and t >= odd.t + ASK_AFTER - 1e-6:
        seen = {} if watch.reading is None else reading_to_json(watch.reading)
        commands.append(Doubt(t=t, by="camera", about=odd.about, detail=odd.detail, reading=seen))
        status = "desynchronised" if odd.about == TABLE_DIFFERS else "unsure"
        watch = replace(watch, odd=replace(odd, asked=True), status=status)
    if watch.counted_since is not None and t >= watch.counted_since + COUNT_AFTER - 1e-6 and watch.reading is not None:
        hands = dict(watch.counted)
        commands.append(_mark(state, hands, watch.counted_since, watch.picture))
        watch = replace(watch, counted_since=None)
    return Step(watch, tuple(commands))


def hurry(watch: Watch) -> Step:
    """Plays at once what was seen: somebody challenged, or the bell is about to ring."""
    if watch.pending is None:
        return Step(watch)
    play = watch.pending.play
    picture = play.pictures[-1] if play.pictures else watch.picture
    return Step(replace(watch, pending=None, picture=picture), (play,))


def refused(watch: Watch, play: Play, why: str, t: float) -> Step:
    """The rules refused a seen play: it is not tried again while it lies there, and the table is asked."""
    odd = Odd(_key(play), t, asked=True, about=AGAINST_RULES, detail=why)
    seen = {} if watch.reading is None else reading_to_json(watch.reading)
    doubt = Doubt(t=t, by="camera", about=AGAINST_RULES, detail=why, reading=seen)
    return Step(replace(watch, status="unsure", odd=odd), (doubt,))


def agree(watch: Watch, state: TableState) -> Watch:
    """A person has just set the record by hand: what the last reading shows otherwise is left alone till it changes."""
    if watch.reading is None or state.phase != "play":
        return replace(watch, pending=None, odd=None)
    lay = lay_of(watch.reading)
    known = [word.text for word in state.words]
    changes = compare(known, lay, _known_places(known, watch.places))
    muted = [(c.act, c.before, c.after, None) for c in changes]
    exchange = _exchange(state.exposed, lay)
    if exchange is not None:
        muted.append(_key(exchange))
    status = "settling" if watch.status == "settling" else ("desynchronised" if muted else "steady")
    return replace(watch, pending=None, odd=None, muted=tuple(muted), status=status)


def _key(play: Play) -> tuple[Any, ...]:
    """What tells one seen difference from another."""
    return (play.act, play.before, play.after, play.exposed_after)


def observe(watch: Watch, state: TableState, reading: TableReading, t: float, picture: str = "") -> Step:
    """Takes in a settled reading of the table, first seen at ``t`` (table time, s); ``picture`` names its frame."""
    if reading.covered:
        return Step(disturb(watch))
    lay = lay_of(reading)
    watch = replace(watch, reading=reading)
    if state.phase == "ready" and state.joined == "mid-game" and state.deal == 0:
        return _adopt(watch, lay, t, picture)
    if state.phase == "play":
        return _observe_play(watch, state, lay, t, picture)
    if state.phase == "count":
        return _observe_count(watch, state, lay, t, picture)
    if state.phase == "ready":
        return _observe_ready(watch, state, lay, t, picture)
    return Step(replace(watch, status="steady", picture=picture))


def _adopt(watch: Watch, lay: Lay, t: float, picture: str) -> Step:
    """At joining in mid-game the words are taken as they lie."""
    words = tuple(row.text for row in lay.rows)
    exposed = _exposed(lay)
    settled = _settled(watch, lay, picture)
    return Step(settled, (Adopt(t=t, by="camera", words=words, exposed=exposed),))


def _observe_play(watch: Watch, state: TableState, lay: Lay, t: float, picture: str) -> Step:
    commands: list[Command] = []
    known = [word.text for word in state.words]
    places = _known_places(known, watch.places)
    if state.owed is not None and state.owed.before in known:
        taken = _taken_back(known, state, lay, watch)
        if taken is not None:
            play = Play(
                t=t, by="camera", act="takeback", seat=state.owed.seat, before=state.owed.before,
                after=state.owed.after, pictures=_pictures(watch, picture),
            )  # fmt: skip
            if taken:
                return Step(replace(watch, pending=None), (play,), again=True)
            return _see(watch, play, t)
    changes = compare(known, lay, places)
    exchange = _exchange(state.exposed or watch.exposed, lay)
    present = {(c.act, c.before, c.after, None) for c in changes}
    if exchange is not None:
        present.add(_key(exchange))
    watch = replace(watch, muted=tuple(key for key in watch.muted if key in present))
    changes = tuple(c for c in changes if (c.act, c.before, c.after, None) not in watch.muted)
    if exchange is not None and _key(exchange) in watch.muted:
        exchange = None
    if state.exposed is None and watch.exposed is None and not changes and _sure_exposed(lay):
        commands.append(Correct(t=t, by="camera", field="exposed", value=_exposed(lay)))
    acts = [c for c in changes if c.act in ("compose", "insert", "substitute")]
    odd = [c for c in changes if c.act in ("gone", "altered")]
    if odd:
        return _odd(watch, tuple((c.act, c.before, c.after) for c in odd), _differs(odd), t)
    if not acts and exchange is None:
        gone_since, restock = _restock(watch, lay, t)
        if watch.odd is not None and watch.odd.asked and state.question is not None:
            commands.append(Answer(t=t, by="camera", answer="yes"))
        steady = replace(_settled(watch, lay, picture), pending=None, odd=None, stock_gone_since=gone_since)
        return Step(steady, (*commands, *restock))
    plays = [_play(change, watch, t, picture) for change in acts]
    if exchange is not None:
        plays.append(replace(exchange, t=t, pictures=_pictures(watch, picture)))
    if len(plays) == 1:
        return _see(watch, plays[0], t, commands)
    return _several(watch, state, plays, acts, t)


def _see(watch: Watch, play: Play, t: float, before: Sequence[Command] = ()) -> Step:
    """One play lies on the table: it is seen, and stays the same play while later readings agree with it."""
    key = _key(play)
    if watch.odd is not None and watch.odd.about == AGAINST_RULES and watch.odd.key == key:
        return Step(replace(watch, status="unsure"), tuple(before))
    if play.confidence < SURE_ENOUGH:
        text = f"{play.before or ''} {play.after or play.exposed_after or ''}".strip()
        step = _odd(watch, key, text, t, about=UNCLEAR_CARD)
        return replace(step, commands=(*before, *step.commands))
    old = watch.pending
    if old is not None and _same(old.play, play):
        surer = old.play if old.play.confidence >= play.confidence else replace(play, t=old.t)
        pending = Pending(surer, old.t)
    else:
        pending = Pending(play, t)
    return Step(replace(watch, status="steady", pending=pending, odd=None), tuple(before))


def _same(a: Play, b: Play) -> bool:
    """Tells whether two looks saw the same play."""
    return _key(a) == _key(b)


def _several(watch: Watch, state: TableState, plays: list[Play], acts: list[Change], t: float) -> Step:
    """Several plays lie between two readings: what was seen before was first; otherwise the seats must tell."""
    if watch.pending is not None:
        seen = watch.pending.play
        if any(_same(seen, play) for play in plays):
            return replace(hurry(watch), again=True)
    order = _order_by_seat(state, plays, acts)
    if order is not None:
        return Step(replace(watch, pending=None), (order,), again=True)
    key = tuple(_key(p) for p in plays)
    detail = ", ".join(p.after or p.exposed_after or "" for p in plays)
    return _odd(watch, key, detail, t)


def _order_by_seat(state: TableState, plays: list[Play], acts: list[Change]) -> Play | None:
    """Gives the play that was first, when exactly one of them can be the turn's: a new word faces who laid it."""
    if state.turn is None:
        return None
    facing = {change.after: change.faces for change in acts if change.act == "compose"}
    first = [p for p in plays if p.act == "compose" and facing.get(p.after) == state.turn]
    others = [p for p in plays if p not in first]
    if len(first) == 1 and all(p.act == "compose" and facing.get(p.after) != state.turn for p in others):
        return first[0]
    if len(plays) == 2 and not first:
        composed = [p for p in plays if p.act == "compose"]
        rest = [p for p in plays if p.act != "compose"]
        if len(composed) == 1 and len(rest) == 1 and facing.get(composed[0].after) == _next_seat(state):
            return rest[0]
    if len(plays) == 2 and len(first) == 1 and others[0].act != "compose":
        return first[0]
    return None


def _next_seat(state: TableState) -> str | None:
    """Gives the seat that plays after the one whose turn it is."""
    active = [p.seat for p in state.players if not p.retired]
    if state.turn not in active:
        return None
    return active[(active.index(state.turn) + 1) % len(active)]


def _odd(watch: Watch, key: tuple[Any, ...], detail: str, t: float, about: str = TABLE_DIFFERS) -> Step:
    """Keeps a difference the rules do not explain; the table is asked only when it stays (see :func:`elapse`)."""
    if watch.odd is not None and watch.odd.key == key:
        status = "steady" if not watch.odd.asked else "desynchronised"
        return Step(replace(watch, status=status))
    return Step(replace(watch, status="steady", odd=Odd(key, t, about=about, detail=detail)))


def _play(change: Change, watch: Watch, t: float, picture: str) -> Play:
    return Play(
        t=t, by="camera", act=change.act, before=change.before, after=change.after,
        confidence=change.confidence, pictures=_pictures(watch, picture),
    )  # fmt: skip


def _pictures(watch: Watch, picture: str) -> tuple[str, ...]:
    """The names of the pictures before and after a play."""
    return (watch.picture, picture) if picture else ()


def _exposed(lay: Lay) -> str | None:
    return None if lay.exposed is None else face_of(lay.exposed.letter)


def _sure_exposed(lay: Lay) -> bool:
    return lay.exposed is not None and lay.exposed.confidence >= SURE_EXPOSED


def _exchange(base: str | None, lay: Lay) -> Play | None:
    """The exposed card is another one: a card was exchanged. Which was taken cannot be seen from above."""
    card = lay.exposed
    if base is None or card is None or card.letter == letter_of(base) or not _sure_exposed(lay):
        return None
    if any(face == base and p > POSSIBLE for face, p in card.alternatives):
        return None
    return Play(
        t=0.0, by="camera", act="exchange", exposed_before=base, exposed_after=face_of(card.letter), took="unknown",
        confidence=card.confidence,
    )  # fmt: skip


def _taken_back(known: list[str], state: TableState, lay: Lay, watch: Watch) -> bool | None:
    """Tells whether cards owed after a challenge were taken back: None no, False yes, True yes and more has changed."""
    owed = state.owed
    if owed is None:
        return None
    reverted = list(known)
    reverted.remove(owed.before)
    if owed.after is not None:
        reverted.append(owed.after)
    stands = compare(known, lay, _known_places(known, watch.places))
    back = compare(reverted, lay, _known_places(reverted, watch.places))
    if any(change.act in ("gone", "altered") for change in back) or len(back) >= len(stands):
        return None
    return bool(back) or _exchange(state.exposed or watch.exposed, lay) is not None


def _restock(watch: Watch, lay: Lay, t: float) -> tuple[float | None, tuple[Command, ...]]:
    """A stock that was gone for a while and lies there again was lifted, shuffled and put down."""
    if lay.stock:
        if watch.stock_gone_since is not None and watch.stock_known and t - watch.stock_gone_since >= 1.0:
            return None, (Restock(t=t, by="camera", exposed=_exposed(lay)),)
        return None, ()
    return (watch.stock_gone_since if watch.stock_gone_since is not None else t), ()


def _settled(watch: Watch, lay: Lay, picture: str) -> Watch:
    """Remembers where everything lies on a table that agrees with the record."""
    return replace(
        watch,
        status="steady",
        places=tuple((row.text, row.at) for row in lay.rows),
        exposed=_exposed(lay) or watch.exposed,
        picture=picture,
        stock_known=watch.stock_known or lay.stock,
    )


def _known_places(known: list[str], places: tuple[tuple[str, Point], ...]) -> Mapping[int, Point]:
    """Gives each known word the place where its text was seen last; equal words take the places in turn."""
    left = list(places)
    found: dict[int, Point] = {}
    for i, text in enumerate(known):
        for item in left:
            if item[0] == text:
                found[i] = item[1]
                left.remove(item)
                break
    return found


def _differs(odd: list[Change]) -> str:
    """Says in a few words what cannot be explained."""
    return ", ".join(f"{c.before} is not to be seen" if c.act == "gone" else f"{c.before} reads {c.after}" for c in odd)


# Counting hands


def _observe_count(watch: Watch, state: TableState, lay: Lay, t: float, picture: str) -> Step:
    """After going out or the bell: cards that are no known word are the hands laid before the seats."""
    waiting = [p for p in state.players if not p.retired and p.marked is None]
    if not waiting:
        return Step(replace(_settled(watch, lay, picture), counted_since=None))
    hands = hands_before_seats(state, lay, dict(watch.places))
    texts = tuple(sorted((seat, text) for seat, text in hands.items() if text))
    watch = replace(watch, status="steady", picture=picture or watch.picture)
    expected = {p.seat: p.cards for p in waiting}
    known = all(count is not None for count in expected.values())
    if known and all(len(hands.get(seat, "")) == count for seat, count in expected.items()):
        return Step(replace(watch, counted_since=None, odd=None), (_mark(state, hands, t, picture),))
    if known:
        if not texts:
            return Step(replace(watch, counted_since=None, counted=()))
        detail = ", ".join(f"{seat} {len(hands.get(seat, ''))} of {count}" for seat, count in expected.items())
        laid_all = all(hands.get(seat) for seat, count in expected.items() if count)
        if not laid_all:
            return Step(replace(watch, odd=None))
        return _odd(watch, texts, detail, t, about=HANDS_DIFFER)
    if not texts:
        return Step(replace(watch, counted_since=None, counted=()))
    since = watch.counted_since if watch.counted == texts and watch.counted_since is not None else t
    return Step(replace(watch, counted_since=since, counted=texts))


def hands_before_seats(state: TableState, lay: Lay, places: Mapping[str, Point]) -> dict[str, str]:
    """Gives the letters laid before each seat: everything face up that is neither a known word nor the exposed card.

    A word on the table stays a word; the cards of a word owed back after the bell count as its player's hand.
    """
    words = Counter(word.text for word in state.words)
    hands: dict[str, str] = {}
    rows = sorted(lay.rows, key=lambda row: min(_gap(row.at, at) for at in [*places.values(), (1e6, 1e6)]))
    rest: list[Row] = []
    for row in rows:
        match = next((text for text, n in words.items() if n and row.text == text), None) or next(
            (text for text, n in words.items() if n and row.may_be(text)), None
        )
        if match is None:
            rest.append(row)
        else:
            words[match] -= 1
    seats = {player.seat for player in state.players}
    for row in [*rest, *lay.singles]:
        seat = row.zone if row.zone in seats else row.faces
        if seat in seats:
            hands[seat] = hands.get(seat, "") + row.text
    return hands


def _gap(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _mark(state: TableState, hands: Mapping[str, str], t: float, picture: str) -> Mark:
    """Totals the hands with the pack's values."""
    from engine.cards import load_pack

    values = load_pack(state.pack).values
    active: list[Player] = [p for p in state.players if not p.retired]
    totals = {p.seat: sum(values.get(face_of(x), 0) for x in hands.get(p.seat, "")) for p in active}
    counts = {p.seat: len(hands.get(p.seat, "")) for p in active}
    return Mark(t=t, by="camera", totals=totals, counts=counts, pictures=(picture,) if picture else ())


# Between deals


def _observe_ready(watch: Watch, state: TableState, lay: Lay, t: float, picture: str) -> Step:
    """Between deals: a cleared table with a stock and a card beside it is a new deal."""
    settled = _settled(watch, lay, picture)
    if lay.stock and lay.exposed is not None and not lay.rows and state.players:
        fresh = replace(Watch(), status="steady", exposed=_exposed(lay), picture=picture, reading=watch.reading,
                        stock_known=True)  # fmt: skip
        return Step(fresh, (Deal(t=t, by="camera", exposed=_exposed(lay)),))
    return Step(settled)
