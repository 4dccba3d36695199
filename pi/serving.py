"""Serving the dashboard: waitress in a thread, with room for many live viewers."""

from __future__ import annotations

import errno
import os
import socket
import sys
import threading
import webbrowser
from typing import Any

from engine.errors import Missing

THREADS = 128
"""A live page holds a thread for as long as it is open: room for a hall of phones."""


class Server:
    """The dashboard on a port. Closing twice does no harm.

    Raises :class:`Missing` when the port cannot be had; the message names the next free one.
    """

    def __init__(self, app: Any, host: str, port: int) -> None:
        from waitress.server import create_server

        self.host = host
        self.port = port
        probe(host, port)
        try:
            self._server = create_server(
                app, host=host, port=port, threads=THREADS, connection_limit=500, channel_timeout=120, ident="steward"
            )
        except OSError as error:
            raise _taken(host, port, error) from error
        self._thread = threading.Thread(target=self._server.run, name="web", daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """The address to open on this machine."""
        return f"http://{'localhost' if self.host in ('0.0.0.0', '::', '127.0.0.1') else self.host}:{self.port}"

    def alive(self) -> bool:
        """Tells whether pages are still served."""
        return self._thread.is_alive()

    def close(self) -> None:
        """Stops serving."""
        self._server.close()
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=1)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def probe(host: str, port: int) -> None:
    """Raises :class:`Missing` when something listens on the port already, even if it would let us listen too."""
    local = "127.0.0.1" if host in ("0.0.0.0", "") else host
    with socket.socket() as sock:
        sock.settimeout(0.3)
        if sock.connect_ex((local, port)) == 0:
            raise _taken(host, port, OSError(errno.EADDRINUSE, "in use"))


def _taken(host: str, port: int, error: OSError) -> Missing:
    if error.errno == errno.EADDRINUSE:
        free = free_port(host, port + 1)
        hint = f"--port {free}" if free else "another --port"
        return Missing(f"port {port} is taken by another program (perhaps a Steward that runs already); use {hint}")
    if error.errno == errno.EACCES:
        return Missing(f"port {port} may only be opened by root; use --port 8000")
    return Missing(f"the dashboard cannot listen on {host}:{port}: {error.strerror}")


def free_port(host: str, port: int) -> int | None:
    """Gives the first free port from ``port`` on, looking at twenty (None: none of them)."""
    for candidate in range(port, min(port + 20, 65536)):
        with socket.socket() as sock:
            try:
                sock.bind((host, candidate))
            except OSError:
                continue
            return candidate
    return None


def open_browser(url: str) -> bool:
    """Opens a browser where somebody could see it; gives whether it did."""
    seen = sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    try:
        return seen and webbrowser.open(url)
    except (webbrowser.Error, OSError):
        return False
