"""How soon a move is in the journal, and what watching costs: ``python tests/bench/bench_live.py [--moves 10]``.

A camera of ten pictures a second looks at a painted table, in real time; the station, its journal on the disk, the
settle gate and the reader are those of a real table. A hand comes, leaves another exposed card, and goes. Told is the
time from the first picture of the table at rest to the move in the journal, with what of it was computing; and the
share of one core that goes on while nothing moves.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from engine.cards import load_pack
from engine.commands import Open
from engine.events import Moved
from engine.games import game
from engine.games.protocol import Recorded
from engine.rulings import StandIn
from engine.state import TableState
from engine.table import TableReading
from pi.books import open_journal
from pi.cameras import Frame
from pi.following import Following
from pi.simulate import layout
from pi.simulate.disturb import reaching
from pi.simulate.layout import Neatness
from pi.simulate.picture import Painter
from pi.simulate.scene import Scene
from pi.station import Station
from vision.reader import Reader
from vision.settle import Gate

EVERY = 0.1
"""Seconds between two pictures."""
VARIANTS = 4
"""Pictures of each table, that differ by their noise."""
WORDS = (("N", "CHAIR"), ("E", "MUSTY"), ("S", "BLINK"), ("W", "DROVE"))
SEATS = (("N", "Ann"), ("E", "Ben"), ("S", "Cleo"), ("W", "Dev"))
FACES = "HTALESIROWUE"
"""Exposed one after the other: cards of which the pack has more than lie in the words."""
NEAT = Neatness(stray=1.0, lean=1.0, turn=4.0, pitch=0.9)


def tables(moves: int) -> Iterator[tuple[Scene, Scene]]:
    """Yields, for the table at first and after each move, the hand over it and the table that it leaves."""
    rng = Random(3)
    scene = layout.begin(rng, Scene(), (80, FACES[0]), 11)
    for place, (seat, word) in enumerate(WORDS):
        cards = [(10 * place + number, face) for number, face in enumerate(word)]
        scene = layout.place_word(rng, scene, place, cards, seat, NEAT) or scene
    for number in range(moves + 1):
        if number:
            scene = layout.expose(rng, scene, (100 + number, FACES[number % len(FACES)]))
        spot = scene.exposed
        assert spot is not None
        yield replace(scene, covers=(reaching(rng, "NESW"[number % 4], spot.x, spot.y),)), scene


@dataclass
class Live:
    """A camera that shows ``shots`` (seconds, pictures, whether the table rests), ten pictures a second in real time; a
    busy reader misses some. ``now`` is the table's time; ``rested`` are the times (s, monotonic) of the first pictures
    of tables at rest."""

    shots: list[tuple[float, list[Any], bool]]
    now: Callable[[], float]
    name: str = "live"
    rested: list[float] = field(default_factory=list)

    def frames(self) -> Iterator[Frame]:
        """Yields the pictures as time goes."""
        start, beat, end = time.monotonic(), 0, 0.0
        for seconds, pictures, rests in self.shots:
            end += seconds
            first = True
            while (beat + 1) * EVERY <= end:
                beat = max(beat + 1, round((time.monotonic() - start) / EVERY))
                time.sleep(max(0.0, start + beat * EVERY - time.monotonic()))
                if first and rests:
                    self.rested.append(time.monotonic())
                first = False
                yield Frame(pictures[beat % len(pictures)], self.now(), f"{beat}")

    def close(self) -> None:
        """A camera can be closed."""

    def __enter__(self) -> Live:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


@dataclass
class TimedReader:
    """Reads as ever, and notes what each reading takes: seconds of this thread's time, and of the clock."""

    reader: Reader
    took: list[tuple[float, float]] = field(default_factory=list)

    def read(
        self, picture: Any, image_name: str = "", phase: str = "play", before: TableReading | None = None
    ) -> TableReading:
        cpu, wall = time.process_time(), time.perf_counter()
        reading = self.reader.read(picture, image_name, phase=phase, before=before)
        self.took.append((time.process_time() - cpu, time.perf_counter() - wall))
        return reading


def followed(
    shots: list[tuple[float, list[Any], bool]], played_after: float
) -> tuple[list[float], list[float], TimedReader, float]:
    """Follows the pictures live; gives when each table rested and when each move was in the journal (s, monotonic), the
    reader, and the seconds of computing."""
    came: list[float] = []

    def heard(entry: Recorded) -> None:
        if isinstance(entry.event, Moved):
            came.append(time.monotonic())

    reader = TimedReader(Reader(load_pack("lexicon")))
    opened = Open(
        t=0.0, game="lexicon", rules="home", language="en", pack="lexicon", seats=SEATS, joined="mid-game",
        house={"played_after": played_after},
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder, open_journal(Path(folder) / "table.journal") as journal:
        station: Station[TableState]
        with Station(journal, game("lexicon"), StandIn()) as station:
            station.submit(opened)
            station.subscribe(heard, "bench")
            live = Live(shots, station.now)
            following = Following(station, live, reader, Gate())
            cpu = time.process_time()
            following.run()
            cpu = time.process_time() - cpu
            time.sleep(0.5)
            following.close()
    return live.rested, came, reader, cpu


def main() -> int:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--moves", type=int, default=10)
    parser.add_argument("--still", type=float, default=20.0, help="seconds of a still table")
    args = parser.parse_args()
    painter, number = Painter(5), 0

    def painted(scene: Scene) -> list[Any]:
        nonlocal number
        number += VARIANTS
        return [painter.paint(scene, number + k) for k in range(VARIANTS)]

    pictures = [(painted(hand), painted(rests)) for hand, rests in tables(args.moves)]
    first = pictures[0][1]
    for played_after in (0.0, 2.0):
        shots = [(3.0, first, False)]
        for hand, rests in pictures[1:]:
            shots += [(0.6, hand, False), (3.0 + played_after, rests, True)]
        rested, came, reader, _ = followed(shots, played_after)
        if len(came) != len(rested):
            print(f"{len(came)} of {len(rested)} moves were followed: the machine is too busy to tell")
            continue
        took = [move - rest for rest, move in zip(rested, came, strict=True)]
        print(
            f"played after {played_after:.0f} s: from the first picture at rest to the journal "
            f"{statistics.median(took):.2f} s (median), {max(took):.2f} s (most)"
        )
        cpu = [one for one, _ in reader.took]
        wall = [one for _, one in reader.took]
        print(f"a reading: {statistics.median(cpu):.3f} s of computing, {statistics.median(wall):.3f} s by the clock")
    _, _, _, before = followed([(3.0, first, False)], 2.0)
    _, _, _, after = followed([(3.0 + args.still, first, False)], 2.0)
    print(f"a still table at ten pictures a second: {(after - before) / args.still:.1%} of one core")
    return 0


if __name__ == "__main__":
    sys.exit(main())
