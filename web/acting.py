"""Everything that changes the table: one address for each act, POST only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, request
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from engine.errors import Refused, StewardError
from web import texts
from web.actions import ACTS, command_for, own
from web.fields import BadField, Fields
from web.roles import Role, needs
from web.screen import names_of
from web.sentences import seat_name
from web.site import actor, done, failed, language, may, reader, site, tell

blueprint = Blueprint("acting", __name__)


def entered() -> Mapping[str, Any]:
    """Gives the fields of the request. Raises :class:`BadField` when the body is neither a form nor a JSON object."""
    if not request.is_json:
        return request.form.to_dict()
    try:
        data = request.get_json()
    except (BadRequest, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise BadField("body", "body")
    return data


@blueprint.post("/act/<name>")
@needs(Role.PLAYER)
def act(name: str) -> Response:
    """Puts an act to the table; each has its own role in :data:`web.actions.ACTS`."""
    if name not in ACTS:
        return failed(404, tell("wrong.act", act=name[:40]))
    if not may(ACTS[name].needs):
        return failed(403, tell("wrong.403"), reason="sign in")
    table, me = site().table, reader()
    state = table.state()
    command = command_for(name, Fields(entered(), state), state, table.now(), actor())
    if me.role is Role.PLAYER:
        owned = own(command, me.seat or "", state)
        if owned is None:
            return failed(403, tell("wrong.seat"), reason="seat")
        command = owned
    try:
        recorded = table.submit(command)
    except Refused as error:
        known = texts.known(language(), f"refused.{error.reason}", sentence_of(error))
        return failed(409, known, reason=error.reason)
    except StewardError as error:
        return failed(409, sentence_of(error))
    seat = getattr(command, "seat", None)
    said = tell(f"done.{ACTS[name].said}", name=seat_name(language(), seat, names_of(state)))
    if not recorded:
        said = tell("done.nothing")
    return done(said, seqs=[item.seq for item in recorded])


def sentence_of(error: StewardError) -> str:
    """Gives an error's message as a sentence."""
    message = str(error) or tell("wrong.409")
    return message[0].upper() + message[1:] + ("" if message.endswith((".", "?")) else ".")


@blueprint.post("/demo")
@needs(Role.STEWARD)
def demo() -> Response:
    """Plays a shipped recording from its beginning."""
    parts = site()
    name = Fields(entered(), parts.state()).needed("name", 80)
    if name not in parts.demos:
        return failed(404, tell("demo.unknown", name=name))
    parts.table.start_demo(name)
    return done(tell("demo.began", name=texts.known(language(), f"demo.{name}", name)))
