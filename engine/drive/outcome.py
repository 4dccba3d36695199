"""How a table's hand came out: who has won it, who has to cut, and whether the whole hall is in.

Rule book: who runs out or totals the lowest is the winner. A tie is cut for. A fine does not decide who has won, unless
the drive's rule ``fine_decides`` says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.drive.rules import DriveRules
from engine.drive.state import DriveState, Hand, Table

_Choice = Callable[[Iterable[int]], int]


def winners(rules: DriveRules, table: Table) -> tuple[int, ...]:
    """Gives who has the lowest total of a table (several: they tie); none where nothing counts or cards are out."""
    return _best(rules, table, min)


def losers(rules: DriveRules, table: Table) -> tuple[int, ...]:
    """Gives who has the highest total of a table."""
    return _best(rules, table, max)


def won_by(rules: DriveRules, table: Table) -> tuple[int, ...]:
    """Gives those who are counted as winners of a table's hand: the one who won the cut, or all who tie uncut."""
    lowest = winners(rules, table)
    return (table.cut,) if table.cut in lowest and rules.movement != "loser down" else lowest


def to_cut(rules: DriveRules, hand: Hand, table: Table) -> tuple[int, ...]:
    """Gives who of a table must cut before anybody can move; none when it is clear, or not asked."""
    return () if hand.void is not None else cutting(rules, table)


def mover(rules: DriveRules, hand: Hand, table: Table) -> int | None:
    """Gives who moves on from a table; None when nobody does, or it is not known yet."""
    return None if hand.void is not None else moving(rules, table)


def cutting(rules: DriveRules, table: Table) -> tuple[int, ...]:
    """Gives what :func:`to_cut` does, of a hand that counts."""
    tied = _asked(rules, table)
    return () if len(tied) == 1 or table.cut in tied else tied


def moving(rules: DriveRules, table: Table) -> int | None:
    """Gives what :func:`mover` does, of a hand that counts."""
    tied = _asked(rules, table)
    return tied[0] if len(tied) == 1 else table.cut if table.cut in tied else None


def complete(state: DriveState) -> bool:
    """Whether nothing more is waited for before the next hand: all cards are in and all ties cut."""
    hand = state.hand
    if hand is None or hand.void is not None:
        return True
    return all(table.is_in and not to_cut(state.rules, hand, table) for table in hand.tables.values())


def _asked(rules: DriveRules, table: Table) -> tuple[int, ...]:
    """Gives those among whom one moves by the rules, once the table is in."""
    return _tied(rules, table) if rules.movement in ("winner up", "loser down") and table.is_in else ()


def _tied(rules: DriveRules, table: Table) -> tuple[int, ...]:
    """Gives those among whom one moves; where the hand does not count, any of the players."""
    best = winners(rules, table) if rules.movement == "winner up" else losers(rules, table)
    return best or table.players


def _best(rules: DriveRules, table: Table, choice: _Choice) -> tuple[int, ...]:
    if table.void is not None or not table.is_in:
        return ()
    points = {
        number: card.total + (card.fine if rules.fine_decides else 0)
        for number, card in table.cards.items()
        if card.total is not None and card.stage != "excused"
    }
    if choice is min and table.out is not None and points.get(table.out) == 0:
        return (table.out,)
    best = choice(points.values()) if points else 0
    return tuple(number for number in table.players if points.get(number) == best and number in points)
