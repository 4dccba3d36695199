from __future__ import annotations

import io

import pytest

from engine.errors import BadSettings
from pi.books import open_journal
from pi.forgetting import forget


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.setenv("STEWARD_DATA", str(tmp_path))
    open_journal(tmp_path / "table.journal").close()
    for folder, name in (("table.journal.pictures", "1.jpg"), ("table.journal.pictures", "2.jpg"), ("places", "0.png")):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / name).write_bytes(b"a picture")
    return tmp_path


def pictures(table) -> list[str]:
    return sorted(path.name for path in table.rglob("*.*g"))


def test_it_only_says_what_there_is_until_it_is_sure(table):
    out = io.StringIO()
    assert forget(None, out) == 0
    assert out.getvalue().startswith("3 pictures are kept")
    assert len(pictures(table)) == 3


def test_every_picture_goes_and_the_journal_stays(table):
    assert forget(None, io.StringIO(), sure=True) == 0
    assert pictures(table) == []
    assert (table / "table.journal").stat().st_size > 0


def test_another_tables_pictures_stay(table):
    (table / "other.journal").write_bytes(b"")
    forget(table / "other.journal", io.StringIO(), sure=True)
    assert len(pictures(table)) == 3


def test_a_journal_that_is_not_there_is_named(table):
    with pytest.raises(BadSettings, match=r"there is no journal .*none\.journal"):
        forget(table / "none.journal", io.StringIO(), sure=True)
