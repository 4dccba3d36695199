"""What a hub without a table of its own answers besides the drive: its first page, and how it does."""

from __future__ import annotations

from flask import Blueprint, Response, redirect
from werkzeug.wrappers import Response as BaseResponse

from web.roles import Role, needs
from web.site import as_json, site

blueprint = Blueprint("hub", __name__)


@blueprint.get("/")
@needs(Role.VIEWER)
def first() -> BaseResponse:
    """Leads to the drive."""
    return redirect("/drive")


@blueprint.get("/health")
@needs(Role.VIEWER)
def health() -> Response:
    """Whether the hub answers, and how the drive stands."""
    state, places = site().drive_board.desk.state(), site().places
    told = {"ok": True, "phase": state.phase, "hand": len(state.hands), "seq": state.seq}
    return as_json({**told, "viewers": places.taken, "places": places.most})
