"""The hub's end of the link: it keeps a copy of what every table writes, and has every table follow the drive."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine.errors import BadRecord
from engine.journal import Journal
from engine.link.messages import Clash, Have, Lines, Ping, Pong, decode, encode
from engine.link.side import Role
from pi.link.access import HUB, topic, user_of
from pi.link.courier import Courier
from pi.link.exchange import ALL, Exchange, Said
from pi.link.post import Address, Post

log = logging.getLogger("steward.hub")

MOST_STREAMS = 30
"""Journals that one device may have had; a table that begins a new one every hand is at fault."""

SILENT = 20.0
"""Seconds without a word after which a table is said not to be reached."""


@dataclass(frozen=True, slots=True)
class Reached:
    """How a table is reached. ``ago`` is the seconds since it was heard; ``behind`` how many lines of the drive it is
    not known to hold; ``clash`` says why its journal is not taken."""

    device: str
    ago: float
    behind: int
    clash: str = ""

    @property
    def here(self) -> bool:
        """Whether it was heard lately."""
        return self.ago < SILENT


@dataclass
class _Device:
    heard_at: float
    streams: list[str] = field(default_factory=list)


class HubLink:
    """Follows the tables for as long as the context lasts.

    :param own: the journal of the drive, and ``stream`` its name in it.
    :param copies: the journal that the tables' streams are copied into.
    :param now: gives the hub's time (s), which the bells are told in; ``era`` names this stretch of it.
    :param kept: told of each table's stream that grew, as ``table/<device>/<journal>``; it may not wait.
    """

    def __init__(
        self,
        own: Journal,
        copies: Journal,
        event: str,
        where: Address,
        password: str,
        *,
        stream: str = "drive",
        now: Callable[[], float],
        era: str,
        kept: Callable[[str], None] = lambda stream: None,
        asked: Callable[[str, bytes], None] = lambda who, message: None,
        certificate: str = "",
        role: Role = Role.WRITES,
    ) -> None:
        self.event = event
        self.stream = f"drive/{event}"
        self._copies = copies
        self._now = now
        self._era = era
        self._asked = asked
        self._lock = threading.Lock()
        self._devices: dict[str, _Device] = {}
        self.exchange = Exchange(time.monotonic, kept)
        self.exchange.share(self.stream, own, role, name=stream)
        for name in copies.streams():
            if (device := _writer(name)) is not None:
                self._device(device).streams.append(name)
                self.exchange.share(name, copies, Role.FOLLOWS)
        self.courier = Courier(self.exchange, self._send)
        self.trouble = "the broker is not reached yet"
        topics = (topic(event, "up", "+"), topic(event, "join", "+"))
        self.post = Post(
            where, user_of(event, HUB), password, topics, self._heard, self._changed, certificate=certificate
        )
        self.courier.start()

    def __enter__(self) -> HubLink:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the link; closing twice does no harm."""
        self.courier.close()
        self.post.close()

    def grew(self) -> None:
        """Tells that something was appended to the drive; never waits."""
        self.courier.grew(self.stream)

    def answer(self, who: str, message: bytes) -> None:
        """Answers one who asked to be let in."""
        self.post.send(topic(self.event, "joined", who), message)

    def tables(self) -> Mapping[str, Reached]:
        """Gives how each table that was ever heard is reached, by device."""
        clashes = self.exchange.clashes()
        moment = time.monotonic()
        with self._lock:
            return {
                name: Reached(
                    name,
                    moment - one.heard_at,
                    self.exchange.behind(name),
                    next((clashes[stream] for stream in one.streams if stream in clashes), ""),
                )
                for name, one in sorted(self._devices.items())
            }

    def current(self, device: str) -> str | None:
        """Gives the journal that a device wrote to last; None when it has none yet."""
        with self._lock:
            one = self._devices.get(device)
            return one.streams[-1] if one and one.streams else None

    def _device(self, name: str) -> _Device:
        with self._lock:
            return self._devices.setdefault(name, _Device(float("-inf")))

    # -- the network's thread

    def _changed(self, up: bool, why: str) -> None:
        if why and why != self.trouble:
            log.warning("%s; the tables play on, and what they write comes later", why)
        self.trouble = why
        if up:
            self.courier.ask(lambda: self.exchange.greet_all(self.stream))

    def _heard(self, name: str, data: bytes) -> None:
        came = self._now()
        _, _, kind, who = name.split("/", 3)
        if kind == "join":
            self._asked(who, data)
            return
        try:
            message = decode(data)
        except BadRecord as error:
            log.warning("table %s sent what is no message: %s", who, error)
            return
        self._device(who).heard_at = time.monotonic()
        match message:
            case Ping(sent):
                pong = Pong(sent, came, self._now(), self._era)
                self.post.send(topic(self.event, "down", who), encode(pong), sure=False)
            case Have() | Lines() | Clash():
                self._route(who, message)

    def _route(self, who: str, message: Have | Lines | Clash) -> None:
        stream = message.stream
        if stream != self.stream:
            if _writer(stream) != who:
                log.warning("table %s speaks of %s, which is not its own; it is not heeded", who, stream)
                return
            self.courier.ask(lambda: self._shared(who, stream))
        self.courier.hand_in(who, message)

    # -- the courier's thread

    def _shared(self, who: str, stream: str) -> Said:
        """Sees that a table's stream is followed, and which one it writes to now."""
        device = self._device(who)
        if stream not in self.exchange.streams():
            if len(device.streams) >= MOST_STREAMS:
                log.warning("table %s has had %d journals; %s is not taken", who, MOST_STREAMS, stream)
                return []
            self.exchange.share(stream, self._copies, Role.FOLLOWS)
        with self._lock:
            device.streams = [name for name in device.streams if name != stream] + [stream]
        return []

    def _send(self, peer: str, message: bytes) -> bool:
        if peer == ALL:
            return self.post.send(topic(self.event, "all"), message)
        return self.post.send(topic(self.event, "down", peer), message)


def _writer(stream: str) -> str | None:
    """Gives the device that writes a stream ``table/<device>/<journal>``; None for another stream."""
    parts = stream.split("/")
    return parts[1] if len(parts) == 3 and parts[0] == "table" and parts[1] and parts[2] else None
