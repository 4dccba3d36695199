"""Asking the pages as a browser would."""

from __future__ import annotations

import re

from flask.testing import FlaskClient


class HandClock:
    """A clock that a test sets by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def token_of(client: FlaskClient) -> str:
    """Gives the token that a page carries."""
    found = re.search(r'name="token" content="([^"]+)"', client.get("/help").text)
    assert found is not None
    return found[1]
