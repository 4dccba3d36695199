"""A table for tests of the pages: real states and events, a stand-in for the writer, no game and no machine."""

from __future__ import annotations

import base64
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine import commands as c
from engine import events as e
from engine.bell import Bell
from engine.errors import Refused
from engine.games.protocol import Recorded
from engine.rules import house_rules
from engine.state import LastPlay, Owed, Player, Question, TableState, WordOnTable
from engine.table import SeenCard, SeenWord, TableReading

JPEG = base64.b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqm"
    "x5moq6T/wAALCAADAAQBAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEG"
    "E1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJip"
    "KTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/AKlf/9k="
)
"""The smallest picture that a browser will show."""

SEATS = (("N", "Flo"), ("E", "Gus"), ("S", "Hal"), ("W", "Ivy"))


def drive_state(**changes: Any) -> TableState:
    """Gives a drive's deal in full play: four players, three words, the clock at 5:00 of table time 120."""
    state = TableState(
        phase="play",
        rules=house_rules("drive"),
        players=(
            Player("N", "Flo", cards=7),
            Player("E", "Gus", cards=10),
            Player("S", "Hal", cards=7),
            Player("W", "Ivy", cards=5),
        ),
        dealer="S",
        deal=1,
        turn="N",
        words=(WordOnTable("STONE", "W"), WordOnTable("LAWFUL", "S"), WordOnTable("OSLO", "W")),
        exposed="Q",
        last=LastPlay("compose", "W", None, "OSLO", 118.0),
        bell=Bell("running", 420.0, 420.0),
    )
    return replace(state, **changes)


def a_card(number: int, face: str, confidence: float = 0.99) -> SeenCard:
    """Gives a card of 70 by 105 px, the ``number``-th of a row."""
    x, y = 200.0 + 80 * number, 300.0
    corners = ((x, y), (x + 70, y), (x + 70, y + 105), (x, y + 105))
    return SeenCard(number, face, None if face == "BACK" else 8, confidence, corners, 0.0, (x, y))


def a_reading() -> TableReading:
    """Gives a reading of O S L O, its last card unsure, and the stock."""
    cards = (a_card(0, "O"), a_card(1, "S"), a_card(2, "L"), a_card(3, "O", 0.6), a_card(6, "BACK"))
    words = (SeenWord("OSLO", (0, 1, 2, 3), 0.6, "W", "W", 300.0),)
    return TableReading("010.jpg", 1536, 1152, 0.6, cards, words)


