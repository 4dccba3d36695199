"""Cameras in the network: a real server sends pictures well and badly."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from engine.errors import BadSettings, Missing, StewardError
from pi.cameras import Frame, is_address, open_camera
from pi.cli import main
from pi.clock import TableClock
from pi.config import Settings
from pi.ipcamera import IpCamera

Answer = Callable[["Phone"], None]


def jpeg(grey: int) -> bytes:
    return cv2.imencode(".jpg", np.full((120, 160, 3), grey, np.uint8))[1].tobytes()


class Phone(BaseHTTPRequestHandler):
    """A phone's camera; ``server.answers`` are its answers in turn, the last one again and again."""

    def do_GET(self) -> None:
        answers = self.server.answers  # type: ignore[attr-defined]
        self.server.asked.append(dict(self.headers))  # type: ignore[attr-defined]
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        with contextlib.suppress(OSError):
            answer(self)

    def head(self, kind: str, code: int = 200, **more: str) -> None:
        self.send_response(code)
        self.send_header("Content-Type", kind)
        for name, value in more.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Phone)
        self.answers: list[Answer] = []
        self.asked: list[dict[str, str]] = []
        self.done = threading.Event()
        self.host = f"127.0.0.1:{self.server_address[1]}"
        self.at = f"http://{self.host}/video"


@pytest.fixture
def phone() -> Iterator[Server]:
    with Server() as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        yield server
        server.done.set()
        server.shutdown()


def camera(phone: Server, **options) -> IpCamera:
    address = options.pop("address", phone.at)
    given = {"patience": 10.0, "wait": 1.5, "every": 0.01, "pauses": (0.01,), **options}
    return IpCamera(address, time.monotonic, **given)


def picture(data: bytes, kind: str = "image/jpeg") -> Answer:
    def answer(to: Phone) -> None:
        to.head(kind)
        to.wfile.write(data)

    return answer


def part(data: bytes, length: bool = True, mark: bytes = b"--cut") -> bytes:
    said = b"Content-Length: %d\r\n" % len(data) if length else b""
    return mark + b"\r\nContent-Type: image/jpeg\r\n" + said + b"\r\n" + data + b"\r\n"


def video(*parts: bytes, kind: str = "multipart/x-mixed-replace; boundary=cut", stays: bool = True) -> Answer:
    def answer(to: Phone) -> None:
        to.head(kind)
        for one in parts:
            to.wfile.write(one)
        if stays:
            to.server.done.wait(20)  # type: ignore[attr-defined]

    return answer


def seen(frame: Frame) -> int:
    return round(float(frame.image.mean()))


@pytest.mark.parametrize(
    "answer",
    [
        picture(jpeg(90)),
        picture(jpeg(90), "application/octet-stream"),
        picture(cv2.imencode(".png", np.full((120, 160, 3), 90, np.uint8))[1].tobytes(), "image/png"),
        video(part(jpeg(90)), part(b"")),
        video(b"hello\r\n", part(jpeg(90)), part(b"")),
        video(part(jpeg(90), length=False), part(b"", length=False)),
        video(part(jpeg(90)), part(b""), kind='multipart/x-mixed-replace; boundary="--cut"'),
        video(part(jpeg(90), mark=b"----cut"), part(b""), kind="multipart/x-mixed-replace; boundary=--cut"),
        video(part(jpeg(90)).replace(b"\r\nContent", b"\nContent"), part(b"")),
    ],
    ids=["jpeg", "octets", "png", "lengths", "preamble", "no lengths", "dashes", "more dashes", "bare line ends"],
)
def test_a_picture_comes_however_it_is_sent(phone, answer):
    phone.answers = [answer]
    with camera(phone) as one:
        frame = next(one.frames())
    assert abs(seen(frame) - 90) <= 1
    assert frame.name == f"camera at {phone.host}"


def test_pictures_are_asked_for_again_and_again(phone):
    phone.answers = [picture(jpeg(40)), picture(jpeg(200))]
    with camera(phone) as one:
        frames = one.frames()
        assert any(seen(next(frames)) > 190 for _ in range(50))


