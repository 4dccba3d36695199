"""Which plays a settled table shows: words that changed, the exposed card, the stock; and in which order they came."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from math import hypot
from typing import Any

from engine.cards import load_pack
from engine.commands import Play
from engine.moves import POSSIBLE, SURE, Change, Laid, Lay, Standing, stand
from engine.state import TableState, WordOnTable
from engine.table import Point, face_of, letter_of
from engine.watching import Watch, key_of

PILE_MM = 60.0
"""A single card within this of the exposed card's place lies on that pile, also where no stock is seen beside it."""
NUDGED_MM, NUDGED_DEG = 2.0, 2.0
"""A card that lies so far from where the exposed card lay was put there anew."""
RESTOCK_TAKES = 1.0
"""Seconds, at least, that lifting, shuffling and putting down a heap takes."""
UNSEEN_EXCHANGES = 2
"""So many exchanges may have gone unseen before the stock ran out: a card was exchanged for one of the same face."""
MOST_PLAYS = 4
"""More plays than this between two readings are not told apart: the table is asked."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a settled table shows beside the words that stand. ``plays`` are in no order; ``hidden`` are known words out
    of sight; ``faces`` maps a new word to the seat that can read it, ``at`` any changed word to where (mm) it lies."""

    plays: tuple[Play, ...]
    hidden: tuple[Change, ...]
    faces: Mapping[str, str]
    at: Mapping[str, Point]
    standing: Standing

    @property
    def keys(self) -> frozenset[tuple[Any, ...]]:
        """What tells the differences from others."""
        return frozenset((*map(key_of, self.plays), *map(_key, self.hidden)))

    def without(self, muted: Collection[tuple[Any, ...]]) -> Seen:
        """Gives what is left when differences that a person has settled by hand are left out."""
        plays = tuple(play for play in self.plays if key_of(play) not in muted)
        return replace(self, plays=plays, hidden=tuple(change for change in self.hidden if _key(change) not in muted))


def _key(change: Change) -> tuple[Any, ...]:
    return (change.act, change.before, change.after, None)


def see(watch: Watch, state: TableState, lay: Lay, t: float, pictures: tuple[str, ...]) -> Seen:
    """Compares the table with the record."""
    known = [word.text for word in state.words]
    standing = stand(known, lay, known_places(known, watch.places))
    composed = [
        Change("compose", None, row.text, min(card.confidence for card in row.cards), row.faces, row.confidences)
        for row in standing.rows
    ]
    plays = [
        Play(
            t=t, by="camera", act=change.act, before=change.before, after=change.after, confidence=change.confidence,
            confidences=change.confidences, pictures=pictures,
        )
        for change in (*standing.changes, *composed)
        if change.act not in ("gone", "altered")
    ]  # fmt: skip
    exchange = exchanged(state.exposed or watch.exposed, lay)
    if exchange is not None:
        plays.append(replace(exchange, t=t, pictures=pictures))
    hidden = tuple(change for change in standing.changes if change.act in ("gone", "altered"))
    at = {row.text: row.at for row in standing.rows}
    for i, before in enumerate(known):
        at.update(
            {c.after: standing.at[i] for c in standing.changes if c.before == before and c.after and i in standing.at}
        )
    return Seen(tuple(plays), hidden, {change.after or "": change.faces for change in composed}, at, standing)


def played_out(state: TableState, play: Play) -> TableState:
    """Gives the words and the exposed card as they are when a play stands; turns and hands stay as they were."""
    if play.act == "exchange":
        return replace(state, exposed=play.exposed_after)
    words = list(state.words)
    before = next((word for word in words if word.text == play.before), None)
    if before is not None:
        words.remove(before)
    if play.after is not None:
        words.append(WordOnTable(play.after))
    return replace(state, words=tuple(words))


