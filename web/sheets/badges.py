"""Players' badges: name, number, first table and seat, a code that opens the player's own page, and the marker by
which a camera tells who sits where."""

from __future__ import annotations

from collections.abc import Sequence

from engine.badges import BADGE_MM, MARKER_AT_MM, MARKER_MM, badge_squares, has_badge
from web.sheets.grid import grid, knife_marks, sheets
from web.sheets.page import BAIZE, INK, Pages, paper_mm
from web.sheets.roll import Entrant
from web.texts import known, say

CODE_MM = 22.0
LEFT = 6.0
ONE_LINE = 14
"""Letters of a name that stand in one line; a longer one is parted at its last blank."""


def badge_sheets(players: Sequence[Entrant], paper: str = "a4", language: str = "en", title: str = "") -> bytes:
    """Gives the PDF of the badges, eight a page.

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
    pages.text(x + LEFT, y + 7, title, 2.8, colour=1.0, at="left", widest=width - 12)
    if has_badge(player.number):
        pages.squares(badge_squares(player.number), x + MARKER_AT_MM[0], y + MARKER_AT_MM[1], MARKER_MM)
    # The marker's white edge is as wide as one of its squares.
    room = MARKER_AT_MM[0] - MARKER_MM / 2 - MARKER_MM / 8 - LEFT
    first, _, last = player.name.rpartition(" ") if len(player.name) > ONE_LINE else ("", "", player.name)
    if first:
        pages.text(x + LEFT, y + 17, first, 3.6, bold=True, colour=INK, at="left", widest=room)
    pages.text(x + LEFT, y + (23 if first else 18), last, 3.6 if first else 4.4, bold=True, colour=INK, at="left",
               widest=room)  # fmt: skip
    pages.text(x + LEFT, y + 33, str(player.number), 8.0, bold=True, colour=INK, at="left", widest=room)
    if player.table:
        where = say(language, "print.table.number", table=player.table)
        seat = known(language, f"seat.{player.seat}", player.seat)
        pages.text(x + LEFT, y + 41, f"{where} · {seat}" if seat else where, 2.6, colour=INK, at="left", widest=room)
    if player.address:
        pages.qr(x + LEFT - 2, y + height - CODE_MM - 1, CODE_MM, player.address)
