from __future__ import annotations

import io
import json
import shutil
import socket
import subprocess
import time
import tomllib
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.commands import Deal
from engine.errors import BadRecord
from engine.games import game
from engine.journal import SqliteJournal
from engine.rulings import StandIn
from engine.table import TableReading
from pi import doctor as doctors
from pi import equipment, health, machine, software
from pi import finding as findings
from pi.bundle import without_secrets
from pi.cameras import Frame
from pi.config import Settings
from pi.doctor import doctor, examine
from pi.finding import BAD_INPUT, FINE, WARNING, WRONG, Finding
from pi.following import Following
from pi.health import power_of
from pi.mounting import keep
from pi.places import demo_folder
from pi.software import libraries
from pi.station import Station
from vision.picture import load_picture
from web.english_doctor import ENGLISH_DOCTOR

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
DEMO = demo_folder("deal")
SAYING = (doctors, equipment, findings, health, software)

PARTS = [
    "configuration", "camera", "focus", "place", "lens", "pins", "Tesseract", "speech", "broker", "word lists",
    "models", "recordings", "journal", "disk", "memory", "clock", "network", "power", "temperature", "boot settings",
    "libraries", "permissions",
]  # fmt: skip


class Reads:
    def read(self, picture: np.ndarray, name: str = "") -> None:
        assert picture.dtype == np.uint8


