"""Telling systemd that the Steward is ready, and that it still lives."""

from __future__ import annotations

import os
import socket


def notify(message: str) -> bool:
    """Sends a line such as ``READY=1`` to the service manager; gives False where there is none."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return False
    if address.startswith("@"):
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
            sock.connect(address)
            sock.sendall(message.encode())
    except OSError:
        return False
    return True


def watchdog_seconds() -> float | None:
    """Gives how often systemd wants to hear from us, halved to be on the safe side (None: never)."""
    text = os.environ.get("WATCHDOG_USEC", "")
    return int(text) / 2e6 if text.isdecimal() and int(text) > 0 else None
