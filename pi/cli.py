"""The ``steward`` command: reads the arguments, calls one module, and turns what goes wrong into one clear line.

Exit codes: 0 all is well, 1 something was found wrong, 2 bad input or usage, 130 stopped by the keyboard. Each command
imports what it needs when it runs, so that ruling on a word loads neither OpenCV nor pages.
"""

from __future__ import annotations

import argparse
import errno
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.errors import StewardError
from pi import console


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line and gives the exit code; prints no traceback for what a user can put right."""
    verbose = False
    try:  # around all of it: most of a short command's time goes into loading it, and Ctrl-C comes then too
        console.ready()
        args = parser().parse_args(argv)
        verbose = args.verbose
        logging.basicConfig(
            level=logging.DEBUG if verbose else logging.WARNING, format="%(name)s: %(message)s", stream=sys.stderr
        )
        code: int = args.run(args)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except StewardError as error:
        console.say(str(error))
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone, as 'head' does: nothing is wrong, but nothing more can be written.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (OSError, MemoryError) as error:
        if verbose:
            raise
        console.say(in_words(error))
        return 2
    except Exception as error:
        if _stopped(error):
            return 130
        raise


def _stopped(error: BaseException | None) -> bool:
    """Whether Ctrl-C is at the root of an error: what it met on its way, such as a library that was being loaded, may
    have made another of it."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def in_words(error: OSError | MemoryError) -> str:
    """Says what the system refused, and what to do."""
    if isinstance(error, MemoryError):
        return "the machine has not enough memory for this; close other programs, or take smaller pictures"
    where = f"{error.filename}: " if error.filename else ""
    advice = {
        errno.EACCES: "; give this user the right to it, or name another place",
        errno.EPERM: "; give this user the right to it, or name another place",
        errno.ENAMETOOLONG: "; take a shorter name",
        errno.ENOSPC: "; make room on the disk, nothing that was kept is lost",
        errno.EROFS: "; name a place that can be written",
    }.get(error.errno or 0, "")
    return f"{where}{(error.strerror or str(error) or type(error).__name__).lower()}{advice}"


