"""What every page of one Steward shares: the table, who the reader is, and the two ways an answer is given."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any

from flask import Response, current_app, flash, g, get_flashed_messages, redirect, render_template, request, session
from werkzeug.wrappers import Response as BaseResponse

from engine import events as e
from engine.drive import events as drive_events
from engine.state import TableState
from web import guard, texts
from web.accounts import Accounts, code_of, fits, plain
from web.drive.live import DriveBoard
from web.house import House, NoHouse
from web.live import Board, Places, Viewer
from web.roles import Role
from web.table import Table

LOOKS = ("auto", "light", "dark", "hall")

TABLE, DRIVE, BOTH = "table", "drive", ""

PAGES = (
    ("/", "table", Role.VIEWER, TABLE),
    ("/scores", "scores", Role.VIEWER, TABLE),
    ("/history", "history", Role.VIEWER, TABLE),
    ("/rulings", "rulings", Role.VIEWER, TABLE),
    ("/statistics", "statistics", Role.VIEWER, TABLE),
    ("/players", "players", Role.VIEWER, TABLE),
    ("/words", "words", Role.VIEWER, TABLE),
    ("/rules", "rules", Role.VIEWER, TABLE),
    ("/packs", "packs", Role.VIEWER, TABLE),
    ("/drive", "drive", Role.VIEWER, DRIVE),
    ("/drive/card", "card", Role.PLAYER, DRIVE),
    ("/drive/desk", "desk", Role.STEWARD, DRIVE),
    ("/drive/organiser", "organiser", Role.ORGANISER, DRIVE),
    ("/drive/hall", "hall", Role.VIEWER, DRIVE),
    ("/drive/standings", "standings", Role.VIEWER, DRIVE),
    ("/print", "print", Role.VIEWER, BOTH),
    ("/mount", "mount", Role.STEWARD, TABLE),
    ("/doctor", "health", Role.STEWARD, TABLE),
    ("/help", "help", Role.VIEWER, TABLE),
)
"""The pages in the menu of every page: address, name in the text ``nav.NAME``, who may see it, and what it needs."""


@dataclass(frozen=True, slots=True)
class Site:
    """The parts that pages work with; ``names`` are the host names this Steward answers to,
    ``demos`` the recordings that may be started from the page. ``lockout`` counts wrong passwords and codes by client,
    ``brake`` by account, ``ended`` the sessions that were signed out. ``authority`` is the certificate that phones
    trust this machine by (None: pages are not sent over TLS). A hub may have no table, and a table no drive."""

    places: Places
    pace: guard.Pace
    lockout: guard.Lockout
    brake: guard.Lockout
    ended: guard.Ended
    accounts: Accounts
    names: set[str]
    at_table: Table | None = None
    drawn_table: Board | None = None
    demos: tuple[str, ...] = ()
    drawn_drive: DriveBoard | None = None
    clock: Callable[[], float] = time.monotonic
    authority: bytes | None = None
    house: House = field(default_factory=NoHouse)

    @property
    def table(self) -> Table:
        """The table; only pages that a hub without one does not have ask for it."""
        assert self.at_table is not None
        return self.at_table

    @property
    def board(self) -> Board:
        """What draws the table."""
        assert self.drawn_table is not None
        return self.drawn_table

    @property
    def drive_board(self) -> DriveBoard:
        """What draws the drive; only the drive's pages ask for it."""
        assert self.drawn_drive is not None
        return self.drawn_drive

    def state(self) -> TableState:
        """How the table stands; on a hub without one, as a table that is not set up."""
        return TableState() if self.at_table is None else self.at_table.state()


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


@dataclass(frozen=True, slots=True)
class Reader:
    """Who asks: his role, what the journal calls him, and the seat, or the number in the drive, that a player acts
    for."""

    role: Role
    name: str
    seat: str | None = None
    number: int | None = None


def reader() -> Reader:
    """Gives who asks. Where no account was ever made, everybody (only this machine is let in) may do all."""
    found: Reader | None = g.get("reader")
    if found is None:
        g.reader = found = _reader()
    return found


