"""Packs of picture cards: each card by its set, its place in it, the caption printed on it and its number.

A pack of captions is a TOML file with one ``[[sets]]`` after another::

    name = "bobs"
    title = "Bobs-y'r-Uncle"
    language = "en"
    size_mm = [57.0, 89.0]

    [[sets]]
    name = "humpty"
    title = "Humpty Dumpty"
    kind = "rhyme"
    captions = ["Humpty Dumpty", "Sat on a wall"]
    values = [1, 2]

An empty caption is one that nobody has given: such a card is called by its set and place, and is never told by what is
printed on it. Without ``values`` a card's number is its place.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.errors import BadPack

CAPTIONS_DIR = Path(__file__).parent / "packs" / "captions"
UNNAMED = "?"
"""The face of a picture card whose caption is none of its pack's."""
MOST_BYTES = 65536
MOST_SETS = 40
MOST_CAPTION = 120
_KEYS = {"name", "title", "language", "size_mm", "assumed", "sets"}
_SET_KEYS = {"name", "title", "kind", "captions", "values"}


@dataclass(frozen=True, slots=True)
class PictureCard:
    """One card: ``id`` is its set and place, such as ``humpty.4``; ``caption`` is "" where nobody has given it."""

    id: str
    set: str
    kind: str
    place: int
    caption: str
    value: int
    label: str


@dataclass(frozen=True, slots=True)
class CaptionPack:
    """A pack of picture cards. ``size_mm`` is a card's width and height (None: unknown); ``assumed`` names what the
    file only supposes."""

    name: str
    title: str
    language: str
    cards: tuple[PictureCard, ...]
    size_mm: tuple[float, float] | None = None
    assumed: tuple[str, ...] = ()

    @property
    def sets(self) -> tuple[str, ...]:
        """The names of the sets, in their order."""
        return tuple(dict.fromkeys(card.set for card in self.cards))

    def card(self, card_id: str) -> PictureCard | None:
        """Gets a card by its id; None when there is none."""
        return next((card for card in self.cards if card.id == card_id), None)

    def of(self, *kinds: str) -> tuple[PictureCard, ...]:
        """Gives the cards of some kinds of set."""
        return tuple(card for card in self.cards if card.kind in kinds)


def caption_names() -> tuple[str, ...]:
    """Gives the names of the packs of captions that come with the Steward."""
    return tuple(sorted(path.stem for path in CAPTIONS_DIR.glob("*.toml")))


def load_captions(name_or_path: str) -> CaptionPack:
    """Loads a pack of captions by its name, or a file by its path. Raises :class:`BadPack` saying what is wrong."""
    if name_or_path in caption_names():
        return _read(CAPTIONS_DIR / f"{name_or_path}.toml", 0)
    path = Path(name_or_path)
    if path.suffix != ".toml":
        raise BadPack(f"there is no pack of captions called {name_or_path!r}; choose {' or '.join(caption_names())}")
    try:
        return _read(path, path.stat().st_mtime_ns)
    except OSError as error:
        raise BadPack(f"the pack file {path} cannot be read: {error.strerror}") from error


@lru_cache(maxsize=8)
def _read(path: Path, _changed: int) -> CaptionPack:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise BadPack(f"{path}: a pack file has at most {MOST_BYTES} bytes; this is something else")
        return _pack(tomllib.loads(data.decode("utf-8")), str(path))
    except OSError as error:
        raise BadPack(f"the pack file {path} cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadPack(f"{path}: not TOML: {error}") from error


def _pack(table: Mapping[str, Any], where: str) -> CaptionPack:
    if unknown := table.keys() - _KEYS:
        raise BadPack(f"{where}: there is no setting {sorted(unknown)[0]!r}; a pack has {', '.join(sorted(_KEYS))}")
    sets = table.get("sets")
    if not isinstance(sets, list) or not 0 < len(sets) <= MOST_SETS:
        raise BadPack(f"{where}: a pack of captions has 1 to {MOST_SETS} [[sets]]")
    cards = tuple(card for one in sets for card in _set(one, where))
    if len({card.id for card in cards}) != len(cards):
        raise BadPack(f"{where}: two sets have the same name")
    size = table.get("size_mm")
    if size is not None and not (isinstance(size, list) and len(size) == 2 and all(_number(side) for side in size)):
        raise BadPack(f"{where}: size_mm is {size!r}; it must be [width, height] in millimetres")
    return CaptionPack(
        name=_text(table, "name", where),
        title=_text(table, "title", where),
        language=_text(table, "language", where),
        cards=cards,
        size_mm=(float(size[0]), float(size[1])) if size else None,
        assumed=tuple(str(item) for item in table.get("assumed", [])),
    )


def _set(one: Any, where: str) -> tuple[PictureCard, ...]:
    if not isinstance(one, Mapping) or one.keys() - _SET_KEYS:
        raise BadPack(f"{where}: a set has {', '.join(sorted(_SET_KEYS))}")
    name, title, kind = (_text(one, key, where) for key in ("name", "title", "kind"))
    captions = one.get("captions")
    if not isinstance(captions, list) or not 0 < len(captions) <= 12:
        raise BadPack(f"{where}: the set {name} needs its captions, 1 to 12; an empty one is not known")
    if any(not isinstance(text, str) or len(text) > MOST_CAPTION for text in captions):
        raise BadPack(f"{where}: a caption of the set {name} is no text of at most {MOST_CAPTION} letters")
    values = one.get("values", list(range(1, len(captions) + 1)))
    right = isinstance(values, list) and len(values) == len(captions)
    if not right or not all(isinstance(v, int) and not isinstance(v, bool) and 0 <= v <= 99 for v in values):
        raise BadPack(f"{where}: the set {name} needs one whole number, 0 to 99, for each caption")
    return tuple(
        PictureCard(f"{name}.{place}", name, kind, place, caption, value, caption or f"{title}, {place}")
        for place, (caption, value) in enumerate(zip(captions, values, strict=True), start=1)
    )


def _text(table: Mapping[str, Any], key: str, where: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not 0 < len(value) <= 80:
        raise BadPack(f"{where}: {key} is {value!r}; it must be a short text")
    return value


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 5 <= value <= 500
