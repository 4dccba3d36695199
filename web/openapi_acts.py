"""What each act's request may hold, field by field, as JSON schemas: what the API's description says of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from engine.drive.rules import CHOICES as DRIVE_CHOICES
from engine.drive.rules import DriveRules
from engine.rules import HouseRules
from web.actions import MOST_CARDS, MOST_POINTS, MOST_SECONDS, PLAYS, SEATS
from web.drive.acts import MOST_LIST, MOST_NUMBER, MOST_TABLES

Schema = Mapping[str, Any]


def one_of(*values: str) -> Schema:
    """Gives the schema of a choice."""
    return {"type": "string", "enum": list(values)}


def whole(low: int, high: int) -> Schema:
    """Gives the schema of a whole number."""
    return {"type": "integer", "minimum": low, "maximum": high}


def number(low: float, high: float) -> Schema:
    """Gives the schema of a number of at most six places."""
    return {"type": "number", "minimum": low, "maximum": high}


def text(longest: int = 200) -> Schema:
    """Gives the schema of a line of text."""
    return {"type": "string", "maxLength": longest, "pattern": r"^[^\x00-\x1f\x7f]*$"}


SEAT = one_of("N", "E", "S", "W", *(str(n) for n in range(1, 11)))
WORD = {"type": "string", "pattern": "^[A-Za-z*]{1,40}$"}
FACE = {"type": "string", "pattern": "^([A-Za-z*]|MASTER)$"}
WHY = text()

TABLE_ACTS: Mapping[str, Mapping[str, Schema]] = {
    "open": {
        "game": text(40), "rules": one_of("home", "drive"), "language": one_of("en", "fr"), "pack": text(40),
        **{f"name-{seat}": text(24) for seat in SEATS},
        **{f"house-{rule.name}": text(40) for rule in fields(HouseRules) if rule.name != "preset"},
    },
    "deal": {"seat": SEAT, "exposed": FACE},
    "adopt": {"words": text(1000), "exposed": FACE, "turn": SEAT},
    "play": {
        "act!": one_of(*PLAYS), "seat": SEAT, "before": WORD, "after": WORD, "exposed_before": FACE,
        "exposed_after": FACE, "took": one_of("unknown", "exposed", "stock"),
    },
    "challenge": {"seat!": SEAT},
    "undo": {},
    "rule": {"verdict!": one_of("good", "misspelt", "not allowed"), "why": WHY},
    "answer": {"answer!": one_of("yes", "no")},
    "clock-start": {"minutes": number(0, MOST_SECONDS / 60), "seconds": number(0, MOST_SECONDS)},
    "clock-pause": {},
    "clock-resume": {},
    "clock-adjust": {"seconds!": number(-MOST_SECONDS, MOST_SECONDS)},
    "mark": {
        **{f"total-{seat}": whole(0, MOST_POINTS) for seat in "NESW"},
        **{f"count-{seat}": whole(0, MOST_CARDS) for seat in "NESW"},
    },
    "initial": {"by_seat!": SEAT},
    "refuse-total": {"by_seat!": SEAT},
    "reopen": {"why!": WHY},
    "restock": {"exposed": FACE},
    "cut": {"about": one_of("deal", "tie"), **{f"card-{seat}": FACE for seat in "NESW"}},
    "correct": {
        "field!": one_of("score", "cards", "turn", "dealer", "word", "exposed"), "seat": SEAT, "before": WORD,
        "value": text(40), "why": WHY,
    },
    "act": {"act!": text(40), "seat": SEAT},
}  # fmt: skip
"""The fields of each act at the table; ``!`` marks those that are needed."""

PLAYER = whole(1, MOST_NUMBER)
TABLE = whole(1, MOST_TABLES)
HAND = whole(0, 1000)
TICK = one_of("yes", "no")
ABOUT_CARD = {"number!": PLAYER, "why": WHY, "hand": HAND}


def _rule(name: str, default: object) -> Schema:
    if name in DRIVE_CHOICES:
        return one_of(*DRIVE_CHOICES[name])
    if isinstance(default, bool):
        return TICK
    return number(0, 1000) if isinstance(default, float) else whole(0, 1000) if isinstance(default, int) else text(60)


RULES = {rule.name: _rule(rule.name, rule.default) for rule in fields(DriveRules)}

DRIVE_ACTS: Mapping[str, Mapping[str, Schema]] = {
    "create": {"name!": text(60), "seed": text(60), **RULES},
    "rules": RULES,
    "join": {"players!": {"type": "string", "maxLength": MOST_LIST}, "wait": TICK},
    "stewards": {"names": {"type": "string", "maxLength": 4000}},
    "rename": {"number!": PLAYER, "name!": text(60)},
    "leave": {"number!": PLAYER},
    "return": {"number!": PLAYER},
    "absent": {"number!": PLAYER, "hand": HAND, "there": TICK},
    "swap": {"number!": PLAYER, "other!": PLAYER, "why": WHY},
    **{name: {} for name in ("make", "unmake", "announce", "start", "start-anyway", "call-back", "pause", "resume",
                             "finish", "finish-anyway", "go-on", "cut-places")},
    "adjust": {"seconds!": number(-7200, 7200)},
    "break": {"minutes": number(0, 600)},
    "void-hall": {"why": WHY, "hand": HAND},
    "restore": {"table": whole(0, MOST_TABLES), "why": WHY, "hand": HAND},
    "extend": {"table!": TABLE, "seconds!": number(-3600, 3600)},
    "void": {"table!": TABLE, "why": WHY, "hand": HAND},
    "reopen": ABOUT_CARD,
    "excuse": ABOUT_CARD,
    "correct": {"number!": PLAYER, "total!": whole(0, MOST_POINTS), "why": WHY, "hand": HAND, "sure": TICK},
    "fine": {"number!": PLAYER, "points": whole(-1000, 1000), "why": WHY, "hand": HAND},
    "seated": {"table!": TABLE},
    "out": {"table!": TABLE, "number!": whole(0, MOST_NUMBER)},
    "mark": {"table!": TABLE, "hand": HAND, "sure": TICK, **{f"total-{n}": whole(0, MOST_POINTS) for n in range(1, 5)}},
    "initial": {"number!": PLAYER, "by_number": whole(0, MOST_NUMBER), "hand": HAND},
    "refuse": {"number!": PLAYER, "by_number": whole(0, MOST_NUMBER), "hand": HAND},
    "cut": {"table!": TABLE, "number": whole(0, MOST_NUMBER)},
}  # fmt: skip
"""The fields of each act of a drive. A total may be given for any player: ``total-`` and his number."""
