"""What holds of every game whose acts are told: cards are neither lost nor doubled, a journal replays to the same
table, nothing that is entered breaks the fold, and the simulator plays it to its end."""

from __future__ import annotations

import json
import string
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from told_table import Told

from engine import commands as c
from engine.errors import Refused
from engine.events import Won, from_json, to_json
from engine.games import game, game_names
from engine.games.acts import Field, Form
from engine.games.protocol import Recorded
from engine.games.told import ToldGame
from engine.replay import fold
from engine.state import TableState
from pi.simulate.told import played
from web.games import texts_of

GAMES = [name for name in game_names() if isinstance(game(name), ToldGame)]
WORDS = tuple((Path(__file__).parents[1] / "data" / "words.txt").read_text(encoding="utf-8").split())
TEXTS = st.sampled_from(["CUT", "CUTE", "TROUNCE", "ABBA", "S", "CATS", "STAR", "", "ß", "1", "\n", "Ω" * 40])
RARELY = st.integers(0, 7).map(lambda n: n == 0)


def value_of(draw: Any, item: Field, table: TableState) -> Any:
    seats = [player.seat for player in table.players]
    if draw(RARELY):
        return draw(st.one_of(TEXTS, st.integers(), st.none(), st.floats(), st.lists(TEXTS, max_size=2)))
    one = {
        "seat": st.sampled_from(seats),
        "letter": st.sampled_from(string.ascii_uppercase + "*"),
        "word": TEXTS,
        "words": st.lists(TEXTS, min_size=1, max_size=3).map(tuple),
        "whole": st.integers(0, 60),
        "choice": st.sampled_from(item.choices or ("",)),
        "text": TEXTS,
        "letters": st.fixed_dictionaries({seat: st.sampled_from("ABCDE") for seat in seats}),
        "wholes": st.fixed_dictionaries({seat: st.integers(0, 60) for seat in seats}),
    }
    return draw(one[item.kind])


def command_for(draw: Any, table: Told) -> c.Command:
    state, t = table.state, table.t
    seats = [player.seat for player in state.players]
    kind = draw(
        st.sampled_from(["act"] * 12 + ["deal", "deal", "undo", "challenge", "rule", "press", "correct", "other"])
    )
    forms = table.game.acts(state) or (Form("nothing"),)
    form = draw(st.sampled_from(forms))
    seat = draw(st.sampled_from([None, state.turn, *seats, "X"]))
    if kind == "act":
        values: Mapping[str, Any] = {item.name: value_of(draw, item, state) for item in form.fields}
        return c.Act(t=t, act=form.name, seat=seat, values=values)
    return {
        "deal": c.Deal(t=t, seat=seat),
        "undo": c.Undo(t=t),
        "challenge": c.Challenge(t=t, seat=seat or "X"),
        "rule": c.Rule(t=t, verdict=draw(st.sampled_from(["good", "misspelt", "odd"]))),
        "press": c.Press(t=t, seat=seat, press=draw(st.sampled_from(["short", "long", "start"]))),
        "correct": c.Correct(t=t, field=draw(st.sampled_from(["turn", "score", "cards"])), value=seat, seat=seat),
        "other": c.Restock(t=t),
    }[kind]


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_whatever_is_entered_no_card_is_lost_and_the_journal_replays_to_the_same_table(name: str, data: Any) -> None:
    one = game(name)
    table = Told(name, max(one.players[0], min(3, one.players[1])))
    total: int | None = None
    for _ in range(data.draw(st.integers(5, 30))):
        table.t += 1.0
        try:
            table.do(command_for(data.draw, table))
        except Refused:
            continue
        json.dumps(table.game.view(table.state), allow_nan=False)
        if table.state.phase == "play":
            places = table.game.places(table.state)
            assert all(number >= 0 for number in places.values()), places
            total = sum(places.values()) if total is None else total
            assert sum(places.values()) == total, places
    lines = [json.loads(json.dumps(to_json(entry.event))) for entry in table.history]
    again = [Recorded("table", seq, "", from_json(line)) for seq, line in enumerate(lines, start=1)]
    assert json.dumps(table.game.view(fold(one, again))) == json.dumps(table.game.view(table.state))
    assert table.game.places(fold(one, again)) == table.game.places(table.state)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_simulated_game_comes_to_its_winner_and_the_same_seed_plays_the_same_game(name: str, seed: int) -> None:
    players = max(game(name).players[0], min(3, game(name).players[1]))
    first, second = (played(name, seed, players, words=WORDS) for _ in range(2))
    assert isinstance(first.history[-1].event, Won)
    assert [entry.event for entry in first.history] == [entry.event for entry in second.history]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_its_rules_and_the_names_of_its_acts_in_both_languages(name: str) -> None:
    english, french = (texts_of(name, language) for language in ("en", "fr"))
    assert set(english) == set(french)
    assert {"title", "lead", "rule.1", "rule.2", "rule.3"} <= set(english)
    assert all(english[key] != french[key] for key in english if key.startswith(("rule.", "said.", "lead")))
    acts = {entry.event.act for entry in played(name, 1, max(2, game(name).players[0]), words=WORDS).history
            if entry.event.type == "act"} if game(name).players[1] > 1 else set()  # type: ignore[attr-defined]  # fmt: skip
    assert {f"{kind}.{act}" for act in acts for kind in ("act", "said")} <= set(english)
