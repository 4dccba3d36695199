"""The courier: the one thread that carries what journals say to each other between the exchange and the post."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from math import inf

from engine.errors import BadRecord, StewardError
from engine.link.messages import Have, Message, encode
from pi.link.exchange import Exchange, Said

log = logging.getLogger("steward.link")

AT_MOST = 400
"""Messages taken in at one stroke."""

NAP = 1.0
Job = Callable[[], Said]


class Courier:
    """Runs an exchange in a thread of its own.

    :param send: sends an encoded message to a peer (:data:`pi.link.exchange.ALL` for everybody).
    :param hold: seconds that an acknowledgement may wait for others to go with it.
    """

    def __init__(self, exchange: Exchange, send: Callable[[str, bytes], object], *, hold: float = 0.0) -> None:
        self.exchange = exchange
        self._send = send
        self._hold = hold
        self._held_back: dict[tuple[str, str], Have] = {}
        self._flush_at = inf
        self._inbox: queue.Queue[tuple[str, Message] | Job | None] = queue.Queue()
        self._looking: set[str] = set()
        self._thread = threading.Thread(target=self._run, name="courier", daemon=True)

    def start(self) -> None:
        """Begins to carry."""
        self._thread.start()

    def close(self) -> None:
        """Stops after what has come in already."""
        self._inbox.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout=10)

    def hand_in(self, peer: str, message: Message) -> None:
        """Takes what a peer said; never waits."""
        self._inbox.put((peer, message))

    def ask(self, job: Job) -> None:
        """Has something done to the exchange by the thread that runs it, and sent what it gives; never waits."""
        self._inbox.put(job)

    def grew(self, stream: str) -> None:
        """Tells that something was appended to a stream that is written here; never waits."""
        if stream not in self._looking:
            self._looking.add(stream)
            self.ask(lambda: self._look(stream))

    def _look(self, stream: str) -> Said:
        self._looking.discard(stream)
        return self.exchange.look(stream)

    def _run(self) -> None:
        while True:
            wait = min(NAP, self.exchange.due() - time.monotonic(), self._flush_at - time.monotonic())
            try:
                items = [self._inbox.get(timeout=max(0.0, wait))]
            except queue.Empty:
                items = []
            while len(items) < AT_MOST and not self._inbox.empty():
                items.append(self._inbox.get())
            try:
                self._carry(items)
            except Exception as error:
                # A journal that fails for a moment must not end the link: what was not acknowledged comes again.
                log.error("the link tripped: %s", error, exc_info=None if isinstance(error, StewardError) else error)
                time.sleep(0.2)
            if None in items:
                return

    def _carry(self, items: Sequence[tuple[str, Message] | Job | None]) -> None:
        heard: list[tuple[str, Message]] = []
        for item in items:
            if callable(item):
                self._post(self.exchange.hear(heard))
                heard = []
                self._post(item())
            elif item is not None:
                heard.append(item)
        self._post(self.exchange.hear(heard))
        self._post(self.exchange.tick())
        if time.monotonic() >= self._flush_at:
            held, self._held_back, self._flush_at = self._held_back, {}, inf
            for (peer, _), have in held.items():
                self._write(peer, have)

    def _post(self, said: Said) -> None:
        for peer, message in said:
            if self._hold and isinstance(message, Have) and not message.asks:
                self._held_back[peer, message.stream] = message
                self._flush_at = min(self._flush_at, time.monotonic() + self._hold)
                continue
            if isinstance(message, Have):
                self._held_back.pop((peer, message.stream), None)
            self._write(peer, message)

    def _write(self, peer: str, message: Message) -> None:
        try:
            self._send(peer, encode(message))
        except BadRecord as error:
            log.error("%s", error)
