"""Serving the pages on the network, with places for viewers kept apart from those for pages and acts."""

from __future__ import annotations

from typing import Any

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


def make_server(app: Flask, host: str, port: int) -> Any:
    """Makes the server; ``run()`` serves until ``close()``.

    Raises :class:`StewardError` when other machines could reach a table that has no password, or when the address
    cannot be had.
    """
    parts: Site = app.extensions["steward"]
    check_open(parts, host)
    parts.names.add(host.lower())
    sockets: dict[int, Any] = {}
    try:
        server = create_server(
            app,
            map=sockets,
            host=host,
            port=port,
            threads=parts.places.most + SPARE,
            connection_limit=CONNECTIONS,
            channel_timeout=120,
            cleanup_interval=30,
            max_request_header_size=32 * 1024,
            max_request_body_size=LARGEST_BODY,
            outbuf_high_watermark=512 * 1024,
            asyncore_use_poll=True,
            clear_untrusted_proxy_headers=True,
            ident=None,
        )
    except OSError as error:
        raise StewardError(
            f"port {port} on {host} cannot be had ({error.strerror or error}); choose another"
        ) from error
    channel = channel_for(app)
    for one in sockets.values():
        if hasattr(one, "channel_class"):
            one.channel_class = channel
    return server
