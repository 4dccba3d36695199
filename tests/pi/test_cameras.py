from __future__ import annotations

import threading
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.commands import Challenge, Deal, Initial, Press, RefuseTotal, StartClock
from engine.errors import BadRecord, BadSettings, Missing
from engine.events import Dealt
from engine.games.protocol import Recorded
from pi.cameras import Frame, PhotoFolder, RecordingCamera, Webcam, open_camera, photos
from pi.clock import TableClock
from pi.config import Settings
from pi.recorder import RecordedCamera, Recorder
from pi.recording import Pressed, open_recording


def picture(grey: int, size: tuple[int, int] = (120, 160)) -> np.ndarray:
    return np.full((*size, 3), grey, np.uint8)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "frames").mkdir()
    for number in range(3):
        cv2.imwrite(str(tmp_path / "frames" / f"{number}.png"), picture(40 * number))
    (tmp_path / "recording.toml").write_text('format = 1\n[seats]\nN = "Ann"\nS = "Ben"\n')
    (tmp_path / "frames.jsonl").write_text(
        "".join(f'{{"t": {10 * n + 1}, "file": "frames/{n}.png"}}\n' for n in range(3))
    )
    (tmp_path / "presses.jsonl").write_text('{"t": 12.0, "seat": "S", "press": "short"}\n')
    return tmp_path


def test_a_recording_gives_its_frames_at_their_times(folder):
    clock = TableClock(rate=500.0)
    with RecordingCamera(open_recording(folder), clock) as camera:
        fresh = [frame for frame in camera.frames() if not frame.standing]
    assert [frame.taken_at for frame in fresh] == [1.0, 11.0, 21.0]
    assert [int(frame.image[0, 0, 0]) for frame in fresh] == [0, 40, 80]


def test_a_press_comes_between_the_frames_around_it(folder):
    clock = TableClock(rate=500.0)
    told: list[object] = []
    with RecordingCamera(open_recording(folder), clock, press=told.append) as camera:
        told += [frame.name for frame in _noting(camera, told)]
    order = [item for item in told if isinstance(item, (str, Pressed))]
    assert order[:4] == ["frames/0.png", "frames/1.png", Pressed(12.0, "S", "short"), "frames/2.png"]


def _noting(camera, told):
    for frame in camera.frames():
        if not frame.standing:
            told.append(frame.name)
    return ()


def test_a_slow_reader_loses_no_frame_and_the_table_waits_for_it(folder):
    clock = TableClock(rate=1000.0)
    seen = []
    with RecordingCamera(open_recording(folder), clock, again=60.0) as camera:
        for frame in camera.frames():
            time.sleep(0.02)
            seen.append((frame.taken_at, clock.now() <= 21.0 or frame.taken_at == 21.0))
    assert seen == [(1.0, True), (11.0, True), (21.0, True)]


def test_the_standing_picture_is_given_again(folder):
    clock = TableClock(0.9)
    with RecordingCamera(open_recording(folder), clock, again=0.05) as camera:
        frames = camera.frames()
        first = next(frames)
        again = next(frames)
    assert not first.standing
    assert again.standing
    assert again.image is first.image
    assert first.taken_at < again.taken_at < 11.0


def test_a_closed_recording_gives_no_more(folder):
    camera = RecordingCamera(open_recording(folder), TableClock())
    camera.close()
    camera.close()
    assert list(camera.frames()) == []


def test_a_recording_joins_a_table_at_its_present_time(folder):
    clock = TableClock(1000.0, rate=500.0)
    clock.hold_at(1000.0)
    with open_camera(str(folder), clock) as camera:
        frame = next(iter(camera.frames()))
    assert frame.taken_at == 1001.0


class FakeCapture:
    """OpenCV's VideoCapture, giving numbered pictures until it is unplugged."""

    def __init__(self, opened: bool = True, good: int = 10**9) -> None:
        self.opened = opened
        self.good = good
        self.count = 0
        self.released = threading.Event()

    def isOpened(self) -> bool:
        return self.opened

    def set(self, key: int, value: float) -> bool:
        return True

    def read(self):
        time.sleep(0.001)
        self.count += 1
        if self.count > self.good:
            return False, None
        return True, picture(self.count % 256, (4, 4))

    def release(self) -> None:
        self.released.set()


