"""A table's end of the link: what it records goes up to the hub, the drive comes down, and the hub's time is kept."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable

from engine.errors import BadRecord
from engine.journal import Journal
from engine.link.hubtime import HubTime, RoundTrip, hub_time, remembered, seconds_to_next
from engine.link.messages import Clash, Have, Lines, Ping, Pong, decode, encode
from engine.link.side import Role
from pi.link.access import topic, user_of
from pi.link.courier import Courier
from pi.link.exchange import ALL, Exchange
from pi.link.post import Address, Post

log = logging.getLogger("steward.link")

HUB = "hub"

ACKNOWLEDGE = 0.25
"""Seconds within which what came from the hub is acknowledged, all at once."""

NAME = "link"
"""Where the journal's own name is noted, beside the streams."""


def journal_name(journal: Journal) -> str:
    """Gives the name that tells a table's journal from any other it may have had, and notes it when it is new: a new
    journal is never taken for the continuation of an old one."""
    noted = journal.last_checkpoint(NAME)
    if noted is not None and isinstance(noted.get("name"), str):
        return str(noted["name"])
    name = secrets.token_hex(4)
    journal.checkpoint(NAME, {"name": name})
    return name


class TableLink:
    """Follows the hub for as long as the context lasts; without a hub it goes on trying and disturbs nothing.

    :param own: the table's journal (best opened a second time, only to read), and ``stream`` its stream.
    :param copies: the journal that the drive is copied into.
    :param now: gives the table's time (s), in which its bell is rung.
    :param kept: called when the drive has grown; it may not wait. :param shown: told in words how the hub is reached.
    """

    def __init__(
        self,
        own: Journal,
        copies: Journal,
        event: str,
        device: str,
        where: Address,
        password: str,
        *,
        stream: str = "table",
        name: str,
        now: Callable[[], float],
        kept: Callable[[], None] = lambda: None,
        shown: Callable[[str], None] = lambda text: None,
        certificate: str = "",
        role: Role = Role.WRITES,
    ) -> None:
        self.event, self.device = event, device
        self.stream = f"table/{device}/{name}"
        self.drive = f"drive/{event}"
        self._now = now
        self._shown = shown
        self._drive_kept = kept
        self._lock = threading.Lock()
        self._trips: tuple[RoundTrip, ...] = ()
        self._era = ""
        self._time: HubTime | None = None
        self._closing = threading.Event()
        self.exchange = Exchange(time.monotonic, self._kept)
        self.exchange.share(self.stream, own, role, name=stream)
        self.exchange.share(self.drive, copies, Role.FOLLOWS)
        self.courier = Courier(self.exchange, self._send, hold=ACKNOWLEDGE)
        topics = (topic(event, "down", device), topic(event, "all"))
        self.post = Post(
            where, user_of(event, device), password, topics, self._heard, self._changed, certificate=certificate
        )
        self.courier.start()
        self._pinger = threading.Thread(target=self._ping, name="hub time", daemon=True)
        self._pinger.start()

    def __enter__(self) -> TableLink:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the link; closing twice does no harm."""
        self._closing.set()
        self.courier.close()
        self.post.close()

    def grew(self) -> None:
        """Tells that something was recorded at the table; never waits."""
        self.courier.grew(self.stream)

    def hub_time(self) -> HubTime | None:
        """Gives the hub's time as it is known here; None before the hub was heard."""
        with self._lock:  # worked out when it is asked for: a slow network is asked far more often than this is
            if self._time is None and self._trips:
                self._time = hub_time(self._trips)
            return self._time

    def knows_time(self) -> bool:
        """Tells whether the hub was heard."""
        return bool(self._trips)

    def wait_until_written(self, seconds: float) -> bool:
        """Waits until a journal that may have lost something has it back; tells whether that is so."""
        for _ in range(int(seconds * 20)):
            if self.exchange.role(self.stream) is Role.WRITES:
                return True
            time.sleep(0.05)
        return False

    def behind(self) -> int:
        """Gives how many of the table's lines the hub is not known to hold."""
        return self.exchange.behind(HUB)

    # -- the network's thread

    def _changed(self, up: bool, why: str) -> None:
        if up:
            self.courier.ask(lambda: self.exchange.greet(HUB))
        self._shown("" if up else why)

    def _heard(self, name: str, data: bytes) -> None:
        back = self._now()
        try:
            message = decode(data)
        except BadRecord as error:
            log.warning("the hub sent what is no message: %s", error)
            return
        match message:
            case Pong():
                self._learn(message, back)
            case Have(stream, asks=True) if stream == self.drive and name == topic(self.event, "all"):
                # A hub that begins anew may not know what this table holds, nor hold what it wrote.
                self.courier.hand_in(HUB, message)
                self.courier.ask(lambda: self.exchange.greet(HUB))
            case Have() | Lines() | Clash():
                self.courier.hand_in(HUB, message)

    def _learn(self, pong: Pong, back: float) -> None:
        trip = RoundTrip(pong.sent, pong.came, pong.left, back)
        with self._lock:
            if pong.era != self._era:
                self._trips, self._era = (), pong.era
            self._trips = remembered(self._trips, trip)
            self._time = None

    # -- other threads

    def _ping(self) -> None:
        while not self._closing.wait(seconds_to_next(self._trips)):
            self.post.send(topic(self.event, "up", self.device), encode(Ping(self._now())), sure=False)

    def _kept(self, stream: str) -> None:
        if stream == self.drive:
            self._drive_kept()

    def _send(self, peer: str, message: bytes) -> bool:
        assert peer in (HUB, ALL)
        return self.post.send(topic(self.event, "up", self.device), message)
