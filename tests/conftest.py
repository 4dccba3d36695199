"""What tests of several packages share."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.words.build import compile_list
from engine.words.file import data_dir

LONGEST = (
    "test_walks.py", "test_every_page.py", "test_browser.py", "test_drive_browser.py", "test_drive_over_the_link.py",
    "test_whole_games_by_camera.py", "test_every_told_game.py", "test_table_link.py", "test_live_demo.py",
    "test_drive_kill.py", "test_kill.py", "test_hands_free.py", "test_disturbed_pictures.py", "test_installing.py",
)  # fmt: skip
"""Files that take longest: they begin first, so that at the end no worker is left alone with one of them."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the longest files first; all else stays in its order."""
    place = {name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.path.name, len(LONGEST)))


@pytest.fixture(scope="session")
def words_dir() -> Path:
    """The folder of the compiled word lists, made from the Debian packages unless it is up to date."""
    for language in ("en", "fr"):
        compile_list(language, data_dir())
    return data_dir()
