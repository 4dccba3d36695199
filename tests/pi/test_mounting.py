from __future__ import annotations

import io
import json
import string
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.errors import BadSettings, Missing
from pi.cli import parser
from pi.mounting import bumped, keep, mount, table_size
from web import english_mount, french_mount

TABLE = Path(__file__).parents[1] / "data" / "tables" / "hands-linen.jpg"


def run(*arguments: str) -> tuple[int, str]:
    out = io.StringIO()
    return mount(parser().parse_args(["mount", *arguments]), out), out.getvalue()


def test_heights_are_told_for_every_kind_of_camera():
    code, said = run("--heights", "--table", "900x900", "--json")
    heights = {found["kind"]: found["height_mm"] for found in map(json.loads, said.splitlines())}
    assert code == 0
    assert heights["camera2"] == 1406


@pytest.mark.parametrize("text", ["", "900", "900x", "x900", "90x90", "9000x900", "-1x900", "900 by 900"])
def test_what_is_no_tables_size_is_refused(text):
    with pytest.raises(BadSettings, match="is no table's size"):
        table_size(text)


def test_the_configured_tables_size_is_taken_unless_another_is_named(tmp_path):
    config = tmp_path / "steward.toml"
    config.write_text('table = "1200x800"\n')
    assert run("--heights", "--config", str(config)) == run("--heights", "--table", "1200x800")
    assert run("--heights", "--config", str(config), "--table", "900x900") == run("--heights", "--table", "900x900")


def test_a_kind_of_camera_that_does_not_exist_is_refused():
    with pytest.raises(BadSettings, match="no kind of camera called 'leica'"):
        run("picture.jpg", "--kind", "leica")


def test_without_a_picture_or_a_camera_it_asks_for_one():
    with pytest.raises(BadSettings, match="name a picture, or a camera"):
        run()


@pytest.mark.parametrize("table", ["ABOUT", "FOUND", "TODO", "SEATS"])
def test_both_languages_say_everything_with_the_same_figures(table):
    def figures(text: str) -> set[str | None]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    english, french = getattr(english_mount, table), getattr(french_mount, table)
    assert {key: figures(text) for key, text in english.items()} == {key: figures(text) for key, text in french.items()}


def test_a_place_that_was_kept_tells_a_bump(tmp_path, monkeypatch):
    monkeypatch.setenv("STEWARD_DATA", str(tmp_path))
    noise = np.random.default_rng(0).integers(0, 255, (60, 80, 3)).astype(np.uint8)
    picture = cv2.resize(noise, (1200, 900), interpolation=cv2.INTER_CUBIC)
    assert bumped("0", picture) is None
    keep("0", picture)
    same, moved = bumped("0", picture), bumped("0", np.roll(picture, 20, axis=1))
    assert same is not None
    assert moved is not None
    assert (same.level, moved.level, moved.todo) == ("good", "bad", "bumped")


def test_a_black_picture_is_told_as_such(tmp_path):
    cv2.imwrite(str(tmp_path / "black.png"), np.zeros((1080, 1920, 3), np.uint8))
    code, said = run(str(tmp_path / "black.png"))
    assert code == 1
    assert "the picture is black: take the cap off the lens" in said


def test_a_still_of_a_whole_sensor_tells_what_a_coarser_picture_does(tmp_path):
    picture = cv2.imread(str(TABLE))
    found = {}
    for times in (1, 3):
        still = tmp_path / f"{times}.jpg"
        cv2.imwrite(str(still), cv2.resize(picture, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC))
        checks = json.loads(run(str(still), "--json")[1])["checks"]
        found[times] = {check["about"]: check for check in checks if check["about"] in ("view", "tilt", "mark")}
    coarse, fine = found[1], found[3]
    assert fine["view"]["mm"] == pytest.approx(coarse["view"]["mm"], rel=0.01)
    assert fine["view"]["mm_per_px"] == pytest.approx(coarse["view"]["mm_per_px"] / 3, rel=0.01)
    assert fine["tilt"]["deg"] == pytest.approx(coarse["tilt"]["deg"], abs=0.5)
    assert fine["mark"]["px"] == pytest.approx(coarse["mark"]["px"] * 3, rel=0.02)


def test_the_checks_are_told_where_nothing_can_be_kept(tmp_path, monkeypatch):
    (tmp_path / "full").write_text("no folder")
    monkeypatch.setenv("STEWARD_DATA", str(tmp_path / "full"))
    monkeypatch.setattr("pi.mounting.taken", lambda image, camera: cv2.imread(str(TABLE)))
    code, said = run("--camera", "0")
    assert code == 1
    assert "the camera hangs" in said


@pytest.mark.parametrize(("camera", "error"), [("http://1.2.3.4/cam", BadSettings), ("0", Missing)])
def test_a_place_that_cannot_be_kept_is_refused_before_the_camera_is_looked_through(
    tmp_path, monkeypatch, camera, error
):
    (tmp_path / "full").write_text("no folder")
    monkeypatch.setenv("STEWARD_DATA", str(tmp_path / "full"))
    monkeypatch.setattr("pi.mounting.taken", lambda image, camera: pytest.fail("the camera was looked through"))
    with pytest.raises(error):
        run("--camera", camera, "--save")
