"""The page that gives the sheets to print."""

from __future__ import annotations

import io
from collections.abc import Callable

import pypdfium2
import pytest
from asking import token_of
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from web.english import ENGLISH
from web.printing import FOR_DRIVE, FOR_TABLE, PACKS, PAPERS

Post = Callable[..., TestResponse]
LISTS = {"players": "Ann\nÉlodie", "points": "1,Ann,5\n2,Élodie,7", "stewards": "Olga", "tables": "2"}


def words_of(answer: TestResponse) -> str:
    assert (answer.status_code, answer.content_type) == (200, "application/pdf")
    return "\n".join(p.get_textpage().get_text_range() for p in pypdfium2.PdfDocument(io.BytesIO(answer.data)))


@pytest.mark.parametrize("sheet", FOR_TABLE + FOR_DRIVE)
def test_every_sheet_is_a_button_and_a_pdf(client: FlaskClient, sheet: str) -> None:
    assert f'formaction="/print/{sheet}.pdf"' in client.get("/print").text
    assert words_of(client.post(f"/print/{sheet}.pdf", data={**LISTS, "token": token_of(client)}))


def test_a_pack_is_given_by_its_address_alone(client: FlaskClient) -> None:
    assert words_of(client.get("/print/pack.pdf?pack=lexicon-fr&paper=letter")).count("JOKER") == 1


def test_the_page_knows_the_papers_and_packs_there_are() -> None:
    from web.sheets import pack, page

    assert (tuple(page.PAPERS), pack.PACKS) == (PAPERS, PACKS)


def test_the_players_at_the_table_are_written_in_already(client: FlaskClient) -> None:
    assert "Flo\nGus\nHal\nIvy</textarea>" in client.get("/print").text


def test_score_cards_are_in_the_readers_language(client: FlaskClient) -> None:
    client.set_cookie("language", "fr")
    assert "Donne" in words_of(client.get("/print/score.pdf?players=Ann"))


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("/print/badges.pdf", "print.bad.players"),
        ("/print/results.pdf", "print.bad.standings"),
        ("/print/score.pdf?players=x,Ann", "print.bad.number"),
        ("/print/results.pdf?points=1,Ann,five", "print.bad.points"),
    ],
)
def test_a_list_that_cannot_be_read_is_told_by_its_line(client: FlaskClient, address: str, key: str) -> None:
    answer = client.get(address, headers={"Accept": "application/json"})
    assert answer.status_code == 400
    assert answer.json == {"error": ENGLISH[key].format(line=1)}


@pytest.mark.parametrize("query", ["paper=a9", "hands=13", "tables=0", "size=b2", "pack=letters", "title=" + "x" * 61])
def test_a_choice_that_is_none_is_refused_by_name(client: FlaskClient, query: str) -> None:
    answer = client.get(f"/print/score.pdf?{query}", headers={"Accept": "application/json"})
    assert answer.status_code == 400
    assert answer.json is not None
    assert query.split("=")[0] == answer.json["field"]


def test_an_unknown_sheet_is_not_found(client: FlaskClient) -> None:
    assert client.get("/print/money.pdf").status_code == 404


def test_sheets_are_not_made_faster_than_a_small_machine_can(client: FlaskClient) -> None:
    codes = {client.get("/print/numbers.pdf").status_code for _ in range(60)}
    assert codes == {200, 429}
