"""Two whole recorded deals, fed as commands, give the lines that are true of them, in order."""

import json
from pathlib import Path

import pytest
from lexicon_table import StubJudge, Table

from engine import commands as c
from engine.events import to_json

DATA = Path(__file__).parent.parent / "data"
COMPARED = (
    "type", "act", "seat", "before", "after", "exposed_before", "exposed_after", "took", "word", "ruling", "verdict",
    "fine", "totals", "scores", "by",
)  # fmt: skip
SEATS = {
    "hand": (("N", "Ann"), ("E", "Ben"), ("S", "Cleo"), ("W", "Dev")),
    "drive": (("N", "Flo"), ("E", "Gus"), ("S", "Hal"), ("W", "Ivy")),
}
PRESSES = {
    "hand": [(53.3, "S", "short"), (100.8, "W", "short")],
    "drive": [
        (0.0, None, "start"), (125.3, "E", "short"), (252.4, "S", "short"), (431.0, "E", "short"),
        (433.0, "S", "short"), (435.0, "W", "short"), (437.0, "N", "short"),
    ],
}  # fmt: skip


def truth_of(name):
    lines = (DATA / f"demo-{name}-truth.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def replayed(name):
    """Plays the moves and totals of the truth (without saying who moved) and the presses, in order of time."""
    table = Table(StubJudge())
    rules = {"hand": "home", "drive": "drive"}[name]
    table.do(c.Open(t=0, game="lexicon", rules=rules, language="en", pack="lexicon", seats=SEATS[name]))
    table.do(c.Deal(t=0, seat={"hand": "W", "drive": "S"}[name], exposed={"hand": "H", "drive": "M"}[name]))
    commands = [c.Press(t=t, seat=seat, press=press, by="button") for t, seat, press in PRESSES[name]]
    for line in truth_of(name):
        if line["type"] == "move":
            wanted = {
                key: line.get(key) for key in ("act", "before", "after", "exposed_before", "exposed_after", "took")
            }
            commands.append(c.Play(t=line["t"], by="camera", **wanted))
        elif line["type"] == "hands":
            commands.append(c.Mark(t=line["t"], totals=line["totals"], by="camera"))
        elif line["type"] == "bell":
            commands.append(c.Tick(t=line["t"] + 0.4, by="clock"))
    for command in sorted(commands, key=lambda command: command.t):
        table.do(command)
    return table


@pytest.mark.parametrize("name", ["hand", "drive"])
def test_a_recorded_deal_gives_its_true_lines_in_order(name):
    kinds = ("move", "ruling", "turn lost", "out", "bell", "restock", "cut", "hands", "initialled")
    said = [to_json(r.event) for r in replayed(name).history if r.event.type in kinds]
    truth = truth_of(name)
    assert [line["type"] for line in said] == [line["type"] for line in truth]
    for ours, true in zip(said, truth, strict=True):
        assert {key: ours[key] for key in COMPARED if key in true} == {
            key: true[key] for key in COMPARED if key in true
        }
        assert ours["t"] == true["t"]


def test_the_recorded_home_hand_ends_with_ben_the_winner_and_his_left_neighbour_to_deal():
    state = replayed("hand").state
    assert (state.phase, state.winners, state.next_dealer) == ("ready", ("E",), None)


def test_the_recorded_drive_deal_is_won_by_the_lowest_total():
    table = replayed("drive")
    assert (table.state.phase, table.state.winners) == ("over", ("S",))


def test_the_recorded_drive_deal_warns_at_one_minute_and_at_ten_seconds():
    warnings = [(r.event.t, r.event.remaining) for r in replayed("drive").history if r.event.type == "warning"]
    assert warnings == [(360.0, 60.0), (410.0, 10.0)]