def test_a_webcam_gives_the_newest_frame_with_its_time():
    capture = FakeCapture()
    with Webcam(0, lambda: 12.5, capture=lambda number: capture) as camera:
        frame = next(camera.frames())
    assert frame.taken_at == 12.5
    assert capture.released.is_set()


def test_a_slow_reader_of_a_webcam_skips_old_frames():
    capture = FakeCapture()
    with Webcam(0, lambda: float(capture.count), capture=lambda number: capture) as camera:
        frames = camera.frames()
        first = next(frames)
        time.sleep(0.05)
        second = next(frames)
    assert second.taken_at > first.taken_at + 2


def test_a_webcam_that_is_not_there_is_missing_and_let_go():
    capture = FakeCapture(opened=False)
    with pytest.raises(Missing, match="camera 3 cannot be opened"):
        Webcam(3, lambda: 0.0, capture=lambda number: capture)
    assert capture.released.is_set()


def test_a_webcam_that_is_unplugged_is_missing():
    capture = FakeCapture(good=2)
    with (
        Webcam(0, lambda: 0.0, capture=lambda number: capture) as camera,
        pytest.raises(Missing, match="gives no pictures"),
    ):
        for _ in camera.frames():
            pass
    assert capture.released.is_set()


@pytest.mark.parametrize("name", ["kinect", "0/xyz", "-1", "9999999999999999999"])
def test_a_camera_cannot_be_called_just_anything(name):
    with pytest.raises(BadSettings, match=r"no camera called|no camera's number"):
        open_camera(name, TableClock())


def test_of_a_webcam_that_is_not_there_opencv_says_nothing(capfd):
    with pytest.raises(Missing, match="camera 97 cannot be opened"):
        open_camera("97", TableClock())
    assert capfd.readouterr() == ("", "")


def test_photos_come_as_a_person_would_count_them(tmp_path):
    for name in ("p10.jpg", "p9.jpg", "P1.JPG", "notes.txt"):
        (tmp_path / name).write_bytes(b"")
    assert [path.name for path in photos(tmp_path)] == ["P1.JPG", "p9.jpg", "p10.jpg"]


def test_a_folder_of_photos_is_a_camera_and_a_bad_one_is_passed_over(tmp_path, caplog):
    cv2.imwrite(str(tmp_path / "1.png"), picture(10))
    (tmp_path / "2.png").write_bytes(b"no picture")
    cv2.imwrite(str(tmp_path / "3.png"), picture(30))
    with PhotoFolder(tmp_path, TableClock(rate=500.0)) as camera:
        names = [frame.name for frame in camera.frames() if not frame.standing]
    assert names == ["1.png", "3.png"]
    assert "2.png" in caplog.text


def test_a_folder_without_photos_is_missing(tmp_path):
    with pytest.raises(Missing, match="holds no pictures"):
        PhotoFolder(tmp_path, TableClock())


class Showing:
    """A camera that shows the frames it is given."""

    name = "showing"

    def __init__(self, frames: list[Frame]) -> None:
        self.left = frames

    def frames(self):
        yield from self.left

    def close(self) -> None:
        self.left = []


def spotted(*spots: int) -> np.ndarray:
    """A dark table with a card at each of the given places."""
    image = picture(60, (480, 640))
    for spot in spots:
        image[200:280, spot : spot + 60] = 240
    return image


SEATS = (("N", "Ann"), ("S", 'Ben "the bell"'))


