"""Who sits where at a Lexicon table, and who comes next. Seats go clockwise: the next seat is on the left."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine.cards import Pack, load_pack, word_faces
from engine.errors import BadPack, Refused
from engine.games.reasons import Reason
from engine.state import Player, TableState

COMPASS = ("N", "E", "S", "W")
NUMBERS = tuple(str(number) for number in range(1, 11))
ONE_PACK_PLAYERS = 4
"""The rule book: two packs from five players on."""

MOST_PLAYERS = 10


def active(state: TableState) -> tuple[Player, ...]:
    """Gives the players who have not retired, clockwise."""
    return tuple(player for player in state.players if not player.retired)


def next_seat(state: TableState, seat: str | None, step: int = 1) -> str | None:
    """Gives the next active player's seat on the left of ``seat`` (``step`` -1: on the right); None when unknown."""
    seats = [player.seat for player in state.players]
    if seat not in seats:
        return None
    place = seats.index(seat)
    for away in range(1, len(seats) + 1):
        player = state.players[(place + step * away) % len(seats)]
        if not player.retired:
            return player.seat
    return None


def find(state: TableState, seat: str | None) -> Player | None:
    """Finds the player at a seat; None when nobody sits there."""
    return next((player for player in state.players if player.seat == seat), None)


def seated(state: TableState, seat: str) -> Player:
    """Gets the active player at a seat. Raises :class:`Refused`."""
    player = find(state, seat)
    if player is None:
        seats = ", ".join(item.seat for item in state.players)
        raise Refused(Reason.NO_SUCH_SEAT, f"nobody sits at {seat!r}; the seats are {seats}")
    if player.retired:
        raise Refused(Reason.RETIRED, f"{player.name} has retired from the game")
    return player


def changed(state: TableState, seat: str | None, **values: Any) -> TableState:
    """Gives the state with the player at a seat changed; the same state when nobody sits there."""
    players = tuple(replace(player, **values) if player.seat == seat else player for player in state.players)
    return replace(state, players=players)


def pack_of(state: TableState) -> Pack:
    """Gets the pack in play. Raises :class:`Refused` when its file is gone or no longer adds up."""
    try:
        return load_pack(state.pack, packs_for(len(state.players)))
    except BadPack as error:
        raise Refused(Reason.SETUP, str(error)) from error


def packs_for(players: int) -> int:
    """Gives how many packs so many players use."""
    return 1 if players <= ONE_PACK_PLAYERS else 2


def faces_on_table(words: Iterable[str], exposed: str | None) -> list[str]:
    """Gives the faces that lie open: the words' and the exposed card's."""
    faces = [face for word in words for face in word_faces(word)]
    return faces if exposed is None else [*faces, exposed]


def possible(state: TableState, words: Iterable[str], exposed: str | None) -> None:
    """Checks that the pack can show these words and this exposed card. Raises :class:`Refused`."""
    face = pack_of(state).overdrawn(faces_on_table(words, exposed))
    if face is not None:
        raise Refused(Reason.NOT_IN_PACK, f"the pack does not hold so many cards of {face}; look at the table again")
