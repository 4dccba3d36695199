"""A drive read from where it is kept without touching it: a hub may be running with it."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from engine.drive.drive import Drive
from engine.drive.state import DriveState
from engine.errors import Missing
from engine.events import from_json
from engine.games.protocol import Recorded
from engine.journal_file import exported
from engine.journal_postgres import is_postgres
from engine.replay import fold
from pi.books import open_store
from pi.drive.station import STREAM


def read_drive(where: str, stream: str = STREAM) -> DriveState:
    """Gives how a drive stands, from a journal's file or the URL of a database.

    Raises :class:`Missing` where no journal or no drive is, and :class:`engine.errors.BadRecord` for a file that is no
    journal.
    """
    recorded = _in_database(where, stream) if is_postgres(where) else _in_file(Path(where), stream)
    if not recorded:
        raise Missing(f"{named(where)} holds no drive; 'steward drive create' makes one in a new journal")
    return fold(Drive(), recorded)


def taken(where: str, stream: str = STREAM) -> bool:
    """Whether a new drive cannot be made there: the database holds a drive, or the file exists and is more than the
    empty one that a full disk leaves."""
    if is_postgres(where):
        return bool(_in_database(where, stream))
    path = Path(where)
    return path.exists() and not (path.is_file() and path.stat().st_size == 0)


def named(where: str) -> str:
    """Gives a journal's name for messages; the URL of a database may hold a password and is not told."""
    return "the database" if is_postgres(where) else where


def _in_database(url: str, stream: str) -> tuple[Recorded, ...]:
    with contextlib.closing(open_store(url)) as journal:
        return journal.read(stream)


def _in_file(path: Path, stream: str) -> tuple[Recorded, ...]:
    if not path.exists():
        raise Missing(f"there is no journal {path}; 'steward drive create {path}' makes one")
    lines = (json.loads(text) for text in exported(path, stream))
    return tuple(
        Recorded(line["stream"], line["seq"], line["at"], from_json(line["event"]), line["boot"]) for line in lines
    )
