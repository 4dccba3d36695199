"""Results to take away: the standings with every hand's score as CSV, and the whole drive as JSON."""

from __future__ import annotations

import csv
import io
from typing import Any

from engine.drive.rules import as_mapping
from engine.drive.standings import counted, prizes, standings
from engine.drive.state import DriveState
from engine.drive.view import STANDING, shown_hand

HEAD = ("place", "number", "name", "points", "total", "fines", "hands", "missed", "won")


def results_csv(state: DriveState) -> str:
    """Gives the standings as CSV, a player a line, with a column for each hand: the points, ``-`` for none."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow((*HEAD, *(f"hand {hand.number}" for hand in state.hands)))
    for row in standings(state):
        cards = [counted(state, hand, row.number) for hand in state.hands]
        points = ["-" if card is None else card.points for card in cards]
        table.writerow((*(_cell(getattr(row, name)) for name in HEAD), *points))
    return out.getvalue()


def results_json(state: DriveState) -> dict[str, Any]:
    """Gives rules, standings, prizes, and every hand with its tables and cards."""
    places = standings(state)
    return {
        "name": state.name,
        "phase": state.phase,
        "seed": state.seed,
        "rules": as_mapping(state.rules),
        "standings": [{name: getattr(row, name) for name in STANDING} for row in places],
        "prizes": [{"kind": p.kind, "place": p.place, "numbers": list(p.numbers)} for p in prizes(state, places)],
        "hands": [shown_hand(state, hand) for hand in state.hands],
    }


def _cell(value: Any) -> Any:
    """Keeps a spreadsheet from taking a name for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t") else value
