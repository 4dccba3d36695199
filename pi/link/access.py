"""Who may do what at the broker: the password and access files of Mosquitto, and its configuration.

A broker may serve several events. A device may write under its own topic and read its own event, the hub of an event
does as it likes in that event, and who only knows the join code may only ask to be let in.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import BadSettings
from engine.link.messages import LARGEST

HUB, JOIN = "hub", "join"
"""The names that no device can have."""

_NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?")
_ROUNDS = 1000
"""Few are enough: every password is a long random one, and a whole hall signs in at once when a broker comes back."""


@dataclass(frozen=True, slots=True)
class Account:
    """One account at the broker; ``device`` is a table's name, or one of :data:`HUB` and :data:`JOIN`. ``hashed`` is
    the password as Mosquitto keeps it."""

    event: str
    device: str
    hashed: str

    @property
    def user(self) -> str:
        """The name that it signs in with."""
        return user_of(self.event, self.device)


def user_of(event: str, device: str) -> str:
    """Gives the name that a device of an event signs in with."""
    return f"{event}.{device}"


def checked_name(name: str, what: str) -> str:
    """Gives an event's or a device's name back. Raises :class:`BadSettings` for one that cannot be in a topic."""
    if not _NAME.fullmatch(name):
        raise BadSettings(f"{name[:60]!r} is no name for {what}; take small letters, digits and hyphens, at most 40")
    return name


def hashed(password: str, salt: bytes | None = None) -> str:
    """Gives a password as Mosquitto keeps it: PBKDF2 with SHA-512."""
    salt = os.urandom(12) if salt is None else salt
    key = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, _ROUNDS)
    return f"$7${_ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(key).decode()}"


def topic(event: str, *parts: str) -> str:
    """Gives a topic of an event."""
    return "/".join(("steward", event, *parts))


def password_file(accounts: Iterable[Account]) -> str:
    """Gives the text of Mosquitto's password file."""
    return "".join(f"{account.user}:{account.hashed}\n" for account in accounts)


def access_file(accounts: Sequence[Account]) -> str:
    """Gives the text of Mosquitto's access file: what is not allowed there is forbidden.

    An answer to who asks to be let in holds a password. It is read only under the client's own name, a long random one
    that nobody else knows: or else whoever has the join code could listen to what other tables are given.
    """
    rules = [line for account in accounts for line in _allowed(account)]
    answers = [f"pattern read {topic(one.event, 'joined', '%c')}" for one in accounts if one.device == JOIN]
    return "\n".join((*rules, *answers)) + "\n"


def _allowed(account: Account) -> tuple[str, ...]:
    event, device = account.event, account.device
    user = f"user {account.user}"
    if device == HUB:
        return (user, f"topic readwrite {topic(event, '#')}", "")
    if device == JOIN:
        return (user, f"topic write {topic(event, 'join', '+')}", "")
    return (
        user,
        f"topic write {topic(event, 'up', device)}",
        f"topic read {topic(event, 'down', device)}",
        f"topic read {topic(event, 'all')}",
        "",
    )


def configuration(folder: Path, port: int, *, bind: str = "", tls: bool = False) -> str:
    """Gives the text of ``mosquitto.conf`` for a broker that keeps everything in ``folder``.

    What is acknowledged to a sender is not yet safe with Mosquitto unless it writes down every change at once, and with
    hundreds of tables it then does nothing else. So the journals acknowledge by themselves, and the broker keeps
    nothing: whatever it loses is asked for again.
    """
    lines = [
        "per_listener_settings false",
        "allow_anonymous false",
        f"password_file {folder / 'passwords'}",
        f"acl_file {folder / 'access'}",
        f"listener {port} {bind}".rstrip(),
        "persistence false",
        f"max_packet_size {LARGEST + 4096}",
        "max_queued_messages 10000",
        "max_inflight_messages 100",
        "log_dest stderr",
        "log_type error",
        "log_type warning",
        "connection_messages false",
    ]
    if tls:
        lines += [f"certfile {folder / 'server.crt'}", f"keyfile {folder / 'server.key'}", "tls_version tlsv1.2"]
    if os.geteuid() == 0:
        lines.append("user root")  # otherwise it gives up root's rights, and cannot read its own files
    return "\n".join(lines) + "\n"
