"""Setting things right by hand: corrections and undoing. Both are events; nothing is written over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine import events as e
from engine.commands import Correct, Undo
from engine.errors import Refused
from engine.games.lexicon_evolve import told
from engine.games.lexicon_play import good_face, good_word, lies, passed_over
from engine.games.lexicon_seats import active, faces_on_table, find, pack_of, possible, seated
from engine.games.protocol import Recorded
from engine.games.reasons import Reason
from engine.replay import standing
from engine.state import TableState

MOST_POINTS = 10_000

ACTS = (
    e.Dealt, e.Adopted, e.Moved, e.Restocked, e.Cut, e.Marked, e.Initialled, e.TotalRefused, e.Reopened, e.Corrected,
    e.Acted,
)  # fmt: skip
"""What people do at the table; every other event but the clock's follows from one of these."""

LASTING = (
    e.ClockStarted, e.ClockPaused, e.ClockResumed, e.ClockAdjusted, e.Warned, e.BellRang, e.Sat, e.BadgesLay,
)  # fmt: skip
"""Time that has passed cannot be undone, nor who sat where."""


def undo(command: Undo, history: Sequence[Recorded]) -> tuple[e.Event, ...]:
    """Decides which events no longer count: the last act that still does, and all that followed from it."""
    seqs: list[int] = []
    for record in reversed(standing(history)):
        if isinstance(record.event, e.Opened):
            break
        if not isinstance(record.event, LASTING):
            seqs.append(record.seq)
        if isinstance(record.event, ACTS):
            return (e.Undone(t=command.t, seqs=tuple(sorted(seqs)), by=command.by),)
    raise Refused(Reason.NOTHING_TO_UNDO, "nothing has been done that could be undone")


def correct(state: TableState, command: Correct) -> tuple[e.Event, ...]:
    """Decides a correction of a ``score``, ``cards``, ``turn``, ``dealer``, ``word`` or the ``exposed`` card.

    Taking a player's last card off ends the deal, as going out does.
    """
    check = _CORRECTIONS.get(command.field)
    if check is None:
        raise Refused(Reason.NOTHING_TO_CORRECT, f"one corrects {', '.join(_CORRECTIONS)}, not {command.field[:20]!r}")
    value, old = check(state, command)
    if value == old and command.field != "word":
        raise Refused(Reason.NOTHING_TO_CORRECT, f"the {command.field} is {value!r} already")
    event = e.Corrected(
        t=command.t, field=command.field, seat=command.seat, value=value, old=old, by=command.by, why=command.why
    )
    after = told(state, event)
    held = {player.seat: player.cards for player in state.players}
    empty = [player.seat for player in active(after) if player.cards == 0 and held[player.seat] != 0]
    if after.phase == "play" and empty:
        return (event, e.Out(t=command.t, seat=empty[0]))
    return (event, *passed_over(after, command.t))


def _score(state: TableState, command: Correct) -> tuple[Any, Any]:
    player = find(state, command.seat)
    if player is None:
        raise Refused(Reason.NO_SUCH_SEAT, f"whose score? Nobody sits at {command.seat!r}")
    value = command.value
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > MOST_POINTS:
        raise Refused(Reason.NOT_UNDERSTOOD, f"a score is a whole number of at most {MOST_POINTS} points")
    return value, player.score


def _cards(state: TableState, command: Correct) -> tuple[Any, Any]:
    _in_a_deal(state)
    player = seated(state, command.seat or "")
    value, most = command.value, state.rules.hand_size
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most):
        raise Refused(Reason.NOT_UNDERSTOOD, f"a player holds 0 to {most} cards; None stands for unknown")
    if value == 0 and state.out not in (None, player.seat):
        raise Refused(Reason.NOTHING_TO_CORRECT, f"{state.out} is out: nobody else can be without cards")
    if value != 0 and state.out == player.seat:
        raise Refused(Reason.NOTHING_TO_CORRECT, f"{player.name} is out; undo the play that it followed from")
    others = sum(p.cards or 0 for p in state.players if p.seat != player.seat)
    _room(state, [word.text for word in state.words], others + (value or 0))
    return value, player.cards


def _turn(state: TableState, command: Correct) -> tuple[Any, Any]:
    if state.phase != "play":
        raise Refused(Reason.NOT_NOW, "nobody is to play now")
    return _seat_value(state, command), state.turn


def _dealer(state: TableState, command: Correct) -> tuple[Any, Any]:
    if state.phase == "over":
        raise Refused(Reason.NOT_NOW, "the game is over")
    return _seat_value(state, command), state.next_dealer if state.phase == "ready" else state.dealer


def _seat_value(state: TableState, command: Correct) -> str:
    value = command.value if command.value is not None else command.seat
    if not isinstance(value, str):
        raise Refused(Reason.NO_SUCH_SEAT, f"{command.field} must be a seat, such as N")
    return seated(state, value).seat


def _exposed(state: TableState, command: Correct) -> tuple[Any, Any]:
    _in_a_deal(state)
    if command.value is not None and not isinstance(command.value, str):
        raise Refused(Reason.NOT_IN_PACK, "the exposed card must be a face, such as A; None stands for unknown")
    face = good_face(state, command.value)
    possible(state, [word.text for word in state.words], face)
    return face, state.exposed


def _word(state: TableState, command: Correct) -> tuple[Any, Any]:
    _in_a_deal(state)
    value = command.value
    if not isinstance(value, Mapping) or set(value) - {"before", "after"}:
        raise Refused(Reason.NOT_UNDERSTOOD, 'a word is corrected from {"before": ...} to {"after": ...}')
    before, after = value.get("before"), value.get("after")
    if not all(word is None or isinstance(word, str) for word in (before, after)):
        raise Refused(Reason.NOT_A_WORD_OF_CARDS, "a word is a text; None stands for no word")
    if before == after:
        raise Refused(Reason.NOTHING_TO_CORRECT, f"{before or 'nothing'} stays as it is")
    words = [word.text for word in state.words]
    if before is not None:
        words.remove(lies(state, before))
    if after is not None:
        words.append(good_word(state, after))
    possible(state, words, state.exposed)
    _room(state, words, sum(player.cards or 0 for player in state.players))
    return {"before": before, "after": after}, before


def _in_a_deal(state: TableState) -> None:
    if state.phase not in ("play", "count"):
        raise Refused(Reason.NOT_NOW, "no deal is under way")


def _room(state: TableState, words: Sequence[str], held: int) -> None:
    """Checks that hands and table together are no more cards than the pack has."""
    pack = pack_of(state)
    if pack.counted and len(faces_on_table(words, state.exposed)) + held > pack.cards:
        raise Refused(Reason.NOT_IN_PACK, f"hands and table would be more than the pack's {pack.cards} cards")


_CORRECTIONS = {
    "score": _score,
    "cards": _cards,
    "turn": _turn,
    "dealer": _dealer,
    "word": _word,
    "exposed": _exposed,
}
