"""Cutting for the deal or for a tie: A is the highest letter and Z the lowest.

The Master may stand for any letter, so it ranks with the best of them and above: it beats an A. Players whose cards are
equal cut again, and only they.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine import events as e
from engine.cards import LETTERS
from engine.commands import CutCards
from engine.errors import Refused
from engine.games.lexicon_seats import active, pack_of
from engine.games.reasons import Reason
from engine.state import TableState
from engine.table import MASTER, face_of

_RANKS = {face: rank for rank, face in enumerate((MASTER, *LETTERS))}


def tied_highest(cards: Mapping[str, str]) -> tuple[str, ...]:
    """Gives the seats that hold the highest card; more than one when they are equal."""
    best = min((_RANKS.get(face, len(_RANKS)) for face in cards.values()), default=0)
    return tuple(seat for seat, face in cards.items() if _RANKS.get(face, len(_RANKS)) == best)


def cut_cards(state: TableState, command: CutCards) -> tuple[e.Event, ...]:
    """Decides a cut: exactly those cut who have to, and the highest card wins."""
    seats = _who_cut(state, command.about)
    if set(command.cards) != set(seats):
        raise Refused(Reason.NOTHING_TO_CUT, f"each of these cuts one card: {', '.join(seats)}")
    pack = pack_of(state)
    cards = {seat: face_of(command.cards[seat]) for seat in seats}
    for seat, face in cards.items():
        if face not in pack.faces:
            raise Refused(Reason.NOT_IN_PACK, f"{seat} cannot have cut {face!r}: the pack has no such card")
    highest = tied_highest(cards)
    winner = highest[0] if len(highest) == 1 else None
    return (e.Cut(t=command.t, seat=winner, cards=cards, about=command.about),)


def _who_cut(state: TableState, about: str) -> tuple[str, ...]:
    if about == "deal" and state.phase == "ready":
        return state.cutting or tuple(player.seat for player in active(state))
    if about == "tie" and state.phase in ("ready", "over") and len(state.winners) > 1:
        return state.cutting or state.winners
    raise Refused(Reason.NOTHING_TO_CUT, "there is nothing to cut for: players cut for the first deal and for a tie")
