"""Opening a table's journal: one Steward at a time, with the machine's date on what is written."""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from engine.errors import Missing
from engine.journal import Journal, SqliteJournal
from engine.journal_file import is_damaged
from engine.journal_postgres import PostgresJournal, is_postgres
from pi.clock import boot_id

log = logging.getLogger("steward.journal")


def journal_at(path: Path) -> Path:
    """Gives the real path of a table's journal, so that a link to it is the same table.

    Raises :class:`engine.errors.BadRecord` when something else lies there, before anything is made beside it.
    """
    real = Path(os.path.realpath(path))
    is_damaged(real)
    return real


def open_journal(path: Path) -> SqliteJournal:
    """Opens a table's journal; what is wrong with an old one is said in the log."""
    journal = SqliteJournal(path, wall_time, boot_id())
    if journal.notice:
        log.warning("%s", journal.notice)
    return journal


def open_store(where: str) -> Journal:
    """Opens a journal in a file, or in PostgreSQL where a URL names a database."""
    if is_postgres(where):
        return PostgresJournal(where, wall_time, boot_id())
    return open_journal(Path(where))


def wall_time() -> str:
    """Gives the machine's date and time, for labels only."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Holds a journal for this program alone. Raises :class:`Missing` when another Steward has it open.

    :param path: as :func:`journal_at` gives it.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise Missing(f"the journal {path} cannot be kept there: {error.strerror}") from error
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise Missing(
                f"another Steward has the journal {path} open; stop it, or name another with --journal"
            ) from error
        yield
    finally:
        os.close(lock)
