"""The heap: the stock, the exposed card beside it, what tells that a card was exchanged or the stock put down anew."""

from __future__ import annotations

from dataclasses import replace
from math import hypot

from engine.cards import load_pack
from engine.commands import Command, Correct, Play, Restock
from engine.games.lexicon_seats import faces_on_table, pack_of
from engine.lay import CERTAIN, POSSIBLE, Laid, Lay, read_alone
from engine.questions import withdrawn
from engine.state import TableState
from engine.table import Point, face_of, letter_of
from engine.watching import TURN_LASTS, UNCLEAR_CARD, UNSEEN_EXCHANGE, Odd, Watch

PILE_MM = 60.0
"""A single card within this of the exposed card's place lies on that pile, also where no stock is seen beside it."""
NUDGED_MM, NUDGED_DEG = 2.0, 2.0
"""A card that lies so far from where the exposed card lay was put there anew."""
RESTOCK_TAKES = 1.0
"""Seconds, at least, that lifting, shuffling and putting down a heap takes."""
UNSEEN_EXCHANGES = 2
"""So many exchanges may have gone unseen before the stock ran out: a card was exchanged for one of the same face."""

IMPOSSIBLE = 0.5
"""How far a card is trusted at most of which the pack has no more."""
BARE, BARED = 2, "bared"
"""Taking up a heap bares its place at one rest; at so many, a turn may have gone by before. And what names that."""


def with_exposed(lay: Lay, at: Point | None) -> Lay:
    """Gives the lay with the exposed card found where it lay before, when no stock beside it tells which it is."""
    if lay.exposed is not None or at is None:
        return lay
    near = [row for row in lay.singles if hypot(row.at[0] - at[0], row.at[1] - at[1]) <= PILE_MM]
    if len(near) != 1:
        return lay
    singles = tuple(row for row in lay.singles if row is not near[0])
    return replace(lay, exposed=near[0].cards[0], singles=singles)


def lone_exposed(watch: Watch, state: TableState, lay: Lay) -> Lay:
    """Gives the lay with the card that lies alone on a table without a word as the exposed one: where the stock's
    back cannot be told from the table, nothing else says which it is."""
    begun = state.phase != "play" or state.words or watch.exposed_at is not None
    if begun or lay.stock or lay.exposed is not None or lay.rows or len(lay.singles) != 1:
        return lay
    (single,) = lay.singles
    return lay if single.zone != "centre" else replace(lay, exposed=single.cards[0], singles=())


def impossible_doubted(state: TableState, lay: Lay) -> Lay:
    """Gives the lay with less trust in an exposed card that is not known yet and of which, with the words that lie
    there, the pack has no more: it was read wrongly, or one of them was, and the table is asked."""
    if state.exposed is not None or lay.exposed is None or in_pack(state, exposed_face(lay)):
        return lay
    return replace(lay, exposed=replace(lay.exposed, confidence=min(lay.exposed.confidence, IMPOSSIBLE)))


def in_pack(state: TableState, face: str | None) -> bool:
    """Tells whether the pack can show the words that lie there and this exposed card."""
    return pack_of(state).overdrawn(faces_on_table((word.text for word in state.words), face)) is None


def exposed_face(lay: Lay) -> str | None:
    """Gives the exposed card's face, None when there is none."""
    return None if lay.exposed is None else face_of(lay.exposed.letter)


def surely_exposed(lay: Lay) -> str | None:
    """Gives the exposed card's face when it is read surely, else None."""
    card = lay.exposed
    return exposed_face(lay) if card is not None and read_alone(card.letter, card.confidence) else None


def exchanged(base: str | None, lay: Lay) -> Play | None:
    """Gives the exchange when the exposed card is another one. Which card was taken cannot be seen from above."""
    card: Laid | None = lay.exposed
    if base is None or card is None or card.letter == letter_of(base):
        return None
    if letter_of(base) in card.letters:
        return None
    return Play(
        t=0.0, by="camera", act="exchange", exposed_before=base, exposed_after=face_of(card.letter), took="unknown",
        confidence=card.confidence,
    )  # fmt: skip


