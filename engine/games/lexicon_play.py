"""The four acts of a Lexicon turn and the take-back: which are legal, and what follows from each at once.

Sources: the rule book's alternatives A to D; a turn is exactly one of them, and nobody passes.
"""

from __future__ import annotations

import re
from dataclasses import replace

from engine import events as e
from engine.cards import FACES
from engine.commands import Play
from engine.errors import Refused
from engine.games.lexicon_evolve import laid, told
from engine.games.lexicon_seats import find, pack_of, possible, seated
from engine.games.reasons import Reason
from engine.state import LastPlay, TableState
from engine.table import face_of

WORD_ACTS = ("compose", "insert", "substitute")
LONGEST_WORD = 30
TOOK = ("exposed", "stock", "unknown")
_WORD = re.compile(rf"[A-Z*]{{1,{LONGEST_WORD}}}")


def play(state: TableState, command: Play) -> tuple[e.Event, ...]:
    """Decides one act of play, with going out and turns passed over. Raises :class:`Refused`."""
    if not 0 <= command.confidence <= 1:
        raise Refused(Reason.NOT_UNDERSTOOD, f"a confidence lies between 0 and 1, not at {command.confidence}")
    if command.act == "takeback":
        return take_back(state, command)
    if command.act not in (*WORD_ACTS, "exchange"):
        raise Refused(
            Reason.NO_SUCH_ACT,
            f"there is no act {command.act[:20]!r}: a turn composes, exchanges, inserts or substitutes; nobody passes",
        )
    _time_to_play(state, command.t)
    seat = _whose(state, command.seat)
    moved = _exchange(state, command, seat) if command.act == "exchange" else _word(state, command, seat)
    player = find(state, seat)
    if player is not None and player.cards is not None:
        needs = _cards_needed(moved)
        if needs > player.cards:
            raise Refused(Reason.TOO_FEW_CARDS, f"{player.name} holds {player.cards} cards; this takes {needs}")
    return with_consequences(state, moved)


def with_consequences(state: TableState, moved: e.Moved) -> tuple[e.Event, ...]:
    """Gives a move and what follows from it: its player is out, or the next players are passed over."""
    after = told(state, moved)
    player = find(after, moved.seat)
    if player is not None and player.cards == 0 and moved.act in ("compose", "insert"):
        return (moved, e.Out(t=moved.t, seat=player.seat))
    return (moved, *passed_over(after, moved.t))


def passed_over(state: TableState, t: float) -> tuple[e.Event, ...]:
    """Gives the turns lost at this moment: the player to play owes one, and perhaps the next does too."""
    lost: list[e.Event] = []
    while state.phase == "play" and (player := find(state, state.turn)) is not None and player.owes_turns > 0:
        event = e.TurnLost(t=t, seat=player.seat)
        lost.append(event)
        state = told(state, event)
    return tuple(lost)


def good_word(state: TableState, text: str) -> str:
    """Gives the text of a word that cards of this pack can show. Raises :class:`Refused`."""
    if not _WORD.fullmatch(text):
        raise Refused(
            Reason.NOT_A_WORD_OF_CARDS,
            f"{text[:20]!r} is no row of cards: 1 to {LONGEST_WORD} capital letters, the Master as *",
        )
    return text


def good_face(state: TableState, face: str | None) -> str | None:
    """Gives an exposed card's face, the Master by its name; None stays None. Raises :class:`Refused`."""
    if face is None:
        return None
    face = face_of(face)
    if face not in FACES or face not in pack_of(state).faces:
        raise Refused(Reason.NOT_IN_PACK, f"the pack has no card {face[:20]!r}")
    return face


def lies(state: TableState, text: str | None) -> str:
    """Gives a word that lies on the table. Raises :class:`Refused`."""
    if text is None or all(word.text != text for word in state.words):
        shown = ", ".join(word.text for word in state.words) or "none"
        raise Refused(Reason.NO_SUCH_WORD, f"the word {(text or '')[:20]!r} does not lie on the table; words: {shown}")
    return text


def _time_to_play(state: TableState, t: float) -> None:
    before_the_bell = state.phase == "count" and state.bell.phase == "rung" and t <= state.bell.ends_at
    unmarked = state.out is None and all(player.marked is None for player in state.players)
    if state.phase != "play" and not (before_the_bell and unmarked):
        raise Refused(Reason.NOT_NOW, f"nobody plays now: the table is in phase {state.phase!r}")
    if state.owed is not None:
        raise Refused(Reason.TAKE_BACK_FIRST, f"{state.owed.before} must be taken back first")
    if state.last is not None and state.last.ruling == "asked":
        raise Refused(Reason.BEING_RULED_ON, f"{state.last.after} is being ruled on; the steward's answer comes first")


def _whose(state: TableState, seat: str | None) -> str | None:
    if seat is None:
        return state.turn
    player = seated(state, seat)
    if state.turn is not None and seat != state.turn:
        turn = find(state, state.turn)
        raise Refused(Reason.NOT_YOUR_TURN, f"it is {turn.name if turn else state.turn}'s turn, not {player.name}'s")
    return seat


