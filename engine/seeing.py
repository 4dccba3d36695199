"""Which plays a settled table shows: words that changed, words that are new, another exposed card."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.commands import Play
from engine.heap import exchanged
from engine.lay import Lay
from engine.moves import Change, Standing, composed, stand
from engine.state import TableState, WordOnTable
from engine.table import Point, face_of
from engine.watching import Watch, key_of

UNEXPLAINED = ("gone", "altered", "garbled")
"""What may become of a known word that is no act of play."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a settled table shows beside the words that stand. ``plays`` are in no order; ``hidden`` are known words out
    of sight; ``faces`` maps a new word to the seat that can read it, ``at`` any changed word to where (mm) it lies,
    ``maybe`` a word, or the exposed face, to what else it may be."""

    plays: tuple[Play, ...]
    hidden: tuple[Change, ...]
    faces: Mapping[str, str]
    at: Mapping[str, Point]
    standing: Standing
    maybe: Mapping[str, tuple[str, ...]]

    @property
    def keys(self) -> frozenset[tuple[Any, ...]]:
        """What tells the differences from others."""
        return frozenset((*map(key_of, self.plays), *map(key_of_change, self.hidden)))

    def without(self, muted: Collection[tuple[Any, ...]]) -> Seen:
        """Gives what is left when differences that a person has settled by hand are left out."""
        plays = tuple(play for play in self.plays if key_of(play) not in muted)
        return replace(
            self, plays=plays, hidden=tuple(change for change in self.hidden if key_of_change(change) not in muted)
        )


def key_of_change(change: Change) -> tuple[Any, ...]:
    """Gives what tells a change that is no play from others."""
    return (change.act, change.before, change.after, None)


def see(watch: Watch, state: TableState, lay: Lay, t: float, pictures: tuple[str, ...]) -> Seen:
    """Compares the table with the record."""
    known = [word.text for word in state.words]
    standing = stand(known, lay, known_places(known, watch.places))
    new = [composed(row) for row in standing.rows]
    changes = [change for change in (*standing.changes, *new) if change.act not in UNEXPLAINED]
    plays = [
        Play(
            t=t, by="camera", act=change.act, before=change.before, after=change.after, confidence=change.confidence,
            confidences=change.confidences, pictures=pictures,
        )
        for change in changes
    ]  # fmt: skip
    exchange = exchanged(state.exposed or watch.exposed, lay)
    if exchange is not None:
        plays.append(replace(exchange, t=t, pictures=pictures))
    hidden = tuple(change for change in standing.changes if change.act in UNEXPLAINED)
    at = {row.text: row.at for row in standing.rows}
    for i, before in enumerate(known):
        at.update(
            {c.after: standing.at[i] for c in standing.changes if c.before == before and c.after and i in standing.at}
        )
    maybe = {change.after or "": change.maybe for change in changes}
    if exchange is not None and lay.exposed is not None:
        maybe[exchange.exposed_after or ""] = tuple(face_of(letter) for letter in lay.exposed.letters[1:])
    return Seen(tuple(plays), hidden, {change.after or "": change.faces for change in new}, at, standing, maybe)


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
