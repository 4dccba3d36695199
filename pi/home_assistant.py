"""What a home is told: the bell, the time that is left and the winner, as things that Home Assistant finds by itself.

It looks for them under ``homeassistant/`` at the broker that both of them know (its *MQTT discovery*:
https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery). Everything is kept by the broker, so that a home that
starts later knows at once; a Steward that ends, or dies, is told as not available. Nothing waits for it.
"""

from __future__ import annotations

import contextlib
import json
import logging
import math
import re
import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urlsplit

from engine.bell import Bell
from engine.drive.standings import standings
from engine.drive.state import DriveState
from engine.errors import BadSettings
from engine.state import TableState

log = logging.getLogger("steward.home")

LOOK = 0.5
"""Seconds between two looks at what is to be told."""
PORTS = {"mqtt": 1883, "mqtts": 8883}
KEEP_ALIVE = 30


@dataclass(frozen=True, slots=True)
class HomeBroker:
    """Where a home's broker is, and how to sign in there (an empty user: nobody has to)."""

    host: str
    port: int
    tls: bool = False
    user: str = ""
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Told:
    """What a home is told: whether the bell has rung, the whole seconds left on the clock, and who won ("": nobody)."""

    bell: bool
    left: int
    winner: str

    def states(self) -> Mapping[str, str]:
        """Gives each thing's state as it is sent."""
        return {"bell": "ON" if self.bell else "OFF", "countdown": str(self.left), "winner": self.winner or "–"}


THINGS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "bell": ("binary_sensor", {"icon": "mdi:bell-ring", "payload_on": "ON", "payload_off": "OFF"}),
    "countdown": ("sensor", {"icon": "mdi:timer-outline", "device_class": "duration", "unit_of_measurement": "s"}),
    "winner": ("sensor", {"icon": "mdi:trophy"}),
}
"""The things a home finds: what Home Assistant takes each for, and how it shows it."""


def home_broker(address: str) -> HomeBroker:
    """Reads ``mqtt://user:password@host:port`` or ``mqtts://…``. Raises :class:`BadSettings` for what is none."""
    wrong = BadSettings(
        "home_assistant must be the address of a broker, such as mqtt://user:password@homeassistant.local"
    )
    try:
        parts = urlsplit(address)
        port = parts.port
        (parts.hostname or "").encode("idna")  # as the look-up does, whose thread would end by it
    except ValueError as error:
        raise wrong from error
    if parts.scheme not in PORTS or not parts.hostname or port == 0 or parts.path.strip("/") or parts.query:
        raise wrong
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return HomeBroker(parts.hostname, port or PORTS[parts.scheme], parts.scheme == "mqtts", user, password)


def table_told(state: TableState, now: float) -> Told:
    """Gives what is told of a table at table time ``now`` (s)."""
    names = {player.seat: player.name for player in state.players}
    return _told(state.bell, now, [names.get(seat, seat) for seat in state.winners])


def drive_told(state: DriveState, now: float) -> Told:
    """Gives what is told of a drive at ``now`` (s): the hall's clock, and at its end who has the lowest total."""
    first = [row.name for row in standings(state) if row.place == 1] if state.phase == "over" else []
    return _told(state.hall, now, first)


def _told(bell: Bell, now: float, winners: list[str]) -> Told:
    return Told(bell.phase == "rung", math.ceil(bell.remaining(now)), ", ".join(winners)[:250])


def discovery(node: str, name: str, language: str) -> dict[str, dict[str, Any]]:
    """Gives the topics that a home finds a Steward's things by, and what they say."""
    from web.texts import say  # the pages are loaded where a table or hub is, and not to read the settings

    shared = {
        "availability_topic": f"steward/{node}/available",
        "device": {"identifiers": [node], "name": name, "manufacturer": "Steward"},
        "origin": {"name": "Steward"},
    }
    return {
        f"homeassistant/{kind}/{node}/{thing}/config": {
            "name": say(language, f"home.{thing}"),
            "unique_id": f"{node}-{thing}",
            "state_topic": f"steward/{node}/{thing}",
            **about,
            **shared,
        }
        for thing, (kind, about) in THINGS.items()
    }


