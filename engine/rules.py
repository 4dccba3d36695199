"""House rules: everything a club may want otherwise, each by name, with the rule book's value as default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

from engine.errors import BadSettings

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

R = TypeVar("R", bound="DataclassInstance")


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The rules in force. Times are seconds, ``minutes`` minutes, scores points.

    ``preset`` is ``home`` or ``drive``; ``challenge`` is ``single`` (the rule book's), ``double`` (who challenges a
    good word loses his next turn as well) or ``free`` (a wrong challenge costs nothing); ``lost_turn`` is ``next``
    or ``this``; ``proper_nouns`` is ``never`` or ``if listed``; ``fines_by`` is ``machine`` or ``steward``;
    ``minutes`` 0 means that no bell ends the deal; ``show_validity``: the screen says whether a word is good before
    anybody challenges (at home only); ``fine_decides``: whether a fine counts when the deal's winner is found;
    ``sure_read``: a word with a card read less surely than this (0 to 1) is not ruled on before somebody has said that
    it is read rightly.
    """

    preset: str = "home"
    hand_size: int = 10
    minutes: float = 0.0
    target: int = 100
    challenge: str = "single"
    challenge_points: int = 10
    fine: int = 0
    lost_turn: str = "next"
    proper_nouns: str = "never"
    fines_by: str = "machine"
    min_word: int = 2
    word_level: int = 70
    american: bool = False
    master_fixed: bool = False
    played_after: float = 2.0
    show_validity: bool = False
    initials: bool = False
    pause_on_challenge: bool = False
    single_deal: bool = False
    fine_decides: bool = False
    sure_read: float = 0.75


PRESETS: dict[str, HouseRules] = {
    "home": HouseRules(),
    "drive": HouseRules(
        preset="drive", minutes=7.0, challenge_points=0, fine=50, lost_turn="this", initials=True, single_deal=True
    ),
}

CHOICES: dict[str, tuple[str, ...]] = {
    "preset": ("home", "drive"),
    "challenge": ("single", "double", "free"),
    "lost_turn": ("next", "this"),
    "proper_nouns": ("never", "if listed"),
    "fines_by": ("machine", "steward"),
}

RANGES: dict[str, tuple[int, int]] = {
    "hand_size": (1, 100),
    "minutes": (0, 1440),
    "min_word": (1, 60),
    "word_level": (0, 100),
    "played_after": (0, 60),
    "sure_read": (0, 1),
}
"""The least and the most that a number may be; any other goes from 0 to :data:`MOST`."""
MOST = 10_000


def house_rules(preset: str, changes: Mapping[str, Any] | None = None) -> HouseRules:
    """Gives a preset with a club's own changes. Raises :class:`BadSettings` naming what does not exist or fit."""
    rules = PRESETS.get(preset)
    if rules is None:
        raise BadSettings(f"there are no rules called {preset!r}; choose one of {', '.join(PRESETS)}")
    changed = with_changes(rules, changes or {})
    if changed.show_validity and changed.preset == "drive":
        raise BadSettings("house rule show_validity is for the home game: in a drive nobody is told before a challenge")
    return changed


def with_changes(
    rules: R,
    changes: Mapping[str, Any],
    choices: Mapping[str, tuple[str, ...]] = CHOICES,
    ranges: Mapping[str, tuple[int, int]] = RANGES,
) -> R:
    """Gives a game's rules, a dataclass, with a club's changes. Raises :class:`BadSettings` naming what is wrong."""
    defaults = {item.name: getattr(rules, item.name) for item in fields(rules)}
    for name, value in changes.items():
        if name not in defaults:
            raise BadSettings(
                f"there is no house rule called {name!r}; choose one of {', '.join(defaults) or 'none, in this game'}"
            )
        if name in choices and value not in choices[name]:
            raise BadSettings(f"house rule {name} is {value!r}; it may be {' or '.join(choices[name])}")
        default = defaults[name]
        if isinstance(default, bool):
            right, wanted = isinstance(value, bool), "true or false"
        elif isinstance(default, str):
            right, wanted = isinstance(value, str), "a word"
        else:
            right, wanted = _number(value, ranges.get(name, (0, MOST)), whole=isinstance(default, int))
        if not right:
            raise BadSettings(f"house rule {name} is {value!r}; it must be {wanted}")
    return replace(rules, **dict(changes))


def _number(value: object, limits: tuple[int, int], whole: bool) -> tuple[bool, str]:
    """Tells whether a value is a number that a rule may have, and what it may be."""
    least, most = limits
    kinds = int if whole else (int, float)
    right = isinstance(value, kinds) and not isinstance(value, bool) and least <= value <= most
    return right, f"a {'whole ' if whole else ''}number from {least} to {most}"
