"""The journal: an append-only log of events, in streams whose numbers have no gaps.

:class:`SqliteJournal` keeps it in one SQLite file that survives a pulled plug; :class:`Journal` is the interface, so
that another database can stand behind the same few calls (:mod:`engine.journal_postgres`).
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from engine import journal_file
from engine.errors import Conflict, DiskFull, JournalFailed, StewardError
from engine.events import Event
from engine.games.protocol import Recorded
from engine.journal_events import encoded, recorded, sorted_out
from engine.journal_lines import Imported, Line, LineReader
from engine.journal_salvage import set_aside


class Journal(Protocol):
    """Where events are kept. One writer appends; anybody may read."""

    def append(self, stream: str, events: Sequence[Event], expected: int) -> tuple[Recorded, ...]:
        """Appends ``events`` after number ``expected``, all or none. Raises :class:`Conflict` when the stream does not
        end there, :class:`DiskFull` or :class:`JournalFailed` when they cannot be kept."""
        ...

    def read(self, stream: str, after: int = 0) -> tuple[Recorded, ...]:
        """Gives the events numbered above ``after``, in order."""
        ...

    def lines(self, stream: str, after: int = 0, most: int | None = None) -> tuple[Line, ...]:
        """Gives the lines numbered above ``after`` as they were written, in order; at most ``most`` of them."""
        ...

    def last(self, stream: str) -> int:
        """Gives the number of the last event; 0 for a stream without any."""
        ...

    def streams(self) -> tuple[str, ...]:
        """Gives the names of the streams that hold events, sorted."""
        ...

    def export_lines(self, stream: str | None = None) -> Iterator[str]:
        """Gives each event of one stream (None: of all) as a line of JSON."""
        ...

    def import_lines(self, lines: Iterable[str | bytes]) -> Imported:
        """Appends exported lines; see :meth:`SqliteJournal.import_lines`."""
        ...

    def keep(self, lines: Iterable[Line]) -> None:
        """Appends lines of another journal as they are; those that are here already are passed over. Raises
        :class:`BadRecord`, keeping nothing, for a gap, an unknown event, or an event other than the one already
        recorded under its number."""
        ...

    def checkpoint(self, stream: str, data: Mapping[str, Any]) -> None:
        """Saves a small note beside the stream in place of the one before, such as the clock's remaining seconds."""
        ...

    def last_checkpoint(self, stream: str) -> Mapping[str, Any] | None:
        """Gives the note saved last; None when there is none."""
        ...

    def close(self) -> None:
        """Closes the journal; closing twice is no harm."""
        ...


