"""``steward demo``: the recorded hands that are shipped, followed from their pictures and presses and shown live."""

from __future__ import annotations

import contextlib
import logging
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.commands import Command
from engine.errors import Missing
from engine.games import game as game_called
from engine.games.protocol import Recorded
from engine.state import TableState
from engine.table import TableReading
from pi.books import open_journal
from pi.cameras import RecordingCamera
from pi.config import Pins
from pi.ending import told_to_end, wait_for_the_end
from pi.following import Following
from pi.judges import judge_of
from pi.machine import app_for, reader_for
from pi.pictures import Pictures
from pi.pins import Sounder, open_factory
from pi.places import DEMOS, demo_folder
from pi.recording import Pressed, open_recording
from pi.serving import Server, open_browser
from pi.setup import opening
from pi.station import Station
from pi.wiring import heard

log = logging.getLogger("steward.demo")

SPEEDS = {"deal": 4.5, "home": 2.0}
"""The drive's seven minutes, with the marks and initials after them, pass in a little over a minute and a half."""

BETWEEN = 8.0
"""Seconds that a finished hand stays on the screen before the next one begins."""


def demo(
    name: str | None = None,
    *,
    port: int = 8000,
    host: str | None = None,
    speed: float | None = None,
    browser: bool = True,
) -> int:
    """Plays the recordings, or only one of them, and then waits; gives the exit code."""
    with contextlib.ExitStack() as stack:
        ended = stack.enter_context(told_to_end())
        folder = Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="steward-demo-", ignore_cleanup_errors=True))
        )
        stage = stack.enter_context(Stage(folder, speed=speed))
        server = stack.enter_context(Server(app_for(stage), host or "127.0.0.1", port))
        stage.play([name] if name else list(DEMOS))
        if plain := server.about():
            print(plain)
        print(f"The recorded hand plays at {server.url} (Ctrl-C ends it)", flush=True)
        if browser and sys.stdout.isatty():
            open_browser(server.url)
        wait_for_the_end(ended, server.alive)
    return 0


