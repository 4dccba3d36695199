"""How answers go over the wire: style and scripts kept for good by what is in them, text compressed."""

from __future__ import annotations

import base64
import hashlib
import zlib
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, request
from flask_compress import Compress
from markupsafe import Markup

STATIC = Path(__file__).with_name("static")

KEEP = "public, max-age=31536000, immutable"
"""What lies under an address that names its contents never changes."""

SMALL = 600
"""Bytes that are not worth compressing: they fit into one packet as they are."""

compress = Compress()


@lru_cache(maxsize=1)
def kept_at() -> str:
    """Gives the address that the style and scripts of this version lie under; other contents have another."""
    mark = 0
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            mark = zlib.crc32(path.read_bytes(), zlib.crc32(path.name.encode(), mark))
    return f"/static/{mark:08x}"


@lru_cache(maxsize=1)
def style() -> str:
    """Gives the house's style, for the one page that holds it rather than asking for it: people open it in a hall.

    A phone then paints the table a whole answer sooner (``tests/bench/bench_pages.py``), and the policy names the
    style by :func:`style_source`, so that no other style can stand in a page.
    """
    return (STATIC / "steward.css").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def style_source() -> str:
    """Gives the name of :func:`style` in a content security policy (CSP level 3, section 2.3.1: ``hash-source``)."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(style().encode()).digest()).decode()}'"


def prepare(app: Flask) -> None:
    """Has an application compress what :func:`packed` is given."""
    # Zip alone: the better ways cost a Pi more time than they save, and browsers take them over TLS only.
    app.config.update(COMPRESS_REGISTER=False, COMPRESS_ALGORITHM=["gzip"], COMPRESS_STREAMS=False)
    app.config.update(COMPRESS_MIN_SIZE=SMALL)
    compress.init_app(app)
    app.jinja_env.globals["static"] = kept_at()
    app.jinja_env.globals["style"] = Markup(style())


def packed(answer: Response) -> Response:
    """Gives an answer as it is sent: text compressed, style and scripts to be kept.

    A page that says again what was asked stands beside the session's token: its size must not tell how much of the
    one is like the other, so what has a query or a part in its address goes as it is. Streams do too.
    """
    if request.endpoint == "static" and answer.status_code in (200, 304):
        answer.headers["Cache-Control"] = KEEP
        answer.direct_passthrough = False
        answer.get_data()
    elif request.query_string or request.view_args or request.method != "GET":
        return answer
    if not request.accept_encodings["gzip"]:  # what compresses takes "gzip;q=0" for a yes
        answer.vary.add("Accept-Encoding")
        return answer
    return compress.after_request(answer)
