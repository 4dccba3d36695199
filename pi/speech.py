"""The voice of the table: one short sentence for what is certain, spoken by espeak-ng in a thread of its own.

Nobody waits for it. A sentence that comes too late is left out; the clock's interrupt what is being said.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from engine.events import BellRang, Event, Warned
from engine.games.protocol import Recorded
from engine.state import TableState
from web.spoken import spoken

log = logging.getLogger("steward.speech")

PROGRAM = "espeak-ng"
VOICES = {"en": "en-gb", "fr": "fr-fr"}
WORDS_A_MINUTE = 165
STALE = 4.0
"""Seconds after which a sentence that still waits is left out."""
LONGEST = 10.0
"""Seconds that one sentence may take."""

Voice = Callable[[str, str], "subprocess.Popen[bytes] | None"]
"""Begins to say a sentence in a language."""


def espeak(sentence: str, language: str) -> subprocess.Popen[bytes] | None:
    """Begins to say a sentence; None when the program cannot be started."""
    command = [PROGRAM, "-v", VOICES.get(language, VOICES["en"]), "-s", str(WORDS_A_MINUTE), "--stdin"]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, **quiet)
        assert process.stdin is not None
        with contextlib.suppress(BrokenPipeError), process.stdin:
            process.stdin.write(sentence.encode())
    except OSError as error:
        log.warning("%s cannot speak: %s", PROGRAM, error)
        return None
    return process


def can_speak() -> bool:
    """Tells whether the program that speaks is installed."""
    return shutil.which(PROGRAM) is not None


class Speaker:
    """Speaks what is recorded; a reader of the station.

    :param level: ``off``, ``brief`` or ``full``.
    :param state: gives the table as it stands.
    :param voice: begins to say a sentence in a language.
    """

    def __init__(
        self,
        level: str,
        state: Callable[[], TableState],
        *,
        voice: Voice = espeak,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._level = level
        self._state = state
        self._voice = voice
        self._monotonic = monotonic
        self._changed = threading.Condition()
        self._waiting: deque[tuple[float, str, str]] = deque(maxlen=2)
        self._process: subprocess.Popen[bytes] | None = None
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="speech", daemon=True)
        self._thread.start()

    def hear(self, entry: Recorded) -> None:
        """Speaks of what was recorded."""
        self.tell(entry.event)

    def tell(self, event: Event) -> None:
        """Speaks of an event; never waits."""
        state = self._state()
        names = {player.seat: player.name for player in state.players}
        sentence = spoken(state.language, event, state, names, self._level)
        if sentence is None:
            return
        with self._changed:
            if isinstance(event, (Warned, BellRang)):
                self._waiting.clear()
                self._hush()
            self._waiting.append((self._monotonic(), sentence, state.language))
            self._changed.notify()

    def close(self) -> None:
        """Falls silent. Closing twice does no harm."""
        with self._changed:
            self._closing = True
            self._waiting.clear()
            self._hush()
            self._changed.notify()
        self._thread.join(timeout=5)

    def __enter__(self) -> Speaker:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _hush(self) -> None:
        process = self._process
        if process is not None and process.poll() is None:
            process.terminate()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closing or bool(self._waiting))
                if self._closing:
                    return
                since, sentence, language = self._waiting.popleft()
                if self._monotonic() - since > STALE:
                    continue
                self._process = self._voice(sentence, language)
            self._wait()

    def _wait(self) -> None:
        process = self._process
        if process is None:
            return
        try:
            process.wait(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
