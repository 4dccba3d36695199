"""What a settled picture of a table of Alice in Wonderland shows: a leading card, or a whole set shown face up once."""

from __future__ import annotations

from engine.commands import Act
from engine.state import TableState
from engine.table import TableReading

OF_A_SET = 3


def observed(state: TableState, reading: TableReading, t: float) -> Act | None:
    """Gives the act that a picture shows; None while it shows none, or none surely."""
    own, seats = state.own, [player.seat for player in state.players]
    if state.phase != "play":
        return None
    where: dict[str, list[tuple[str, str]]] = {}
    for card in reading.cards:
        one, _, place = card.face.partition(".")
        where.setdefault(one, []).append((place, card.zone))
    for one, cards in where.items():
        zones = {zone for _, zone in cards}
        whole = len({place for place, _ in cards if place}) == OF_A_SET
        if not whole or one in own.won or len(zones) != 1 or (seat := zones.pop()) not in seats:
            continue
        if own.leads.get(seat) == one and seat == state.turn:
            return Act(t=t, by="camera", act="complete")
        if not own.begun:
            return Act(t=t, by="camera", act="lay set", seat=seat, values={"set": one})
        return None
    led = [(card.face.removesuffix(".1"), card.zone) for card in reading.cards if card.face.endswith(".1")]
    # A leading card that still lies before another player was forfeited by him, or was never the next one's.
    fresh = [
        one
        for one, zone in led
        if one not in own.leads.values() and one not in own.won and (zone not in seats or zone == state.turn)
    ]
    if len(fresh) != 1 or state.turn in own.leads:
        return None
    return Act(t=t, by="camera", act="lead", values={"set": fresh[0]})
