"""The cards that speak for a player, to print on card and cut out: challenge, YES, NO and pause."""

from __future__ import annotations

from engine.markers import SIGNAL_MM, SIGNALS
from web.sheets.faces import CARD_MM
from web.sheets.page import Pages, paper_mm
from web.texts import say

ACROSS, DOWN = 3, 3

COPIES = {"challenge": 1, "any challenge": 4, "yes": 4, "no": 4, "pause": 2}
"""How many of each card a table needs: a challenge card for each seat, and for each of four players a YES and a NO.
Challenge cards without a seat are for tables where more than four play."""


def signal_cards(paper: str = "a4", language: str = "en") -> bytes:
    """Gives the PDF of the cards that one table needs, nine a page."""
    width, height = paper_mm(paper)
    pages = Pages((width, height), say(language, "print.cards"))
    left, top = (width - ACROSS * CARD_MM[0]) / 2, (height - DOWN * CARD_MM[1]) / 2
    for place, number in enumerate(_wanted()):
        place %= ACROSS * DOWN
        if place == 0 and number != _wanted()[0]:
            pages.turn_over()
        x, y = left + place % ACROSS * CARD_MM[0], top + place // ACROSS * CARD_MM[1]
        draw_signal_card(pages, number, x, y, language)
    return pages.finish()


def draw_signal_card(pages: Pages, number: int, x: float, y: float, language: str) -> None:
    """Draws one card by its upper left corner; it reads the same from both ends."""
    width, height = CARD_MM
    pages.box(x, y, width, height, line=0.15)
    pages.marker(number, x + width / 2, y + height / 2, SIGNAL_MM)
    signal = SIGNALS[number]
    seat = "" if signal.seat is None else say(language, f"seat.{signal.seat}")
    for end, turn in ((-1, 0.0), (1, 180.0)):
        pages.text(
            x + width / 2, y + height / 2 + end * 35, say(language, f"print.{signal.says}"), 5.0, turn=turn, bold=True
        )
        pages.text(x + width / 2, y + height / 2 + end * 27, seat, 3.2, turn=turn)


def _wanted() -> list[int]:
    wanted = []
    for number, signal in SIGNALS.items():
        kind = "any challenge" if signal.says == "challenge" and signal.seat is None else signal.says
        wanted += [number] * COPIES[kind]
    return wanted
