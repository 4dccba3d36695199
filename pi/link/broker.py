"""The broker: Mosquitto, run by the hub as a child of its own, with its own files, port and store.

A Mosquitto that Debian runs as a service is neither needed nor touched.
"""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from engine.errors import Missing
from pi.link.access import Account, access_file, configuration, password_file
from pi.places import write_whole

log = logging.getLogger("steward.broker")

USUAL_PORT = 18830
PROGRAMS = ("mosquitto", "/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto")

_ENDS_WITH_US = ("setpriv", "--pdeathsig", "TERM") if shutil.which("setpriv") else ()
"""Debian's util-linux has the kernel end the broker when its hub is killed."""


def program() -> str | None:
    """Gives where Mosquitto is; None when it is not installed. Debian keeps it where users do not look."""
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)


def free_port(bind: str = "", usual: int = USUAL_PORT) -> int:
    """Gives the usual port, or a free one when another program has it."""
    for port in (usual, 0):
        with contextlib.closing(socket.socket()) as door:
            try:
                door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                door.bind((bind, port))
            except OSError:
                continue
            return int(door.getsockname()[1])
    return usual


class Broker:
    """Runs Mosquitto for as long as the context lasts, and starts it again when it ends by itself.

    :param folder: where its files and its store lie; made when absent, readable by its owner only.
    :param tls: whether it speaks TLS, with the certificate ``server.crt`` in the folder.

    Raises :class:`Missing` when Mosquitto is not installed or does not start.
    """

    def __init__(
        self, folder: Path, accounts: Sequence[Account], *, port: int, bind: str = "", tls: bool = False
    ) -> None:
        found = program()
        if found is None:
            raise Missing("Mosquitto is not installed, so no other table can be reached: sudo apt install mosquitto")
        self.folder = folder.absolute()
        self.port = port
        self._program = found
        self._bind = bind
        self._closing = threading.Event()
        self._lock = threading.Lock()
        for each in (self.folder, self.folder / "store"):
            each.mkdir(parents=True, exist_ok=True)
            each.chmod(0o700)
        text = configuration(self.folder, port, bind=bind, tls=tls)
        write_whole(self.folder / "mosquitto.conf", text.encode(), 0o600)
        self._write(accounts)
        self._end_a_leftover()
        self._log = (self.folder / "mosquitto.log").open("ab")
        self._process = self._start()
        if not self._answers():
            self.close()
            raise Missing(f"Mosquitto does not start; {self.folder / 'mosquitto.log'} says why")
        self._thread = threading.Thread(target=self._keep, name="broker", daemon=True)
        self._thread.start()

    def __enter__(self) -> Broker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """The number of Mosquitto's process."""
        return self._process.pid

    def admit(self, accounts: Sequence[Account]) -> None:
        """Has exactly these accounts let in from now on; whoever is connected and still among them stays so."""
        with self._lock:
            self._write(accounts)
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGHUP)

    def close(self) -> None:
        """Ends Mosquitto. Closing twice does no harm."""
        self._closing.set()
        with self._lock:
            if self._process.poll() is None:
                self._process.terminate()
                try:
                    self._process.wait(timeout=5)
                except subprocess.TimeoutExpired:
                    self._process.kill()
                    self._process.wait()
        self._log.close()

    def _write(self, accounts: Sequence[Account]) -> None:
        write_whole(self.folder / "passwords", password_file(accounts).encode(), 0o600)
        write_whole(self.folder / "access", access_file(accounts).encode(), 0o600)

    def _end_a_leftover(self) -> None:
        """Ends the Mosquitto of a hub that was killed: it would hold the port."""
        try:
            pid = int((self.folder / "pid").read_text())
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
        except (OSError, ValueError):
            return
        if str(self.folder / "mosquitto.conf").encode() not in command.split(b"\0"):
            return
        with contextlib.suppress(ProcessLookupError):
            for sent in (signal.SIGTERM, signal.SIGKILL):
                os.kill(pid, sent)
                for _ in range(40):
                    os.kill(pid, 0)
                    time.sleep(0.05)

    def _start(self) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [*_ENDS_WITH_US, self._program, "-c", str(self.folder / "mosquitto.conf")],
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,  # a Ctrl-C ends the hub, and the hub its broker
        )
        write_whole(self.folder / "pid", str(process.pid).encode())
        return process

    def _answers(self) -> bool:
        for _ in range(100):
            if self._process.poll() is not None:
                return False
            with contextlib.suppress(OSError), socket.create_connection((self._bind or "127.0.0.1", self.port), 1):
                return True
            time.sleep(0.05)
        return False

    def _keep(self) -> None:
        while not self._closing.wait(0.5):
            with self._lock:
                if self._closing.is_set() or self._process.poll() is None:
                    continue
                log.warning("the broker ended by itself (%s); it is started again", self._process.returncode)
                self._process = self._start()
