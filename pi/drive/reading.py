"""A drive read from its journal without touching it: a hub may be running with it."""

from __future__ import annotations

import json
from pathlib import Path

from engine.drive.drive import Drive
from engine.drive.state import DriveState
from engine.errors import Missing
from engine.events import from_json
from engine.games.protocol import Recorded
from engine.journal_file import exported
from engine.replay import fold
from pi.drive.station import STREAM


def read_drive(path: Path, stream: str = STREAM) -> DriveState:
    """Gives how a drive stands. Raises :class:`Missing` where no journal or no drive is, and
    :class:`engine.errors.BadRecord` for a file that is no journal."""
    if not path.exists():
        raise Missing(f"there is no journal {path}; 'steward drive create {path}' makes one")
    recorded = []
    for text in exported(path, stream):
        line = json.loads(text)
        recorded.append(Recorded(line["stream"], line["seq"], line["at"], from_json(line["event"]), line["boot"]))
    if not recorded:
        raise Missing(f"{path} holds no drive; 'steward drive create' makes one in a new journal")
    return fold(Drive(), recorded)
