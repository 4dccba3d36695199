"""Players' badges: name, number, first table and seat, and a code that opens the player's own page."""

from __future__ import annotations

from collections.abc import Sequence

from web.sheets.grid import grid, knife_marks, sheets
from web.sheets.page import BAIZE, INK, Pages, paper_mm
from web.sheets.roll import Entrant
from web.texts import known, say

BADGE_MM = (90.0, 52.0)
CODE_MM = 26.0
ONE_LINE = 20
"""Letters of a name that stand in one line; a longer one is parted at its last blank."""


def badge_sheets(players: Sequence[Entrant], paper: str = "a4", language: str = "en", title: str = "") -> bytes:
    """Gives the PDF of the badges, ten a page.

    :param title: what the drive is called.
    """
    lies = grid(paper_mm(paper), BADGE_MM)
    pages = Pages(lies.paper_mm, say(language, "print.badges"))
    for number, on_sheet in enumerate(sheets(len(players), lies.places)):
        if number:
            pages.turn_over()
        for place, one in enumerate(on_sheet):
            _badge(pages, *lies.at(place), players[one], language, title or say(language, "print.drive"))
        knife_marks(pages, lies)
    return pages.finish()


def _badge(pages: Pages, x: float, y: float, player: Entrant, language: str, title: str) -> None:
    width, height = BADGE_MM
    pages.box(x, y, width, height, line=0.12, edge=0.75)
    pages.box(x + 3, y + 3, width - 6, 8, fill=BAIZE, round_mm=1)
    pages.text(x + 6, y + 7, title, 2.8, colour=1.0, at="left", widest=width - 12)
    room = width - 12 - (CODE_MM if player.address else 0)
    first, _, last = player.name.rpartition(" ") if len(player.name) > ONE_LINE else ("", "", player.name)
    if first:
        pages.text(x + 6, y + 18, first, 4.4, bold=True, colour=INK, at="left", widest=room)
    pages.text(x + 6, y + (26 if first else 21), last, 4.4 if first else 5.2, bold=True, colour=INK, at="left",
               widest=room)  # fmt: skip
    pages.text(x + 6, y + 40, str(player.number), 9.0, bold=True, colour=INK, at="left")
    if player.table:
        where = say(language, "print.table.number", table=player.table)
        pages.text(x + 32, y + 37, where, 3.2, colour=INK, at="left", widest=room - 26)
        seat = known(language, f"seat.{player.seat}", player.seat)
        pages.text(x + 32, y + 43, seat, 3.2, colour=INK, at="left", widest=room - 26)
    if player.address:
        pages.qr(x + width - CODE_MM - 4, y + 17, CODE_MM, player.address)
