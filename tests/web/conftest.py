"""A table, its pages and a signed-on client for the tests of the web package."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from asking import HandClock, token_of
from fake_table import FakeTable
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from web import create_app


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
