"""Finding the hub without typing its address: by multicast DNS, where there is a network for it."""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
from collections.abc import Iterator

from engine.errors import Missing
from pi.link.post import Address
from web.codes import own_address

log = logging.getLogger("steward.link")

SERVICE = "_steward._tcp.local."
PATIENCE = 6.0


@contextlib.contextmanager
def announced(event: str, port: int, *, tls: bool = False) -> Iterator[bool]:
    """Tells the network where this hub is for as long as the context lasts; gives whether that was possible."""
    try:
        from zeroconf import ServiceInfo, Zeroconf

        info = ServiceInfo(
            SERVICE,
            f"{event}.{SERVICE}",
            addresses=[socket.inet_aton(own_address())],
            port=port,
            properties={"event": event, "tls": "1" if tls else "0"},
            server=f"{socket.gethostname().split('.')[0]}.local.",
        )
        zeroconf = Zeroconf()
    except (ImportError, OSError, ValueError) as error:
        log.warning("the hub is not announced on the network (%s); tables need its address", error)
        yield False
        return
    try:
        try:
            zeroconf.register_service(info, allow_name_change=True)
        except Exception as error:
            log.warning("the hub is not announced on the network (%s); tables need its address", error)
            yield False
        else:
            yield True
    finally:
        zeroconf.close()


def find(event: str, seconds: float = PATIENCE) -> Address:
    """Finds the hub of an event. Raises :class:`Missing` when none announces itself."""
    try:
        from zeroconf import ServiceBrowser, ServiceStateChange, Zeroconf

        zeroconf = Zeroconf()
    except (ImportError, OSError) as error:
        raise Missing(f"the network cannot be searched ({error}); give the hub's address with --hub") from error
    found: list[Address] = []
    there = threading.Event()

    def seen(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if state_change is not ServiceStateChange.Added:
            return
        info = zeroconf.get_service_info(service_type, name, timeout=3000)
        if info is None or info.port is None or (info.properties or {}).get(b"event") != event.encode():
            return
        for host in info.parsed_addresses():
            found.append(Address(host, info.port, (info.properties or {}).get(b"tls") == b"1"))
            there.set()

    with contextlib.closing(zeroconf):
        ServiceBrowser(zeroconf, SERVICE, handlers=[seen])
        there.wait(seconds)
    if not found:
        raise Missing(f"no hub of {event} announces itself on this network; give its address with --hub")
    return found[0]