class HomeAssistant:
    """Tells a home's broker what changes, until it is closed. Closing twice does no harm.

    :param told: gives what is to be told now; asked twice a second.
    :param node: what the home knows this Steward by; :param name: what it shows.
    """

    def __init__(
        self, broker: HomeBroker, told: Callable[[], Told], node: str, name: str, language: str, every: float = LOOK
    ) -> None:
        import paho.mqtt.client as mqtt
        from paho.mqtt.enums import CallbackAPIVersion

        self._told = told
        self._found_by = discovery(node, name, language)
        self._node = node
        self._every = every
        self._sent: dict[str, str] = {}
        self._refused = ""
        self._closing = threading.Event()
        client = mqtt.Client(CallbackAPIVersion.VERSION2)
        if broker.user:
            client.username_pw_set(broker.user, broker.password)
        if broker.tls:
            client.tls_set_context(ssl.create_default_context())
        client.will_set(f"steward/{node}/available", "offline", qos=1, retain=True)
        client.reconnect_delay_set(1, 30)
        client.on_connect = self._connected
        client.on_message = self._home_started
        self._where = f"{broker.host}:{broker.port}"
        self._client = client
        client.connect_async(broker.host, broker.port, KEEP_ALIVE)
        client.loop_start()
        self._thread = threading.Thread(target=self._run, name="home", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Tells that this Steward is gone, and ends."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._thread.join(timeout=5)
        if self._client.is_connected():
            said = self._client.publish(f"steward/{self._node}/available", "offline", qos=1, retain=True)
            with contextlib.suppress(RuntimeError, ValueError):
                said.wait_for_publish(2)
        self._client.disconnect()
        self._client.loop_stop()

    def __enter__(self) -> HomeAssistant:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _connected(self, client: Any, _: Any, flags: Any, reason: Any, properties: Any) -> None:
        if reason.is_failure:
            if str(reason) != self._refused:  # it is tried again for ever, and said once
                log.warning("the home's broker %s lets this machine not in (%s)", self._where, str(reason).lower())
            self._refused = str(reason)
            return
        self._refused = ""
        client.subscribe("homeassistant/status")
        self._say_all()

    def _home_started(self, client: Any, _: Any, message: Any) -> None:
        if bytes(message.payload) == b"online":
            self._say_all()

    def _say_all(self) -> None:
        for topic, about in self._found_by.items():
            self._client.publish(topic, json.dumps(about, ensure_ascii=False), qos=1, retain=True)
        self._client.publish(f"steward/{self._node}/available", "online", qos=1, retain=True)
        self._sent = {}

    def _run(self) -> None:
        failing = False
        while not self._closing.wait(self._every):
            if not self._client.is_connected():
                continue
            try:
                states = self._told().states()
            except Exception:
                if not failing:  # said once, however often it is tried
                    log.exception("what a home is told could not be found out")
                failing = True
                continue
            failing = False
            for thing, state in states.items():
                if self._sent.get(thing) != state:
                    self._client.publish(f"steward/{self._node}/{thing}", state, retain=True)
                    self._sent[thing] = state


def named(what: str, host: str, port: int, language: str) -> tuple[str, str]:
    """Gives what a home knows a table or drive by, and what it shows. Two of them on one machine are told apart by the
    port of their pages, which they cannot share; the usual one is left out."""
    from pi.config import Settings  # which reads a broker's address with this module
    from web.texts import say

    machine = re.sub(r"[^a-z0-9]+", "-", host.lower()).strip("-") or "steward"
    if port != Settings().port:
        machine = f"{machine}-{port}"
    return f"steward-{what}-{machine}", say(language, f"home.name.{what}", machine=machine)


@contextlib.contextmanager
def told_at_home(address: str, told: Callable[[], Told], what: str, port: int, language: str) -> Iterator[None]:
    """Tells a home for as long as the context lasts, where a broker is named; ``what`` is ``table`` or ``drive``, and
    ``port`` is that of its pages.

    Without the library for it that is said, and everything else goes on.
    """
    if not address:
        yield
        return
    try:
        home = HomeAssistant(home_broker(address), told, *named(what, socket.gethostname(), port, language), language)
    except ImportError:
        print("Home Assistant cannot be told: the library for MQTT is missing (pip install 'paho-mqtt>=2,<3')")
        yield
        return
    with home:
        yield
