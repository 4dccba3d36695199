"""The pages as an app on a phone: how it is installed, what it says where the Steward is out of reach, and the code
that brings another phone here."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, render_template, request

from web import codes, sending, texts
from web.roles import Role, needs
from web.site import as_json, language, render, site

blueprint = Blueprint("installing", __name__)

PAPER = "#e9e3d3"
"""The ground of the light look, as ``--table`` has it."""


def asked_language() -> str:
    """Gives the language that an address asks for: what is installed is fetched without the reader's cookies."""
    asked = request.args.get("language", "")
    return asked if asked in texts.LANGUAGES else language()


@blueprint.get("/manifest.webmanifest")
@needs(Role.VIEWER)
def manifest() -> Response:
    """What a browser needs to install the pages as an app."""
    speaks, static = asked_language(), sending.kept_at()
    told: dict[str, Any] = {
        "id": "/",
        "name": texts.say(speaks, "app"),
        "short_name": texts.say(speaks, "app"),
        "description": texts.say(speaks, "app.about"),
        "lang": speaks,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": PAPER,
        "background_color": PAPER,
        "icons": [
            {"src": f"{static}/icon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": f"{static}/icon-192.png", "sizes": "192x192", "type": "image/png"},
            {"src": f"{static}/icon-512.png", "sizes": "512x512", "type": "image/png"},
            {"src": f"{static}/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
    }
    answer = as_json(told)
    answer.content_type = "application/manifest+json"
    return answer


@blueprint.get("/service-worker.js")
@needs(Role.VIEWER)
def service_worker() -> Response:
    """The script that shows the offline notice. It keeps that notice and its style, and no page of the table."""
    kept = (
        f"{sending.kept_at()}/offline.js",
        f"{sending.kept_at()}/steward.css",
        f"/offline?language={asked_language()}",
    )
    return Response(render_template("service-worker.js", kept=kept), content_type="text/javascript; charset=utf-8")


@blueprint.get("/offline")
@needs(Role.VIEWER)
def offline() -> Response:
    """What a phone shows where the Steward cannot be reached: the same for everybody, so that it may be kept."""
    speaks = asked_language()

    def t(key: str) -> str:
        return texts.say(speaks, key)

    return Response(render_template("offline.html", lang=speaks, t=t), content_type="text/html; charset=utf-8")


@blueprint.get("/phone")
@needs(Role.VIEWER)
def phone() -> str:
    """The code that a phone scans to look on, and the certificate that it trusts this machine by."""
    address = codes.link(request, "/" if site().at_table is not None else "/drive")
    trusts = request.is_secure and site().authority is not None
    return render("phone.html", address=address, drawing=codes.drawn(address), trusts=trusts)
