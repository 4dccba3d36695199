"""A table is killed without warning, again and again, and started again: nothing is lost, nothing is doubled."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.events import Moved
from engine.games import game
from engine.journal import SqliteJournal
from engine.replay import fold

ROOT = Path(__file__).parents[2]
TABLE = Path(__file__).with_name("scripted_table.py")
KILLS = 26


def started(journal: Path, answered: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(TABLE), str(journal), str(answered)],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_killed_table_stands_where_it_stood(tmp_path):
    chance = random.Random(20)
    path, answered = tmp_path / "table.journal", tmp_path / "answered"
    lexicon = game("lexicon")
    before: tuple = ()
    offset: float | None = None
    for kill in range(KILLS):
        with started(path, answered) as table:
            # Some are killed while they start, some while they set the table up, some after many turns.
            line = table.stdout.readline() if kill % 5 else ""
            time.sleep(chance.random() * 0.3)
            table.kill()
            table.wait(10)
        if line:
            told = json.loads(line)
            assert told["seq"] == len(before)
            assert told["view"] == json.loads(json.dumps(lexicon.view(fold(lexicon, before))))
            offset = told["offset"] if offset is None else offset
            assert told["offset"] == pytest.approx(offset, abs=0.2)

        with SqliteJournal(path, lambda: "") as journal:
            now = journal.read("table")
            assert journal.notice is None
        assert [entry.seq for entry in now] == list(range(1, len(now) + 1))
        assert now[: len(before)] == before
        numbers = [int(entry.event.pictures[0]) for entry in now if isinstance(entry.event, Moved)]
        assert numbers == list(range(len(numbers)))
        noted = answered.read_text().split("\n")[:-1] if answered.exists() else []
        assert set(map(int, noted)) <= set(numbers)
        before = now
    assert len(before) > 3 * KILLS


def test_a_clock_runs_on_while_the_table_is_dead(tmp_path):
    path, answered = tmp_path / "table.journal", tmp_path / "answered"
    with started(path, answered) as table:
        table.stdout.readline()
        time.sleep(0.5)
        table.kill()
    with SqliteJournal(path, lambda: "") as journal:
        bell = fold(game("lexicon"), journal.read("table")).bell
    with started(path, answered) as table:
        told = json.loads(table.stdout.readline())
        right = bell.ends_at - (time.monotonic() + told["offset"])
        table.kill()
    assert told["left"] == pytest.approx(right, abs=0.2)
