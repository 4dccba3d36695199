"""A damaged journal file: move it aside, never delete it, and read out of it what can be read."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from engine.errors import BadRecord
from engine.events import from_json
from engine.journal_lines import Line

_SIDE_FILES = ("-wal", "-shm")


def set_aside(path: Path, at: str) -> tuple[tuple[Line, ...], str]:
    """Renames a damaged journal (with its side files) to ``<name>.damaged-<at>`` and reads what it still holds.

    Gives the lines that can be kept, stream by stream from number 1 to the first that cannot be read, and a sentence
    that says what was done.
    """
    aside = _free_name(path, re.sub(r"[^0-9A-Za-z]+", "-", at).strip("-"))
    for side in _SIDE_FILES:  # first the side files: without its main file a log is never taken for another's
        log = path.with_name(path.name + side)
        if log.exists():
            log.rename(aside.with_name(aside.name + side))
    path.rename(aside)
    lines = tuple(_readable(aside))
    streams = len({line.stream for line in lines})
    return lines, (
        f"the journal {path.name} was damaged; it was kept as {aside.name}, and {len(lines)} events of {streams} "
        f"stream{'s' if streams != 1 else ''} could be read from it and stand in a new journal. "
        "Compare the scores with the table before playing on"
    )


def _free_name(path: Path, stamp: str) -> Path:
    name = f"{path.name}.damaged-{stamp}"
    aside, number = path.with_name(name), 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{name}-{number}")
    return aside


def _readable(path: Path) -> Iterator[Line]:
    """Gives the lines that can still be read and understood, in order and without gaps."""
    try:
        db = sqlite3.connect(path, timeout=5.0, isolation_level=None)
    except sqlite3.Error:
        return
    reached: dict[str, int] = {}
    try:
        db.execute("PRAGMA writable_schema = ON")  # or a truncated file is not read at all; nothing is written to it
        db.text_factory = bytes
        for row in db.execute("SELECT stream, seq, at, boot, event FROM events ORDER BY stream, seq"):
            line = _line(row)
            if line is None or line.seq != reached.get(line.stream, 0) + 1:
                continue
            reached[line.stream] = line.seq
            yield line
    except sqlite3.Error:
        return
    finally:
        db.close()


def _line(row: tuple[bytes, int, bytes, bytes, bytes]) -> Line | None:
    stream, seq, at, boot, event = row
    try:
        line = Line(stream.decode(), int(seq), at.decode(), boot.decode(), event.decode())
        from_json(json.loads(line.event))
    except (ValueError, TypeError, AttributeError, BadRecord, RecursionError):
        return None
    return line
