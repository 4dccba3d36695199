"""The pages as an app: installed over TLS, with a notice where the Steward is out of reach, and never an old page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from fake_table import FakeTable
from flask.testing import FlaskClient
from PIL import Image
from playwright.sync_api import Browser, expect
from test_every_page import faults
from test_roles import quick

from pi.certificates import make
from pi.serving import Server, free_port
from web import create_app
from web.accounts import Accounts
from web.roles import Role


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A table whose pages go over TLS."""
    monkeypatch.setenv("STEWARD_DATA", str(tmp_path))
    make(tmp_path / "tls", ["localhost", "127.0.0.1"])
    kept = (quick("Olga", Role.ORGANISER, "lamp-lamp"),)
    app = create_app(FakeTable(), secret=b"for tests only", accounts=Accounts(read=lambda: kept), viewers=4)
    port = free_port("0.0.0.0", 8443)
    assert port is not None
    with Server(app, "0.0.0.0", port) as served:
        yield served


@pytest.mark.parametrize(("language", "lang"), [("en", "en"), ("fr", "fr"), ("tlh", "en")])
def test_the_manifest_names_icons_that_are_there(client: FlaskClient, language: str, lang: str) -> None:
    answer = client.get(f"/manifest.webmanifest?language={language}")
    told = json.loads(answer.data)
    assert answer.mimetype == "application/manifest+json"
    assert told["lang"] == lang
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    for icon in told["icons"]:
        with client.get(icon["src"]) as sent:
            drawn = sent.data
        if icon["type"] == "image/png":
            assert "x".join(map(str, Image.open(BytesIO(drawn)).size)) == icon["sizes"]


def test_over_plain_http_nothing_offers_to_be_installed(client: FlaskClient) -> None:
    assert "manifest" not in client.get("/").text
    assert 'rel="manifest"' in client.get("/", base_url="https://localhost").text


def test_the_notice_holds_nothing_of_anybody(client: FlaskClient) -> None:
    page = client.get("/offline?language=fr")
    assert "hors de portée" in page.text
    assert "token" not in page.text
    assert "Set-Cookie" not in page.headers


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_installed_page_says_that_it_is_out_of_reach_and_comes_back(
    browser: Browser, hall: Server, language: str
) -> None:
    context = browser.new_context(ignore_https_errors=True, locale=language)
    page = context.new_page()
    page.goto(f"https://127.0.0.1:{hall.port}/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    kept = page.evaluate(
        """caches.keys().then(all => caches.open(all[0])).then(one => one.keys())
        .then(all => all.map(one => new URL(one.url).pathname))"""
    )
    assert {one.rpartition("/")[2] for one in kept} == {"offline.js", "steward.css", "offline"}
    context.set_offline(True)
    page.goto(f"https://127.0.0.1:{hall.port}/scores")
    expect(page.locator("h1")).to_have_text(
        {"en": "The Steward is out of reach", "fr": "Le Steward est hors de portée"}[language]
    )
    assert page.locator("#again").evaluate("one => one.getBoundingClientRect().height") >= 44
    context.set_offline(False)
    expect(page.locator("h1")).not_to_have_text(
        {"en": "The Steward is out of reach", "fr": "Le Steward est hors de portée"}[language]
    )
    assert page.url.endswith("/scores")
    context.close()


def test_a_phone_is_brought_here_by_a_code(browser: Browser, hall: Server) -> None:
    context = browser.new_context(ignore_https_errors=True, viewport={"width": 800, "height": 480})
    page = context.new_page()
    page.goto(f"https://127.0.0.1:{hall.port}/")
    page.click("#look-menu summary")
    page.click("#look-menu a[data-dialog]")
    square = page.locator("#dialog[open] .qr")
    picture = cv2.imdecode(np.frombuffer(square.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    read, _, _ = cv2.QRCodeDetector().detectAndDecode(picture)
    assert read == page.locator("#dialog .phone-code a").text_content()
    assert faults(page) == []
    assert read.startswith("https://")
    assert read.endswith(f":{hall.port}/")
    context.close()


def test_over_https_a_phone_is_given_what_it_trusts_the_machine_by() -> None:
    kept = (quick("Olga", Role.ORGANISER, "lamp-lamp"),)
    client = create_app(FakeTable(), accounts=Accounts(read=lambda: kept), authority=b"PEM").test_client()
    assert "/authority.crt" in client.get("/phone", base_url="https://localhost").text
    assert "/authority.crt" not in client.get("/phone").text


def test_where_no_other_device_is_let_in_no_code_is_shown(client: FlaskClient) -> None:
    page = client.get("/phone").text
    assert "no other device is let in" in page
    assert "qr" not in page
