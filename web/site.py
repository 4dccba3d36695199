"""What every page of one Steward shares: the table, who the reader is, and the two ways an answer is given."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Response, current_app, flash, get_flashed_messages, redirect, render_template, request, session
from werkzeug.wrappers import Response as BaseResponse

from web import guard, texts
from web.live import Board, Places
from web.table import Table

LOOKS = ("auto", "light", "dark", "hall")

PAGES = (
    ("/", "table"), ("/scores", "scores"), ("/history", "history"), ("/rulings", "rulings"),
    ("/statistics", "statistics"), ("/print", "print"), ("/help", "help"),
)  # fmt: skip
"""The pages in the menu of every page, by their address; each has its name in the text ``nav.NAME``."""


@dataclass(frozen=True, slots=True)
class Site:
    """The parts that pages work with; ``names`` are the host names this Steward answers to,
    ``demos`` the recordings that may be started from the page."""

    table: Table
    board: Board
    places: Places
    pace: guard.Pace
    lockout: guard.Lockout
    password_hash: str | None
    demos: tuple[str, ...]
    names: set[str]
    clock: Callable[[], float] = time.monotonic


def site() -> Site:
    """Gets the parts of the running application."""
    found: Site = current_app.extensions["steward"]
    return found


def language() -> str:
    """Gives the reader's language: as chosen on the page, else as the browser asks, else English."""
    chosen = request.cookies.get("language", "")
    return chosen if chosen in texts.LANGUAGES else texts.best([code for code, _ in request.accept_languages])


def look() -> str:
    """Gives the look the reader chose; ``auto`` follows the device."""
    chosen = request.cookies.get("look", "auto")
    return chosen if chosen in LOOKS else "auto"


def tell(key: str, **values: object) -> str:
    """Gives a text in the reader's language."""
    return texts.say(language(), key, **values)


def client() -> str:
    """Gives what clients are told apart by: their address."""
    return request.remote_addr or "?"


def steward_mark(password_hash: str) -> str:
    """Gives what a signed-in session holds; another password makes it worthless."""
    return hashlib.sha256(b"steward" + password_hash.encode()).hexdigest()[:24]


def may_act() -> bool:
    """Tells whether the reader may change anything: everybody may where no password is set."""
    password_hash = site().password_hash
    return password_hash is None or session.get("steward") == steward_mark(password_hash)


def actor() -> str:
    """Gives who acts, as the journal writes it."""
    return "desk" if site().password_hash is None else "steward"


def wants_json() -> bool:
    """Tells whether the asker wants JSON: a script of ours, or a program."""
    if request.path.startswith("/api/") or request.is_json:
        return True
    kinds = request.accept_mimetypes
    return kinds["application/json"] > kinds["text/html"]


def as_json(data: Mapping[str, Any], status: int = 200) -> Response:
    """Gives a JSON answer; what JSON cannot hold is written as text rather than failing a page."""
    body = json.dumps(data, default=_plain, separators=(",", ":"))
    return Response(body, status, content_type="application/json")


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, (set, frozenset)) else str(value)


def render(template: str, **values: Any) -> str:
    """Renders a page with what every page needs."""
    speaks = language()
    said = " ".join(str(line) for line in get_flashed_messages())
    common: dict[str, Any] = {
        "lang": speaks,
        "look": look(),
        "tongues": [(code, book["language"]) for code, book in texts.LANGUAGES.items() if book],
        "t": partial(texts.say, speaks),
        "known": partial(texts.known, speaks),
        "counted": partial(texts.counted, speaks),
        "token": guard.token_of(session),
        "said": said,
        "may_act": may_act(),
        "needs_password": site().password_hash is not None,
        "pages": PAGES,
        "here": request.path,
        "part": request.args.get("part") == "1",
    }
    return render_template(template, **common, **values)


def done(sentence: str, **data: Any) -> BaseResponse:
    """Answers a change that was made: JSON for a script, else back to the table with the sentence."""
    if wants_json():
        return as_json({"said": sentence, **data})
    flash(sentence)
    return redirect("/", 303)


def failed(status: int, sentence: str, *, wait: float = 0.0, **data: Any) -> Response:
    """Answers what could not be done, with one sentence; ``wait`` is the seconds after which to try again."""
    if wants_json():
        answer = as_json({"error": sentence, **data}, status)
    else:
        answer = Response(render("wrong.html", sentence=sentence), status, content_type="text/html; charset=utf-8")
    if wait:
        answer.headers["Retry-After"] = str(max(1, round(wait + 0.5)))
    return answer