class OptionsAnywhere(argparse.ArgumentParser):
    """Takes options before, between and after the words of a command: argparse alone stops at the first option and
    calls the words after it unknown."""

    _within = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parses what argparse gives a command of its line."""
        plain = self._within or any(action.nargs == argparse.PARSER for action in self._actions)
        if plain:
            return super().parse_known_args(args, namespace)
        self._within = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._within = False


def parser() -> argparse.ArgumentParser:
    """Gives the parser of the whole command line."""
    top = argparse.ArgumentParser(
        prog="steward",
        description="A table companion for the card game Lexicon: reads, follows, rules and keeps score.",
    )
    top.add_argument("--version", action="version", version=f"steward {_version()}")
    top.add_argument("-v", "--verbose", action="store_true", help="tell what happens inside, on stderr")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=OptionsAnywhere)
    for add in (
        _demo,
        _table,
        _drive,
        _hub,
        _watch,
        _read,
        _enrol,
        _rule,
        _words,
        _doctor,
        _export,
        _import,
        _simulate,
        _print,
        _calibrate,
        _mount,
        _forget,
        _config,
        _password,
        _tls,
    ):
        add(commands)
    return top


Commands = "argparse._SubParsersAction[argparse.ArgumentParser]"


def _demo(commands: Commands) -> None:  # type: ignore[valid-type]
    from pi.places import DEMOS

    one = _command(commands, "demo", "play the recorded hands and show them at http://localhost:8000")
    one.add_argument(
        "name",
        nargs="?",
        choices=sorted([*DEMOS, "drive"]),
        help="only this one (default: the deal of a drive, then the home hand); drive: a whole drive of three tables",
    )
    one.add_argument("--speed", type=_speed, help="how many times as fast as it was played (default: 4.5, 2 and 60)")
    _serving(one)

    def run(args: argparse.Namespace) -> int:
        if args.name == "drive":
            from pi.drive.demo import demo_drive

            return demo_drive(speed=args.speed, port=args.port)
        from pi.demo import demo

        return demo(args.name, port=args.port, host=args.host, speed=args.speed, browser=not args.no_browser)

    one.set_defaults(run=run)


def _table(commands: Commands) -> None:  # type: ignore[valid-type]
    one = _command(commands, "table", "follow a real table")
    one.add_argument(
        "--camera", metavar="N|picamera|URL|DIR", help="a camera's number, the Pi's, an address, or a folder"
    )
    one.add_argument("--record", metavar="DIR", type=Path, help="record the table into a new or empty folder")
    one.add_argument("--blank", action="store_true", help="with --record: blank everything but the cards")
    one.add_argument("--yes", action="store_true", help="with --record: everybody at the table has agreed")
    one.add_argument(
        "--players",
        metavar="NAME",
        nargs="+",
        help="clockwise: N, E, S, W; two sit N and S; from five on the seats are numbered 1, 2, 3 and so on",
    )
    one.add_argument("--game", metavar="NAME", help="the game, such as anagrams (default: lexicon)")
    one.add_argument("--rules", choices=("home", "drive"), help="which rules hold (default: home)")
    one.add_argument("--lang", metavar="LANGUAGE", help="the language of the words, en or fr (default: en)")
    one.add_argument("--pack", metavar="NAME", help="the pack of cards (default: the game's own)")
    one.add_argument("--journal", metavar="FILE", type=Path, help="where the table's events are kept")
    one.add_argument("--config", metavar="FILE", type=Path, help="a steward.toml")
    one.add_argument("--hub", metavar="URL", help="play in the drive of this hub; find: look for it on the network")
    one.add_argument("--join", metavar="CODE", help="let in by the code on the hub's screen; needed once")
    one.add_argument("--number", metavar="N", type=int, help="which table of the drive this is, for --join")
    _serving(one, port=None)

    def run(args: argparse.Namespace) -> int:
        from pi.machine import run_table

        return run_table(args)

    one.set_defaults(run=run)


def _drive(commands: Commands) -> None:  # type: ignore[valid-type]
    from pi.drive.organising import add_drive

    add_drive(_command(commands, "drive", "set up a drive of many tables, show how it stands, and give its results"))


def _hub(commands: Commands) -> None:  # type: ignore[valid-type]
    one = _command(commands, "hub", "run a drive: its pages, and the tables that join it over the network")
    one.add_argument(
        "journal", metavar="JOURNAL", nargs="?",
        help="the drive's journal, or the postgresql:// URL of a database (default: the usual place)",
    )  # fmt: skip
    one.add_argument("--event", metavar="NAME", help="what the tables know the drive by (default: its own name)")
    one.add_argument("--config", metavar="FILE", type=Path, help="a steward.toml")
    one.add_argument("--tls", action="store_true", help="have the tables speak TLS with the hub")
    _serving(one, port=None)

    def run(args: argparse.Namespace) -> int:
        from pi.hub import run_hub

        return run_hub(args)

    one.set_defaults(run=run)


def _watch(commands: Commands) -> None:  # type: ignore[valid-type]
    one = _command(commands, "watch", "follow a recording and print what happened, a JSON object a line")
    one.add_argument("source", metavar="SOURCE", type=Path, help="a recording's folder")
    one.add_argument("--json", action="store_true", help="JSON lines (the only form there is)")
    one.add_argument("--readings", action="store_true", help="print every reading of the table too")
    one.add_argument(
        "--speed", type=_speed, help="play in real time, so many times as fast (default: as fast as can be)"
    )

    def run(args: argparse.Namespace) -> int:
        from pi.watch import watch

        return watch(args.source, sys.stdout, readings=args.readings, speed=args.speed)

    one.set_defaults(run=run)


def _read(commands: Commands) -> None:  # type: ignore[valid-type]
    one = _command(commands, "read", "read pictures of a table")
    one.add_argument("images", metavar="IMAGE", nargs="+", type=Path)
    one.add_argument("--json", action="store_true", help="one JSON object a line for each picture")
    one.add_argument(
        "--draw", metavar="OUT", type=Path, help="draw what was read: a file, or a folder for several pictures"
    )
    one.add_argument("--force", action="store_true", help="draw over files that are there already")
    one.add_argument("--phase", choices=("play", "count"), default="play", help="count: the hands lie before the seats")
    one.add_argument("--pack", default="lexicon", metavar="NAME")
    one.add_argument("--reader", choices=("net", "tesseract", "both"), default="net", help="who reads the letters")
    one.add_argument("--lens", default="", metavar="NAME", help="the camera that took them, where it was calibrated")

    def run(args: argparse.Namespace) -> int:
        from pi.reading import read_pictures

        return read_pictures(
            args.images, sys.stdout, sys.stderr,
            as_json=args.json, draw=args.draw, force=args.force, phase=args.phase,
            pack=args.pack, reader=args.reader, lens=args.lens,
        )  # fmt: skip

    one.set_defaults(run=run)


def _enrol(commands: Commands) -> None:  # type: ignore[valid-type]
    one = _command(commands, "enrol", "learn a pack of your own from pictures of its cards laid out face up")
    one.add_argument(
        "images", metavar="IMAGE", nargs="+", type=Path, help="pictures of the cards, a few of each letter"
    )
    one.add_argument("--name", required=True, help="what to call the pack; --pack NAME then reads with it")
    one.add_argument(
        "--letters",
        metavar="LETTERS",
        action="append",
        default=[],
        help="the letters on a picture, row by row (* the Master, ? any other); once for each picture",
    )
    one.add_argument("--like", default="letters", metavar="PACK", help="the pack whose counts and values it has")
    one.add_argument(
        "--census", action="store_true", help="the whole pack is on the pictures: count its letters, read its values"
    )
    one.add_argument("--size", metavar="WxH", help="a card's width and height in millimetres, such as 58x88")
    one.add_argument("--replace", action="store_true", help="learn a pack anew that was enrolled before")

    def run(args: argparse.Namespace) -> int:
        from pi.enrolling import Asked, enrol_pack, size_mm

        size = size_mm(args.size) if args.size else None
        asked = Asked(args.images, args.name, args.letters, args.like, size, args.replace, args.census)
        return enrol_pack(asked, sys.stdout, sys.stderr)

    one.set_defaults(run=run)


def _rule(commands: Commands) -> None:  # type: ignore[valid-type]
    from pi.ruling import add_rule

    add_rule(_command(commands, "rule", "rule on words as after a challenge; the Master is written *"))


def _words(commands: Commands) -> None:  # type: ignore[valid-type]
    from pi.lists import add_words

    add_words(_command(commands, "words", "say which word lists are in force; look words up, add, bar and compare"))


def _doctor(commands: Commands) -> None:  # type: ignore[valid-type]
    one = _command(commands, "doctor", "say what is there and what is not, and what to do")
    one.add_argument("--json", action="store_true")
    one.add_argument("--camera", metavar="N|picamera|URL|DIR", default="", help="try this camera")
    one.add_argument("--config", metavar="FILE", type=Path, help="a steward.toml")
    one.add_argument("--buzzer", action="store_true", help="sound the buzzer too")
    one.add_argument("--lang", choices=("en", "fr"), default="en", help="the language of what it says")
    one.add_argument(
        "--bundle", metavar="FILE", type=Path, help="write what a report of a fault needs into a new zip file"
    )

    def run(args: argparse.Namespace) -> int:
        from pi.doctor import doctor

        return doctor(
            sys.stdout,
            camera=args.camera,
            config=args.config,
            as_json=args.json,
            sound=args.buzzer,
            bundle=args.bundle,
            language=args.lang,
        )

    one.set_defaults(run=run)


def _export(commands: Commands) -> None:  # type: ignore[valid-type]
    one = _command(commands, "export", "print a journal as JSON lines")
    one.add_argument("journal", metavar="JOURNAL", type=Path)
    one.add_argument("--stream", metavar="NAME", help="only this stream (default: all)")

    def run(args: argparse.Namespace) -> int:
        from pi.journals import export_journal

        return export_journal(args.journal, sys.stdout, stream=args.stream)

    one.set_defaults(run=run)


def _import(commands: Commands) -> None:  # type: ignore[valid-type]
    one = _command(commands, "import", "make a journal of exported JSON lines")
    one.add_argument("lines", metavar="FILE", help="the exported lines; - reads them from stdin")
    one.add_argument("journal", metavar="JOURNAL", type=Path, help="a journal that does not exist yet")

    def run(args: argparse.Namespace) -> int:
        from pi.journals import import_journal

        return import_journal(args.lines, args.journal, sys.stdout)

    one.set_defaults(run=run)


def _simulate(commands: Commands) -> None:  # type: ignore[valid-type]
    from pi.simulate.command import add_simulate

    add_simulate(commands)


def _calibrate(commands: Commands) -> None:  # type: ignore[valid-type]
    one = _command(commands, "calibrate", "measure a camera's lens from pictures of the printed board")
    one.add_argument(
        "images", metavar="IMAGE", nargs="+", type=Path, help="eight or so, the board tilted, and near every corner"
    )
    one.add_argument("--camera", required=True, metavar="NAME", help="which camera took them, as for 'steward table'")
    one.add_argument(
        "--chessboard", metavar="ACROSSxDOWN", help="inner corners of a chessboard, instead of the printed board"
    )

    def run(args: argparse.Namespace) -> int:
        from pi.lenses import calibrate, inner_corners

        chessboard = inner_corners(args.chessboard) if args.chessboard else None
        return calibrate(args.images, args.camera, sys.stdout, sys.stderr, chessboard=chessboard)

    one.set_defaults(run=run)


def _mount(commands: Commands) -> None:  # type: ignore[valid-type]
    from pi.mounting import add_mount

    one = _command(commands, "mount", "say how well the camera is mounted, and how high it must hang")
    add_mount(one)

    def run(args: argparse.Namespace) -> int:
        from pi.mounting import mount

        return mount(args, sys.stdout)

    one.set_defaults(run=run)


def _forget(commands: Commands) -> None:  # type: ignore[valid-type]
    one = _command(commands, "forget", "delete the pictures that a table kept; its journal stays")
    one.add_argument("--journal", metavar="FILE", type=Path, help="the table's journal (default: the usual one)")
    one.add_argument("--yes", action="store_true", help="delete; without it, it is only said what there is")

    def run(args: argparse.Namespace) -> int:
        from pi.forgetting import forget

        return forget(args.journal, sys.stdout, sure=args.yes)

    one.set_defaults(run=run)


def _print(commands: Commands) -> None:  # type: ignore[valid-type]
    from pi.printing import add_print

    one = _command(
        commands, "print", "write a sheet to print: mat, cards that speak, a whole pack, the board, sheets for a drive"
    )
    add_print(one)

    def run(args: argparse.Namespace) -> int:
        from pi.printing import print_sheet

        return print_sheet(args, sys.stdout, sys.stderr)

    one.set_defaults(run=run)


def _config(commands: Commands) -> None:  # type: ignore[valid-type]
    from pi.configuring import add_config

    one = _command(commands, "config", "check the configuration, show what holds and where it comes from")
    add_config(one)

    def run(args: argparse.Namespace) -> int:
        from pi.configuring import config

        return config(args, sys.stdout)

    one.set_defaults(run=run)


def _password(commands: Commands) -> None:  # type: ignore[valid-type]
    one = _command(commands, "password", "set a password for the dashboard, or say who has one")
    one.add_argument("name", metavar="NAME", nargs="?", default="steward", help="whose (default: steward)")
    one.add_argument("--role", choices=("organiser", "steward"), help="what he may do (default: organiser)")
    what = one.add_mutually_exclusive_group()
    what.add_argument("--drop", action="store_true", help="forget the account")
    what.add_argument("--list", action="store_true", help="say who may sign in, and as what")

    def run(args: argparse.Namespace) -> int:
        from pi.passwords import run

        return run(args)

    one.set_defaults(run=run)


def _tls(commands: Commands) -> None:  # type: ignore[valid-type]
    one = _command(commands, "tls", "make the certificates with which the dashboard goes over https")
    one.add_argument("names", metavar="NAME", nargs="*", help="further names or addresses by which phones ask for it")
    one.add_argument("--new", action="store_true", help="make the authority anew as well; phones must take it again")
    one.add_argument("--off", action="store_true", help="send the pages over plain http again")

    def run(args: argparse.Namespace) -> int:
        from pi.certificates import run

        return run(args)

    one.set_defaults(run=run)


def _command(commands: Commands, name: str, text: str) -> argparse.ArgumentParser:  # type: ignore[valid-type]
    one: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")  # type: ignore[attr-defined]
    return one


def _serving(one: argparse.ArgumentParser, port: int | None = 8000) -> None:
    one.add_argument("--port", type=_port, default=port, help="the dashboard's port (default: 8000)")
    one.add_argument("--host", default=None, help="the address the dashboard listens on")
    one.add_argument("--no-browser", action="store_true", help="do not open a browser")


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0.05 <= speed <= 200:
        raise argparse.ArgumentTypeError(f"{text!r} is no speed; give a number from 0.05 to 200")
    return speed


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; give a number from 1 to 65535")
    return int(text)


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("lexicon-steward")
    except PackageNotFoundError:
        return "(not installed)"


if __name__ == "__main__":
    raise SystemExit(main())