class FakeTable:
    """A table set by the test. ``refuse`` is raised by every command; ``commands`` are those it was given."""

    def __init__(self, state: TableState | None = None) -> None:
        self.current = drive_state() if state is None else state
        self.commands: list[c.Command] = []
        self.refuse: Exception | None = None
        self.pictures: dict[str | None, bytes] = {None: JPEG, "10-before.jpg": JPEG, "10-after.jpg": JPEG}
        self.seen: TableReading | None = a_reading()
        self.how: dict[str, Any] = {
            "watch": "steady",
            "frame_age": 0.4,
            "camera": "recording",
            "demo": None,
            "speed": 1.0,
            "pins": [("buzzer 18", [0.2, 0.1, 0.2])],
            "title": "Table 3",
        }
        self.recordings: tuple[str, ...] = ()
        self.began: list[str] = []
        self.time = 120.0
        self._events: list[Recorded] = []
        self._version = 1
        self._changed = threading.Condition()
        self.add(e.Opened(t=0.0, game="lexicon", rules="drive", language="en", pack="lexicon", seats=SEATS))
        self.add(e.Dealt(t=1.0, seat="S", number=1))
        self.add(
            e.Moved(t=33.0, act="compose", seat="W", after="STONE", pictures=("10-before.jpg", "10-after.jpg")),
            e.Moved(t=81.0, act="exchange", seat="E", exposed_before="M", exposed_after="Q", took="stock"),
            e.Moved(t=93.0, act="insert", seat="S", before="LAW", after="LAWFUL"),
            e.Moved(t=118.0, act="compose", seat="W", after="OSLO"),
        )

    def add(self, *events: e.Event, **changes: Any) -> tuple[Recorded, ...]:
        """Has events happen, and the state change with them."""
        with self._changed:
            first = len(self._events) + 1
            new = tuple(Recorded("table", first + n, "2026-01-01T00:00:00", event) for n, event in enumerate(events))
            self._events.extend(new)
            self.current = replace(self.current, seq=len(self._events), **changes)
            self._version += 1
            self._changed.notify_all()
            return new

    def changed(self) -> None:
        """Wakes everybody who waits."""
        self.add()

    # -- what the pages call

    def state(self) -> TableState:
        return self.current

    def view(self) -> dict[str, Any]:
        return {"phase": self.current.phase, "turn": self.current.turn}

    def now(self) -> float:
        return self.time

    def recorded(self, after: int = 0) -> tuple[Recorded, ...]:
        return tuple(self._events[after:])

    def wait(self, version: int, timeout: float) -> int:
        with self._changed:
            self._changed.wait_for(lambda: self._version > version, timeout)
            return self._version

    def picture(self, name: str | None = None) -> bytes | None:
        return self.pictures.get(name)

    def reading(self) -> TableReading | None:
        return self.seen

    def status(self) -> Mapping[str, Any]:
        return self.how

    def demos(self) -> tuple[str, ...]:
        return self.recordings

    def start_demo(self, name: str) -> None:
        self.began.append(name)
        self.how = {**self.how, "demo": name}
        self.changed()

    def submit(self, command: c.Command) -> tuple[Recorded, ...]:
        self.commands.append(command)
        if self.refuse is not None:
            raise self.refuse
        act = _DOES.get(type(command))
        return () if act is None else act(self, command)


def _challenged(table: FakeTable, command: Any) -> tuple[Recorded, ...]:
    last = table.current.last
    if last is None or not last.open:
        raise Refused("nothing to challenge", "there is nothing to challenge")
    ruled = e.Ruled(
        t=table.time, seat=command.seat, word=last.after, ruling="upheld", verdict="not allowed",
        player=last.seat, reason="proper noun", fine=50, words={"name": "SCOWL"},
    )  # fmt: skip
    return table.add(
        ruled,
        last=replace(last, open=False, ruling="upheld", verdict="not allowed", challenger=command.seat),
        owed=Owed(last.seat, last.after or "", None),
        players=tuple(replace(p, fines=50) if p.seat == last.seat else p for p in table.current.players),
    )


def _played(table: FakeTable, command: Any) -> tuple[Recorded, ...]:
    seat = command.seat or table.current.turn
    seats = [player.seat for player in table.current.players]
    words = table.current.words
    if command.act == "compose":
        words = (*words, WordOnTable(command.after, seat))
    moved = e.Moved(t=table.time, act=command.act, seat=seat, before=command.before, after=command.after, by="desk")
    turn = seats[(seats.index(seat) + 1) % len(seats)]
    last = LastPlay(command.act, seat, command.before, command.after, table.time)
    return table.add(moved, words=words, turn=turn, last=last)


def _undone(table: FakeTable, command: Any) -> tuple[Recorded, ...]:
    moves = [item for item in table.recorded() if isinstance(item.event, e.Moved)]
    words = table.current.words[:-1]
    return table.add(e.Undone(t=table.time, seqs=(moves[-1].seq,)), words=words, turn="W", last=None)


def _asked(table: FakeTable, command: Any) -> tuple[Recorded, ...]:
    return table.add(e.Answered(t=table.time, about="table differs", answer=command.answer), question=None)


_DOES: Mapping[type[c.Command], Callable[[FakeTable, Any], tuple[Recorded, ...]]] = {
    c.Challenge: _challenged,
    c.Play: _played,
    c.Undo: _undone,
    c.Answer: _asked,
}

A_QUESTION = Question("table differs", "CABIN", 119.0, {"words": [{"text": "CABIN"}, {"text": "L?W"}]})
