"""The station: alone in appending to a table's journal. Screens, buzzer, lights and links only read what it appended.

Every command goes through one queue and is answered by the same thread that rings the bell, so that neither a slow
camera nor a slow page can come between. What has not been appended has not happened: after a crash at any moment the
table stands as the journal says.
"""

from __future__ import annotations

import contextlib
import logging
import math
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from engine.commands import Command, Doubt, Open, PauseClock, ResumeClock, Tick
from engine.errors import BadRecord, Conflict, DiskFull, JournalFailed, Missing, Refused, StewardError
from engine.events import Answered, Event
from engine.games.protocol import Decider, Recorded
from engine.journal import Journal
from engine.replay import advance, fold
from engine.rulings import Judge
from engine.table import TableReading
from pi.clock import TableClock
from pi.pictures import Pictures

log = logging.getLogger("steward.station")

S = TypeVar("S")
Listener = Callable[[Recorded], None]

CHECKPOINT_EVERY = 5.0
"""Seconds between two saved marks of a running clock: what a power cut can cost at most."""

HELD_NAP = 0.05
"""Seconds between two looks at a clock that a recording holds back."""

PATIENCE = 30.0
"""Seconds that a submitter waits for the answer; only a disk that hangs takes longer."""


class Station(Generic[S]):
    """One table: its journal, the state folded from it, its clock, and the queue of commands.

    :param journal: where events go; the station does not close it.
    :param judges: gives the judge of a language, for a game that is set up in one (None: ``judge`` rules on every one).
    :param rate: table seconds a second, for a table that has no mark in the journal yet.
    :param pictures: where moves' pictures are kept (None: there are none).

    Use it as a context manager, or call :meth:`start` and :meth:`close`.
    """

    def __init__(
        self,
        journal: Journal,
        game: Decider[S],
        judge: Judge,
        *,
        judges: Callable[[str], Judge] | None = None,
        stream: str = "table",
        rate: float = 1.0,
        pictures: Pictures | None = None,
        monotonic: Callable[[], float] = time.monotonic,
        boot: Callable[[], str] | None = None,
    ) -> None:
        self.game = game
        self.stream = stream
        self.pictures = pictures
        self._journal = journal
        self._judge = judge
        self._judges = judges
        self._queue: queue.Queue[tuple[Command, Future[tuple[Recorded, ...]]] | None] = queue.Queue()
        self._gate = threading.Lock()
        self._changed = threading.Condition()
        self._version = 0
        self._before: list[Callable[[Command], None]] = []
        self._alarms: list[Callable[[Event], None]] = []
        self._alarmed: set[float] = set()
        self._listeners: list[queue.SimpleQueue[Recorded | None]] = []
        self._threads: list[threading.Thread] = []
        self._status: dict[str, Any] = {}
        self._noted: list[Callable[[dict[str, Any]], None]] = []
        self._reading: TableReading | None = None
        self._frame_at: float | None = None
        self._picture: bytes | None = None
        self.seen: Any = None
        self._stuck_at: int | None = None
        self._reported = ""
        self._saved: tuple[float, int] = (float("-inf"), -1)
        self._thread: threading.Thread | None = None
        self._monotonic = monotonic
        self._history: list[Recorded] = list(journal.read(stream, 0))
        self._state = fold(game, self._history)
        self.clock, self._same_boot = self._clock(rate, {"boot": boot} if boot else {})

    def _clock(self, rate: float, boot: dict[str, Any]) -> tuple[TableClock, bool]:
        latest = max((entry.event.t for entry in self._history), default=0.0)
        mark = self._journal.last_checkpoint(self.stream)
        if mark is not None:
            try:
                return TableClock.restored(mark, latest, monotonic=self._monotonic, **boot)
            except BadRecord as error:
                log.warning("%s; going on from the last recorded event", error)
        return TableClock(latest, rate, monotonic=self._monotonic, **boot), not self._history

    # -- running

    def start(self) -> Station[S]:
        """Starts answering commands; a clock that ran when the machine was switched off stands paused, and asks."""
        if self._thread is not None:
            return self
        self._save()
        bell = getattr(self._state, "bell", None)
        if bell is not None and bell.phase == "running" and not self._same_boot:
            now = self.clock.now()
            with contextlib.suppress(Refused):
                self._handle(PauseClock(t=now, by="clock", why="restart", remaining=bell.remaining(now)))
                self._handle(Doubt(t=now, by="clock", about="restart", detail=f"{bell.remaining(now):.0f}"))
        self._thread = threading.Thread(target=self._run, name="station", daemon=True)
        self._thread.start()
        return self

    def close(self) -> None:
        """Answers what is queued, saves the clock and stops. Closing twice does no harm."""
        with self._gate:
            thread, self._thread = self._thread, None
            if thread is None:
                return
            self._queue.put(None)
        thread.join()
        for listener in self._listeners:
            listener.put(None)
        for reader in self._threads:
            if reader is not threading.current_thread():
                reader.join(timeout=5)
        with self._changed:
            self._version += 1
            self._changed.notify_all()

    def alive(self) -> bool:
        """Tells whether commands are being answered."""
        thread = self._thread
        return thread is not None and thread.is_alive()

    def __enter__(self) -> Station[S]:
        return self.start()

    def __exit__(self, *exc: object) -> None:
        self.close()

    # -- commands

    def submit(self, command: Command) -> tuple[Recorded, ...]:
        """Hands a command in and waits for what was recorded.

        Raises :class:`Refused` when the rules do not allow it and :class:`Missing` when the station does not run.
        """
        for ahead in self._before:
            ahead(command)
        answer: Future[tuple[Recorded, ...]] = Future()
        with self._gate:
            if self._thread is None:
                raise Missing("the table is closed; start the Steward again")
            self._queue.put((command, answer))
        try:
            return answer.result(timeout=PATIENCE)
        except TimeoutError as error:
            raise Missing("the journal does not answer; see whether its disk is full or failing") from error

    def before(self, ahead: Callable[[Command], None]) -> None:
        """Has ``ahead(command)`` called by every submitter before a command is queued.

        Who follows the camera uses it to submit what was seen first: a challenge lies against the word on the table.
        """
        self._before.append(ahead)

    def alarm(self, alarm: Callable[[Event], None]) -> None:
        """Has ``alarm`` called with a warning or the bell when it falls due and cannot be recorded; it may not wait."""
        self._alarms.append(alarm)

    def subscribe(self, listener: Listener, name: str) -> None:
        """Has ``listener`` called, in a thread of its own, with everything recorded from now on, in order."""
        lane: queue.SimpleQueue[Recorded | None] = queue.SimpleQueue()

        def read() -> None:
            while (entry := lane.get()) is not None:
                try:
                    listener(entry)
                except Exception:
                    # A reader that fails must not silence the others: a broken lamp may not stop the bell.
                    log.exception("%s failed on event %d", name, entry.seq)

        thread = threading.Thread(target=read, name=name, daemon=True)
        thread.start()
        self._threads.append(thread)
        self._listeners.append(lane)

    # -- reading

    def state(self) -> S:
        """Gives the table's state as it stands."""
        return self._state

    def view(self) -> dict[str, Any]:
        """Gives the JSON object that screens draw."""
        return self.game.view(self._state, self._judge_in(self._state))

    def now(self) -> float:
        """Gives the table time in seconds."""
        return self.clock.now()

    def recorded(self, after: int = 0) -> tuple[Recorded, ...]:
        """Gives everything recorded after sequence number ``after``."""
        return tuple(self._history[max(0, after) :])

    def version(self) -> int:
        """Gives a number that grows with everything a screen could show anew."""
        return self._version

    def wait(self, version: int, timeout: float) -> int:
        """Waits until there is something newer than ``version``, at most ``timeout`` seconds; gives the version."""
        with self._changed:
            self._changed.wait_for(lambda: self._version > version, timeout)
            return self._version

    def picture(self, name: str | None = None) -> bytes | None:
        """Gets a JPEG: the latest one shown, or a kept one by name; None when there is none."""
        if name is None:
            return self._picture
        return self.pictures.get(name) if self.pictures else None

    def reading(self) -> TableReading | None:
        """Gets the latest reading shown (None: nothing was read yet)."""
        return self._reading

    def status(self) -> dict[str, Any]:
        """Gives each part of the machine and how it does; ``frame_age`` is seconds since the camera's last frame."""
        age = None if self._frame_at is None else round(self._monotonic() - self._frame_at, 1)
        return {
            "words": dict(self._judge_in(self._state).about()),
            "frame_age": age,
            "speed": self.clock.rate,
            **self._status,
        }

    def demos(self) -> tuple[str, ...]:
        """Gives the recordings that could be played instead: none at a real table."""
        return ()

    def start_demo(self, name: str) -> None:
        """Refuses: a real table plays no recordings."""
        raise Missing(f"this table follows its own game; type 'steward demo {name}' for the recording")

    def next_due(self) -> float | None:
        """Gives the table time at which a warning or the bell falls due next (None: nothing does)."""
        return self._due()

    def falls_due(self, due: float) -> tuple[Event, ...]:
        """Gives what will be recorded at ``due`` if nothing comes between."""
        return self.game.decide(self._state, Tick(t=due, by="clock"), self._judge, self._history)

    # -- showing

    def show(self, reading: TableReading | None = None, jpeg: bytes | None = None) -> None:
        """Shows the latest reading and picture to the screens; what is None stays."""
        with self._changed:
            self._reading = self._reading if reading is None else reading
            self._picture = self._picture if jpeg is None else jpeg
            self._version += 1
            self._changed.notify_all()

    def looked(self, picture: Any = None) -> None:
        """Notes that the camera has just given a frame, though nothing may be new on it; keeps the newest ``seen``."""
        self.seen = self.seen if picture is None else picture
        self._frame_at = self._monotonic()

    def note(self, part: str, status: Any) -> None:
        """Notes how a part of the machine does, for :meth:`status`."""
        with self._changed:
            if self._status.get(part) == status:
                return
            self._status = {**self._status, part: status}
            self._version += 1
            self._changed.notify_all()
        for reader in self._noted:
            reader(self._status)

    def noted(self, reader: Callable[[dict[str, Any]], None]) -> None:
        """Has ``reader`` called with how all parts do whenever one does otherwise; it may not wait."""
        self._noted.append(reader)

    # -- the writer's thread

    def _run(self) -> None:
        while True:
            try:
                item = self._queue.get(timeout=self._nap())
            except queue.Empty:
                self._guarded(self._ticks)
                continue
            if item is None:
                break
            command, answer = item
            self._guarded(self._ticks)
            try:
                answer.set_result(self._answered(self._handle(command)))
            except Exception as error:
                # The submitter gets whatever went wrong; the writer goes on for everybody else.
                if not isinstance(error, Refused):
                    self._report(f"a command failed ({type(command).__name__})", error)
                answer.set_exception(error)
        self._guarded(self._save)

    def _guarded(self, step: Callable[[], None]) -> None:
        try:
            step()
            self._reported = ""
        except Exception as error:
            # A disk that fails for a moment must not end the thread that rings the bell: it is tried again.
            self._report("the station could not write", error)
            time.sleep(0.2)

    def _report(self, what: str, error: Exception) -> None:
        """Logs what went wrong: in one line, once, what a person can put right; the unforeseen with its traceback."""
        told = f"{what}: {error}"
        if told != self._reported:
            self._reported = told
            log.error("%s", told, exc_info=None if isinstance(error, StewardError) else error)

    def _nap(self) -> float:
        due = self._due()
        if due is None:
            return CHECKPOINT_EVERY
        until = self.clock.seconds_until(due)
        return HELD_NAP if math.isinf(until) else min(until, CHECKPOINT_EVERY)

    def _due(self) -> float | None:
        bell = getattr(self._state, "bell", None)
        if bell is None or len(self._history) == self._stuck_at:
            return None
        due: float | None = bell.next_due()
        return due

    def _ticks(self) -> None:
        while (due := self._due()) is not None and due <= self.clock.now():
            try:
                recorded = self._handle(Tick(t=due, by="clock"))
            except Refused:
                recorded = ()
            except (DiskFull, JournalFailed):
                self._raise_alarm(due)
                raise
            if not recorded:
                # The game wants no tick in this state: asked again only when something has happened.
                self._stuck_at = len(self._history)
        bell = getattr(self._state, "bell", None)
        running = bell is not None and bell.phase == "running"
        when, seq = self._saved
        if self._monotonic() - when >= CHECKPOINT_EVERY and (running or seq != len(self._history)):
            self._save()

    def _raise_alarm(self, due: float) -> None:
        """A full disk may cost the record of a bell, never the bell: it is told once, and recorded when that can be."""
        if due in self._alarmed:
            return
        self._alarmed.add(due)
        for event in self.falls_due(due):
            for alarm in self._alarms:
                alarm(event)

    def _handle(self, command: Command) -> tuple[Recorded, ...]:
        judge = self._judge_in(command if isinstance(command, Open) else self._state)
        events = self.game.decide(self._state, command, judge, self._history)
        if not events:
            return ()
        try:
            recorded = self._journal.append(self.stream, events, len(self._history))
        except Conflict as error:
            raise Conflict(
                f"another program writes into this table's journal ({error}); end it, and start the Steward again"
            ) from error
        state = advance(self.game, self._state, recorded, [*self._history, *recorded])
        with self._changed:
            self._history.extend(recorded)
            self._state = state
            self._version += 1
            self._changed.notify_all()
        for listener in self._listeners:
            for entry in recorded:
                listener.put(entry)
        return recorded

    def _judge_in(self, table: object) -> Judge:
        """Gives the judge of the language that a table, or the command that sets it up, is in."""
        language = getattr(table, "language", None)
        return self._judge if self._judges is None or not language else self._judges(language)

    def _answered(self, recorded: tuple[Recorded, ...]) -> tuple[Recorded, ...]:
        """The station asked whether the clock shall run on after a restart; YES makes it so."""
        for entry in recorded:
            event = entry.event
            if isinstance(event, Answered) and (event.about, event.answer) == ("restart", "yes"):
                with contextlib.suppress(Refused):
                    return recorded + self._handle(ResumeClock(t=event.t, by=event.by))
        return recorded

    def _save(self) -> None:
        self._journal.checkpoint(self.stream, self.clock.mark())
        self._saved = (self._monotonic(), len(self._history))
