"""Between events and a journal's lines: how an event is written down, read back, and taken over from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from engine.errors import BadRecord
from engine.events import Event, from_json, to_json
from engine.games.protocol import Recorded
from engine.journal_lines import Line


def encoded(event: Event) -> str:
    """Gives an event as JSON text. Raises :class:`BadRecord` for one that cannot be written so."""
    try:
        text = json.dumps(to_json(event), ensure_ascii=False, allow_nan=False)
        text.encode("utf-8")
    except (TypeError, ValueError, RecursionError) as error:
        raise BadRecord(f"this {event.type!r} event cannot be written down: {error}") from error
    return text


def recorded(line: Line) -> Recorded:
    """Gives what a line records. Raises :class:`BadRecord` for an event that is not understood."""
    try:
        event = from_json(json.loads(line.event))
    except (BadRecord, ValueError, AttributeError) as error:
        raise BadRecord(f"number {line.seq} of {line.stream} cannot be understood: {error}") from error
    return Recorded(line.stream, line.seq, line.at, event, line.boot)


def sorted_out(
    lines: Iterable[tuple[int, Line]], last: Callable[[str], int], at: Callable[[str, int], Line | None]
) -> tuple[list[Line], int]:
    """Sorts lines of another journal, each with its place among them, into those to append, in order, and those that a
    journal holds already, which are counted.

    ``last`` gives the number at which a stream of the journal ends, ``at`` the line under a number. Raises
    :class:`BadRecord`, naming the line, for a gap, an unknown event, or an event other than the one already recorded
    under its number.
    """
    fresh: dict[tuple[str, int], Line] = {}
    ends: dict[str, int] = {}
    known = 0
    for number, line in lines:
        try:
            from_json(json.loads(line.event))
        except (ValueError, RecursionError) as error:  # a number may be longer than is read, or lists lie too deep
            raise BadRecord(f"line {number}: {error}") from error
        if line.stream not in ends:
            ends[line.stream] = last(line.stream)
        end = ends[line.stream]
        if line.seq <= end:
            if not _same(fresh.get((line.stream, line.seq)) or at(line.stream, line.seq), line):
                raise BadRecord(f"line {number}: number {line.seq} of {line.stream} is already another event")
            known += 1
            continue
        if line.seq != end + 1:
            raise BadRecord(f"line {number}: {line.stream} goes from number {end} to {line.seq}: some are missing")
        fresh[line.stream, line.seq] = line
        ends[line.stream] = line.seq
    return list(fresh.values()), known


def _same(have: Line | None, line: Line) -> bool:
    return have is not None and (have.at, have.boot, json.loads(have.event)) == (
        line.at, line.boot, json.loads(line.event),
    )  # fmt: skip
