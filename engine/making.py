"""Which act makes a row of a known word, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass

from engine.lay import Row
from engine.table import letter_of

KEPT, LETTERS = 0.99, 24
"""A doubtful card in a word with other new cards counts as the old one when that is so likely; a new card may show any
of so many letters."""
UNREAD = 0.4
"""A row with a card read less surely than this, in a missing word's place, is what can be read of that word."""
WANDERS_MM = 150.0
"""A word must lie within this of its old place to be the same word with other cards."""


def is_subsequence(old: str, new: str) -> bool:
    """Tells whether the letters of ``old`` stand in ``new`` in their order.

    >>> is_subsequence("HAT", "THATCHED"), is_subsequence("EXPERT", "EXPORT")
    (True, False)
    """
    letters = iter(new)
    return all(letter in letters for letter in old)


def act_between(before: str | None, after: str) -> str | None:
    """Names the act that makes ``after`` of ``before`` (rules A, C and D), or None when there is none.

    >>> act_between(None, "FAR"), act_between("FAR", "FAIRY"), act_between("EXPERT", "EXPORT"), act_between("ON", "NO")
    ('compose', 'insert', 'substitute', 'substitute')
    """
    if before is None:
        return "compose"
    if len(after) > len(before) and is_subsequence(before, after):
        return "insert"
    if len(after) == len(before) and after != before:
        return "substitute"
    return None


@dataclass(frozen=True, slots=True)
class Made:
    """What a row may be when it was made of a known word; ``resolved`` when a doubtful card was taken for one of it."""

    act: str
    text: str
    sure: float
    resolved: bool = False


def made_of(before: str, row: Row) -> Made | None:
    """Tells which act makes the row of ``before``. Cards that stand in a word stay in it when others are inserted: a
    doubtful one that may be the card which lay there is that card."""
    act = act_between(before, row.text)
    if act == "substitute":
        return Made(act, row.text, _substituted_confidence(before, row))
    if act is not None:
        return Made(act, row.text, _added_confidence(before, row))
    places = _places_in(before, row)
    if places is None or len(row.cards) <= len(before):
        return None
    letters = dict(zip(places, before, strict=True))
    text = "".join(letters.get(place, card.letter) for place, card in enumerate(row.cards))
    sure = min(card.confidence for place, card in enumerate(row.cards) if place not in letters)
    return Made("insert", text, sure, resolved=True)


def plausible(before: str, made: Made, away: float) -> bool:
    """A substitution keeps at least one letter in its place, and leaves the word about where it lay."""
    if made.act == "substitute":
        return shared(before, made.text) > 0 and away <= WANDERS_MM and made.sure >= UNREAD
    return not made.resolved or away <= WANDERS_MM


def _places_in(text: str, row: Row) -> tuple[int, ...] | None:
    """Gives the places in a row at which its cards may be ``text``, in order and with the fewest doubts taken for it;
    None: they may not."""
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for place, card in enumerate(row.cards):
        for done in sorted(best, reverse=True):
            if done < len(text) and card.may_be(text[done]):
                doubts, places = best[done]
                step = (doubts + (card.letter != text[done]), (*places, place))
                best[done + 1] = min(best.get(done + 1, step), step)
    return best[len(text)][1] if len(text) in best else None


def shared(before: str, after: str) -> int:
    """How many letters of ``before`` still stand in ``after`` (in place, or in order for a longer word)."""
    if len(before) == len(after):
        return sum(a == b for a, b in zip(before, after, strict=True))
    return len(before)


def _substituted_confidence(before: str, row: Row) -> float:
    """The confidence of the least sure card that is new in the row. A card that looks unchanged but is doubtful may
    have been put there too: the less likely, the fewer others were."""
    changed = sum(card.letter != old for card, old in zip(row.cards, before, strict=True)) / len(before)
    sure = 1.0
    for card, old in zip(row.cards, before, strict=True):
        other = max((p for face, p in card.alternatives if letter_of(face) != old), default=0.0)
        stays, new = card.confidence * (1 - changed), other * changed / LETTERS
        if card.letter != old or stays < KEPT * (stays + new):
            sure = min(sure, card.confidence)
    return sure


def _added_confidence(before: str, row: Row) -> float:
    """The confidence of the least sure card that is new in the row."""
    rest = list(before)
    new = []
    for card in row.cards:
        if rest and card.letter == rest[0]:
            rest.pop(0)
        else:
            new.append(card)
    return min((card.confidence for card in new), default=1.0)
