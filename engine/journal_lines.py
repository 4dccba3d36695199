"""A journal as lines of JSON: ``{"stream": ..., "seq": ..., "at": ..., "boot": ..., "event": {...}}``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.errors import BadRecord

FIELDS = ("stream", "seq", "at", "boot", "event")
"""What a line holds, and the columns of a journal's table."""


@dataclass(frozen=True, slots=True)
class Line:
    """One journal line; ``event`` is the event's JSON text."""

    stream: str
    seq: int
    at: str
    boot: str
    event: str

    def to_json(self) -> str:
        """Gives the line as exported, without its line end."""
        head = {"stream": self.stream, "seq": self.seq, "at": self.at, "boot": self.boot}
        return json.dumps({**head, "event": json.loads(self.event)}, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: events ``added``, those ``known`` already, and the ``problem``, if any, that ended it early
    at line ``problem_line`` (from 1)."""

    added: int
    known: int
    problem: str | None = None
    problem_line: int | None = None


def line_of(text: str | bytes) -> Line:
    """Reads one exported line. Raises :class:`BadRecord` saying what is wrong with it."""
    try:
        data = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:  # a bad byte and bad JSON are both a ValueError
        raise BadRecord(f"not a line of JSON ({error})") from error
    if not isinstance(data, dict) or set(data) != set(FIELDS):
        raise BadRecord(f"not a journal line: it must have {', '.join(FIELDS)} and nothing else")
    seq = data["seq"]
    if isinstance(seq, bool) or not isinstance(seq, int) or not 0 < seq < 2**62:
        raise BadRecord(f"seq is {seq!r}; it must be a whole number above 0")
    for name in ("stream", "at", "boot"):
        if not isinstance(data[name], str):
            raise BadRecord(f"{name} is {data[name]!r}; it must be a text")
    if not isinstance(data["event"], dict):
        raise BadRecord("event must be an object")
    event = json.dumps(data["event"], ensure_ascii=False)
    try:
        (data["stream"] + data["at"] + data["boot"] + event).encode("utf-8")
    except UnicodeEncodeError as error:
        raise BadRecord(f"not text that can be kept ({error})") from error
    return Line(data["stream"], seq, data["at"], data["boot"], event)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


class LineReader:
    """Iterates (line number, :class:`Line`) and stops at the first line that cannot be read, which ``problem`` then
    describes; empty lines are passed over."""

    def __init__(self, lines: Iterable[str | bytes]) -> None:
        self._lines = lines
        self.problem: str | None = None
        self.problem_line: int | None = None

    def __iter__(self) -> Iterator[tuple[int, Line]]:
        for number, text in enumerate(self._lines, start=1):
            if not text.strip():
                continue
            try:
                line = line_of(text)
            except BadRecord as error:
                self.problem = str(error)
                self.problem_line = number
                return
            yield number, line