def with_exposed(lay: Lay, at: Point | None) -> Lay:
    """Gives the lay with the exposed card found where it lay before, when no stock beside it tells which it is."""
    if lay.exposed is not None or at is None:
        return lay
    near = [row for row in lay.singles if hypot(row.at[0] - at[0], row.at[1] - at[1]) <= PILE_MM]
    if len(near) != 1:
        return lay
    singles = tuple(row for row in lay.singles if row is not near[0])
    return replace(lay, exposed=near[0].cards[0], singles=singles)


def exposed_face(lay: Lay) -> str | None:
    """Gives the exposed card's face, None when there is none."""
    return None if lay.exposed is None else face_of(lay.exposed.letter)


def sure_exposed(lay: Lay) -> bool:
    """Tells whether the exposed card is there and read surely."""
    return lay.exposed is not None and lay.exposed.confidence >= SURE


def exchanged(base: str | None, lay: Lay) -> Play | None:
    """Gives the exchange when the exposed card is another one. Which card was taken cannot be seen from above."""
    card: Laid | None = lay.exposed
    if base is None or card is None or card.letter == letter_of(base):
        return None
    if card.confidence < SURE and any(face == base and p > POSSIBLE for face, p in card.alternatives):
        return None
    return Play(
        t=0.0, by="camera", act="exchange", exposed_before=base, exposed_after=face_of(card.letter), took="unknown",
        confidence=card.confidence,
    )  # fmt: skip


def nudged(watch: Watch, lay: Lay) -> bool:
    """Tells whether the exposed card lies otherwise than before, as one does that was laid on top of another."""
    card, at = lay.exposed, watch.exposed_at
    if card is None or at is None or card.confidence < SURE:
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
    least = stock_size(state)
    return watch.exchanges is None or least is None or watch.exchanges >= least - UNSEEN_EXCHANGES


def stock_size(state: TableState) -> int | None:
    """Gives how many cards the stock has when it is put down: what is neither dealt nor exposed. None: not known."""
    if state.joined is not None:
        return None
    players = [player for player in state.players if not player.retired]
    pack = load_pack(state.pack, 1 if len(state.players) <= 4 else 2)
    return pack.cards - len(players) * state.rules.hand_size - 1 if pack.counted else None


def known_places(known: Sequence[str], places: Sequence[tuple[str, Point]]) -> dict[int, Point]:
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


def seats_to_come(state: TableState) -> Iterator[str]:
    """Iterates the seats that play from now on; turns that are owed are passed over."""
    active = [player.seat for player in state.players if not player.retired]
    if state.turn not in active:
        return
    owed = {player.seat: player.owes_turns for player in state.players}
    place = active.index(state.turn)
    while True:
        seat = active[place % len(active)]
        place += 1
        if owed[seat] > 0:
            owed[seat] -= 1
            continue
        yield seat


def first_of(state: TableState, plays: Sequence[Play], faces: Mapping[str, str]) -> Play | None:
    """Gives the play that came first, when the order of turns allows only one: a new word faces who laid it, and
    nobody lays more cards than he holds."""
    if len(plays) < 2:
        return None
    firsts = [order[0] for order in _orders(state, plays, faces)]
    return firsts[0] if firsts and all(play is firsts[0] for play in firsts) else None


def possible(state: TableState, plays: Sequence[Play], faces: Mapping[str, str]) -> bool:
    """Tells whether the players whose turns come now can have made these plays, in some order."""
    return any(True for _ in _orders(state, plays, faces))


def _orders(state: TableState, plays: Sequence[Play], faces: Mapping[str, str]) -> Iterator[tuple[Play, ...]]:
    if state.turn is None or not 0 < len(plays) <= MOST_PLAYS:
        return
    to_come = seats_to_come(state)
    seats = [next(to_come) for _ in plays]
    held = {player.seat: player.cards for player in state.players}
    for order in permutations(plays):
        if all(_can(play, seat, faces, held[seat]) for play, seat in zip(order, seats, strict=True)):
            yield order


def _can(play: Play, seat: str, faces: Mapping[str, str], cards: int | None) -> bool:
    if play.act == "compose" and faces.get(play.after or "", seat) != seat:
        return False
    return cards is None or len(play.after or "") - len(play.before or "") <= cards
