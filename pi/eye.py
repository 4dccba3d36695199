"""The eye: decides when the table rests, has it read, and turns what was seen into commands.

It has no clock and no thread of its own: frames, presses and the time come in, commands go out. A recording replayed
by ``steward watch`` and a live camera drive the very same steps.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Protocol

from engine import answering, follow
from engine.commands import Challenge, Command, Deal, Play, Press
from engine.errors import Refused
from engine.events import Answered, Corrected, Dealt, Event, Moved, Opened, Ruled, Undone
from engine.games.protocol import Recorded
from engine.lay import SURE
from engine.signals import Signs, signalled
from engine.sitting import badges_seen
from engine.state import LastPlay, TableState
from engine.table import TableReading
from engine.watching import Step, Watch

log = logging.getLogger("steward.eye")

REST = 0.35
"""Seconds without motion after which a table is at rest and read: at ten pictures a second after the fourth still one,
so that a move is in the journal well within 0.7 s."""
LOOK_AGAIN = 1.0
"""Seconds between two looks at a resting table that is not wholly clear."""
OFTEN, LOOK_SELDOM = 6, 5.0
"""After so many looks in vain the table is looked at only every so many seconds: a mug may stand there for long."""
LOOKS = 2
"""Frames of a resting table in which a play is looked for before it is taken."""
MOST_STEPS = 12
"""Plays that may be taken from one reading, one after the other, before the eye gives up on it."""

Picture = Any
"""A picture as OpenCV holds it: uint8, height x width x 3, blue first."""


class Reads(Protocol):
    """Reads a picture: :class:`vision.reader.Reader`."""

    def read(
        self, picture: Picture, image_name: str = "", phase: str = "play", before: TableReading | None = None
    ) -> TableReading: ...


class Settles(Protocol):
    """The settle gate: :class:`vision.settle.Gate`. Takes a frame and its time; tells whether the table moved."""

    def moved(self, picture: Picture, t: float) -> bool: ...


class Eye:
    """Follows one table.

    :param submit: puts a command to the game; raises :class:`Refused`.
    :param state: gives the table as it stands.
    :param keep: keeps a picture under a name and gives the name (None: pictures are not kept).
    :param seen: told of each reading that was taken in, and the watch after it.
    """

    def __init__(
        self,
        reader: Reads,
        gate: Settles,
        submit: Callable[[Command], tuple[Recorded, ...]],
        state: Callable[[], TableState],
        *,
        keep: Callable[[str, Picture], str] | None = None,
        seen: Callable[[TableReading, Watch], None] | None = None,
    ) -> None:
        self.watch = Watch()
        self._reader = reader
        self._gate = gate
        self._submit = submit
        self._state = state
        self._keep = keep
        self._seen = seen
        self._picture: Picture | None = None
        self._name = ""
        self._kept = ""
        self._frames = 0
        self._read_frame: int | None = None
        self._read_at = 0.0
        self._looks = 0
        self._since: float | None = None
        self._framed = 0.0
        self._reading: TableReading | None = None
        self._rested_at = 0.0
        self._waiting: tuple[Command, LastPlay | None] | None = None
        self._signs: Signs | None = None
        self._began: float | None = None
        self._dealt_at: float | None = None
        self._later: list[tuple[float, Answered | None]] = []

    @property
    def picture(self) -> Picture | None:
        """The frame that stands."""
        return self._picture

    def frame(self, picture: Picture, t: float, name: str = "") -> None:
        """Takes in a frame taken at ``t`` (table time, s). A frame stands until the next one."""
        moved = self._gate.moved(picture, t)
        self._picture, self._name, self._framed = picture, name, t
        self._began = t if self._began is None else self._began
        self._frames += 1
        if moved or self._since is None:
            self._since = t
            self._read_frame = None
            self._looks = 0
            self.watch = follow.disturb(self.watch)

    def next_due(self) -> float | None:
        """Gives the table time at which :meth:`advance` has something to do."""
        if self._later:
            return self._later[0][0]
        times = [t for t in (self._look_due(), follow.due(self.watch, self._state())) if t is not None]
        return min(times, default=None)

    def advance(self, t: float) -> None:
        """Does everything that falls due up to ``t``, in its order."""
        while self._later and self._later[0][0] <= t:
            self._heed(*self._later.pop(0))
        for _ in range(1000):
            look, step = self._look_due(), follow.due(self.watch, self._state())
            if look is not None and look <= t and (step is None or look <= step):
                self._look(look)
            elif step is not None and step <= t:
                phase = self._state().phase
                done = follow.elapse(self.watch, self._state(), step)
                taken = self._take(done, step)
                again = done.again or self._state().phase != phase
                if taken and again and self._reading is not None:
                    self._observe(self._reading, self._since if self._since is not None else step, self._kept)
                self._challenge_goes_on(step)
            else:
                return
        log.error("the eye does not come to rest at %.1f s", t)

    def hurry(self, t: float) -> None:
        """Looks at once and plays what is seen, before a challenge or the bell is dealt with."""
        self.advance(t)
        if self._picture is not None and self._since is not None and self._read_frame is None:
            self._look(t)
        if self.watch.pending is not None:
            self._take(follow.hurry(self.watch, self._state()), t)

    def challenged(self, t: float, challenge: Press | Challenge) -> bool:
        """Somebody challenges, or may (a short press in play). What is seen is played first.

        True: it must wait, because what lies there is not read surely; the table is asked, and once the play is
        taken the challenge is put to the game. A press of one who is asked already is his YES and no challenge.
        """
        self.hurry(t)
        state = self._state()
        if state.phase != "play" or challenge.seat is None:
            return False
        question, pending = state.question, self.watch.pending
        if question is None:
            asked = follow.challenged(self.watch, state, t)
            if asked is None or not self._take(asked, t):
                return False
        elif pending is None or not pending.asked or pending.held != question.about:
            return False
        else:
            asked_too = not question.seats or challenge.seat in question.seats
            if asked_too and isinstance(challenge, Press):
                return False
        self._waiting = (Challenge(t=challenge.t, by=challenge.by, seat=challenge.seat), state.last)
        return True

    def _person_acted(self, event: Moved | Corrected | Undone) -> None:
        """A person has entered, corrected or undone something: the record stands against the picture."""
        if isinstance(event, Moved):
            self.watch = answering.entered(self.watch, self._state())
            self._later.append((event.t, None))
        else:
            self.watch = answering.agree(self.watch, self._state())

    def heard(self, event: Event) -> None:
        """Takes note of what was recorded. What follows from an answer or a ruling comes with the next
        :meth:`advance`."""
        if isinstance(event, Ruled) and event.ruling == "upheld":
            self._later.append((event.t, None))
        elif isinstance(event, Answered) and event.by != "camera":
            self._later.append((event.t, event))
        elif isinstance(event, (Dealt, Opened)) and self._is_new(event.t):
            self.watch, self._waiting = follow.dealt(self.watch), None
        elif isinstance(event, (Moved, Corrected, Undone)) and event.by != "camera":
            self._person_acted(event)

    def _is_new(self, t: float) -> bool:
        """Whether a deal was begun while the table was watched, and by somebody else."""
        return self._began is not None and t > self._began and t != self._dealt_at

    def _look_due(self) -> float | None:
        if self._picture is None or self._since is None:
            return None
        if self._read_frame is None:
            return self._since + REST
        if self._read_frame == self._frames:
            return None
        watch, pending = self.watch, self.watch.pending
        doubtful = pending is not None and (pending.play.confidence < SURE or pending.shaken is not None)
        # A play is taken only when a second frame shows it too, if there is one.
        unclear = watch.odd is not None or doubtful or (pending is not None and self._looks < LOOKS)
        if unclear or watch.status == "settling" or (watch.exposed is None and watch.exposed_maybe):
            return self._read_at + (LOOK_AGAIN if self._looks < OFTEN else LOOK_SELDOM)
        return None

    def _heed(self, t: float, answer: Answered | None) -> None:
        """Does what an answer means; after a ruling (None) the table is looked over anew: cards may be owed."""
        again = answer is None
        if answer is not None:
            step = answering.answered(self.watch, self._state(), answer.about, answer.answer, t)
            self._take(step, t)
            again = step.again
        if again and self._reading is not None:
            since = t if self._since is None else max(t, self._since)
            self._observe(self._reading, since, self._kept)
            self.watch = follow.rested_since(self.watch, since, self._rested_at)
        self._challenge_goes_on(t)

    def _challenge_goes_on(self, t: float) -> None:
        """A challenge that had to wait for an answer goes on once nothing holds back the play that it lies against;
        it is dropped when there was no such play."""
        if self._waiting is None or self._state().question is not None:
            return
        if self.watch.pending is not None and self.watch.pending.held:
            return
        (challenge, before), self._waiting = self._waiting, None
        if self.watch.pending is not None:
            self._take(follow.hurry(self.watch, self._state()), t)
        if self._state().last == before:
            return
        try:
            self._submit(challenge)
        except Refused as error:
            log.info("a challenge was refused: %s", error)

    def _look(self, t: float) -> None:
        state = self._state()
        phase = "count" if state.phase == "count" else "play"
        before = self._reading
        reading = self._reader.read(self._picture, self._name, phase=phase, before=before)
        if self._read_frame is not None and before is not None and before.covered and not reading.covered:
            self._since = self._framed  # a hand has gone, however softly: the table is free from now on
        self._reading = reading
        self._read_frame, self._read_at = self._frames, t
        self._looks += 1
        picture = ""
        if self._keep is not None and not reading.covered:
            picture = self._keep(self._name, self._picture)
        since = self._since if self._since is not None else t
        self._kept = picture
        self._rested_at = since
        self._observe(reading, since, picture)
        self._challenge_goes_on(t)
        self._heed_signs(reading, since)
        self._heed_badges(reading, since)
        if self._seen is not None:
            self._seen(reading, self.watch)

    def _heed_signs(self, reading: TableReading, since: float) -> None:
        """Does what the printed cards ask for that were newly laid on the table."""
        self._signs, commands = signalled(self._signs, self._state(), reading, since)
        for command in commands:
            if isinstance(command, Challenge) and self.challenged(since, command):
                continue
            try:
                self._submit(command)
            except Refused as error:
                log.info("a printed card means nothing just now: %s", error)

    def _heed_badges(self, reading: TableReading, since: float) -> None:
        """Tells a drive's table whose badges lie before its seats."""
        seen = badges_seen(self._state(), reading, since)
        if seen is None:
            return
        try:
            self._submit(seen)
        except Refused as error:
            log.info("badges mean nothing just now: %s", error)

    def _observe(self, reading: TableReading, since: float, picture: str) -> None:
        for _ in range(MOST_STEPS):
            step = follow.observe(self.watch, self._state(), reading, since, picture)
            if not self._take(step, since) or not step.again:
                break

    def _take(self, step: Step, t: float) -> bool:
        """Keeps a step's watch and submits its commands; False when one was refused."""
        self.watch = step.watch
        taken = True
        for command in step.commands:
            if isinstance(command, Deal):
                self._dealt_at = command.t
            try:
                self._submit(command)
            except Refused as error:
                taken = False
                if isinstance(command, Play) and self._state().phase == "play":
                    self.watch = follow.refused(self.watch, command, error.reason)
                else:
                    log.info("%s was refused: %s", type(command).__name__, error)
        return taken
