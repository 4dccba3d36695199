"""Each act becomes its command; what cannot be done is refused with a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from asking import token_of
from fake_table import FakeTable
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine import commands as c
from engine.errors import Missing, Refused
from engine.games.reasons import Reason
from web import create_app
from web.english import ENGLISH

Post = Callable[..., TestResponse]

ACTS: list[tuple[str, dict[str, str], c.Command]] = [
    ("challenge", {"seat": "E"}, c.Challenge(t=120.0, seat="E")),
    ("undo", {}, c.Undo(t=120.0)),
    ("play", {"act": "compose", "after": "fairy"}, c.Play(t=120.0, act="compose", after="FAIRY")),
    ("play", {"act": "insert", "seat": "E", "before": "LAWFUL", "after": "UNLAWFUL"},
     c.Play(t=120.0, act="insert", seat="E", before="LAWFUL", after="UNLAWFUL")),
    ("play", {"act": "substitute", "before": "STONE", "after": "ST*RE"},
     c.Play(t=120.0, act="substitute", before="STONE", after="ST*RE")),
    ("play", {"act": "takeback", "before": "OSLO"}, c.Play(t=120.0, act="takeback", before="OSLO")),
    ("play", {"act": "exchange", "exposed_after": "*"},
     c.Play(t=120.0, act="exchange", exposed_before="Q", exposed_after="MASTER", took="unknown")),
    ("deal", {"seat": "N", "exposed": "h"}, c.Deal(t=120.0, seat="N", exposed="H")),
    ("deal", {}, c.Deal(t=120.0)),
    ("adopt", {"words": "STONE, law", "turn": "S"}, c.Adopt(t=120.0, words=("STONE", "LAW"), turn="S")),
    ("mark", {"total-N": "25", "total-E": "0"}, c.Mark(t=120.0, totals={"N": 25, "E": 0})),
    ("initial", {"by_seat": "E"}, c.Initial(t=120.0, by_seat="E")),
    ("refuse-total", {"by_seat": "E"}, c.RefuseTotal(t=120.0, by_seat="E")),
    ("reopen", {"why": "an 8 was missed"}, c.Reopen(t=120.0, why="an 8 was missed")),
    ("restock", {"exposed": ""}, c.Restock(t=120.0)),
    ("cut", {"card-N": "A", "card-S": "*", "about": "tie"},
     c.CutCards(t=120.0, cards={"N": "A", "S": "MASTER"}, about="tie")),
    ("rule", {"verdict": "good", "why": "club list"}, c.Rule(t=120.0, verdict="good", why="club list")),
    ("answer", {"answer": "no"}, c.Answer(t=120.0, answer="no")),
    ("clock-start", {"minutes": "5"}, c.StartClock(t=120.0, seconds=300.0)),
    ("clock-start", {}, c.StartClock(t=120.0)),
    ("clock-pause", {}, c.PauseClock(t=120.0)),
    ("clock-resume", {}, c.ResumeClock(t=120.0)),
    ("clock-adjust", {"seconds": "-60"}, c.AdjustClock(t=120.0, seconds=-60.0)),
    ("correct", {"field": "score", "seat": "N", "value": "-10"},
     c.Correct(t=120.0, field="score", seat="N", value=-10)),
    ("correct", {"field": "cards", "seat": "S", "value": "4"}, c.Correct(t=120.0, field="cards", seat="S", value=4)),
    ("correct", {"field": "turn", "value": "W"}, c.Correct(t=120.0, field="turn", value="W")),
    ("correct", {"field": "dealer", "value": "E", "why": "cut"},
     c.Correct(t=120.0, field="dealer", value="E", why="cut")),
    ("correct", {"field": "word", "before": "OSLO", "value": "OSLOW"},
     c.Correct(t=120.0, field="word", value={"before": "OSLO", "after": "OSLOW"})),
    ("correct", {"field": "exposed", "value": "z"}, c.Correct(t=120.0, field="exposed", value="Z")),
    ("open", {"name-N": "A", "name-E": "B", "name-S": "C", "name-W": "D", "name-5": "E"},
     c.Open(t=120.0, game="lexicon", rules="home", language="en", pack="lexicon",
            seats=(("1", "A"), ("2", "B"), ("3", "C"), ("4", "D"), ("5", "E")))),
    ("open", {"name-E": "A", "name-5": "B", "name-10": "C"},
     c.Open(t=120.0, game="lexicon", rules="home", language="en", pack="lexicon",
            seats=(("N", "A"), ("E", "B"), ("S", "C")))),
    ("open", {"rules": "home", "name-N": "Ann", "name-S": "Élodie"},
     c.Open(t=120.0, game="lexicon", rules="home", language="en", pack="lexicon",
            seats=(("N", "Ann"), ("S", "Élodie")))),
]  # fmt: skip


@pytest.mark.parametrize(("act", "fields", "command"), ACTS)
def test_an_act_becomes_its_command(
    table: FakeTable, post: Post, act: str, fields: Mapping[str, str], command: c.Command
) -> None:
    answer = post(f"/act/{act}", dict(fields))
    assert answer.status_code == 200
    assert table.commands == [command]


def test_an_act_may_come_as_json(table: FakeTable, client: FlaskClient) -> None:
    headers = {"X-Steward-Token": token_of(client)}
    answer = client.post("/act/mark", json={"total-N": 25, "total-W": 42}, headers=headers)
    assert answer.json == {"said": ENGLISH["done.nothing"], "seqs": []}
    assert table.commands == [c.Mark(t=120.0, totals={"N": 25, "W": 42})]


def test_a_form_without_scripts_goes_back_to_the_table_with_a_sentence(client: FlaskClient) -> None:
    answer = client.post("/act/challenge", data={"seat": "E", "token": token_of(client)})
    assert answer.status_code == 303
    assert answer.location == "/"
    assert "Gus challenges." in client.get("/").text
    assert "Gus challenges." not in client.get("/").text


def test_every_form_on_the_pages_carries_the_token_and_posts_to_an_act_that_exists(client: FlaskClient) -> None:
    import re

    rules = {str(rule) for rule in client.application.url_map.iter_rules()}
    for address in ("/", "/hand", "/sign-in"):
        for form in re.findall(r'<form(?! method="dialog").*?</form>', client.get(address).text, re.DOTALL):
            assert 'method="post"' in form
            assert re.search(r'name="token" value="[^"]{20,}"', form)
            for action in re.findall(r'(?:form)?action="([^"]+)"', form):
                assert action in rules or action.removeprefix("/act/") in {name for name, _, _ in ACTS}


@pytest.mark.parametrize("reason", list(Reason))
def test_each_refusal_of_the_game_has_its_sentence(table: FakeTable, post: Post, reason: Reason) -> None:
    table.refuse = Refused(reason, "the machine's own words")
    answer = post("/act/undo")
    assert answer.status_code == 409
    assert answer.json == {"error": ENGLISH[f"refused.{reason}"], "reason": reason}


def test_an_unknown_refusal_is_said_in_its_own_words(table: FakeTable, post: Post) -> None:
    table.refuse = Refused("a new reason", "nobody sits there")
    assert post("/act/undo").json == {"error": "Nobody sits there.", "reason": "a new reason"}


def test_a_refusal_without_scripts_is_a_page_with_the_sentence(table: FakeTable, client: FlaskClient) -> None:
    table.refuse = Refused("nothing to undo", "nothing")
    answer = client.post("/act/undo", data={"token": token_of(client)})
    assert answer.status_code == 409
    assert "There is nothing to undo." in answer.text
    assert 'href="/"' in answer.text


def test_a_missing_part_is_said_and_what_to_do(table: FakeTable, post: Post) -> None:
    table.refuse = Missing("the table is closed; start the Steward again")
    answer = post("/act/undo")
    assert answer.status_code == 409
    assert answer.json == {"error": "The table is closed; start the Steward again."}


def test_a_table_that_does_not_answer_in_time_is_said(table: FakeTable, post: Post) -> None:
    table.refuse = TimeoutError()
    answer = post("/act/undo")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "2"
    assert answer.json == {"error": ENGLISH["wrong.timeout"]}


def test_a_fault_of_the_machine_shows_no_traceback(table: FakeTable, post: Post) -> None:
    table.refuse = RuntimeError("secret/path/table.py")
    answer = post("/act/undo")
    assert answer.status_code == 500
    assert answer.json == {"error": ENGLISH["wrong.500"]}


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("challenge", {}, "seat"),
    ("challenge", {"seat": "X"}, "seat"),
    ("play", {"act": "pass"}, "act"),
    ("play", {"act": "compose"}, "after"),
    ("play", {"act": "compose", "after": "TWO WORDS"}, "after"),
    ("play", {"act": "compose", "after": "A" * 41}, "after"),
    ("play", {"act": "compose", "after": "ÉTÉ"}, "after"),
    ("play", {"act": "insert", "after": "LAWS"}, "before"),
    ("play", {"act": "exchange", "exposed_after": "QU"}, "exposed_after"),
    ("play", {"act": "exchange", "took": "both"}, "took"),
    ("mark", {}, "total"),
    ("mark", {"total-N": "ten"}, "total-N"),
    ("mark", {"total-N": "١٢"}, "total-N"),
    ("mark", {"total-N": "-1"}, "total-N"),
    ("cut", {"card-N": "A"}, "card"),
    ("rule", {"verdict": "splendid"}, "verdict"),
    ("answer", {"answer": "perhaps"}, "answer"),
    ("reopen", {"why": "  "}, "why"),
    ("reopen", {"why": "x" * 201}, "why"),
    ("reopen", {"why": "line\nline"}, "why"),
    ("clock-adjust", {"seconds": "nan"}, "seconds"),
    ("clock-start", {"minutes": "1e9"}, "minutes"),
    ("correct", {"field": "weather", "value": "1"}, "field"),
    ("correct", {"field": "score", "seat": "N", "value": "1.5"}, "value"),
    ("correct", {"field": "word"}, "value"),
    ("open", {"name-N": "Ann"}, "name-N"),
    ("open", {"name-N": "Ann", "name-E": "ann"}, "name-N"),
]


@pytest.mark.parametrize(("act", "fields", "named"), WRONG)
def test_a_wrong_field_is_refused_by_its_name(
    table: FakeTable, post: Post, act: str, fields: Mapping[str, Any], named: str
) -> None:
    answer = post(f"/act/{act}", dict(fields))
    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["field"] == named
    assert answer.json["error"].endswith((".", "?"))
    assert table.commands == []


@pytest.mark.parametrize(
    "body", ["[1]", "null", "{", "[" * 20000, '{"seat": {"a": 1}}', '{"seat": true}', '{"seat": 1e999}', '"\\ud800"']
)
def test_a_body_that_is_no_object_of_plain_fields_is_refused(client: FlaskClient, body: str) -> None:
    headers = {"X-Steward-Token": token_of(client)}
    answer = client.post("/act/challenge", data=body, content_type="application/json", headers=headers)
    assert answer.status_code == 400
    assert answer.json is not None


def test_an_unknown_act_is_not_found(post: Post) -> None:
    answer = post("/act/dance")
    assert answer.status_code == 404
    assert answer.json == {"error": "There is no act called dance."}


def test_a_recording_is_begun_from_the_page(table: FakeTable) -> None:
    table.recordings = ("demo-drive", "demo-hand")
    client = create_app(table, demo=True).test_client()
    headers = {"Accept": "application/json", "X-Steward-Token": token_of(client)}
    assert 'value="demo-hand"' in client.get("/").text
    assert client.post("/demo", data={"name": "demo-hand"}, headers=headers).json == {
        "said": "Home hand plays from its beginning."
    }
    assert table.began == ["demo-hand"]
    assert client.post("/demo", data={"name": "../etc"}, headers=headers).status_code == 404


def test_the_look_is_kept_on_the_readers_device(client: FlaskClient, post: Post) -> None:
    assert post("/look", look="hall", language="fr").status_code == 200
    page = client.get("/").text
    assert 'data-look="hall"' in page
    assert 'lang="fr"' in page
