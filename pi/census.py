"""``steward enrol --census``: counts the letters of a pack that lies face up as a whole, and reads its values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.cards import FACES, Pack
from engine.table import letter_of

if TYPE_CHECKING:
    from vision.enrol import Example
    from vision.laid import SheetReader


@dataclass(frozen=True, slots=True)
class Census:
    """How often each face lies there."""

    counts: Mapping[str, int]

    def like(self, pack: Pack, values: Mapping[str, int]) -> Pack:
        """Gives the pack that was counted: its own counts and the values that were read; what was not read is the
        other pack's, and said to be assumed."""
        unread = [face for face in self.counts if face not in values]
        worth = {face: values.get(face, pack.values.get(face, 0)) for face in self.counts}
        return replace(
            pack,
            counts=MappingProxyType(dict(self.counts)),
            values=MappingProxyType(worth),
            assumed=("values",) if unread and any(pack.values.values()) else (),
        )

    def told(self, pack: Pack) -> str:
        """Says what was counted."""
        cards = " ".join(f"{letter_of(face)}:{count}" for face, count in self.counts.items())
        assumed = "; some values could not be read and are assumed" if pack.assumed else ""
        return f"counted {pack.cards} cards, {pack.points} points{assumed}: {cards}"


def counted(examples: Sequence[Example]) -> Census:
    """Gives the census of the cards that were named or read surely."""
    found = Counter(example.face for example in examples)
    return Census({face: found[face] for face in FACES if face in found})


def read_values(images: Sequence[Path], sheets: SheetReader, letters: Sequence[str]) -> dict[str, int]:
    """Reads the values in the corners of the cards on the pictures; the faces are those that were named, else read."""
    import numpy as np

    from vision.picture import load_picture
    from vision.values import printed_values

    pictures, corners, faces = [], [], []
    for path, named in zip(images, letters or [""] * len(images), strict=True):
        picture = load_picture(path)
        sheet = sheets.read(picture, str(path))
        cards = zip(sheet.cards, sheet.faces(named), strict=True)
        known = [(card.corners, face) for card, face in cards if face is not None]
        pictures.append(picture)
        corners.append(np.array([quad for quad, _ in known], np.float32).reshape(-1, 4, 2))
        faces.append([face for _, face in known])
    return printed_values(pictures, corners, faces)
