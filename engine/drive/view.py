"""A drive as a JSON object: how it stands, table by table, for screens and links."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, cast

from engine.drive.hall import break_due
from engine.drive.outcome import complete, cutting, moving, winners
from engine.drive.rules import DriveRules, as_mapping
from engine.drive.standings import Standing, prizes, standings
from engine.drive.state import Card, DriveState, Hand, Player, Table
from engine.drive.watch import going, misplaced, missing, without_chair
from engine.same import Same


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
        "players": _players(Same(state.players)),
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
            {
                "number": item.number, "table": item.table, "seat": item.seat,
                "right_table": item.right_table, "right_seat": item.right_seat,
            }
            for item in misplaced(state)
        ],
        "waiting": list(without_chair(state)),
        "standings": [_row(row) for row in places],
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


def shown_table(state: DriveState, hand: Hand, table: Table) -> Mapping[str, Any]:
    """Gives one table of a hand with its score cards; the same object as before where the table is the same."""
    shown = _shown_table(Same(state.rules, table, state.players), state.steward_of(table.number))
    return shown if hand.void is None else {**shown, "cuts": [], "moves": None}


@lru_cache(maxsize=1024)
def _shown_table(key: Same, steward: str | None) -> Mapping[str, Any]:
    rules, table, players = cast("tuple[DriveRules, Table, Mapping[int, Player]]", key.parts)
    return {
        "table": table.number,
        "steward": steward,
        "seated": table.seated,
        "dealer": table.dealer,
        "extra": table.extra,
        "rung": table.rung,
        "out": table.out,
        "in": table.is_in,
        "void": table.void,
        "won": list(winners(rules, table)),
        "cuts": list(cutting(rules, table)),
        "moves": moving(rules, table),
        "chairs": [
            {
                "seat": seat,
                "number": number,
                "name": players[number].name,
                "away": number in table.away,
                "badge": table.seen.get(seat),
                "left": table.left_of(number),
                **_shown_card(table.cards.get(number)),
            }
            for seat, number in table.chairs
        ],
    }


@lru_cache(maxsize=2)
def _players(key: Same) -> list[dict[str, Any]]:
    (players,) = cast("tuple[Mapping[int, Player]]", key.parts)
    return [
        {"number": held.number, "name": held.name, "since": held.since, "left": held.left} for held in players.values()
    ]


@lru_cache(maxsize=2048)
def _row(row: Standing) -> Mapping[str, Any]:
    return {name: getattr(row, name) for name in STANDING}


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
