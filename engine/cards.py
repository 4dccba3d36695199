"""Cards and packs: the faces, what they are worth, and how many of each a pack holds.

A pack is a TOML file that declares its number of ``cards`` and ``points``::

    name = "lexicon"
    language = "en"
    cards = 52
    points = 405
    size_mm = [58.0, 88.0]

    [faces]
    A = { count = 4, value = 10 }
    MASTER = { count = 1, value = 15 }

``faces = "any"`` stands for letters without counts or values. ``assumed`` lists what was never found in print.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine.errors import BadPack
from engine.table import MASTER, face_of

LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
FACES = (*LETTERS, MASTER)
"""Every face a pack may hold; a back is the other side of them all."""

PACKS_DIR = Path(__file__).parent / "packs"
MOST_OF_A_FACE = 99
MOST_VALUE = 99
MOST_PACKS = 4
MOST_BYTES = 65536
_KEYS = {"name", "title", "language", "cards", "points", "size_mm", "assumed", "faces"}


@dataclass(frozen=True, slots=True)
class Pack:
    """One or more packs shuffled together. ``counts`` and ``values`` map a face to its number in all ``packs`` together
    and to its points; both are empty when any letter may come any number of times. ``size_mm`` is a card's width and
    height in millimetres (None: unknown); ``assumed`` names what the file only supposes (``counts``, ``values``)."""

    name: str
    language: str
    counts: Mapping[str, int]
    values: Mapping[str, int]
    packs: int = 1
    title: str = ""
    size_mm: tuple[float, float] | None = None
    assumed: tuple[str, ...] = ()

    @property
    def counted(self) -> bool:
        """Whether the pack limits how often a face can come."""
        return bool(self.counts)

    @property
    def cards(self) -> int:
        """The number of cards in all packs together; 0 when the pack is not counted."""
        return sum(self.counts.values())

    @property
    def points(self) -> int:
        """What all cards together are worth."""
        return sum(count * self.values[face] for face, count in self.counts.items())

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces that can come, letters first."""
        return tuple(face for face in FACES if not self.counted or face in self.counts)

    def value(self, face: str) -> int | None:
        """Gets the points of a face; None when the pack gives it none."""
        return self.values.get(face)

    def overdrawn(self, faces: Iterable[str]) -> str | None:
        """Finds a face that comes more often than the pack holds it, or that it does not hold; None when all can be."""
        for face, count in Counter(faces).items():
            if face not in self.faces or (self.counted and count > self.counts[face]):
                return face
        return None


def word_faces(text: str) -> tuple[str, ...]:
    """Gives the faces of a word's cards; a ``*`` is the Master."""
    return tuple(face_of(letter) for letter in text)


def pack_names() -> tuple[str, ...]:
    """Gives the names of the packs that come with the Steward."""
    return tuple(sorted(path.stem for path in PACKS_DIR.glob("*.toml")))


def load_pack(name_or_path: str | Path, packs: int = 1) -> Pack:
    """Loads a built-in pack by its name, or a pack file by its path, ``packs`` of them shuffled together.

    Raises :class:`BadPack`, naming the line, when the file does not add up.
    """
    if isinstance(packs, bool) or not isinstance(packs, int) or not 1 <= packs <= MOST_PACKS:
        raise BadPack(f"a game takes 1 to {MOST_PACKS} packs, not {packs!r}")
    if isinstance(name_or_path, str) and name_or_path in pack_names():
        return _built_in(name_or_path, packs)
    path = Path(name_or_path)
    if path.suffix != ".toml":
        raise BadPack(
            f"there is no pack called {str(name_or_path)!r}; choose one of {', '.join(pack_names())} "
            "or give the path of a .toml file"
        )
    return _many(parse_pack(_bytes_of(path), str(path)), packs)


@lru_cache(maxsize=32)
def _built_in(name: str, packs: int) -> Pack:
    path = PACKS_DIR / f"{name}.toml"
    return _many(parse_pack(_bytes_of(path), str(path)), packs)


def _many(pack: Pack, packs: int) -> Pack:
    counts = MappingProxyType({face: count * packs for face, count in pack.counts.items()})
    return Pack(pack.name, pack.language, counts, pack.values, packs, pack.title, pack.size_mm, pack.assumed)


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise BadPack(f"the pack file {path} cannot be read: {error}") from error
    if len(data) > MOST_BYTES:
        raise BadPack(f"{path}, line 1: a pack file has at most {MOST_BYTES} bytes; this is something else")
    return data


