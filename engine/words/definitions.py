"""What a word means, from WordNet as Debian packages it for dictionary servers (``dict-wn``), where it is installed.

Such a dictionary is an index of heads and a text compressed in chunks (dictzip), of which only those that hold the
article are opened. The format is described in ``dictzip(1)``.
"""

from __future__ import annotations

import re
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

from engine.words.fold import fold
from engine.words.sources import stems

FOLDER = Path("/usr/share/dictd")
MOST_SENSES = 3
LONGEST = 200
"""Letters of one sense that are told."""
_DIGITS = {
    letter: value for value, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
}
_SENSE = re.compile(r"^\s+(?:(?P<part>n|v|adj|adv)\s)?\s*(?:\d+\s*)?:\s(?P<text>.*)$")


@dataclass(frozen=True, slots=True)
class Definition:
    """A head of the dictionary and its first senses, each with its part of speech."""

    head: str
    senses: tuple[str, ...]


def define(word: str, folder: Path = FOLDER) -> Definition | None:
    """Gives what a word means, or what the word means that it is a regular form of. ``None``: the dictionary is not
    installed, cannot be read, or does not know it."""
    spelled = fold(word)
    try:
        index = (folder / "wn.index").read_bytes()
        for head in (spelled, *stems(spelled)):
            if head and (place := _find(index, head)) is not None:
                senses = read_senses(_read(folder / "wn.dict.dz", *place))
                if senses:
                    return Definition(head, senses)
    except (OSError, ValueError, struct.error, zlib.error):
        return None
    return None


def _find(index: bytes, head: str) -> tuple[int, int] | None:
    """Gives where in the text a head's article begins, and its length in bytes."""
    found = re.search(rb"(?im)^%s\t([A-Za-z0-9+/]+)\t([A-Za-z0-9+/]+)$" % head.encode(), index)
    return None if found is None else (_number(found[1]), _number(found[2]))


def _number(text: bytes) -> int:
    value = 0
    for letter in text.decode():
        value = value * 64 + _DIGITS[letter]
    return value


def _read(path: Path, start: int, length: int) -> str:
    """Reads a piece of a dictzip file, opening only the chunks it lies in. Raises ValueError for another file."""
    with path.open("rb") as file:
        head = file.read(10)
        if head[:3] != b"\x1f\x8b\x08" or not head[3] & 4:
            raise ValueError(f"{path} is no dictzip file")
        (extra,) = struct.unpack("<H", file.read(2))
        field = file.read(extra)
        if field[:2] != b"RA":
            raise ValueError(f"{path} is no dictzip file")
        _, chunk, count = struct.unpack("<HHH", field[4:10])
        sizes = struct.unpack(f"<{count}H", field[10 : 10 + 2 * count])
        for flag in (8, 16):  # the name and the remark, each ended by a zero
            if head[3] & flag:
                while file.read(1) not in (b"\0", b""):
                    pass
        first, last = start // chunk, (start + length - 1) // chunk
        file.seek(sum(sizes[:first]), 1)
        text = b"".join(zlib.decompressobj(-15).decompress(file.read(size)) for size in sizes[first : last + 1])
    return text[start - first * chunk :][:length].decode("utf-8", errors="replace")


def read_senses(article: str) -> tuple[str, ...]:
    """Gives the first senses of an article of WordNet, in one line each, without synonyms, examples and insults."""
    senses: list[str] = []
    part = ""
    for line in article.splitlines()[1:]:
        if (found := _SENSE.match(line)) is not None:
            part = found["part"] or part
            senses.append(f"{part}: {found['text']}")
        elif senses:
            senses[-1] += " " + line.strip()
    told = (re.split(r"\s*(?:\[|;\s*\")", sense)[0].strip() for sense in senses)
    return tuple(
        sense if len(sense) <= LONGEST else sense[: LONGEST - 1] + "…"
        for sense in told
        if sense and "offensive" not in sense
    )[:MOST_SENSES]
