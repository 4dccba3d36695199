"""Plays the recorded hands live, again and again, and says whether each told what is true; then a whole evening at one
table, and whether its memory stays flat: ``python tests/bench/soak.py [--rounds 3] [--speed 20] [--hours 4]``.

The evening's time is the table's, and goes as fast as the pictures can be read: hand after hand on one journal, with
one camera, reader and settle gate, and a picture every second while the table rests.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from engine.events import Event
from engine.games import game
from engine.state import TableState
from pi.books import open_journal
from pi.cameras import Frame
from pi.demo import Stage
from pi.following import Following
from pi.judges import judge_of
from pi.machine import reader_for
from pi.pictures import Pictures
from pi.places import DEMOS, demo_folder
from pi.recording import Recording, Shot, open_recording
from pi.setup import opening
from pi.station import Station
from pi.watch import AFTER, line_of
from vision.picture import load_picture

MOST_GROWN = 12.0
"""MB by which the second half of an evening may lie above the first, its first hour left out."""
BETWEEN = 40.0
"""Seconds between two hands."""
HEARD = 0.1
"""Seconds, of the real kind, until who follows the table has heard what was recorded."""
COMPARED = ("type", "act", "seat", "before", "after", "word", "ruling", "verdict", "fine", "totals", "scores", "by")


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--speed", type=float, default=20.0)
    parser.add_argument("--hours", type=float, default=4.0, help="how long the evening is, in the table's time")
    args = parser.parse_args()
    wrong = 0
    for number in range(1, args.rounds + 1):
        for name in DEMOS:
            with tempfile.TemporaryDirectory() as folder, Stage(Path(folder), speed=args.speed) as stage:
                wrong += played(stage, name, number)
    grown, wrong_too = evening(args.hours)
    return 1 if wrong or wrong_too or grown > MOST_GROWN else 0


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


@dataclass
class Evening:
    """A camera that shows recording after recording for so many hours of table time, which is its own.

    ``sizes`` are the hours and the process' memory (MB) after each hand."""

    hours: float
    station: Station[TableState] | None = None
    following: Following | None = None
    name: str = "evening"
    t: float = 0.0
    sizes: list[tuple[float, float]] = field(default_factory=list)
    wrong: int = 0

    def now(self) -> float:
        """The machine's clock."""
        return self.t

    def frames(self) -> Iterator[Frame]:
        """Yields the pictures, a second after the other."""
        recordings = [open_recording(demo_folder(name)) for name in DEMOS]
        number = 0
        while self.t < self.hours * 3600:
            yield from self._hand(recordings[number % len(recordings)])
            number += 1
            self.sizes.append((self.t / 3600, held_mb()))
            print(f"{self.t / 3600:5.2f} h {self.sizes[-1][1]:6.0f} MB, {self.wrong} lines differ", flush=True)

    def _hand(self, recording: Recording) -> Iterator[Frame]:
        assert self.station is not None
        begins, told = self.t + 1.0, len(self.station.recorded())
        self.t = begins
        for command in opening(recording, begins):
            self.station.submit(command)
        time.sleep(HEARD)
        picture = None
        for item in recording.items():
            yield from self._rests(picture, begins + item.t)
            self.t = begins + item.t
            if isinstance(item, Shot):
                picture = load_picture(item.path)
                yield Frame(picture, self.t, item.name)
            elif self.following is not None:
                self.following.press(item)
                time.sleep(HEARD)
        yield from self._rests(picture, begins + recording.seconds + AFTER)
        time.sleep(HEARD)
        events = [entry.event for entry in self.station.recorded()[told:]]
        self.wrong += differing(events, recording)
        yield from self._rests(picture, self.t + BETWEEN)

    def _rests(self, picture: Any, until: float) -> Iterator[Frame]:
        while picture is not None and self.t + 1.0 < until:
            self.t += 1.0
            yield Frame(picture, self.t, "still")
        self.t = max(self.t, until - 0.001)

    def close(self) -> None:
        """A camera can be closed."""

    def __enter__(self) -> Evening:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def evening(hours: float) -> tuple[float, int]:
    """Plays an evening; gives the MB by which memory grew, and how many lines were not as they should be."""
    camera = Evening(hours)
    with tempfile.TemporaryDirectory() as name, open_journal(Path(name) / "table.journal") as journal:
        station: Station[TableState] = Station(
            journal, game("lexicon"), judge_of("en"), pictures=Pictures(Path(name) / "pictures"), monotonic=camera.now
        )
        with station:
            reader, gate = reader_for("lexicon")
            camera.station = station
            camera.following = following = Following(station, camera, reader, gate())
            following.run()
            following.close()
    # A first hour of a long evening fills what is kept; of a short one, its first quarter.
    warm = [(hour, size) for hour, size in camera.sizes if hour > min(1.0, hours / 4)]
    middle = (warm[0][0] + warm[-1][0]) / 2
    first, second = ([size for hour, size in warm if (hour > middle) is late] for late in (False, True))
    grown = statistics.median(second) - statistics.median(first)
    at = [min(camera.sizes, key=lambda one: abs(one[0] - hours * part)) for part in (0.0, 0.5, 1.0)]
    told = ", ".join(f"{size:.0f} MB after {hour:.1f} h" for hour, size in at)
    print(
        f"an evening of {hours:.1f} hours ({told}): {statistics.median(first):.0f} MB in its first half, "
        f"{statistics.median(second):.0f} MB in its second: {'flat' if grown <= MOST_GROWN else 'it grows'}"
    )
    return grown, camera.wrong


def differing(events: list[Event], recording: Recording) -> int:
    """Counts the lines that differ from a recording's truth, deals apart."""
    truth = [compared(line) for line in recording.truth if line["type"] != "deal"]
    told = [compared(line) for event in events if (line := line_of(event)) and line["type"] not in ("deal", "doubt")]
    return sum(line not in truth for line in told) + sum(line not in told for line in truth)


def held_mb() -> float:
    """Gives the memory that the process holds now, in MB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


def compared(line: object) -> dict[str, object]:
    """Gives the fields of a line that must be right."""
    assert isinstance(line, dict)
    return {key: line.get(key) for key in COMPARED}


if __name__ == "__main__":
    sys.exit(main())
