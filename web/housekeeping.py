"""The pages of the house: words, house rules, players, packs, the camera's mounting and health."""

from __future__ import annotations

import re
from dataclasses import fields as fields_of
from typing import Any

from flask import Blueprint, flash, redirect, request
from werkzeug.wrappers import Response

from engine import ruled as engine_ruled
from engine.errors import StewardError
from engine.figures import figures
from engine.rules import CHOICES, MOST, PRESETS, RANGES, HouseRules
from engine.state import TableState
from engine.words.definitions import define
from web import drawing, games
from web.actions import SEATS
from web.fields import BadField, Fields
from web.house import Finding
from web.roles import Role, needs
from web.ruled import list_lines
from web.screen import names_of
from web.site import as_json, done, failed, language, may_act, render, site, tell, wants_json

blueprint = Blueprint("housekeeping", __name__)

PICTURE_BYTES = 12 * 1024 * 1024
"""A picture of a pack that is enrolled; anything else that is sent here is far smaller."""
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
MOST_LETTERS = 200


def lookup_open(state: TableState, steward: bool) -> bool:
    """Tells whether words may be looked up: by a signed-in steward always, by others only while no word that lies can
    be challenged any more."""
    waits = state.phase == "count" and state.last is not None and state.last.open
    return steward or not (state.phase == "play" or waits)


def _signed_in() -> bool:
    return site().accounts.any() and may_act()


@blueprint.get("/words")
@needs(Role.VIEWER)
def words() -> Any:
    """The lists in force, the club's words, and a look-up that is closed while a hand is in play."""
    parts = site()
    state = parts.table.state()
    is_open = lookup_open(state, _signed_in())
    asked = Fields(request.args.to_dict(), state).word("word")
    found, meaning, problem = None, None, ""
    if asked and is_open:
        try:
            found = dict(parts.house.look_up(asked, state.language, state.rules))
            meaning = define(asked) if state.language == "en" and "*" not in asked else None
        except StewardError as error:
            problem = str(error)
    return render(
        "words.html",
        state=state,
        open=is_open,
        asked=asked,
        found=found,
        meaning=meaning,
        problem=problem,
        values=drawing.values(state.pack),
        lists=list_lines(language(), state.word_list),
        own=parts.house.own_words(state.language),
        rulings=len(engine_ruled.ruling_lines(parts.table.recorded())),
    )


@blueprint.post("/words")
@needs(Role.STEWARD)
def change_words() -> Response:
    """Adds, bars or drops words of the house."""
    parts = site()
    state = parts.table.state()
    sent = Fields(request.form.to_dict(), state)
    act, chosen = sent.choice("act", ("add", "bar", "drop")), sent.words("words")
    if not chosen:
        raise BadField("words", "missing")
    if any("*" in word for word in chosen):
        raise BadField("words", "word")
    try:
        parts.house.change_words(act, chosen, state.language)
    except StewardError as error:
        return failed(409, str(error))
    return _back("/words", tell("words.changed"))


@blueprint.get("/rules")
@needs(Role.VIEWER)
def rules() -> str:
    """The house rules in force, each beside the rule book's."""
    state = site().table.state()
    own = getattr(state.own, "rules", None)
    book = PRESETS[state.rules.preset]
    return render(
        "rules.html",
        state=state,
        title=games.title(state.game, language()),
        lines=[] if own is not None else rule_lines(state.rules, book),
        own=[] if own is None else [(item.name, getattr(own, item.name)) for item in fields_of(own)],
        may_change=may_act() and own is None and state.phase in ("closed", "ready", "over") and len(state.players) > 1,
    )


def rule_lines(now: HouseRules, book: HouseRules) -> list[dict[str, Any]]:
    """Gives each rule with its value, the rule book's, and what it may be."""
    lines = []
    for item in fields_of(HouseRules):
        value, usual = getattr(now, item.name), getattr(book, item.name)
        if item.name == "preset":
            continue
        kind = "yes" if isinstance(usual, bool) else "choice" if item.name in CHOICES else "number"
        least, most = RANGES.get(item.name, (0, MOST))
        lines.append(
            {
                "name": item.name,
                "value": value,
                "usual": usual,
                "changed": value != usual,
                "kind": kind,
                "choices": CHOICES.get(item.name, ()),
                "least": least,
                "most": most,
                "step": "1" if isinstance(usual, int) else "any",
            }
        )
    return lines


