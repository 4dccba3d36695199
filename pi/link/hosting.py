"""The hub's whole side of the link: broker, accounts, the tables' copies, and what they report."""

from __future__ import annotations

import contextlib
import logging
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.drive.desk import DriveDesk
from engine.errors import Missing
from engine.journal import Journal
from pi.clock import boot_id
from pi.link.broker import Broker, free_port
from pi.link.finding import announced
from pi.link.gathering import Gathering
from pi.link.house import House
from pi.link.hub import HubLink, Reached
from pi.link.joining import Doorkeeper
from pi.link.post import Address
from pi.places import write_whole
from web.guard import is_loopback

log = logging.getLogger("steward.hub")


@dataclass(frozen=True, slots=True)
class Hosting:
    """A hub that tables can reach. ``join_code`` lets a new table in; ``where`` is the broker as this machine sees it;
    ``open`` is whether other machines reach it."""

    join_code: str
    where: Address
    open: bool
    link: HubLink

    def tables(self) -> Mapping[str, Reached]:
        """Gives how each table is reached, by its name (``t7`` is table 7)."""
        return self.link.tables()


@contextlib.contextmanager
def hosted(
    desk: DriveDesk,
    own: Journal,
    copies: Journal,
    folder: Path,
    event: str,
    *,
    host: str = "127.0.0.1",
    tls: bool = False,
    stream: str = "drive",
) -> Iterator[Hosting]:
    """Has tables follow a drive, and the drive hear of them, for as long as the context lasts.

    :param own: the drive's journal, opened a second time to read; :param copies: one for the tables' streams.
    :param folder: where accounts and broker keep their files.
    :param host: the address to listen on, as for the dashboard: other machines only when it is opened to them.

    Raises :class:`Missing` without Mosquitto.
    """
    with contextlib.ExitStack() as stack:
        house = House(folder, event, free_port(host))
        if tls:
            _certified(folder / "broker")
        bind = "" if host in ("0.0.0.0", "::") else host
        broker = stack.enter_context(Broker(folder / "broker", house.accounts(), port=house.port, bind=bind, tls=tls))
        where = Address(bind or "127.0.0.1", house.port, tls)
        gathering = Gathering(desk, copies)
        stack.callback(gathering.close)

        def busy(device: str) -> bool:
            found = link.tables().get(device)
            return found is not None and found.here

        door = Doorkeeper(
            house,
            lambda: broker.admit(house.accounts()),
            lambda who, message: link.answer(who, message),
            busy,
            lambda device: link.current(device),
        )
        stack.callback(door.close)
        link = stack.enter_context(
            HubLink(
                own, copies, house.event, where, house.hub_password,
                stream=stream, now=desk.now, era=boot_id(), kept=gathering.grew, asked=door.ask,
                certificate=_certificate(folder / "broker") if tls else "",
            )
        )  # fmt: skip
        gathering.start()
        desk.subscribe(lambda _: link.grew(), "link")
        is_open = not is_loopback(host)
        if is_open:
            stack.enter_context(announced(house.event, house.port, tls=tls))
        yield Hosting(house.join_code, where, is_open, link)


def _certified(folder: Path) -> None:
    """Makes the broker's key and certificate, unless it has them."""
    if (folder / "server.crt").exists() and (folder / "server.key").exists():
        return
    program = shutil.which("openssl")
    if program is None:
        raise Missing("TLS needs openssl once, to make a key: sudo apt install openssl")
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    made = subprocess.run(
        [
            program, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "3650", "-subj", "/CN=steward",
            "-keyout", str(folder / "server.key"), "-out", str(folder / "server.crt"),
        ],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if made.returncode != 0:
        raise Missing(f"openssl made no key: {made.stderr.strip().splitlines()[-1:]}")
    write_whole(folder / "server.key", (folder / "server.key").read_bytes(), 0o600)


def _certificate(folder: Path) -> str:
    return (folder / "server.crt").read_text(encoding="ascii")
