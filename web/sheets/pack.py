"""A whole pack of letter cards to print on card and cut out, with backs for both sides of the sheet."""

from __future__ import annotations

from engine.cards import Pack, load_pack
from engine.errors import BadSettings
from web.sheets.faces import CARD_MM, draw_back, draw_face
from web.sheets.grid import grid, knife_marks, sheets
from web.sheets.page import MARGIN, Pages, paper_mm
from web.texts import say

PACKS = ("lexicon", "lexicon-us", "lexicon-fr")
"""The packs that are sold as such; each has its cards counted."""


def pack_sheets(name: str = "lexicon", paper: str = "a4", language: str = "", backs: bool = True) -> bytes:
    """Gives the PDF of a pack: nine cards a page, each page of faces followed by that of their backs.

    :param language: of what is written beside the cards and of the Master's name (empty: the pack's own).
    :param backs: whether the backs come too; they fit a sheet turned over along its upright edge.
    """
    pack = load_pack(name)
    language = language or pack.language
    faces = pack_faces(pack)
    size = pack.size_mm or CARD_MM
    lies = grid(paper_mm(paper), size)
    if not lies.places:
        raise BadSettings(f"a card of {size[0]:g} by {size[1]:g} mm does not go onto {paper}; take a smaller pack")
    pages = Pages(lies.paper_mm, pack.title)
    master = say(pack.language if pack.language in ("en", "fr") else language, "print.master")
    for number, on_sheet in enumerate(sheets(len(faces), lies.places)):
        if number:
            pages.turn_over()
        for place, card in enumerate(on_sheet):
            x, y = lies.at(place)
            pages.box(x, y, *size, line=0.12, edge=0.75)
            draw_face(pages, faces[card], pack.value(faces[card]), x, y, master=master, size=size)
        knife_marks(pages, lies)
        _note(pages, language, number, pack, backs)
        if backs:
            pages.turn_over()
            for place in range(len(on_sheet)):
                draw_back(pages, *lies.at(place, back=True), size)
    return pages.finish()


def pack_faces(pack: Pack) -> tuple[str, ...]:
    """Gives every card of a pack, letters first, as often as it has them. Raises :class:`BadSettings` for one whose
    cards are not counted."""
    if not pack.counted:
        raise BadSettings(f"the pack {pack.name!r} does not say how many cards it has; print {', '.join(PACKS)}")
    return tuple(face for face in pack.faces for _ in range(pack.counts[face]))


def _note(pages: Pages, language: str, number: int, pack: Pack, backs: bool) -> None:
    key = "print.pack.both" if backs else "print.pack.one"
    words = say(language, key, title=pack.title, number=number + 1)
    pages.text(MARGIN, pages.size_mm[1] / 2, words, 1.8, turn=270.0, colour=0.45)
