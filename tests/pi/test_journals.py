"""Journals written out as lines and read back: nothing that was there before is harmed."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from engine.events import Moved
from engine.journal import SqliteJournal
from pi.cli import main

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture
def lines(tmp_path, capsys) -> list[str]:
    """Three exported lines, with words that other languages and typewriters make hard to split."""
    with SqliteJournal(tmp_path / "played.journal", lambda: "2026-01-01") as journal:
        moves = [Moved(t=1.0, act="compose", seat="N", after=word) for word in ("ÉTÉ", "A\u2028B", "HAT")]
        journal.append("table", moves, 0)
    assert main(["export", str(tmp_path / "played.journal")]) == 0
    return capsys.readouterr().out.split("\n")[:-1]


def imported(folder: Path, text: str | bytes) -> int:
    """Imports a text into new.journal; gives the exit code."""
    data = text.encode() if isinstance(text, str) else text
    (folder / "lines.jsonl").write_bytes(data)
    return main(["import", str(folder / "lines.jsonl"), str(folder / "new.journal")])


def test_a_journal_is_exported_and_imported_to_the_same_lines(tmp_path, capsys, lines):
    assert imported(tmp_path, "\n".join(lines)) == 0
    assert capsys.readouterr().out == f"3 events in {tmp_path / 'new.journal'}\n"
    assert main(["export", str(tmp_path / "new.journal")]) == 0
    assert capsys.readouterr().out.split("\n")[:-1] == lines


def test_lines_come_from_the_standard_input_too(tmp_path, monkeypatch, lines):
    given = io.TextIOWrapper(io.BytesIO("\n".join(lines).encode()))
    monkeypatch.setattr(sys, "stdin", given)
    assert main(["import", "-", str(tmp_path / "new.journal")]) == 0


@pytest.mark.parametrize(
    ("command", "name", "why"),
    [
        ("export", "tables/leaning.jpg", "some other file"),
        ("export", "words.txt", "some other file"),
        ("export", "no such file, so an empty one", "it is empty"),
        ("export", "tables", "it is a folder"),
        ("table --no-browser --journal", "tables/leaning.jpg", "some other file"),
        ("table --no-browser --journal", "tables", "it is a folder"),
    ],
)
def test_what_is_no_journal_is_refused_and_left_alone(tmp_path, capsys, command, name, why):
    path, source = tmp_path / "thing", DATA / name
    content = source.read_bytes() if source.is_file() else b""
    if source.is_dir():
        path.mkdir()
    else:
        path.write_bytes(content)
    assert main([*command.split(), str(path)]) == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert out.err.startswith(f"steward: {path} is no journal")
    assert why in out.err
    assert list(tmp_path.iterdir()) == [path]
    assert path.is_dir() or path.read_bytes() == content


def test_a_stream_that_is_not_there_is_missed(tmp_path, capsys, lines):
    assert main(["export", str(tmp_path / "played.journal"), "--stream", "hub"]) == 2
    assert "holds no stream called 'hub'" in capsys.readouterr().err
    assert main(["export", str(tmp_path / "played.journal"), "--stream", "table"]) == 0
    assert len(capsys.readouterr().out.split("\n")) == 4


def test_exporting_a_journal_that_is_not_there_makes_none(tmp_path, capsys):
    assert main(["export", str(tmp_path / "no.journal")]) == 2
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_imported_over_a_journal(tmp_path, capsys, lines):
    (tmp_path / "new.journal").write_bytes(b"")
    assert imported(tmp_path, lines[0]) == 2
    assert "exists already" in capsys.readouterr().err
    assert (tmp_path / "new.journal").read_bytes() == b""


def test_an_import_leaves_files_of_a_like_name_alone(tmp_path, capsys, lines):
    mine = [tmp_path / f"new.journal{end}" for end in (".part", ".part-wal", ".partial", ".part1.mp4")]
    for path in mine:
        path.write_text("mine")
    assert imported(tmp_path, lines[0]) == 0
    assert [path.read_text() for path in mine] == ["mine"] * 4


def broken(lines: list[str]) -> dict[str, tuple[str, str]]:
    """Texts that are no whole export, with what is said of each."""
    return {
        "a torn line": (f"{lines[0]}\n{lines[1][:20]}", "lines.jsonl, line 2: not a line of JSON"),
        "another object": ("{}", "lines.jsonl, line 1: not a journal line"),
        "a gap": (f"{lines[0]}\n{lines[2]}", "lines.jsonl, line 2: table goes from number 1 to 3"),
        "an unknown event": (lines[0].replace('"move"', '"teleported"'), "lines.jsonl, line 1: no event is called"),
        "nothing": ("", "lines.jsonl holds no line of a journal"),
        "blank lines": ("\n\n", "lines.jsonl holds no line of a journal"),
    }


@pytest.mark.parametrize("how", list(broken(["", "", ""])))
def test_what_is_no_whole_export_is_said_once_and_leaves_no_journal(tmp_path, capsys, lines, how):
    text, said = broken(lines)[how]
    assert imported(tmp_path, text) == 2
    told = capsys.readouterr().err
    assert f"steward: {tmp_path}/{said}" in told
    assert told.endswith("; nothing was imported\n")
    assert told.count("line 2") <= 1
    assert "kept" not in told
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lines.jsonl", "played.journal"]


def test_what_is_no_text_is_no_export(tmp_path, capsys):
    assert imported(tmp_path, (DATA / "tables" / "leaning.jpg").read_bytes()) == 2
    assert "lines.jsonl holds no exported journal: it is not UTF-8 text" in capsys.readouterr().err
