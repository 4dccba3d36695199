"""A journal in PostgreSQL, for the hub of a large event. psycopg is needed only here, and loaded only here."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from engine.errors import BadRecord, Conflict, DiskFull, JournalFailed, Missing
from engine.events import Event
from engine.games.protocol import Recorded
from engine.journal_events import encoded, recorded, sorted_out
from engine.journal_lines import Imported, Line, LineReader

SCHEMES = ("postgresql", "postgres")

_SCHEMA = """
CREATE TABLE IF NOT EXISTS steward_events (
    stream text COLLATE "C" NOT NULL, seq bigint NOT NULL CHECK (seq > 0), at text NOT NULL, boot text NOT NULL,
    event text NOT NULL, PRIMARY KEY (stream, seq)
);
CREATE TABLE IF NOT EXISTS steward_checkpoints (stream text PRIMARY KEY, data text NOT NULL);
CREATE OR REPLACE FUNCTION steward_append_only() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the journal is append-only'; END $$;
DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'steward_events_stand'
                   AND tgrelid = 'steward_events'::regclass) THEN
        CREATE TRIGGER steward_events_stand BEFORE UPDATE OR DELETE OR TRUNCATE ON steward_events
            EXECUTE FUNCTION steward_append_only();
    END IF;
END $$;
"""
_LOCK = 1935
_SELECT = "SELECT stream, seq, at, boot, event FROM steward_events"


def is_postgres(where: str) -> bool:
    """Whether a journal is named by the URL of a PostgreSQL database."""
    return urlsplit(where).scheme in SCHEMES


class PostgresJournal:
    """A journal in the PostgreSQL database at ``url``, safe to use from several threads.

    :param now: gives the wall time as an ISO 8601 text, for labels only; :param boot: names the present boot.

    Raises :class:`Missing` without psycopg, and :class:`JournalFailed` when the database cannot be reached; a
    connection that is lost later is made again with the next call.
    """

    def __init__(self, url: str, now: Callable[[], str] | None = None, boot: str = "") -> None:
        try:
            import psycopg
        except ImportError as error:
            raise Missing("PostgreSQL needs psycopg: pip install 'lexicon-steward[hub]'") from error
        self._psycopg = psycopg
        self._url = url
        self._named = _without_password(url)
        self._now = now or (lambda: datetime.now(UTC).isoformat(timespec="milliseconds"))
        self._boot = boot
        self._lock = threading.RLock()
        self._db: Any = None
        self.notice: str | None = None
        with self._writing() as db:
            db.execute(_SCHEMA)

    def __enter__(self) -> PostgresJournal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connection; closing twice is no harm."""
        with self._lock:
            if self._db is not None:
                self._db.close()
            self._url = ""

    def append(self, stream: str, events: Sequence[Event], expected: int) -> tuple[Recorded, ...]:
        """As :meth:`engine.journal.SqliteJournal.append`."""
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
        rows = self._rows(f"{_SELECT} WHERE stream = %s AND seq > %s ORDER BY seq LIMIT %s", (stream, after, most))
        return tuple(Line(*row) for row in rows)

    def last(self, stream: str) -> int:
        """Gives the number of the last event; 0 for a stream without any."""
        with self._reading() as db:
            return _last(db, stream)

    def streams(self) -> tuple[str, ...]:
        """Gives the names of the streams that hold events, sorted."""
        return tuple(row[0] for row in self._rows("SELECT DISTINCT stream FROM steward_events ORDER BY stream", ()))

    def export_lines(self, stream: str | None = None) -> Iterator[str]:
        """Gives each event of one stream (None: of all) as a line of JSON with stream, seq, at, boot and event."""
        of = "" if stream is None else "WHERE stream = %s"
        for row in self._rows(f"{_SELECT} {of} ORDER BY stream, seq", () if stream is None else (stream,)):
            yield Line(*row).to_json()

    def import_lines(self, lines: Iterable[str | bytes]) -> Imported:
        """As :meth:`engine.journal.SqliteJournal.import_lines`."""
        reader = LineReader(lines)
        with self._writing() as db:
            fresh, known = _keep(db, reader)
        return Imported(fresh, known, reader.problem, reader.problem_line)

    def keep(self, lines: Iterable[Line]) -> None:
        """As :meth:`engine.journal.SqliteJournal.keep`."""
        with self._writing() as db:
            _keep(db, enumerate(lines, start=1))

    def checkpoint(self, stream: str, data: Mapping[str, Any]) -> None:
        """Saves a small note beside the stream in place of the one before, such as the clock's remaining seconds."""
        with self._writing() as db:
            db.execute(
                "INSERT INTO steward_checkpoints VALUES (%s, %s)"
                " ON CONFLICT (stream) DO UPDATE SET data = excluded.data",
                (stream, json.dumps(dict(data))),
            )

    def last_checkpoint(self, stream: str) -> Mapping[str, Any] | None:
        """Gives the note saved last; None when there is none."""
        rows = self._rows("SELECT data FROM steward_checkpoints WHERE stream = %s", (stream,))
        if not rows:
            return None
        data: dict[str, Any] = json.loads(rows[0][0])
        return data

    def _rows(self, query: str, values: tuple[object, ...]) -> list[Any]:
        with self._reading() as db:
            found: list[Any] = db.execute(query, values).fetchall()
            return found

    @contextmanager
    def _reading(self) -> Iterator[Any]:
        with self._lock, self._failures():
            yield self._connected()

    @contextmanager
    def _writing(self) -> Iterator[Any]:
        """One transaction: all of it is kept, or, whatever happens inside, nothing. Two programs take turns."""
        with self._lock, self._failures():
            db = self._connected()
            with db.transaction():
                db.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
                yield db

    def _connected(self) -> Any:
        if not self._url:
            raise JournalFailed(f"{self._named}: the journal was closed")
        if self._db is None or self._db.closed:
            self._db = self._psycopg.connect(self._url, autocommit=True, connect_timeout=5, application_name="steward")
        return self._db

    @contextmanager
    def _failures(self) -> Iterator[None]:
        try:
            yield
        except self._psycopg.errors.DiskFull as error:
            raise DiskFull(f"{self._named}: the database's disk is full and nothing was appended; make room") from error
        except self._psycopg.DataError as error:
            raise BadRecord(f"{self._named}: this cannot be written down ({_said(error)})") from error
        except self._psycopg.Error as error:
            raise JournalFailed(
                f"{self._named}: the journal could not be used ({_said(error)}); nothing was appended"
            ) from error


def _keep(db: Any, lines: Iterable[tuple[int, Line]]) -> tuple[int, int]:
    fresh, known = sorted_out(lines, lambda stream: _last(db, stream), lambda *place: _at(db, *place))
    _insert(db, fresh)
    return len(fresh), known


def _last(db: Any, stream: str) -> int:
    found = db.execute("SELECT coalesce(max(seq), 0) FROM steward_events WHERE stream = %s", (stream,)).fetchone()
    return int(found[0])


def _at(db: Any, stream: str, seq: int) -> Line | None:
    row = db.execute(f"{_SELECT} WHERE stream = %s AND seq = %s", (stream, seq)).fetchone()
    return None if row is None else Line(*row)


def _insert(db: Any, lines: Sequence[Line]) -> None:
    with db.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO steward_events (stream, seq, at, boot, event) VALUES (%s, %s, %s, %s, %s)",
            [(line.stream, line.seq, line.at, line.boot, line.event) for line in lines],
        )


def _said(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def _without_password(url: str) -> str:
    parts = urlsplit(url)
    place = parts.hostname or ""
    with suppress(ValueError):
        place += f":{parts.port}" if parts.port else ""
    return urlunsplit((parts.scheme, place, parts.path, "", ""))
