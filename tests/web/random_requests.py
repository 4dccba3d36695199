"""Random requests by the API's own description: what they may do depends on who asks, and nothing may break."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import schemathesis
from fake_drive import FakeDrive
from fake_table import FakeTable
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from test_roles import quick, sign_in, token_of

from web import create_app
from web.accounts import Accounts
from web.roles import Role

CHECKS = (not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance)


class Asked:
    """A dashboard of one kind (``table`` or ``hub``) that is asked at random by somebody of a role."""

    def __init__(self, kind: str, role: Role) -> None:
        self.table, self.drive = FakeTable(), FakeDrive()
        self.drive.create()
        self.drive.announce()
        kept = (quick("Olga", Role.ORGANISER, "lamp-lamp"), quick("Stan", Role.STEWARD, "desk-desk"))
        self._now = 0.0
        self.role = role
        self.app: Flask = create_app(
            self.table if kind == "table" else None,
            drive=self.drive if kind == "hub" else None,
            secret=b"for tests only",
            accounts=Accounts(read=lambda: kept),
            clock=self._clock,
        )

    def _clock(self) -> float:
        self._now += 60.0
        return self._now

    def sends(self) -> dict[str, dict[str, str]]:
        """Gives the headers and cookies that a browser of the role sends with each request."""
        client = self.app.test_client()
        if self.role > Role.VIEWER:
            name, password = {Role.STEWARD: ("Stan", "desk-desk"), Role.ORGANISER: ("Olga", "lamp-lamp")}[self.role]
            assert sign_in(client, name, password).status_code == 200
        token = token_of(client)
        cookie = client.get_cookie("steward")
        assert cookie is not None
        headers = {"X-Steward-Token": token, "Accept": "application/json"}
        return {"headers": headers, "cookies": {"steward": cookie.value}}

    def ask_all(self, examples: int) -> int:
        """Asks every operation so many times. Gives how many requests there were."""
        return sum(ask(operation, self.sends(), examples) for operation in operations(self.app))


def operations(app: Flask) -> Iterator[Any]:
    """Gives every operation of the description that an application serves of itself."""
    for found in schemathesis.openapi.from_wsgi("/api/openapi.json", app).get_all_operations():
        yield found.ok()


def ask(
    operation: Any, sends: dict[str, dict[str, str]], examples: int, look: Callable[[Any], None] = lambda answer: None
) -> int:
    """Asks one operation, rightly and wrongly, and checks that each answer is one that the description knows."""
    wrongly = bool(operation.body) or bool(operation.query)
    right = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    asked = 0

    @settings(
        max_examples=examples, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=st.one_of(right, operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)) if wrongly else right)
    def one(case: Any) -> None:
        nonlocal asked
        asked += 1
        answer = case.call(**sends)
        look(answer)
        case.validate_response(answer, checks=CHECKS)

    one()
    return asked
