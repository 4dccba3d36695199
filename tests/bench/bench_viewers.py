"""How soon viewers see what happens, and what it costs: ``python tests/bench/bench_viewers.py``.

First a hub of 1,000 players, a process of its own as ``steward hub`` is: 200 viewers hold its live pages (wall, start,
desk), and an organiser acts twice a second. Then one table, as ``steward table`` is, with 200 who watch and a steward
who corrects a score. Told are the time from a click to each viewer, whether a viewer missed anything, the time of the
standings or the score sheet meanwhile, and the memory.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).parents[2]
STEWARDS = 25
SEQ = re.compile(rb'\{"seq":(\d+),"type"')


class Clicker:
    """The organiser's browser."""

    def __init__(self, port: int) -> None:
        self._port = port
        _, body, cookie = self._ask("GET", "/api/session")
        self._headers = {"Cookie": cookie, "X-Steward-Token": json.loads(body)["token"], "Accept": "application/json",
                         "Content-Type": "application/x-www-form-urlencoded"}  # fmt: skip

    def _ask(self, method: str, path: str, body: str = "") -> tuple[int, bytes, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        connection.request(method, path, body, getattr(self, "_headers", {}))
        answer = connection.getresponse()
        cookie = (answer.headers["Set-Cookie"] or "").split(";")[0]
        found = answer.status, answer.read(), cookie
        connection.close()
        return found

    def act(self, act: str, /, **fields: object) -> list[int]:
        """Acts, such as ``drive/act/fine``; gives the numbers of what was recorded."""
        status, body, _ = self._ask("POST", f"/{act}", urlencode(fields))
        if status != 200:
            raise SystemExit(f"{act}: {status} {body.decode()}")
        seqs: list[int] = json.loads(body)["seqs"]
        return seqs

    def seconds(self, path: str) -> float:
        """Gives how long a page takes."""
        began = time.perf_counter()
        self._ask("GET", path)
        return time.perf_counter() - began


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20.0)
    args = parser.parse_args()
    for measure, told, program in (
        (drive, "The drive is at", ["hub", "{folder}/d.journal"]),
        (table, "The table is at", ["table", "--journal", "{folder}/t.journal", "--players", *"ABCD"]),
    ):
        with tempfile.TemporaryDirectory() as folder, running(folder, told, program) as (port, pid):
            measure(args, Clicker(port), port, pid)
    return 0


@contextmanager
def running(folder: str, told: str, program: list[str]) -> Iterator[tuple[int, int]]:
    """Runs a command of the Steward until it has ``told`` where it is; gives its port and process number."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port = sock.getsockname()[1]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "STEWARD_DATA": folder, "STEWARD_PASSWORD": ""}
    command = [sys.executable, "-m", "pi.cli", *(part.format(folder=folder) for part in program)]
    with subprocess.Popen(
        [*command, "--port", str(port), "--no-browser"], env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith(told):
                break
        try:
            yield port, process.pid
        finally:
            process.terminate()
            process.wait(timeout=30)


def drive(args: argparse.Namespace, organiser: Clicker, port: int, pid: int) -> None:
    """Sets a drive up and measures its pages."""
    organiser.act("drive/act/create", name="Large drive", seed="7")
    names = "\n".join(f"Player {number}" for number in range(1, args.players + 1))
    organiser.act("drive/act/join", players=names)
    organiser.act("drive/act/stewards", names="\n".join(f"Steward {number}" for number in range(1, STEWARDS + 1)))
    for name in ("make", "announce", "start-anyway"):
        organiser.act(f"drive/act/{name}")
    desks = [f"desk&about=Steward%20{number}" for number in range(1, STEWARDS + 1)]
    pages = [f"/drive/events?page={('hall', 'home', desks[n % STEWARDS])[n % 3]}" for n in range(args.viewers)]

    def act(number: int) -> list[int]:
        return organiser.act("drive/act/fine", number=number % args.players + 1, points=2, why="measured")

    print(f"{args.viewers} viewers of a drive of {args.players} players:")
    measured(args, pages, act, lambda: organiser.seconds("/drive/standings"), port, pid)


def table(args: argparse.Namespace, steward: Clicker, port: int, pid: int) -> None:
    """Deals at a table and measures its page."""
    steward.act("act/deal", seat="N")

    def act(number: int) -> list[int]:
        return steward.act("act/correct", field="score", seat="NESW"[number % 4], value=number + 1, why="measured")

    print(f"{args.viewers} viewers of a table:")
    measured(args, ["/events"] * args.viewers, act, lambda: steward.seconds("/scores"), port, pid)


def measured(
    args: argparse.Namespace,
    events: list[str],
    act: Callable[[int], list[int]],
    page: Callable[[], float],
    port: int,
    pid: int,
) -> None:
    """Holds the viewers of some streams, acts and asks for a page, and prints what was measured."""
    seen, stop = watch(port, events)
    time.sleep(3)
    clicked: dict[int, float] = {}
    pages: list[float] = []
    until = time.monotonic() + args.seconds
    while time.monotonic() < until:
        began = time.perf_counter()
        for seq in act(len(clicked)):
            clicked[seq] = began
        pages.append(page())
        time.sleep(0.4)
    until = time.monotonic() + 20
    while time.monotonic() < until and any(seq not in one for one in seen for seq in clicked):
        time.sleep(0.1)
    stop.set()
    took = sorted(at - clicked[seq] for one in seen for seq, at in one.items() if seq in clicked)
    missed = sum(seq not in one for one in seen for seq in clicked)
    status = Path(f"/proc/{pid}/status").read_text()
    highest = int(status.split("VmHWM:")[1].split()[0]) * 1024 / 1e6
    print(
        f"  {len(clicked)} acts, {missed} missed by a viewer; click to screen {_ms(took, 0.5)} ms "
        f"(95 %: {_ms(took, 0.95)}); a page meanwhile {_ms(sorted(pages), 0.95)} ms (95 %)"
    )
    print(f"  {highest:.0f} MB at its highest; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


def _ms(seconds: list[float], part: float) -> int:
    """Gives a quantile of sorted seconds, in milliseconds."""
    return round(1000 * seconds[int(len(seconds) * part)]) if seconds else -1


def watch(port: int, events: list[str]) -> tuple[list[dict[int, float]], threading.Event]:
    """Holds live streams in a thread; gives when each viewer saw which event, and what ends it."""
    seen: list[dict[int, float]] = [{} for _ in events]
    stop, chosen = threading.Event(), selectors.DefaultSelector()
    for number, page in enumerate(events):
        sock = socket.create_connection(("127.0.0.1", port))
        sock.sendall(f"GET {page} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        sock.setblocking(False)
        chosen.register(sock, selectors.EVENT_READ, number)
    rest = [b""] * len(events)

    def read() -> None:
        while not stop.is_set():
            for key, _ in chosen.select(0.2):
                sock = key.fileobj
                assert isinstance(sock, socket.socket)
                text = rest[key.data] + sock.recv(1 << 20)
                for found in SEQ.finditer(text):
                    seen[key.data].setdefault(int(found[1]), time.perf_counter())
                rest[key.data] = text[-24:]

    threading.Thread(target=read, daemon=True).start()
    return seen, stop


if __name__ == "__main__":
    raise SystemExit(main())
