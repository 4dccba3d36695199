"""Cameras: a webcam, a recording, a folder of photos. Each gives frames with the table time at which they were taken.

The Pi's own camera is in :mod:`pi.picamera`, one in the network in :mod:`pi.ipcamera`.

Pictures are arrays of height × width × 3 bytes in the order blue, green,
red. A camera is opened once and kept until it is closed; closing twice does no harm.
"""

from __future__ import annotations

import logging
import re
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from engine.errors import BadPicture, BadRecord, BadSettings, Missing
from pi.clock import TableClock
from pi.origins import without_secrets
from pi.recording import Pressed, Recording, Shot, is_recording, open_recording

log = logging.getLogger("steward.camera")

Image = np.ndarray[Any, np.dtype[np.uint8]]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture, the table time in seconds at which it was taken, and its name; ``standing``: it was given before."""

    image: Image
    taken_at: float
    name: str = ""
    standing: bool = False


class Camera(Protocol):
    """Anything that looks at the table."""

    name: str

    def frames(self) -> Iterator[Frame]:
        """Iterates frames, each the newest there is, until the camera is closed or has no more.

        Raises :class:`Missing` when the camera is gone.
        """
        ...

    def close(self) -> None:
        """Lets go of the camera; :meth:`frames` ends. Closing twice does no harm."""
        ...

    def __enter__(self) -> Camera: ...

    def __exit__(self, *exc: object) -> None: ...


class _Closing:
    """Closing and ``with``, the same for every camera."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    def close(self) -> None:
        """Lets go of the camera. Closing twice does no harm."""
        self._closed.set()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


class Newest(_Closing, ABC):
    """A camera whose own thread takes pictures as they come; whoever looks gets the newest, and holds nothing up.

    :param patience: seconds without a new picture after which the camera counts as lost.
    """

    def __init__(self, name: str, patience: float) -> None:
        super().__init__()
        self.name = name
        self._patience = patience
        self._newest: Any = None
        self._fresh = threading.Condition()
        self._lost: str | None = None
        self._thread = threading.Thread(target=self._grab, name=name, daemon=True)

    def close(self) -> None:
        """Lets go of the camera. Closing twice does no harm."""
        super().close()
        with self._fresh:
            self._fresh.notify_all()
        if self._thread is not threading.current_thread():
            self._thread.join(timeout=5)

    def _each(self) -> Iterator[Any]:
        """Iterates what was put, the newest each time. Raises :class:`Missing` when nothing comes."""
        last: Any = None
        while not self._closed.is_set():
            with self._fresh:
                came = self._fresh.wait_for(
                    lambda last=last: self._newest is not last or self._lost or self._closed.is_set(),  # type: ignore[misc]
                    self._patience,
                )
                last = self._newest
                lost = self._lost
            if self._closed.is_set():
                return
            if lost or not came or last is None:
                raise Missing(lost or self._why())
            yield last

    def _put(self, item: Any) -> None:
        with self._fresh:
            self._newest = item
            self._fresh.notify_all()

    def _lose(self, why: str) -> None:
        with self._fresh:
            self._lost = why
            self._fresh.notify_all()

    def _why(self) -> str:
        """Says why nothing comes, and what to do."""
        return f"{self.name} gives no pictures; unplug it, plug it in again and see its cable"

    @abstractmethod
    def _grab(self) -> None:
        """Puts pictures until the camera is closed; runs in the camera's thread."""


class Webcam(Newest):
    """A camera that OpenCV can open, by its number; a thread of its own keeps only the newest frame.

    :param number: 0 is the first camera of the machine.
    :param now: gives the table time.
    :param size: width and height asked for, in px; the camera may give another.
    """

    def __init__(
        self,
        number: int,
        now: Callable[[], float],
        *,
        size: tuple[int, int] = (1920, 1080),
        patience: float = 20.0,
        capture: Callable[[int], Any] | None = None,
    ) -> None:
        super().__init__(f"camera {number}", patience)
        self._now = now
        self._capture = (capture or _open_capture)(number)
        if not self._capture.isOpened():
            self._capture.release()
            raise Missing(f"camera {number} cannot be opened; see that it is plugged in and no other program holds it")
        _ask_size(self._capture, size)
        self._thread.start()

    def frames(self) -> Iterator[Frame]:
        """Iterates the newest frames. Raises :class:`Missing` when none has come for ``patience`` seconds."""
        yield from self._each()

    def _grab(self) -> None:
        bad = 0
        try:
            while not self._closed.is_set():
                good, image = self._capture.read()
                if not good or image is None:
                    bad += 1
                    if bad >= 50:
                        break
                    self._closed.wait(0.02)
                    continue
                bad = 0
                self._put(Frame(image, self._now(), self.name))
        finally:
            self._capture.release()
            self._lose(self._why())


AFTER = 8.0
"""Table seconds that a recording's last picture stands, so that what it shows can be played or asked about."""


