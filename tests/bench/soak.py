"""Plays the recorded hands live, again and again, and says whether each told what is true, and what memory it took:
``python tests/bench/soak.py [--rounds 3] [--speed 20]``."""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from pi.demo import Stage
from pi.places import DEMOS, demo_folder
from pi.recording import open_recording
from pi.watch import line_of

COMPARED = ("type", "act", "seat", "before", "after", "word", "ruling", "verdict", "fine", "totals", "scores", "by")


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--speed", type=float, default=20.0)
    args = parser.parse_args()
    wrong = 0
    for number in range(1, args.rounds + 1):
        for name in DEMOS:
            with tempfile.TemporaryDirectory() as folder, Stage(Path(folder), speed=args.speed) as stage:
                wrong += played(stage, name, number)
    return 1 if wrong else 0


def played(stage: Stage, name: str, number: int) -> int:
    """Plays one recording to its end; prints how it went and gives the number of lines that differ from the truth."""
    truth = [compared(line) for line in open_recording(demo_folder(name)).truth]
    began = time.monotonic()
    stage.play([name])
    version = 0
    while not stage.ended() and time.monotonic() - began < 600:
        version = stage.wait(version, 0.5)
    told = [compared(line) for entry in stage.recorded() if (line := line_of(entry.event)) and line["type"] != "deal"]
    wrong = sum(line not in truth for line in told) + sum(line not in told for line in truth)
    mega = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"round {number} {name:6s} {wrong:3d} lines differ, {time.monotonic() - began:5.1f} s, {mega:5.0f} MB",
        flush=True,
    )
    return wrong


def compared(line: object) -> dict[str, object]:
    """Gives the fields of a line that must be right."""
    assert isinstance(line, dict)
    return {key: line.get(key) for key in COMPARED}


if __name__ == "__main__":
    sys.exit(main())
