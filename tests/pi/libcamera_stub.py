"""As much of libcamera as the real picamera2 package needs to run a camera: no sensor, but requests, buffers, controls
and a thread that fills them, with the scene in the order of bytes that libcamera's names of formats mean.

libcamera comes only with Debian's packages; picamera2 is on PyPI. What picamera2 imports besides, and the camera does
not use (encoders, DNG, EXIF, the display), is stood in for by empty modules.
"""

from __future__ import annotations

import enum
import fcntl
import importlib.util
import mmap
import os
import sys
import threading
from collections import deque
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import numpy as np

UNUSED = ("av", "piexif", "pidng", "pidng.core", "pidng.camdefs", "prctl", "pykms", "simplejpeg", "videodev2")


class _Named:
    """A plain value of libcamera's."""

    def __init__(self, *values: Any) -> None:
        self.values = values

    def __str__(self) -> str:
        return str(self.values[0]) if self.values else "default"


class Size:
    def __init__(self, width: int = 0, height: int = 0) -> None:
        self.width, self.height = width, height


class Rectangle:
    def __init__(self, x: int = 0, y: int = 0, width: int = 0, height: int = 0) -> None:
        self.x, self.y, self.width, self.height = x, y, width, height


class PixelFormat(_Named):
    pass


class ColorSpace(_Named):
    YcbcrEncoding = enum.Enum("YcbcrEncoding", "Null Rec601")
    Range = enum.Enum("Range", "Full Limited")
    primaries = transferFunction = ycbcrEncoding = range = None
    __hash__ = object.__hash__

    @classmethod
    def named(cls, name: str) -> Any:
        return staticmethod(lambda: cls(name))


for _name in ("Sycc", "Smpte170m", "Rec709", "Raw"):
    setattr(ColorSpace, _name, ColorSpace.named(_name))


class Transform:
    def __init__(self, other: Transform | None = None, *, hflip: int = 0, vflip: int = 0, transpose: int = 0) -> None:
        self.hflip, self.vflip, self.transpose = hflip, vflip, transpose

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return f"<flipped {self.hflip}{self.vflip}{self.transpose}>"


@dataclass(eq=False)
class ControlId:
    name: str
    type: Any = None


@dataclass
class Range:
    min: Any = 0
    max: Any = 100
    default: Any = 1


CONTROLS = {
    name: ControlId(name)
    for name in (
        "AfMode", "AfState", "LensPosition", "AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains",
        "ExposureTimeMode", "AnalogueGainMode", "FrameDurationLimits", "Model", "ColorFilterArrangement",
    )
}  # fmt: skip


@dataclass(eq=False)
class Plane:
    fd: int = 0
    offset: int = 0
    length: int = 0


class FrameBuffer:
    Plane = Plane

    def __init__(self, planes: list[Plane]) -> None:
        self.planes = planes
        self.metadata = SimpleNamespace(status="success", planes=[SimpleNamespace(bytes_used=planes[0].length)])


@dataclass(eq=False)
class StreamConfig:
    size: Size = field(default_factory=Size)
    pixel_format: Any = None
    buffer_count: int = 4
    stride: int = 0
    frame_size: int = 0
    color_space: Any = None
    stream: Any = field(default_factory=object)
    formats: Any = None


