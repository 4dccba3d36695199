"""The compiled file of a word list: a line of JSON that describes it, then its tables, made to be mapped."""

from __future__ import annotations

import json
import mmap
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.errors import Missing

FORMAT = 3
_MAGIC = b"steward words\n"
_PAGE = 4096


def data_dir() -> Path:
    """Gives the folder the compiled lists are made in unless another is named: ``data`` beside this module."""
    return Path(__file__).resolve().parent / "data"


def write_file(path: Path, about: Mapping[str, Any], tables: Mapping[str, bytes]) -> None:
    """Writes a compiled list whole or not at all: another process never sees half of it."""
    spans: dict[str, list[int]] = {}
    at = _PAGE
    for name, table in tables.items():
        spans[name] = [at, len(table)]
        at += -(-len(table) // 16) * 16
    head = _MAGIC + json.dumps({**about, "format": FORMAT, "tables": spans}, sort_keys=True).encode() + b"\n"
    if len(head) > _PAGE:
        raise ValueError(f"the description of {path} is too long")
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, half = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(head.ljust(_PAGE, b"\0"))
            for table in tables.values():
                out.write(table + b"\0" * (-len(table) % 16))
            out.flush()
            os.fsync(out.fileno())
        os.chmod(half, 0o644)
        os.replace(half, path)
    except BaseException:
        os.unlink(half)
        raise


def read_about(path: Path) -> dict[str, Any]:
    """Gives a compiled list's description. Raises :class:`Missing` if the file is absent or not of this format."""
    try:
        with path.open("rb") as file:
            head = file.read(_PAGE)
    except OSError as error:
        raise Missing(f"no compiled word list at {path} ({error.strerror}); {_HOW}") from error
    if not head.startswith(_MAGIC) or len(head) < _PAGE:
        raise Missing(f"{path} is no compiled word list; {_HOW}")
    try:
        about: dict[str, Any] = json.loads(head[len(_MAGIC) :].partition(b"\n")[0])
    except ValueError as error:
        raise Missing(f"{path} is no compiled word list; {_HOW}") from error
    if about.get("format") != FORMAT:
        raise Missing(f"{path} was compiled by another version of the Steward; {_HOW}")
    return about


_HOW = "make it with: python -m engine.words.build"


def map_file(path: Path) -> tuple[dict[str, Any], dict[str, memoryview]]:
    """Maps a compiled list: its description and its tables by name, which stay in the file until they are read.

    :raises Missing: if the file is absent, cut short, or not of this format.
    """
    about = read_about(path)
    with path.open("rb") as file:
        whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    tables: dict[str, memoryview] = {}
    for name, (at, length) in about["tables"].items():
        if at + length > len(whole):
            raise Missing(f"{path} is cut short; {_HOW}")
        tables[name] = whole[at : at + length]
    return about, tables
