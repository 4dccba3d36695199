"""Reads tables through the Pi's camera class, the real picamera2 and the real libcamera, whose virtual camera shows
pictures: ``python virtual_camera.py show FOLDER`` lays them ready, ``python virtual_camera.py read`` reads them.

What a virtual camera lacks is stood in for here: it gives NV12 and no colour order of a Pi's, it has no raw modes, and
each of its pictures lies in two planes.
"""

from __future__ import annotations

import inspect
import json
import mmap
import shutil
import sys
import textwrap
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

ROOT = Path(__file__).parents[2]
TABLES = ROOT / "tests" / "data" / "tables"
SHOWN = ("words-glossy", "words-curved", "words-overlap")
SIZE = (1536, 1152)
PATIENCE = 600.0
"""Seconds until every table must have been read."""

CAMERA = """%YAML 1.1
---
"Table0":
  supported_formats:
  - width: {size[0]}
    height: {size[1]}
    frame_rates:
    - 30
  frames:
    path: "{folder}/"
  location: "CameraLocationExternal"
  model: "Virtual Table"
"""


def show(folder: Path) -> None:
    """Lays the tables' pictures into a folder, and a virtual camera over them beside it, as ``virtual.yaml``."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(SHOWN):
        shutil.copy(TABLES / f"{name}.jpg", folder / f"{number:03d}.jpg")
    (folder.parent / "virtual.yaml").write_text(CAMERA.format(size=SIZE, folder=folder), encoding="utf-8")


def virtual_driver() -> Any:
    """Gives the ``Picamera2`` class, able to open libcamera's virtual camera."""
    # The display's module is no package of Debian's; nothing is displayed.
    display = ModuleType("pykms")
    names = ("RGB888", "BGR888", "XRGB8888", "XBGR8888", "YUV420", "YVU420", "NV12", "YUYV")
    display.PixelFormat = SimpleNamespace(**{name: name for name in names})  # type: ignore[attr-defined]
    sys.modules["pykms"] = display
    import cv2
    import libcamera
    import picamera2.picamera2 as module
    from picamera2 import Picamera2
    from picamera2.allocators import DmaAllocator

    # libcamera 0.4.0 leaves the status of a virtual picture unset, and picamera2 would drop every one.
    source = textwrap.dedent(inspect.getsource(Picamera2.process_requests))
    asked = "metadata.status == libcamera.FrameMetadata.Status.Success"
    if asked not in source:
        raise SystemExit("picamera2 asks for a picture's status otherwise now; see process_requests")
    changed: dict[str, Any] = {}
    exec(source.replace(asked, "metadata is not None"), module.__dict__, changed)

    class TwoPlanes(DmaAllocator):  # type: ignore[misc]
        """Gives each picture's brightness and colour a plane of their own."""

        def allocate(self, config: Any, use_case: Any) -> None:
            self.libcamera_fds, self.frame_buffers, self.open_fds = [], {}, []
            self.cleanup()
            for stream in config:
                self.frame_buffers[stream.stream] = [self._buffer(stream) for _ in range(stream.buffer_count)]

        def _buffer(self, stream: Any) -> Any:
            memory = self.dmaHeap.alloc("table", stream.frame_size)
            number, bright = memory.get(), stream.stride * stream.size.height
            self.open_fds.append(number)
            planes = []
            for offset, length in ((0, bright), (bright, bright // 2)):
                plane = libcamera.FrameBuffer.Plane()
                plane.fd, plane.offset, plane.length = number, offset, length
                planes.append(plane)
            # libcamera holds the memory under a number of its own.
            held = planes[0].fd
            self.libcamera_fds.append(held)
            self.mapped_buffers_used[held] = False
            buffer = libcamera.FrameBuffer(planes)
            self.mapped_buffers[buffer] = mmap.mmap(held, stream.frame_size)
            return buffer

    class Taken:
        """A request whose picture comes in the order that was asked for, as a Pi's hardware gives it."""

        def __init__(self, request: Any) -> None:
            self._request = request

        def make_array(self, name: str) -> Any:
            return cv2.cvtColor(self._request.make_array(name), cv2.COLOR_YUV2BGR_NV12)

        def release(self) -> None:
            self._request.release()

    class Virtual(Picamera2):  # type: ignore[misc]
        process_requests = changed["process_requests"]

        def __init__(self, number: int) -> None:
            super().__init__(number, allocator=TwoPlanes())

        def _get_raw_modes(self) -> list[dict[str, Any]]:
            return [{"format": "NV12", "size": SIZE}]

        def create_video_configuration(self, main: dict[str, Any] | None = None, **more: Any) -> Any:
            if main is None:  # what picamera2 makes for itself at the start
                return super().create_video_configuration(**more)
            if main["format"] != "RGB888":
                raise SystemExit(f"the camera is asked for {main['format']}, which is not OpenCV's order")
            return super().create_video_configuration({**main, "format": "NV12"}, controls={}, **more)

        def capture_request(self, wait: Any = None) -> Taken:
            return Taken(super().capture_request(wait=wait))

    return Virtual


def read() -> int:
    """Reads what the virtual camera shows until every table was read; gives 1 when one was read otherwise or never."""
    driver = virtual_driver()
    import libcamera

    from engine.cards import load_pack
    from pi.picamera import PiCamera
    from vision.reader import Reader

    reader = Reader(load_pack("lexicon"))
    truths = {name: words(json.loads((TABLES / f"{name}.json").read_text(encoding="utf-8"))) for name in SHOWN}
    left = dict(truths)
    started, frames = time.monotonic(), 0
    with PiCamera(time.monotonic, size=SIZE, driver=driver) as camera:
        about = camera._device.camera_properties.get("Model")
        manager = libcamera.CameraManager.singleton().version
        for frame in camera.frames():
            frames += 1
            if frame.image.shape != (SIZE[1], SIZE[0], 3):
                raise SystemExit(f"a picture has the shape {frame.image.shape}")
            found = sorted(word.text for word in reader.read(frame.image, camera.name).words)
            name = next((name for name, truth in truths.items() if truth == found), None)
            if name is None:
                print(f"✕ picture {frames} is read as {' '.join(found)}")
                return 1
            if left.pop(name, None) is not None:
                print(f"✓ {name}: {' '.join(found)}", flush=True)
            if not left or time.monotonic() - started > PATIENCE:
                break
    if left:
        print(f"✕ never shown: {' '.join(left)}")
        return 1
    print(f"The Pi's camera holds: {about}, picamera2 {version('picamera2')}, libcamera {manager}")
    return 0


def words(truth: dict[str, Any]) -> list[str]:
    """Gives the words that lie on a table."""
    return sorted(word["text"] for word in truth["words"])


def main(argv: Sequence[str] | None = None) -> int:
    what, *folder = argv if argv is not None else sys.argv[1:]
    if what == "show":
        show(Path(*folder))
        return 0
    return read()


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
