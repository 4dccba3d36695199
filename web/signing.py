"""Signing in as the table's steward, where a password is set."""

from __future__ import annotations

import threading

from flask import Blueprint, request, session
from werkzeug.security import check_password_hash
from werkzeug.wrappers import Response

from web import guard
from web.site import client, done, failed, render, site, steward_mark, tell

blueprint = Blueprint("signing", __name__)

LONGEST = 200
"""Characters of a password at most; hashing a longer one would only keep the machine busy."""

_one_at_a_time = threading.Lock()
# A hash takes 32 MB for a moment: many at once would push a small machine out of memory.


@blueprint.get("/sign-in")
def form() -> str:
    """Shows the form."""
    return render("sign_in.html", sentence="")


@blueprint.post("/sign-in")
def sign_in() -> Response:
    """Checks the password; each wrong one makes the same client wait longer."""
    parts = site()
    if parts.password_hash is None:
        return done(tell("sign_in.none"))
    who = client()
    if wait := parts.lockout.wait(who):
        return failed(429, tell("sign_in.wait", seconds=max(1, round(wait + 0.5))), wait=wait)
    given = request.form.get("password", "")
    with _one_at_a_time:
        right = len(given) <= LONGEST and check_password_hash(parts.password_hash, given)
    if not right:
        parts.lockout.failed(who)
        return failed(403, tell("sign_in.wrong"), reason="password")
    parts.lockout.passed(who)
    session.clear()
    session.permanent = True
    session["steward"] = steward_mark(parts.password_hash)
    guard.token_of(session)
    return done(tell("done.signed_in"))


@blueprint.post("/sign-out")
def sign_out() -> Response:
    """Forgets who signed in on this device."""
    session.clear()
    return done(tell("done.signed_out"))
