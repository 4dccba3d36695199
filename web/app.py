"""The application: pages, guards and headers put together round one table."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from datetime import timedelta

from flask import Flask, Response, current_app, request, session
from jinja2 import StrictUndefined
from werkzeug.exceptions import HTTPException

from engine.drive.desk import DriveDesk
from engine.errors import StewardError
from web import (
    acting,
    guard,
    housekeeping,
    hub,
    installing,
    keeping,
    looking_back,
    openapi,
    pages,
    printing,
    rulings,
    sending,
    signing,
    watching,
)
from web.accounts import Accounts
from web.drive import pages as drive_pages
from web.drive.live import DriveBoard
from web.english import ENGLISH
from web.fields import BadField
from web.house import House, NoHouse
from web.live import Board, Places
from web.roles import Role, needed_by
from web.sessions import Sessions
from web.site import Site, client, failed, may, reader, site, tell
from web.table import Table

log = logging.getLogger("steward.web")

VIEWERS = 240
"""Live viewers at most, unless the caller says otherwise."""

MOST_BYTES = 64 * 1024
"""The most a request's body may hold; the largest form of ours is under 2 kB."""

LIFE = timedelta(hours=12)
"""A session that is not used for so long is over."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; "
    f"style-src 'self' {sending.style_source()}; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def create_app(
    table: Table | None,
    *,
    drive: DriveDesk | None = None,
    drive_rate: float = 1.0,
    secret: bytes | None = None,
    accounts: Accounts | None = None,
    authority: bytes | None = None,
    demo: bool | None = None,
    viewers: int = VIEWERS,
    clock: Callable[[], float] = time.monotonic,
    house: House | None = None,
) -> Flask:
    """Makes the pages of one table, of a drive, or of both.

    :param drive: the drive of a hub; ``drive_rate`` is its seconds a second.
    :param secret: signs sessions; kept by the caller it lets them outlive a restart (None: a new one).
    :param accounts: those who may sign in (None, or as long as there is none: everybody may act).
    :param authority: the certificate that phones trust the pages by (None: they are not sent over TLS).
    :param demo: whether the table's recordings may be started from the page (None: when it has any).
    :param viewers: how many may watch the live stream at once.
    :param clock: seconds for rate limits; it never goes back, whatever the time of day is set to.
    :param house: what keeps the packs and words, and knows how the machine does (None: nobody).
    """
    app = _framed(secret or secrets.token_bytes(32))
    demos = table.demos() if table is not None and demo is not False else ()
    app.extensions["steward"] = Site(
        places=Places(viewers),
        pace=guard.Pace(rate=6.0, burst=40.0, clock=clock),
        lockout=guard.Lockout(clock),
        brake=guard.Lockout(clock, free=30, most=20.0),
        ended=guard.Ended(clock, LIFE.total_seconds()),
        accounts=accounts or Accounts(),
        names=set(guard.own_names()),
        at_table=table,
        drawn_table=None if table is None else Board(table, app.jinja_env, demos),
        demos=demos,
        drawn_drive=None if drive is None else DriveBoard(drive, app.jinja_env, drive_rate),
        clock=clock,
        authority=authority,
        house=house or NoHouse(),
    )
    for part in (signing, keeping, printing, openapi, installing):
        app.register_blueprint(part.blueprint)
    for part in (pages, looking_back, housekeeping, rulings, watching, acting) if table is not None else (hub,):
        app.register_blueprint(part.blueprint)
    if drive is not None:
        app.register_blueprint(drive_pages.blueprint)
    check_roles(app)
    return app


def _framed(secret: bytes) -> Flask:
    """Makes the application without a page: its limits, guards, headers, and how it says what went wrong."""
    app = Flask(__name__, static_url_path=sending.kept_at())
    app.session_interface = Sessions()
    app.config.update(
        SECRET_KEY=secret,
        SESSION_COOKIE_NAME="steward",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=LIFE,
        MAX_CONTENT_LENGTH=MOST_BYTES,
        MAX_FORM_MEMORY_SIZE=MOST_BYTES,
        MAX_FORM_PARTS=200,
    )
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    sending.prepare(app)
    app.before_request(_guarded)
    app.after_request(_with_headers)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(BadField, _bad_field)
    app.register_error_handler(StewardError, _steward_error)
    app.register_error_handler(TimeoutError, _timeout)
    app.register_error_handler(Exception, _unexpected)
    return app


def _guarded() -> Response | None:
    """Refuses a request to a foreign name, and a change that is too quick or does not come from our own page."""
    parts = site()
    if not guard.host_allowed(request.host, parts.names):
        host = request.headers.get("Host", "")[:80]
        return failed(421, tell("wrong.421", host=host) if host else tell("wrong.host"))
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return _allowed()
    if request.endpoint == "housekeeping.picture_of_a_pack" and may(Role.STEWARD):
        request.max_content_length = housekeeping.PICTURE_BYTES + MOST_BYTES
    if (request.content_length or 0) > (request.max_content_length or MOST_BYTES):
        return failed(413, tell("wrong.413"))
    if wait := parts.pace.wait(client()):
        return failed(429, tell("wrong.429", seconds=max(1, round(wait + 0.5))), wait=wait)
    if not guard.same_origin(request):
        return failed(403, tell("wrong.origin"), reason="origin")
    given = request.headers.get("X-Steward-Token")
    if given is None and not request.is_json:
        given = request.form.get("token")
    if not guard.token_right(session, given):
        return failed(403, tell("wrong.token"), reason="token", token=guard.token_of(session))
    return _allowed()


def _allowed() -> Response | None:
    """Refuses who has not the role that the address needs."""
    view = current_app.view_functions.get(request.endpoint or "")
    role = Role.VIEWER if view is None or request.endpoint == "static" else needed_by(view)
    if role is None or not may(role):
        return failed(
            403, tell("wrong.403" if reader().role < Role.STEWARD else "wrong.403.organiser"), reason="sign in"
        )
    return None


def check_roles(app: Flask) -> None:
    """Raises TypeError when an address does not say who may ask it: one that is forgotten must not be open."""
    for rule in app.url_map.iter_rules():
        if rule.endpoint != "static" and needed_by(app.view_functions[rule.endpoint]) is None:
            raise TypeError(f"{rule} does not say which role it needs")


def _bad_field(error: BadField) -> Response:
    return failed(400, error.told(tell), field=error.field)


def _with_headers(answer: Response) -> Response:
    for name, value in HEADERS.items():
        answer.headers.setdefault(name, value)
    answer = sending.packed(answer)
    answer.headers.setdefault("Cache-Control", "no-store")
    return answer


def _http_error(error: HTTPException) -> Response | HTTPException:
    status = error.code or 500
    if 300 <= status < 400:
        return error
    key = f"wrong.{status}" if f"wrong.{status}" in ENGLISH and status not in (421, 429) else "wrong.400"
    answer = failed(status, tell(key if status < 500 or key == "wrong.503" else "wrong.500"))
    for name, value in error.get_headers():
        if name == "Allow":
            answer.headers[name] = value
    return answer


def _steward_error(error: StewardError) -> Response:
    log.warning("%s %s: %s", request.method, request.path, error)
    return failed(503, f"{error}")


def _timeout(error: TimeoutError) -> Response:
    log.warning("%s %s: no answer in time", request.method, request.path)
    return failed(503, tell("wrong.timeout"), wait=2.0)


def _unexpected(error: Exception) -> Response:
    log.exception("%s %s failed", request.method, request.path, exc_info=error)
    return failed(500, tell("wrong.500"))
