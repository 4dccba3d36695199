"""``steward simulate``: plays a hand from a seed, prints what happened in it, and writes it down as a recording."""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import BadSettings
from engine.rules import house_rules
from pi.judges import check_language
from pi.places import free_folder

if TYPE_CHECKING:
    from pi.simulate.director import Simulation
    from pi.simulate.told import ToldSimulation


def add_simulate(commands: Any) -> None:
    """Adds the command to the ``steward`` command line."""
    text = "play a hand of simulated players, for trying rules out and for testing"
    one = commands.add_parser("simulate", help=text, description=text[0].upper() + text[1:] + ".")
    one.add_argument(
        "folder", metavar="DIR", type=Path, nargs="?", help="write a recording with pictures into this new folder"
    )
    one.add_argument("--seed", type=int, default=0, help="the same seed plays the same hand (default: 0)")
    one.add_argument("--game", metavar="NAME", default="lexicon", help="the game, such as anagrams (default: lexicon)")
    one.add_argument("--rules", choices=("home", "drive"), default="home")
    one.add_argument("--players", type=int, default=4)
    one.add_argument("--lang", metavar="LANGUAGE", default="en", help="en or fr (default: en)")
    one.add_argument("--pack", metavar="NAME", default="lexicon")
    one.add_argument(
        "--house", metavar="NAME=VALUE", action="append", default=[], help="a house rule, such as minutes=3"
    )
    one.add_argument("--cut", action="store_true", help="the players cut for the deal first")
    one.add_argument("--calm", action="store_true", help="nothing disturbs the table")
    one.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Plays the hand; prints its truth as JSON lines when no folder is named."""
    from pi.simulate.director import CALM, simulate

    house = house_of(args.house)
    if args.folder is not None:
        free_folder(args.folder)  # asked before the hand is played, which may take a while
    if args.game != "lexicon":
        return run_told(args, house)
    if args.players not in (2, 3, 4):
        raise BadSettings(f"{args.players} players cannot be simulated at Lexicon; take 2, 3 or 4")
    house_rules(args.rules, house)
    check_language(args.lang)
    played = simulate(
        args.seed,
        args.rules,
        args.players,
        language=args.lang,
        pack=args.pack,
        house=house,
        cut=args.cut,
        trouble=CALM if args.calm else None,
    )
    if args.folder is None:
        for line in played.truth:
            print(json.dumps(line, ensure_ascii=False))
        return 0
    return _written(args, played)


def _written(args: argparse.Namespace, played: Simulation | ToldSimulation) -> int:
    from pi.simulate.recording import write_recording

    def told(number: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"\rpicture {number} of {of}", end="" if number < of else "\n", file=sys.stderr, flush=True)

    write_recording(args.folder, played, told)
    print(f"{args.folder}: {len(played.shots)} pictures, {len(played.truth)} lines of truth")
    return 0


def run_told(args: argparse.Namespace, house: dict[str, Any]) -> int:
    """Plays a game whose acts are told; prints what happened as JSON lines when no folder is named."""
    from pi.simulate.told import play_told, simulated

    check_language(args.lang)
    pack = None if args.pack == "lexicon" else args.pack
    if args.folder is not None:
        return _written(args, simulated(args.game, args.seed, args.players, language=args.lang, pack=pack, house=house))
    for line in play_told(args.game, args.seed, args.players, language=args.lang, pack=pack, house=house):
        print(json.dumps(line, ensure_ascii=False))
    return 0


def house_of(given: list[str]) -> dict[str, Any]:
    """Reads house rules given as NAME=VALUE. Raises :class:`BadSettings`."""
    house = {}
    for item in given:
        name, equals, value = item.partition("=")
        if not equals:
            raise BadSettings(f"{item!r} is no house rule; write it as minutes=3")
        try:
            house[name.strip()] = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            house[name.strip()] = value
    return house
