"""The post: one connection to the broker through paho-mqtt, which is made again whenever it is lost.

Nothing here waits. What comes is handed on from the network's own thread, with the moment it came; what is sent while
there is no connection is dropped, for the journals say again what was not acknowledged.
"""

from __future__ import annotations

import logging
import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from engine.errors import BadSettings
from pi.link.broker import USUAL_PORT

log = logging.getLogger("steward.link")

KEEP_ALIVE = 15
"""Seconds after which a silent broker is taken for lost (half as much again)."""

UNDER_WAY = 20
"""Messages that may wait for the broker's acknowledgement at a time: as many as a Mosquitto takes that nobody told
otherwise, for paho does not ask what its broker allows."""

SLOWEST_RETRY = 10
"""Seconds between two attempts to connect, at most."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a broker is."""

    host: str
    port: int = USUAL_PORT
    tls: bool = False

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtts' if self.tls else 'mqtt'}://{host}:{self.port}"


def address(url: str) -> Address:
    """Reads ``mqtt://host:port``, ``mqtts://...`` or ``host``. Raises :class:`BadSettings` for what is none."""
    wrong = BadSettings(f"{url[:100]!r} is no address of a hub; it is like mqtt://hub.local:{USUAL_PORT}")
    try:
        parts = urlsplit(url if "//" in url else f"mqtt://{url}")
        port = parts.port
    except ValueError as error:
        raise wrong from error
    extra = parts.path.strip("/") or parts.query or parts.username or parts.fragment
    if parts.scheme not in ("mqtt", "mqtts") or not parts.hostname or port == 0 or extra:
        raise wrong
    return Address(parts.hostname, port or USUAL_PORT, parts.scheme == "mqtts")


class Post:
    """A connection that keeps itself; made in the background, so that a broker may come later.

    :param heard: called with topic and message as they come; :param changed: with whether there is a connection and,
        in words, why not. Both are called from the network's thread and may not wait.
    :param topics: what to listen to.
    :param certificate: the broker's own, PEM; needed for TLS.
    :param name: what the broker knows this connection by; without one it gives it a name itself.
    """

    def __init__(
        self,
        where: Address,
        user: str,
        password: str,
        topics: tuple[str, ...],
        heard: Callable[[str, bytes], None],
        changed: Callable[[bool, str], None],
        *,
        certificate: str = "",
        name: str = "",
    ) -> None:
        self.where = where
        self._topics = topics
        self._heard = heard
        self._changed = changed
        self._up = threading.Event()
        client = mqtt.Client(CallbackAPIVersion.VERSION2, name, protocol=mqtt.MQTTv5)
        client.username_pw_set(user, password)
        client.reconnect_delay_set(1, SLOWEST_RETRY)
        client.max_inflight_messages_set(UNDER_WAY)
        client.on_connect = self._connected
        client.on_disconnect = self._disconnected
        client.on_connect_fail = self._failed
        client.on_message = self._came
        client.on_subscribe = self._subscribed
        if where.tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname = False  # a hall's hub has no name that anybody could vouch for: its key is known
            context.load_verify_locations(cadata=certificate)
            client.tls_set_context(context)
        self._client = client
        # The session is not to outlive the connection: the journals know better what is still to be sent.
        properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        properties.SessionExpiryInterval = 0
        client.connect_async(where.host, where.port, KEEP_ALIVE, clean_start=True, properties=properties)
        client.loop_start()

    @property
    def up(self) -> bool:
        """Whether there is a connection."""
        return self._up.is_set()

    def wait(self, seconds: float) -> bool:
        """Waits for a connection; tells whether there is one."""
        return self._up.wait(seconds)

    def send(self, topic: str, message: bytes, *, sure: bool = True) -> bool:
        """Sends a message, at least once if ``sure``, at most once otherwise; tells whether it could be tried."""
        if not self._up.is_set():
            return False
        return bool(self._client.publish(topic, message, qos=1 if sure else 0).rc == mqtt.MQTT_ERR_SUCCESS)

    def close(self) -> None:
        """Ends the connection. Closing twice does no harm."""
        self._up.clear()
        self._client.disconnect()
        self._client.loop_stop()

    def _connected(self, client: mqtt.Client, _: Any, flags: Any, reason: ReasonCode, properties: Any) -> None:
        if reason.is_failure:
            self._changed(False, f"{self.where} lets this machine not in ({str(reason).lower()})")
            return
        client.subscribe([(topic, mqtt.SubscribeOptions(qos=1)) for topic in self._topics])

    def _subscribed(self, client: mqtt.Client, _: Any, mid: int, reasons: Any, properties: Any) -> None:
        # Only now is nothing missed that is answered to what we say.
        self._up.set()
        self._changed(True, "")

    def _disconnected(self, client: mqtt.Client, _: Any, flags: Any, reason: ReasonCode, properties: Any) -> None:
        if self._up.is_set():
            self._up.clear()
            self._changed(False, f"{self.where} is lost")

    def _failed(self, client: mqtt.Client, _: Any) -> None:
        self._changed(False, f"{self.where} does not answer")

    def _came(self, client: mqtt.Client, _: Any, message: mqtt.MQTTMessage) -> None:
        try:
            self._heard(message.topic, bytes(message.payload))
        except Exception:
            log.exception("a message under %s could not be taken", message.topic)
