"""``steward print``: writes a sheet to print as a PDF file."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from engine.errors import BadSettings

SHEETS = ("mat", "cards", "board")
# Said here too, so that the other commands need not load the pages.
PAPERS = ("a4", "letter")
LANGUAGES = ("en", "fr")


def print_sheet(sheet: str, path: Path, out: TextIO, *, paper: str, size: str, whole: bool, language: str) -> int:
    """Writes the PDF of a sheet and says what was written; gives 0.

    :param size: which mat; ``whole`` puts it on one sheet of that size instead of tiles of ``paper``.
    :raises BadSettings: there is no such mat, the file cannot be written, or something other than a sheet lies there.
    """
    from web.sheets.board import board_sheet
    from web.sheets.cards import signal_cards
    from web.sheets.mat import mat_sheet, mat_tiles

    if whole and sheet != "mat":
        raise BadSettings("--whole is for the mat: cards and board have sheets of their own")
    _check_free(path)
    makes: dict[str, Callable[[], bytes]] = {
        "mat": lambda: mat_sheet(size, language) if whole else mat_tiles(size, paper, language),
        "cards": lambda: signal_cards(paper, language),
        "board": lambda: board_sheet(paper, language),
    }
    pdf = makes[sheet]()
    try:
        path.write_bytes(pdf)
    except OSError as error:
        raise BadSettings(f"{path} cannot be written ({error.strerror}); name another file") from error
    print(f"{path}: print it at 100 % (no 'fit to page')", file=out)
    return 0


def _check_free(path: Path) -> None:
    """Raises :class:`BadSettings` where a file would be written over that is no PDF."""
    if not path.is_file():
        return
    try:
        with path.open("rb") as file:
            begins = file.read(4)
    except OSError as error:
        raise BadSettings(f"{path} cannot be written ({error.strerror}); name another file") from error
    if begins not in (b"", b"%PDF"):
        raise BadSettings(f"{path} holds something else than a sheet; name another file")


def add_print(one: argparse.ArgumentParser) -> None:
    """Tells the command's parser its arguments."""
    from engine.markers import MATS

    one.add_argument("sheet", choices=SHEETS, help="the table mat, the cards that speak, or the board for the lens")
    one.add_argument("-o", "--out", metavar="FILE", type=Path, required=True, help="the PDF to write")
    one.add_argument("--paper", choices=PAPERS, default="a4")
    one.add_argument("--size", choices=tuple(MATS), default="a2", help="of the mat (default: a2)")
    one.add_argument("--whole", action="store_true", help="the mat on one sheet of its size, not in tiles")
    one.add_argument("--lang", choices=LANGUAGES, default="en")
