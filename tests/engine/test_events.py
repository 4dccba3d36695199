"""Events name themselves, and are read back whichever module they come from."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

import engine.games
from engine.errors import BadRecord
from engine.events import EVENTS, Event, Out, from_json, to_json


def test_an_event_of_the_table_is_known_by_its_type() -> None:
    assert EVENTS["out"] is Out


def test_two_kinds_of_event_cannot_share_a_name() -> None:
    with pytest.raises(TypeError, match="two events are called 'out'"):

        @dataclass(frozen=True, slots=True, kw_only=True)
        class Left(Event):
            type: ClassVar[str] = "out"


def test_an_event_of_another_game_is_read_by_loading_that_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "snap.py").write_text(
        "from __future__ import annotations\nfrom dataclasses import dataclass\n"
        "from typing import ClassVar\nfrom engine.events import Event\n"
        "@dataclass(frozen=True, slots=True, kw_only=True)\n"
        "class Snapped(Event):\n    type: ClassVar[str] = 'snap.snapped'\n    seat: str\n"
    )
    monkeypatch.setattr(engine.games, "__path__", [*engine.games.__path__, str(tmp_path)])
    line = {"type": "snap.snapped", "t": 2.0, "seat": "N"}
    try:
        assert to_json(from_json(line)) == line
    finally:
        EVENTS.pop("snap.snapped", None)
        sys.modules.pop("engine.games.snap", None)


@pytest.mark.parametrize("name", ["snap", "nogame.dealt", "..dealt", "no game.dealt", "", None, 7])
def test_an_unknown_event_is_named(name: object) -> None:
    with pytest.raises(BadRecord, match="no event is called"):
        from_json({"type": name, "t": 0.0})
