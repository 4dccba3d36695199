"""Codes that a phone reads: an address as a QR code, drawn in the page."""

from __future__ import annotations

import socket

from flask import Request

from web.guard import is_loopback


def link(request: Request, path: str) -> str:
    """Gives a page's whole address as a phone can ask for it, also when the page was asked for as ``localhost``."""
    host = request.host
    name, _, port = host.rpartition(":") if host.rpartition(":")[2].isdecimal() else (host, "", "")
    if is_loopback(name) or name.endswith(".localhost"):
        host = own_address() + (f":{port}" if port else "")
    return f"{request.scheme}://{host}{path}"


def own_address() -> str:
    """Gives this machine's address in its network, or its name where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system only says from which of its addresses it would be.
            probe.connect(("10.255.255.255", 9))
        except OSError:
            return f"{socket.gethostname().split('.')[0]}.local"
        found: str = probe.getsockname()[0]
        return found


def drawn(address: str) -> str:
    """Gives an address as a QR code, an SVG drawing to be put into a page."""
    import segno

    code = segno.make(address, error="m", micro=False)
    return code.svg_inline(scale=4, border=3, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None)
