"""What is to be printed, in one value, and the PDF of it: the command and the dashboard ask here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.errors import BadSettings
from web.sheets.badges import badge_sheets
from web.sheets.board import board_sheet
from web.sheets.cards import signal_cards
from web.sheets.mat import mat_sheet, mat_tiles
from web.sheets.pack import PACKS, pack_sheets
from web.sheets.results import result_sheets
from web.sheets.roll import BadLine, Entrant, Standing
from web.sheets.score_cards import MOST_HANDS, score_cards
from web.sheets.steward_sheets import rounds, steward_sheets
from web.sheets.table_numbers import MOST_TABLES, table_numbers


@dataclass(frozen=True, slots=True)
class Order:
    """A sheet with all that can be chosen for it; each sheet takes what concerns it.

    ``size`` is the mat's; ``whole`` puts it on one sheet instead of tiles. ``backs`` are the pack's. Without
    ``players`` as many empty score cards are printed as sit at the ``tables``, four each.
    """

    sheet: str
    paper: str = "a4"
    language: str = "en"
    pack: str = "lexicon"
    backs: bool = True
    size: str = "a2"
    whole: bool = False
    players: tuple[Entrant, ...] = ()
    standings: tuple[Standing, ...] = ()
    stewards: tuple[str, ...] = ()
    tables: int = 1
    hands: int = 8
    title: str = ""


def printed(order: Order) -> bytes:
    """Gives the PDF. Raises :class:`BadSettings` for an order that cannot be printed."""
    if order.sheet not in SHEETS:
        raise BadSettings(f"there is no sheet called {order.sheet!r}; choose one of {', '.join(SHEETS)}")
    if order.whole and order.sheet != "mat":
        raise BadSettings("only the mat is printed whole or in tiles; the other sheets have the size of their paper")
    if not 1 <= order.tables <= MOST_TABLES:
        raise BadSettings(f"{order.tables} tables are not 1 to {MOST_TABLES}")
    if not 1 <= order.hands <= MOST_HANDS:
        raise BadSettings(f"{order.hands} hands are not 1 to {MOST_HANDS}")
    return SHEETS[order.sheet](order)


def _mat(order: Order) -> bytes:
    if order.whole:
        return mat_sheet(order.size, order.language)
    return mat_tiles(order.size, order.paper, order.language)


def _pack(order: Order) -> bytes:
    if order.pack not in PACKS:
        raise BadSettings(f"there is no pack {order.pack!r} to print; choose one of {', '.join(PACKS)}")
    return pack_sheets(order.pack, order.paper, order.language, order.backs)


def _badges(order: Order) -> bytes:
    if not order.players:
        raise BadLine(0, "players", "badges need players; name them in a file with --players")
    return badge_sheets(order.players, order.paper, order.language, order.title)


def _score(order: Order) -> bytes:
    empty = tuple(Entrant(number, "") for number in range(1, order.tables * 4 + 1))
    return score_cards(order.players or empty, order.hands, order.paper, order.language, order.title)


def _results(order: Order) -> bytes:
    if not order.standings:
        raise BadLine(
            0,
            "standings",
            "the results need points; give a file with --results, such as one of 'steward drive results'",
        )
    return result_sheets(order.standings, order.paper, order.language, order.title)


def _steward(order: Order) -> bytes:
    who = rounds(order.stewards, order.tables)
    return steward_sheets(who, order.hands, order.paper, order.language, order.title)


SHEETS: Mapping[str, Callable[[Order], bytes]] = {
    "mat": _mat,
    "cards": lambda order: signal_cards(order.paper, order.language),
    "board": lambda order: board_sheet(order.paper, order.language),
    "pack": _pack,
    "badges": _badges,
    "score": _score,
    "numbers": lambda order: table_numbers(order.tables, order.paper, order.language),
    "results": _results,
    "steward": _steward,
}
"""Each sheet by the name that people ask for it with."""
