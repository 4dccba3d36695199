"""The pages people read: table, entry by hand, history, one play, help."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, request, session

from engine import events as e
from engine.deals import deals
from engine.games import game, game_names
from engine.games.protocol import Recorded
from engine.games.told import ToldGame
from engine.rulings import good_words
from engine.state import TableState
from engine.table import letter_of
from web import drawing, games, guard, live, screen, sentences
from web.actions import SEATS
from web.fields import BadField, Fields
from web.roles import Role, needs
from web.site import failed, language, may_act, render, site, tell, viewer

blueprint = Blueprint("pages", __name__)

PAGE = 60
"""Events on one page of the history."""


@blueprint.get("/")
@needs(Role.VIEWER)
def table() -> str:
    """The live table, whole: it can be read and acted on without scripts. Before a game is open, whoever may open
    one is asked who plays."""
    parts = site()
    one = parts.table
    if one.state().phase == "closed" and may_act():
        choice = [(name, games.title(name, language())) for name in game_names()]
        recorded = one.recorded()
        return render(
            "start.html",
            seats=SEATS,
            games=choice,
            values=drawing.values("lexicon"),
            seq=recorded[-1].seq if recorded else 0,
        )
    version = one.wait(0, 0.0)
    drawn = parts.board.drawn(version, viewer())
    seen = screen.build(language(), one.state(), one.recorded(), one.reading(), one.status(), one.view())
    token = guard.token_of(session)
    pulse = live.pulse(one, one.status())
    return render(
        "table.html",
        title=drawn.title,
        regions=parts.board.regions(seen, viewer(), drawn.picture, token),
        version=version,
        seq=seen.seq,
        now=pulse["now"],
        speed=pulse["speed"],
        frame_age="" if pulse["frame_age"] is None else pulse["frame_age"],
    )


@blueprint.get("/hand")
@needs(Role.VIEWER)
def by_hand() -> str:
    """Entry and correction of everything by hand."""
    one = site().table
    state, tongue = one.state(), language()
    choice = [(name, games.title(name, tongue)) for name in game_names()]
    if state.own is None:
        return render("hand.html", state=state, seats=SEATS, games=choice, letter=letter_of)
    return render(
        "game.html",
        state=state,
        seats=SEATS,
        games=choice,
        title=games.title(state.game, tongue),
        named=partial(games.named, state.game, tongue),
        acts=one.view()["acts"],
        hints=hints_for(state) if "hints" in request.args else (),
        has_hints=sees_hints(state),
    )


@blueprint.get("/games")
@needs(Role.VIEWER)
def rules_of_the_games() -> str:
    """The rules of each game."""
    tongue = language()
    pages = [
        {
            "name": name,
            "title": games.title(name, tongue),
            "lead": games.texts_of(name, tongue).get("lead"),
            "rules": games.rules_of(name, tongue),
        }
        for name in game_names()
    ]
    return render("games.html", every=pages)


def hints_for(state: TableState) -> tuple[str, ...]:
    """Gives what a game tells the steward alone, such as the captures that the list allows."""
    one = game(state.game)
    if not sees_hints(state) or not isinstance(one, ToldGame):
        return ()
    return one.hints(state, good_words(state.language))


def sees_hints(state: TableState) -> bool:
    """Whether the reader may see them: only who has signed in as steward, for nobody at the table is told unasked."""
    one = game(state.game)
    return isinstance(one, ToldGame) and one.has_hints and may_act() and site().accounts.any()


@blueprint.get("/help")
@needs(Role.VIEWER)
def help_page() -> str:
    """How to play hands-free, and what each sound means."""
    return render("help.html")


def _line(
    item: Recorded, recorded: tuple[Recorded, ...], gone: frozenset[int], names: dict[str, str]
) -> dict[str, Any]:
    event = item.event
    undone = None
    if isinstance(event, e.Undone) and event.seqs:
        first = next((one.event for one in recorded if one.seq == min(event.seqs)), None)
        undone = sentences.sentence(language(), first, names) if first is not None else None
    return {
        "seq": item.seq,
        "time": sentences.minutes(event.t),
        "said": sentences.sentence(language(), event, names, undone),
        "gone": item.seq in gone,
        "kind": event.type.replace(" ", "-"),
        "pictures": [drawing.picture_address(name) for name in getattr(event, "pictures", ())],
    }


@blueprint.get("/history")
@needs(Role.VIEWER)
def history() -> Any:
    """Everything that happened, newest first, a page at a time."""
    one = site().table
    try:
        before = Fields(request.args.to_dict(), one.state()).whole("before", 1, 999_999_999)
    except BadField as error:
        return failed(400, error.told(tell), field=error.field)
    recorded = one.recorded()
    gone, names = sentences.undone_numbers(recorded), screen.names_of(one.state())
    shown = [item for item in recorded if before is None or item.seq < before][-PAGE:]
    lines = [_line(item, recorded, gone, names) for item in reversed(shown)]
    older = lines[-1]["seq"] if lines and lines[-1]["seq"] > recorded[0].seq else None
    played = [(deal.seq, deal.number) for deal in deals(recorded)]
    return render("history.html", lines=lines, older=older, paged=before is not None, deals=played)


@blueprint.get("/play/<int:seq>")
@needs(Role.VIEWER)
def play(seq: int) -> Any:
    """One event with the pictures before and after it."""
    one = site().table
    recorded = one.recorded()
    item = next((entry for entry in recorded if entry.seq == seq), None)
    if item is None:
        number = str(seq) if seq < 1_000_000_000 else f"{str(seq)[:9]}…"
        return failed(404, tell("play.unknown", number=number))
    names = screen.names_of(one.state())
    event = item.event
    word = (event.after or event.before or "") if isinstance(event, e.Moved) else ""
    return render(
        "play.html",
        line=_line(item, recorded, sentences.undone_numbers(recorded), names),
        word=word,
        values=drawing.values(one.state().pack),
        seen=isinstance(event, e.Moved) and event.by == "camera",
        percent=round(event.confidence * 100) if isinstance(event, e.Moved) else None,
        by=sentences.by_name(language(), event.by) if isinstance(event, e.Moved) else "",
    )
