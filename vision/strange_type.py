"""Says less surely what is read of a pack in a type unlike any that the face reader learnt.

Nothing in one letter shows that it is of such a type: a K whose leg curves is read as an R, and surely. But where a
tenth of a table's whole cards are in doubt, the rest are wrong far more often than they seem, the more so the more are
in doubt. The doubt is then each card's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.table import BACK, SeenCard


@dataclass(frozen=True)
class StrangeTypeSettings:
    """A card counts when at least ``whole`` of it is seen, and is in doubt when read less surely than ``doubt``.

    From ``share`` of such cards in doubt on, and ``least`` of them, a type is strange, and no letter surer than
    ``most``; with more than ``many`` in doubt it sinks, by ``slope`` times what is over, not below ``floor``.
    """

    whole: float = 0.9
    doubt: float = 0.97
    share: float = 0.1
    least: int = 2
    most: float = 0.94
    many: float = 0.25
    slope: float = 0.5
    floor: float = 0.7


def most_sure(cards: Sequence[SeenCard], settings: StrangeTypeSettings | None = None) -> float:
    """Gives how sure a letter among these cards can be at most: 1 when their type is read well."""
    settings = settings or StrangeTypeSettings()
    whole = [card for card in cards if card.face != BACK and card.visible >= settings.whole]
    doubts = sum(card.confidence < settings.doubt for card in whole)
    if doubts < max(settings.least, settings.share * len(whole)):
        return 1.0
    over = max(0.0, doubts / len(whole) - settings.many)
    return max(settings.floor, settings.most - settings.slope * over)
