"""What a journal holds of one stream, as the other end is told of it: its last number, its digests, its lines."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Protocol

from engine.journal import Journal
from engine.journal_lines import Line
from engine.link.messages import MOST_LINES, Entry

BATCH_BYTES = 48_000
"""What one message of lines should not exceed, unless a single line does."""

_SIZE = 12


class Held(Protocol):
    """One end's copy of a stream, to look at."""

    @property
    def last(self) -> int:
        """The number of the last line; 0 when there is none."""
        ...

    def digest(self, seq: int) -> str:
        """Gives the digest at a number from 0 to ``last``; it is empty at 0."""
        ...

    def batch(self, after: int) -> tuple[Entry, ...]:
        """Gives the lines that follow, as many as go into one message."""
        ...


class Chain:
    """The digests of a stream's lines: each is made of the one before and of its own line."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._digests = bytearray()
        for entry in entries:
            self.add(entry)

    def __len__(self) -> int:
        return len(self._digests) // _SIZE

    def add(self, entry: Entry) -> None:
        """Adds the digest of the line that follows."""
        self._digests += bytes.fromhex(following(self.at(len(self)), entry))

    def at(self, seq: int) -> str:
        """Gives the digest at a number, counted from 1; it is empty at 0."""
        return self._digests[(seq - 1) * _SIZE : seq * _SIZE].hex() if seq else ""


def following(digest: str, entry: Entry) -> str:
    """Gives the digest of a line that follows one with ``digest``."""
    made = blake2b(digest.encode(), digest_size=_SIZE)
    for part in (entry.at, entry.boot, entry.event):
        text = part.encode("utf-8")
        made.update(len(text).to_bytes(8, "big") + text)  # the length first: or two lines could run into one text
    return made.hexdigest()


def fitting(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Gives the first of some lines, as many as go into one message, and at least one."""
    chosen: list[Entry] = []
    size = 0
    for entry in entries:
        size += len(entry.event) + len(entry.at) + len(entry.boot)
        if chosen and (size > BATCH_BYTES or len(chosen) >= MOST_LINES):
            break
        chosen.append(entry)
    return tuple(chosen)


class HeldStream:
    """A stream in a journal, read once and then followed as it grows.

    :param stream: its name in the journal.
    """

    def __init__(self, journal: Journal, stream: str) -> None:
        self._journal = journal
        self.stream = stream
        self._chain = Chain()
        self.look()

    @property
    def last(self) -> int:
        """The number of the last line that was looked at."""
        return len(self._chain)

    def look(self) -> bool:
        """Looks at what was appended meanwhile; tells whether there was anything."""
        before = self.last
        while lines := self._journal.lines(self.stream, self.last, MOST_LINES):
            for line in lines:
                self._chain.add(_entry(line))
        return self.last > before

    def digest(self, seq: int) -> str:
        """Gives the digest at a number from 0 to ``last``."""
        return self._chain.at(seq)

    def batch(self, after: int) -> tuple[Entry, ...]:
        """Gives the lines that follow, as many as go into one message."""
        return fitting(map(_entry, self._journal.lines(self.stream, after, min(MOST_LINES, max(0, self.last - after)))))


def _entry(line: Line) -> Entry:
    return Entry(line.at, line.boot, line.event)