class CameraConfiguration(list):  # type: ignore[type-arg]
    Status = enum.Enum("Status", "Valid Adjusted Invalid")
    orientation = sensor_config = None

    def at(self, index: int) -> StreamConfig:
        return self[index]

    def validate(self) -> Any:
        for one in self:
            # As the Pi's hardware has it, a line is padded to 64 bytes.
            one.stride = -(-one.size.width * 3 // 64) * 64
            one.frame_size = one.stride * one.size.height
        return self.Status.Valid


class Request:
    Status = enum.Enum("Status", "Pending Complete Cancelled")

    def __init__(self, cookie: int) -> None:
        self.cookie, self.status = cookie, self.Status.Pending
        self.buffers: dict[Any, FrameBuffer] = {}
        self.metadata: dict[ControlId, Any] = {}
        self.controls: dict[ControlId, Any] = {}

    def add_buffer(self, stream: Any, buffer: FrameBuffer) -> None:
        self.buffers[stream] = buffer

    def set_control(self, number: ControlId, value: Any) -> None:
        self.controls[number] = value

    def reuse(self) -> None:
        self.status, self.controls = self.Status.Pending, {}


class StubCamera:
    """A camera over ``scene`` (height × width × 3, blue first); ``focused_after``: frames until focus is found."""

    id = "/base/soc/i2c0mux/i2c@1/stub@1a"

    def __init__(self, manager: Manager, scene: np.ndarray, names: set[str], focused_after: int = 25) -> None:
        self.scene, self.focused_after = scene, focused_after
        self.frames_left = 10**9
        self.set: dict[str, Any] = {}
        self.asked_for: CameraConfiguration | None = None
        self.held = self.busy = False
        self.started = 0
        self.properties = {CONTROLS["Model"]: "stub"}
        self.controls = {CONTROLS[name]: Range() for name in sorted(names)}
        self._manager = manager
        self._queue: deque[Request] = deque()
        self._work = threading.Condition()
        self._running = False
        self._seen = 0

    def acquire(self) -> None:
        if self.busy:
            raise RuntimeError("Failed to acquire camera: Device or resource busy")
        self.held = True

    def release(self) -> None:
        self.held = False

    def generate_configuration(self, roles: list[Any]) -> CameraConfiguration:
        known = SimpleNamespace(pixel_formats=[PixelFormat("SRGGB10")], sizes=lambda pixels: [Size(4608, 2592)])
        return CameraConfiguration(StreamConfig(formats=known) for _ in roles)

    def configure(self, config: CameraConfiguration) -> int:
        self.asked_for = config
        return 0

    def create_request(self, cookie: int) -> Request:
        return Request(cookie)

    def queue_request(self, request: Request) -> None:
        with self._work:
            self._queue.append(request)
            self._work.notify()

    def start(self, controls: dict[ControlId, Any]) -> None:
        self._running = True
        self.started += 1
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        with self._work:
            self._running = False
            self._work.notify()
        self._thread.join(5)
        self._queue.clear()

    def _serve(self) -> None:
        while True:
            with self._work:
                self._work.wait_for(lambda: not self._running or (self._queue and self.frames_left > 0), 5)
                if not self._running:
                    return
                if not self._queue or self.frames_left <= 0:
                    continue
                request = self._queue.popleft()
            self.frames_left -= 1
            self._seen += 1
            self.set |= {number.name: value for number, value in request.controls.items()}
            assert self.asked_for is not None
            for config in self.asked_for:
                self._fill(request.buffers[config.stream], config)
            request.metadata = {
                CONTROLS["ExposureTime"]: 9000,
                CONTROLS["AnalogueGain"]: 2.0,
                CONTROLS["ColourGains"]: (1.5, 1.7),
                CONTROLS["LensPosition"]: 2.2,
                CONTROLS["AfState"]: 2 if self._seen >= self.focused_after else 1,
            }
            request.status = Request.Status.Complete
            self._manager.done(request)

    def _fill(self, buffer: FrameBuffer, config: StreamConfig) -> None:
        # libcamera's names read from the highest byte: RGB888 lies in memory as blue, green, red.
        picture = {"RGB888": self.scene, "BGR888": self.scene[..., ::-1]}[str(config.pixel_format)]
        lines = np.zeros((config.size.height, config.stride), np.uint8)
        lines[:, : config.size.width * 3] = picture.reshape(config.size.height, -1)
        with mmap.mmap(buffer.planes[0].fd, config.frame_size) as memory:
            memory[:] = lines.tobytes()


class Manager:
    """libcamera's only camera manager, with the cameras that a test puts there."""

    def __init__(self) -> None:
        self.cameras: list[StubCamera] = []
        self.event_fd, self._write = os.pipe2(os.O_NONBLOCK)
        self._ready: deque[Request] = deque()

    def done(self, request: Request) -> None:
        self._ready.append(request)
        os.write(self._write, b"\0")

    def get_ready_requests(self) -> list[Request]:
        while True:
            try:
                os.read(self.event_fd, 4096)
            except BlockingIOError:
                break
        found = []
        while self._ready:
            found.append(self._ready.popleft())
        return found


class Heap:
    """The kernel's memory for cameras, from ordinary memory."""

    class _Descriptor:
        def __init__(self, number: int) -> None:
            self._number = number

        def get(self) -> int:
            return self._number

        def isValid(self) -> bool:
            return True

    def alloc(self, name: str, size: int) -> Any:
        number = os.memfd_create(name)
        os.ftruncate(number, size)
        return self._Descriptor(number)

    def close(self) -> None:
        return


MANAGER = Manager()


def picamera2_class() -> Any:
    """Imports the real picamera2 package over the stub and gives its ``Picamera2``."""
    if "picamera2" in sys.modules:
        return sys.modules["picamera2"].Picamera2
    # Where libcamera is, as on a Pi, the tests still use what they know: no camera is touched.
    libcamera = ModuleType("libcamera")
    for one in (Size, Rectangle, PixelFormat, ColorSpace, Transform, FrameBuffer, CameraConfiguration, Request):
        setattr(libcamera, one.__name__, one)
    more = {
        "CameraManager": SimpleNamespace(singleton=lambda: MANAGER),
        "Camera": StubCamera,
        "ControlType": SimpleNamespace(Rectangle="rectangle", Size="size"),
        "FrameMetadata": SimpleNamespace(Status=SimpleNamespace(Success="success")),
        "Orientation": enum.Enum("Orientation", [f"Rotate{n}{m}" for n in (0, 90, 180, 270) for m in ("", "Mirror")]),
        "SensorConfiguration": SimpleNamespace,
        "StreamRole": enum.Enum("StreamRole", "StillCapture Raw VideoRecording Viewfinder"),
        "controls": MagicMock(**CONTROLS),
        "_libcamera": SimpleNamespace(ColorSpace=ColorSpace, Transform=Transform),
    }
    for name, value in more.items():
        setattr(libcamera, name, value)
    stubs = {"libcamera": libcamera, "libcamera.controls": more["controls"]}
    for name in UNUSED:
        stubs[name] = MagicMock(__all__=[], __spec__=None, name=name)
    sys.modules.update(stubs)
    try:
        import picamera2
        from picamera2.allocators import dmaallocator
    finally:
        for name in UNUSED:
            sys.modules.pop(name, None)
    dmaallocator.DmaHeap = Heap  # type: ignore[misc]
    # Ordinary memory needs no word to the kernel before it is looked at.
    dmaallocator.fcntl = SimpleNamespace(ioctl=lambda *_: 0, **{"fcntl": fcntl.fcntl})  # type: ignore[assignment]
    return picamera2.Picamera2


def has_picamera2() -> bool:
    """Tells whether the package is installed, or stubbed already."""
    return "picamera2" in sys.modules or importlib.util.find_spec("picamera2") is not None
