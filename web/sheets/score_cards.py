"""Players' score cards for a drive: a line a hand, marked in ink or already filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from web.sheets.grid import grid, knife_marks, sheets
from web.sheets.page import INK, RED, Pages, paper_mm
from web.sheets.roll import Entrant, Mark
from web.sheets.ruled import Column, ruled_table
from web.texts import say

SCORE_CARD_MM = (98.0, 132.0)
MOST_HANDS = 12


def score_cards(
    players: Sequence[Entrant],
    hands: int = 8,
    paper: str = "a4",
    language: str = "en",
    title: str = "",
    marks: Mapping[int, Sequence[Mark]] | None = None,
) -> bytes:
    """Gives the PDF of the score cards, four a page.

    :param hands: lines on each card, 1 to 12.
    :param marks: what stands on the cards already, by the player's number.
    """
    lies = grid(paper_mm(paper), SCORE_CARD_MM)
    pages = Pages(lies.paper_mm, say(language, "print.score"))
    for number, on_sheet in enumerate(sheets(len(players), lies.places)):
        if number:
            pages.turn_over()
        for place, one in enumerate(on_sheet):
            player = players[one]
            x, y = lies.at(place)
            made = {mark.hand: mark for mark in (marks or {}).get(player.number, ())}
            _card(pages, x, y, player, min(hands, MOST_HANDS), language, title or say(language, "print.drive"), made)
        knife_marks(pages, lies)
    return pages.finish()


def _card(
    pages: Pages, x: float, y: float, player: Entrant, hands: int, language: str, title: str, marks: Mapping[int, Mark]
) -> None:
    width, height = SCORE_CARD_MM
    pages.box(x, y, width, height, line=0.12, edge=0.75)
    pages.text(x + 6, y + 8, title, 2.4, colour=0.3, at="left", widest=width - 12)
    pages.text(x + 6, y + 17, player.name, 4.2, bold=True, colour=INK, at="left", widest=width - 30)
    pages.text(x + width - 6, y + 17, str(player.number), 6.0, bold=True, colour=INK, at="right")
    pages.stroke([(x + 6, y + 21.5), (x + width - 24, y + 21.5)], thick=0.2, colour=0.45)
    columns = [
        Column(say(language, "print.col.hand"), 11),
        Column(say(language, "print.col.table"), 15),
        Column(say(language, "print.col.points"), 17, bold=True),
        Column(say(language, "print.col.fine"), 15, colour=RED),
        Column(say(language, "print.col.sum"), 14),
        Column(say(language, "print.col.initials"), 14),
    ]
    rows, total, scored = [], 0, False
    for hand in range(1, hands + 1):
        mark = marks.get(hand, Mark(hand, player.table if hand == 1 else ""))
        if mark.points is None:
            rows.append([str(hand), mark.table, "", "", "", ""])
            continue
        total, scored = total + mark.points + mark.fine, True
        fine = str(mark.fine) if mark.fine else ""
        rows.append([str(hand), mark.table, str(mark.points), fine, str(total), mark.initials])
    line = min(9.0, 88.0 / (hands + 1))
    foot = ruled_table(pages, x + 6, y + 25, columns, rows, line)
    pages.text(x + 6, foot + 7, say(language, "print.total"), 3.2, bold=True, colour=INK, at="left")
    pages.stroke([(x + 30, foot + 9.5), (x + 62, foot + 9.5)], thick=0.3, colour=INK)
    if scored:
        pages.text(x + 46, foot + 6.5, str(total), 4.0, bold=True, colour=INK)
    pages.text(x + 6, y + height - 4, say(language, "print.score.how"), 1.7, colour=0.4, at="left", widest=width - 12)
