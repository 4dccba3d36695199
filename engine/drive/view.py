"""A drive as a JSON object: how it stands, table by table, for screens and links."""

from __future__ import annotations

from typing import Any

from engine.drive.hall import break_due
from engine.drive.outcome import complete, mover, to_cut, winners
from engine.drive.rules import as_mapping
from engine.drive.standings import prizes, standings
from engine.drive.state import Card, DriveState, Hand, Table
from engine.drive.watch import going, misplaced, missing, without_chair


def view(state: DriveState) -> dict[str, Any]:
    """Gives the whole drive; the standings and prizes are those of now."""
    hand, places = state.hand, standings(state)
    return {
        "phase": state.phase,
        "name": state.name,
        "seq": state.seq,
        "rules": as_mapping(state.rules),
        "clock": {"phase": state.hall.phase, "left": state.hall.left, "ends_at": state.hall.ends_at},
        "stewards": list(state.stewards),
        "players": [
            {"number": held.number, "name": held.name, "since": held.since, "left": held.left}
            for held in state.players.values()
        ],
        "hand": None if hand is None else shown_hand(state, hand),
        "complete": complete(state),
        "break_due": break_due(state),
        "missing": [
            {"table": item.table, "what": item.what, "players": list(item.players)} for item in missing(state)
        ],
        "going": [
            {
                "number": move.number, "from": move.from_table, "from_seat": move.from_seat,
                "table": move.table, "seat": move.seat, "deals": move.deals,
            }
            for move in (going(state) if state.phase in ("made", "announced") else ())
        ],
        "misplaced": [
            {"number": item.number, "table": item.table, "seat": item.seat, "right_table": item.right_table}
            for item in misplaced(state)
        ],
        "waiting": list(without_chair(state)),
        "standings": [
            {name: getattr(row, name) for name in STANDING} for row in places
        ],
        "prizes": [{"kind": p.kind, "place": p.place, "numbers": list(p.numbers)} for p in prizes(state, places)],
    }  # fmt: skip


STANDING = (
    "place",
    "number",
    "name",
    "points",
    "total",
    "fines",
    "hands",
    "missed",
    "won",
    "waiting",
    "here",
    "shared",
)
"""The columns of the standings."""


def shown_hand(state: DriveState, hand: Hand) -> dict[str, Any]:
    """Gives one hand with its tables."""
    return {
        "hand": hand.number,
        "void": hand.void,
        "seed": hand.seed,
        "tables": [shown_table(state, hand, table) for table in hand.tables.values()],
    }


def shown_table(state: DriveState, hand: Hand, table: Table) -> dict[str, Any]:
    """Gives one table of a hand with its score cards."""
    return {
        "table": table.number,
        "steward": state.steward_of(table.number),
        "seated": table.seated,
        "dealer": table.dealer,
        "extra": table.extra,
        "rung": table.rung,
        "out": table.out,
        "in": table.is_in,
        "void": table.void,
        "won": list(winners(state.rules, table)),
        "cuts": list(to_cut(state.rules, hand, table)),
        "moves": mover(state.rules, hand, table),
        "chairs": [
            {
                "seat": seat,
                "number": number,
                "name": state.players[number].name,
                "away": number in table.away,
                "badge": table.seen.get(seat),
                "left": table.left_of(number),
                **_shown_card(table.cards.get(number)),
            }
            for seat, number in table.chairs
        ],
    }


def _shown_card(card: Card | None) -> dict[str, Any]:
    if card is None:
        return {"stage": None, "total": None, "fine": 0, "points": 0, "initialled_by": None, "doubt": ""}
    return {
        "stage": card.stage,
        "total": card.total,
        "fine": card.fine,
        "points": card.points,
        "initialled_by": card.initialled_by,
        "doubt": card.doubt,
    }
