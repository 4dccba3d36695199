"""What a settled table shows that no one turn makes: letters out of order, cards taken out, cards of two words in one.

A turn attacks one word only, inserted cards leave the old letters in their order, and no card leaves a word but for
another (rules C and D). Only rows of which every card is read surely are held against a player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.commands import Command, Play
from engine.games.lexicon_play import WORD_ACTS, move_fault
from engine.games.reasons import Reason
from engine.lay import SURE
from engine.moves import Change
from engine.questions import withdrawn
from engine.seeing import Seen, key_of_change
from engine.state import TableState
from engine.turns import possible
from engine.watching import AGAINST_RULES, TABLE_DIFFERS, TAKEN_BACK, UNCLEAR_ORDER, Odd, Watch, key_of

OURS = (Reason.TWO_WORDS, Reason.ORDER_DISTURBED, Reason.NOTHING_ADDED)
"""Breaches that the table itself shows; others are the game's refusals of a play."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A breach of the rules of play: what tells it from other differences, and the reason."""

    key: tuple[Any, ...]
    reason: Reason


def fault_of(state: TableState, seen: Seen) -> Fault | None:
    """Gives the breach of the rules of play that a settled table shows; None where anything else may be meant."""
    for play in seen.plays:
        if play.act in WORD_ACTS and play.confidence >= SURE and _takes_of_another(play, seen.hidden):
            return Fault(key_of(play), Reason.TWO_WORDS)
    if _two_laid_at_once(state, seen):
        return Fault(key_of(seen.plays[0]), Reason.TWO_WORDS)
    if len(seen.hidden) == 1 and not seen.plays:
        change = seen.hidden[0]
        reason = _wrongly_changed(change)
        if reason is not None:
            return Fault(key_of_change(change), reason)
    return None


def _takes_of_another(play: Play, hidden: Sequence[Change]) -> bool:
    """Tells whether the cards that a play added are those that another known word lost."""
    added = Counter(play.after or "") - Counter(play.before or "")
    for change in hidden:
        lost = Counter(change.before or "") - Counter(change.after or "")
        if change.act != "altered" and lost and not lost - added:
            return True
    return False


def _two_laid_at_once(state: TableState, seen: Seen) -> bool:
    """Tells whether two new words face the player at turn, and nobody else can have laid one of them."""
    new = [play for play in seen.plays if play.act == "compose" and play.confidence >= SURE]
    facing = {seen.faces.get(play.after or "") for play in new}
    if len(new) != 2 or len(seen.plays) != 2 or facing != {state.turn}:
        return False
    return not possible(state, seen.plays, seen.faces)


def _wrongly_changed(change: Change) -> Reason | None:
    """Gives why the row that lies in a known word's place cannot have been made of it, when all cards tell the same."""
    before, after = Counter(change.before or ""), Counter(change.after or "")
    if change.act != "garbled" or change.confidence < SURE:
        return None
    if before - after and after - before:
        return None  # letters came and letters went: it may as well have been read wrongly
    return move_fault(change.before or "", change.after or "")


def faulty(watch: Watch, state: TableState, seen: Seen, t: float) -> tuple[Watch, tuple[Command, ...]]:
    """Keeps a breach of the rules of play as what the table is asked about when it stays; it is never played. One that
    has gone, though its cards lie there still, is forgotten: something only hid another word."""
    odd, fault = watch.odd, fault_of(state, seen)
    ours = odd is not None and odd.about == AGAINST_RULES and odd.detail in OURS
    if fault is None:
        if odd is None or not ours:
            return watch, ()
        return replace(watch, odd=None), withdrawn(state, t, "no") if odd.asked else ()
    if odd is not None and (odd.key == fault.key or odd.about not in (TABLE_DIFFERS, TAKEN_BACK, UNCLEAR_ORDER)):
        return watch, ()
    asked = (odd is not None and odd.asked) or (watch.pending is not None and watch.pending.asked)
    commands = withdrawn(state, t, "no") if asked else ()
    return replace(watch, odd=Odd(fault.key, t, about=AGAINST_RULES, detail=fault.reason), pending=None), commands
