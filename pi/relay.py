"""Pages over TLS: what comes in encrypted is handed on, as it is, to the server of the pages on this machine."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import ssl
import threading
from collections.abc import Callable, Iterable
from typing import Any

CONNECTIONS = 1000
"""Open at once at most; more are closed as they come."""

HANDSHAKE = 15.0
"""Seconds that a client may take to begin."""

CHUNK = 64 * 1024

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Relay:
    """Listens with TLS on ``host`` and ``port``, and hands on to ``to_port`` of this machine; closing twice does no
    harm. :meth:`seen_by` tells the pages who really asks.

    Raises OSError when the address cannot be had.
    """

    def __init__(self, context: ssl.SSLContext, host: str, port: int, to_port: int) -> None:
        self._context = context
        self._to_port = to_port
        self._clients: dict[str, str] = {}
        self._open = 0
        self._closing = False
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(_not_our_fault)
        self._server: asyncio.Server | None = None
        self._thread = threading.Thread(target=self._run, name="tls", daemon=True)
        self._thread.start()
        try:
            self._server = asyncio.run_coroutine_threadsafe(self._listen(host, port), self._loop).result()
        except BaseException:
            self.close()
            raise
        self.port: int = self._server.sockets[0].getsockname()[1]

    def seen_by(self, pages: Wsgi) -> Wsgi:
        """Gives the pages as they see what was handed on: over https, and from the client's own address."""

        def app(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
            client = self._clients.get(str(environ.get("REMOTE_PORT")))
            if client is not None:
                environ["REMOTE_ADDR"] = client
                environ["wsgi.url_scheme"] = "https"
            return pages(environ, start)

        return app

    def close(self) -> None:
        """Stops listening and cuts every connection off."""
        if not self._loop.is_closed():
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(timeout=5)

    async def _listen(self, host: str, port: int) -> asyncio.Server:
        return await asyncio.start_server(
            self._answer, host, port, ssl=self._context, ssl_handshake_timeout=HANDSHAKE, limit=CHUNK
        )

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._closing = True
        if self._server is not None:
            self._server.close()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.run_until_complete(asyncio.sleep(0.01))  # what was cut off is let go of before the loop is
        self._loop.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open += 1
        own = ""
        inside: asyncio.StreamWriter | None = None
        try:
            if self._open > CONNECTIONS:
                return
            back, inside = await asyncio.open_connection("127.0.0.1", self._to_port, limit=CHUNK)
            own = str(inside.get_extra_info("sockname")[1])
            # Before the first byte is handed on, so that the pages always know whom they answer.
            self._clients[own] = str(writer.get_extra_info("peername")[0])
            ways = [asyncio.ensure_future(_copy(reader, inside)), asyncio.ensure_future(_copy(back, writer))]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
        except OSError:
            return
        finally:
            self._open -= 1
            self._clients.pop(own, None)
            for end in (writer, inside):
                if end is not None:
                    # A client that is cut off is not waited for to say farewell.
                    end.transport.abort() if self._closing else end.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError, ssl.SSLError):
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()


def _not_our_fault(loop: asyncio.AbstractEventLoop, about: dict[str, Any]) -> None:
    """A client that speaks no TLS, or goes in the middle of it, is no news."""
    logging.getLogger("steward.tls").debug("%s", about.get("message"))
