"""Who goes where after a hand: named rules, each a function from a hand to the seats of the next one.

Rule book: the winner of each table moves to the next one, 1 to 2 and 5 to 6, and shuffles and deals there. From the
last table he goes to the first. A drive can have the loser go down instead, or everybody move by the letter of the
seat, or nobody at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.drive.outcome import mover
from engine.drive.rules import DriveRules
from engine.drive.seating import COMPASS, Chairs
from engine.drive.state import Hand

Dealers = dict[int, int]
"""Table number to the player who deals there."""

Movement = Callable[[DriveRules, Hand], tuple[Chairs, Dealers]]

LETTERS = {"N": 0, "E": 1, "S": 2, "W": -1}
"""By letter: north stays, east goes up one table, south two, and west goes down one."""


def moved(rules: DriveRules, hand: Hand) -> tuple[Chairs, Dealers]:
    """Gives the seats after a hand, of all who had a chair in it, and who deals where that is known.

    After a hand that was voided in the whole hall nobody moves.
    """
    if hand.void is not None:
        return _stay(rules, hand)
    return MOVEMENTS[rules.movement](rules, hand)


def _chairs(hand: Hand) -> Chairs:
    return {number: dict(table.chairs) for number, table in hand.tables.items()}


def _winner_up(rules: DriveRules, hand: Hand) -> tuple[Chairs, Dealers]:
    return _along(rules, hand, 1)


def _loser_down(rules: DriveRules, hand: Hand) -> tuple[Chairs, Dealers]:
    return _along(rules, hand, -1)


def _along(rules: DriveRules, hand: Hand, step: int) -> tuple[Chairs, Dealers]:
    """One of each table goes ``step`` tables on, takes the chair that came free there, and deals."""
    chairs = _chairs(hand)
    dealers: Dealers = {}
    going = [
        (number, player, seat)
        for number, table in hand.tables.items()
        if (player := mover(rules, hand, table)) is not None and (seat := table.seat_of(player)) is not None
    ]
    for place, (_, player, _) in enumerate(going):
        target, _, seat = going[(place + step) % len(going)]
        chairs[target][seat] = player
        dealers[target] = player
    return chairs, dealers


def _by_letter(rules: DriveRules, hand: Hand) -> tuple[Chairs, Dealers]:
    """Everybody keeps the letter of the seat and moves among the tables that have such a chair."""
    old = _chairs(hand)
    chairs: Chairs = {number: {} for number in old}
    for letter in (*COMPASS, "1", "2", "3", "4", "5"):
        ring = [number for number, table in old.items() if letter in table]
        for place, number in enumerate(ring):
            chairs[ring[(place + LETTERS.get(letter, 0)) % len(ring)]][letter] = old[number][letter]
    return chairs, _in_turn(hand.number + 1, chairs)


def _stay(rules: DriveRules, hand: Hand) -> tuple[Chairs, Dealers]:
    chairs = _chairs(hand)
    return chairs, _in_turn(hand.number + 1, chairs)


def _in_turn(hand: int, chairs: Mapping[int, Mapping[str, int]]) -> Dealers:
    """Where nobody arrives to deal, the deal goes round with the hands, from chair to chair."""
    dealers: Dealers = {}
    for number, table in chairs.items():
        seats = list(table)
        if seats:
            dealers[number] = table[seats[(hand - 1) % len(seats)]]
    return dealers


MOVEMENTS: Mapping[str, Movement] = {
    "winner up": _winner_up,
    "loser down": _loser_down,
    "by letter": _by_letter,
    "stay": _stay,
}
"""The movements by name."""
