"""Where settings come from: which file is taken, the line that set a key, and the variables that lie over it.

A variable is called after its setting: ``STEWARD_PORT``, ``STEWARD_PINS_BUZZER``, ``STEWARD_HOUSE_MINUTES``.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

Key = tuple[str, ...]
"""A setting's place in the file: ``("pins", "buzzer")``."""

BEFORE = "STEWARD_"
ELSEWHERE = frozenset({"STEWARD_CONFIG", "STEWARD_DATA", "STEWARD_PASSWORD"})
"""Variables that name no setting; ``STEWARD_PASSWORD`` is a secret and stays out of every output."""
TABLES = ("house", "pins")
LISTS = ("players", "lists")
USERS_PART = re.compile(r"(?<=://)\S*@")
ASKED = re.compile(r"(://[^\s?]*\?)[^\s'\"]+")


def looked_for() -> tuple[Path, ...]:
    """Gives where a configuration is looked for when none is named; the first that is there holds."""
    named = os.environ.get("STEWARD_CONFIG", "")
    if named:
        return (Path(named),)
    base = os.environ.get("XDG_CONFIG_HOME", "")
    own = Path(base) if base.startswith("/") else Path.home() / ".config"
    return (own / "steward" / "steward.toml", Path("/etc/steward/steward.toml"))


def config_file(named: Path | None) -> Path | None:
    """Gives the file that holds: the named one, else that of ``STEWARD_CONFIG`` whether it is there or not, else the
    first that is there; None for the defaults."""
    if named is not None:
        return named
    places = looked_for()
    if os.environ.get("STEWARD_CONFIG"):
        return places[0]
    return next((place for place in places if place.is_file()), None)


def variable(key: Key) -> str:
    """Gives the name of the variable that sets a key."""
    return BEFORE + "_".join(key).upper()


def from_environment(names: Collection[str], environment: Mapping[str, str] | None = None) -> dict[Key, Any]:
    """Gives the settings that variables name; empty ones and those of no setting of ``names`` or table are left out."""
    variables = os.environ if environment is None else environment
    found: dict[Key, Any] = {}
    for name, text in sorted(variables.items()):
        key = key_of(name, names)
        if key is not None and text:
            found[key] = value_of(key, text)
    return found


def key_of(name: str, names: Collection[str]) -> Key | None:
    """Gives the key that a variable sets; None for one that sets none."""
    if not name.startswith(BEFORE) or name in ELSEWHERE:
        return None
    rest = name.removeprefix(BEFORE).lower()
    if rest in names and rest not in TABLES:
        return (rest,)
    table, _, inner = rest.partition("_")
    return (table, inner) if table in TABLES and inner else None


def strangers(names: Collection[str], environment: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Gives the variables that look like the Steward's and set nothing."""
    variables = os.environ if environment is None else environment
    ours = (name for name in variables if name.startswith(BEFORE) and name not in ELSEWHERE)
    return tuple(sorted(name for name in ours if key_of(name, names) is None))


def value_of(key: Key, text: str) -> Any:
    """Gives a variable's value: names between commas, numbers and pins as the file would have them, else the text."""
    if key[-1] in LISTS and len(key) == 1:
        return [part.strip() for part in text.split(",") if part.strip()]
    if key[0] not in TABLES and key != ("port",):
        return text
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def laid_over(data: Mapping[str, Any], given: Mapping[Key, Any]) -> dict[str, Any]:
    """Gives a configuration's tables with single values laid over them; the tables stay as they were."""
    found = dict(data)
    for key, value in given.items():
        if len(key) == 1:
            found[key[0]] = value
        elif isinstance(inner := found.get(key[0], {}), Mapping):
            found[key[0]] = {**inner, key[1]: value}
    return found


def without(data: Mapping[str, Any], key: Key) -> dict[str, Any]:
    """Gives a configuration's tables without a key."""
    first, *rest = key
    if not rest:
        return {name: value for name, value in data.items() if name != first}
    inner = data[first]
    return {**data, first: without(inner, tuple(rest))}


def holds(data: Any, key: Key) -> bool:
    """Tells whether a configuration's tables hold a key."""
    for part in key:
        if not isinstance(data, Mapping) or part not in data:
            return False
        data = data[part]
    return True


def line_of(text: str, key: Key) -> int | None:
    """Gives the line, from 1, on which a file begins to set a key; that of its table where it sets it otherwise; None
    for a key that it does not set.

    The file is read line by line further, as far as it makes sense, until the key is there.
    """
    begins = 1
    lines = text.splitlines(keepends=True)
    for number in range(1, len(lines) + 1):
        try:
            data = tomllib.loads("".join(lines[:number]))
        except tomllib.TOMLDecodeError:
            continue
        if holds(data, key):
            return begins
        begins = number + 1
    return None


def without_secrets(text: str) -> str:
    """Gives a text whose addresses tell neither user nor password, nor what is asked for after ``?``."""
    return ASKED.sub(r"\1…", USERS_PART.sub("…@", text))
