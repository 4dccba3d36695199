"""A recorded table: a folder of pictures, button presses and, where known, what is true.

``recording.toml`` says who sits where and by which rules, ``frames.jsonl`` has a line ``{"t": seconds, "file": name}``
for each picture, ``presses.jsonl`` a line ``{"t", "seat", "press"}`` for each press and ``truth.jsonl`` what happened.
A frame stands until the next one. Everything is checked on opening; what is wrong is named by file and line.
"""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from engine.errors import BadPack, BadRecord, BadSettings
from engine.games import game
from pi.judges import check_language
from pi.packs import resolved

FORMAT = 1
PRESSES = ("short", "long")
LINE_LIMIT = 1_000_000
"""Characters; a longer line is no line of a recording."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture file and when it was taken, in seconds of the recording's own time."""

    t: float
    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button press: ``press`` is ``short``, ``long`` or, with no seat, ``start``."""

    t: float
    seat: str | None
    press: str


@dataclass(frozen=True, slots=True)
class Recording:
    """A whole recording, checked. ``seats`` maps seat to name, clockwise; ``truth`` is as ``steward watch`` prints;
    ``notes`` say what it can be followed without, but is likely to be missed."""

    folder: Path
    game: str
    rules: str
    language: str
    pack: str
    dealer: str | None
    seats: tuple[tuple[str, str], ...]
    house: Mapping[str, Any]
    joined: str | None
    shots: tuple[Shot, ...]
    presses: tuple[Pressed, ...] = ()
    truth: tuple[Mapping[str, Any], ...] = field(default=(), repr=False)
    notes: tuple[str, ...] = ()

    @property
    def seconds(self) -> float:
        """How long the recording is: the time of its last picture or press."""
        return max([shot.t for shot in self.shots] + [press.t for press in self.presses], default=0.0)

    def items(self) -> Iterator[Shot | Pressed]:
        """Iterates pictures and presses in the order of time; a picture comes before a press of the same moment."""
        items: list[Shot | Pressed] = [*self.shots, *self.presses]
        yield from sorted(items, key=lambda item: item.t)


def open_recording(folder: Path) -> Recording:
    """Reads and checks a recording. Raises :class:`BadRecord` naming the file and the line that is wrong."""
    if not folder.is_dir():
        raise BadRecord(f"{folder} is not a recording: there is no such folder")
    settings = _settings(folder / "recording.toml")
    seats = tuple(settings["seats"].items())
    shots = tuple(_shots(folder))
    if not shots:
        raise BadRecord(f"{folder / 'frames.jsonl'}: there is no picture in it")
    return Recording(
        folder=folder,
        game=settings["game"],
        rules=settings["rules"],
        language=settings["language"],
        pack=settings["pack"],
        dealer=settings["dealer"],
        seats=seats,
        house=settings["house"],
        joined=settings["joined"],
        shots=shots,
        presses=tuple(_presses(folder, {seat for seat, _ in seats})),
        truth=tuple(_truth(folder)),
        notes=tuple(_notes(folder)),
    )


def is_recording(folder: Path) -> bool:
    """Tells whether a folder claims to be a recording."""
    return (folder / "recording.toml").is_file() or (folder / "frames.jsonl").is_file()


def _settings(path: Path) -> dict[str, Any]:
    text = _text(path)
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadRecord(f"{path}: {error}") from error
    if data.get("format") != FORMAT:
        raise BadRecord(f"{path}: format is {data.get('format')!r}; this Steward reads format {FORMAT}")
    found: dict[str, Any] = {}
    defaults = {"game": "lexicon", "rules": "home", "language": "en", "pack": "lexicon", "dealer": None, "joined": None}
    for key, default in defaults.items():
        value = data.get(key, default)
        if value is not None and (not isinstance(value, str) or not value):
            raise BadRecord(f"{path}: {key} is {value!r}; it must be a word in quotation marks")
        found[key] = value
    if found["joined"] not in (None, "mid-game"):
        raise BadRecord(f"{path}: joined is {found['joined']!r}; it may only be 'mid-game'")
    seats = data.get("seats", {})
    if not isinstance(seats, dict) or not all(isinstance(name, str) for name in seats.values()):
        raise BadRecord(f'{path}: [seats] must give each seat a name, such as N = "Ann"')
    if len(seats) < 2 and found["joined"] is None:
        raise BadRecord(f'{path}: [seats] names {len(seats)} players; at least two are needed, such as N = "Ann"')
    if found["dealer"] is not None and seats and found["dealer"] not in seats:
        raise BadRecord(f"{path}: dealer is {found['dealer']!r}, but nobody sits there")
    house = data.get("house", {})
    if not isinstance(house, dict):
        raise BadRecord(f"{path}: [house] must be a table of house rules")
    try:
        one = game(found["game"])
        one.check_house(found["rules"], house)
        check_language(found["language"])
        one.check_pack(resolved(found["pack"]), len(seats) or 4)
    except (BadSettings, BadPack) as error:
        raise BadRecord(f"{path}: {error}") from error
    return {**found, "seats": seats, "house": house}


def _shots(folder: Path) -> Iterator[Shot]:
    for where, t, line in _timed(folder / "frames.jsonl", required=True):
        name = line.get("file")
        if not isinstance(name, str) or not name:
            raise BadRecord(f"{where}: file is {name!r}; it must name a picture in the recording's folder")
        yield Shot(t, _inside(folder, name, where), name)


def _inside(folder: Path, name: str, where: str) -> Path:
    """Gives the path of a picture, which may not lie outside the recording's own folder."""
    parts = PurePosixPath(name).parts
    if (
        PurePosixPath(name).is_absolute()
        or PureWindowsPath(name).drive
        or "\\" in name
        or "\0" in name
        or ".." in parts
    ):
        raise BadRecord(f"{where}: file is {name!r}; a picture must lie inside the recording's folder")
    path = folder / name
    try:
        if not path.resolve().is_relative_to(folder.resolve()):
            raise BadRecord(f"{where}: file is {name!r}, which leads out of the recording's folder")
        present = path.is_file()
    except (OSError, RuntimeError) as error:
        raise BadRecord(f"{where}: the picture {name!r} cannot be opened: {error}") from error
    if not present:
        raise BadRecord(f"{where}: the picture {name!r} is missing")
    return path