@pytest.fixture(autouse=True)
def at_home(tmp_path, monkeypatch):
    monkeypatch.setenv("STEWARD_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(machine, "reader_for", lambda pack: (Reads(), None))
    # Whether libraries load is looked at in programs of their own, which take seconds.
    monkeypatch.setattr(software, "libraries", lambda: Finding("libraries", FINE, "together"))


def found(**options) -> dict[str, Finding]:
    return {finding.part: finding for finding in examine(**options)}


def test_every_part_has_its_line():
    out = io.StringIO()
    doctor(out)
    assert [line.split(":")[0][2:] for line in out.getvalue().splitlines()] == PARTS


def test_the_broker_of_a_home_has_a_line_where_one_is_named_and_no_password_in_it(tmp_path):
    config = tmp_path / "steward.toml"

    def home() -> Finding:
        return next(one for one in examine(config=config) if one.part == "Home Assistant")

    with socket.create_server(("127.0.0.1", 0)) as door:
        config.write_text(f'home_assistant = "mqtt://ann:lamp@127.0.0.1:{door.getsockname()[1]}"\n', encoding="utf-8")
        finding = home()
        assert (finding.level, finding.found) == (FINE, f"127.0.0.1:{door.getsockname()[1]} answers")
    finding = home()
    assert finding.level == WARNING
    assert "lamp" not in f"{finding.found} {finding.todo}"


def test_json_has_an_object_for_every_part():
    out = io.StringIO()
    doctor(out, as_json=True)
    assert [json.loads(line)["part"] for line in out.getvalue().splitlines()] == PARTS


def test_a_tables_camera_that_is_missing_is_a_warning_and_no_fault(tmp_path):
    config = tmp_path / "steward.toml"
    config.write_text('camera = "97"\n')
    findings = found(config=config)
    assert findings["camera"].level == WARNING
    assert "cannot be opened" in findings["camera"].found
    assert doctor(io.StringIO(), config=config) == 0


@pytest.mark.parametrize(
    ("camera", "level", "code"), [("97", WRONG, 1), ("0/xyz", BAD_INPUT, 2), ("nosuch", BAD_INPUT, 2)]
)
def test_a_camera_that_is_asked_for_and_gives_no_picture_is_a_fault(camera, level, code):
    assert found(camera=camera)["camera"].level == level
    assert doctor(io.StringIO(), camera=camera) == code


def test_without_tesseract_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    finding = found()["Tesseract"]
    assert (finding.level, finding.todo) == (WARNING, "sudo apt install tesseract-ocr")


def test_without_word_lists_the_code_is_one(tmp_path):
    config = tmp_path / "steward.toml"
    config.write_text(f'words = "{tmp_path}"\n')
    out = io.StringIO()
    assert doctor(out, config=config) == 1
    assert "✕ word lists: there is no list for 'en' → make words" in out.getvalue()


def test_a_wrong_configuration_is_named_and_the_rest_examined(tmp_path):
    config = tmp_path / "steward.toml"
    config.write_text("prot = 1\n")
    findings = found(config=config)
    assert findings["configuration"].level == BAD_INPUT
    assert "no setting prot" in findings["configuration"].found
    assert list(findings) == PARTS


def test_a_configuration_that_is_not_there_is_bad_input(tmp_path):
    assert doctor(io.StringIO(), config=tmp_path / "nosuch.toml") == 2


def test_a_language_without_words_is_bad_input(tmp_path):
    config = tmp_path / "steward.toml"
    config.write_text('language = "xx"\n')
    finding = found(config=config)["word lists"]
    assert (finding.level, finding.todo) == (BAD_INPUT, "put it right in the configuration")
    assert "choose en or fr" in finding.found


def test_a_folder_that_cannot_be_written_is_wrong(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("STEWARD_DATA", str(tmp_path / "file" / "data"))
    finding = found()["disk"]
    assert finding.level == WRONG
    assert "STEWARD_DATA" in finding.todo


def test_a_part_that_fails_unforeseen_is_itself_a_finding(monkeypatch):
    def broken(pack):
        raise RuntimeError("no such model")

    monkeypatch.setattr(machine, "reader_for", broken)
    finding = found()["models"]
    assert (finding.level, finding.found) == (WRONG, "RuntimeError: no such model")


@pytest.mark.parametrize(
    ("flags", "level"),
    [(0x0, FINE), (0x50005, WRONG), (0x50000, WARNING), (0x80008, WARNING), (0x20002, WARNING), (0x1, WRONG)],
)
def test_the_pis_power_flags_are_understood(flags, level):
    assert power_of(flags).level == level


def test_without_a_voice_it_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    finding = found()["speech"]
    assert (finding.level, finding.todo) == (WARNING, "sudo apt install espeak-ng")


def test_without_mosquitto_it_says_what_needs_it(monkeypatch):
    monkeypatch.setattr("pi.link.broker.PROGRAMS", ("no-such-broker",))
    finding = found()["broker"]
    assert (finding.level, finding.todo) == (FINE, "sudo systemd/packages hub")


@pytest.mark.parametrize(
    ("hub", "level", "said"),
    [
        ("mqtt://127.0.0.1:1", WARNING, "is not reached"),
        ("ftp://hub", BAD_INPUT, "is no address of a hub"),
        ("find", FINE, "looked for"),
    ],
)
def test_the_hub_of_a_drive_is_looked_for(tmp_path, hub, level, said):
    config = tmp_path / "steward.toml"
    config.write_text(f'hub = "{hub}"\n')
    (finding,) = [one for one in examine(config=config) if one.part == "broker"]
    assert finding.level == level
    assert said in finding.found


@pytest.mark.parametrize(("degrees", "level"), [(45, FINE), (72, WARNING), (83, WRONG)])
def test_heat_is_told_before_it_slows_the_machine(tmp_path, degrees, level):
    (tmp_path / "temp").write_text(f"{degrees * 1000}\n")
    assert health.temperature(tmp_path / "temp").level == level


def test_a_machine_that_tells_no_heat_is_fine(tmp_path):
    assert health.temperature(tmp_path / "none").level == FINE


def imports(failing: str = "", said: str = ""):
    """Gives what runs a program: it fails, and says why, when that imports ``failing``."""

    def run(line, **_):
        fails = bool(failing) and line[-1].endswith(failing)
        return subprocess.CompletedProcess(line, int(fails), "", f"Traceback\n{said}\n" if fails else "")

    return run


def test_the_libraries_of_this_environment_go_together():
    assert libraries().level != WRONG


TRIED = {"numpy": "2.1.0", "opencv-python-headless": "4.11.0.86"}


def test_two_opencvs_overwrite_each_other():
    finding = libraries({**TRIED, "opencv-python": "4.11.0.86"})
    assert (finding.level, finding.todo.split(",")[0]) == (WRONG, "pip uninstall opencv-python opencv-python-headless")


def test_an_opencv_that_wants_a_screens_libraries_is_told():
    why = "ImportError: libGL.so.1: cannot open shared object file: No such file or directory"
    finding = libraries(TRIED, run=imports("cv2", why))
    assert finding.level == WRONG
    assert why in finding.found
    assert "opencv-python-headless" in finding.todo


@pytest.mark.parametrize(("name", "number"), [("opencv-python-headless", "6.0.0"), ("numpy", "3.0"), ("numpy", "1.20")])
def test_a_library_of_a_version_that_was_never_tried_is_told(name, number, tmp_path):
    asked = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["dependencies"]
    assert libraries(TRIED, run=imports(), system=tmp_path, asked=asked).level == FINE
    finding = libraries({**TRIED, name: number}, run=imports(), system=tmp_path, asked=asked)
    assert finding.level == WARNING
    assert f"{name} {number} is not one that" in finding.found


@pytest.mark.parametrize(
    ("said", "todo"),
    [
        ("ValueError: numpy.dtype size changed, may indicate binary incompatibility", "constraints-bookworm.txt"),
        ("A module that was compiled using NumPy 1.x cannot be run in\nImportError: no", "constraints-bookworm.txt"),
        ("ModuleNotFoundError: No module named 'libcamera'", "--system-site-packages"),
        ("ImportError: undefined symbol: _ZN9libcamera", "--system-site-packages"),
        ("ImportError: libdrm.so.2: cannot open shared object file", "--reinstall python3-picamera2"),
    ],
)
def test_a_camera_package_that_does_not_load_says_what_to_do(said, todo):
    finding = libraries({**TRIED, "picamera2": "0.3.31"}, run=imports("picamera2", said))
    assert finding.level == WARNING
    assert said.splitlines()[-1] in finding.found
    assert todo in finding.todo


def test_a_camera_package_that_this_environment_does_not_see_is_told(tmp_path):
    (tmp_path / "picamera2").mkdir()
    finding = libraries(TRIED, run=imports(), system=tmp_path)
    assert finding.level == WARNING
    assert "--system-site-packages" in finding.todo


def test_a_device_that_this_user_may_not_use_is_told_with_its_group(monkeypatch, tmp_path):
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr(health.os, "access", lambda path, mode: False)
    finding = health.permissions({str(tmp_path / "gpiochip0"): "gpio", str(tmp_path / "absent"): "video"})
    assert finding.level == WARNING
    assert "usermod -a -G gpio " in finding.todo


def test_a_buzzer_without_pins_did_not_sound(monkeypatch):
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    assert found(sound=True)["buzzer"].level == WRONG


def test_a_bundle_holds_no_secret_and_no_name(tmp_path):
    config = tmp_path / "steward.toml"
    config.write_text('language = "en"\npassword_hash = "scrypt:secret"\nplayers = [\n  "Ann",\n  "Ben",\n]\n')
    out = io.StringIO()
    doctor(out, config=config, bundle=tmp_path / "report.zip")
    with zipfile.ZipFile(tmp_path / "report.zip") as archive:
        assert sorted(archive.namelist()) == ["doctor.jsonl", "packages.txt", "steward.toml", "system.txt"]
        whole = "".join(archive.read(name).decode() for name in archive.namelist())
    assert 'language = "en"' in whole
    assert "scrypt" not in whole
    assert "Ann" not in whole


def test_a_bundle_writes_over_nothing(tmp_path):
    (tmp_path / "report.zip").write_text("mine")
    out = io.StringIO()
    with pytest.raises(BadRecord, match="exists already"):
        doctor(out, bundle=tmp_path / "report.zip")
    assert out.getvalue() == ""  # refused before anything is examined
    assert (tmp_path / "report.zip").read_text() == "mine"


def test_a_bundle_is_refused_at_once_where_there_is_no_folder(tmp_path):
    out = io.StringIO()
    with pytest.raises(BadRecord, match="cannot be written: name a file in a folder that is there"):
        doctor(out, bundle=tmp_path / "absent" / "report.zip")
    assert out.getvalue() == ""


def test_a_picture_out_of_focus_is_told():
    sharp = load_picture(DEMO / "frames" / sorted(path.name for path in (DEMO / "frames").iterdir())[-1])
    assert equipment.focus(sharp).level == FINE
    soft = equipment.focus(cv2.GaussianBlur(sharp, (0, 0), 3.5))
    assert (soft.level, soft.said) == (WARNING, "soft")
    smeared = equipment.focus(cv2.filter2D(sharp, -1, np.full((1, 15), 1 / 15, np.float32)))
    assert (smeared.level, smeared.said) == (WARNING, "smeared")
    assert equipment.focus(np.full((300, 400, 3), 90, np.uint8)).said == "no edges"


def test_a_camera_that_was_moved_since_its_place_was_kept_is_told():
    noise = np.random.default_rng(0).integers(0, 255, (60, 80, 3)).astype(np.uint8)
    picture = cv2.resize(noise, (1200, 900), interpolation=cv2.INTER_CUBIC)
    assert equipment.place("0", picture).said == "no place"
    keep("0", picture)
    assert equipment.place("0", picture).level == FINE
    moved = equipment.place("0", np.roll(picture, 20, axis=1))
    assert (moved.level, moved.said) == (WARNING, "moved")


class Bare:
    """Reads that nothing lies there."""

    def read(self, picture, name="", phase="play", before=None):
        return TableReading(name, picture.shape[1], picture.shape[0], 0.6, (), ())


class HandsNowAndThen:
    def __init__(self):
        self.frames = 0

    def moved(self, picture, t):
        self.frames += 1
        return self.frames % 8 == 0


def unreadable(camera, picture):
    """Takes the place of the look at the camera's place: its file cannot be had."""
    raise BadRecord("the place cannot be read")


@pytest.mark.parametrize(
    ("blur", "place", "noted", "told"),
    [(0.0, None, [], ""), (3.5, None, ["soft"], "not sharp"), (0.0, unreadable, ["said"], "the place cannot be read")],
)
def test_at_every_deal_the_picture_is_looked_at(tmp_path, caplog, monkeypatch, blur, place, noted, told):
    if place is not None:
        monkeypatch.setattr("pi.equipment.place", place)
    picture = load_picture(sorted((DEMO / "frames").iterdir())[-1])
    picture = cv2.GaussianBlur(picture, (0, 0), blur) if blur else picture
    now = [0.0]

    class Held:
        name = "camera 0"

        def frames(self):
            for number in range(600):  # until the deal was heard of, which is another thread's word
                if "mount" in station.status():
                    return
                time.sleep(0.01)
                now[0] += 0.3
                if number == 3:
                    station.submit(Deal(t=now[0], seat="N"))
                yield Frame(picture, now[0], f"{number}")

        def close(self):
            return

    with SqliteJournal(tmp_path / "table.journal") as journal:
        station = Station(journal, game("lexicon"), StandIn(), monotonic=lambda: now[0])
        with station:
            machine.set_up(station, Settings(players=("Ann", "Ben")))
            Following(station, Held(), Bare(), HandsNowAndThen()).run()
            assert station.status()["mount"] == noted
            assert told in caplog.text


CARD = "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n"
ONLY_READ = (
    "overlayroot / overlay rw,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay,workdir=/media/root-rw/w 0 0\n"
    "tmpfs-root /media/root-rw tmpfs rw 0 0\n"
)
OWN = "/dev/mmcblk0p3 /var/lib/steward ext4 rw 0 0\n"


@pytest.mark.parametrize(
    ("mounts", "lost"),
    [(CARD, False), (ONLY_READ, True), (ONLY_READ + OWN, False), ("tmpfs /var tmpfs rw 0 0\n" + CARD, True)],
)
def test_a_journal_that_would_be_gone_without_power_is_told(mounts, lost):
    assert health.in_memory(Path("/var/lib/steward"), mounts) is lost


def test_a_folder_in_memory_is_a_warning_that_names_the_way_out():
    finding = health.disk(ONLY_READ)
    assert finding.level == WARNING
    assert "partition" in finding.todo


def test_a_worn_card_is_told_before_it_fails(tmp_path):
    (tmp_path / "mmcblk0" / "device").mkdir(parents=True)
    (tmp_path / "mmcblk0" / "device" / "life_time").write_text("0x02 0x09\n")
    finding = health.disk(CARD, tmp_path)
    assert (finding.level, finding.found) == (WARNING, "the memory card is 90 % worn")


MOVED = "DO NOT EDIT THIS FILE\n\nThe file you are looking for has moved to /boot/firmware/config.txt\n"
"""What Raspberry Pi OS leaves in the place of the old file."""


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (None, None, "no boot settings"),
        ("camera_auto_detect=1\n", None, "boot settings"),
        (None, "dtparam=audio=on\n", "boot settings"),
        ("camera_auto_detect=1\n", "# this file has moved\n[all]\n", "boot settings"),
        ("camera_auto_detect=1\n", MOVED, "boot settings"),
        ("camera_auto_detect=1\n", "dtoverlay=imx708\n", "old boot settings"),
        ("dtparam=audio=on\nstart_x=1\n", None, "old camera"),
        ("camera_auto_detect=0\ndtoverlay=imx519\n", None, "boot settings"),
    ],
)
def test_boot_settings_that_nothing_reads_or_that_hide_the_camera_are_told(tmp_path, first, second, said):
    places = (tmp_path / "firmware.txt", tmp_path / "config.txt")
    for path, text in zip(places, (first, second), strict=True):
        if text is not None:
            path.write_text(text)
    assert health.boot_settings(places).said == said


