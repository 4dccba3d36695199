"""A table whose players never stop: run as a program, killed at any moment, and run again by ``test_kill.py``.

It prints, when it has started, a line of JSON: how the table stands and by how much table time differs from the
machine's steady clock. Then it plays numbered turns, and writes each number down once the station has answered.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from engine.commands import Deal, Open, Play, StartClock
from engine.events import Moved
from engine.games import game
from engine.rulings import StandIn
from pi.books import open_journal
from pi.clock import boot_id
from pi.station import Station

SEATS = (("N", "Ann"), ("E", "Ben"), ("S", "Cleo"), ("W", "Dev"))
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def main(path: Path, answered: Path) -> None:
    with open_journal(path) as journal, Station(journal, game("lexicon"), StandIn()) as station:
        state = station.state()
        started = {
            "seq": state.seq,
            "view": station.view(),
            "offset": station.now() - time.monotonic(),
            "left": state.bell.remaining(station.now()),
            "boot": boot_id(),
        }
        print(json.dumps(started), flush=True)
        if state.phase == "closed":
            station.submit(
                Open(t=station.now(), game="lexicon", rules="drive", language="en", pack="lexicon", seats=SEATS)
            )
        if station.state().phase == "ready":
            station.submit(Deal(t=station.now(), seat="N"))
        if station.state().bell.phase == "waiting":
            station.submit(StartClock(t=station.now(), seconds=420.0))
        number = sum(isinstance(entry.event, Moved) for entry in station.recorded())
        with answered.open("a", encoding="ascii") as notes:
            while True:
                state = station.state()
                face = LETTERS[(LETTERS.index(state.exposed) + 1) % 26] if state.exposed else "A"
                station.submit(
                    Play(
                        t=station.now(),
                        act="exchange",
                        seat=state.turn,
                        exposed_before=state.exposed,
                        exposed_after=face,
                        took="stock",
                        pictures=(str(number),),
                    )
                )
                notes.write(f"{number}\n")
                notes.flush()
                number += 1
                time.sleep(0.002)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
