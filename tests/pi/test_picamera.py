"""The Pi's camera against a fake of picamera2 with the signatures of its version 0.3.38, unknown keywords refused."""

from __future__ import annotations

import sys
from concurrent.futures import TimeoutError as FutureTimeout

import numpy as np
import pytest

from engine.errors import Missing
from pi.picamera import PiCamera

ALL = {"AfMode", "LensPosition", "AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains"}


class FakeRequest:
    def __init__(self, device: FakePicamera2) -> None:
        self.device = device
        device.out += 1

    def make_array(self, name: str) -> np.ndarray:
        assert name == "main"
        width, height = self.device.config["main"]["size"]
        return np.full((height, width, 3), 7, np.uint8)

    def release(self) -> None:
        self.device.out -= 1


class FakePicamera2:
    """What the Pi's camera does, written down."""

    controls = ALL
    found = True
    frames = 10**9
    settled = 0
    focused_after = 25

    def __init__(self, camera_num=0, verbose_console=None, tuning=None, allocator=None):
        self.config: dict = {}
        self.calls: list[str] = []
        self.set: dict = {}
        self.out = 0
        if not self.found:
            raise RuntimeError(f"No camera number {camera_num} found")
        type(self).last = self

    def create_video_configuration(
        self, main={}, lores=None, raw={}, transform=None, colour_space=None, buffer_count=6, controls={},  # noqa: B006
        display="main", encode="main", queue=True, sensor={}, use_case="video",  # noqa: B006
    ):  # fmt: skip
        assert set(main) <= {"format", "size", "stride", "preserve_ar"}
        return {"main": main, "buffer_count": buffer_count, "display": display}

    def configure(self, camera_config=None):
        self.config = camera_config

    def start(self, config=None, show_preview=False):
        self.calls.append("start")

    def stop(self):
        self.calls.append("stop")

    def close(self):
        self.calls.append("close")

    @property
    def camera_controls(self):
        return dict.fromkeys(self.controls, (0, 1, 0))

    def set_controls(self, controls):
        for name in controls:
            if name not in self.controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.set |= controls

    def capture_request(self, wait=None, signal_function=None, flush=None):
        assert wait, "without a time to wait, picamera2 waits for ever"
        self.frames -= 1
        if self.frames < 0:
            raise FutureTimeout
        return FakeRequest(self)

    def capture_metadata(self, wait=None, signal_function=None):
        assert wait
        self.frames -= 1
        if self.frames < 0:
            raise FutureTimeout
        self.settled += 1
        return {
            "ExposureTime": 9000,
            "AnalogueGain": 2.0,
            "ColourGains": (1.5, 1.7),
            "LensPosition": 2.2,
            "AfState": 2 if self.settled >= self.focused_after else 1,
        }


def driver(**attributes) -> type[FakePicamera2]:
    return type("Fake", (FakePicamera2,), attributes)


def test_frames_are_asked_for_in_opencvs_order_with_three_buffers():
    device = driver()
    with PiCamera(lambda: 3.0, size=(640, 480), driver=device) as camera:
        frame = next(camera.frames())
    assert frame.image.shape == (480, 640, 3)
    assert frame.taken_at == 3.0
    assert device.last.config == {
        "main": {"size": (640, 480), "format": "RGB888"},
        "buffer_count": 3,
        "display": None,
    }


def test_every_request_is_given_back():
    device = driver()
    with PiCamera(lambda: 0.0, driver=device) as camera:
        frames = camera.frames()
        for _ in range(5):
            next(frames)
    assert device.last.out == 0


def test_focus_exposure_and_white_balance_are_held_as_they_settled():
    device = driver()
    with PiCamera(lambda: 0.0, driver=device):
        assert device.last.set == {
            "AfMode": 0,
            "LensPosition": 2.2,
            "AeEnable": False,
            "ExposureTime": 9000,
            "AnalogueGain": 2.0,
            "AwbEnable": False,
            "ColourGains": (1.5, 1.7),
        }


def test_a_camera_that_finds_no_focus_is_used_as_it_is(caplog):
    device = driver(focused_after=10**9)
    with PiCamera(lambda: 0.0, driver=device):
        assert device.last.set["LensPosition"] == 2.2
    assert "finds no focus" in caplog.text


def test_a_camera_without_autofocus_is_not_asked_for_it():
    device = driver(controls=ALL - {"AfMode", "LensPosition"})
    with PiCamera(lambda: 0.0, driver=device):
        assert "AfMode" not in device.last.set


def test_a_camera_without_any_control_is_left_alone():
    device = driver(controls=set())
    with PiCamera(lambda: 0.0, driver=device):
        assert device.last.set == {}


def test_the_camera_is_let_go_once():
    device = driver()
    camera = PiCamera(lambda: 0.0, driver=device)
    camera.close()
    camera.close()
    assert device.last.calls == ["start", "stop", "close"]
    assert list(camera.frames()) == []


def test_a_pi_without_a_camera_says_so():
    with pytest.raises(Missing, match="finds no camera 0"):
        PiCamera(lambda: 0.0, driver=driver(found=False))


def test_a_camera_that_does_not_start_is_let_go():
    device = driver(frames=3)
    with pytest.raises(Missing, match="does not start"):
        PiCamera(lambda: 0.0, driver=device)
    assert device.last.calls == ["start", "stop", "close"]


def test_a_camera_that_stops_giving_frames_is_missing():
    device = driver(frames=25)
    with PiCamera(lambda: 0.0, driver=device) as camera, pytest.raises(Missing, match="gives no pictures"):
        for _ in camera.frames():
            pass


def test_without_picamera2_the_message_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(Missing, match="sudo apt install python3-picamera2"):
        PiCamera(lambda: 0.0)
