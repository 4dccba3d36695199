"""A PostgreSQL server of the tests' own, started once, with an empty database for each test."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


def _programs() -> Path | None:
    """Finds PostgreSQL's programs, which Debian keeps out of the way; the newest there are."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4].split(".")[0]))
    if found:
        return found[-1].parent
    there = shutil.which("initdb")
    return Path(there).parent if there else None


@pytest.fixture(scope="session")
def postgres_socket() -> Iterator[Path]:
    programs = _programs()
    if programs is None:
        pytest.skip("PostgreSQL's server is not installed")
    # A path for a socket must be short; and the server refuses to run as root.
    as_user = {"user": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
    with tempfile.TemporaryDirectory(prefix="steward-pg-", dir="/tmp") as name:
        folder = Path(name)
        if as_user:
            shutil.chown(folder, "postgres")
        data = folder / "data"

        def run(program: str, *args: str) -> None:
            subprocess.run(
                [programs / program, *args], check=True, capture_output=True, cwd=folder, timeout=120, **as_user
            )

        run("initdb", "-D", str(data), "-U", "steward", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        options = f"-k {folder} -c listen_addresses='' -c fsync=off -c max_connections=30"
        run("pg_ctl", "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield folder
        finally:
            run("pg_ctl", "-D", str(data), "-m", "immediate", "stop")


@pytest.fixture
def postgres_url(postgres_socket: Path) -> Iterator[str]:
    import psycopg

    host = str(postgres_socket).replace("/", "%2F")
    name = f"test_{os.getpid()}"
    with psycopg.connect(f"postgresql://steward@{host}/postgres", autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}")
        yield f"postgresql://steward@{host}/{name}"
        db.execute(f"DROP DATABASE {name} WITH (FORCE)")
    db.close()
