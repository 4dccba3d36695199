"""The organiser's page of accounts: who is a steward, and each one's password; the first password is set here too."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response

from web.accounts import LONGEST, SHORTEST, BadAccount, account
from web.fields import Fields
from web.roles import NAMES, Role, needs
from web.signing import begin, waits
from web.site import client, done, failed, reader, render, site, tell

blueprint = Blueprint("keeping", __name__)


@blueprint.get("/accounts")
@needs(Role.ORGANISER)
def accounts() -> str:
    """Who may sign in; where nobody can yet, the form for the first password."""
    found = sorted(site().accounts.all().values(), key=lambda one: (-one.role, one.name.casefold()))
    return render("accounts.html", accounts=found, shortest=SHORTEST, longest=LONGEST, keeps=site().accounts.changes())


@blueprint.post("/accounts/set")
@needs(Role.ORGANISER)
def put() -> Response:
    """Makes an account, or gives one another password or role; who does it gives his own password with it."""
    parts, first = site(), not site().accounts.any()
    if refused := _unproved():
        return refused
    fields = Fields(request.form.to_dict(), parts.state())
    role = NAMES[fields.choice("role", ("steward", "organiser"), "organiser")]
    if request.form.get("password", "") != request.form.get("again", ""):
        return failed(400, tell("accounts.differ"), field="again")
    try:
        new = account(fields.needed("name", 100), role, request.form.get("password", ""))
        parts.accounts.put(new)
    except BadAccount as error:
        return failed(400, tell(error.key, **error.values))
    if first or new.name == reader().name:
        begin(account=new.name, mark=new.mark())
    return done(tell("done.account", name=new.name))


@blueprint.post("/accounts/drop")
@needs(Role.ORGANISER)
def drop() -> Response:
    """Forgets an account; whoever is signed in with it no longer is."""
    if refused := _unproved():
        return refused
    name = Fields(request.form.to_dict(), site().state()).needed("name", 100)
    try:
        site().accounts.drop(name)
    except BadAccount as error:
        return failed(400, tell(error.key, **error.values))
    return done(tell("done.dropped", name=name))


def _unproved() -> Response | None:
    """Gives the answer to one who does not prove that the open session is really his (None: he does)."""
    parts = site()
    own = parts.accounts.find(reader().name) if parts.accounts.any() else None
    if own is None:
        return None
    if refused := waits((parts.lockout, client())):
        return refused
    if not own.has(request.form.get("current", "")):
        parts.lockout.failed(client())
        return failed(403, tell("accounts.current"), field="current")
    return None
