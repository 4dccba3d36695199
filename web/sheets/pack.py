"""A whole pack of cards or tablets to print on card and cut out, with backs for both sides of the sheet."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.captions import PictureCard, caption_names, load_captions
from engine.cards import Pack, load_pack
from engine.errors import BadSettings
from engine.table import letter_of
from web.sheets.faces import CARD_MM, draw_back, draw_face
from web.sheets.grid import grid, knife_marks, sheets
from web.sheets.page import MARGIN, Pages, paper_mm
from web.sheets.pieces import draw_picture, draw_tablet
from web.texts import say

LETTER_PACKS = ("lexicon", "lexicon-us", "lexicon-fr")
"""The packs of letter cards that are sold as such; each has its cards counted."""
PACKS = (*LETTER_PACKS, "anagrams", "bobs", "wonderland")
"""All that can be printed: letter tablets and picture cards too."""
SIZE_MM = (57.0, 89.0)
"""Of a picture card whose size nobody has given."""

Draws = Callable[[Pages, float, float], None]
"""Draws one piece by its upper left corner."""


def pack_sheets(name: str = "lexicon", paper: str = "a4", language: str = "", backs: bool = True) -> bytes:
    """Gives the PDF of a pack: as many cards a page as it takes, each page of faces followed by that of their backs.

    :param language: of what is written beside the cards and of the Master's name (empty: the pack's own).
    :param backs: whether the backs come too; they fit a sheet turned over along its upright edge.
    """
    title, size, pieces, language = _pieces(name, language)
    lies = grid(paper_mm(paper), size)
    if not lies.places:
        raise BadSettings(f"a card of {size[0]:g} by {size[1]:g} mm does not go onto {paper}; take a smaller pack")
    pages = Pages(lies.paper_mm, title)
    for number, on_sheet in enumerate(sheets(len(pieces), lies.places)):
        if number:
            pages.turn_over()
        for place, piece in enumerate(on_sheet):
            x, y = lies.at(place)
            pages.box(x, y, *size, line=0.12, edge=0.75)
            pieces[piece](pages, x, y)
        knife_marks(pages, lies)
        _note(pages, lies.left, language, number, title, backs)
        if backs:
            pages.turn_over()
            for place in range(len(on_sheet)):
                draw_back(pages, *lies.at(place, back=True), size)
    return pages.finish()


def _pieces(name: str, language: str) -> tuple[str, tuple[float, float], list[Draws], str]:
    """Gives a pack's title, the size of its pieces, how each is drawn, and the language of what stands beside them."""
    if name in caption_names():
        captions = load_captions(name)
        size = captions.size_mm or SIZE_MM
        known = [(card, captions.sets.index(card.set), card.caption or _set_of(card)) for card in captions.cards]
        drawn: list[Draws] = [partial(_picture, card, place, text, size) for card, place, text in known]
        return captions.title, size, drawn, language or captions.language
    pack = load_pack(name)
    language = language or pack.language
    size = pack.size_mm or CARD_MM
    if not pack.points:
        return pack.title, size, [partial(_tablet, letter_of(face), size) for face in pack_faces(pack)], language
    master = say(pack.language if pack.language in ("en", "fr") else language, "print.master")
    letters: list[Draws] = [partial(_letter, face, pack.value(face), master, size) for face in pack_faces(pack)]
    return pack.title, size, letters, language


def _set_of(card: PictureCard) -> str:
    return card.label.rpartition(",")[0]


def _letter(
    face: str, value: int | None, master: str, size: tuple[float, float], pages: Pages, x: float, y: float
) -> None:
    draw_face(pages, face, value, x, y, master=master, size=size)


def _tablet(letter: str, size: tuple[float, float], pages: Pages, x: float, y: float) -> None:
    draw_tablet(pages, letter, x, y, size)


def _picture(
    card: PictureCard, place: int, caption: str, size: tuple[float, float], pages: Pages, x: float, y: float
) -> None:
    draw_picture(pages, card, place, caption, x, y, size)


def pack_faces(pack: Pack) -> tuple[str, ...]:
    """Gives every card of a pack, letters first, as often as it has them. Raises :class:`BadSettings` for one whose
    cards are not counted."""
    if not pack.counted:
        raise BadSettings(f"the pack {pack.name!r} does not say how many cards it has; print {', '.join(PACKS)}")
    return tuple(face for face in pack.faces for _ in range(pack.counts[face]))


def _note(pages: Pages, left: float, language: str, number: int, title: str, backs: bool) -> None:
    key = "print.pack.both" if backs else "print.pack.one"
    words = say(language, key, title=title, number=number + 1)
    pages.text(min(MARGIN, left - 2.0), pages.size_mm[1] / 2, words, 1.8, turn=270.0, colour=0.45)
