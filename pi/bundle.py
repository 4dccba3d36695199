"""``steward doctor --bundle``: what a report of a fault needs, in one file, without secrets and without pictures."""

from __future__ import annotations

import io
import json
import platform
import re
import sys
import zipfile
from collections.abc import Sequence
from importlib.metadata import distributions
from pathlib import Path

from engine.errors import BadRecord
from pi import origins
from pi.finding import Finding
from pi.places import may_write, write_whole

SECRET = re.compile(r"(?i)^(\s*\w*(?:password|secret|token|join|key)\w*\s*=\s*).*$", re.MULTILINE)
"""A line of a configuration whose value is nobody's business."""
PLAYERS = re.compile(r"(?ms)^([ \t]*players\s*=).*?(?=^[ \t]*(?:[\w.-]+[ \t]*=|\[)|\Z)")
"""The players' names, to the next setting: whatever a name may hold, none is left."""


def bundle(path: Path, findings: Sequence[Finding], config: Path | None) -> str:
    """Writes the file; gives the line that says what is in it. Raises as :func:`check_new` does."""
    check_new(path)
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
        lines = [json.dumps(finding.as_object(), ensure_ascii=False) for finding in findings]
        archive.writestr("doctor.jsonl", "\n".join(lines) + "\n")
        archive.writestr("system.txt", f"{platform.platform()}\nPython {sys.version}\n{_model()}\n")
        packages = sorted(f"{one.metadata['Name']} {one.version}" for one in distributions() if one.metadata["Name"])
        archive.writestr("packages.txt", "\n".join(packages) + "\n")
        if config is not None and config.is_file():
            archive.writestr("steward.toml", without_secrets(config.read_text(encoding="utf-8", errors="replace")))
    write_whole(path, memory.getvalue())
    return f"{path} holds findings, versions and settings, and no passwords, names, pictures; look before you send it"


def check_new(path: Path) -> None:
    """Raises :class:`BadRecord` when a bundle cannot be a new file there."""
    if path.exists():
        raise BadRecord(f"{path} exists already; name another file, so that nothing is written over")
    if not may_write(path.parent):
        raise BadRecord(f"{path} cannot be written: name a file in a folder that is there and that you may write")


def without_secrets(text: str) -> str:
    """Gives a configuration without passwords and the players' names."""
    return PLAYERS.sub(r"\1 []  # left out\n", SECRET.sub(r"\1# left out", origins.without_secrets(text)))


def _model() -> str:
    try:
        return Path("/proc/device-tree/model").read_text(encoding="utf-8", errors="replace").strip("\0 \n")
    except OSError:
        return "no Raspberry Pi"
