"""Random requests by the API's own description: what they may do depends on who asks, and nothing may break or leak."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import schemathesis
from fake_drive import FakeDrive
from fake_table import FakeTable
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from test_roles import quick, sign_in, token_of
from werkzeug.test import TestResponse

from engine.commands import Command
from web import create_app
from web.accounts import Accounts
from web.roles import Role
from web.site import drive_codes, seat_codes

CHECKS = (not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance)

SECRET = "for tests only"
SIGNED_IN = {Role.STEWARD: ("Stan", "desk-desk"), Role.ORGANISER: ("Olga", "lamp-lamp")}
SEAT, NUMBER = "N", 1
"""Whom the player is: at the table, and in the drive."""
NEVER_TOLD = (
    "Traceback",
    "site-packages",
    'File "',
    SECRET,
    "scrypt:",
    "pbkdf2:",
    *(one for _, one in SIGNED_IN.values()),
)
SLOW = ("/sign-in",)
"""Addresses whose every answer takes long on purpose; they are asked a few times only."""
FEW = 10


class Wrong(AssertionError):
    """Somebody changed, or was told, what he may not."""


class Asked:
    """A dashboard of one kind (``table`` or ``hub``) that people of every role ask at random.

    ``statuses`` counts the answers by role and status.
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.table, self.drive = FakeTable(), FakeDrive()
        self.drive.create()
        self.drive.announce()
        kept = tuple(quick(name, role, password) for role, (name, password) in SIGNED_IN.items())
        self._now = 0.0
        self.statuses: Counter[tuple[Role, int]] = Counter()
        self.app: Flask = create_app(
            self.table if kind == "table" else None,
            drive=self.drive if kind == "hub" else None,
            secret=SECRET.encode(),
            accounts=Accounts(read=lambda: kept),
            clock=self._ticked,
        )

    def _ticked(self) -> float:
        self._now += 60.0
        return self._now

    @cached_property
    def operations(self) -> tuple[Any, ...]:
        """Every operation of the description that the application serves of itself."""
        return tuple(
            one.ok() for one in schemathesis.openapi.from_wsgi("/api/openapi.json", self.app).get_all_operations()
        )

    def acted(self) -> list[Command]:
        """Gives the commands that came through to the table or the drive, whichever it is."""
        return self.table.commands if self.kind == "table" else self.drive.acted

    def _own_table(self) -> int | None:
        hand = self.drive.state().hand
        held = None if hand is None else hand.table_of(NUMBER)
        return None if held is None else held.number

    def ask(self, operation: Any, examples: int, seeded: int | None = None) -> int:
        """Asks one operation so many times, rightly and wrongly, each time as somebody of every role.

        Gives how many requests there were. Raises :class:`Wrong`, or what schemathesis finds against the description.
        """
        people = tuple(self._people())
        needed = Role[operation.definition.raw["x-role"].upper()]
        wrongly, reads = is_free(operation), operation.method.upper() == "GET"
        right = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
        asked = 0

        @settings(
            max_examples=min(examples, FEW) if operation.path in SLOW else examples, deadline=None, database=None,
            derandomize=seeded is None, phases=[Phase.generate], suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(
            case=st.one_of(right, operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)) if wrongly else right
        )
        def one(case: Any) -> None:
            nonlocal asked
            for role, sends, others in people:
                asked += 1
                before, table = len(self.acted()), self._own_table()
                answer = case.call(**sends)
                self.statuses[role, answer.status_code] += 1
                case.validate_response(answer, checks=CHECKS)
                told = next((word for word in (*NEVER_TOLD, *others) if word.encode() in answer.content), None)
                if told is not None:
                    raise Wrong(
                        f"a {role.name.lower()} is told {told!r} by {operation.label}: {answer.content[:200]!r}"
                    )
                for command in self.acted()[before:]:
                    if reads or role < needed or (role is Role.PLAYER and not is_own(command, table)):
                        raise Wrong(f"a {role.name.lower()} did {command} by {operation.label}")

        (one if seeded is None else seed(seeded)(one))()
        return asked

    def _people(self) -> Iterator[tuple[Role, dict[str, dict[str, str]], tuple[str, ...]]]:
        """Gives what a browser of each role sends with each request, and what that role may never be told."""
        with self.app.test_request_context():
            seats, numbers = seat_codes(), drive_codes()
        for role in Role:
            client = self.app.test_client()
            if role is Role.PLAYER:
                code = seats.get(SEAT) or numbers.get(NUMBER)
                if code is None or joined(client, code).status_code != 200:
                    continue
            if role in SIGNED_IN:
                assert sign_in(client, *SIGNED_IN[role]).status_code == 200
            token = token_of(client)
            cookie = client.get_cookie("steward")
            assert cookie is not None
            headers = {"X-Steward-Token": token, "Accept": "application/json", "Accept-Encoding": "identity"}
            codes = (*seats.values(), *numbers.values()) if role < Role.STEWARD else ()
            yield role, {"headers": headers, "cookies": {"steward": cookie.value}}, codes


def joined(client: FlaskClient, code: str) -> TestResponse:
    """Takes the seat of a code."""
    fields = {"code": code, "token": token_of(client)}
    return client.post("/join", data=fields, headers={"Accept": "application/json"})


def is_free(operation: Any) -> bool:
    """Tells whether an operation can be asked in more than one way."""
    return bool(operation.body) or bool(operation.query)


def is_own(command: Command, table: int | None) -> bool:
    """Tells whether a command is put for the player's seat, in his name, or for his table of the drive."""
    allowed = {"seat": SEAT, "by_seat": SEAT, "by_number": NUMBER, "table": table}
    return all(getattr(command, name, right) in (None, right) for name, right in allowed.items())
