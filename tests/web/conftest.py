"""A table, its pages and a signed-on client for the tests of the web package."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from asking import HandClock, token_of
from fake_table import FakeTable
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, sync_playwright
from werkzeug.test import TestResponse

from web import create_app

ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", "--ignore-certificate-errors"]  # fmt: skip


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    path = shutil.which("chromium")
    assert path, "install the Debian package 'chromium' to test the pages in a browser"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=ARGS)
        yield chromium
        chromium.close()


@pytest.fixture
def table() -> FakeTable:
    """A drive's deal in full play."""
    return FakeTable()


@pytest.fixture
def clock() -> HandClock:
    """The clock of the rate limits."""
    return HandClock()


@pytest.fixture
def app(table: FakeTable, clock: HandClock) -> Flask:
    """The pages of the table; nobody needs a password."""
    return create_app(table, secret=b"for tests only", clock=clock)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without scripts."""
    return app.test_client()


@pytest.fixture
def post(client: FlaskClient) -> Callable[..., TestResponse]:
    """Posts a form as a script of ours does; keyword arguments are its fields."""
    token = token_of(client)

    def send(address: str, fields: dict[str, Any] | None = None, **more: Any) -> TestResponse:
        headers = {"Accept": "application/json", "X-Steward-Token": token}
        return client.post(address, data={**(fields or {}), **more}, headers=headers)

    return send
