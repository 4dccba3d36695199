"""Serving the dashboard in a thread of its own, and showing it."""

from __future__ import annotations

import errno
import os
import socket
import sys
import webbrowser
from typing import Any

from engine.errors import Missing
from pi.certificates import context, names
from pi.relay import Relay
from web.guard import is_loopback
from web.serving import Serving, check_open


class Server:
    """The dashboard on a port. Closing twice does no harm.

    Raises :class:`Missing` when the port cannot be had; the message names the next free one.
    """

    def __init__(self, app: Any, host: str, port: int) -> None:
        self.host = host
        self.port = port
        self._relay: Relay | None = None
        self._context = None if is_loopback(host) else context()
        probe(host, port)
        if self._context is None:
            self._pages = Serving(app, host, port)
        else:
            check_open(app.extensions["steward"], host)
            app.extensions["steward"].names.update({host.lower()} | names())
            self._pages = Serving(app)
            self._relay = Relay(self._context, host, port, self._pages.port)
            app.wsgi_app = self._relay.seen_by(app.wsgi_app)

    @property
    def url(self) -> str:
        """The address to open on this machine."""
        scheme = "http" if self._relay is None else "https"
        return f"{scheme}://{'localhost' if self.host in ('0.0.0.0', '::', '127.0.0.1') else self.host}:{self.port}"

    def about(self) -> str | None:
        """Says what plain http means where other machines are let in (None: it does not concern this server)."""
        if self._relay is not None or is_loopback(self.host):
            return None
        return (
            "The pages go over plain http: whoever listens in this network can read the password and act with it; "
            "'steward tls' sends them over https"
        )

    def alive(self) -> bool:
        """Tells whether pages are still served."""
        return self._pages.alive()

    def close(self) -> None:
        """Stops serving; who watches live is cut off."""
        if self._relay is not None:
            self._relay.close()
        self._pages.close()

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
