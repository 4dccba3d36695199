"""``steward password`` and the file of accounts."""

from __future__ import annotations

import io
import json
import stat
from pathlib import Path

import pytest

from pi.cli import main
from pi.config import Settings
from pi.passwords import FILE, accounts_of, first_password, kept_accounts
from web.roles import Role


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own."""
    monkeypatch.setenv("STEWARD_DATA", str(tmp_path))
    monkeypatch.delenv("STEWARD_PASSWORD", raising=False)
    return tmp_path


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_there_is_no_password_at_first() -> None:
    assert not accounts_of(Settings()).any()


def test_a_password_is_kept_where_only_its_owner_reads_it(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "a good lamp\n")
    assert main(["password"]) == 0
    kept = accounts_of(Settings()).find("")
    assert kept is not None
    assert (kept.name, kept.role, kept.has("a good lamp")) == ("steward", Role.ORGANISER, True)
    assert stat.S_IMODE((data / FILE).stat().st_mode) == 0o600
    assert "a good lamp" not in (data / FILE).read_text()


def test_a_steward_that_runs_hears_of_a_new_password(monkeypatch: pytest.MonkeyPatch) -> None:
    running = accounts_of(Settings())
    typed(monkeypatch, "a good lamp\n")
    main(["password", "Olga"])
    typed(monkeypatch, "another lamp\n")
    main(["password", "Stan", "--role", "steward"])
    assert {one.name: one.role for one in running.all().values()} == {"Olga": Role.ORGANISER, "Stan": Role.STEWARD}


@pytest.mark.parametrize(
    ("text", "arguments", "said"),
    [
        ("short\n", [], "a password has 8 to 200 signs"),
        ("\n", [], "a password has 8 to 200 signs"),
        ("a good lamp\n", ["camera"], "the journal calls something else 'camera'"),
        ("a good lamp\n", ["Stan", "--role", "steward"], "somebody must be organiser"),
        ("", ["Stan", "--drop"], "there is no account 'stan'"),
    ],
)
def test_what_will_not_do_is_one_line(
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    text: str,
    arguments: list[str],
    said: str,
) -> None:
    typed(monkeypatch, text)
    assert main(["password", *arguments]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
    assert not (data / FILE).exists()


@pytest.mark.parametrize(
    "content", [b"", b"nothing", b"[]", b'{"format": 1}', b'{"format": 1, "accounts": [{"name": "x"}]}', b"\xff",
                b'{"format": 1, "accounts": [{"name": 1, "hash": "", "role": "steward"}]}',
                b'{"format": 1, "accounts": [{"name": "x", "hash": "", "role": "king"}]}']
)  # fmt: skip
def test_a_spoilt_file_is_named_and_lets_nobody_in(
    data: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    (data / FILE).write_bytes(content)
    assert main(["password", "--list"]) == 2
    assert f"{data / FILE} is no file of accounts" in capsys.readouterr().err


def test_a_file_spoilt_while_the_steward_runs_changes_nothing(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "a good lamp\n")
    main(["password"])
    running = kept_accounts()
    (data / FILE).write_bytes(b"rubbish")
    assert running.find("steward") is not None
    assert running.any()


def test_the_file_of_another_time_is_refused(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (data / FILE).write_text(json.dumps({"format": 2, "accounts": []}))
    assert main(["password", "--list"]) == 2
    assert "written by another Steward" in capsys.readouterr().err


def test_the_configurations_password_stands_beside_those_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STEWARD_PASSWORD", "from the service")
    kept = accounts_of(Settings()).find("steward")
    assert kept is not None
    assert kept.has("from the service")


def test_who_is_asked_for_nothing_sets_no_password(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "a good lamp\n")
    first_password(Settings(host="0.0.0.0"))  # no terminal: a service is refused instead, with what to type
    first_password(Settings())
    assert not (data / FILE).exists()


def test_a_table_open_to_the_network_without_a_password_is_refused_in_one_line(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words_dir: Path
) -> None:
    typed(monkeypatch, "")
    assert main(["table", "--host", "0.0.0.0", "--port", "18999", "--no-browser"]) == 2
    err = capsys.readouterr().err.strip().splitlines()[-1]
    assert "type: steward password" in err