def test_what_is_recorded_is_a_recording_again(tmp_path):
    frames = [Frame(spotted(50), 5.0), Frame(spotted(50), 5.5), Frame(spotted(50, 300), 9.0)]
    settings = Settings(rules="drive", house={"minutes": 5.0, "lost_turn": "this", "master_fixed": True})
    with Recorder(tmp_path / "r", settings, SEATS) as recorder:
        assert list(RecordedCamera(Showing(frames), recorder).frames()) == frames
        recorder.press(9.5, "S", "short")
        recorder.press(9.5, None, "start")
    recording = open_recording(tmp_path / "r")
    assert recording.seats == SEATS
    assert recording.house == settings.house
    assert [shot.t for shot in recording.shots] == [0.0, 4.0]
    assert recording.presses == (Pressed(4.5, "S", "short"), Pressed(4.5, None, "start"))


def test_only_what_is_new_is_kept(tmp_path):
    with Recorder(tmp_path / "r", Settings(), SEATS) as recorder:
        kept = [recorder.frame(spotted(50), t / 10) for t in range(20)]
    assert kept == [True] + [False] * 19


def test_a_hand_that_moves_is_kept_once_a_second(tmp_path):
    with Recorder(tmp_path / "r", Settings(), SEATS) as recorder:
        kept = [recorder.frame(spotted(10 * n), n / 10) for n in range(31)]
    assert sum(kept) == 4


def test_a_lamp_that_is_switched_on_is_nothing_new(tmp_path):
    with Recorder(tmp_path / "r", Settings(), SEATS) as recorder:
        recorder.frame(picture(60), 0.0)
        assert not recorder.frame(picture(90), 5.0)


def test_a_forgotten_recorder_does_not_fill_the_disk(tmp_path):
    with Recorder(tmp_path / "r", Settings(), SEATS, most=2) as recorder:
        assert [recorder.frame(spotted(60 * n), 2.0 * n) for n in range(4)] == [True, True, False, False]


def test_nothing_is_recorded_into_a_folder_that_holds_something(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear Ann")
    with pytest.raises(BadRecord, match="is not empty; name a new folder"):
        Recorder(tmp_path, Settings(), SEATS)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_nothing_is_recorded_into_a_file(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear Ann")
    with pytest.raises(BadRecord, match="nothing can be written into"):
        Recorder(tmp_path / "letter.txt", Settings(), SEATS)


def test_a_recording_that_cannot_be_written_ends_and_the_camera_goes_on(tmp_path, caplog):
    frames = [Frame(spotted(60 * n), 2.0 * n) for n in range(3)]
    with Recorder(tmp_path / "r", Settings(), SEATS) as recorder:
        (tmp_path / "r" / "frames").rmdir()
        assert list(RecordedCamera(Showing(frames), recorder).frames()) == frames
        recorder.press(7.0, "S", "short")
    assert caplog.text.count("the recording in") == 1
    assert (tmp_path / "r" / "presses.jsonl").read_text() == ""


def test_what_is_tapped_in_place_of_a_press_is_recorded_as_one(tmp_path):
    with Recorder(tmp_path / "r", Settings(), SEATS) as recorder:
        recorder.frame(picture(60), 0.0)
        for command in (
            StartClock(t=1.0),
            Challenge(t=2.0, seat="S"),
            Press(t=3.0, seat="N", press="long"),
            Initial(t=4.0, by_seat="N"),
            RefuseTotal(t=5.0, by_seat="S"),
            Deal(t=6.0),
        ):
            recorder.ahead(command)
    assert [(p.t, p.seat, p.press) for p in open_recording(tmp_path / "r").presses] == [
        (1.0, None, "start"),
        (2.0, "S", "short"),
        (3.0, "N", "long"),
        (4.0, "N", "short"),
        (5.0, "S", "long"),
    ]


def test_who_dealt_first_is_recorded(tmp_path):
    with Recorder(tmp_path / "r", Settings(), SEATS) as recorder:
        recorder.frame(picture(60), 0.0)
        recorder.hear(Recorded("table", 1, "", Dealt(t=0.0, seat="S", number=1)))
        recorder.hear(Recorded("table", 2, "", Dealt(t=9.0, seat="N", number=2)))
    assert open_recording(tmp_path / "r").dealer == "S"
