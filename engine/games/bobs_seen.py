"""What a settled picture of a table of Bobs-y'r-Uncle shows: a line laid, a set declared, hands to be counted.

A wrong card, and whatever else may be a reader's slip, tells nothing: it is entered by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.captions import UNNAMED, CaptionPack
from engine.commands import Act
from engine.state import TableState
from engine.table import SeenCard, TableReading

SETS = {"uncle": "uncles", "trio": "trio"}
"""The kinds of set with which one declares, and the way it is called."""
OF_A_SET = 3


def observed(state: TableState, pack: CaptionPack, reading: TableReading, t: float) -> Act | None:
    """Gives the act that a picture shows; None while it shows none, or none surely."""
    if state.phase == "count":
        return _counted(state, pack, reading, t)
    if state.phase != "play":
        return None
    if (declared := _declared(state, pack, reading, t)) is not None:
        return declared
    going = [card.face for card in reading.cards if goes(pack, state.own.lines, card.face)]
    return Act(t=t, by="camera", act="play", values={"card": going[0]}) if len(going) == 1 else None


def goes(pack: CaptionPack, lines: Mapping[str, int], card_id: str) -> bool:
    """Tells whether a card is the first line of a rhyme or the next one of a rhyme that was begun."""
    card = pack.card(card_id)
    return card is not None and card.kind == "rhyme" and card.place == lines.get(card.set, 0) + 1


def _before(state: TableState, reading: TableReading) -> dict[str, list[SeenCard]]:
    """The cards that lie face up before each player."""
    return {p.seat: [card for card in reading.cards if card.zone == p.seat] for p in state.players}


def _trusted(pack: CaptionPack, reading: TableReading) -> bool:
    """Tells whether the cards without a known caption can be those that have none: where more lie there than the pack
    has, captions are not read, and what is unnamed may be anything."""
    return sum(card.face == UNNAMED for card in reading.cards) <= sum(not card.caption for card in pack.cards)


def _declared(state: TableState, pack: CaptionPack, reading: TableReading, t: float) -> Act | None:
    trusted = _trusted(pack, reading)
    for seat, cards in _before(state, reading).items():
        if not trusted and any(card.face == UNNAMED for card in cards):
            continue
        kinds = {_kind(pack, card) for card in cards}
        if len(cards) == OF_A_SET and len(kinds) == 1 and (kind := kinds.pop()) in SETS:
            return Act(t=t, by="camera", act="declare", seat=seat, values={"way": SETS[kind]})
    return None


def _kind(pack: CaptionPack, card: SeenCard) -> str:
    """The kind of set a card is of; a card whose caption is none of the pack's is one of those without captions."""
    if card.face == UNNAMED:
        kinds = {one.kind for one in pack.cards if not one.caption}
        return kinds.pop() if len(kinds) == 1 else ""
    known = pack.card(card.face)
    return known.kind if known is not None else ""


def _counted(state: TableState, pack: CaptionPack, reading: TableReading, t: float) -> Act | None:
    """The totals of the hands that lie face up, once all of them do, each with as many cards as its player holds."""
    totals: dict[str, int] = {}
    if not _trusted(pack, reading):
        return None
    before = _before(state, reading)
    for player in state.players:
        if player.seat == state.own.declared or not player.cards:
            continue
        values = _values(pack, before[player.seat])
        if values is None or len(values) != player.cards:
            return None
        totals[player.seat] = sum(values)
    return Act(t=t, by="camera", act="mark", values={"totals": totals}) if totals else None


def _values(pack: CaptionPack, cards: Sequence[SeenCard]) -> list[int] | None:
    """The numbers of cards; None when one cannot be known: its caption tells nothing, and its fellows differ."""
    unnamed = {one.value for one in pack.cards if not one.caption}
    found = []
    for card in cards:
        known = pack.card(card.face)
        if known is None and len(unnamed) != 1:
            return None
        found.append(known.value if known is not None else next(iter(unnamed)))
    return found
