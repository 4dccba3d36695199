"""The pictures that moves and questions point to: a folder that never grows past a set number and size."""

from __future__ import annotations

import os
import re
import threading
from pathlib import Path

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,80}\.jpg")

MOST, MOST_BYTES = 600, 150_000_000
"""How many pictures a table keeps, and how much they may weigh."""


class Pictures:
    """JPEG pictures by name; the oldest go when there are more than ``most`` or they weigh over ``most_bytes``."""

    def __init__(self, folder: Path, *, most: int = MOST, most_bytes: int = MOST_BYTES) -> None:
        self.folder = folder
        self._most = most
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        folder.mkdir(parents=True, exist_ok=True)
        found = [(entry.stat(), entry.name) for entry in os.scandir(folder) if _NAME.fullmatch(entry.name)]
        found.sort(key=lambda item: item[0].st_mtime)
        self._sizes = {name: stat.st_size for stat, name in found}

    def put(self, name: str, jpeg: bytes) -> str:
        """Keeps a picture under ``name``, which it gives back. Raises ValueError when that is no plain file name."""
        if not _NAME.fullmatch(name):
            raise ValueError(
                f"a picture cannot be called {name!r}; use letters, digits, dots and dashes, ending in .jpg"
            )
        with self._lock:
            partial = self.folder / f".{name}.part"
            partial.write_bytes(jpeg)
            partial.replace(self.folder / name)
            self._sizes.pop(name, None)
            self._sizes[name] = len(jpeg)
            while len(self._sizes) > self._most or sum(self._sizes.values()) > self._most_bytes:
                oldest = next(iter(self._sizes))
                del self._sizes[oldest]
                (self.folder / oldest).unlink(missing_ok=True)
        return name

    def get(self, name: str) -> bytes | None:
        """Gets a picture, or None when there is none of that name (any more)."""
        if not _NAME.fullmatch(name):
            return None
        try:
            return (self.folder / name).read_bytes()
        except OSError:
            return None
