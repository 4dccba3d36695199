"""The kinds of values that commands and events hold, by the annotation of their field."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

MOST_TEXT = 500
MOST_ITEMS = 1000
MOST_JSON = 200_000
MOST_NUMBER = 1e12

Kind = Callable[[object], bool]


def wrong_field(value: Any) -> str | None:
    """Finds the first field of a command or event whose value is not of its kind; None when all are."""
    for item in fields(value):
        right = KINDS.get(str(item.type))
        if right is None or not right(getattr(value, item.name)):
            return item.name
    return None


def plain(value: Mapping[str, Any]) -> dict[str, Any]:
    """Gives a mapping as a journal gives it back: plain objects and lists all the way down."""
    data: dict[str, Any] = json.loads(json.dumps(dict(value), default=str))
    return data


def shown(value: object) -> str:
    """Gives a value as a message can show it, cut short."""
    text = repr(value) if isinstance(value, str | int | float | bool | None) else f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def is_text(value: object) -> bool:
    """Whether it is text that a journal can keep: not too long, no lone surrogates."""
    if not isinstance(value, str) or len(value) > MOST_TEXT:
        return False
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def is_number(value: object) -> bool:
    """Whether it is a finite number within reason."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return (
        math.isfinite(value) and -MOST_NUMBER <= value <= MOST_NUMBER
        if isinstance(value, float)
        else (-MOST_NUMBER <= value <= MOST_NUMBER)
    )


def is_whole(value: object) -> bool:
    """Whether it is a whole number within reason."""
    return isinstance(value, int) and is_number(value)


def is_json(value: object) -> bool:
    """Whether it can be written as JSON and is not too large; a mapping counts as an object."""
    try:
        text = json.dumps(dict(value) if isinstance(value, Mapping) else value, ensure_ascii=False, allow_nan=False)
        return len(text.encode("utf-8")) <= MOST_JSON
    except (TypeError, ValueError, RecursionError):
        return False


def _maybe(right: Kind) -> Kind:
    return lambda value: value is None or right(value)


def _many(right: Kind) -> Kind:
    return lambda value: isinstance(value, tuple) and len(value) <= MOST_ITEMS and all(right(item) for item in value)


def _pair(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and is_text(value[0]) and is_text(value[1])


def _mapping(right: Kind) -> Kind:
    def good(value: object) -> bool:
        if not isinstance(value, Mapping) or len(value) > MOST_ITEMS:
            return False
        return all(is_text(key) and right(item) for key, item in value.items()) and is_json(value)

    return good


KINDS: Mapping[str, Kind] = {
    "bool": lambda value: isinstance(value, bool),
    "str": is_text,
    "str | None": _maybe(is_text),
    "int": is_whole,
    "float": is_number,
    "float | None": _maybe(is_number),
    "tuple[str, ...]": _many(is_text),
    "tuple[int, ...]": _many(is_whole),
    "tuple[float, ...]": _many(is_number),
    "tuple[tuple[str, str], ...]": _many(_pair),
    "Mapping[str, int]": _mapping(is_whole),
    "Mapping[str, str]": _mapping(is_text),
    "Mapping[str, Any]": _mapping(is_json),
    "Any": is_json,
}
