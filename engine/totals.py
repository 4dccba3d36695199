"""Arithmetic of hands: which totals a number of cards can make, so that a miscounted hand is seen at once.

In the English pack every letter is even and only the Master is odd: a total is odd exactly when the hand holds it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from engine.cards import Pack
from engine.table import MASTER

_Groups = tuple[tuple[int, int], ...]


def possible_totals(pack: Pack, cards: int) -> frozenset[int]:
    """Gives every total that ``cards`` cards of the pack can make; empty when the pack holds fewer or has no values."""
    return _sums(_groups(pack), cards)


def total_range(pack: Pack, cards: int) -> tuple[int, int]:
    """Gives the least and the greatest total of ``cards`` cards. Raises ValueError when the pack holds fewer."""
    totals = possible_totals(pack, cards)
    return min(totals), max(totals)


def possible_total(pack: Pack, total: int, cards: int | None = None, hand_size: int = 10) -> bool:
    """Whether ``cards`` cards (None: anything from none to a full hand) can add up to ``total`` points."""
    sizes = range(hand_size + 1) if cards is None else (cards,)
    return any(total in possible_totals(pack, size) for size in sizes)


def needs_master(pack: Pack, total: int, cards: int | None = None, hand_size: int = 10) -> bool:
    """Whether only a hand with a Master can make ``total``: in the English pack, whether it is odd."""
    groups = _groups(pack, without=MASTER)
    sizes = range(hand_size + 1) if cards is None else (cards,)
    return not any(total in _sums(groups, size) for size in sizes)


def totals_fault(
    pack: Pack,
    totals: Mapping[str, int],
    cards: Mapping[str, int | None],
    masters_elsewhere: int = 0,
    hand_size: int = 10,
) -> str | None:
    """Says what is impossible about the totals of one table, by seat; None when all can be right.

    ``cards`` maps a seat to its number of cards (None or absent: unknown); ``masters_elsewhere`` are the Masters that
    lie in words or beside the stock and so in no hand.
    """
    if not pack.values:
        return None
    with_master = []
    for seat, total in totals.items():
        held = cards.get(seat)
        if not possible_total(pack, total, held, hand_size):
            many = "a hand" if held is None else f"{held} card{'s' if held != 1 else ''}"
            return f"{seat}: {many} cannot make {total} points"
        if needs_master(pack, total, held, hand_size):
            with_master.append(seat)
    masters = pack.counts.get(MASTER, 0) - masters_elsewhere
    if len(with_master) > max(0, masters):
        free = {0: "no Master is", 1: "only one Master is"}.get(max(0, masters), f"only {masters} Masters are")
        return f"{' and '.join(with_master)}: such a total needs the Master, and {free} left to be held"
    return None


def _groups(pack: Pack, without: str | None = None) -> _Groups:
    """Gives (value, number of cards) of the pack; equal values are one group."""
    groups: Counter[int] = Counter()
    for face, count in pack.counts.items():
        if face != without:
            groups[pack.values[face]] += count
    return tuple(sorted(groups.items()))


@lru_cache(maxsize=512)
def _sums(groups: _Groups, cards: int) -> frozenset[int]:
    reach: list[set[int]] = [{0}, *(set[int]() for _ in range(cards))]
    for value, count in groups:
        reach = [
            {total + taken * value for taken in range(min(count, size) + 1) for total in reach[size - taken]}
            for size in range(cards + 1)
        ]
    return frozenset(reach[cards])
