"""What can be looked at afterwards: the score sheet, a deal step by step and as a file, statistics, and the journal."""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from engine import events as e
from engine.deals import Deal, Step, deals, steps
from engine.events import to_json
from engine.figures import Figures, figures
from engine.journal_lines import Line
from engine.table import letter_of
from web import charts, drawing, sentences
from web.fields import BadField, Fields
from web.roles import Role, needs
from web.screen import SIGNS, names_of
from web.site import failed, language, render, site, tell
from web.texts import say

blueprint = Blueprint("looking_back", __name__)

MOST_SHARED = 24 * 1024 * 1024
"""Bytes of pictures that a shared file holds at most; later ones are left out."""


@blueprint.get("/scores")
@needs(Role.VIEWER)
def score_sheet() -> str:
    """The score sheet: a line a deal, a column a player."""
    one = site().table
    played = deals(one.recorded())
    return render("scores.html", deals=played, players=one.state().players, initials=one.state().rules.initials)


@blueprint.get("/statistics")
@needs(Role.VIEWER)
def statistics() -> str:
    """Charts of the game, each with its numbers beside it."""
    one = site().table
    recorded, names = one.recorded(), names_of(one.state())
    found, tongue = figures(recorded), language()
    called = {seat: sentences.seat_name(tongue, seat, names) for seat in found}
    lengths: Counter[int] = Counter()
    for player in found.values():
        lengths.update(player.lengths or {})
    dots, seconds = charts.dot_rows([(called[seat], player.turns, player.turn) for seat, player in found.items()])
    return render(
        "statistics.html",
        figures=[(called[seat], player) for seat, player in found.items()],
        scores=scores_chart(deals(recorded)),
        lengths=charts.bar_chart(lengths),
        dots=dots,
        seconds=seconds,
        values=drawing.values(one.state().pack),
        longest=longest_word(found),
        width=charts.WIDTH,
    )


def scores_chart(played: Sequence[Deal]) -> charts.LineChart | None:
    """Gives the running scores over the deals that are over; None before the first."""
    over = [deal for deal in played if deal.over]
    if not over:
        return None
    first = over[0]
    series = [
        (
            scored.name,
            [
                scored.score - scored.other - (scored.total or 0),
                *(line.score for deal in over for line in deal.scored if line.seat == scored.seat),
            ],
        )
        for scored in first.scored
    ]
    return charts.line_chart(series)


def longest_word(found: dict[str, Figures]) -> str:
    """Gives the longest word of all players, the first of its length."""
    return max((player.longest for player in found.values()), key=len, default="")


@blueprint.get("/deal/<int:seq>")
@needs(Role.VIEWER)
def deal(seq: int) -> Any:
    """One step of a deal: what happened, the table after it, and its pictures."""
    one = site().table
    recorded = one.recorded()
    walked = steps(recorded, seq)
    if not walked:
        return failed(404, tell("deal.unknown"))
    try:
        number = Fields(request.args.to_dict(), one.state()).whole("step", 1, 99_999) or 1
    except BadField as error:
        return failed(400, error.told(tell), field=error.field)
    number = min(number, len(walked))
    return render(
        "deal.html",
        seq=seq,
        number=number,
        count=len(walked),
        step=shown(language(), walked[number - 1]),
        deals=[(item.seq, item.number) for item in deals(recorded)],
    )


def shown(tongue: str, step: Step) -> dict[str, Any]:
    """Gives what a page shows of a step."""
    state, event = step.state, step.item.event
    names = names_of(state)
    return {
        "seq": step.item.seq,
        "time": sentences.minutes(event.t),
        "said": sentences.sentence(tongue, event, names),
        "sign": SIGNS.get(event.ruling, "asks") if isinstance(event, e.Ruled) else "",
        "words": [(word.text, sentences.seat_name(tongue, word.seat, names) if word.seat else "")
                  for word in state.words],
        "touched": (event.after or event.before or "") if isinstance(event, e.Moved) else "",
        "exposed": letter_of(state.exposed) if state.exposed else "",
        "players": [(player.name, player.cards, player.score, player.seat == state.turn) for player in state.players],
        "values": drawing.values(state.pack),
        "pictures": [drawing.picture_address(name) for name in getattr(event, "pictures", ())],
        "kept": list(getattr(event, "pictures", ())),
    }  # fmt: skip


@blueprint.get("/deal/<int:seq>.html")
@needs(Role.VIEWER)
def shared_deal(seq: int) -> BaseResponse:
    """A whole deal as one file that is read anywhere, pictures and all."""
    one = site().table
    walked = steps(one.recorded(), seq)
    if not walked:
        return failed(404, tell("deal.unknown"))
    room = MOST_SHARED
    told = []
    for step in walked:
        line = shown(language(), step)
        pictures = []
        for name in line["kept"]:
            jpeg = one.picture(name) or one.picture(name.removesuffix(".jpg"))
            if jpeg is not None and len(jpeg) <= room:
                room -= len(jpeg)
                pictures.append("data:image/jpeg;base64," + base64.b64encode(jpeg).decode())
        told.append({**line, "pictures": pictures})
    assert isinstance(walked[0].item.event, e.Dealt)
    style = (Path(__file__).parent / "static" / "shared.css").read_text(encoding="utf-8")
    page = render_template(
        "shared_deal.html",
        lang=language(),
        t=partial(say, language()),
        steps=told,
        number=walked[0].item.event.number,
        day=walked[0].item.at[:10],
        style=style,
    )
    answer = Response(page, content_type="text/html; charset=utf-8")
    answer.headers["Content-Disposition"] = f"attachment; filename=deal-{seq}.html"
    return answer


@blueprint.get("/journal.jsonl")
@needs(Role.STEWARD)
def journal() -> BaseResponse:
    """The journal as ``steward import`` takes it, for whoever may act at the table."""
    recorded = site().table.recorded()

    def lines() -> Iterator[str]:
        for item in recorded:
            event = json.dumps(to_json(item.event), ensure_ascii=False)
            yield Line(item.stream, item.seq, item.at, item.boot, event).to_json() + "\n"

    answer = Response(lines(), content_type="application/jsonl; charset=utf-8")
    answer.headers["Content-Disposition"] = "attachment; filename=journal.jsonl"
    return answer
