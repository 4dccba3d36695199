"""What the pages show, and what they keep to themselves."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from fake_table import A_QUESTION, FakeTable, drive_state
from flask.testing import FlaskClient

from engine import events as e
from engine import watching
from engine.bell import Bell
from engine.rules import HouseRules, house_rules
from engine.state import Player, Question, TableState
from web import create_app
from web.accounts import Account, Accounts
from web.actions import SEATS
from web.english import ENGLISH
from web.roles import Role


@pytest.mark.parametrize(
    "address", ["/", "/hand", "/hand?part=1", "/help", "/history", "/play/3", "/sign-in", "/print"]
)
def test_each_page_is_sent_in_both_languages(client: FlaskClient, address: str) -> None:
    for language in ("en", "fr"):
        client.set_cookie("language", language)
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.content_type == "text/html; charset=utf-8"


def test_the_table_says_whose_turn_it_is_and_who_deals(client: FlaskClient) -> None:
    page = client.get("/").text
    assert '<h1 class="heading" id="heading">Flo</h1>' in page
    assert "Hal dealt" in page


def test_the_table_shows_cards_left_and_scores_of_each_player(client: FlaskClient) -> None:
    page = client.get("/").text
    for number in ("7 cards", "10 cards", "5 cards"):
        assert f'aria-label="{number}"' in page


def test_words_are_drawn_as_cards_with_their_values(client: FlaskClient) -> None:
    words = client.get("/").text.split('data-region="words"')[1]
    assert 'aria-label="LAWFUL"' in words
    assert re.search(r'<text class="face"[^>]*>F</text>.*?<text class="value"[^>]*>2</text>', words)


def test_the_master_is_drawn_with_its_ornament_and_fifteen(table: FakeTable, client: FlaskClient) -> None:
    laid = replace(table.current.words[0], text="TH*TCHED")
    table.add(words=(laid,))
    words = client.get("/").text.split('data-region="words"')[1]
    assert 'class="card master"' in words
    assert '<path class="ornament"' in words
    assert ">15</text>" in words


def test_an_unsure_card_is_marked_by_a_sign_as_well_as_a_colour(client: FlaskClient) -> None:
    page = client.get("/").text
    unsure = page.split('class="outline unsure"')[1].split("</g>")[0]
    assert ">O?</text>" in unsure
    assert page.count('class="outline unsure"') == 1
    assert page.count('class="outline back"') == 1


@pytest.mark.parametrize(("language", "said"), [("en", "Camera moved"), ("fr", "Caméra déplacée")])
def test_a_camera_that_was_moved_is_told_of_on_the_table(
    table: FakeTable, client: FlaskClient, language: str, said: str
) -> None:
    table.how = {**table.how, "mount": ["soft", "moved"]}
    table.changed()
    chip = client.get("/", headers={"Accept-Language": language}).text.split('data-region="watch"')[1].split("</p>")[0]
    assert f'<a href="/mount">{said}</a>' in chip
    table.how = {**table.how, "watch": "unsure"}
    table.changed()
    chip = client.get("/", headers={"Accept-Language": language}).text.split('data-region="watch"')[1].split("</p>")[0]
    assert said not in chip


def test_the_clock_carries_what_a_script_counts_down_from(client: FlaskClient) -> None:
    page = client.get("/").text
    assert 'data-phase="running"' in page
    assert 'data-ends-at="420.0"' in page
    assert ">5:00</text>" in page


def test_a_game_without_minutes_shows_no_clock(table: FakeTable, client: FlaskClient) -> None:
    table.add(rules=house_rules("home"), bell=Bell())
    assert 'id="clock"' not in client.get("/").text


def test_a_paused_clock_has_its_sign(table: FakeTable, client: FlaskClient) -> None:
    table.add(bell=Bell("paused", left=61.0))
    page = client.get("/").text
    assert 'class="clock paused"' in page
    assert '<path class="pause"' in page
    assert ">1:01</text>" in page


def test_the_last_three_plays_stand_newest_first_with_their_pictures(client: FlaskClient) -> None:
    page = client.get("/").text.split('data-region="plays"')[1]
    assert [int(seq) for seq in re.findall(r'href="/play/(\d+)"', page)[:3]] == [6, 5, 4]
    play = client.get("/play/3").text
    assert 'src="/picture/10-before.jpg"' in play
    assert 'src="/picture/10-after.jpg"' in play


def test_an_undone_play_is_not_among_the_last(table: FakeTable, client: FlaskClient) -> None:
    table.add(e.Undone(t=119.0, seqs=(6,)))
    page = client.get("/").text.split('data-region="plays"')[1]
    assert [int(seq) for seq in re.findall(r'href="/play/(\d+)"', page)[:3]] == [5, 4, 3]


VERDICTS = ("proper noun", "misspelt", "not allowed", "stands", "falls", "a word")


@pytest.mark.parametrize("address", ["/", "/api/table", "/api/live", "/history"])
def test_no_verdict_is_shown_before_a_challenge(client: FlaskClient, address: str) -> None:
    page = client.get(address).text
    shown = re.sub(r"<style>[^<]*</style>|<[^>]*>", " ", page)
    assert not [verdict for verdict in VERDICTS if verdict in shown]


def test_a_verdict_that_a_view_holds_is_shown_only_by_house_rule(table: FakeTable, client: FlaskClient) -> None:
    table.view = lambda: {"words": [{"text": "OSLO", "verdict": "not allowed"}]}  # type: ignore[method-assign]
    assert "not allowed" not in client.get("/").text.split('data-region="words"')[1].split("<footer")[0]
    table.add(rules=replace(house_rules("drive"), show_validity=True))
    assert "not allowed" in client.get("/").text.split('data-region="words"')[1].split("<footer")[0]


def ruled(**changes: object) -> e.Ruled:
    fields: dict[str, object] = {"t": 119.0, "seat": "E", "word": "OSLO", "ruling": "upheld", "verdict": "not allowed"}
    return e.Ruled(**{**fields, "player": "W", **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("event", "sign", "lines"),
    [
        (ruled(reason="proper noun", fine=50), "falls",
         ["OSLO is a proper noun.", "50 to Ivy.", "Ivy takes up the cards."]),
        (ruled(word="WIERD", verdict="misspelt", meant=("WEIRD",)), "falls",
         ["WIERD is misspelt.", "Perhaps WEIRD was meant."]),
        (ruled(ruling="refused", verdict="good"), "stands", ["OSLO stands."]),
        (ruled(ruling="too late", verdict=None), "asks", ["Too late: the next player has played."]),
        (ruled(ruling="asked", verdict="unclear"), "asks", ["OSLO is unclear: the steward decides."]),
        (ruled(ruling="refused", verdict="good", by="steward", why="in the club's list"), "stands",
         ["OSLO stands.", "Overruled by the steward: in the club&#39;s list"]),
    ],
)  # fmt: skip
def test_a_ruling_is_a_band_with_word_sign_and_line(
    table: FakeTable, client: FlaskClient, event: e.Ruled, sign: str, lines: list[str]
) -> None:
    table.add(event)
    band = client.get("/").text.split('data-region="band"')[1].split("</section>")[0]
    assert f'class="band {sign}"' in band
    assert f'aria-label="{event.word}"' in band
    for line in lines:
        assert line in band


def test_a_home_ruling_says_what_it_gives_and_costs(table: FakeTable, client: FlaskClient) -> None:
    table.add(ruled(ruling="refused", verdict="good"), rules=HouseRules())
    assert "10 to Gus." in client.get("/").text


def test_the_band_goes_with_the_next_play(table: FakeTable, client: FlaskClient) -> None:
    table.add(ruled(), e.Moved(t=125.0, act="compose", seat="N", after="LATE"))
    assert 'class="band' not in client.get("/").text


def test_a_question_asks_with_yes_and_no(table: FakeTable, client: FlaskClient) -> None:
    table.add(question=A_QUESTION)
    asked = client.get("/").text.split('data-region="question"')[1].split("</section>")[0]
    assert "The table is not as I have it." in asked
    assert 'name="answer" value="yes"' in asked
    assert 'name="answer" value="no"' in asked


@pytest.mark.parametrize("about", watching.ASKED)
def test_every_question_of_the_watcher_has_its_sentence(about: str) -> None:
    assert f"about.{about}" in ENGLISH


@pytest.mark.parametrize(
    ("about", "detail", "shown"),
    [("restart", "125", "2:05"), ("unseen exchange", "E", "Gus"), ("unclear card", "S LAW?UL", "S LAW?UL")],
)
def test_a_question_says_what_it_is_about(
    table: FakeTable, client: FlaskClient, about: str, detail: str, shown: str
) -> None:
    table.add(question=Question(about, detail, 119.0))
    asked = client.get("/").text.split('data-region="question"')[1].split("</section>")[0]
    assert f"<p>{shown}</p>" in asked


def test_an_unclear_word_is_ruled_on_by_a_person(table: FakeTable, client: FlaskClient) -> None:
    table.add(question=Question("unclear word", "QI", 119.0))
    asked = client.get("/").text.split('data-region="question"')[1].split("</section>")[0]
    assert 'action="/act/rule"' in asked
    assert 'name="verdict" value="not allowed"' in asked


def test_a_desynchronised_table_is_said_in_words_and_sign(table: FakeTable, client: FlaskClient) -> None:
    table.how["watch"] = "desynchronised"
    table.changed()
    page = client.get("/").text
    assert "≠" in page
    assert "Table differs" in page


def test_a_table_without_a_camera_says_that_plays_are_entered(table: FakeTable, client: FlaskClient) -> None:
    table.pictures, table.seen = {}, None
    table.how["watch"] = "no camera"
    table.changed()
    page = client.get("/").text
    assert "No camera" in page
    assert "No picture yet." in page


def test_totals_wait_for_the_neighbour_on_the_left(table: FakeTable, client: FlaskClient) -> None:
    players = tuple(replace(player, marked=10) for player in table.current.players)
    table.add(phase="count", players=(replace(players[0], initialled_by="E"), *players[1:]))
    page = client.get("/").text
    assert "initialled by Gus" in page
    assert "for Hal to initial" not in page
    assert 'aria-label="Hal initials Gus"' in page


def test_who_may_not_act_reads_whom_a_total_waits_for(table: FakeTable) -> None:
    players = tuple(replace(player, marked=10) for player in table.current.players)
    table.add(phase="count", players=players)
    accounts = Accounts([Account("steward", Role.STEWARD, "scrypt:1:1:1$x$y")])
    page = create_app(table, accounts=accounts).test_client().get("/").text
    assert "for Hal to initial" in page
    assert "/act/initial" not in page


def test_the_pin_pattern_is_drawn_where_no_pins_are(client: FlaskClient) -> None:
    pins = client.get("/").text.split('class="pins"')[1].split("</dl>")[0]
    assert "buzzer 18" in pins
    assert '<rect x="0.0" y="1" width="40.0" height="8"/><rect x="60.0" y="1" width="40.0" height="8"/>' in pins


def test_names_are_escaped(table: FakeTable, client: FlaskClient) -> None:
    player = Player("N", '<b onload="x">&', cards=3)
    table.add(players=(player, *table.current.players[1:]), turn="N")
    for address in ("/", "/hand", "/history", "/api/live"):
        assert "<b onload" not in client.get(address).text.replace('\\"', '"').replace("\\u003c", "<")


def test_history_tells_each_event_and_strikes_out_what_was_undone(table: FakeTable, client: FlaskClient) -> None:
    table.add(ruled(reason="proper noun"), e.Undone(t=121.0, seqs=(6, 7), by="Hal"))
    page = client.get("/history").text
    assert "Gus challenged OSLO: OSLO is a proper noun." in page
    assert "<s>Ivy composed OSLO.</s>" in page
    assert "Hal undid: Ivy composed OSLO." in page
    assert page.index("Hal undid") < page.index("Hal dealt deal 1.")


def test_a_long_history_is_paged(table: FakeTable, client: FlaskClient) -> None:
    table.add(*(e.Moved(t=200.0 + n, act="exchange", seat="N") for n in range(100)))
    first = client.get("/history").text
    assert first.count('<li class="event') == 60
    older = client.get("/history?before=47").text
    assert 'id="e46"' in older
    assert 'id="e47"' not in older


def test_a_history_asked_from_nowhere_is_refused_by_name(client: FlaskClient) -> None:
    answer = client.get("/history?before=soon")
    assert answer.status_code == 400
    assert "before" in answer.text


def test_a_closed_table_asks_who_plays(client: FlaskClient, table: FakeTable) -> None:
    table.current = TableState()
    table.changed()
    page = client.get("/").text
    assert "<h1>Who plays?</h1>" in page
    assert set(re.findall(r'name="([\w-]+)"', page.split('class="start"')[1].split("</form>")[0])) == {
        "token", "language", "game", "rules", *(f"name-{seat}" for seat in SEATS),
    }  # fmt: skip
    assert 'action="/act/open"' in client.get("/hand").text


def test_who_may_not_act_is_not_asked_who_plays(table: FakeTable) -> None:
    table.current = TableState()
    page = (
        create_app(table, accounts=Accounts([Account("steward", Role.STEWARD, "scrypt:1:1:1$x$y")]))
        .test_client()
        .get("/")
        .text
    )
    assert "No game is open" in page
    assert 'class="start"' not in page


@pytest.mark.parametrize(
    "state",
    [
        TableState(),
        drive_state(phase="ready", winners=("N",), turn=None),
        drive_state(phase="count", out="W", turn=None),
        drive_state(phase="over", winners=("N", "S"), turn=None),
        drive_state(turn=None, joined="mid-game", dealer=None, last=None, exposed=None, words=()),
        drive_state(pack="a pack we have not"),
    ],
)
def test_every_phase_has_a_page(table: FakeTable, client: FlaskClient, state: TableState) -> None:
    table.current = state
    table.changed()
    for address in ("/", "/hand", "/history", "/api/live", "/health"):
        assert client.get(address).status_code == 200


def test_the_recordings_that_may_be_played_are_shown_only_where_there_are_any(client: FlaskClient) -> None:
    assert 'action="/demo"' not in client.get("/").text
