"""``steward watch``: follows a recorded table from its pictures and presses alone and prints what happened."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from engine.commands import Press, Tick
from engine.errors import Refused
from engine.events import Event, to_json
from engine.games import game as game_called
from engine.games.protocol import Recorded
from engine.games.told import ToldGame
from engine.state import TableState
from engine.table import TableReading, reading_to_json
from pi.eye import Eye, Reads, Settles
from pi.judges import judge_of
from pi.ledger import Ledger
from pi.onlooker import Onlooker
from pi.packs import reader_of
from pi.recording import Pressed, Recording, Shot, open_recording
from pi.setup import opening

log = logging.getLogger("steward.watch")

AFTER = 8.0
"""Seconds that the last picture stands, so that what it shows can be played or asked about."""

FIELDS: dict[str, tuple[str, ...]] = {
    "move": ("act", "seat", "before", "after", "confidence"),
    "ruling": ("seat", "word", "ruling", "verdict", "meant", "reason", "fine"),
    "turn lost": ("seat",),
    "out": ("seat",),
    "bell": (),
    "restock": (),
    "deal": ("seat",),
    "cut": ("seat", "cards"),
    "hands": ("totals", "scores"),
    "initialled": ("seat", "by"),
    "doubt": ("about", "detail", "reading"),
}
"""The events that are printed, and the fields of each."""
TOLD_FIELDS: dict[str, tuple[str, ...]] = {
    "act": ("act", "seat", "values"),
    "ruling": ("seat", "word", "ruling", "verdict", "meant", "reason"),
    "deal": ("seat",),
    "deal won": ("seats",),
    "won": ("seats",),
}
"""The same for a game whose acts are told."""


def line_of(event: Event, told: bool = False) -> dict[str, Any] | None:
    """Gives the object that is printed for an event, or None for one that is the machine's own business.

    :param told: of a game whose acts are told.
    """
    wanted = (TOLD_FIELDS if told else FIELDS).get(event.type)
    if wanted is None:
        return None
    whole = to_json(event)
    if event.type == "move" and whole["act"] == "exchange":
        wanted = (*wanted, "exposed_before", "exposed_after", "took")
    return {"type": event.type, "t": whole["t"], **{name: whole[name] for name in wanted}}


def watch(
    source: Path,
    out: TextIO,
    *,
    readings: bool = False,
    speed: float | None = None,
    reader: Reads | None = None,
    gate: Settles | None = None,
) -> int:
    """Follows the recording in ``source`` and prints a JSON object a line to ``out``; gives the exit code.

    :param readings: prints each reading of the table too.
    :param speed: plays in real time, this many times as fast (None: as fast as it can be read).

    Raises :class:`engine.errors.BadRecord` for a recording that is wrong.
    """
    from vision.picture import load_picture

    recording = open_recording(source)
    for note in recording.notes:
        log.warning("%s", note)
    one = game_called(recording.game)
    told = isinstance(one, ToldGame)
    set_up = False

    def put(line: dict[str, Any]) -> None:
        print(json.dumps(line, ensure_ascii=False), file=out, flush=True)

    def heard(entry: Recorded) -> None:
        line = line_of(entry.event, told)
        if line is not None and set_up:
            put(line)
        if set_up:
            eye.heard(entry.event)

    def seen(reading: TableReading, _: object = None) -> None:
        if readings:
            put({"type": "reading", **reading_to_json(reading)})

    ledger: Ledger[TableState] = Ledger(one, judge_of(recording.language), heard)
    for command in opening(recording):
        ledger.submit(command)
    set_up = True
    reader, gate = reader or reader_of(recording.pack), gate or _gate()
    eye: Eye | Onlooker
    if told:
        eye = Onlooker(reader, gate, ledger.submit, ledger.state, seen=seen)
    else:
        eye = Eye(reader, gate, ledger.submit, ledger.state, keep=lambda name, _: name, seen=seen)
    replay(recording, eye, ledger, load_picture, _pace(speed))
    return 0


def replay(
    recording: Recording,
    eye: Eye | Onlooker,
    ledger: Ledger[TableState],
    load: Callable[[Path], Any],
    pace: Callable[[float], None] = lambda t: None,
) -> None:
    """Puts a recording's pictures and presses, and the clock's ticks, to the eye and the game in the order of time."""
    for item in recording.items():
        _pass_time(eye, ledger, item.t, pace)
        pace(item.t)
        if isinstance(item, Shot):
            eye.frame(load(item.path), item.t, item.name)
        else:
            press(eye, ledger, item)
    _pass_time(eye, ledger, recording.seconds + AFTER, pace)


def press(eye: Eye | Onlooker, ledger: Ledger[TableState], pressed: Pressed) -> None:
    """A button was pressed: what lies on the table counts as played first."""
    command = Press(t=pressed.t, by="button", seat=pressed.seat, press=pressed.press)
    if pressed.press != "short":
        eye.hurry(pressed.t)
    elif eye.challenged(pressed.t, command):
        return
    try:
        ledger.submit(command)
    except Refused:
        # A press that means nothing just now is nothing: nobody at the table is told off for it.
        return


def _pass_time(eye: Eye | Onlooker, ledger: Ledger[TableState], until: float, pace: Callable[[float], None]) -> None:
    """Does everything that falls due before ``until``: the eye's steps and the bell's, the earlier one first."""
    while True:
        look, bell = eye.next_due(), ledger.state().bell.next_due()
        due = min((t for t in (look, bell) if t is not None), default=None)
        if due is None or due >= until:
            return
        pace(due)
        if look is not None and look == due:
            eye.advance(due)
        else:
            try:
                ledger.submit(Tick(t=due, by="clock"))
            except Refused:
                return


def _pace(speed: float | None) -> Callable[[float], None]:
    if speed is None:
        return lambda t: None
    start = time.monotonic()

    def pace(t: float) -> None:
        time.sleep(max(0.0, start + t / speed - time.monotonic()))

    return pace


def _gate() -> Settles:
    from vision.settle import Gate

    gate: Settles = Gate()
    return gate
