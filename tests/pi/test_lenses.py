"""``steward calibrate``, the file it keeps, and reading with it."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import load_pack
from engine.errors import BadSettings
from pi.cli import main
from pi.lenses import inner_corners, lens_file, lens_from, lens_of, lens_text, load_lens
from vision.calibrate import Measured
from vision.lens import Lens
from vision.reader import Reader

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "vision"))
from test_calibrate import pictures

LENS = Lens(1024, 768, (830.0, 831.5), (520.0, 380.0), (-0.28, 0.08, 0.0005, -0.0008, 0.0))
DATA = {
    "width": 1024, "height": 768, "focal": [830.0, 831.5], "centre": [520, 380.0],
    "bend": [-0.28, 0.08, 0.0005, -0.0008, 0]
}  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("STEWARD_DATA", str(tmp_path / "data"))


def keep(name="picamera", lens=LENS):
    lens_file(name).parent.mkdir(parents=True, exist_ok=True)
    lens_file(name).write_text(lens_text(Measured(lens, 0.2, ("a", "b"), ())))


def test_a_kept_lens_is_the_one_that_was_measured():
    keep()
    assert load_lens("picamera") == LENS


def test_a_camera_reads_with_the_lens_kept_under_its_name():
    keep("picamera")
    assert lens_of("picamera") == LENS
    assert lens_of("0") is None
    assert lens_of("/some/folder") is None
    assert lens_of("picamera", "none") is None
    assert lens_of("0", "picamera") == LENS


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"width": "1024"}, "width is '1024'"),
        ({"focal": [830.0]}, "focal is .*; it must be 2 numbers"),
        ({"focal": [830.0, True]}, "it must be 2 numbers"),
        ({"focal": [1.0, 1.0]}, "no lens sees so"),
        ({"centre": [5000, 380]}, "must lie in the picture"),
        ({"bend": [0.1, 0.2]}, "it must be 5 numbers"),
    ],
)
def test_a_damaged_lens_file_is_told(change, why):
    with pytest.raises(BadSettings, match=why):
        lens_from({**DATA, **change})


@pytest.mark.parametrize("text", ["9", "9x", "2x6", "9x6x3", "x", "99x99"])
def test_what_is_no_chessboard_is_told(text):
    with pytest.raises(BadSettings, match="is no chessboard"):
        inner_corners(text)


def test_the_command_measures_and_keeps_the_lens(tmp_path, capsys):
    paths = []
    for name, picture in pictures().items():
        paths.append(str(tmp_path / name))
        cv2.imwrite(paths[-1], picture)
    empty = str(tmp_path / "empty.jpg")
    cv2.imwrite(empty, np.full((768, 1024), 100, np.uint8))
    assert main(["calibrate", *paths, empty, "--camera", "0"]) == 1
    told = capsys.readouterr()
    assert "measured from 10 pictures of 1024x768" in told.out
    assert told.err.startswith(f"steward: {empty}: left out: ")
    assert load_lens("0").focal == pytest.approx(LENS.focal, rel=0.01)


def test_pictures_that_do_not_tell_the_lens_keep_none(tmp_path, capsys):
    path = str(tmp_path / "table.jpg")
    cv2.imwrite(path, np.full((768, 1024), 100, np.uint8))
    assert main(["calibrate", path, "--camera", "0"]) == 2
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    assert "4 fit pictures at least" in told.err
    assert not lens_file("0").exists()


def test_a_lens_that_was_never_measured_is_missed(tmp_path, capsys):
    path = str(tmp_path / "table.jpg")
    cv2.imwrite(path, np.full((768, 1024, 3), 100, np.uint8))
    assert main(["read", path, "--lens", "0"]) == 2
    assert "measure it with 'steward calibrate'" in capsys.readouterr().err


def test_a_picture_that_the_lens_does_not_fit_is_read_without_it_and_told():
    reading = Reader(load_pack("lexicon"), lens=LENS).read(np.full((720, 1280, 3), 90, np.uint8))
    assert any("measured with pictures of 1024x768" in warning for warning in reading.warnings)
