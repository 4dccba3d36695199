"""The rulings of a game: a page and a table (CSV) that list them, and one ruling with the reasons behind it."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response

from engine.ruled import RulingLine, ruling_lines
from web import drawing
from web.roles import Role, needs
from web.ruled import defines, definitions, explains, list_lines, rule_behind, shown
from web.screen import names_of
from web.site import failed, language, may_act, render, site, tell

blueprint = Blueprint("rulings", __name__)

COLUMNS = (
    "number", "time", "table time", "deal", "word", "before", "act", "laid by", "challenged by", "ruling", "verdict",
    "reason", "meant", "master", "fine", "rule", "list", "list version", "list words", "list hash", "ruled by", "why",
    "overruled by", "overruled to", "overruled why", "picture before", "picture after", "confidence",
    "card confidences", "undone",
)  # fmt: skip
"""The columns of the CSV; they keep their English names, since programs read them."""


@blueprint.get("/rulings")
@needs(Role.VIEWER)
def rulings() -> str:
    """Every challenge and what was ruled, newest first."""
    table = site().table
    state = table.state()
    lines = list(reversed(ruling_lines(table.recorded())))[:200]
    why, names = explains(state, may_act()), names_of(state)
    return render(
        "rulings.html",
        lines=[shown(language(), line, names, why) for line in lines],
        values=drawing.values(state.pack),
        lists=list_lines(language(), state.word_list),
        means=definitions(lines) if defines(state) else {},
        why=why,
    )


@blueprint.get("/ruling/<int:seq>")
@needs(Role.VIEWER)
def ruling(seq: int) -> Any:
    """One ruling: which list and rule decided, the nearest words, and how surely the cards were read."""
    table = site().table
    state = table.state()
    line = next((one for one in ruling_lines(table.recorded()) if one.seq == seq), None)
    if line is None:
        return failed(404, tell("play.unknown", number=seq if seq < 1_000_000_000 else "…"))
    why = explains(state, may_act())
    return render(
        "ruling.html",
        line=shown(language(), line, names_of(state), why),
        values=drawing.values(state.pack),
        means=definitions([line]) if defines(state) else {},
        why=why,
    )


@blueprint.get("/rulings.csv")
@needs(Role.VIEWER)
def as_csv() -> Response:
    """Every ruling as a line of a table, oldest first; the reasons only for who may see them."""
    table = site().table
    state = table.state()
    why, names = explains(state, may_act()), names_of(state)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for line in ruling_lines(table.recorded()):
        writer.writerow([_cell(value) for value in _row(line, names, why)])
    answer = Response(out.getvalue(), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = "attachment; filename=rulings.csv"
    return answer


def _row(line: RulingLine, names: Mapping[str, str], why: bool) -> list[object]:
    event, play, later = line.event, line.play, line.overruled
    pictures = [*(play.pictures if play is not None else ()), "", ""]
    list_ = event.words if why else {}
    letters = event.master.get("letters", ())
    told = [
        line.seq, line.at, round(event.t, 3), line.deal, event.word, play.before if play else "",
        play.act if play else "", names.get(event.player or "", event.player), names.get(event.seat or "", event.seat),
        event.ruling, event.verdict,
    ]  # fmt: skip
    return [
        *told,
        event.reason,
        " ".join(event.meant) if why else "",
        " ".join("".join(map(str, one)) if isinstance(one, (list, tuple)) else str(one) for one in letters),
        event.fine,
        rule_behind("en", event) if why else "",
        *(list_.get(name, "") for name in ("name", "version", "words", "hash")),
        event.by,
        event.why,
        later.by if later else "",
        later.verdict if later else "",
        later.why if later else "",
        *pictures[:2],
        play.confidence if play else "",
        " ".join(f"{sure:.3f}" for sure in play.confidences) if play else "",
        "undone" if line.gone else "",
    ]


def _cell(value: object) -> object:
    """Gives a cell that no spreadsheet takes for a formula: names and reasons are what people typed."""
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return "'" + value
    return "" if value is None else value
