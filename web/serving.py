"""Serving the pages on the network, with places for viewers kept apart from those for pages and acts."""

from __future__ import annotations

import logging
import socket
import threading

from flask import Flask
from waitress.server import create_server

from engine.errors import StewardError
from web.guard import is_loopback
from web.refusing import channel_for
from web.site import Site

SPARE = 32
"""Threads beyond those that live viewers may hold: pages, pictures and acts never wait for a viewer to leave."""

CONNECTIONS = 1000

LARGEST_BODY = 13 * 1024 * 1024
"""Bytes that are taken in at all, for a picture of a pack; the pages themselves refuse far less elsewhere."""


def check_open(parts: Site, host: str) -> None:
    """Raises :class:`StewardError` when other machines could reach a table that has no password."""
    if not parts.accounts.any() and not is_loopback(host):
        raise StewardError(
            f"the pages would be open to the network on {host} and anybody could act; "
            "set a steward's password first (type: steward password), or keep to 127.0.0.1"
        )


class Serving:
    """The pages on a port, served by threads of its own until ``close()``. Closing twice does no harm.

    Raises :class:`StewardError` when other machines could reach a table that has no password, or when the address
    cannot be had.
    """

    def __init__(self, app: Flask, host: str = "127.0.0.1", port: int = 0) -> None:
        parts: Site = app.extensions["steward"]
        check_open(parts, host)
        parts.names.add(host.lower())
        try:
            door = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
        except OSError as error:
            raise StewardError(
                f"port {port} on {host} cannot be had ({error.strerror or error}); choose another"
            ) from error
        self.port: int = door.getsockname()[1]
        # That a request waits a moment for a thread is nothing to tell on the table's console.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        self._lock = threading.Lock()
        self._closing = self._closed = False
        self._server = create_server(
            app,
            map={},
            sockets=[door],
            threads=parts.places.most + SPARE,
            connection_limit=CONNECTIONS,
            channel_timeout=120,
            cleanup_interval=30,
            max_request_header_size=32 * 1024,
            max_request_body_size=LARGEST_BODY,
            # A stream's buffer holds what was sent, too, until it is this long: so much for every viewer.
            outbuf_high_watermark=64 * 1024,
            asyncore_use_poll=True,
            clear_untrusted_proxy_headers=True,
            ident=None,
        )
        self._server.channel_class = channel_for(app)
        self._server.pull_trigger = self._wake
        self._thread = threading.Thread(target=self._serve, name="web", daemon=True)
        self._thread.start()

    def alive(self) -> bool:
        """Tells whether pages are still served."""
        return self._thread.is_alive()

    def close(self) -> None:
        """Stops serving: what is being answered gets a second to end, who watches live is cut off."""
        # What does not end in it is no news: the pages are closing.
        logging.getLogger("waitress").setLevel(logging.CRITICAL)
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=1)
        with self._lock:
            if not self._closing and not self._closed:
                self._closing = True
                self._server.trigger.pull_trigger(self._end)
        self._thread.join(timeout=5)
        self._end()  # were the thread dead, nobody else would have given the port back

    def _serve(self) -> None:
        try:
            self._server.run()
        except OSError:
            if not self._closed:
                raise
        finally:
            self._end()

    def _wake(self) -> None:
        """Tells the serving thread that an answer is ready.

        Threads that still answer when the pages close would otherwise write to the number of a pipe that is closed,
        and by then it may be that of a journal.
        """
        with self._lock:
            if not self._closed:
                self._server.trigger.pull_trigger()

    def _end(self) -> None:
        with self._lock:
            if self._closed:
                return
            self._closed = True
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()
        self._server.close()

    def __enter__(self) -> Serving:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
