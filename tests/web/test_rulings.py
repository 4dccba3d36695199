"""The page and the table of rulings, one ruling's reasons, who may see them, and the lists in force."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
from asking import token_of
from fake_table import FakeTable, drive_state
from flask.testing import FlaskClient
from werkzeug.security import generate_password_hash

from engine import events as e
from engine.rules import house_rules
from engine.words.definitions import Definition
from web import create_app, ruled
from web.accounts import Account, Accounts
from web.roles import Role

ABOUT = {"name": "SCOWL, British", "version": "2020", "words": 116085, "hash": "b23b097dbbac"}
CLUB = {"name": "Club", "version": "", "words": 12, "hash": "0123456789ab"}


def played(**changes: object) -> FakeTable:
    """A table at which Ivy's WIERD was challenged and upheld, and then overruled."""
    table = FakeTable(drive_state(word_list={**ABOUT, "layers": [CLUB]}, **changes))
    table.add(
        e.Moved(
            t=130.0, act="insert", seat="W", before="WIRD", after="WIERD", confidence=0.91,
            confidences=(0.99, 0.98, 0.91, 1.0, 1.0), pictures=("10-before.jpg", "10-after.jpg"),
        ),
        e.Ruled(
            t=131.0, seat="N", player="W", word="WIERD", ruling="upheld", verdict="misspelt", meant=("WEIRD", "WIRED"),
            words=ABOUT,
        ),
        e.Ruled(
            t=140.0, seat="N", player="W", word="WIERD", ruling="refused", verdict="good", by="steward",
            why="=our dictionary", overrules="upheld",
        ),
    )  # fmt: skip
    return table


def browser(table: FakeTable, password: str | None = None) -> FlaskClient:
    accounts = Accounts([Account("steward", Role.STEWARD, generate_password_hash(password))] if password else [])
    return create_app(table, secret=b"for tests only", accounts=accounts).test_client()


def rows(client: FlaskClient) -> list[dict[str, str]]:
    answer = client.get("/rulings.csv")
    assert (answer.status_code, answer.mimetype) == (200, "text/csv")
    return list(csv.DictReader(io.StringIO(answer.text)))


def test_the_page_lists_every_ruling_newest_first_with_who_overruled_it_and_why():
    page = browser(played()).get("/rulings").text
    assert page.index("WIERD stands.") < page.index("WIERD is misspelt.")
    assert "Overruled by the steward: =our dictionary" in page
    assert "challenged by Flo" in page
    assert "laid by Ivy" in page


def test_the_page_says_which_lists_are_in_force_by_name_size_and_hash():
    page = browser(played()).get("/rulings").text
    assert "SCOWL, British 2020, 116,085 words, b23b097dbbac" in page
    assert "Club, 12 words, 0123456789ab" in page


def test_the_table_shows_the_list_in_force():
    page = browser(played()).get("/").text
    assert "SCOWL, British 2020, 116,085 words, b23b097dbbac" in page


def test_without_a_challenge_the_page_says_so():
    assert "Nobody has challenged yet." in browser(FakeTable()).get("/rulings").text


def test_the_csv_keeps_all_that_is_known_of_a_ruling():
    first, second = rows(browser(played()))
    assert (first["word"], first["before"], first["act"], first["laid by"]) == ("WIERD", "WIRD", "insert", "Ivy")
    assert (first["challenged by"], first["ruling"], first["verdict"]) == ("Flo", "upheld", "misspelt")
    assert (first["meant"], first["list hash"], first["list words"]) == ("WEIRD WIRED", "b23b097dbbac", "116085")
    assert (first["picture before"], first["picture after"]) == ("10-before.jpg", "10-after.jpg")
    assert first["card confidences"] == "0.990 0.980 0.910 1.000 1.000"
    assert (first["overruled by"], first["overruled to"]) == ("steward", "good")
    assert first["rule"].startswith("No list holds it")
    assert (second["ruled by"], second["rule"]) == ("steward", "A person decided.")
    assert float(first["table time"]) == 131.0


