"""A machine with little memory runs in the light mode."""

from __future__ import annotations

import pytest

from engine.errors import BadSettings
from pi.config import Settings, settings_from
from pi.sizes import FULL, LIGHT, is_light, size_of


@pytest.mark.parametrize(
    ("mode", "kib", "light"),
    [("auto", 430_000, True), ("auto", 945_000, False), ("full", 430_000, False), ("light", 8_000_000, True)],
)
def test_the_mode_goes_by_the_memory_unless_it_is_named(tmp_path, mode, kib, light):
    file = tmp_path / "meminfo"
    file.write_text(f"MemTotal:  {kib} kB\nMemFree: 1 kB\n")
    assert is_light(mode, file) is light
    assert size_of(mode, file) is (LIGHT if light else FULL)


def test_where_the_memory_is_not_told_all_of_it_is_taken(tmp_path):
    assert size_of("auto", tmp_path / "none") is FULL


def test_the_light_mode_takes_smaller_pictures_of_the_same_shape():
    assert LIGHT.frame[0] < FULL.frame[0]
    assert LIGHT.frame[0] * FULL.frame[1] == LIGHT.frame[1] * FULL.frame[0]


@pytest.mark.parametrize(("name", "value"), [("mode", "tiny"), ("table", "900"), ("table", "9x9")])
def test_a_mode_or_a_table_that_cannot_be_is_refused(name, value):
    assert settings_from({}).table == Settings().table
    with pytest.raises(BadSettings, match=name):
        settings_from({name: value})