@blueprint.get("/players")
@needs(Role.VIEWER)
def players() -> str:
    """Who sits where, and how each has done."""
    table = site().table
    state = table.state()
    tongue = language()
    found = figures(table.recorded())
    from engine.games import game_names

    return render(
        "players.html",
        state=state,
        seats=SEATS,
        games=[(name, games.title(name, tongue)) for name in game_names()],
        lines=[(player, found.get(player.seat)) for player in state.players],
        names=names_of(state),
    )


@blueprint.get("/packs")
@needs(Role.VIEWER)
def packs() -> Any:
    """The packs there are, and the one that is being enrolled."""
    house = site().house
    name = request.args.get("name", "")
    if name and not NAME.fullmatch(name):
        return failed(400, tell("packs.name"))
    listed = house.packs()
    return render("packs.html", packs=listed, name=name, enrolment=house.enrolment(name) if name else None)


@blueprint.post("/packs/picture")
@needs(Role.STEWARD)
def picture_of_a_pack() -> Response:
    """Looks at one more picture of a pack, and tells what was read on it and what is still missing."""
    parts = site()
    sent = Fields(request.form.to_dict(), parts.table.state())
    name = sent.needed("name", 40)
    if not NAME.fullmatch(name):
        return failed(400, tell("packs.name"), field="name")
    file = request.files.get("picture")
    data = file.read(PICTURE_BYTES + 1) if file is not None else b""
    if not data:
        raise BadField("picture", "missing")
    try:
        found = parts.house.lay_out(name, data, sent.text("letters", MOST_LETTERS) or "")
    except StewardError as error:
        return failed(409, str(error))
    if wants_json():
        last = found.pictures[-1]
        return as_json(
            {
                "said": tell("packs.looked", number=last.cards),
                "problem": last.problem,
                "letters": last.letters,
                "seen": dict(found.seen),
                "missing": list(found.missing),
            }
        )
    return redirect(f"/packs?name={name}", 303)


@blueprint.post("/packs/enrol")
@needs(Role.STEWARD)
def enrol() -> Response:
    """Learns a pack from the pictures that were shown, or throws them away."""
    parts = site()
    sent = Fields(request.form.to_dict(), parts.table.state())
    name = sent.needed("name", 40)
    if not NAME.fullmatch(name):
        return failed(400, tell("packs.name"), field="name")
    if sent.choice("act", ("learn", "forget"), "learn") == "forget":
        parts.house.forget(name)
        return _back("/packs", tell("packs.forgotten"))
    try:
        said = parts.house.enrol(name, sent.choice("like", tuple(pack.name for pack in parts.house.packs()), "letters"))
    except StewardError as error:
        return failed(409, str(error))
    return _back("/packs", said)


@blueprint.get("/doctor")
@needs(Role.STEWARD)
def health_page() -> str:
    """How the machine does: a line for each part, and what to do."""
    parts = site()
    status = dict(parts.table.status())
    return render(
        "health.html",
        findings=parts.house.health(language()),
        watch=str(status.get("watch") or "waiting"),
        camera=status.get("camera"),
        age=status.get("frame_age"),
        viewers=parts.places.taken,
        places=parts.places.most,
        state=parts.table.state(),
    )


@blueprint.get("/mount")
@needs(Role.STEWARD)
def mount_page() -> str:
    """How the camera hangs: a line for each thing, and what to do, beside the newest picture."""
    parts = site()
    problem = ""
    findings: tuple[Finding, ...] = ()
    try:
        findings = parts.house.mounting(language())
    except StewardError as error:
        problem = str(error)
    seen = parts.table.picture(None) is not None
    return render("mount.html", findings=findings, problem=problem, seen=seen, state=parts.table.state())


def _back(address: str, sentence: str) -> Response:
    if wants_json():
        return done(sentence)
    flash(sentence)
    return redirect(address, 303)
