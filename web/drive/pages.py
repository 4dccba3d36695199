"""The drive's addresses: what everybody sees, the organiser's and steward's screens, score cards, and the acts."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, redirect, request, session
from werkzeug.wrappers import Response as BaseResponse

from engine.drive.results import results_csv, results_json
from engine.drive.rules import CHOICES, as_mapping
from engine.drive.view import shown_table
from engine.errors import BadSettings, Refused, StewardError
from web import codes, guard, stream, texts
from web.acting import entered, sentence_of
from web.drive.acts import ACTS, Asked, own
from web.drive.live import DriveBoard, Onlooker
from web.drive.screens import PAGES
from web.fields import BadField
from web.roles import Role, needs
from web.site import as_json, done, drive_codes, failed, language, may, reader, render, site, tell

blueprint = Blueprint("drive", __name__, url_prefix="/drive")

CODES_A_PAGE = 24


def board() -> DriveBoard:
    """Gets what draws the drive's pages."""
    return site().drive_board


def _page(name: str, about: str = "", **more: str) -> str:
    """Gives a page whole, as it stands now, with what only this page needs; the stream then keeps it right."""
    drawn, seen = board(), Onlooker(name, language(), reader().role, about)
    desk = drawn.desk
    version = desk.wait(0, 0.0)
    state = desk.state()
    asked = f"page={name}&about={about}"
    return render(
        f"drive/{name}.html",
        page=name,
        about=about,
        title=state.name or tell("drive.none"),
        regions={name: _with_token(html) for name, html in drawn.drawn(version, seen).regions.items()},
        stewards=drawn.screen().stewards,
        version=version,
        seq=state.seq,
        now=desk.now(),
        speed=drawn.pulse()["speed"],
        # Score cards are looked at by everybody at once: they look now and then, and take no place in the stream.
        events="" if name == "card" else f"/drive/events?{asked}",
        poll=f"/drive/live?{asked}",
        **more,
    )


def _with_token(html: str) -> str:
    """Gives a region with the reader's token in its forms; the region itself is drawn once for all who see the same."""
    return html.replace('name="token" value=""', f'name="token" value="{guard.token_of(session)}"')


@blueprint.get("")
@needs(Role.VIEWER)
def home() -> str:
    """How the drive stands, where everybody sits, and the first places."""
    return _page("home")


@blueprint.get("/hall")
@needs(Role.VIEWER)
def hall() -> str:
    """The wall of the hall; while places are taken, with the code by which a phone finds its player's."""
    return _page("hall", code=codes.drawn(codes.link(request, "/drive")) if site().accounts.any() else "")


@blueprint.get("/standings")
@needs(Role.VIEWER)
def standings() -> str:
    """Everybody's place."""
    return _page("standings")


@blueprint.get("/organiser")
@needs(Role.ORGANISER)
def organiser() -> str:
    """What the organiser does next, and which tables are missing."""
    return _page("organiser")


@blueprint.get("/desk")
@needs(Role.STEWARD)
def desk() -> str:
    """A steward's tables; his own at first, if he is named as one."""
    given = request.args.get("of")
    names = board().desk.state().stewards
    about = (reader().name if reader().name in names else "") if given is None else given if given in names else ""
    return _page("desk", about)


@blueprint.get("/card")
@needs(Role.PLAYER)
def card() -> str | BaseResponse:
    """A player's own score card."""
    number = reader().number
    if number is None:
        return redirect("/drive")
    return _page("card", f"player {number}")


@blueprint.get("/card/<int:number>")
@needs(Role.STEWARD)
def card_of(number: int) -> str:
    """Any player's score card, for stewards."""
    if number not in board().desk.state().players:
        abort(404)
    return _page("card", f"player {number}")


def _onlooker() -> Onlooker | Response:
    """Gives whom a stream is for; nobody gets a page in it that he would not get whole."""
    page, about, me = request.args.get("page", ""), request.args.get("about", "")[:80], reader()
    needed = {"organiser": Role.ORGANISER, "desk": Role.STEWARD, "card": Role.PLAYER}.get(page, Role.VIEWER)
    if page not in PAGES:
        return failed(404, tell("wrong.404"))
    own_card = page != "card" or about == f"player {me.number}"
    if not may(needed) or not (own_card or may(Role.STEWARD)):
        return failed(403, tell("wrong.403"), reason="sign in")
    if page == "card":
        number = about.removeprefix("player ")
        if not (number.isascii() and number.isdecimal() and int(number[:6]) in board().desk.state().players):
            return failed(404, tell("wrong.404"))
    elif page != "desk" or about not in board().desk.state().stewards:
        about = ""
    return Onlooker(page, language(), me.role, about)


@blueprint.get("/events")
@needs(Role.VIEWER)
def events() -> Response:
    """The live stream of one page; see :func:`web.watching.events`."""
    seen = _onlooker()
    if isinstance(seen, Response):
        return seen
    if not site().places.take():
        return failed(503, tell("wrong.full"), wait=9.0, reason="full")
    after = stream.seq_of(request.headers.get("Last-Event-ID") or request.args.get("after"))
    answer = Response(
        stream.stream(board(), seen, after),
        content_type="text/event-stream; charset=utf-8",
        headers={"X-Accel-Buffering": "no"},
    )
    answer.call_on_close(site().places.give_back)
    return answer


