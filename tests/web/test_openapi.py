"""The API is as its description says: every act and role is in it, and random requests neither break nor change it."""

from __future__ import annotations

import pytest
from fake_table import FakeTable
from random_requests import Asked, Wrong
from test_acting import ACTS as EXAMPLES

from engine.commands import Undo
from web import actions, create_app
from web.drive import acts as drive_acts
from web.openapi import document
from web.openapi_acts import DRIVE_ACTS, TABLE_ACTS

EXAMPLES_EACH = 2


def test_every_act_is_described_with_the_role_it_needs() -> None:
    paths = document(table=True, drive=True)["paths"]
    assert set(TABLE_ACTS) == set(actions.ACTS)
    assert set(DRIVE_ACTS) == set(drive_acts.ACTS)
    for prefix, acts in (("/act/", actions.ACTS), ("/drive/act/", drive_acts.ACTS)):
        for name, way in acts.items():
            assert paths[prefix + name]["post"]["x-role"] == way.needs.name.lower()


@pytest.mark.parametrize(("act", "fields"), [(act, fields) for act, fields, _ in EXAMPLES])
def test_every_field_that_an_act_is_entered_with_is_described(act: str, fields: dict[str, str]) -> None:
    assert {*fields} <= {name.rstrip("!") for name in TABLE_ACTS[act]}


def test_the_description_is_served_and_every_path_is_answered() -> None:
    app = create_app(FakeTable())
    described = app.test_client().get("/api/openapi.json").json
    assert described is not None
    assert described["openapi"] == "3.1.0"
    routes = app.url_map.bind("localhost")
    for path, methods in described["paths"].items():
        for method in methods:
            assert routes.match(path, method.upper())


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("kind", ["table", "hub"])
def test_random_requests_break_nothing_and_change_and_tell_nothing_without_rights(kind: str) -> None:
    run = Asked(kind)
    before = len(run.acted())
    assert sum(run.ask(operation, EXAMPLES_EACH) for operation in run.operations) > 200
    assert len(run.acted()) - before > 10


class LaxTable(FakeTable):
    """A table whose every look is taken for an act."""

    def status(self) -> dict[str, object]:
        self.commands.append(Undo(t=0.0))
        return dict(self.how)


@pytest.mark.filterwarnings("default")
def test_what_changes_something_without_rights_is_found() -> None:
    run = Asked("table")
    run.table.__class__ = LaxTable
    (operation,) = (one for one in run.operations if one.path == "/api/table")
    with pytest.raises(Wrong, match="a viewer did Undo"):
        run.ask(operation, 1)