class RecordingCamera(_Closing):
    """A recording as a camera: pictures and presses come when the table's clock says so, in their order.

    The clock never runs past what has not been looked at yet, so nothing is lost when reading is slow. The standing
    picture is given again every ``again`` seconds, as a real camera would, and whenever something is ``due``.

    :param press: is called with each button press, between the pictures around it, in the thread that iterates.
    :param due: gives the table time at which whoever looks has something to do with the standing picture.
    """

    def __init__(
        self,
        recording: Recording,
        clock: TableClock,
        *,
        press: Callable[[Pressed], None] | None = None,
        due: Callable[[], float | None] = lambda: None,
        again: float = 0.25,
        start: float = 0.0,
    ) -> None:
        super().__init__()
        self._due = due
        self.name = recording.folder.name
        self.recording = recording
        self._clock = clock
        self._press = press
        self._again = again
        self._start = start

    def frames(self) -> Iterator[Frame]:
        """Iterates the recording's frames; ends a while after the last one, so that what it shows can be played."""
        standing: Frame | None = None
        try:
            for item in self.recording.items():
                at = self._start + item.t
                yield from self._stand(standing, at)
                if self._closed.is_set():
                    return
                if isinstance(item, Shot):
                    standing = Frame(_load(item.path), at, item.name)
                    yield standing
                elif self._press is not None:
                    self._press(Pressed(at, item.seat, item.press))
            yield from self._stand(standing, self._start + self.recording.seconds + AFTER)
        finally:
            self._clock.hold_at(None)

    def _stand(self, standing: Frame | None, until: float) -> Iterator[Frame]:
        """Gives the standing picture again and again until table time ``until``, which the clock does not pass."""
        given = self._clock.now()
        while not self._closed.is_set():
            due = self._due()
            # What is due is waited for once: who looks and has done nothing about it may not stop the clock.
            target = until if due is None or not given < due < until else due
            self._clock.hold_at(target)
            if (wait := self._clock.seconds_until(target)) > 0 and self._closed.wait(min(wait, self._again)):
                return
            now = self._clock.now()
            if now >= until:
                return
            if standing is not None:
                given = now
                yield Frame(standing.image, now, standing.name, standing=True)


class PhotoFolder(_Closing):
    """A folder of photos as a camera, in the order of their names, each for ``each`` seconds of table time."""

    def __init__(self, folder: Path, clock: TableClock, *, each: float = 3.0, again: float = 0.25) -> None:
        super().__init__()
        self.name = folder.name
        self._paths = photos(folder)
        self._clock = clock
        self._each = each
        self._again = again
        if not self._paths:
            raise Missing(f"{folder} holds no pictures; they must end in {', '.join(sorted(PICTURES))}")

    def frames(self) -> Iterator[Frame]:
        """Iterates the photos; one that cannot be read is passed over with a line in the log."""
        for path in self._paths:
            try:
                image = _load(path)
            except BadPicture as error:
                log.warning("%s", error)
                continue
            start = self._clock.now()
            yield Frame(image, start, path.name)
            while (wait := self._clock.seconds_until(start + self._each)) > 0:
                if self._closed.wait(min(wait, self._again)):
                    return
                yield Frame(image, self._clock.now(), path.name, standing=True)


PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})


def photos(folder: Path) -> tuple[Path, ...]:
    """Gives a folder's pictures in the order a person would count them (2 before 10)."""

    def order(path: Path) -> list[tuple[int, int, str]]:
        return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in re.split(r"(\d+)", path.name)]

    return tuple(sorted((p for p in folder.iterdir() if p.suffix.lower() in PICTURES and p.is_file()), key=order))


def is_address(source: str) -> bool:
    """Tells whether ``--camera`` names a camera by its address in the network."""
    return re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*://", source) is not None


def open_camera(
    source: str,
    clock: TableClock,
    *,
    press: Callable[[Pressed], None] | None = None,
    due: Callable[[], float | None] = lambda: None,
    size: tuple[int, int] = (1920, 1080),
) -> Camera:
    """Opens what ``--camera`` names: a number, ``picamera``, an http address, or a folder (a recording or
    photos).

    Raises :class:`Missing` when the camera is not there, :class:`BadSettings` when none can be called so, and
    :class:`BadRecord` for a recording that is wrong.
    """
    if source == "picamera":
        from pi.picamera import PiCamera

        return PiCamera(clock.now, size=size)
    if is_address(source):
        from pi.ipcamera import IpCamera

        return IpCamera(source, clock.now)
    if source.isdecimal():
        if len(source) > 3:
            raise BadSettings(f"camera {source[:20]} is no camera's number; the first of a machine is 0")
        return Webcam(int(source), clock.now, size=size)
    folder = Path(source)
    if not folder.exists():
        called = without_secrets(repr(source))
        raise BadSettings(
            f"there is no camera called {called}; use a number such as 0, picamera, an address or a folder"
        )
    if folder.is_dir() and is_recording(folder):
        recording = open_recording(folder)
        for note in recording.notes:
            log.warning("%s", note)
        return RecordingCamera(recording, clock, press=press, due=due, start=clock.now())
    if folder.is_dir():
        return PhotoFolder(folder, clock)
    raise BadRecord(f"{source} is not a folder; a recording is a folder with recording.toml in it")


def _load(path: Path) -> Image:
    from vision.picture import load_picture

    image: Image = load_picture(path)
    return image


def _open_capture(number: int) -> Any:
    import cv2

    # What it would say of a camera that is not there, the Steward says itself.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    return cv2.VideoCapture(number)


def _ask_size(capture: Any, size: tuple[int, int]) -> None:
    import cv2

    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)


def wait_for_table_time(clock: TableClock, t: float) -> None:
    """Sleeps until table time ``t``."""
    while (wait := clock.seconds_until(t)) > 0:
        time.sleep(min(wait, 0.25))