@blueprint.get("/live")
@needs(Role.VIEWER)
def live_json() -> Response:
    """One message of a page's stream as JSON."""
    seen = _onlooker()
    if isinstance(seen, Response):
        return seen
    drawn = board().drawn(board().desk.version(), seen)
    after = stream.seq_of(request.args.get("after"))
    told = board().news(drawn, {}, drawn.seq if after is None else after)
    return as_json({**told, **board().pulse()})


@blueprint.get("/table/<int:number>")
@needs(Role.PLAYER)
def table(number: int) -> str | Response:
    """One table of a hand: its totals to be entered, and for a steward fines and corrections."""
    state = board().desk.state()
    wanted = request.args.get("hand", "")
    latest = len(state.hands)
    hand = int(wanted) if wanted.isascii() and wanted.isdecimal() and 0 < int(wanted[:4]) <= latest else latest
    held = state.hands[hand - 1].tables.get(number) if latest else None
    me = reader()
    if held is None:
        return failed(404, tell("refused.no such table"))
    if me.role is Role.PLAYER and (hand != latest or me.number not in {player for _, player in held.chairs}):
        return failed(403, tell("wrong.seat"), reason="seat")
    begun = hand < latest or state.phase in ("running", "scoring", "break", "gathering", "over")
    one = shown_table(state, state.hands[hand - 1], held)
    hands = latest if may(Role.STEWARD) else 1
    return render("drive/table.html", one=one, hand=hand, hands=hands, enters=begun, fine=state.rules.fine)


@blueprint.get("/setup")
@needs(Role.ORGANISER)
def setup() -> str:
    """The drive's rules, players and stewards."""
    state = board().desk.state()
    players = sorted(state.players.values(), key=lambda one: (one.left is not None, one.number))
    return render("drive/setup.html", state=state, rules=as_mapping(state.rules), choices=CHOICES, players=players)


@blueprint.get("/codes")
@needs(Role.STEWARD)
def player_codes() -> str:
    """Each player's code, to be scanned or printed, some on a page."""
    state, found = board().desk.state(), drive_codes()
    numbers = sorted(number for number, player in state.players.items() if player.left is None)
    given = request.args.get("from", "")
    start = int(given[:6]) if given.isascii() and given.isdecimal() else 0
    start = min(start, len(numbers))
    lines = [
        (number, state.players[number].name, found[number], codes.drawn(codes.link(request, f"/join/{found[number]}")))
        for number in numbers[start : start + CODES_A_PAGE]
    ]
    after = start + CODES_A_PAGE if start + CODES_A_PAGE < len(numbers) else None
    before = max(0, start - CODES_A_PAGE) if start else None
    return render("drive/codes.html", lines=lines, before=before, after=after)


@blueprint.get("/results.csv")
@needs(Role.VIEWER)
def as_csv() -> Response:
    """The standings with every hand's points."""
    answer = Response(results_csv(board().desk.state()), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = "attachment; filename=results.csv"
    return answer


@blueprint.get("/results.json")
@needs(Role.VIEWER)
def results() -> Response:
    """The whole drive as it stands. Who only looks on is not told, before its end, what seats and cuts are drawn by,
    nor where he sits before that is announced."""
    state = board().desk.state()
    told = results_json(state)
    if state.phase != "over" and not may(Role.STEWARD):
        told["seed"] = None
        begun = told["hands"][:-1] if state.phase == "made" else told["hands"]
        told["hands"] = [{**hand, "seed": None} for hand in begun]
    return as_json(told)


@blueprint.post("/act/<name>")
@needs(Role.PLAYER)
def act(name: str) -> BaseResponse:
    """Puts an act to the drive; each has its own role in :data:`web.drive.acts.ACTS`."""
    if name not in ACTS:
        return failed(404, tell("wrong.act", act=name[:40]))
    way, me, one = ACTS[name], reader(), board().desk
    if not may(way.needs):
        return failed(403, tell("wrong.403"), reason="sign in")
    state = one.state()
    try:
        command = way.make(Asked(entered(), state, one.now(), me.name))
        if me.role is Role.PLAYER:
            owned = None if me.number is None else own(command, me.number, state)
            if owned is None:
                return failed(403, tell("wrong.seat"), reason="seat")
            command = owned
        recorded = one.act(command)
    except BadField as error:
        return failed(400, error.told(tell), field=error.field)
    except Refused as error:
        return failed(409, _refusal(error), reason=error.reason)
    except BadSettings as error:
        return failed(400, sentence_of(error))
    except StewardError as error:
        return failed(409, sentence_of(error))
    said = tell(f"drive.done.{way.said}") if recorded else tell("done.nothing")
    return done(said, back=_back(), seqs=[item.seq for item in recorded])


def _refusal(error: Refused) -> str:
    """Gives a refusal in the reader's language; the engine's own English is more exact about numbers and names."""
    return sentence_of(error) if language() == "en" else texts.known(language(), f"refused.{error.reason}", str(error))


def _back() -> str:
    """Gives where a form without scripts came from, among the drive's pages."""
    path = urlsplit(request.headers.get("Referer", "")).path
    return path if path.startswith("/drive") and "\\" not in path and "//" not in path else "/drive"
