"""What the assembly is told: the pack's shape, words known from before, and its thresholds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.table import Point
from vision.rows import RowSettings
from vision.zones import (
    ZoneSettings,
)

Array = NDArray[np.float64]


CARD_MM = (58.0, 88.0)
"""A Lexicon card."""


TILE_MM = 20.0
"""A usual letter tile: only a guess that gives the picture a scale."""


class FoundCard(Protocol):
    """What the finder says of one card: centre and half sides in px, known up to a half turn."""

    @property
    def centre(self) -> tuple[float, float]: ...
    @property
    def u(self) -> tuple[float, float]: ...
    @property
    def v(self) -> tuple[float, float]: ...
    @property
    def score(self) -> float: ...
    @property
    def back(self) -> float: ...


@dataclass(frozen=True)
class PackShape:
    """What reading needs to know of a pack: values and copies of each face, and the card's width and height in
    millimetres (None: to be judged from the picture)."""

    values: Mapping[str, int] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    size_mm: tuple[float, float] | None = (58.0, 88.0)

    @property
    def width_mm(self) -> float:
        """A card's width; Lexicon's while it is not known."""
        return (self.size_mm or CARD_MM)[0]

    @property
    def height_mm(self) -> float:
        """A card's height; Lexicon's while it is not known."""
        return (self.size_mm or CARD_MM)[1]


@dataclass(frozen=True)
class Settings:
    """Thresholds of the assembly; lengths in card widths where no unit is named."""

    least_score: float = 0.3
    most_none: float = 0.6
    same_card: float = 0.45
    surely_same_card: float = 0.28
    """Two outlines nearer than this are always one card; up to ``same_card`` they are when they read alike or badly."""
    sizes: tuple[float, float] = (0.55, 1.7)
    """A card's measured side against the pack's: what lies outside is no card of this pack."""
    shapes: tuple[float, float] = (0.68, 1.47)
    """Its height over its width, against the pack's."""
    least_back: float = 0.45
    back_sizes: tuple[float, float] = (0.8, 1.25)
    most_none_back: float = 0.06
    """A face-down card shows no letter that would prove it one: boxes look like backs, but are of another size."""
    beside_stock: tuple[float, float] = (0.8, 1.35)
    aside_stock: float = 0.35
    turn_stock_deg: float = 15.0
    least_back_beside: float = 0.33
    most_none_back_beside: float = 0.45
    """The exposed card lies beside the stock: what has a card just beside it is rather a back than a box."""
    most_none_lonely: float = 0.06
    least_face_lonely: float = 0.5
    most_none_any: float = 0.97
    sizes_any: tuple[float, float] = (0.45, 2.0)
    shapes_any: tuple[float, float] = (0.45, 2.2)
    most_none_lonely_any: float = 0.35
    """Of a pack of any make, whose letters may look like anything and whose tiles lie singly."""
    most_none_stray: float = 0.2
    least_stray: float = 0.25
    sure_card_none: float = 0.01
    """What lies in no row and beside no stock must look like a card, and like one letter or very surely like a card."""
    least_px_per_mm: float = 1.2
    most_sure_alone: float = 0.94
    """How sure a lone letter, or a Master, can be in a pack of any make."""
    least_letter: float = 0.9
    most_sure_covered: float = 0.94
    """How sure a letter can be of which less than this part of the card's middle is seen."""
    row_seat_odds: float = 0.8
    single_seat_odds: float = 1.5
    rows: RowSettings = field(default_factory=RowSettings)
    zones: ZoneSettings = field(default_factory=ZoneSettings)


@dataclass(frozen=True)
class KnownWord:
    """A word that lay on the table before, by its text and the middle of its row in millimetres."""

    text: str
    centre_mm: Point