def _word(state: TableState, command: Play, seat: str | None) -> e.Moved:
    if command.after is None:
        raise Refused(Reason.NOT_A_WORD_OF_CARDS, f"{command.act}: which word lies there now?")
    after = good_word(state, command.after)
    before = None
    if command.act == "compose":
        if command.before is not None:
            raise Refused(Reason.NO_SUCH_WORD, "a composed word is new: it has no word before it")
    else:
        before = lies(state, command.before)
    if command.act == "insert":
        _check_insert(before or "", after)
    elif command.act == "substitute":
        _check_substitute(before or "", after)
    if len(after) < state.rules.min_word:
        raise Refused(Reason.TOO_SHORT, f"{after} is too short: words here have {state.rules.min_word} cards or more")
    words = [word.text for word in state.words]
    if before is not None:
        words.remove(before)
    possible(state, [*words, after], state.exposed)
    return _moved(command, seat, before, after)


def _check_insert(before: str, after: str) -> None:
    if len(after) <= len(before):
        raise Refused(Reason.NOTHING_ADDED, f"an insert adds at least one card; {after} has no more than {before}")
    letters = iter(after)
    if not all(letter in letters for letter in before):
        raise Refused(Reason.ORDER_DISTURBED, f"{after} does not hold the letters of {before} in their order")


def _check_substitute(before: str, after: str) -> None:
    if len(after) != len(before):
        raise Refused(
            Reason.LENGTH_CHANGED, f"a substitute changes cards for cards: {before} and {after} differ in length"
        )
    if after == before:
        raise Refused(Reason.NOTHING_CHANGED, f"a substitute changes at least one card of {before}")


def move_fault(before: str, after: str) -> Reason | None:
    """Gives why one word cannot be made into another in one turn (rules C and D), or ``None``: it can.

    >>> move_fault("FAR", "FRAY"), move_fault("MAN", "MAN"), move_fault("HAT", "THATCHED")
    (<Reason.ORDER_DISTURBED: 'order disturbed'>, <Reason.NOTHING_CHANGED: 'nothing changed'>, None)
    """
    check = _check_substitute if len(before) == len(after) else _check_insert
    try:
        check(before, after)
    except Refused as refused:
        return Reason(refused.reason)
    return None


def _exchange(state: TableState, command: Play, seat: str | None) -> e.Moved:
    if command.before is not None or command.after is not None:
        raise Refused(Reason.NO_SUCH_ACT, "an exchange touches no word: one card is discarded, then one is taken")
    if command.took is not None and command.took not in TOOK:
        raise Refused(Reason.NO_SUCH_ACT, f"a card is taken from the {' or '.join(TOOK[:2])}, or it is unknown")
    before = good_face(state, command.exposed_before)
    after = good_face(state, command.exposed_after)
    possible(state, [word.text for word in state.words], after)
    moved = _moved(command, seat, None, None)
    return replace(moved, exposed_before=before or state.exposed, exposed_after=after, took=command.took or "unknown")


def _cards_needed(moved: e.Moved) -> int:
    if moved.act == "substitute":
        return sum(a != b for a, b in zip(moved.before or "", moved.after or "", strict=True))
    return max(1, laid(moved.act, moved.before, moved.after))


def _moved(command: Play, seat: str | None, before: str | None, after: str | None) -> e.Moved:
    return e.Moved(
        t=command.t,
        act=command.act,
        seat=seat,
        before=before,
        after=after,
        confidence=command.confidence,
        confidences=command.confidences,
        by=command.by,
        pictures=command.pictures,
    )


def take_back(state: TableState, command: Play) -> tuple[e.Event, ...]:
    """Decides a take-back: the one owed after an upheld challenge, or of the last play while it is still open."""
    if state.phase not in ("play", "count"):
        raise Refused(Reason.NOT_NOW, "nothing lies on the table that could be taken back now")
    owed, last = state.owed, state.last
    if owed is not None:
        seat, before, after = owed.seat, owed.before, owed.after
    elif last is not None and last.after is not None and _may_change_his_mind(state, last):
        seat, before, after = last.seat, last.after, last.before
    else:
        raise Refused(Reason.NOTHING_TO_TAKE_BACK, "nothing is to be taken back: the last play stands, or was no word")
    if command.before not in (None, before) or (command.before is not None and command.after != after):
        raise Refused(
            Reason.NO_SUCH_WORD, f"{before} is to be taken back{f' to {after}' if after else ''}, nothing else"
        )
    if command.seat is not None and command.seat != seat:
        seated(state, command.seat)
        if seat is not None:
            raise Refused(Reason.NOT_YOUR_TURN, f"{before} is {seat}'s to take back")
        seat = command.seat
    moved = _moved(command, seat, lies(state, before), after)
    return (moved, *passed_over(told(state, moved), command.t))


def _may_change_his_mind(state: TableState, last: LastPlay) -> bool:
    """Whether the last play can be withdrawn at no cost: nobody has played or ruled since, and no bell has rung."""
    unmarked = all(player.marked is None for player in state.players)
    in_time = state.phase == "play" or (state.out is not None and unmarked)
    return in_time and last.open and last.ruling is None and last.act in WORD_ACTS
