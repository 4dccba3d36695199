"""What a hub keeps about its link: the event, the port, the join code, and the accounts that were given out."""

from __future__ import annotations

import json
import secrets
import threading
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from engine.errors import BadRecord, BadSettings
from pi.link.access import HUB, JOIN, Account, checked_name, hashed
from pi.places import write_whole

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Those that nobody takes for another when a code is read out."""

CODE_LETTERS = 10


@dataclass(frozen=True, slots=True)
class Kept:
    """The file's content; passwords of devices are kept hashed."""

    event: str
    port: int
    hub_password: str
    join_secret: str
    devices: dict[str, str] = field(default_factory=dict)


class House:
    """The accounts of one event, in a file that only its owner can read.

    :param folder: where the hub keeps its broker's things; made when absent.
    :param event: what a new event is called, :param port: and where its broker is to listen; an event that is kept
        there already keeps its own.
    """

    def __init__(self, folder: Path, event: str, port: int) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._file = folder / "accounts.json"
        kept = self._read()
        if kept is None:
            checked_name(event, "an event")
            kept = Kept(event, port, secrets.token_urlsafe(24), _secret())
            self._write(kept)
        self._kept = kept
        self._hub = Account(kept.event, HUB, hashed(kept.hub_password))
        self._join = Account(kept.event, JOIN, hashed(kept.join_secret))

    @property
    def event(self) -> str:
        """The event's name."""
        return self._kept.event

    @property
    def port(self) -> int:
        """Where the broker listens."""
        return self._kept.port

    @property
    def hub_password(self) -> str:
        """What the hub itself signs in with."""
        return self._kept.hub_password

    @property
    def join_code(self) -> str:
        """What a new table is let in with."""
        return f"{self._kept.event}-{self._kept.join_secret}"

    def accounts(self) -> tuple[Account, ...]:
        """Gives everybody who is let in at the broker."""
        with self._lock:
            devices = self._kept.devices
        return (self._hub, self._join, *(Account(self._kept.event, name, one) for name, one in devices.items()))

    def issue(self, device: str) -> str:
        """Gives a device a new password, which is told only here; an old one holds no longer."""
        password = secrets.token_urlsafe(24)
        with self._lock:
            kept = replace(self._kept, devices={**self._kept.devices, device: hashed(password)})
            self._write(kept)
            self._kept = kept
        return password

    def _read(self) -> Kept | None:
        try:
            data: dict[str, Any] = json.loads(self._file.read_text(encoding="utf-8"))
            return Kept(**data)
        except FileNotFoundError:
            return None
        except (ValueError, TypeError) as error:
            raise BadRecord(
                f"{self._file} holds no accounts ({error}); move it away, and let the tables join anew"
            ) from error

    def _write(self, kept: Kept) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        write_whole(self._file, json.dumps(asdict(kept), indent=1).encode(), 0o600)


def code_parts(code: str) -> tuple[str, str]:
    """Gives the event and the secret of a join code. Raises :class:`engine.errors.BadSettings` for what is none."""
    event, _, secret = code.strip().lower().rpartition("-")
    try:
        checked_name(event, "an event")
    except BadSettings as error:
        raise BadSettings(
            f"{code[:60]!r} is no join code; it stands on the hub's screen and is like spring-k7qx4m2pwz"
        ) from error
    return event, secret


def _secret() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LETTERS))
