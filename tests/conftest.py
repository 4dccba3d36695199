"""What tests of several packages share."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.words.build import compile_list
from engine.words.file import data_dir


@pytest.fixture(scope="session")
def words_dir() -> Path:
    """The folder of the compiled word lists, made from the Debian packages unless it is up to date."""
    for language in ("en", "fr"):
        compile_list(language, data_dir())
    return data_dir()
