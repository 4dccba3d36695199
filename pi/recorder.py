"""``steward table --record DIR``: writes the table down as a recording, sparse enough for a whole evening."""

from __future__ import annotations

import contextlib
import json
import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from engine.commands import Challenge, Command, Initial, Press, RefuseTotal, StartClock
from engine.errors import BadRecord
from engine.events import Dealt
from engine.games.protocol import Recorded
from pi.cameras import Camera, Frame, Image
from pi.config import Settings
from pi.places import new_folder
from pi.recording import FORMAT

log = logging.getLogger("steward.recorder")

CHANGED = 4.0
"""Grey levels by which some block of the small picture must differ for a frame to show something new."""

MOVING_EVERY = 1.0
"""Seconds between two frames that are kept while something moves."""


class Recorder:
    """Writes a recording into a new folder. What was written stands even if the program is killed a moment later.

    :param seats: seat and name of each player, clockwise.
    :param most: frames, after which only presses are written: a forgotten recorder may not fill the disk.
    :param blank: changes a picture before it is written (None: it stays), as :func:`pi.privacy.blanking` does.

    Raises :class:`BadRecord` when the folder holds something already or cannot be written.
    """

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        seats: tuple[tuple[str, str], ...],
        *,
        most: int = 5000,
        blank: Callable[[Image], Image] | None = None,
    ) -> None:
        self._blank = blank
        self.folder = folder
        self._settings = settings
        self._seats = seats
        self._dealer: str | None = None
        self._most = most
        self._lock = threading.Lock()
        self._count = 0
        self._last_t = 0.0
        self._small: Any = None
        self._kept: Any = None
        self._start: float | None = None
        new_folder(folder)
        try:
            (folder / "frames").mkdir()
            (folder / "recording.toml").write_text(_toml(settings, seats, None), encoding="utf-8")
            self._frames: TextIO = (folder / "frames.jsonl").open("w", encoding="utf-8")
            self._presses: TextIO = (folder / "presses.jsonl").open("w", encoding="utf-8")
        except OSError as error:
            raise BadRecord(f"nothing can be recorded into {folder}: {error.strerror}") from error

    def frame(self, image: Image, t: float) -> bool:
        """Takes in a frame taken at table time ``t``; gives whether it was kept, as one that shows something new."""
        small = _small(image)
        with self._lock:
            at_rest = self._small is not None and _difference(small, self._small) < CHANGED
            new = self._kept is None or _difference(small, self._kept) >= CHANGED
            self._small = small
            at = self._time(t)
            if self._frames.closed or self._count >= self._most or not new:
                return False
            if self._kept is not None and not at_rest and at - self._last_t < MOVING_EVERY:
                return False
            name = f"frames/{self._count:04d}.jpg"
            with self._or_end():
                _write(self.folder / name, image if self._blank is None else self._blank(image))
                _line(self._frames, {"t": at, "file": name})
                self._kept, self._last_t = small, at
                self._count += 1
                return True
            return False

    def press(self, t: float, seat: str | None, press: str) -> None:
        """Takes in a button press at table time ``t``."""
        with self._lock:
            if not self._presses.closed:
                with self._or_end():
                    _line(self._presses, {"t": self._time(t), "seat": seat, "press": press})

    def ahead(self, command: Command) -> None:
        """Takes in what is submitted: presses, and what was tapped on the dashboard in place of one."""
        match command:
            case Press(t=t, seat=seat, press=press):
                self.press(t, seat, press)
            case Challenge(t=t, seat=seat) | Initial(t=t, by_seat=seat):
                self.press(t, seat, "short")
            case RefuseTotal(t=t, by_seat=seat):
                self.press(t, seat, "long")
            case StartClock(t=t):
                self.press(t, None, "start")
            case _:
                return

    def hear(self, entry: Recorded) -> None:
        """Writes down who dealt first."""
        event = entry.event
        if isinstance(event, Dealt) and event.seat is not None and self._dealer is None:
            self._dealer = event.seat
            partial = self.folder / "recording.toml.part"
            with self._lock, self._or_end():
                partial.write_text(_toml(self._settings, self._seats, self._dealer), encoding="utf-8")
                partial.replace(self.folder / "recording.toml")

    def close(self) -> None:
        """Ends the recording. Closing twice does no harm."""
        with self._lock:
            self._frames.close()
            self._presses.close()

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    @contextlib.contextmanager
    def _or_end(self) -> Iterator[None]:
        """Ends the recording when it cannot be written: a full disk may cost the record, never a play or a press."""
        try:
            yield
        except (OSError, BadRecord) as error:
            log.warning("the recording in %s ends here: %s", self.folder, error)
            for file in (self._frames, self._presses):
                with contextlib.suppress(OSError):
                    file.close()

    def _time(self, t: float) -> float:
        self._start = t if self._start is None else self._start
        return round(max(0.0, t - self._start), 3)


class RecordedCamera:
    """A camera whose frames are also written down."""

    def __init__(self, camera: Camera, recorder: Recorder) -> None:
        self.name = camera.name
        self._camera = camera
        self._recorder = recorder

    def frames(self) -> Iterator[Frame]:
        """Iterates the camera's frames."""
        for frame in self._camera.frames():
            self._recorder.frame(frame.image, frame.taken_at)
            yield frame

    def close(self) -> None:
        """Lets go of the camera; the recording goes on."""
        self._camera.close()

    def __enter__(self) -> RecordedCamera:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def _small(image: Image) -> Any:
    import cv2

    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return cv2.resize(grey, (64, 48), interpolation=cv2.INTER_AREA).astype(np.float32)


def _difference(a: Any, b: Any) -> float:
    """Gives the largest difference of a block, after that of the whole picture's brightness."""
    change = a - b
    return float(np.abs(change - np.median(change)).max())


def _write(path: Path, image: Image) -> None:
    import cv2

    if not cv2.imwrite(str(path), image, [cv2.IMWRITE_JPEG_QUALITY, 92]):
        raise BadRecord(f"the picture {path} cannot be written; see whether the disk is full")


def _line(file: TextIO, line: dict[str, Any]) -> None:
    file.write(json.dumps(line, ensure_ascii=False) + "\n")
    file.flush()


def _toml(settings: Settings, seats: tuple[tuple[str, str], ...], dealer: str | None) -> str:
    lines = [f"format = {FORMAT}"]
    for name in ("game", "rules", "language", "pack"):
        lines.append(f"{name} = {_quoted(getattr(settings, name))}")
    if dealer is not None:
        lines.append(f"dealer = {_quoted(dealer)}")
    lines += ["", "[seats]", *(f"{_quoted(seat)} = {_quoted(name)}" for seat, name in seats)]
    if settings.house:
        lines += ["", "[house]", *(f"{name} = {_value(value)}" for name, value in settings.house.items())]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return _quoted(value) if isinstance(value, str) else repr(value)


def _quoted(text: str) -> str:
    """Gives a TOML basic string, which is JSON's but for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