def nudged(watch: Watch, lay: Lay) -> bool:
    """Tells whether the exposed card lies otherwise than before, as one does that was laid on top of another."""
    card, at = lay.exposed, watch.exposed_at
    if card is None or at is None:
        return False
    turn = abs((card.angle - watch.exposed_angle + 90.0) % 180.0 - 90.0)
    return hypot(card.at[0] - at[0], card.at[1] - at[1]) >= NUDGED_MM or turn >= NUDGED_DEG


def restocked(watch: Watch, state: TableState, lay: Lay, t: float) -> bool:
    """Tells whether the heap was lifted, shuffled and put down again: stock and exposed card were gone for a while, and
    so many cards have been exchanged that the stock can have run out."""
    gone = watch.stock_gone_since
    if not lay.stock or gone is None or not watch.stock_known or not watch.pile_gone or t - gone < RESTOCK_TAKES:
        return False
    if exposed_face(lay) in (watch.exposed, state.exposed) and not nudged(watch, lay):
        return False  # something hid them for a while
    return _may_have_run_out(watch, state)


def _may_have_run_out(watch: Watch, state: TableState) -> bool:
    least = stock_size(state)
    return watch.exchanges is None or least is None or watch.exchanges >= least - UNSEEN_EXCHANGES


def stock_size(state: TableState) -> int | None:
    """Gives how many cards the stock has when it is put down: what is neither dealt nor exposed. None: not known."""
    if state.joined is not None:
        return None
    players = [player for player in state.players if not player.retired]
    pack = load_pack(state.pack, 1 if len(state.players) <= 4 else 2)
    return pack.cards - len(players) * state.rules.hand_size - 1 if pack.counted else None


def heap_changed(watch: Watch, state: TableState, lay: Lay, t: float) -> tuple[Watch, TableState, tuple[Command, ...]]:
    """Takes in what became of the heap and is nobody's turn: it was put down anew, or its exposed card is read at last.

    Gives the watch, the table as it is then, and the commands that make it so.
    """
    commands: list[Command] = []
    watch = _bared(watch, state, lay, t)
    if watch.exchanges is None and state.joined is None and state.last is None and not state.words:
        watch = replace(watch, exchanges=0)
    sure = surely_exposed(lay)
    if restocked(watch, state, lay, t):
        sure = sure if in_pack(state, sure) else None
        commands.append(Restock(t=t, by="camera", exposed=sure))
        watch = replace(watch, exchanges=0, exposed=sure, exposed_maybe=())
        state = replace(state, exposed=sure)
    elif state.exposed is None and sure is not None and watch.odd is None and sure == watch.exposed:
        commands += learnt(sure, t)  # it was asked about, and the record went on without an answer
    elif state.exposed is None and watch.exposed is None and sure is not None:
        # When it was never read surely and cannot be this one, another card lies on it now.
        face = watch.exposed_maybe[0] if watch.exposed_maybe and sure not in watch.exposed_maybe else sure
        # Another card than the one that was glimpsed, but lying just as that did, was misread then or now.
        unsure = watch.glimpsed is not None and watch.glimpsed != sure and not nudged(watch, lay)
        face = watch.glimpsed if watch.glimpsed is not None and not unsure else face
        if watch.odd is not None and watch.odd.about == UNCLEAR_CARD:
            commands += withdrawn(state, t, "no") if watch.odd.asked else ()
            watch = replace(watch, odd=None)
        if (watch.first_missed or unsure) and watch.odd is None and state.turn is not None:
            # It may be the first one still, or one that was laid on it: the table is asked before any is recorded.
            after = state.rules.played_after
            odd = Odd(("first", sure), t, about=UNSEEN_EXCHANGE, detail=state.turn, after=after)
            watch = replace(watch, odd=odd)
        else:
            commands += learnt(face, t)
        watch = replace(watch, exposed=face, first_missed=False)
    if watch.reached and lay.exposed is not None:
        watch = replace(watch, touched_at=t)
    since, blind = watch.pile_unseen, False
    if lay.exposed is None and lay.stock:
        blind = since is not None and (watch.hand_came or t - since >= TURN_LASTS)
        since = t if since is None else since
    watch = replace(heap_seen(watch, lay, t), pile_unseen=since, pile_blind=watch.pile_blind or blind)
    return watch, state, tuple(commands)


