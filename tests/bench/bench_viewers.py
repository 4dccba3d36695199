"""How soon viewers see what happens in a large drive, and what it costs: ``python tests/bench/bench_viewers.py``.

A hub of 1,000 players is a process of its own, as ``steward hub`` is; 200 viewers hold its live pages (wall, start,
desk), and an organiser acts twice a second. Told are the time from his click to each viewer, whether a viewer missed
anything, the time of the standings page meanwhile, and the hub's memory.
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
        """Acts; gives the numbers of what was recorded."""
        status, body, _ = self._ask("POST", f"/drive/act/{act}", urlencode(fields))
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
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port = sock.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "STEWARD_DATA": folder, "STEWARD_PASSWORD": ""}
        command = [sys.executable, "-m", "pi.cli", "hub", f"{folder}/d.journal", "--port", str(port), "--no-browser"]
        hub = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert hub.stdout is not None
        for line in hub.stdout:
            if line.startswith("The drive is at"):
                break
        try:
            measured(args, port, hub.pid)
        finally:
            hub.terminate()
            hub.wait(timeout=30)
    return 0


def measured(args: argparse.Namespace, port: int, pid: int) -> None:
    """Sets the drive up, holds the viewers, and prints what was measured."""
    organiser = Clicker(port)
    organiser.act("create", name="Large drive", seed="7")
    organiser.act("join", players="\n".join(f"Player {number}" for number in range(1, args.players + 1)))
    organiser.act("stewards", names="\n".join(f"Steward {number}" for number in range(1, STEWARDS + 1)))
    for name in ("make", "announce", "start-anyway"):
        organiser.act(name)
    seen, stop = watch(port, args.viewers)
    time.sleep(3)
    clicked: dict[int, float] = {}
    pages: list[float] = []
    until = time.monotonic() + args.seconds
    while time.monotonic() < until:
        began = time.perf_counter()
        for seq in organiser.act("fine", number=len(clicked) % args.players + 1, points=2, why="measured"):
            clicked[seq] = began
        pages.append(organiser.seconds("/drive/standings"))
        time.sleep(0.4)
    until = time.monotonic() + 20
    while time.monotonic() < until and any(seq not in one for one in seen for seq in clicked):
        time.sleep(0.1)
    stop.set()
    took = sorted(at - clicked[seq] for one in seen for seq, at in one.items() if seq in clicked)
    missed = sum(seq not in one for one in seen for seq in clicked)
    resident = int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    print(f"{args.viewers} viewers, {args.players} players, {len(clicked)} acts, {missed} missed by a viewer")
    print(
        f"click to screen {_ms(took, 0.5)} ms (95 %: {_ms(took, 0.95)}), standings {_ms(sorted(pages), 0.95)} ms (95 %)"
    )
    print(f"hub {resident:.0f} MB; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


def _ms(seconds: list[float], part: float) -> int:
    """Gives a quantile of sorted seconds, in milliseconds."""
    return round(1000 * seconds[int(len(seconds) * part)]) if seconds else -1


def watch(port: int, viewers: int) -> tuple[list[dict[int, float]], threading.Event]:
    """Holds the live pages in a thread; gives when each viewer saw which event, and what ends it."""
    seen: list[dict[int, float]] = [{} for _ in range(viewers)]
    stop, chosen = threading.Event(), selectors.DefaultSelector()
    for number in range(viewers):
        sock = socket.create_connection(("127.0.0.1", port))
        desk = f"desk&about=Steward%20{number % STEWARDS + 1}"
        page = ("hall", "home", desk)[number % 3]
        sock.sendall(f"GET /drive/events?page={page} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        sock.setblocking(False)
        chosen.register(sock, selectors.EVENT_READ, number)
    rest = [b""] * viewers

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
