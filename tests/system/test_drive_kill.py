"""A drive's program is killed in mid-hand, again and again: nothing that was told is lost, and no bell rings twice."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

from engine.events import to_json
from pi.books import open_journal
from pi.drive.station import STREAM, DriveStation

ROOT = Path(__file__).parents[2]
PLAYS = """
import sys
from pathlib import Path
from pi.books import open_journal
from pi.drive.demo import DriveShow
from pi.drive.station import DriveStation

with open_journal(Path(sys.argv[1])) as journal, DriveStation(journal, rate=120) as desk:
    desk.subscribe(lambda entry: print(f"{entry.seq}\\n", end="", flush=True), "teller")
    show = DriveShow(desk, "1935", 2, sys.stderr)
    show.open()
    print("on\\n", end="", flush=True)
    show.run()
"""


def killed_after(journal: Path, seconds: float) -> int:
    """Lets the drive go on for a while after it is open and kills it; gives the last number that it told."""
    program = subprocess.Popen(
        [sys.executable, "-c", PLAYS, str(journal)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert program.stdout is not None
    told = 0
    try:
        for line in program.stdout:
            if line.strip() == "on":
                break
            told = int(line)
        time.sleep(seconds)
    finally:
        program.kill()
        rest = program.stdout.read()
        program.wait()
        program.stdout.close()
    return max([told, *(int(line) for line in rest.split("\n")[:-1] if line.strip().isdecimal())])


def test_a_drive_that_is_killed_goes_on_where_it_stood(tmp_path, words_dir):
    journal = tmp_path / "drive.journal"
    chance = random.Random(7)
    for _ in range(4):
        told = killed_after(journal, chance.uniform(1.5, 4.0))
        with open_journal(journal) as kept:
            recorded = kept.read(STREAM)
        assert [entry.seq for entry in recorded] == list(range(1, len(recorded) + 1))
        assert len(recorded) >= told
        lines = [to_json(entry.event) for entry in recorded]
        rung = [line["hand"] for line in lines if line["type"] == "drive.bell"]
        assert len(rung) == len(set(rung))
        marked = [
            (line["hand"], number) for line in lines if line["type"] == "drive.marked" for number in line["totals"]
        ]
        assert len(marked) == len(set(marked))
    with open_journal(journal) as kept, DriveStation(kept) as desk:
        assert desk.state().hands
