"""A hall for tests: a real broker, a hub and tables with real journals, and a proxy that can cut tables off."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from pathlib import Path

from engine.events import Dealt
from engine.journal import SqliteJournal
from pi.link.access import HUB, JOIN, Account, hashed
from pi.link.broker import Broker, free_port
from pi.link.hub import HubLink
from pi.link.post import Address
from pi.link.table import TableLink, journal_name

EVENT = "spring"
LOCAL = "127.0.0.1"


def until(true, seconds=20.0):
    """Waits until something is true; tells whether it came to be."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.02)
    return bool(true())


class Proxy:
    """Carries bytes to the broker, until it is told to drop them and the connections with them."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._cut = threading.Event()
        self._lock = threading.Lock()
        self._open: list[socket.socket] = []
        self._door = socket.create_server((LOCAL, 0))
        self.port = self._door.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._cut.set()
        with self._lock:
            for each in self._open:
                with contextlib.suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self._cut.clear()

    def close(self) -> None:
        self.cut()
        self._door.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            if self._cut.is_set():
                near.close()
                continue
            try:
                far = socket.create_connection((LOCAL, self._to))
            except OSError:
                near.close()
                continue
            with self._lock:
                self._open += [near, far]
            threading.Thread(target=self._serve, args=(near, far), daemon=True).start()

    def _serve(self, near: socket.socket, far: socket.socket) -> None:
        with near, far:
            back = threading.Thread(target=self._carry, args=(far, near), daemon=True)
            back.start()
            self._carry(near, far)
            back.join()
            with self._lock:
                self._open = [each for each in self._open if each not in (near, far)]

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        for each in (one, other):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)


class Table:
    """A table: its journal, what it copies of the drive, and its link."""

    def __init__(self, folder: Path, device: str, port: int, **more) -> None:
        self.device = device
        self.journal = SqliteJournal(folder / f"{device}.journal", boot=f"boot-{device}")
        self.copies = SqliteJournal(folder / f"{device}.hub", boot=f"boot-{device}")
        self.link = TableLink(
            self.journal, self.copies, EVENT, device, Address(LOCAL, port), f"password of {device}",
            name=journal_name(self.journal), now=more.pop("now", time.monotonic), **more,
        )  # fmt: skip

    def record(self, count=1):
        for _ in range(count):
            last = self.journal.last("table")
            self.journal.append("table", [Dealt(t=float(last), seat="N", number=last + 1)], last)
        self.link.grew()

    def close(self) -> None:
        self.link.close()
        self.journal.close()
        self.copies.close()


class Hall:
    """A broker, a hub, and tables that come and go."""

    def __init__(self, folder: Path, devices: tuple[str, ...]) -> None:
        self.folder = folder
        self.port = free_port(LOCAL, 0)
        self.accounts = [Account(EVENT, name, hashed(f"password of {name}")) for name in (HUB, JOIN, *devices)]
        self.broker = Broker(folder / "broker", self.accounts, port=self.port, bind=LOCAL)
        self.proxies: dict[str, Proxy] = {}
        self.tables: dict[str, Table] = {}
        self.hub_starts()
        for device in devices:
            self.table_comes(device)

    def hub_starts(self, **more) -> None:
        self.journal = SqliteJournal(self.folder / "hub.journal", boot="boot-hub")
        self.copies = SqliteJournal(self.folder / "hub.tables", boot="boot-hub")
        self.hub = HubLink(
            self.journal, self.copies, EVENT, Address(LOCAL, self.port), f"password of {HUB}",
            now=more.pop("now", time.monotonic), era="today", **more,
        )  # fmt: skip

    def hub_ends(self) -> None:
        self.hub.close()
        self.journal.close()
        self.copies.close()

    def table_comes(self, device: str, **more) -> Table:
        self.proxies.setdefault(device, Proxy(self.port))
        self.tables[device] = Table(self.folder, device, self.proxies[device].port, **more)
        return self.tables[device]

    def table_goes(self, device: str) -> None:
        self.tables.pop(device).close()

    def call(self, count=1) -> None:
        """The hub records something in its drive."""
        for _ in range(count):
            last = self.journal.last("drive")
            self.journal.append("drive", [Dealt(t=float(last), seat=None, number=last + 1)], last)
        self.hub.grew()

    def equal(self) -> bool:
        """Whether every journal is, line for line, what it is a copy of."""
        for table in self.tables.values():
            theirs = [(line.seq, line.at, line.boot, line.event) for line in table.journal.lines("table")]
            copy = [(line.seq, line.at, line.boot, line.event) for line in self.copies.lines(table.link.stream)]
            drive = [(line.seq, line.at, line.boot, line.event) for line in self.journal.lines("drive")]
            here = [(line.seq, line.at, line.boot, line.event) for line in table.copies.lines(table.link.drive)]
            if theirs != copy or drive != here:
                return False
        return True

    def close(self) -> None:
        for device in tuple(self.tables):
            self.table_goes(device)
        self.hub_ends()
        for proxy in self.proxies.values():
            proxy.close()
        self.broker.close()
