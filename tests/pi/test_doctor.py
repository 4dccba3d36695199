from __future__ import annotations

import io
import json

import numpy as np
import pytest

from pi import doctor as doctors
from pi import machine
from pi.doctor import FINE, WARNING, WRONG, doctor, examine, power_of

PARTS = [
    "configuration", "camera", "pins", "Tesseract", "word lists", "models", "recordings", "disk", "memory", "clock",
    "power",
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


def test_a_missing_camera_is_a_warning_and_no_fault(tmp_path):
    findings = found(camera=str(tmp_path))
    assert findings["camera"].level == WARNING
    assert "holds no pictures" in findings["camera"].found


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
    assert findings["configuration"].level == WRONG
    assert "no setting prot" in findings["configuration"].found
    assert list(findings) == PARTS


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
