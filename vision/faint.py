"""Cards that the finder is hardly sure of, but which lie where a card would: beside one that it is sure of.

A card under glare, a pale Master or a face-down card on a patterned cloth is found with little confidence and with a
box that does not fit, as are many spots that are no card at all. One that lies in line with a card, and reads clearly
in a box like that card's, is a card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.faces import CLASSES
from vision.find import LEAST, Found

SURE = 0.45
"""The finder's score of a card beside which another is looked for."""

ALONG = (0.5, 1.45)
"""How far beside it, in its widths."""

ASIDE = 0.25
"""How far above or below it, in its heights."""

READ = 0.8
"""How surely its face must be read, either way up."""

READ_NONE = 0.03
"""The most doubt whether it is a card."""

_NONE, _BACK = CLASSES.index("NONE"), CLASSES.index("BACK")


def beside_cards(found: Sequence[Found], faint: Sequence[Found]) -> tuple[Found, ...]:
    """Gives those of the faint cards that lie in line with a card that was found surely, in boxes like that card's."""
    sure = [card for card in found if card.score >= SURE]
    if not sure or not faint:
        return ()
    centre, u, v = (np.array([getattr(card, name) for card in sure], np.float64) for name in ("centre", "u", "v"))
    width, height = np.hypot(*u.T), np.hypot(*v.T)
    kept = []
    for card in faint:
        away = np.array(card.centre) - centre
        along = np.abs((away * u).sum(axis=1)) / (2 * np.maximum(width, 1e-6) ** 2)
        aside = np.abs((away * v).sum(axis=1)) / (2 * np.maximum(height, 1e-6) ** 2)
        fits = (along > ALONG[0]) & (along < ALONG[1]) & (aside < ASIDE)
        if fits.any():
            like = sure[int(np.where(fits, along, np.inf).argmin())]
            kept.append(replace(card, u=like.u, v=like.v))
    return tuple(kept)


def convincing(cards: Sequence[Found], faces: NDArray[np.float32]) -> list[tuple[Found, NDArray[np.float32]]]:
    """Of faint cards and their faces (N, classes) gives those that are read clearly, now with the least score of a
    card that was found."""
    letters = faces[:, : len(CLASSES) - 2].reshape(len(faces), -1, 2).sum(axis=2)
    clear = np.maximum(letters.max(axis=1, initial=0.0), faces[:, _BACK]) >= READ
    clear &= faces[:, _NONE] <= READ_NONE
    return [(replace(card, score=LEAST), face) for card, face, ok in zip(cards, faces, clear, strict=True) if ok]
