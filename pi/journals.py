"""``steward export`` and ``steward import``: a table's journal as JSON lines, and back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TextIO

from engine.errors import BadRecord, Missing
from pi.books import open_journal


def export_journal(path: Path, out: TextIO, *, stream: str | None = None) -> int:
    """Prints a journal's events. Raises :class:`Missing` when there is no such journal."""
    if not path.is_file():
        raise Missing(f"there is no journal {path}")
    with open_journal(path) as journal:
        for line in journal.export_lines(stream):
            print(line, file=out)
    return 0


def import_journal(lines: str, path: Path, out: TextIO) -> int:
    """Makes a journal of exported lines. Raises :class:`BadRecord` for a bad line; then no journal is left behind."""
    if path.exists():
        raise BadRecord(f"{path} exists already; import into a new journal, so that nothing is written over")
    try:
        text = sys.stdin.read() if lines == "-" else Path(lines).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord(f"{lines} cannot be read: {error}") from error
    partial = path.with_name(path.name + ".part")
    try:
        with open_journal(partial) as journal:
            imported = journal.import_lines(text.splitlines())
        if imported.problem:
            raise BadRecord(f"{lines}, line {imported.problem_line}: {imported.problem}")
        partial.rename(path)
    finally:
        for left in path.parent.glob(path.name + ".part*"):
            left.unlink(missing_ok=True)
    print(f"{imported.added} events in {path}", file=out)
    return 0
