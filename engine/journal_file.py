"""A journal's SQLite file: how it is laid out, whether a file is one, and how it is opened to write or to read."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from engine.errors import BadRecord, DiskFull, JournalFailed, StewardError
from engine.journal_lines import FIELDS, Line

VERSION = 1
"""The layout of the file; a file of a newer layout is refused."""

_SCHEMA = f"""
BEGIN;
CREATE TABLE IF NOT EXISTS events (
    stream TEXT NOT NULL, seq INTEGER NOT NULL CHECK (seq > 0), at TEXT NOT NULL, boot TEXT NOT NULL,
    event TEXT NOT NULL, PRIMARY KEY (stream, seq)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS checkpoints (stream TEXT PRIMARY KEY, data TEXT NOT NULL) WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS events_stand BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER IF NOT EXISTS events_stay BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
PRAGMA user_version = {VERSION};
COMMIT;
"""
_HEADER = b"SQLite format 3\0"
_TABLES = {"events", "checkpoints"}
SMALLEST_LOG = 64 * 1024
"""Bytes that SQLite needs beside a journal before it opens it."""
OPENING = threading.RLock()
"""Held while a file is looked at and then opened."""
_HELD: Counter[tuple[int, int]] = Counter()
"""The files, by device and inode, that this program has open as journals, and how often. POSIX drops every lock that a
program has on a file when it closes any handle of it: a look at such a file other than through SQLite would have
another program take it for closed, and delete the log that is still written to."""
_KEPT = "a table that is started with it keeps what can be saved"


def is_damaged(path: Path) -> bool:
    """Whether a file is a journal but no whole one; an absent or empty file is none yet, and has no damage.

    Raises :class:`BadRecord` for what never was a journal or is a newer Steward's, and :class:`JournalFailed` for a
    file that cannot be read.
    """
    with OPENING:
        return path.exists() and not _HELD[_file_of(path)] and _header(path) is not None and _ends_badly(path)


def _ends_badly(path: Path) -> bool:
    try:
        with contextlib.closing(_to_read(path)) as db:
            return _look(db, path) == "damaged"
    except sqlite3.OperationalError as error:  # locked or not readable: not the file's fault
        raise _unread(path, error) from error
    except sqlite3.DatabaseError:
        return True


def opened(path: Path) -> sqlite3.Connection:
    """Opens a journal's file to append to it, and lays a new one out. Raises :class:`sqlite3.Error`."""
    db = sqlite3.connect(path, timeout=5.0, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        if db.execute("PRAGMA user_version").fetchone()[0] < VERSION:
            db.executescript(_SCHEMA)
    except sqlite3.Error:
        db.close()
        raise
    return db


def hold(path: Path) -> tuple[int, int]:
    """Notes that this program has a journal's file open, so that nothing else opens it here until :func:`release`."""
    file = _file_of(path)
    _HELD[file] += 1
    return file


def release(file: tuple[int, int]) -> None:
    """Ends what :func:`hold` began."""
    _HELD[file] -= 1


def _file_of(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def for_want_of_room(error: sqlite3.Error, path: Path) -> bool:
    """Whether SQLite failed because the disk is full; of the small file beside a journal it says only that it could
    not be written."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None or code & 0xFF != sqlite3.SQLITE_IOERR:
        return code == sqlite3.SQLITE_FULL
    try:
        return shutil.disk_usage(path.parent).free < SMALLEST_LOG
    except OSError:
        return False


def exported(path: Path, stream: str | None = None) -> Iterator[str]:
    """Gives each event of one stream (None: of all) as a line of JSON, and changes nothing: neither the journal, which
    may be in use by a running table, nor its log.

    Raises :class:`BadRecord` for a file that is no whole journal and :class:`JournalFailed` for one that cannot be
    read.
    """
    if _header(path) is None:
        raise BadRecord(f"{path} is no journal: it is empty")
    try:
        with contextlib.closing(_to_read(path)) as db:
            db.execute("BEGIN")  # all of it as it stands at one moment
            if (found := _look(db, path)) != "whole":
                raise BadRecord(f"{path} is no journal that can be read: it is {found}; {_KEPT}")
            for line in lines_of(db, stream):
                yield _as_json(line, path)
    except sqlite3.OperationalError as error:
        raise _unread(path, error) from error
    except sqlite3.DatabaseError as error:
        raise BadRecord(f"{path} is no journal that can be read: {error}; {_KEPT}") from error


def _unread(path: Path, error: sqlite3.Error) -> StewardError:
    if for_want_of_room(error, path):
        return DiskFull(f"the journal {path} cannot be opened: the disk is full; make room, nothing of it is lost")
    return JournalFailed(f"the journal {path} cannot be read: {error}")


def lines_of(db: sqlite3.Connection, stream: str | None = None) -> Iterator[Line]:
    """Gives the lines of one stream, or of all streams one after the other."""
    query = "SELECT stream, seq, at, boot, event FROM events"
    found = (
        db.execute(f"{query} ORDER BY stream, seq")
        if stream is None
        else db.execute(f"{query} WHERE stream = ? ORDER BY seq", (stream,))
    )
    return (Line(*row) for row in found)


def _as_json(line: Line, path: Path) -> str:
    try:
        return line.to_json()
    except ValueError as error:
        raise BadRecord(f"{path}: number {line.seq} of {line.stream} cannot be understood; {_KEPT}") from error


def _to_read(path: Path) -> sqlite3.Connection:
    """Opens a journal so that nothing is written. Where no log lies beside it, nobody has it open, and SQLite is told
    so: to read a file in use it needs the shared file beside it, which it would make."""
    path = Path(os.path.realpath(path))
    log = path.with_name(path.name + "-wal")
    mode = "mode=ro" if log.exists() else "immutable=1"
    return sqlite3.connect(f"{path.as_uri()}?{mode}", uri=True, timeout=5.0, isolation_level=None)


def _look(db: sqlite3.Connection, path: Path) -> str:
    """Tells whether an open file is a ``whole`` journal, a ``damaged`` one, or one that is still ``empty``.

    Raises :class:`BadRecord` when it is another program's, or a newer Steward's.
    """
    tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    columns = {row[1] for row in db.execute("PRAGMA table_info(events)")}
    if ("events" in tables and not columns >= set(FIELDS)) or (tables and not tables & _TABLES):
        raise BadRecord(f"{path} is no journal: it is the database of another program, and is left as it is")
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise BadRecord(
            f"{path} was made by a newer Steward (layout {version}; this one knows {VERSION}); "
            "update the program or choose another journal"
        )
    if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        return "damaged"
    if "events" in tables:
        return "whole"
    # quick_check of a file whose table was lost finds nothing wrong with it
    return "damaged" if version == VERSION or tables else "empty"


def _header(path: Path) -> bytes | None:
    """Gives how a file begins, None when it is empty. Raises :class:`BadRecord` unless it begins as SQLite's do, or
    with the zeros that a power cut can leave. A file that is open here is not touched: it is one."""
    if not path.is_file():
        raise BadRecord(f"{path} is no journal: it is {'a folder' if path.is_dir() else 'no file'}")
    if _HELD[_file_of(path)]:
        return _HEADER
    try:
        with path.open("rb") as file:
            header = file.read(len(_HEADER))
    except OSError as error:
        raise JournalFailed(f"the journal {path} cannot be read: {error.strerror}") from error
    if header != _HEADER and header.strip(b"\0"):
        raise BadRecord(f"{path} is no journal: it is some other file, and is left as it is")
    return header or None