def test_what_people_typed_is_no_formula_in_a_spreadsheet():
    first, second = rows(browser(played()))
    assert (first["overruled why"], second["why"]) == ("'=our dictionary", "'=our dictionary")


def test_one_ruling_tells_list_rule_nearest_word_cards_and_pictures():
    table = played()
    page = browser(table).get("/ruling/8").text
    assert "No list holds it, and it is near a word" in page
    assert "WEIRD, WIRED" in page
    assert "E 91 %" in page
    assert "/picture/10-before.jpg" in page


def test_in_a_drive_the_reasons_are_for_the_stewards_desk():
    watching = browser(played(), "secret")
    page = watching.get("/ruling/8").text
    assert "is for the steward" in page
    assert "WIRED" not in page
    assert rows(watching)[0]["meant"] == rows(watching)[0]["rule"] == rows(watching)[0]["list hash"] == ""
    assert "/ruling/" not in watching.get("/").text
    watching.post("/sign-in", data={"password": "secret", "token": token_of(watching)})
    assert "WEIRD, WIRED" in watching.get("/ruling/8").text
    assert 'href="/ruling/9"' in watching.get("/").text


def test_at_the_home_table_everybody_may_ask_why():
    page = browser(played(rules=house_rules("home")), "secret").get("/ruling/8").text
    assert "WEIRD, WIRED" in page


@pytest.mark.parametrize(
    ("rules", "phase", "language", "told"),
    [
        ("home", "count", "en", True), ("home", "ready", "en", True), ("home", "over", "en", True),
        ("home", "play", "en", False), ("home", "count", "fr", False),
        ("drive", "count", "en", False), ("drive", "ready", "en", False), ("drive", "play", "en", False),
    ],
)  # fmt: skip
def test_a_definition_is_told_after_the_hand_at_home_only(rules, phase, language, told):
    state = drive_state(rules=house_rules(rules), phase=phase, language=language)
    assert ruled.defines(state) is told


def test_words_are_defined_where_a_dictionary_knows_them():
    from engine.ruled import ruling_lines

    known = {"WIERD": Definition("WIERD", ("n: fate",))}
    assert ruled.definitions(ruling_lines(played().recorded()), known.get) == known


def test_a_master_is_shown_with_the_letters_it_may_stand_for():
    event = e.Ruled(t=1.0, seat="N", word="H*T", ruling="refused", verdict="good", master={"letters": ["A", "O"]})
    assert ruled.rule_behind("en", event) == "With A / O for the Master a list in force holds it."


def test_a_play_against_the_rules_is_listed_with_its_reason():
    table = FakeTable()
    table.add(e.Doubted(t=130.0, about="against the rules", detail="order disturbed"))
    page = browser(table).get("/rulings").text
    assert "A play was against the rules." in page
    assert "Inserting leaves the old letters in their order." in page


def test_a_ruling_that_does_not_exist_is_not_found():
    assert browser(FakeTable()).get("/ruling/99").status_code == 404


@pytest.mark.parametrize("address", ["/rulings", "/ruling/8", "/ruling/9", "/ruling/8?part=1", "/rulings.csv"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_pages_are_drawn_in_both_languages(address, language):
    answer = browser(played()).get(address, headers={"Accept-Language": language})
    assert answer.status_code == 200


def test_a_list_without_a_hash_is_no_list():
    assert ruled.list_lines("en", {"name": "no word list", "version": "", "words": 0, "hash": ""}) == []
    assert "No word list is installed" in browser(FakeTable()).get("/rulings").text


def test_cards_of_a_word_set_right_to_another_length_are_not_told():
    table = played()
    event = table.recorded()[7].event
    assert isinstance(event, e.Ruled)
    play = table.recorded()[6].event
    assert isinstance(play, e.Moved)
    assert ruled.cards_read(replace(event, word="WEIRDLY"), play) == []
