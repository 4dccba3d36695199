"""Where things are written: whole, into new places, and over nothing of the user's."""

import errno
from pathlib import Path

import pytest

from engine.errors import BadRecord
from pi.cli import main
from pi.places import data_place, new_folder, write_whole


def test_a_file_is_written_whole_and_nothing_beside_it_is_touched(tmp_path):
    for name in ("list.txt.part", ".steward-mine"):
        (tmp_path / name).write_text("mine")
    write_whole(tmp_path / "list.txt", b"first")
    write_whole(tmp_path / "list.txt", b"second", 0o600)
    assert (tmp_path / "list.txt").read_bytes() == b"second"
    assert (tmp_path / "list.txt").stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == [".steward-mine", "list.txt", "list.txt.part"]


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        write_whole(tmp_path / "folder", b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_folder_is_new_while_it_holds_nothing(tmp_path):
    new_folder(tmp_path / "a" / "b")
    new_folder(tmp_path / "a" / "b")
    with pytest.raises(BadRecord, match="a is not empty"):
        new_folder(tmp_path / "a")


@pytest.mark.parametrize("place", [".", "/nosuch/list.txt"])
def test_a_word_list_that_cannot_be_written_is_said_in_one_line(tmp_path, monkeypatch, capsys, place):
    monkeypatch.chdir(tmp_path)
    assert main(["words", "add", "hat", "--list", place]) == 2
    err = capsys.readouterr().err
    assert (err.count("\n"), "cannot be written" in err) == (1, True)


def test_a_sheet_is_never_printed_over_another_file(tmp_path, capsys):
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0")
    assert main(["print", "board", "-o", str(tmp_path / "photo.jpg")]) == 2
    assert "is there already; name another file, or write over it with --force" in capsys.readouterr().err
    assert (tmp_path / "photo.jpg").read_bytes() == b"\xff\xd8\xff\xe0"


def test_a_sheet_that_a_full_disk_cut_short_is_not_left_there(tmp_path, monkeypatch, capsys):
    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("pi.places.os.fsync", full)
    assert main(["print", "board", "-o", str(tmp_path / "board.pdf")]) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_sheet_is_printed_again_over_the_old_one_when_that_is_asked(tmp_path):
    (tmp_path / "board.pdf").write_bytes(b"old")
    assert main(["print", "board", "--force", "-o", str(tmp_path / "board.pdf")]) == 0
    assert (tmp_path / "board.pdf").read_bytes().startswith(b"%PDF")


def test_whoever_types_as_the_services_user_gets_what_the_service_keeps(monkeypatch):
    for name in ("STEWARD_DATA", "STATE_DIRECTORY", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/var/lib/steward")
    assert data_place() == Path("/var/lib/steward")
    monkeypatch.setenv("HOME", "/home/ann")
    assert data_place() == Path("/home/ann/.local/share/steward")
