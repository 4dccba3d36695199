"""The JSON API as an OpenAPI document, made of the addresses, roles and fields that the pages themselves go by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response

from web import actions
from web.drive import acts as drive_acts
from web.drive.screens import PAGES
from web.openapi_acts import DRIVE_ACTS, TABLE_ACTS, Schema, one_of, text
from web.roles import Role, needs
from web.site import LOOKS, as_json, site
from web.texts import LANGUAGES

blueprint = Blueprint("openapi", __name__)

ABOUT = (
    "A change is a POST with the session's cookie and its token in the header X-Steward-Token; GET /api/session gives "
    "the token. Fields may come as JSON or as a form. What an error says is a sentence in the asker's language; "
    "'reason' is the same in every language. More than 40 changes at once, then 6 a second, are answered 429."
)

ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {"error": {"type": "string"}, "reason": {"type": "string"}, "field": {"type": "string"}},
}
DONE = {
    "type": "object",
    "required": ["said"],
    "properties": {"said": {"type": "string"}, "seqs": {"type": "array", "items": {"type": "integer"}}},
}
SESSION = {
    "type": "object",
    "required": ["role", "name", "seat", "number", "token"],
    "properties": {
        "role": one_of(*(role.name.lower() for role in Role)),
        "name": {"type": "string"},
        "seat": {"type": ["string", "null"]},
        "number": {"type": ["integer", "null"]},
        "token": {"type": "string"},
    },
}
MESSAGE = {
    "type": "object",
    "required": ["version", "seq", "regions", "events", "now", "speed"],
    "properties": {
        "version": {"type": "integer"},
        "seq": {"type": "integer"},
        "regions": {"type": "object", "additionalProperties": {"type": "string"}},
        "events": {"type": "array", "items": {"type": "object", "required": ["seq", "type", "t"]}},
        "now": {"type": "number"},
        "speed": {"type": "number"},
    },
}
ANY = {"type": "object"}
HEALTH = {"type": "object", "required": ["ok"], "properties": {"ok": {"type": "boolean"}}}

ERRORS = {
    "400": "A field is missing or cannot be understood.",
    "403": "The asker may not do that; 'reason' is sign in, seat, token, origin or password.",
    "404": "There is nothing by that name.",
    "409": "It is not allowed as things stand; 'reason' says why.",
    "413": "The body is too large.",
    "429": "Too quick, or too many wrong passwords; Retry-After says when.",
    "503": "Not at this moment; Retry-After says when.",
}


@blueprint.get("/api/openapi.json")
@needs(Role.VIEWER)
def described() -> Response:
    """The description of this Steward's API."""
    parts = site()
    return as_json(document(table=parts.at_table is not None, drive=parts.drawn_drive is not None))


def document(*, table: bool, drive: bool) -> dict[str, Any]:
    """Gives the description for a dashboard with a table, a drive, or both."""
    paths: dict[str, Any] = {
        "/api/session": _get("Who asks, and the token that his changes carry.", SESSION),
        "/health": _get("Whether it answers, and how it does.", HEALTH),
        "/sign-in": _post(
            "Sign in.", Role.VIEWER, {"name": text(24), "password!": {"type": "string", "maxLength": 200}}
        ),
        "/sign-out": _post("Sign out.", Role.VIEWER, {}),
        "/join": _post("Take the seat of a code.", Role.VIEWER, {"code!": text(40)}),
        "/look": _post("Keep how this reader likes the pages.", Role.VIEWER, LOOK),
    }
    if table:
        paths["/api/live"] = _get("One message of the table's live stream /events.", MESSAGE, after=True)
        paths["/api/table"] = _get("The table, and how its machine does.", ANY)
        paths["/picture/latest.jpg"] = PICTURE
        for name, given in TABLE_ACTS.items():
            paths[f"/act/{name}"] = _post(f"Act at the table: {name}.", actions.ACTS[name].needs, given)
    if drive:
        paths["/drive/live"] = _get(
            "One message of a page's live stream /drive/events.", MESSAGE, after=True, page=True
        )
        paths["/drive/results.json"] = _get("The whole drive as it stands.", ANY)
        for name, given in DRIVE_ACTS.items():
            paths[f"/drive/act/{name}"] = _post(f"Act in the drive: {name}.", drive_acts.ACTS[name].needs, given)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Steward", "version": "1", "description": ABOUT},
        "paths": paths,
        "components": {"schemas": {"Error": ERROR, "Done": DONE, "Session": SESSION, "Message": MESSAGE}},
    }


PICTURE = {
    "get": {
        "summary": "The newest picture of the table.",
        "x-role": "viewer",
        "parameters": [],
        "responses": {
            "200": {"description": "The picture.", "content": {"image/jpeg": {}}},
            "404": {
                "description": "There is no picture yet.",
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
            },
        },
    }
}

LOOK: Mapping[str, Schema] = {"look": one_of(*LOOKS), "language": one_of(*LANGUAGES)}


def _answers(good: Schema, *errors: str) -> dict[str, Any]:
    answers = {"200": {"description": "Done.", "content": {"application/json": {"schema": good}}}}
    for status in errors:
        schema = {"$ref": "#/components/schemas/Error"}
        answers[status] = {"description": ERRORS[status], "content": {"application/json": {"schema": schema}}}
    return answers


def _get(about: str, good: Schema, *, after: bool = False, page: bool = False) -> dict[str, Any]:
    asked: list[dict[str, Any]] = []
    if page:
        asked.append({"name": "page", "in": "query", "required": True, "schema": one_of(*PAGES)})
        asked.append({"name": "about", "in": "query", "schema": text(80)})
    if after:
        asked.append(
            {"name": "after", "in": "query", "schema": {"type": "string", "pattern": "^[0-9]{1,9}-[0-9]{1,9}$"}}
        )
    errors = ("403", "404", "503") if page else ("503",)
    return {"get": {"summary": about, "x-role": "viewer", "parameters": asked, "responses": _answers(good, *errors)}}


def _post(about: str, role: Role, given: Mapping[str, Schema]) -> dict[str, Any]:
    body = {
        "type": "object",
        "additionalProperties": False,
        "required": [name.rstrip("!") for name in given if name.endswith("!")],
        "properties": {name.rstrip("!"): schema for name, schema in given.items()},
    }
    return {
        "post": {
            "summary": about,
            "x-role": role.name.lower(),
            "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
            "responses": _answers(
                {"$ref": "#/components/schemas/Done"}, "400", "403", "404", "409", "413", "429", "503"
            ),
        }
    }
