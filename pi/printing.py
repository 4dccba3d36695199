"""``steward print``: writes a sheet to print as a PDF file."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TextIO, TypeVar

from engine.errors import BadSettings
from pi.writing import STDOUT, check_free, write_out

T = TypeVar("T")

# Said here too, so that the other commands need not load the pages.
SHEETS = ("mat", "cards", "board", "pack", "badges", "score", "numbers", "results", "steward")
PAPERS = ("a4", "letter")
LANGUAGES = ("en", "fr")
PACKS = ("lexicon", "lexicon-us", "lexicon-fr", "anagrams", "bobs", "wonderland")


def print_sheet(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Writes the PDF of a sheet and says what was written; gives 0.

    :raises BadSettings: the sheet cannot be made so, or the file is there already or cannot be written.
    """
    from web.sheets.order import Order, printed
    from web.sheets.roll import read_roll, read_standings

    check_free(args.out, force=args.force)
    players = _read(read_roll, args.players) if args.players else ()
    order = Order(
        sheet=args.sheet,
        paper=args.paper,
        language=args.lang,
        pack=args.pack,
        backs=not args.no_backs,
        size=args.size,
        whole=args.whole,
        players=players,
        standings=_read(read_standings, args.results) if args.results else (),
        stewards=tuple(args.stewards or ()),
        tables=args.tables or max(1, -(-len(players) // 4)),
        hands=args.hands,
        title=args.title,
    )
    write_out(args.out, printed(order), out)
    name, told = ("the sheet", err) if args.out == STDOUT else (args.out, out)
    print(f"{name}: print it at 100 % (no 'fit to page')", file=told)
    return 0


def _read(read: Callable[[str], T], path: Path) -> T:
    """Reads a list from a file; what is wrong with it is told with its name."""
    from engine.drive.roll import text_of

    try:
        return read(text_of(path.read_bytes(), str(path)))
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise BadSettings(f"{path} cannot be read: {why}; name a file with a line for each player") from error
    except BadSettings as error:
        raise BadSettings(f"{path}, {error}") from error


def add_print(one: argparse.ArgumentParser) -> None:
    """Tells the command's parser its arguments."""
    from engine.markers import MATS

    one.add_argument(
        "sheet",
        choices=SHEETS,
        help="the table mat, the cards that speak, the board for the lens, a pack of cards or tablets; for a drive: "
        "badges, score cards, table numbers, results, steward's sheets",
    )
    one.add_argument(
        "-o", "--out", metavar="FILE", type=Path, required=True, help="the PDF to write; - writes to standard output"
    )
    one.add_argument("--force", action="store_true", help="write over a file that is there already")
    one.add_argument("--paper", choices=PAPERS, default="a4")
    one.add_argument("--lang", choices=LANGUAGES, default="en")
    one.add_argument("--pack", choices=PACKS, default="lexicon", help="which pack of cards or letter tablets")
    one.add_argument("--no-backs", action="store_true", help="the pack's faces only")
    one.add_argument("--size", choices=tuple(MATS), default="a2", help="of the mat (default: a2)")
    one.add_argument("--whole", action="store_true", help="the mat on one sheet of its size, not in tiles")
    one.add_argument(
        "--players",
        metavar="FILE",
        type=Path,
        help="a CSV file, as for 'steward drive create': name, or number,name,table,seat",
    )
    one.add_argument(
        "--results",
        metavar="FILE",
        type=Path,
        help="what 'steward drive results' gave, or a line for each: number,name, and the points of each hand",
    )
    one.add_argument("--stewards", metavar="NAME", nargs="+", help="who looks after the tables, ten each at most")
    one.add_argument("--tables", metavar="N", type=int, default=0, help="how many tables (default: as players need)")
    one.add_argument("--hands", metavar="N", type=int, default=8, help="how many hands (default: 8)")
    one.add_argument("--title", metavar="TEXT", default="", help="what the drive is called")
