"""``steward drive``: sets a drive up from a list of players, shows how it stands, and gives its results."""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import secrets
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from engine.commands import Command
from engine.drive import commands as c
from engine.drive.drive import Drive
from engine.drive.results import results_csv, results_json
from engine.drive.roll import read_roll
from engine.drive.rules import DriveRules
from engine.drive.standings import prizes, standings
from engine.drive.state import DriveState
from engine.drive.watch import missing
from engine.errors import BadRecord, BadSettings
from engine.journal_postgres import is_postgres
from engine.rulings import StandIn
from pi.books import alone, journal_at, open_store
from pi.drive.reading import named, read_drive, taken
from pi.drive.station import DriveStation
from pi.ledger import Ledger
from pi.writing import STDOUT, check_free, write_out

PHASES = {
    "gathering": "players are coming in",
    "made": "the seats of hand {hand} are made",
    "announced": "hand {hand} is announced",
    "running": "hand {hand} is in play",
    "scoring": "hand {hand} is being counted",
    "break": "break after hand {hand}",
    "over": "the drive is over",
}


def add_drive(one: argparse.ArgumentParser) -> None:
    """Adds what can be done with a drive."""
    acts = one.add_subparsers(title="what to do", metavar="ACT", required=True)
    made = _act(acts, "create", "set up a drive in a new journal", _create)
    made.add_argument("--name", default="Lexicon Drive", help="what the drive is called")
    made.add_argument(
        "--players", metavar="FILE", type=Path, help="a CSV file: name, and if you like number, table, seat"
    )
    made.add_argument("--stewards", metavar="NAME", nargs="+", default=[], help="each looks after ten tables, in order")
    made.add_argument("--seed", default="", help="what seats and ties are drawn by (default: a new one, recorded)")
    made.add_argument(
        "--rule",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help='a rule of the drive, such as hands=8, minutes=7, breaks=4, movement="loser down", ties=cut',
    )
    joined = _act(acts, "join", "bring more players in from a list", _join)
    joined.add_argument("players", metavar="FILE", type=Path, help="a CSV file: name, and if you like number")
    _act(acts, "show", "say how the drive stands", _show)
    seats = _act(acts, "seats", "say who sits where", _seats)
    seats.add_argument("--hand", type=int, default=0, metavar="N", help="which hand (default: the last one made)")
    result = _act(acts, "results", "give the results", _results)
    result.add_argument("--format", choices=("csv", "json"), default="csv")
    result.add_argument("-o", "--out", metavar="FILE", type=Path, help="write them into a file")
    result.add_argument("--force", action="store_true", help="write over a file that is there already")