def parse_pack(data: bytes, where: str = "pack") -> Pack:
    """Reads the bytes of a pack file. Raises :class:`BadPack` naming ``where`` and the line."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadPack(f"{where}, line {line}: the file is not UTF-8 text") from error
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise BadPack(f"{where}, line {line}: not TOML: {error}") from error
    except RecursionError as error:
        raise BadPack(f"{where}, line 1: not a pack: nested too deeply") from error
    return _Checked(table, text, where).pack()


class _Checked:
    """One pack file being checked; knows on which line each key stands."""

    def __init__(self, table: Mapping[str, Any], text: str, where: str) -> None:
        self.table = table
        self.where = where
        self.lines = _lines_of_keys(text)

    def bad(self, key: str, why: str, section: str = "") -> BadPack:
        line = self.lines.get((section, key)) or self.lines.get(("", section or key)) or 1
        return BadPack(f"{self.where}, line {line}: {why}")

    def whole(self, key: str, value: object, least: int, most: int, section: str = "", what: str = "") -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.bad(key, f"{what or key} is {value!r}; it must be a whole number, {least} to {most}", section)
        return value

    def text(self, key: str, default: str | None = None) -> str:
        value = self.table.get(key, default)
        if value is None:
            raise self.bad(key, f"there is no {key}")
        if not isinstance(value, str) or not 0 < len(value) <= 80:
            raise self.bad(key, f"{key} is {value!r}; it must be a short text")
        return value

    def pack(self) -> Pack:
        for key in self.table:
            if key not in _KEYS:
                raise self.bad(key, f"there is no setting called {key!r}; a pack has {', '.join(sorted(_KEYS))}")
        for key in ("cards", "points", "faces"):
            if key not in self.table:
                raise self.bad(key, f"there is no {key}: a pack declares its cards, points and faces")
        counts, values = self.faces()
        self.adds_up("cards", sum(counts.values()))
        self.adds_up("points", sum(count * values[face] for face, count in counts.items()))
        return Pack(
            name=self.text("name"),
            language=self.text("language"),
            counts=MappingProxyType(counts),
            values=MappingProxyType(values),
            title=self.text("title", self.text("name")),
            size_mm=self.size(),
            assumed=self.assumed(),
        )

    def faces(self) -> tuple[dict[str, int], dict[str, int]]:
        faces = self.table["faces"]
        if faces == "any":
            return {}, {}
        if not isinstance(faces, Mapping) or not faces:
            raise self.bad("faces", 'faces must be a table of letters, or "any"')
        counts: dict[str, int] = {}
        values: dict[str, int] = {}
        for face, entry in faces.items():
            if face not in FACES:
                raise self.bad(face, f"there is no face {face!r}; a face is A to Z or {MASTER}", "faces")
            if not isinstance(entry, Mapping) or entry.keys() != {"count", "value"}:
                raise self.bad(face, f"{face} must be like {{ count = 1, value = 8 }}", "faces")
            counts[face] = self.whole(face, entry["count"], 1, MOST_OF_A_FACE, "faces", f"the count of {face}")
            values[face] = self.whole(face, entry["value"], 0, MOST_VALUE, "faces", f"the value of {face}")
        return counts, values

    def adds_up(self, key: str, found: int) -> None:
        declared = self.whole(key, self.table[key], 0, 10**6)
        if declared != found:
            raise self.bad(key, f"the file declares {declared} {key}, but its faces add up to {found}")

    def size(self) -> tuple[float, float] | None:
        size = self.table.get("size_mm")
        if size is None:
            return None
        sides = size if isinstance(size, list) else []
        good = all(isinstance(side, int | float) and not isinstance(side, bool) and 5 <= side <= 500 for side in sides)
        if len(sides) != 2 or not good:
            raise self.bad("size_mm", f"size_mm is {size!r}; it must be [width, height] in millimetres, 5 to 500")
        return float(sides[0]), float(sides[1])

    def assumed(self) -> tuple[str, ...]:
        assumed = self.table.get("assumed", [])
        if not isinstance(assumed, list) or any(item not in ("counts", "values") for item in assumed):
            raise self.bad("assumed", f'assumed is {assumed!r}; it may hold "counts" and "values"')
        return tuple(assumed)


def _lines_of_keys(text: str) -> dict[tuple[str, str], int]:
    """Gives the line of each key as (section, key), and of each section's own head as ("", section)."""
    lines: dict[tuple[str, str], int] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if head := re.match(r"\s*\[+\s*[\"']?([^\]\"'.]+)[\"']?(?:\.[\"']?([^\]\"']+)[\"']?)?\s*\]", line):
            section = head[1].strip()
            lines.setdefault(("", section), number)
            if head[2]:
                lines.setdefault((section, head[2].strip()), number)
        elif key := re.match(r"\s*(?:[\"']([^\"']*)[\"']|([\w-]+))\s*[=.]", line):
            lines.setdefault((section, key[1] if key[1] is not None else key[2]), number)
    return lines
