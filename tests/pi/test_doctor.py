from __future__ import annotations

import io
import json
import subprocess
import zipfile

import numpy as np
import pytest

from engine.errors import BadRecord
from pi import doctor as doctors
from pi import health, machine
from pi.doctor import BAD_INPUT, FINE, WARNING, WRONG, doctor, examine, power_of

PARTS = [
    "configuration", "camera", "lens", "pins", "Tesseract", "speech", "broker", "word lists", "models", "recordings",
    "disk", "memory", "clock", "power",
    "temperature", "libraries", "permissions",
]  # fmt: skip


class Reads:
    def read(self, picture: np.ndarray, name: str = "") -> None:
        assert picture.dtype == np.uint8


@pytest.fixture(autouse=True)
def at_home(tmp_path, monkeypatch):
    monkeypatch.setenv("STEWARD_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(machine, "reader_for", lambda pack: (Reads(), None))


def found(**options) -> dict[str, doctors.Finding]:
    return {finding.part: finding for finding in examine(**options)}


def test_every_part_has_its_line():
    out = io.StringIO()
    doctor(out)
    assert [line.split(":")[0][2:] for line in out.getvalue().splitlines()] == PARTS


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
    monkeypatch.setattr(doctors.shutil, "which", lambda name: None)
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


def test_two_opencvs_overwrite_each_other():
    finding = health.libraries(["numpy", "opencv-python", "opencv-python-headless"])
    assert (finding.level, finding.todo.split(",")[0]) == (WRONG, "pip uninstall opencv-python opencv-python-headless")


@pytest.mark.parametrize(
    ("said", "todo"),
    [
        ("ValueError: numpy.dtype size changed, may indicate binary incompatibility", "constraints-bookworm.txt"),
        ("ModuleNotFoundError: No module named 'libcamera'", "--system-site-packages"),
        ("ImportError: undefined symbol: _ZN9libcamera", "--system-site-packages"),
        ("ImportError: libdrm.so.2: cannot open shared object file", "--reinstall python3-picamera2"),
    ],
)
def test_a_camera_package_that_does_not_load_says_what_to_do(said, todo):
    def run(*_, **__):
        return subprocess.CompletedProcess([], 1, "", f"Traceback\n{said}\n")

    finding = health.libraries(["picamera2", "opencv-python-headless"], run)
    assert finding.level == WARNING
    assert said in finding.found
    assert todo in finding.todo


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
    with pytest.raises(BadRecord, match="exists already"):
        doctor(io.StringIO(), bundle=tmp_path / "report.zip")
    assert (tmp_path / "report.zip").read_text() == "mine"
