"""Where the Steward keeps what it writes, and what it ships."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from engine.errors import BadRecord, Missing

RECORDINGS = Path(__file__).parent / "recordings"
"""The recorded hands that ``steward demo`` plays."""

SERVICE = Path("/var/lib/steward")
"""The home of the user that the installed service runs as, where it also keeps everything."""

DEMOS = {"deal": "demo-drive", "home": "demo-hand"}


def demo_folder(name: str) -> Path:
    """Gives the folder of a shipped recording. Raises :class:`Missing` for one that does not exist."""
    folder = RECORDINGS / DEMOS.get(name, name)
    if folder.name not in DEMOS.values():
        raise Missing(f"there is no recording called {name!r}; choose one of {', '.join(DEMOS)}")
    if not folder.is_dir():
        raise Missing(f"the recording {folder} was not installed; install the Steward again")
    return folder


def data_place() -> Path:
    """Gives where the folder for journals and pictures is, or would be made: the service's, or in the user's home."""
    state = os.environ.get("STEWARD_DATA") or os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if state:
        return Path(state)
    if Path.home() == SERVICE:
        # 'sudo -u steward steward doctor' looks at what the service keeps.
        return SERVICE
    base = os.environ.get("XDG_DATA_HOME", "")
    return (Path(base) if base.startswith("/") else Path.home() / ".local" / "share") / "steward"


def may_write(folder: Path) -> bool:
    """Tells whether files can be made in a folder, by making one that leaves nothing behind: what the rights say is
    not enough where a file system takes no files, or from nobody."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def free_folder(folder: Path) -> None:
    """Makes nothing yet; raises :class:`BadRecord` when :func:`new_folder` would refuse this folder."""
    try:
        if folder.exists() and any(folder.iterdir()):
            raise BadRecord(f"{folder} is not empty; name a new folder, so that nothing is written over")
        there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
        if not may_write(there):
            raise BadRecord(f"nothing can be written into {folder}: {there} cannot be written; name a new folder")
    except OSError as error:
        raise BadRecord(f"nothing can be written into {folder}: {error.strerror}; name a new folder") from error


def new_folder(folder: Path) -> None:
    """Makes a folder for a recording. Raises :class:`BadRecord` when it holds something already or cannot be made."""
    free_folder(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadRecord(f"nothing can be written into {folder}: {error.strerror}; name a new folder") from error


def data_folder() -> Path:
    """Gives the folder for journals and pictures, made when absent.

    Raises :class:`Missing` when it cannot be written.
    """
    folder = data_place()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Missing(
            f"{folder} cannot be made ({error.strerror}); set STEWARD_DATA to a folder you may write"
        ) from error
    if not may_write(folder):
        raise Missing(f"{folder} cannot be written; set STEWARD_DATA to a folder you may write")
    return folder


def write_whole(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Writes a file whole or not at all, whatever happens meanwhile, and touches nothing that lies beside it.

    Raises OSError when it cannot be written.
    """
    descriptor, partial = tempfile.mkstemp(dir=path.parent, prefix=".steward-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(partial, mode)
        os.replace(partial, path)
    except BaseException:
        os.unlink(partial)
        raise