class Stage:
    """A table on which one recording after another is played: the pages' table, whoever plays on it just now.

    :param folder: where the recordings' journals go, each a new one.
    :param speed: how many times as fast (None: as :data:`SPEEDS` says).
    """

    def __init__(self, folder: Path, *, speed: float | None = None, between: float = BETWEEN) -> None:
        self._folder = folder
        self._speed = speed
        self._between = between
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._scene: Scene | None = None
        self._versions = 0
        self._count = 0
        self._program: threading.Thread | None = None
        factory, self._hardware = open_factory("auto")
        self._sounder = Sounder(Pins(), factory)

    def play(self, names: Sequence[str]) -> None:
        """Plays recordings one after the other, in a thread; the first one is on the table when this returns."""
        scene = self._begin(names[0])
        self._program = threading.Thread(target=self._run, args=(scene, list(names[1:])), name="demo", daemon=True)
        self._program.start()

    def close(self) -> None:
        """Clears the table. Closing twice does no harm."""
        self._closing.set()
        with self._lock:
            scene = self._scene
        if scene is not None:
            scene.close()
        if self._program is not None and self._program is not threading.current_thread():
            self._program.join(timeout=10)
        self._sounder.close()

    def __enter__(self) -> Stage:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    # -- the pages' table

    def state(self) -> TableState:
        """Gives the table's state as it stands."""
        return self._now().station.state()

    def view(self) -> dict[str, Any]:
        """Gives the JSON object that screens draw."""
        return self._now().station.view()

    def now(self) -> float:
        """Gives the table time in seconds."""
        return self._now().station.now()

    def submit(self, command: Command) -> tuple[Recorded, ...]:
        """Hands a command in and waits for what was recorded. Raises :class:`engine.errors.Refused`."""
        return self._now().station.submit(command)

    def recorded(self, after: int = 0) -> tuple[Recorded, ...]:
        """Gives everything recorded after sequence number ``after``."""
        return self._now().station.recorded(after)

    def wait(self, version: int, timeout: float) -> int:
        """Waits until there is something newer than ``version``, at most ``timeout`` seconds; gives the version."""
        scene = self._now()
        newer = scene.station.wait(version - scene.versions, timeout)
        return newer + scene.versions

    def picture(self, name: str | None = None) -> bytes | None:
        """Gets a JPEG: the latest one shown, or a kept one by name; None when there is none."""
        return self._now().station.picture(name)

    def reading(self) -> TableReading | None:
        """Gives the latest reading shown."""
        return self._now().station.reading()

    def status(self) -> Mapping[str, Any]:
        """Gives each part of the machine and how it does."""
        scene = self._now()
        return {**scene.station.status(), "demo": scene.name, "hardware": self._hardware}

    def demos(self) -> tuple[str, ...]:
        """Gives the recordings that can be played."""
        return tuple(DEMOS.values())

    def start_demo(self, name: str) -> None:
        """Plays a recording from its beginning. Raises :class:`Missing` for one that does not exist."""
        self._begin(name)

    def ended(self) -> bool:
        """Tells whether what is played now has come to its end."""
        return self._now().ended.is_set()

    # -- playing

    def _now(self) -> Scene:
        scene = self._scene
        if scene is None:
            raise Missing("nothing is played yet; start a recording")
        return scene

    def _begin(self, name: str) -> Scene:
        folder = demo_folder(name)
        with self._lock:
            if self._closing.is_set():
                raise Missing("the demo is being closed")
            old = self._scene
            versions = 0 if old is None else old.versions + old.station.version() + 1
            self._count += 1
            speed = self._speed or SPEEDS[next(key for key, value in DEMOS.items() if value == folder.name)]
            scene = Scene(folder, self._folder / str(self._count), speed, versions)
            scene.station.subscribe(heard(self._sounder, scene.station), "buzzer")
            self._scene = scene
            scene.start()
        if old is not None:
            old.close()
        return scene

    def _run(self, scene: Scene, names: list[str]) -> None:
        """Goes on to the next recording a while after the last one; not when a viewer has chosen another."""
        for name in names:
            while not scene.ended.wait(0.5):
                if self._closing.is_set() or self._scene is not scene:
                    return
            if self._closing.wait(self._between) or self._scene is not scene:
                return
            try:
                scene = self._begin(name)
            except Missing as error:
                log.warning("%s", error)
                return


class Scene:
    """One recording being played: its own station, journal, camera and eye."""

    def __init__(self, recording: Path, folder: Path, speed: float, versions: int) -> None:
        self.name = recording.name
        self.versions = versions
        self.ended = threading.Event()
        self._recording = open_recording(recording)
        self._closed = threading.Lock()
        self._journal = open_journal(folder / "table.journal")
        self.station: Station[TableState] = Station(
            self._journal,
            game_called(self._recording.game),
            judge_of(self._recording.language),
            rate=speed,
            pictures=Pictures(folder / "pictures"),
        )
        reader, gate = reader_for(self._recording.pack)
        camera = RecordingCamera(self._recording, self.station.clock, press=self._pressed, due=self._due)
        self._following = Following(self.station, camera, reader, gate())
        self._thread = threading.Thread(target=self._run, name="scene", daemon=True)

    def start(self) -> None:
        """Seats the players and starts to play."""
        self.station.clock.hold_at(0.0)
        self.station.start()
        self.station.note("camera", self.name)
        for command in opening(self._recording):
            self.station.submit(command)
        self._thread.start()

    def close(self) -> None:
        """Stops playing. Closing twice does no harm."""
        with self._closed:
            self._following.close()
            if self._thread.is_alive() and self._thread is not threading.current_thread():
                self._thread.join(timeout=10)
            self.station.close()
            self._journal.close()

    def _pressed(self, pressed: Pressed) -> None:
        self._following.press(pressed)

    def _due(self) -> float | None:
        return self._following.next_due()

    def _run(self) -> None:
        started = time.monotonic()
        try:
            self._following.run()
        except Exception:
            # The page goes on showing how far it came; the next recording can still be started.
            log.exception("the recording stopped")
            self.station.note("watch", "no camera")
        finally:
            self.ended.set()
            log.info("%s ended after %.0f s", self.name, time.monotonic() - started)