class SqliteJournal:
    """A journal in an SQLite file, safe to use from several threads and to pull the plug on.

    :param path: the file; it and its folder are made when they are absent.
    :param now: gives the wall time as an ISO 8601 text, for labels only; by default the machine's, in UTC.
    :param boot: names the present boot of the machine.

    A damaged journal is moved aside and what can be read of it is kept; ``notice`` then says so (otherwise it is None).
    Raises :class:`BadRecord` for a file that never was a journal or that a newer Steward made, and leaves it alone;
    :class:`JournalFailed` for one that will not open.
    """

    def __init__(self, path: str | Path, now: Callable[[], str] | None = None, boot: str = "") -> None:
        now = now or _wall_time
        self.path = Path(os.path.realpath(path))  # a link's own name would have a lock and a log of its own
        self.notice: str | None = None
        self._now = now
        self._boot = boot
        self._lock = threading.RLock()
        salvaged: tuple[Line, ...] = ()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self._failures(), journal_file.OPENING:
                if journal_file.is_damaged(self.path):
                    salvaged, self.notice = set_aside(self.path, now())
                self._db = journal_file.opened(self.path)
                self._held: tuple[int, int] | None = journal_file.hold(self.path)
        except StewardError:
            raise
        except OSError as error:
            raise JournalFailed(f"{self.path}: the journal's file cannot be used ({error})") from error
        self._keep(salvaged)

    def __enter__(self) -> SqliteJournal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file; closing twice is no harm."""
        with self._lock:
            self._db.close()
            if self._held is not None:
                journal_file.release(self._held)
                self._held = None

    def append(self, stream: str, events: Sequence[Event], expected: int) -> tuple[Recorded, ...]:
        """Appends ``events`` after number ``expected``, all or none, and gives them back just as a later
        :meth:`read` will. They are on the disk when this returns.

        Raises :class:`Conflict` when the stream does not end at ``expected``, :class:`BadRecord` for an event that
        cannot be written as JSON, :class:`DiskFull` or :class:`JournalFailed` when nothing could be kept.
        """
        at = self._now()
        lines = [
            Line(stream, expected + place, at, self._boot, encoded(event))
            for place, event in enumerate(events, start=1)
        ]
        with self._writing() as db:
            last = _last(db, stream)
            if last != expected:
                raise Conflict(f"{stream} ends at number {last}, not {expected}")
            _insert(db, lines)
        return tuple(recorded(line) for line in lines)

    def read(self, stream: str, after: int = 0) -> tuple[Recorded, ...]:
        """Gives the events numbered above ``after``, in order. Raises :class:`BadRecord` for one not understood."""
        return tuple(recorded(line) for line in self.lines(stream, after))

    def lines(self, stream: str, after: int = 0, most: int | None = None) -> tuple[Line, ...]:
        """Gives the lines numbered above ``after`` as they were written, in order; at most ``most`` of them."""
        rows = self._rows(
            "SELECT stream, seq, at, boot, event FROM events WHERE stream = ? AND seq > ? ORDER BY seq LIMIT ?",
            (stream, after, -1 if most is None else most),
        )
        return tuple(Line(*row) for row in rows)

    def last(self, stream: str) -> int:
        """Gives the number of the last event; 0 for a stream without any."""
        with self._lock, self._failures():
            return _last(self._db, stream)

    def streams(self) -> tuple[str, ...]:
        """Gives the names of the streams that hold events, sorted."""
        return tuple(row[0] for row in self._rows("SELECT DISTINCT stream FROM events ORDER BY stream", ()))

    def export_lines(self, stream: str | None = None) -> Iterator[str]:
        """Gives each event of one stream (None: of all) as a line of JSON with stream, seq, at, boot and event."""
        with self._lock, self._failures():
            lines = tuple(journal_file.lines_of(self._db, stream))
        for line in lines:
            yield line.to_json()

    def import_lines(self, lines: Iterable[str | bytes]) -> Imported:
        """Appends exported lines; lines that are here already, letter for letter the same, are passed over.

        A line that cannot be read ends the import: what precedes it is kept, and the answer says which line it was.
        Raises :class:`BadRecord`, naming the line and keeping nothing, for a gap, an unknown event, or an event other
        than the one already recorded under its number.
        """
        reader = LineReader(lines)
        with self._writing() as db:
            fresh, known = _keep(db, reader)
        return Imported(fresh, known, reader.problem, reader.problem_line)

    def keep(self, lines: Iterable[Line]) -> None:
        """Appends lines of another journal as they are; those that are here already are passed over. Raises
        :class:`BadRecord`, keeping nothing, for a gap, an unknown event, or an event other than the one already
        recorded under its number."""
        with self._writing() as db:
            _keep(db, enumerate(lines, start=1))

    def checkpoint(self, stream: str, data: Mapping[str, Any]) -> None:
        """Saves a small note beside the stream in place of the one before, such as the clock's remaining seconds."""
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO checkpoints VALUES (?, ?)", (stream, json.dumps(dict(data))))

    def last_checkpoint(self, stream: str) -> Mapping[str, Any] | None:
        """Gives the note saved last; None when there is none."""
        rows = self._rows("SELECT data FROM checkpoints WHERE stream = ?", (stream,))
        if not rows:
            return None
        data: dict[str, Any] = json.loads(rows[0][0])
        return data

    def _keep(self, salvaged: Sequence[Line]) -> None:
        if salvaged:
            with self._writing() as db:
                _insert(db, salvaged)

    def _rows(self, query: str, values: tuple[object, ...]) -> list[Any]:
        with self._lock, self._failures():
            return self._db.execute(query, values).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is kept, or, whatever happens inside, nothing."""
        with self._lock, self._failures():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:  # also for a Ctrl-C in the middle: half an append must never stay open
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    @contextmanager
    def _failures(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            if journal_file.for_want_of_room(error, self.path):
                raise DiskFull(
                    f"{self.path}: the disk is full and nothing was appended; make room and try again"
                ) from error
            raise JournalFailed(
                f"{self.path}: the journal could not be used ({error}); nothing was appended"
            ) from error


def _wall_time() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _insert(db: sqlite3.Connection, lines: Iterable[Line]) -> None:
    db.executemany(
        "INSERT INTO events (stream, seq, at, boot, event) VALUES (?, ?, ?, ?, ?)",
        ((line.stream, line.seq, line.at, line.boot, line.event) for line in lines),
    )


def _keep(db: sqlite3.Connection, lines: Iterable[tuple[int, Line]]) -> tuple[int, int]:
    """Appends what is new of some lines; gives how many were, and how many were there already."""
    fresh, known = sorted_out(lines, lambda stream: _last(db, stream), lambda *place: _at(db, *place))
    _insert(db, fresh)
    return len(fresh), known


def _last(db: sqlite3.Connection, stream: str) -> int:
    return int(db.execute("SELECT coalesce(max(seq), 0) FROM events WHERE stream = ?", (stream,)).fetchone()[0])


def _at(db: sqlite3.Connection, stream: str, seq: int) -> Line | None:
    row = db.execute(
        "SELECT stream, seq, at, boot, event FROM events WHERE stream = ? AND seq = ?", (stream, seq)
    ).fetchone()
    return None if row is None else Line(*row)


__all__ = ["Imported", "Journal", "SqliteJournal"]