def _act(acts: Any, name: str, text: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
    one: argparse.ArgumentParser = acts.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
    one.add_argument("journal", metavar="JOURNAL", help="the drive's journal, or the postgresql:// URL of a database")
    one.set_defaults(run=run)
    return one


def _create(args: argparse.Namespace) -> int:
    roll = read_roll(_bytes(args.players), str(args.players)) if args.players else None
    rules = rules_of(args.rule)
    if taken(args.journal):
        raise BadRecord(f"{named(args.journal)} exists already; name a new journal, so that nothing is written over")
    seed = args.seed or secrets.token_hex(4)
    acts: list[Command] = [c.Create(t=0.0, name=args.name, seed=seed, rules=rules)]
    if roll is not None:
        acts.append(c.Join(t=0.0, players=roll.players))
    if args.stewards:
        acts.append(c.NameStewards(t=0.0, names=tuple(args.stewards)))
    if roll is not None and roll.seats:
        acts.append(c.MakeHand(t=0.0, tables=roll.seats))
    trial = Ledger(Drive(), StandIn())
    for command in acts:  # before a journal is made: half a drive would stand in the way of the next attempt
        trial.submit(command)
    state = _done(args.journal, acts)
    print(f"{state.name}: {len(state.players)} players in {named(args.journal)}, seed {seed}")
    return 0


def _join(args: argparse.Namespace) -> int:
    roll = read_roll(_bytes(args.players), str(args.players))
    read_drive(args.journal)
    state = _done(args.journal, [c.Join(t=0.0, players=roll.players)])
    print(f"{len(roll.players)} more, {len(state.players)} players in all")
    return 0


def _show(args: argparse.Namespace) -> int:
    show(read_drive(args.journal), sys.stdout)
    return 0


def _seats(args: argparse.Namespace) -> int:
    state = read_drive(args.journal)
    if not state.hands:
        raise BadRecord("no seats have been made yet; the organiser makes them on the drive's page ('steward hub')")
    number = args.hand or len(state.hands)
    if not 0 < number <= len(state.hands):
        raise BadRecord(f"hand {number} has not been made; name one from 1 to {len(state.hands)} with --hand")
    for table in state.hands[number - 1].tables.values():
        names = [
            f"{seat} {state.players[player].name} ({player}){' away' if player in table.away else ''}"
            f"{' deals' if player == table.dealer else ''}"
            for seat, player in table.chairs
        ]
        print(f"table {table.number}: {', '.join(names)}")
    return 0


def _results(args: argparse.Namespace) -> int:
    if args.out is not None:
        check_free(args.out, force=args.force)
    state = read_drive(args.journal)
    text = (
        results_csv(state)
        if args.format == "csv"
        else json.dumps(results_json(state), ensure_ascii=False, indent=1) + "\n"
    )
    if args.out is None:
        sys.stdout.write(text)
    else:
        write_out(args.out, text.encode("utf-8-sig" if args.format == "csv" else "utf-8"), sys.stdout)
        if args.out != STDOUT:
            print(f"results of {len(state.players)} players in {args.out}")
    return 0


def show(state: DriveState, out: TextIO) -> None:
    """Prints how a drive stands: the phase, what is waited for, the standings and, at the end, the prizes."""
    print(f"{state.name}: {PHASES.get(state.phase, state.phase).format(hand=len(state.hands))}", file=out)
    for item in missing(state):
        print(f"  {item}", file=out)
    if not state.hands:
        print(f"  {len(state.players)} players so far", file=out)
        return
    print(f"{'':>5}{'no':>6}  {'name':<24}{'points':>8}{'fines':>7}{'hands':>7}{'won':>5}", file=out)
    for row in standings(state):
        place = f"{row.place}{'=' if row.shared else ''}"
        counts = f"{row.points:>8}{row.fines or '':>7}{row.hands:>7}{row.won:>5}"
        print(f"{place:>5}{row.number:>6}  {row.name[:24]:<24}{counts}", file=out)
    if state.phase == "over":
        for prize in prizes(state):
            what = (
                f"place {prize.place}" if prize.kind == "lowest" else {"booby": "highest"}.get(prize.kind, prize.kind)
            )
            print(f"{what}: {', '.join(state.players[number].name for number in prize.numbers)}", file=out)


def rules_of(given: list[str]) -> dict[str, Any]:
    """Reads ``name=value`` as the drive's rules hold it. Raises :class:`BadSettings` for one that is none."""
    defaults = DriveRules()
    rules: dict[str, Any] = {}
    for text in given:
        name, sign, value = text.partition("=")
        name, value = name.strip(), value.strip()
        if not sign or name not in DriveRules.__slots__:
            raise BadSettings(f"{text!r} is no rule; give NAME=VALUE with one of {', '.join(DriveRules.__slots__)}")
        default = getattr(defaults, name)
        try:
            if isinstance(default, bool):
                rules[name] = {"true": True, "yes": True, "false": False, "no": False}[value.lower()]
            elif isinstance(default, tuple):
                rules[name] = [int(part) for part in value.replace(" ", "").split(",") if part]
            else:
                rules[name] = type(default)(value)
                if rules[name] in (math.inf, -math.inf) or rules[name] != rules[name]:
                    raise ValueError("neither endless nor no number at all is a number of minutes")
        except (ValueError, KeyError) as error:
            wanted = {bool: "true or false", tuple: "hands, such as 4,8", int: "a whole number", float: "a number"}
            raise BadSettings(f"the rule {name} is {value[:40]!r}; it must be {wanted[type(default)]}") from error
    return rules


def _done(where: str, acts: list[Command]) -> DriveState:
    """Puts commands to a drive that nobody else has open, and gives how it stands then."""
    with contextlib.ExitStack() as stack:
        if not is_postgres(where):
            where = str(journal_at(Path(where)))
            stack.enter_context(alone(Path(where)))
        journal = stack.enter_context(contextlib.closing(open_store(where)))
        station = stack.enter_context(DriveStation(journal))
        for command in acts:
            station.act(replace(command, t=station.now()))
        return station.state()


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {(error.strerror or str(error)).lower()}") from error