def test_the_newest_picture_wins(phone):
    phone.answers = [video(*(part(jpeg(10 + n)) for n in range(200)), part(b""))]
    with camera(phone, wait=30.0) as one:
        frames = one.frames()
        next(frames)
        while phone.asked and one._newest.data != jpeg(209):
            time.sleep(0.01)
        assert abs(seen(next(frames)) - 209) <= 1


def test_a_video_that_ends_is_taken_up_again(phone):
    phone.answers = [
        video(part(jpeg(40)), part(b""), b"--cut--\r\n", stays=False),
        video(part(jpeg(80))[:300], stays=False),
        lambda to: to.head("text/plain", 503),
        video(part(jpeg(200)), part(b"")),
    ]
    with camera(phone) as one:
        frames = one.frames()
        assert any(seen(next(frames)) > 190 for _ in range(3))
    assert len(phone.asked) == 4


def test_one_bad_picture_is_passed_over(phone):
    phone.answers = [picture(jpeg(40)[:200]), picture(b"\xff\xd8rubbish\xff\xd9"), picture(jpeg(90))]
    with camera(phone) as one:
        assert abs(seen(next(one.frames())) - 90) <= 1


def endless(to: Phone) -> None:
    to.head("multipart/x-mixed-replace; boundary=cut")
    while True:
        to.wfile.write(b"x" * 65536)


def stalls(to: Phone) -> None:
    to.server.done.wait(20)  # type: ignore[attr-defined]


def trickles(to: Phone) -> None:
    to.head("image/jpeg")
    while not to.server.done.wait(0.02):  # type: ignore[attr-defined]
        to.wfile.write(b"\xff")


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (picture(b"<html>", "text/html"), "answers with a page; give the address of the video"),
        (lambda to: to.head("text/plain", 404), "answers 404 to the path"),
        (lambda to: to.head("text/plain", 401, WWW_Authenticate='Basic realm="x"'), "another user and password"),
        (picture(b"rubbish"), "sends no good pictures"),
        (picture(bytes(300_000)), r"more than 0\.1 MB; choose a smaller one"),
        (video(part(bytes(300_000))), r"more than 0\.1 MB"),
        (video(b"--cut\r\nContent-Length: 999999999999\r\n\r\n"), r"more than 0\.1 MB"),
        (endless, r"more than 0\.1 MB"),
        (video(b"--cut\r\n" + b"x: y\r\n" * 60), "no video of pictures"),
        (video(b"--cut\r\n" + b"x" * 20_000), "no video of pictures"),
        (video(part(b""), kind="multipart/x-mixed-replace"), "where its pictures end"),
        (video(b"--cut--\r\n"), "ended its video"),
        (video(b"abc", stays=False), "stopped sending"),
        (lambda to: to.wfile.write(b"rubbish\r\n\r\n"), "does not speak as a camera should"),
        (lambda to: None, "does not speak as a camera should"),
        (stalls, r"not answered within 0\.3 s"),
        (trickles, r"not answered within 0\.3 s"),
        (lambda to: to.head("image/jpeg", 302, Location="file:///etc/passwd"), "answers 302"),
    ],
)
def test_what_a_camera_does_wrong_is_told_in_one_line(phone, answer, why):
    phone.answers = [answer]
    with camera(phone, wait=0.3, most_bytes=100_000) as one, pytest.raises(Missing, match=why) as lost:
        next(one.frames())
    assert str(lost.value).startswith(f"camera at {phone.host} ")
    assert "\n" not in str(lost.value)


def test_a_camera_that_falls_silent_is_lost(phone):
    phone.answers = [video(part(jpeg(90)), part(b"")), stalls]
    with camera(phone, wait=0.1, patience=0.5) as one:
        frames = one.frames()
        next(frames)
        with pytest.raises(Missing, match=r"not answered|sent no picture"):
            next(frames)


