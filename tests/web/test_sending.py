"""How answers go over the wire: text compressed where that tells nobody anything, style and scripts kept for good."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from asking import token_of
from flask.testing import FlaskClient
from werkzeug.datastructures import Headers

import web
from web.sending import kept_at

ZIPPED = {"Accept-Encoding": "gzip, deflate, br, zstd"}


def sent(client: FlaskClient, address: str, **headers: str) -> tuple[Headers, bytes]:
    """Gives an answer's headers and its bytes as they went over the wire."""
    with client.get(address, headers=headers) as answer:
        return answer.headers, answer.data


@pytest.mark.parametrize(
    "address", ["/", "/help", "/api/openapi.json", f"{kept_at()}/steward.css", f"{kept_at()}/live.js"]
)
def test_text_is_sent_compressed_to_who_takes_it(client: FlaskClient, address: str) -> None:
    (headers, plain), (packed, small) = sent(client, address), sent(client, address, **ZIPPED)
    assert "Content-Encoding" not in headers
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert len(small) < len(plain) / 2
    told = re.compile(rb'"[\w-]{32}"')  # the token of each session
    assert told.sub(b"", gzip.decompress(small)) == told.sub(b"", plain)


@pytest.mark.parametrize("address", ["/words?word=TABLE", "/history?before=4", "/play/4", "/api/live?after=1-1"])
def test_what_says_again_what_was_asked_is_not(client: FlaskClient, address: str) -> None:
    """Its size would tell how much of it is like the session's token beside it."""
    assert "Content-Encoding" not in client.get(address, headers=ZIPPED).headers


def test_the_live_stream_and_a_picture_are_sent_as_they_are(client: FlaskClient) -> None:
    for address in ("/events", "/picture/latest.jpg"):
        with client.get(address, headers=ZIPPED, buffered=False) as answer:
            assert "Content-Encoding" not in answer.headers


def test_a_change_is_answered_as_it_is(client: FlaskClient) -> None:
    headers = {**ZIPPED, "Accept": "application/json", "X-Steward-Token": token_of(client)}
    assert "Content-Encoding" not in client.post("/act/undo", headers=headers).headers


def test_style_and_scripts_are_kept_for_good_under_an_address_that_names_their_contents(client: FlaskClient) -> None:
    page = client.get("/").text
    named = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert len(named) > 6
    for address in named:
        assert address.startswith(f"{kept_at()}/")
        assert "immutable" in sent(client, address)[0]["Cache-Control"]


def test_what_is_not_there_is_not_kept(client: FlaskClient) -> None:
    assert client.get(f"{kept_at()}/nothing.js").headers["Cache-Control"] == "no-store"


def test_a_page_itself_is_never_kept(client: FlaskClient) -> None:
    assert client.get("/").headers["Cache-Control"] == "no-store"


def test_other_contents_have_another_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.sending.STATIC", tmp_path)
    found = set()
    for name, text in (("a.css", "a"), ("a.css", "b"), ("b.css", "")):
        (tmp_path / name).write_text(text, encoding="utf-8")
        found.add(kept_at.__wrapped__())
    assert len(found) == 3


def test_a_page_asks_at_once_for_every_script_that_it_needs(client: FlaskClient) -> None:
    """Else one would wait for another, a round trip each."""
    static = Path(web.__file__).parent / "static"
    needed, waiting = set(), ["steward.js"]
    while waiting:
        needed.add(name := waiting.pop())
        waiting += re.findall(r'^import .* from "\./(\w+\.js)"', (static / name).read_text(encoding="utf-8"), re.M)
    asked = set(re.findall(r'<link rel="modulepreload"[^>]* href="[^"]*/(\w+\.js)"', client.get("/").text))
    assert asked == needed


@pytest.mark.parametrize("takes", ["gzip;q=0", "gzip;q=0, *", "identity"])
@pytest.mark.parametrize("address", ["/", f"{kept_at()}/steward.css"])
def test_who_wants_no_zip_gets_none(client: FlaskClient, address: str, takes: str) -> None:
    headers, _ = sent(client, address, **{"Accept-Encoding": takes})
    assert "Content-Encoding" not in headers
    assert "Accept-Encoding" in headers["Vary"]
