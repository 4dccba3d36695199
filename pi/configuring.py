"""``steward config``: says whether the configuration is in order, what holds and where it comes from."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, TextIO

from engine.errors import BadSettings, StewardError
from pi.config import NAMES, SECRETS, Configured, Pins, configured
from pi.origins import Key, config_file, looked_for, strangers, without_secrets


def add_config(one: argparse.ArgumentParser) -> None:
    """Adds what ``steward config`` can do."""
    acts = one.add_subparsers(title="what", metavar="ACT", required=True)
    for name, run, text in (
        ("check", check, "say that all is well, or each fault with its line and what to do"),
        ("show", show, "print the configuration in force, and where each value comes from"),
        ("path", path, "say which files are looked for, and which is used"),
    ):
        act = acts.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        act.add_argument("--config", metavar="FILE", type=Path, help="a steward.toml (default: the one in force)")
        act.set_defaults(does=run)


def config(args: argparse.Namespace, out: TextIO) -> int:
    """Does what was asked; gives 0 when all is well, and 1 when something is wrong in the configuration."""
    code: int = args.does(args.config, out)
    return code


def check(named: Path | None, out: TextIO) -> int:
    """Prints the faults, or that there is none."""
    used = config_file(named)
    try:
        found = configured(used)
        faults = [*found.faults, *beyond(found, used)]
    except BadSettings as error:
        faults = [str(error)]
    faults += [f"{name} sets nothing; see the names that 'steward config show' prints" for name in strangers(NAMES)]
    for fault in faults:
        print(f"✕ {fault}", file=out)
    if not faults:
        print(f"✓ {used or 'the defaults'}: all is well", file=out)
    return 1 if faults else 0


def beyond(found: Configured, used: Path | None) -> Iterator[str]:
    """Gives what is well written and yet cannot be had: a language, a pack, players, a club's lists."""
    from engine.cards import load_pack
    from engine.words import read_layer
    from pi.judges import check_language
    from pi.machine import players
    from pi.packs import resolved

    settings = found.settings
    tried: dict[str, Callable[[], object]] = {
        "language": lambda: check_language(settings.language),
        "pack": lambda: load_pack(resolved(settings.pack)),
        "players": lambda: players(settings),
        "lists": lambda: [read_layer(Path(item)) for item in settings.lists],
    }
    for name, attempt in tried.items():
        try:
            attempt()
        except StewardError as error:
            where = source(found, (name,))
            yield f"{used}, {where}: {error}" if where.startswith("line") else f"{where}: {error}"


def show(named: Path | None, out: TextIO) -> int:
    """Prints each value with where it comes from; of a secret, only that it is set. Raises :class:`BadSettings`."""
    used = config_file(named)
    found = configured(used)
    print(f"# {used or 'no file: the defaults, and what variables say'}", file=out)
    for key, value in values(found):
        print(f"{'.'.join(key)} = {written(key, value)}  # {source(found, key)}", file=out)
    for fault in found.faults:
        print(f"✕ {fault}; the default stands here", file=out)
    return 1 if found.faults else 0


def path(named: Path | None, out: TextIO) -> int:
    """Prints the files in the order in which they are looked for."""
    used = config_file(named)
    for place in (named,) if named is not None else looked_for():
        state = "used" if place == used else "there, not used" if place.is_file() else "not there"
        if place == used and not place.is_file():
            state = "named, and not there"
        print(f"{place}: {state}", file=out)
    if used is None:
        print("no file is there: the defaults hold; --config FILE or STEWARD_CONFIG names another", file=out)
    return 0 if used is None or used.is_file() else 1


def values(found: Configured) -> Iterator[tuple[Key, Any]]:
    """Iterates the settings in their order, those of the tables last."""
    for name in NAMES:
        if name not in ("house", "pins"):
            yield (name,), getattr(found.settings, name)
    for name, value in found.settings.house.items():
        yield ("house", name), value
    for item in fields(Pins):
        yield ("pins", item.name), getattr(found.settings.pins, item.name)


def written(key: Key, value: Any) -> str:
    """Gives a value as the file would have it, without what is nobody's business."""
    if key[-1] in SECRETS:
        return '"(set, not shown)"' if value else '""'
    if value is None:
        return "false"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {written(key, one)}" for name, one in value.items()) + " }"
    if isinstance(value, (tuple, list)):
        return "[" + ", ".join(written(key, one) for one in value) + "]"
    return without_secrets(json.dumps(value, ensure_ascii=False))


def source(found: Configured, key: Key) -> str:
    """Says where a value comes from."""
    return found.sources.get(key, "default")