def test_a_camera_that_is_not_there_is_told(phone):
    phone.shutdown()
    phone.server_close()
    with camera(phone) as one, pytest.raises(Missing, match="is not reached"):
        next(one.frames())


def test_closing_ends_the_frames_of_a_running_video(phone):
    phone.answers = [picture(jpeg(90))]
    one = camera(phone)
    frames = one.frames()
    next(frames)
    one.close()
    one.close()
    assert next(frames, None) is None


def only_ann(to: Phone) -> None:
    said = to.headers.get("Authorization", "")
    if said == "Basic " + base64.b64encode(b"ann:s/ecret").decode():
        picture(jpeg(90))(to)
    else:
        to.head("text/plain", 401, WWW_Authenticate='Basic realm="phone"')


def only_ann_digested(to: Phone) -> None:
    said = dict(
        item.strip().split("=", 1) for item in to.headers.get("Authorization", "").replace("Digest ", "").split(",")
        if "=" in item
    )  # fmt: skip
    values = {name: value.strip('"') for name, value in said.items()}
    known = hashlib.md5(b"ann:phone:s/ecret").hexdigest()
    asked = hashlib.md5(b"GET:/video").hexdigest()
    if values.get("response") == hashlib.md5(f"{known}:{values.get('nonce')}:{asked}".encode()).hexdigest():
        picture(jpeg(90))(to)
    else:
        to.head("text/plain", 401, WWW_Authenticate='Digest realm="phone", nonce="once"')


@pytest.mark.parametrize("answer", [only_ann, only_ann_digested])
def test_the_password_of_the_address_is_sent_when_it_is_asked_for(phone, answer):
    phone.answers = [answer]
    with camera(phone, address=f"http://ann:s%2Fecret@{phone.host}/video") as one:
        assert abs(seen(next(one.frames())) - 90) <= 1
    assert "Authorization" not in phone.asked[0]


def test_the_password_goes_to_no_other_host(phone):
    with Server() as other:
        threading.Thread(target=other.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        other.answers = [only_ann]
        phone.answers = [lambda to: to.head("text/plain", 302, Location=other.at)]
        with camera(phone, address=f"http://ann:s%2Fecret@{phone.host}/video") as one, pytest.raises(Missing):
            next(one.frames())
        other.shutdown()
    assert other.asked
    assert not any("Authorization" in headers for headers in other.asked)


@pytest.mark.parametrize(
    "address",
    [
        "rtsp://ann:hunter2@10.0.0.5/live",
        "file:///etc/hunter2",
        "http://",
        "http://ann:hun/ter2@10.0.0.5/",
        "http://ann:hunter2@10.0.0.5:99999/",
        "http://ann:hunter2@10.0.0.5/a b",
        "http://[hunter2/",
    ],
)
def test_what_is_no_address_is_refused_without_repeating_it(address):
    assert is_address(address)
    with pytest.raises(BadSettings) as refused:
        open_camera(address, TableClock())
    assert "ter2" not in str(refused.value)


def test_no_output_tells_the_password(phone, capsys, caplog):
    caplog.set_level("DEBUG")
    phone.answers = [only_ann]
    assert main(["mount", "--camera", f"http://ann:hunter2@{phone.host}/video?token=hunter2"]) == 2
    out = capsys.readouterr()
    assert "asks for another user and password" in out.err
    assert "hunter2" not in out.out + out.err + caplog.text


def test_a_table_takes_its_camera_by_address(phone):
    phone.answers = [picture(jpeg(90))]
    with open_camera(phone.at, TableClock()) as one:
        assert isinstance(one, IpCamera)
        assert next(one.frames()).taken_at >= 0


def test_a_table_with_a_wrong_address_does_not_start(monkeypatch):
    from pi import machine

    monkeypatch.setattr(machine, "reader_for", lambda *_: (None, None))
    station = SimpleNamespace(clock=TableClock())
    with pytest.raises(StewardError, match="no camera is read by rtsp"):
        machine.CameraKeeper(station, Settings(camera="rtsp://10.0.0.5/live"), None)  # type: ignore[arg-type]
