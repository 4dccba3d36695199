"""The Raspberry Pi's own camera, through picamera2.

One configuration for life and three buffers: changing modes is what runs small Pis out of camera memory. Exposure and
white balance settle once and are then held, so that a shadow over the table does not change every card's colour.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from typing import Any

from engine.errors import Missing
from pi.cameras import Frame, Image

log = logging.getLogger("steward.camera")

INSTALL = (
    "picamera2 is not here; on a Raspberry Pi type 'sudo apt install python3-picamera2', "
    "and make the environment again with --system-site-packages"
)

SETTLE_FRAMES = 20
"""Frames that automatic exposure and white balance get before they are held."""

FOCUS_FRAMES = 90
"""Frames at most until a camera that can focus has done so."""

AF_MANUAL, AF_CONTINUOUS = 0, 2
AF_FOCUSED = 2
"""libcamera's numbers for AfMode and AfState."""

WAIT = 5.0
"""Seconds to wait for one frame; picamera2 waits for ever unless told."""


class PiCamera:
    """The Pi's camera as frames in the order blue, green, red.

    :param now: gives the table time.
    :param size: width and height in px, both even.
    :param number: which camera, on a Pi that has two.
    :param driver: the ``Picamera2`` class; None imports it. Raises :class:`Missing` when there is no camera.
    """

    def __init__(
        self,
        now: Callable[[], float],
        *,
        size: tuple[int, int] = (1920, 1080),
        number: int = 0,
        driver: Any = None,
    ) -> None:
        self.name = "picamera"
        self._now = now
        self._closed = threading.Event()
        self._lock = threading.Lock()
        self._device: Any = None
        device = _open(driver if driver is not None else _driver(), number)
        try:
            # libcamera names formats by their bytes from the end: "RGB888" lies in memory as blue, green, red.
            config = device.create_video_configuration(
                main={"size": size, "format": "RGB888"}, buffer_count=3, display=None, encode=None
            )
            device.configure(config)
            device.start()
            self._hold(device)
        except Exception as error:
            # Whatever the driver raises, the camera must not stay held by a program that cannot use it.
            _let_go(device)
            raise Missing(
                f"the Pi's camera does not start: {error}; see its cable, and that no other program holds it"
            ) from error
        self._device = device

    def frames(self) -> Iterator[Frame]:
        """Iterates frames as the camera takes them. Raises :class:`Missing` when none comes within five seconds."""
        while not self._closed.is_set():
            with self._lock:
                if self._device is None:
                    return
                image = self._take(self._device)
            yield Frame(image, self._now(), self.name)

    def close(self) -> None:
        """Stops the camera and lets go of it. Closing twice does no harm."""
        self._closed.set()
        with self._lock:
            device, self._device = self._device, None
            if device is not None:
                _let_go(device)

    def __enter__(self) -> PiCamera:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _take(self, device: Any) -> Image:
        try:
            request = device.capture_request(wait=WAIT)
        except Exception as error:
            # concurrent.futures.TimeoutError, RuntimeError or OSError, by the version of the driver.
            raise Missing(
                f"the Pi's camera gives no pictures ({error or type(error).__name__}); see its cable"
            ) from error
        try:
            image: Image = request.make_array("main")
            return image
        finally:
            request.release()

    def _hold(self, device: Any) -> None:
        """Lets focus, exposure and white balance settle, then holds them; a camera without a control does without."""
        controls = device.camera_controls
        focuses = {"AfMode", "LensPosition"} <= set(controls)
        if focuses:
            device.set_controls({"AfMode": AF_CONTINUOUS})
        seen: dict[str, Any] = {}
        for frame in range(FOCUS_FRAMES if focuses else SETTLE_FRAMES):
            seen = device.capture_metadata(wait=WAIT)
            if frame >= SETTLE_FRAMES and seen.get("AfState") == AF_FOCUSED:
                break
        if focuses and seen.get("AfState") != AF_FOCUSED:
            log.warning("the camera finds no focus; raise or lower it, and see that nothing covers its lens")
        held: dict[str, Any] = {}
        if {"AeEnable", "ExposureTime", "AnalogueGain"} <= set(controls) and {"ExposureTime", "AnalogueGain"} <= set(
            seen
        ):
            # All three together: automatic exposure switched off alone can leave the picture black.
            held |= {"AeEnable": False, "ExposureTime": seen["ExposureTime"], "AnalogueGain": seen["AnalogueGain"]}
        if {"AwbEnable", "ColourGains"} <= set(controls) and "ColourGains" in seen:
            held |= {"AwbEnable": False, "ColourGains": seen["ColourGains"]}
        if focuses and "LensPosition" in seen:
            held |= {"AfMode": AF_MANUAL, "LensPosition": seen["LensPosition"]}
        if held:
            device.set_controls(held)


def _driver() -> Any:
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise Missing(INSTALL) from error
    return Picamera2


def _open(driver: Any, number: int) -> Any:
    try:
        return driver(number)
    except (RuntimeError, IndexError, OSError) as error:
        cause = _first_cause(error)
        if "busy" in str(cause).lower():
            raise Missing(f"another program holds the Pi's camera ({cause}); end it, it is tried again") from error
        raise Missing(f"the Pi finds no camera {number}: {cause}; see its cable with the power off") from error


def _first_cause(error: BaseException) -> BaseException:
    """Gives what a driver's error goes back to: picamera2 itself says only that it did not complete."""
    while error.__cause__ is not None:
        error = error.__cause__
    return error


def _let_go(device: Any) -> None:
    try:
        # A frame that was waited for in vain still stands in the driver's queue, and stopping would wait behind it.
        if hasattr(device, "cancel_all_and_flush"):
            device.cancel_all_and_flush()
        device.stop()
    finally:
        device.close()
