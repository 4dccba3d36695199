from __future__ import annotations

import io
import json
import string

import cv2
import numpy as np
import pytest

from engine.errors import BadSettings
from pi.cli import parser
from pi.mounting import bumped, keep, mount, table_size
from web import english_mount, french_mount


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