def _bared(watch: Watch, state: TableState, lay: Lay, t: float) -> Watch:
    """Asks whether a turn went by where a stock near its end is gone and no exposed card is read beside its place,
    though hands came more than once: one may have laid a card that cannot be read, before the heap was taken up."""
    if lay.stock or lay.exposed is not None:
        return replace(watch, bare=0)
    if not (watch.hand_came and watch.stock_known):
        return watch
    watch = replace(watch, bare=watch.bare + 1)
    known = state.turn is not None and state.exposed is not None
    if watch.bare != BARE or watch.odd is not None or not known or not _may_have_run_out(watch, state):
        return watch
    after = state.rules.played_after
    return replace(
        watch, odd=Odd((BARED, t, state.exposed), t, about=UNSEEN_EXCHANGE, detail=state.turn or "", after=after)
    )


def passed_by(watch: Watch, state: TableState, odd: Odd) -> Play:
    """Gives the exchange that nobody saw, as far as it is known: ``odd`` is the question about it."""
    before, after = (odd.key[2], None) if odd.key[0] == BARED else (None, state.exposed or watch.exposed)
    return Play(t=odd.t, by="camera", act="exchange", exposed_before=before, exposed_after=after, took="unknown")


def learnt(face: str | None, t: float) -> tuple[Command, ...]:
    """Gives the command that records which card is exposed; none when that is not known."""
    return () if face is None else (Correct(t=t, by="camera", field="exposed", value=face),)


def under_hands(watch: Watch, state: TableState, lay: Lay) -> Watch:
    """Takes in what is to be seen of the heap while hands are over the table: whether they have reached it, and the
    deal's first exposed card, which nobody can have seen on a free table yet."""
    reached = watch.reached or not lay.stock or lay.exposed is None
    unread = state.phase == "play" and state.exposed is None and watch.exposed is None and not watch.exposed_maybe
    if not unread or watch.uncleared or watch.glimpsed is not None:
        return replace(watch, reached=reached)
    if reached:
        return replace(watch, reached=True, first_missed=watch.first_missed or watch.stock_known)
    # Only what lies there before the first hand reaches for it is surely the first.
    certain = lay.exposed is not None and lay.exposed.confidence >= CERTAIN
    first = exposed_face(lay) if certain and not watch.first_missed else None
    watch = replace(watch, stock_known=watch.stock_known or lay.stock, glimpsed=first)
    if first is None or lay.exposed is None:
        return watch
    return replace(watch, exposed_at=lay.exposed.at, exposed_angle=lay.exposed.angle)


def heap_seen(watch: Watch, lay: Lay, t: float) -> Watch:
    """Remembers whether stock and exposed card lie there, and where."""
    if lay.exposed is not None:
        watch = replace(watch, exposed_at=lay.exposed.at, exposed_angle=lay.exposed.angle, reached=False)
    if lay.stock:
        return replace(watch, stock_gone_since=None, pile_gone=False, stock_known=True)
    since = watch.stock_gone_since if watch.stock_gone_since is not None else t
    lifted = lay.exposed is None and watch.hand_came
    return replace(watch, stock_gone_since=since, pile_gone=watch.pile_gone or lifted)


def rested(watch: Watch, lay: Lay, picture: str) -> Watch:
    """Remembers a table that agrees with the record."""
    status = watch.status if watch.status in ("unsure", "desynchronised") else "steady"
    watch = replace(watch, status=status, picture=picture)
    if surely_exposed(lay) is not None:
        return replace(watch, exposed=exposed_face(lay), exposed_maybe=())
    card = lay.exposed
    if card is None or watch.exposed is not None:
        return watch
    return replace(
        watch, exposed_maybe=(face_of(card.letter), *(face for face, p in card.alternatives if p > POSSIBLE))
    )
