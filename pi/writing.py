"""Files that a person asked for are written whole, and over nothing that is there unless he says so."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from engine.errors import BadSettings
from pi.places import write_whole

STDOUT = Path("-")
"""The name that stands for standard output."""


BESIDE = ("-wal", "-shm", "-journal", ".lock")
"""What lies beside a journal, and belongs to it: the newest of it may be there alone."""


def _less(path: Path, ending: str) -> Path:
    return path.with_name(path.name.removesuffix(ending) or path.name)


def check_free(path: Path, *, force: bool = False) -> None:
    """Raises :class:`BadSettings` where something lies already that would be written over; a journal never is."""
    if path == STDOUT:
        return
    if path.is_dir():
        raise BadSettings(f"{path} is a folder; name a file in it")
    if is_database(path) or any(is_database(_less(path, ending)) for ending in BESIDE):
        raise BadSettings(f"{path} is a journal, and is left as it is; name another file")
    if path.is_file() and not force:
        raise BadSettings(f"{path} is there already; name another file, or write over it with --force")


def is_database(path: Path) -> bool:
    """Whether a file begins as a journal does. Not for a program that has the journal open: to close a file gives all
    of the program's locks on it up."""
    try:
        with path.open("rb") as file:
            return path.is_file() and file.read(16) == b"SQLite format 3\0"
    except OSError:
        return False


def write_out(path: Path, data: bytes, out: TextIO) -> None:
    """Writes bytes to a file, or to ``out`` where the file is ``-``. Raises :class:`BadSettings` when it cannot."""
    if path == STDOUT:
        raw = getattr(out, "buffer", None)
        if raw is None:
            raise BadSettings("what is printed here takes no file; name one with -o")
        raw.write(data)
        raw.flush()
        return
    try:
        if path.exists() and not path.is_file():  # /dev/stdout and the like cannot be put in place whole
            path.write_bytes(data)
        else:
            write_whole(path, data)
    except OSError as error:
        raise BadSettings(f"{path} cannot be written ({error.strerror}); name another file") from error
