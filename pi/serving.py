"""Serving the dashboard in a thread of its own, and showing it."""

from __future__ import annotations

import errno
import logging
import os
import socket
import sys
import threading
import webbrowser
from typing import Any

from engine.errors import Missing
from web.serving import make_server


class Server:
    """The dashboard on a port. Closing twice does no harm.

    Raises :class:`Missing` when the port cannot be had; the message names the next free one.
    """

    def __init__(self, app: Any, host: str, port: int) -> None:
        self.host = host
        self.port = port
        probe(host, port)
        self._server = make_server(app, host, port)
        self._thread = threading.Thread(target=self._serve, name="web", daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """The address to open on this machine."""
        return f"http://{'localhost' if self.host in ('0.0.0.0', '::', '127.0.0.1') else self.host}:{self.port}"

    def alive(self) -> bool:
        """Tells whether pages are still served."""
        return self._thread.is_alive()

    def close(self) -> None:
        """Stops serving; who watches live is cut off."""
        # What is being answered gets a moment to end; what does not end in it is no news, the table is closing.
        logging.getLogger("waitress").setLevel(logging.CRITICAL)
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=1)
        self._server.close()
        self._thread.join(timeout=2)

    def _serve(self) -> None:
        try:
            self._server.run()
        except OSError:
            # The socket was closed under it: that is how serving ends.
            return

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def probe(host: str, port: int) -> None:
    """Raises :class:`Missing` when the port cannot be had on that address."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, port))
        except OSError as error:
            raise _taken(host, port, error) from error


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
