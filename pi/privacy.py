"""What people are told before their pictures are kept: a notice on a table's first start, a question before a
recording, and the blanking of all but the cards."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from engine.errors import BadSettings, StewardError
from pi.cameras import Image
from pi.pictures import MOST, MOST_BYTES
from web.texts import say

MARGIN = 1.12
"""How much larger than a card is what stays of a blanked picture, so that its edges can still be found."""
YES = ("y", "yes", "o", "oui")


def notice(language: str) -> Iterator[str]:
    """Gives the lines that say what is kept of the people at a table, for how long, and how to delete it."""
    yield say(language, "kept.title") + ":"
    for key in ("pictures", "journal", "here", "delete"):
        yield "- " + say(language, f"kept.{key}", most=MOST, mb=MOST_BYTES // 1_000_000)


def ask_to_record(
    folder: Path, language: str, *, blank: bool, sure: bool, ask: TextIO | None = None, out: TextIO | None = None
) -> None:
    """Says what a recording keeps, and asks whether everybody agrees, unless it was said beforehand (``sure``).
    Raises :class:`BadSettings` when not, and where nobody can answer."""
    ask, out = ask or sys.stdin, out or sys.stderr
    print(say(language, "kept.record.blank" if blank else "kept.record", folder=folder), file=out)
    if sure:
        return
    if ask is None or not ask.isatty():
        raise BadSettings(say(language, "kept.unasked"))
    print(say(language, "kept.ask"), end="", file=out, flush=True)
    if ask.readline().strip().lower() not in YES:
        raise BadSettings(say(language, "kept.not"))


def blanked(picture: Image, quads: list[Any]) -> Image:
    """Gives a picture with everything but its cards in one colour, that of most of it.

    :param quads: the cards' corners, (4, 2) px each.
    """
    import cv2

    stays = np.zeros(picture.shape[:2], np.uint8)
    for quad in quads:
        corners = np.asarray(quad, np.float64)
        middle = corners.mean(axis=0)
        cv2.fillConvexPoly(stays, np.round(middle + (corners - middle) * MARGIN).astype(np.int32), 1)
    plain = np.median(picture[::8, ::8].reshape(-1, 3), axis=0).astype(np.uint8)
    return np.where(stays[..., None] == 1, picture, plain).astype(np.uint8)


def blanking(reader: Any) -> Callable[[Image], Image]:
    """Gives what blanks a picture; one in which no card is read is blank altogether."""

    def blank(picture: Image) -> Image:
        try:
            cards = reader.read(picture, "to be blanked").cards
        except StewardError:
            cards = ()
        return blanked(picture, [card.corners for card in cards])

    return blank
