"""A club's own lists, laid over the compiled one: words it adds, words it bars, or a list it plays by alone.

A list is a text file, one word a line, in UTF-8 (or UTF-16 or Latin-1, as old files are). ``# name: Nuttall's 1930``
names it, ``# only`` makes it the list the club plays by, other lines with ``#`` are remarks; ``-WORD`` bars a word.
Accents are folded as the cards have none. What no cards can spell (hyphens, apostrophes, two words) is left out.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from engine.errors import BadWords
from engine.words.fold import fold_word

_LONGEST_LINE = 200
_LARGEST = 64 * 1024 * 1024
_HEADING = re.compile(r"#\s*(name\s*:\s*(?P<name>.+)|(?P<only>only))\s*$", re.IGNORECASE)
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class Layer:
    """A club's list: the words it allows and bars. ``only`` says that nothing else is good at this club;
    ``left_out`` counts the lines that cards cannot spell, ``twice`` those that came before."""

    name: str
    allowed: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()
    only: bool = False
    left_out: int = 0
    twice: int = 0

    @property
    def hash(self) -> str:
        """The first twelve digits of the SHA-256 over what the list says."""
        says = [f"{self.only}", *sorted(self.allowed), *(f"-{word}" for word in sorted(self.barred))]
        return sha256("\n".join(says).encode()).hexdigest()[:12]

    def about(self) -> dict[str, object]:
        """Gives the list's name, number of words and hash, in the form of a compiled list's."""
        return {"name": self.name, "version": "", "words": len(self.allowed) + len(self.barred), "hash": self.hash}


def decode(data: bytes, name: str) -> str:
    """Gives the text of a word list's bytes: by its byte order mark, else UTF-8, else UTF-16 or Latin-1 if it reads so.

    :raises BadWords: if it is no text.
    """
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            guesses = [encoding]
            break
    else:
        even, odd = data[0:4096:2].count(0), data[1:4096:2].count(0)
        guesses = ["utf-16-le" if odd > even else "utf-16-be"] if even or odd else ["utf-8", "cp1252", "latin-1"]
    for encoding in guesses:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not _CONTROLS.search(text):
            return text
    raise BadWords(f"{name} is no text; save the word list as UTF-8, one word a line")


def parse_layer(data: bytes, name: str) -> Layer:
    """Reads a club's list from a file's bytes; ``name`` stands unless the list names itself.

    :raises BadWords: if it is empty, too large, no text, or not one word a line; the message names the line.
    """
    if len(data) > _LARGEST:
        raise BadWords(f"{name} has {len(data):,} bytes; a word list of more than {_LARGEST:,} is not read")
    called, only, left_out, twice = name, False, 0, 0
    words: dict[bool, dict[str, None]] = {True: {}, False: {}}
    for number, line in enumerate(decode(data, name).splitlines(), 1):
        if len(line) > _LONGEST_LINE:
            raise BadWords(f"line {number} of {name} has {len(line):,} characters; write one word a line")
        text = line.strip()
        if text.startswith("#"):
            if heading := _HEADING.match(text):
                only = only or bool(heading["only"])
                called = (heading["name"] or called).strip()
            continue
        if not text:
            continue
        good = not text.startswith("-")
        word = fold_word(text.lstrip("-+").strip())
        if word is None:
            left_out += 1
        elif word in words[good]:
            twice += 1
        else:
            words[good][word] = None
    found = len(words[True]) + len(words[False])
    if not found and not left_out:
        raise BadWords(f"{name} holds no words; write one word a line")
    if left_out > found:
        raise BadWords(f"{name} is no word list: {left_out:,} of its {left_out + found:,} lines are not single words")
    barred = frozenset(words[False])
    return Layer(called, frozenset(words[True]) - barred, barred, only, left_out, twice)


def read_layer(path: Path) -> Layer:
    """Reads a club's list from a file, named after the file unless it names itself.

    :raises BadWords: if the file cannot be read or is no word list.
    """
    try:
        if path.stat().st_size > _LARGEST:
            raise BadWords(
                f"{path} has {path.stat().st_size:,} bytes; a word list of more than {_LARGEST:,} is not read"
            )
        data = path.read_bytes()
    except OSError as error:
        raise BadWords(f"the word list {path} cannot be read: {error.strerror}") from error
    return parse_layer(data, path.stem)


def house_layer(allow: Iterable[str] = (), bar: Iterable[str] = (), name: str = "house words") -> Layer:
    """Gives a layer of single words that a club allows and bars, as its settings write them.

    :raises BadWords: if one of them is no word that cards can spell.
    """
    folded: list[set[str]] = []
    for given in (allow, bar):
        words = set()
        for text in given:
            if (word := fold_word(text.strip())) is None:
                raise BadWords(f"{text!r} in {name} is no word that cards can spell")
            words.add(word)
        folded.append(words)
    return Layer(name, frozenset(folded[0] - folded[1]), frozenset(folded[1]))


def edited(layer: Layer, allow: Iterable[str] = (), bar: Iterable[str] = (), drop: Iterable[str] = ()) -> Layer:
    """Gives a club's list with words added, barred, or dropped so that it says nothing of them any more.

    :raises BadWords: if one of them is no word that cards can spell.
    """
    more = house_layer(allow, bar, layer.name)
    gone = house_layer(drop, (), layer.name).allowed
    allowed = (layer.allowed - more.barred - gone) | more.allowed
    return replace(layer, allowed=allowed, barred=(layer.barred - more.allowed - gone) | more.barred)


def edited_text(text: str, allow: Iterable[str] = (), bar: Iterable[str] = (), drop: Iterable[str] = ()) -> str:
    """Gives a list's text with words added, barred or dropped, as :func:`edited` does: every other line stays as its
    owner wrote it.

    :raises BadWords: if one of them is no word that cards can spell.
    """
    more = house_layer(allow, bar)
    touched = more.allowed | more.barred | house_layer(drop).allowed
    kept = [line for line in text.splitlines() if not (_says(line) and fold_word(_says(line)) in touched)]
    return "\n".join([*kept, *sorted(more.allowed), *(f"-{word}" for word in sorted(more.barred))]) + "\n"


def _says(line: str) -> str:
    text = line.strip()
    return "" if text.startswith("#") else text.lstrip("-+").strip()


def write_layer(layer: Layer) -> str:
    """Gives the text of a club's list, so that reading it gives the same list again."""
    lines = [f"# name: {layer.name}", *(["# only"] if layer.only else [])]
    return "\n".join([*lines, *sorted(layer.allowed), *(f"-{word}" for word in sorted(layer.barred))]) + "\n"
