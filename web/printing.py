"""The page that gives the sheets to print, and the sheets themselves as PDF."""

from __future__ import annotations

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as BaseResponse

from engine.markers import MATS
from web import codes
from web.fields import BadField, Fields
from web.roles import Role, needs
from web.site import client, drive_codes, failed, language, may, render, site, tell
from web.texts import LANGUAGES

blueprint = Blueprint("printing", __name__)

PAPERS = ("a4", "letter")
PACKS = ("lexicon", "lexicon-us", "lexicon-fr", "anagrams", "bobs", "wonderland")
FOR_TABLE = ("pack", "mat", "cards", "board")
FOR_DRIVE = ("badges", "score", "numbers", "steward", "results")
LONGEST_LIST = 40_000
"""Letters of a list of players at most."""


@blueprint.get("/print")
@needs(Role.VIEWER)
def page() -> str:
    """All sheets, with what can be chosen for them."""
    state = site().state()
    return render(
        "print.html",
        papers=PAPERS,
        packs=PACKS,
        mats=tuple(MATS),
        for_table=FOR_TABLE,
        for_drive=FOR_DRIVE,
        names=[player.name for player in state.players],
        own_pack=state.pack if state.pack in PACKS else "lexicon",
        drive=site().drawn_drive is not None and may(Role.STEWARD),
    )


@blueprint.route("/print/<sheet>.pdf", methods=["GET", "POST"])
@needs(Role.VIEWER)
def pdf(sheet: str) -> BaseResponse:
    """One sheet as PDF. Nothing is changed by it; a list of players may be too long for an address."""
    from web.sheets.order import SHEETS, Order, printed
    from web.sheets.roll import BadLine, read_roll, read_standings

    if sheet not in SHEETS:
        return failed(404, tell("wrong.404"))
    if request.method == "GET" and (wait := site().pace.wait(client())):
        return failed(429, tell("wrong.429", seconds=max(1, round(wait + 0.5))), wait=wait)
    fields = Fields(request.values.to_dict(), site().state())
    try:
        players = read_roll(_lines("players"))
        order = Order(
            sheet=sheet,
            paper=fields.choice("paper", PAPERS, "a4"),
            language=fields.choice("language", tuple(LANGUAGES), language()),
            pack=fields.choice("pack", PACKS, "lexicon"),
            backs=fields.text("backs") != "no",
            size=fields.choice("size", tuple(MATS), "a2"),
            whole=sheet == "mat" and fields.text("whole") is not None,
            players=players,
            standings=read_standings(_lines("points")),
            stewards=tuple(line.strip()[:40] for line in _lines("stewards").splitlines() if line.strip())[:40],
            tables=fields.whole("tables", 1, 200) or max(1, -(-len(players) // 4)),
            hands=fields.whole("hands", 1, 12) or 8,
            title=fields.text("title", 60) or "",
        )
        made = printed(order)
    except BadField as error:
        return failed(400, error.told(tell), field=error.field)
    except BadLine as error:
        return failed(400, tell(error.key, **error.values))
    answer = Response(made, content_type="application/pdf")
    answer.headers["Content-Disposition"] = f"attachment; filename={sheet}.pdf"
    return answer


@blueprint.get("/print/drive/<sheet>.pdf")
@needs(Role.STEWARD)
def of_the_drive(sheet: str) -> BaseResponse:
    """One sheet of the drive as it stands. Badges hold each player's code, so they are the organiser's."""
    from web.drive.sheets import SHEETS, drive_sheet

    if sheet not in SHEETS or site().drawn_drive is None:
        return failed(404, tell("wrong.404"))
    if sheet == "badges" and not may(Role.ORGANISER):
        return failed(403, tell("wrong.403.organiser"), reason="sign in")
    if wait := site().pace.wait(client()):
        return failed(429, tell("wrong.429", seconds=max(1, round(wait + 0.5))), wait=wait)
    state = site().drive_board.desk.state()
    if not state.players:
        return failed(409, tell("print.bad.players"))
    paper = request.args.get("paper", "a4")
    links = {number: codes.link(request, f"/join/{code}") for number, code in drive_codes().items()}
    made = drive_sheet(sheet, state, paper if paper in PAPERS else "a4", language(), links)
    answer = Response(made, content_type="application/pdf")
    answer.headers["Content-Disposition"] = f"attachment; filename={sheet}.pdf"
    return answer


def _lines(name: str) -> str:
    text = request.values.get(name, "")
    if len(text) > LONGEST_LIST:
        raise BadField(name, "long", limit=LONGEST_LIST)
    return text
