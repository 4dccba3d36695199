"""What a command names, looked up: a player, a hand, a table, a card. Each refuses what does not exist."""

from __future__ import annotations

from engine.drive.reasons import DriveReason
from engine.drive.state import Card, DriveState, Hand, Player, Table
from engine.errors import Refused

PLAYED = ("running", "scoring", "break", "over")
"""The phases in which the last hand made has begun."""


def in_phase(state: DriveState, *phases: str, what: str) -> None:
    """Refuses unless the drive is in one of these phases; ``what`` says what can be done only then."""
    if state.phase not in phases:
        raise Refused(DriveReason.NOT_NOW, f"{what}; the drive is {_STANDS[state.phase]}")


_STANDS = {
    "closed": "not set up",
    "gathering": "gathering its players",
    "made": "about to announce the seats",
    "announced": "sitting down",
    "running": "in play",
    "scoring": "waiting for score cards, or for the next hand",
    "break": "in a break",
    "over": "over",
}


def current(state: DriveState) -> Hand:
    """Gives the last hand made."""
    if state.hand is None:
        raise Refused(DriveReason.NO_SUCH_HAND, "no hand has been made yet")
    return state.hand


def hand_begun(state: DriveState, number: int) -> Hand:
    """Gives a hand that has begun; 0 is the last one."""
    begun = len(state.hands) if state.phase in PLAYED else len(state.hands) - 1
    wanted = number or begun
    if number == 0 and state.phase not in PLAYED:
        raise Refused(DriveReason.NOT_NOW, "no hand is in play or being counted; name an earlier hand by its number")
    if not 0 < wanted <= begun:
        raise Refused(DriveReason.NO_SUCH_HAND, f"hand {number} has not been played; the last one was {max(begun, 0)}")
    return state.hands[wanted - 1]


def player(state: DriveState, number: int) -> Player:
    """Gives the player with a number."""
    found = state.players.get(number)
    if found is None:
        raise Refused(DriveReason.NO_SUCH_PLAYER, f"nobody in this drive has number {number}")
    return found


def table(hand: Hand, number: int) -> Table:
    """Gives a table of a hand."""
    found = hand.tables.get(number)
    if found is None:
        numbers = ", ".join(str(n) for n in list(hand.tables)[:12]) + (" ..." if len(hand.tables) > 12 else "")
        raise Refused(DriveReason.NO_SUCH_TABLE, f"hand {hand.number} has no table {number}; its tables are {numbers}")
    return found


def card(state: DriveState, hand: Hand, number: int) -> tuple[Table, Card]:
    """Gives a player's table and card in a hand."""
    who = player(state, number)
    found = hand.table_of(number)
    if found is None or number not in found.cards:
        raise Refused(DriveReason.NOT_AT_TABLE, f"{who.name} ({number}) did not play hand {hand.number}")
    return found, found.cards[number]


def reason(why: str, what: str) -> str:
    """Gives the reason without blanks around it. Refuses an empty one."""
    if not why.strip():
        raise Refused(DriveReason.WHY, f"{what} needs a reason; it stands in the journal")
    return why.strip()