def _reader() -> Reader:
    parts = site()
    if not parts.accounts.any():
        return Reader(Role.ORGANISER, "desk")
    if parts.ended.is_ended(str(session.get("id", ""))):
        return Reader(Role.VIEWER, "viewer")
    account = parts.accounts.find(str(session["account"])) if "account" in session else None
    if account is not None and session.get("mark") == account.mark():
        return Reader(account.role, account.name)
    return (reader_by(str(session["code"])) if "code" in session else None) or Reader(Role.VIEWER, "viewer")


def reader_by(code: str) -> Reader | None:
    """Gives the player whom a code stands for: at the table, or in the drive."""
    state = site().state()
    names = {player.seat: player.name for player in state.players}
    for seat, right in seat_codes().items():
        if fits(code, right):
            return Reader(Role.PLAYER, names[seat], seat)
    if (number := _by_code().get(plain(code))) is not None:
        players = site().drive_board.desk.state().players
        if number in players and players[number].left is None:
            return Reader(Role.PLAYER, players[number].name, number=number)
    return None


def seat_codes() -> dict[str, str]:
    """Gives the code of each seat. Another game, or another player on a seat, has other codes."""
    if site().at_table is None:
        return {}
    state, recorded = site().table.state(), site().table.recorded()
    opened = next((item for item in reversed(recorded) if isinstance(item.event, e.Opened)), None)
    game = "" if opened is None else f"{opened.at} {opened.seq}"
    return {player.seat: code_of(_secret(), game, player.seat, player.name) for player in state.players}


def drive_codes() -> dict[int, str]:
    """Gives the code of each player of the drive by his number. Another drive has other codes."""
    if site().drawn_drive is None:
        return {}
    desk = site().drive_board.desk
    first = desk.recorded()[:1]
    drive = f"{first[0].at} {first[0].event.seed}" if first and isinstance(first[0].event, drive_events.Created) else ""
    return dict(_codes_of(_secret(), drive, frozenset(desk.state().players)))


def _by_code() -> Mapping[str, int]:
    return {plain(code): number for number, code in drive_codes().items()}


@lru_cache(maxsize=4)
def _codes_of(secret: bytes, drive: str, numbers: frozenset[int]) -> Mapping[int, str]:
    return {number: code_of(secret, "drive", drive, str(number)) for number in numbers}


def _secret() -> bytes:
    secret = current_app.secret_key
    return secret.encode() if isinstance(secret, str) else secret or b""


def pages() -> list[tuple[str, str]]:
    """Gives the address and name of the pages that the reader may see here."""
    here = {BOTH, TABLE if site().at_table is not None else BOTH, DRIVE if site().drawn_drive is not None else BOTH}
    found = [(address, name) for address, name, role, part in PAGES if part in here and may(role)]
    return [page for page in found if page[1] != "card" or reader().number is not None]


def may(role: Role) -> bool:
    """Tells whether the reader has a role, or a higher one."""
    return reader().role >= role


def may_act() -> bool:
    """Tells whether the reader may change anything at the table, whoever's it is."""
    return may(Role.STEWARD)


def viewer() -> Viewer:
    """Gives what the live page of the reader depends on."""
    return Viewer(language(), may_act(), reader().seat)


def actor() -> str:
    """Gives who acts, as the journal writes it."""
    return reader().name


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
        "me": reader(),
        "roles": Role,
        "needs_password": site().accounts.any(),
        "pages": pages(),
        "at_table": site().at_table is not None,
        "in_drive": site().drawn_drive is not None,
        "here": request.path,
        "part": request.args.get("part") == "1",
        "secure": request.is_secure,
    }
    return render_template(template, **common, **values)


def done(sentence: str, back: str = "/", **data: Any) -> BaseResponse:
    """Answers a change that was made: JSON for a script, else the page ``back`` with the sentence."""
    if wants_json():
        return as_json({"said": sentence, **data})
    flash(sentence)
    return redirect(back, 303)


def failed(status: int, sentence: str, *, wait: float = 0.0, **data: Any) -> Response:
    """Answers what could not be done, with one sentence; ``wait`` is the seconds after which to try again."""
    if wants_json():
        answer = as_json({"error": sentence, **data}, status)
    else:
        page = render("wrong.html", sentence=sentence, sign_in=data.get("reason") == "sign in")
        answer = Response(page, status, content_type="text/html; charset=utf-8")
    if wait:
        answer.headers["Retry-After"] = str(max(1, round(wait + 0.5)))
    return answer