def test_a_machine_in_no_network_is_told_how_phones_reach_it():
    finding = health.network("0.0.0.0", "pi.local")
    assert (finding.level, finding.said) == (FINE, "offline")
    assert "access-point" in finding.todo


def test_the_machines_address_is_told_and_whether_phones_are_let_in():
    assert health.network("0.0.0.0", "10.0.0.7").told("en")[1:] == ("this machine is 10.0.0.7", "")
    assert "0.0.0.0" in health.network("127.0.0.1", "10.0.0.7").todo


def test_a_damaged_journal_is_told_and_left_as_it_is(tmp_path):
    path = tmp_path / "table.journal"
    config = tmp_path / "steward.toml"
    config.write_text(f'journal = "{path}"\n')
    assert found(config=config)["journal"].said == "no journal"
    SqliteJournal(path).close()
    assert found(config=config)["journal"].said == "journal"
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
    damaged = path.read_bytes()
    assert found(config=config)["journal"].level == WRONG
    assert path.read_bytes() == damaged


def test_the_doctor_speaks_french_too():
    out = io.StringIO()
    doctor(out, language="fr")
    lines = out.getvalue().splitlines()
    assert "✓ configuration: les valeurs par défaut" in lines
    assert any("alimentation" in line for line in lines)
    finding = Finding("pins", WARNING, "pins off", do="wiring")
    assert finding.told("fr")[1] != finding.found


def test_every_text_of_the_doctor_is_said_somewhere():
    code = "".join(Path(one.__file__).read_text(encoding="utf-8") for one in SAYING)
    keys = [key.split(".", 2)[2] for key in ENGLISH_DOCTOR]
    assert [key for key in keys if f'"{key}"' not in code] == []


@pytest.mark.parametrize(
    "players",
    ['["Ann]", "Ben"]', '["Ann", "Ben"] # Ben is West', "['A]nn',\n  \"B = en\",\n]", '["Ann [the old]", "Ben"'],
)
def test_no_sign_in_a_name_lets_a_name_into_a_bundle(players):
    told = without_secrets(f'language = "fr"\nplayers = {players}\n[pins]\nbuzzer = 17\n')
    assert told == 'language = "fr"\nplayers = []  # left out\n[pins]\nbuzzer = 17\n'
