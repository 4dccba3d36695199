"""Who may ask what: the host a request names, its origin, its token, and how often a client may act."""

from __future__ import annotations

import hmac
import ipaddress
import secrets
import socket
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from flask import Request
from flask.sessions import SessionMixin

CLIENTS = 2048
"""How many clients are remembered at once; the longest silent is forgotten first."""


def own_names() -> frozenset[str]:
    """Gives the names under which this machine may be asked for."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, name.split(".")[0]})


def host_allowed(host: str, names: Iterable[str]) -> bool:
    """Tells whether a Host header is one of ours: a name of this machine, ``*.local`` or a bare address.

    A page elsewhere can make its own name point at this machine (DNS rebinding); it cannot make a browser send an
    address or one of our names instead.
    """
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        return False
    if not name:
        return False
    if name in names or name.endswith((".local", ".localhost")):
        return True
    try:
        ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Tells whether an address can only be reached from this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def same_origin(request: Request) -> bool:
    """Tells whether a request comes from one of our own pages, as far as the browser says."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == request.host
    except ValueError:
        return False


def token_of(session: SessionMixin) -> str:
    """Gives the session's token, made at first use."""
    if not isinstance(session.get("token"), str):
        session["token"] = secrets.token_urlsafe(24)
    token: str = session["token"]
    return token


def token_right(session: SessionMixin, given: str | None) -> bool:
    """Tells whether a change carries the token of the session it belongs to."""
    token = session.get("token")
    return (
        isinstance(token, str)
        and given is not None
        and hmac.compare_digest(token.encode(), given.encode("utf-8", "replace"))
    )


class Pace:
    """How often each client may act: ``burst`` at once, then ``rate`` a second. ``clock`` gives seconds."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._lock = threading.Lock()
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str) -> float:
        """Counts one act of a client; gives 0 when it may go on, else the seconds to wait."""
        with self._lock:
            now = self._clock()
            left, then = self._left.get(client, (self._burst, now))
            left = min(self._burst, left + (now - then) * self._rate)
            wait = 0.0 if left >= 1 else (1 - left) / self._rate
            self._left[client] = (left if wait else left - 1, now)
            self._left.move_to_end(client)
            while len(self._left) > CLIENTS:
                self._left.popitem(last=False)
            return wait


class Lockout:
    """Makes whoever is counted wait longer after each wrong password: 1 s after the ``free``-th, then doubled, up to
    ``most`` seconds. ``clock`` gives seconds and never goes back."""

    def __init__(self, clock: Callable[[], float], free: int = 3, most: float = 300.0) -> None:
        self._clock = clock
        self._free = free
        self._most = most
        self._lock = threading.Lock()
        self._failed: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def wait(self, client: str) -> float:
        """Gives the seconds a client has still to wait before trying again."""
        with self._lock:
            return max(0.0, self._failed.get(client, (0, 0.0))[1] - self._clock())

    def failed(self, client: str) -> None:
        """Notes a wrong password."""
        with self._lock:
            count = self._failed.get(client, (0, 0.0))[0] + 1
            pause = 0.0 if count < self._free else min(self._most, 2.0 ** min(count - self._free, 30))
            self._failed[client] = (count, self._clock() + pause)
            self._failed.move_to_end(client)
            while len(self._failed) > CLIENTS:
                self._failed.popitem(last=False)

    def passed(self, client: str) -> None:
        """Forgets a client's wrong passwords."""
        with self._lock:
            self._failed.pop(client, None)


class Ended:
    """The sessions that were signed out: their cookies, kept by somebody, are worth nothing until they expire."""

    def __init__(self, clock: Callable[[], float], life: float) -> None:
        self._clock = clock
        self._life = life
        self._lock = threading.Lock()
        self._until: OrderedDict[str, float] = OrderedDict()

    def end(self, name: str) -> None:
        """Ends a session by its id."""
        with self._lock:
            now = self._clock()
            self._until[name] = now + self._life
            while self._until and (len(self._until) > CLIENTS or next(iter(self._until.values())) < now):
                self._until.popitem(last=False)

    def is_ended(self, name: str) -> bool:
        """Tells whether a session was signed out."""
        with self._lock:
            return name in self._until
