"""The Pi's camera through the real picamera2 package, over a stub of the libcamera beneath it: every call that the
Steward makes is one that the package takes."""

from __future__ import annotations

import sys
from importlib.metadata import version

import numpy as np
import pytest
from libcamera_stub import MANAGER, StubCamera, has_picamera2, picamera2_class

from engine.errors import Missing
from pi import picamera
from pi.picamera import PiCamera

pytestmark = [
    pytest.mark.skipif(not has_picamera2(), reason="picamera2 is not installed"),
    # What picamera2 does itself: a thread made a daemon the old way, a pipe left to be closed by and by.
    pytest.mark.filterwarnings(
        "ignore:setDaemon", "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
    ),
]

ALL = {"AfMode", "LensPosition", "AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains"}
WIDE, HIGH = 650, 48
"""A width whose lines are padded in memory, as 1920 is not."""


@pytest.fixture
def connect():
    """Connects a camera, as an argument says, to a Pi that has none otherwise."""

    def connected(controls: set[str] = ALL, **known: int) -> StubCamera:
        scene = np.zeros((HIGH, WIDE, 3), np.uint8)
        scene[:, : WIDE // 2] = (200, 100, 50)
        camera = StubCamera(MANAGER, scene, controls, **known)
        MANAGER.cameras[:] = [camera]
        return camera

    yield connected
    MANAGER.cameras.clear()


def opened() -> PiCamera:
    return PiCamera(lambda: 3.0, size=(WIDE, HIGH), driver=picamera2_class())


def test_frames_come_in_opencvs_order_from_three_buffers(connect):
    device = connect()
    with opened() as camera:
        frame = next(camera.frames())
    assert frame.image.shape == (HIGH, WIDE, 3)
    assert frame.image[5, 5].tolist() == [200, 100, 50]
    assert frame.image[5, WIDE - 5].tolist() == [0, 0, 0]
    assert frame.taken_at == 3.0
    assert device.asked_for is not None
    assert [one.buffer_count for one in device.asked_for[:1]] == [3]


def test_every_request_is_given_back(connect):
    connect()
    with opened() as camera:
        frames = camera.frames()
        # Thrice as many as there are buffers: one that was kept would stop the camera.
        for _ in range(9):
            next(frames)


def test_a_frame_is_no_view_of_memory_that_the_camera_writes_to(connect):
    device = connect()
    with opened() as camera:
        frames = camera.frames()
        first = next(frames).image
        device.scene = np.full((HIGH, WIDE, 3), 9, np.uint8)
        for _ in range(6):
            last = next(frames).image
    assert first[5, 5].tolist() == [200, 100, 50]
    assert last[5, 5].tolist() == [9, 9, 9]


def test_focus_exposure_and_white_balance_are_held_as_they_settled(connect):
    device = connect()
    with opened() as camera:
        frames = camera.frames()
        for _ in range(6):
            next(frames)
    assert device.set == {
        "AfMode": 0,
        "LensPosition": 2.2,
        "AeEnable": False,
        "ExposureTime": 9000,
        "ExposureTimeMode": 1,
        "AnalogueGain": 2.0,
        "AnalogueGainMode": 1,
        "AwbEnable": False,
        "ColourGains": (1.5, 1.7),
    }


def test_a_camera_that_finds_no_focus_is_used_as_it_is(connect, caplog):
    connect(focused_after=10**9)
    with opened() as camera:
        next(camera.frames())
    assert "finds no focus" in caplog.text


@pytest.mark.parametrize("controls", [ALL - {"AfMode", "LensPosition"}, set()])
def test_a_camera_is_not_asked_for_what_it_has_not(connect, controls):
    device = connect(controls)
    with opened() as camera:
        frames = camera.frames()
        for _ in range(6):
            next(frames)
    assert "AfMode" not in device.set
    assert set(device.set) <= controls | {"ExposureTimeMode", "AnalogueGainMode"}


def test_the_camera_is_let_go_once_and_can_be_opened_again(connect):
    device = connect()
    camera = opened()
    assert device.held
    camera.close()
    camera.close()
    assert not device.held
    assert list(camera.frames()) == []
    with opened() as again:
        assert next(again.frames()).image.any()
    assert device.started == 2


def test_a_pi_without_a_camera_says_so():
    with pytest.raises(Missing, match="finds no camera 0"):
        opened()


def test_a_camera_that_another_program_holds_is_said_to_be_so(connect):
    connect().busy = True
    with pytest.raises(Missing, match="another program holds the Pi's camera"):
        opened()


def test_a_camera_that_does_not_start_is_let_go(connect, monkeypatch):
    monkeypatch.setattr(picamera, "WAIT", 0.2)
    device = connect()
    device.frames_left = 3
    with pytest.raises(Missing, match="does not start"):
        opened()
    assert not device.held


def test_a_camera_that_stops_giving_frames_is_missing(connect, monkeypatch):
    monkeypatch.setattr(picamera, "WAIT", 0.2)
    device = connect()
    with opened() as camera:
        frames = camera.frames()
        next(frames)
        device.frames_left = 0
        with pytest.raises(Missing, match="gives no pictures"):
            for _ in frames:
                pass


def test_the_package_is_one_that_the_project_asks_for():
    assert tuple(int(part) for part in version("picamera2").split(".")[:2]) >= (0, 3)


def test_without_picamera2_the_message_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(Missing, match="sudo apt install python3-picamera2"):
        PiCamera(lambda: 0.0)
