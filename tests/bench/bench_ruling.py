"""How long from a button's press to the ruling on a screen: ``python tests/bench/bench_ruling.py [--rounds N]``.

A table with its journal on the disk, its dashboard served as in earnest, and a viewer who listens to the live stream.
The press goes the way that a seat's button goes; the time ends when the viewer has the ruling's band.
"""

from __future__ import annotations

import argparse
import http.client
import json
import logging
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from engine.commands import Correct, Deal, Open, Play, Press
from engine.games import game
from engine.rulings import open_judge
from engine.state import TableState
from pi.books import open_journal
from pi.station import Station
from web.app import create_app
from web.serving import Serving

WORDS = {
    "listed": "HAT FAIRY MANY THATCH TROUNCE CRUET POLISH COLOUR ORGAN CAFE GIPSY EXPORT SMOTHER QUOTE",
    "slip": "WIERD THACHED RECIEVE SEPERATE TROUNSE NECESARY FISICS ACOMODATE BEGINING CALENDER EMBARAS",
    "no word": "OSLO NASA QZXVKJ BUQYZYKIDI XIV KOLPURT ZUBAQED PLINDOVAR TIXAREM GOFUMBEQ",
    "Master": "H*T F*IRY M*NY TH*TCH TR*UNCE CR*ET P*LISH C*LOUR *RGAN WI*RD QZ*VKJ",
}
"""What is challenged: words of every kind of verdict. Letters are plenty: the pack of the table has any number."""


def viewer(port: int) -> Iterator[dict[str, Any]]:
    """Yields what the live stream tells, as a page gets it."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", "/events", headers={"Accept": "text/event-stream"})
    answer = connection.getresponse()
    if answer.status != 200:
        raise RuntimeError(f"the live stream answers {answer.status}")
    while line := answer.readline():
        if line.startswith(b"data: "):
            yield json.loads(line[6:])


def measure(rounds: int) -> dict[str, list[float]]:
    """Gives for each kind of word the times from press to band, in milliseconds."""
    found: dict[str, list[float]] = {kind: [] for kind in WORDS}
    shown: dict[str, float] = {}
    came = threading.Condition()
    with tempfile.TemporaryDirectory() as folder:
        journal = open_journal(Path(folder) / "table.journal")
        station: Station[TableState]
        with journal, Station(journal, game("lexicon"), open_judge("en")) as station:
            logging.getLogger("waitress").setLevel(logging.CRITICAL)
            pages = Serving(create_app(station, viewers=4))

            def look() -> None:
                for told in viewer(pages.port):
                    band = told.get("regions", {}).get("band", "")
                    with came:
                        shown[band] = time.perf_counter()
                        came.notify_all()

            seats = (("N", "Ann"), ("E", "Ben"), ("S", "Cleo"), ("W", "Dev"))
            house = {"fines_by": "machine", "minutes": 0.0}
            station.submit(
                Open(t=0.0, game="lexicon", rules="home", language="en", pack="letters", seats=seats, house=house)
            )
            station.submit(Deal(t=0.0, seat="W"))
            for seat in "NESW":
                # A hand without end: how many cards a player holds is not known.
                station.submit(Correct(t=0.0, field="cards", seat=seat, value=None))
            threading.Thread(target=look, daemon=True).start()
            time.sleep(0.5)
            for _ in range(rounds):
                for kind, words in WORDS.items():
                    for word in words.split():
                        found[kind].append(_press(station, word, shown, came))
            pages.close()
    return found


def _press(station: Station[TableState], word: str, shown: dict[str, float], came: threading.Condition) -> float:
    """Lays a word, lets the screens rest, has another player press, and gives the milliseconds until it is shown."""
    seat = station.state().turn or "N"
    other = next(player.seat for player in station.state().players if player.seat not in (seat, station.state().turn))
    station.submit(Play(t=station.now(), act="compose", seat=seat, after=word))
    time.sleep(0.15)
    with came:
        shown.clear()
        start = time.perf_counter()
    station.submit(Press(t=station.now(), by="button", seat=other, press="short"))
    with came:
        done = came.wait_for(lambda: any(f'data-word="{word}"' in band for band in shown), timeout=5)
        when = next((at for band, at in shown.items() if f'data-word="{word}"' in band), 0.0)
    if not done:
        raise RuntimeError(f"no ruling on {word} was shown")
    state = station.state()
    if state.question is not None:
        station.submit(Press(t=station.now(), by="button", seat=other, press="short"))
    if station.state().owed is not None:
        station.submit(Play(t=station.now(), act="takeback"))
    return (when - start) * 1000


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the median, the slowest of ten and the slowest time of each kind of word."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(arguments)
    print(f"{'press to ruling shown':24s}{'presses':>8s}{'median':>10s}{'9 in 10':>10s}{'slowest':>10s}")
    for kind, times in measure(options.rounds).items():
        ninth = statistics.quantiles(times, n=10)[-1]
        print(f"{kind:24s}{len(times):8d}{statistics.median(times):7.1f} ms{ninth:7.1f} ms{max(times):7.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
