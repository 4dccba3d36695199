"""The recorded hands played live: clock, camera, presses, following, station and pins as ``steward demo`` runs them.

Only the reading of the cards is true from the start, so that this does not test the reader.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from engine.errors import Missing
from engine.games.protocol import Recorded
from engine.table import TableReading, reading_from_json
from pi import demo
from pi.demo import Stage
from pi.places import DEMOS, demo_folder
from pi.recording import open_recording
from pi.watch import line_of

READINGS = Path(__file__).parents[1] / "data" / "readings"
COMPARED = ("type", "act", "seat", "before", "after", "word", "ruling", "verdict", "fine", "totals", "scores", "by")


class TrueReader:
    """Reads what is known to lie there, of either recording."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, float], TableReading] = {}
        self.recording = ""

    def read(self, picture: Any, image_name: str = "", phase: str = "play", before: Any = None) -> TableReading:
        return self.known[self.recording, int(Path(image_name).stem)]


class EveryFrameMoves:
    def moved(self, picture: Any, t: float) -> bool:
        return True


def true_reader() -> TrueReader:
    reader = TrueReader()
    for name in DEMOS.values():
        for line in (READINGS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            item = json.loads(line)["reading"]
            reader.known[name, int(Path(item["image"]).stem)] = reading_from_json(item)
    return reader


@pytest.fixture(scope="module")
def patched():
    """Has every scene read truly."""
    reader = true_reader()
    begin = Stage._begin

    def beginning(stage: Stage, name: str) -> Any:
        reader.recording = demo_folder(name).name
        return begin(stage, name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(demo, "reader_for", lambda pack: (reader, EveryFrameMoves))
        patch.setattr(Stage, "_begin", beginning)
        yield


@dataclass
class Played:
    """What was seen while both recordings played, the drive's deal first."""

    recorded: dict[str, tuple[Recorded, ...]] = field(default_factory=dict)
    heard: list[str] = field(default_factory=list)
    versions: list[int] = field(default_factory=list)


@pytest.fixture(scope="module")
def played(patched, tmp_path_factory) -> Played:
    found = Played()
    with Stage(tmp_path_factory.mktemp("stage"), speed=60.0, between=0.2) as stage:
        stage.play(["deal", "home"])
        version, until = 0, time.monotonic() + 240
        while time.monotonic() < until:
            version = stage.wait(version, 0.1)
            name = stage.status()["demo"]
            recorded = stage.recorded()
            if name == stage.status()["demo"]:
                found.recorded[name] = recorded
            found.versions.append(version)
            found.heard += [heard for heard, _ in stage.status().get("pins", ()) if heard not in found.heard]
            if name == "demo-hand" and any(entry.event.type == "hands" for entry in recorded):
                break
    return found


@pytest.mark.parametrize("name", DEMOS.values())
def test_a_recording_played_live_tells_what_is_true(played, name):
    truth = open_recording(demo_folder(name)).truth
    told = [line for entry in played.recorded[name] if (line := line_of(entry.event)) and line["type"] != "deal"]
    assert [compared(line) for line in told] == [compared(line) for line in truth]
    for line, true in zip(told, truth, strict=True):
        assert line["t"] == pytest.approx(true["t"], abs=1.5)


def compared(line: dict[str, Any]) -> dict[str, Any]:
    return {key: line.get(key) for key in COMPARED}


def test_the_bell_and_its_warnings_sound_on_the_pins(played):
    assert {f"{name} · pin 18" for name in ("start", "one minute", "ten seconds", "bell")} <= set(played.heard)


def test_versions_never_run_backward_from_one_recording_to_the_next(played):
    assert played.versions == sorted(played.versions)


def test_a_viewer_may_start_another_recording(patched, tmp_path):
    with Stage(tmp_path, speed=60.0) as stage:
        stage.play(["deal"])
        stage.start_demo("demo-hand")
        assert stage.status()["demo"] == "demo-hand"
        version, until = 0, time.monotonic() + 60
        while not any(entry.event.type == "move" for entry in stage.recorded()) and time.monotonic() < until:
            version = stage.wait(version, 0.5)
        assert stage.recorded()[0].event.rules == "home"
        assert stage.state().words != ()


def test_a_recording_of_another_name_is_missing(patched, tmp_path):
    with Stage(tmp_path) as stage, pytest.raises(Missing, match=r"no recording called '\.\./etc'"):
        stage.start_demo("../etc")


def test_before_anything_is_played_the_table_says_so(tmp_path):
    with Stage(tmp_path) as stage, pytest.raises(Missing, match="nothing is played yet"):
        stage.state()
