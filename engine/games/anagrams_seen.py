"""What a settled picture of an Anagrams table shows was played: a letter into the pool, or a word and of what.

Words lie before their players and the pool in the middle. A picture tells of which words a new one was made by those
that are gone. What cannot be one legal act tells nothing: it is entered by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.commands import Act
from engine.games.anagrams_table import Tablets
from engine.state import TableState
from engine.table import TableReading, letter_of

SURE = 0.75
"""A tablet read less surely than this tells nothing yet."""


def observed(state: TableState, reading: TableReading, t: float) -> Act | None:
    """Gives the act that the picture shows; None while it shows none, or none surely."""
    own: Tablets = state.own
    if state.phase != "play" or reading.covered:
        return None
    seats = {player.seat for player in state.players}
    seen = [word for word in reading.words if word.zone in seats and len(word.text) >= own.rules.min_word]
    in_words = {card for word in seen for card in word.cards}
    loose = [card for card in reading.cards if card.id not in in_words and letter_of(card.face) != "?"]
    if any(card.confidence < SURE for card in reading.cards if letter_of(card.face) != "?"):
        return None
    if own.drawing:
        return _drawn(own, [(card.zone, letter_of(card.face)) for card in loose if card.zone in seats], t)
    words = Counter((word.text, word.zone) for word in seen)
    pool = Counter(letter_of(card.face) for card in loose if card.zone not in seats)
    if own.asked is not None:
        return _made(state, words, pool, t)
    known = Counter((word.text, word.seat or "") for word in state.words)
    new, gone = list((words - known).elements()), list((known - words).elements())
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


def _drawn(own: Tablets, shown: Sequence[tuple[str, str]], t: float) -> Act | None:
    """The letters drawn for who plays first, once one lies face up before each who draws. Those who tied draw again:
    while some of them show the old letter and others not, they are not done."""
    letters = dict(shown)
    if len(letters) != len(shown) or letters.keys() != set(own.drawing):
        return None
    if own.tied and own.tied in letters.values():
        return None
    return Act(t=t, by="camera", act="draw", values={"letters": letters})


def _made(state: TableState, words: Counter[tuple[str, str]], pool: Counter[str], t: float) -> Act | None:
    """The one way in which the word asked about can have been made, by the words and the letters that are gone."""
    asked = state.own.asked
    known = Counter((word.text, word.seat or "") for word in state.words)
    fit = []
    for told, way in asked["found"].items():
        gone = Counter((text, seat or "") for text, seat in way["captured"])
        left = Counter(state.own.pool) - Counter(way["pool"])
        if known - gone + Counter([(asked["word"], asked["seat"])]) == words and left == pool:
            fit.append(told)
    return Act(t=t, by="camera", act="made", values={"of": fit[0]}) if len(fit) == 1 else None
