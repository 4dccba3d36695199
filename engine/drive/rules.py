"""The rules of a drive: everything an organiser may want otherwise, each by name, with the rule book's value first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from engine.errors import BadSettings


@dataclass(frozen=True, slots=True)
class DriveRules:
    """What holds in the whole drive. ``minutes`` and ``break_minutes`` are minutes, ``fine`` points.

    :param hands: how many are played; ``breaks`` are the hands after which there is a break.
    :param movement: who moves after a hand, see :data:`engine.drive.movement.MOVEMENTS`.
    :param ties: equal points over all are a ``shared`` place, or decided by ``hands won``, or by a ``cut``.
    :param missed: who missed hands stands ``behind`` those who played more of them, or all are compared by their
        ``average`` a hand.
    :param fine_decides: whether a fine counts when a table's winner is found.
    :param initials: whether a total is final only when the neighbour on the left has initialled it.
    :param prizes: how many of the lowest get one; ``prize_most_won`` and ``prize_booby`` (the highest) are the others.
    :param tables_a_steward: how many tables one steward looks after.
    """

    hands: int = 12
    minutes: float = 7.0
    breaks: tuple[int, ...] = ()
    break_minutes: float = 15.0
    movement: str = "winner up"
    ties: str = "shared"
    missed: str = "behind"
    fine: int = 50
    fine_decides: bool = False
    initials: bool = True
    prizes: int = 3
    prize_most_won: bool = True
    prize_booby: bool = True
    tables_a_steward: int = 10
    hand_size: int = 10
    pack: str = "lexicon"
    language: str = "en"


CHOICES: Mapping[str, tuple[str, ...]] = {
    "movement": ("winner up", "loser down", "by letter", "stay"),
    "ties": ("shared", "hands won", "cut"),
    "missed": ("behind", "average"),
}
RANGES: Mapping[str, tuple[float, float]] = {
    "hands": (1, 100),
    "minutes": (0.05, 120),
    "break_minutes": (0.05, 600),
    "fine": (0, 1000),
    "prizes": (0, 1000),
    "tables_a_steward": (1, 1000),
    "hand_size": (1, 20),
}


def drive_rules(changes: Mapping[str, Any] | None = None, base: DriveRules | None = None) -> DriveRules:
    """Gives the rules with an organiser's own changes. Raises :class:`BadSettings` naming what does not fit."""
    rules = base or DriveRules()
    values: dict[str, Any] = {item.name: getattr(rules, item.name) for item in fields(DriveRules)}
    for name, value in (changes or {}).items():
        if name not in values:
            raise BadSettings(f"a drive has no rule called {name!r}; choose one of {', '.join(values)}")
        values[name] = _fitting(name, value, values[name])
    if any(hand >= values["hands"] for hand in values["breaks"]):
        raise BadSettings(f"the drive's rule breaks: of {values['hands']} hands none has a break after the last")
    return DriveRules(**values)


def as_mapping(rules: DriveRules) -> dict[str, Any]:
    """Gives the rules as a journal keeps them; :func:`drive_rules` reads them back."""
    return {**asdict(rules), "breaks": list(rules.breaks)}


def _fitting(name: str, value: Any, default: Any) -> Any:
    """Gives the value as the rule holds it. Raises :class:`BadSettings`."""
    if name in CHOICES and value not in CHOICES[name]:
        raise BadSettings(f"the drive's rule {name} is {value!r}; it may be {' or '.join(CHOICES[name])}")
    if name == "breaks":
        hands = tuple(value) if isinstance(value, list | tuple) else (None,)
        if not all(isinstance(hand, int) and not isinstance(hand, bool) and hand > 0 for hand in hands):
            raise BadSettings(f"the drive's rule breaks is {value!r}; it must be a list of hands, such as [4, 8]")
        return tuple(sorted(set(hands)))
    if isinstance(default, bool | str):
        wanted = "true or false" if isinstance(default, bool) else "a word"
        if type(value) is not type(default):
            raise BadSettings(f"the drive's rule {name} is {value!r}; it must be {wanted}")
        return value
    least, most = RANGES[name]
    kinds = (int,) if isinstance(default, int) else (int, float)
    if not isinstance(value, kinds) or isinstance(value, bool) or not least <= value <= most:
        whole = "whole " if isinstance(default, int) else ""
        raise BadSettings(
            f"the drive's rule {name} is {value!r}; it must be a {whole}number from {least:g} to {most:g}"
        )
    return value if isinstance(default, int) else float(value)
