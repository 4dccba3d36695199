"""What screens and programs read: the live stream, the same as JSON, pictures and health."""

from __future__ import annotations

import re
import zlib
from importlib.metadata import PackageNotFoundError, version

from flask import Blueprint, Response, abort, request

from engine.errors import StewardError
from web import stream
from web.roles import Role, needs
from web.site import as_json, failed, site, tell, viewer

blueprint = Blueprint("watching", __name__)

_PICTURE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,96}\.jpg\Z")


@blueprint.get("/events")
@needs(Role.VIEWER)
def events() -> Response:
    """The live stream: ``table`` messages with id, ``beat`` between them; resumes after Last-Event-ID."""
    parts = site()
    if not parts.places.take():
        return failed(503, tell("wrong.full"), wait=9.0, reason="full")
    after = stream.seq_of(request.headers.get("Last-Event-ID") or request.args.get("after"))
    answer = Response(
        stream.stream(parts.board, viewer(), after),
        content_type="text/event-stream; charset=utf-8",
        headers={"X-Accel-Buffering": "no"},
    )
    # Not in the generator: one that was never begun is closed without running a line of it.
    answer.call_on_close(parts.places.give_back)
    return answer


@blueprint.get("/api/live")
@needs(Role.VIEWER)
def live_json() -> Response:
    """One message of the stream as JSON, for a page that got no place in it."""
    parts = site()
    drawn = parts.board.drawn(parts.table.wait(0, 0.0), viewer())
    after = stream.seq_of(request.args.get("after"))
    told = parts.board.news(drawn, {}, drawn.seq if after is None else after)
    return as_json({**told, **parts.board.pulse()})


@blueprint.get("/api/table")
@needs(Role.VIEWER)
def table() -> Response:
    """The table as the game gives it to screens, and how the machine does."""
    one = site().table
    return as_json({"view": one.view(), "status": dict(one.status()), "now": one.now()})


@blueprint.get("/health")
@needs(Role.VIEWER)
def health() -> Response:
    """Whether the table answers, and what it stands on."""
    parts = site()
    try:
        state, status = parts.table.state(), parts.table.status()
    except StewardError as error:
        return as_json({"ok": False, "error": str(error)}, 503)
    return as_json(
        {
            "ok": True,
            "version": _version(),
            "phase": state.phase,
            "deal": state.deal,
            "seq": state.seq,
            "clock": state.bell.phase,
            "watch": status.get("watch"),
            "camera": status.get("camera"),
            "frame_age": status.get("frame_age"),
            "words": dict(state.word_list),
            "viewers": parts.places.taken,
            "places": parts.places.most,
        }
    )


def _version() -> str:
    try:
        return version("lexicon-steward")
    except PackageNotFoundError:
        return "unknown"


@blueprint.get("/picture/<name>")
@needs(Role.VIEWER)
def picture(name: str) -> Response:
    """A picture as JPEG: ``latest.jpg``, or a stored one by its name."""
    if not _PICTURE.match(name) or ".." in name:
        abort(404)
    latest = name == "latest.jpg"
    table = site().table
    jpeg = table.picture(None) if latest else (table.picture(name) or table.picture(name.removesuffix(".jpg")))
    if jpeg is None:
        abort(404)
    answer = Response(jpeg, content_type="image/jpeg")
    answer.set_etag(f"{zlib.crc32(jpeg):08x}-{len(jpeg)}")
    answer.headers["Cache-Control"] = "no-cache" if latest else "private, max-age=3600"
    answer.make_conditional(request.environ)
    return answer
