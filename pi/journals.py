"""``steward export`` and ``steward import``: a table's journal as JSON lines, and back."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TextIO

from engine.errors import BadRecord, JournalFailed, Missing, StewardError
from engine.journal_file import exported
from pi.books import open_journal


def export_journal(path: Path, out: TextIO, *, stream: str | None = None) -> int:
    """Prints a journal's events and leaves the journal as it is; a table may be running with it.

    Raises :class:`Missing` when there is no such journal or stream, and :class:`BadRecord` for a file that is none.
    """
    if not path.exists():
        raise Missing(f"there is no journal {path}")
    line = None
    for line in exported(path, stream):
        print(line, file=out)
    if line is None and stream is not None:
        raise Missing(f"{path} holds no stream called {stream!r}; leave --stream out for all there are")
    return 0


def import_journal(lines: str, path: Path, out: TextIO) -> int:
    """Makes a journal of exported lines. Raises :class:`BadRecord` naming a bad line; then no journal is made."""
    if os.path.lexists(path):
        raise BadRecord(f"{path} exists already; import into a new journal, so that nothing is written over")
    source, text = _read(lines)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # A folder of its own: whatever else lies beside the journal, under whatever name, is not touched.
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".steward-import-") as folder:
            partial = Path(folder) / "journal"
            added = _fill(partial, source, text)
            partial.rename(path)
    except StewardError:
        raise
    except OSError as error:
        raise JournalFailed(f"the journal {path} cannot be made there: {error.strerror}") from error
    print(f"{added} events in {path}", file=out)
    return 0


def _read(lines: str) -> tuple[str, str]:
    """Gives the name of the source in messages, and its text."""
    source = "the standard input" if lines == "-" else lines
    if lines == "-" and sys.stdin is None:
        raise BadRecord(f"{source} is closed; name a file")
    try:
        data = sys.stdin.buffer.read() if lines == "-" else Path(lines).read_bytes()
        return source, data.decode("utf-8-sig")
    except OSError as error:
        raise BadRecord(f"{source} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadRecord(f"{source} holds no exported journal: it is not UTF-8 text") from error


def _fill(path: Path, source: str, text: str) -> int:
    """Makes a journal file of a text's lines and gives the number of its events; all of them or none."""
    with open_journal(path) as journal:
        try:
            imported = journal.import_lines(text.split("\n"))
        except BadRecord as error:
            raise BadRecord(f"{source}, {error}; nothing was imported") from error
    if imported.problem is not None:
        raise BadRecord(f"{source}, line {imported.problem_line}: {imported.problem}; nothing was imported")
    if not imported.added:
        raise BadRecord(f"{source} holds no line of a journal; nothing was imported")
    return imported.added