def _presses(folder: Path, seats: set[str]) -> Iterator[Pressed]:
    for where, t, line in _timed(folder / "presses.jsonl"):
        seat, press = line.get("seat"), line.get("press")
        if seat is None:
            if press != "start":
                raise BadRecord(f"{where}: press is {press!r}; the button of no seat can only start")
        elif not isinstance(seat, str) or (seats and seat not in seats):
            raise BadRecord(f"{where}: seat is {seat!r}, but nobody sits there")
        elif press not in PRESSES:
            raise BadRecord(f"{where}: press is {press!r}; it may be {' or '.join(PRESSES)}")
        yield Pressed(t, seat, str(press))


def _notes(folder: Path) -> Iterator[str]:
    if not (folder / "presses.jsonl").exists():
        yield f"{folder} has no presses.jsonl: no challenge, initial or start of the clock is heard in it"


def _truth(folder: Path) -> Iterator[Mapping[str, Any]]:
    for where, _, line in _timed(folder / "truth.jsonl"):
        if not isinstance(line.get("type"), str):
            raise BadRecord(f"{where}: type is {line.get('type')!r}; it must say what happened")
        yield line


def _timed(path: Path, required: bool = False) -> Iterator[tuple[str, float, dict[str, Any]]]:
    """Iterates (where, t, line) over a file of JSON lines whose times do not run backward; blank ones are skipped."""
    if not required and not path.exists():
        return
    last = 0.0
    for number, text in enumerate(_text(path).split("\n"), start=1):
        if not text.strip():
            continue
        where = f"{path}, line {number}"
        if len(text) > LINE_LIMIT:
            raise BadRecord(f"{where}: the line is {len(text)} characters long")
        try:
            line = json.loads(text, parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            raise BadRecord(f"{where}: this is not a JSON line: {error}") from error
        if not isinstance(line, dict):
            raise BadRecord(f'{where}: a line must be a JSON object such as {{"t": 1.5, …}}')
        t = _seconds(line.get("t"), where)
        if t < last:
            raise BadRecord(f"{where}: t is {t:g}, which is earlier than the line before ({last:g})")
        last = t
        yield where, t, line


def _seconds(value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise BadRecord(f"{where}: t is {value!r}; it must be a number of seconds")
    try:
        t = float(value)
    except OverflowError:
        t = math.inf
    if not math.isfinite(t) or t < 0:
        raise BadRecord(f"{where}: t is {t:g}; it must be a number of seconds, zero or more")
    return t


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number that JSON knows")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise BadRecord(f"{path} is missing from the recording") from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord(f"{path} cannot be read: {error}") from error
