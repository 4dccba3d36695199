"""A steward's sheets for a drive: who won at each of his tables, hand by hand, and lines for the rulings he gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from web.sheets.page import INK, RED, Pages, paper_mm
from web.sheets.ruled import Column, ruled_table
from web.texts import say

EDGE = 12.0
LINE_MM = 8.0
MOST_TABLES_EACH = 10
"""A steward looks after ten tables."""


@dataclass(frozen=True, slots=True)
class Given:
    """A ruling that was given: where, on which word, of whom, and what it cost."""

    hand: int
    table: str
    word: str
    player: str
    challenger: str
    verdict: str
    fine: int = 0


@dataclass(frozen=True, slots=True)
class Round:
    """A steward, the tables he looks after, the winners so far by (hand, table), and the rulings so far."""

    steward: str
    tables: tuple[str, ...]
    winners: Mapping[tuple[int, str], str]
    rulings: tuple[Given, ...] = ()


def rounds(stewards: Sequence[str], tables: int) -> tuple[Round, ...]:
    """Shares tables out among stewards, ten to each at most and in the order of the room; those without a steward get
    a sheet without a name."""
    named = [*stewards] or [""]
    each = max(1, min(MOST_TABLES_EACH, -(-tables // len(named))))
    parts = [range(first, min(first + each, tables + 1)) for first in range(1, tables + 1, each)]
    names = [*named, *([""] * len(parts))]
    return tuple(Round(name, tuple(str(table) for table in part), {}) for name, part in zip(names, parts, strict=False))


def steward_sheets(
    who: Sequence[Round], hands: int = 8, paper: str = "a4", language: str = "en", title: str = ""
) -> bytes:
    """Gives the PDF of the sheets, one for each steward."""
    width, height = paper_mm(paper)
    pages = Pages((width, height), say(language, "print.steward"))
    for number, one in enumerate(who):
        if number:
            pages.turn_over()
        _sheet(pages, one, hands, language, title or say(language, "print.drive"))
    return pages.finish()


def _sheet(pages: Pages, one: Round, hands: int, language: str, title: str) -> None:
    width, height = pages.size_mm
    room = width - 2 * EDGE
    pages.text(EDGE, EDGE + 4, title, 4.5, bold=True, colour=INK, at="left", widest=room * 0.6)
    pages.text(width - EDGE, EDGE + 4, say(language, "print.steward.name", name=one.steward or "…" * 12), 3.2,
               colour=INK, at="right", widest=room * 0.38)  # fmt: skip
    each = (room - 18) / hands
    columns = [Column(say(language, "print.table"), 18, bold=True)]
    columns += [Column(say(language, "print.hand", hand=hand), each) for hand in range(1, hands + 1)]
    pages.text(EDGE, EDGE + 14, say(language, "print.steward.winners"), 3.0, colour=0.3, at="left")
    rows = [[table, *(one.winners.get((hand, table), "") for hand in range(1, hands + 1))] for table in one.tables]
    foot = ruled_table(pages, EDGE, EDGE + 18, columns, rows, LINE_MM)
    pages.text(EDGE, foot + 8, say(language, "print.steward.rulings"), 3.0, colour=0.3, at="left")
    wide = room - 12 - 14 - 26 - 18
    columns = [
        Column(say(language, "print.col.hand"), 12),
        Column(say(language, "print.col.table"), 14),
        Column(say(language, "print.col.word"), wide * 0.3, at="left", bold=True),
        Column(say(language, "print.col.player"), wide * 0.35, at="left"),
        Column(say(language, "print.col.challenger"), wide * 0.35, at="left"),
        Column(say(language, "print.col.verdict"), 26),
        Column(say(language, "print.col.fine"), 18, colour=RED),
    ]
    fits = max(1, int((height - EDGE - foot - 13) / LINE_MM) - 1)
    given = [
        [str(g.hand), g.table, g.word, g.player, g.challenger, g.verdict, str(g.fine) if g.fine else ""]
        for g in one.rulings[:fits]
    ]
    ruled_table(pages, EDGE, foot + 12, columns, [*given, *([[""] * 7] * (fits - len(given)))], LINE_MM)
