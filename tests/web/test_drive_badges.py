"""Who sits at a wrong table or chair, as badges tell: named on every screen that can help, in both languages."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from fake_drive import FakeDrive
from fake_table import FakeTable
from flask import Flask
from flask.testing import FlaskClient
from test_drive import as_role, drive, hub  # noqa: F401

from engine.drive import commands as c
from engine.state import TableState
from web.roles import Role


@dataclass(frozen=True)
class Stray:
    """A player of table 2 whose badge lies at table 1."""

    drive: FakeDrive
    hub: Flask
    number: int
    seat: str


@pytest.fixture
def stray(drive: FakeDrive, hub: Flask) -> Stray:  # noqa: F811
    drive.announce()
    hand = drive.state().hand
    assert hand is not None
    seat, number = hand.tables[2].chairs[0]
    drive.act(c.SeeBadge(t=drive.time, table=1, seat="E", number=number))
    return Stray(drive, hub, number, seat)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "is at table 1 and belongs to table 2"), ("fr", "est à la table 1 et va à la table 2")],
)
@pytest.mark.parametrize("page", ["hall", "desk", "organiser", "card"])
def test_who_is_at_the_wrong_table_is_named_with_his_own(stray: Stray, page: str, language: str, said: str) -> None:
    client = as_role(stray.hub, Role.PLAYER if page == "card" else Role.ORGANISER, stray.number)
    client.set_cookie("language", language)
    assert f"{stray.drive.state().players[stray.number].name} {said}" in client.get(f"/drive/{page}").text


def test_who_sits_where_he_should_is_not_named(stray: Stray) -> None:
    stray.drive.act(c.SeeBadge(t=stray.drive.time, table=2, seat=stray.seat, number=stray.number))
    assert "wrong-seat" not in as_role(stray.hub, Role.ORGANISER).get("/drive/hall").text


def test_the_tables_own_screen_names_who_belongs_elsewhere(table: FakeTable, client: FlaskClient) -> None:
    def shown(**right: object) -> str:
        item = {"name": "Ivy", "number": 9, "table": 1, "seat": "E", **right}
        table.how = {**table.how, "misplaced": (item,)}
        table.changed()
        return client.get("/").text

    assert "Ivy is at table 1 and belongs to table 2, North." in shown(right_table=2, right_seat="N")
    assert "Ivy sits at table 1 in the chair East and belongs to South." in shown(right_table=1, right_seat="S")
    assert "Ivy is at table 1 and has no seat in this hand." in shown(right_table=None, right_seat=None)


def test_a_drives_table_asks_its_players_to_sit_down(table: FakeTable, client: FlaskClient) -> None:
    table.current = replace(
        TableState(), phase="ready", players=table.current.players, in_drive=True, sits=(table.current.players[0].seat,)
    )
    table.changed()
    page = client.get("/").text
    assert "Lay your badge before you" in page
    assert page.count("✓ sits") == 1
