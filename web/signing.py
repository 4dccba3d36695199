"""Signing in with a name and a password, sitting down with a seat's code, and signing out."""

from __future__ import annotations

import secrets

from flask import Blueprint, Response, request, session
from werkzeug.wrappers import Response as BaseResponse

from web import codes, guard, texts
from web.accounts import STEWARD
from web.acting import entered
from web.fields import Fields
from web.roles import Role, needs
from web.screen import names_of
from web.sentences import seat_name
from web.site import LOOKS, as_json, client, done, failed, language, reader, reader_by, render, seat_codes, site, tell

blueprint = Blueprint("signing", __name__)

YEAR = 365 * 86400


def begin(**who: str) -> None:
    """Begins a session anew, so that nobody else who knows the one before is signed in with it."""
    if "id" in session:
        site().ended.end(str(session["id"]))
    session.clear()
    session.permanent = True
    session["id"] = secrets.token_urlsafe(12)
    session.update(who)
    guard.token_of(session)


def waits(*counted: tuple[guard.Lockout, str]) -> Response | None:
    """Gives the answer to one who has been wrong too often (None: he may try)."""
    wait = max(lockout.wait(name) for lockout, name in counted)
    return failed(429, tell("sign_in.wait", seconds=max(1, round(wait + 0.5))), wait=wait) if wait else None


@blueprint.get("/sign-in")
@needs(Role.VIEWER)
def form() -> str:
    """Shows the form."""
    plain = not request.is_secure and not guard.is_loopback(client())
    return render("sign_in.html", plain=plain, named=set(site().accounts.all()) != {STEWARD})


@blueprint.post("/sign-in")
@needs(Role.VIEWER)
def sign_in() -> BaseResponse:
    """Checks the password; each wrong one makes the same client, and in the end the same account, wait longer."""
    parts = site()
    if not parts.accounts.any():
        return done(tell("sign_in.none"))
    sent = entered()
    name, given = str(sent.get("name") or "")[:100], str(sent.get("password") or "")
    account = parts.accounts.find(name)
    counted = ((parts.lockout, client()), (parts.brake, account.name if account else ""))
    if refused := waits(*counted):
        return refused
    # A name that nobody has takes as long as a wrong password: it is not told which of them was wrong.
    right = (account or parts.accounts.nobody).has(given)
    if account is None or not right:
        for lockout, who in counted:
            lockout.failed(who)
        return failed(403, tell("sign_in.wrong"), reason="password")
    for lockout, who in counted:
        lockout.passed(who)
    begin(account=account.name, mark=account.mark())
    return done(tell(f"done.signed_in.{account.role.name.lower()}"))


@blueprint.post("/sign-out")
@needs(Role.VIEWER)
def sign_out() -> BaseResponse:
    """Ends the session on this device, and wherever else its cookie may be kept."""
    if "id" in session:
        site().ended.end(str(session["id"]))
    session.clear()
    return done(tell("done.signed_out"))


@blueprint.get("/join/<code>")
@needs(Role.VIEWER)
def seat(code: str) -> str | BaseResponse:
    """Shows whose seat a code is for; to sit down is a button, since looking changes nothing."""
    if refused := waits((site().lockout, client())):
        return refused
    sits = reader_by(code)
    if sits is None:
        return _no_seat()
    return render("join.html", code=code, name=sits.name, seat=sits.seat and seat_name(language(), sits.seat, {}))


@blueprint.post("/join")
@needs(Role.VIEWER)
def join() -> BaseResponse:
    """Sits down at the seat of a code."""
    if refused := waits((site().lockout, client())):
        return refused
    code = str(entered().get("code") or "")[:64]
    sits = reader_by(code)
    if sits is None:
        return _no_seat()
    site().lockout.passed(client())
    begin(code=code)
    return done(tell("done.joined", name=sits.name), back="/" if sits.seat else "/drive/card")


def _no_seat() -> Response:
    site().lockout.failed(client())
    return failed(404, tell("join.unknown"), reason="code")


@blueprint.get("/seats")
@needs(Role.STEWARD)
def seats() -> str:
    """The code of each seat, to be scanned by the phone of who sits there."""
    names = names_of(site().state())
    lines = [
        (seat_name(language(), seat, {}), names[seat], code, codes.drawn(codes.link(request, f"/join/{code}")))
        for seat, code in seat_codes().items()
    ]
    return render("seats.html", lines=lines)


@blueprint.get("/api/session")
@needs(Role.VIEWER)
def who() -> Response:
    """Who asks, and the token that his changes must carry."""
    one = reader()
    told = {"role": one.role.name.lower(), "name": one.name, "seat": one.seat, "number": one.number}
    return as_json({**told, "token": guard.token_of(session)})


@blueprint.get("/authority.crt")
@needs(Role.VIEWER)
def authority() -> Response:
    """The certificate that a phone trusts this machine by."""
    kept = site().authority
    if kept is None:
        return failed(404, tell("wrong.404"))
    answer = Response(kept, content_type="application/x-x509-ca-cert")
    answer.headers["Content-Disposition"] = "attachment; filename=steward-authority.crt"
    return answer


@blueprint.post("/look")
@needs(Role.VIEWER)
def look() -> BaseResponse:
    """Keeps how a reader likes the pages, on his own device."""
    fields = Fields(entered(), site().state())
    chosen = fields.choice("look", LOOKS, "auto")
    tongue = fields.choice("language", tuple(texts.LANGUAGES), language())
    answer = done(texts.say(tongue, "done.look"))
    for name, value in (("look", chosen), ("language", tongue)):
        answer.set_cookie(name, value, max_age=YEAR, samesite="Lax", httponly=True, secure=request.is_secure)
    return answer
