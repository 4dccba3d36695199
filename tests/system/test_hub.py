"""``steward hub`` as a program of its own: its pages, what it keeps, and what it refuses."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path

import pytest

from pi.link.broker import program

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


@contextmanager
def hub(folder: Path, *more: str, said: list[str] | None = None) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Runs a hub; gives it and its address. What it says until then is put into ``said``."""
    port = free_port()
    environment = {**os.environ, "STEWARD_DATA": str(folder), "PYTHONPATH": str(ROOT), "STEWARD_PASSWORD": ""}
    command = [sys.executable, "-m", "pi.cli", "hub", str(folder / "d.journal"), "--port", str(port), "--no-browser"]
    with subprocess.Popen(
        [*command, *more], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        line = ""
        for line in process.stdout:
            if said is not None:
                said.append(line)
            if line.startswith("The drive is at "):
                break
        try:
            yield process, line.strip().removeprefix("The drive is at ").removesuffix("/drive")
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=30)


def test_a_drive_that_is_set_up_is_still_there_after_a_restart(tmp_path: Path) -> None:
    with hub(tmp_path) as (process, address):
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        page = opener.open(f"{address}/drive/setup", timeout=30).read().decode()
        token = re.search(r'name="token" content="([^"]+)"', page)
        assert token is not None
        for act, fields in (("create", "name=Spring"), ("join", "players=Ann%0ABen%0ACleo")):
            asked = urllib.request.Request(f"{address}/drive/act/{act}", f"{fields}&token={token[1]}".encode())
            assert "Spring" in opener.open(asked, timeout=30).read().decode()
    assert process.returncode == 0
    with hub(tmp_path) as (_, address):
        told = json.load(urllib.request.urlopen(f"{address}/drive/results.json", timeout=30))
    assert (told["name"], [row["name"] for row in told["standings"]]) == ("Spring", ["Ann", "Ben", "Cleo"])


@pytest.mark.parametrize(
    ("more", "said"),
    [(("--host", "0.0.0.0"), "type: steward password"), (("--config", "/nowhere.toml"), "no configuration file")],
)
def test_what_a_hub_cannot_do_is_one_line(tmp_path: Path, more: tuple[str, str], said: str) -> None:
    with hub(tmp_path, *more) as (process, _):
        assert process.stderr is not None
        err = process.stderr.read()
        process.wait(timeout=60)
    assert process.returncode == 2
    assert said in err
    assert len(err.strip().splitlines()) == 1


@pytest.mark.skipif(program() is None, reason="Mosquitto is not installed")
def test_the_join_code_is_in_a_file_for_its_owner_and_not_in_a_services_log(tmp_path: Path) -> None:
    said: list[str] = []
    with hub(tmp_path, said=said):
        kept = tmp_path / "d.journal.hub" / "join-code"
        assert kept.stat().st_mode & 0o777 == 0o600
        assert re.fullmatch(r"drive-[a-z0-9]{10}\n", kept.read_text())
    assert str(kept) in "".join(said)
    assert kept.read_text().strip() not in "".join(said)
