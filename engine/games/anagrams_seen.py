"""What a settled picture of an Anagrams table shows was played: a letter into the pool, or a word and of what.

Words lie before their players and the pool in the middle. A picture tells of which words a new one was made by those
that are gone. What cannot be one legal act tells nothing: it is entered by hand.
"""

from __future__ import annotations

from collections import Counter

from engine.commands import Act
from engine.games.anagrams_table import Tablets
from engine.state import TableState
from engine.table import TableReading, letter_of

SURE = 0.75
"""A tablet read less surely than this tells nothing yet."""


def observed(state: TableState, reading: TableReading, t: float) -> Act | None:
    """Gives the act that the picture shows; None while it shows none, or none surely."""
    own: Tablets = state.own
    if state.phase != "play" or own.drawing or own.asked is not None or reading.covered:
        return None
    seats = {player.seat for player in state.players}
    seen = [word for word in reading.words if word.zone in seats and len(word.text) >= own.rules.min_word]
    in_words = {card for word in seen for card in word.cards}
    loose = [card for card in reading.cards if card.id not in in_words and letter_of(card.face) != "?"]
    if any(card.confidence < SURE for card in reading.cards if letter_of(card.face) != "?"):
        return None
    words = Counter((word.text, word.zone) for word in seen)
    known = Counter((word.text, word.seat or "") for word in state.words)
    new, gone = list((words - known).elements()), list((known - words).elements())
    pool = Counter(letter_of(card.face) for card in loose if card.zone not in seats)
    before = Counter(own.pool)
    if not new and not gone:
        more = list((pool - before).elements())
        if len(more) != 1 or before - pool:
            return None
        act = "turn up" if own.rules.free_for_all else "pool"
        return Act(t=t, by="camera", act=act, values={"letter": more[0]})
    if len(new) != 1 or pool - before:
        return None
    word, seat = new[0]
    if seat != state.turn and not own.rules.free_for_all:
        return None
    values: dict[str, object] = {"word": word}
    if gone:
        values["from"] = tuple(text for text, _ in gone)
    played = Counter(word) - Counter("".join(text for text, _ in gone)) - (before - pool)
    if played.total() == 1 and not own.rules.free_for_all:
        values["letter"] = next(iter(played))
    return Act(t=t, by="camera", act="word", seat=seat, values=values)
