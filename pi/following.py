"""Following a live camera: frames in, commands out, in a thread of its own."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Any

from engine.commands import Challenge as ChallengeCommand
from engine.commands import Command, Press
from engine.errors import BadPicture, Missing, Refused
from engine.events import Dealt, Ruled
from engine.games.protocol import Recorded
from engine.games.reasons import Reason
from engine.state import TableState
from engine.table import TableReading
from engine.watching import Watch
from pi.eye import Eye, Reads, Settles
from pi.finding import FINE, WARNING, said
from pi.onlooker import Onlooker
from pi.recording import Pressed

if TYPE_CHECKING:
    from pi.cameras import Camera
    from pi.station import Station

log = logging.getLogger("steward.following")

SHOW_EVERY, SHOW_STILL = 0.4, 3.0
"""Table seconds, at least, between two live pictures for the screens, while something moves and while nothing does."""
SHOWN_WIDTH = 1280
"""px; the width of the live picture: a phone on Wi-Fi should not have to load more."""


class Following:
    """Follows what a camera sees at a station's table, until the camera ends or :meth:`close` is called.

    :param shown: width, in px, of the pictures for the screens.
    """

    def __init__(
        self, station: Station[TableState], camera: Camera, reader: Reads, gate: Settles, *, shown: int = SHOWN_WIDTH
    ) -> None:
        self._width = shown
        self._station = station
        self._camera = camera
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None
        self._shown_at = float("-inf")
        self._number = 0
        self._dealt = False
        self._rested: Any = None
        self.eye = Eye(reader, gate, station.submit, station.state, keep=self._keep, seen=self._seen)
        self._onlooker = Onlooker(reader, gate, station.submit, station.state, seen=self._read)
        station.before(self._before)
        station.subscribe(self._heard, "following")

    def start(self) -> Following:
        """Starts following, in a thread."""
        self._thread = threading.Thread(target=self.run, name="following", daemon=True)
        self._thread.start()
        return self

    def look_through(self, camera: Camera) -> None:
        """Goes on, at the next :meth:`run`, with a camera that was opened anew."""
        self._camera = camera

    def close(self) -> None:
        """Lets go of the camera and ends. Closing twice does no harm."""
        self._camera.close()
        thread, self._thread = self._thread, None
        if thread is not None and thread is not threading.current_thread():
            thread.join(timeout=10)

    def run(self) -> None:
        """Follows until the camera has no more frames; a camera that is lost is noted and ends it."""
        self._station.note("watch", "waiting")
        try:
            for frame in self._camera.frames():
                with self._lock:
                    if self._station.state().own is not None:
                        # A game whose acts are told: its table is shown, and read where the game can tell what it saw.
                        self._onlooker.frame(frame.image, frame.taken_at, frame.name)
                        self._show(frame.image, frame.taken_at)
                        self._station.note("watch", self._onlooker.status)
                        self._station.looked(frame.image)
                        continue
                    # The frame before stood until this one was taken: what it shows falls due first.
                    self.eye.advance(frame.taken_at)
                    if not frame.standing:
                        self.eye.frame(frame.image, frame.taken_at, frame.name)
                        self._show(frame.image, frame.taken_at)
                    self.eye.advance(self._station.now())
                    self._station.note("watch", self.eye.watch.status)
                    self._station.looked(frame.image)
                self._look_over()
        except (Missing, BadPicture) as error:
            log.warning("%s", error)
            self._station.note("watch", "no camera")
            self._station.note("camera", str(error))

    def next_due(self) -> float | None:
        """Gives the table time at which the standing picture tells something more; None when it does not."""
        return self.eye.next_due() if self._station.state().own is None else self._onlooker.next_due()

    def press(self, pressed: Pressed) -> None:
        """Hands a button press (of the recording, or of a seat's button) to the table."""
        try:
            self._station.submit(Press(t=self._station.now(), by="button", seat=pressed.seat, press=pressed.press))
        except Refused as error:
            log.info("a press meant nothing just now: %s", error)

    def _before(self, command: Command) -> None:
        """A challenge lies against the word on the table: what was seen is played before it is dealt with."""
        if isinstance(command, (Press, ChallengeCommand)):
            with self._lock:
                if self._station.state().own is not None:
                    self._onlooker.hurry(command.t)
                    return
                if isinstance(command, Press) and command.press != "short":
                    self.eye.hurry(command.t)
                elif self.eye.challenged(command.t, command):
                    raise Refused(Reason.OPEN_QUESTION, "what lies there is not read surely; answer YES or NO first")

    def _heard(self, entry: Recorded) -> None:
        with self._lock:
            self.eye.heard(entry.event)
            self._dealt = self._dealt or isinstance(entry.event, Dealt)
        if isinstance(entry.event, Ruled):
            log.info("ruling on %s: %s", entry.event.word, entry.event.ruling)

    def _look_over(self) -> None:
        """Looks once a deal whether the camera is still sharp and in its place: a lens warms up, a stand is knocked."""
        picture, self._rested = self._rested, None
        if picture is None:
            return
        from pi.equipment import focus, place

        try:
            found = [focus(picture), place(self._camera.name.removeprefix("camera "), picture)]
        except Exception as error:
            # A look that fails, as where the place cannot be read from a full card, must not cost the camera.
            found = [said("place", WARNING, f"{type(error).__name__}: {error}")]
        worse = [one for one in found if one.level != FINE]
        for one in worse:
            log.warning("%s", "; ".join(filter(None, one.told("en"))))
        self._station.note("mount", [one.said for one in worse])

    def _keep(self, name: str, picture: Any) -> str:
        """Keeps a settled picture for moves to point to."""
        if self._station.pictures is None:
            return ""
        self._number += 1
        kept = f"t{self._station.now():09.1f}-{self._number}.jpg"
        try:
            return self._station.pictures.put(kept, _jpeg(picture, 960))
        except OSError as error:
            # A full disk costs the picture, never the move.
            log.warning("the picture of a move could not be kept: %s", error)
            return ""

    def _seen(self, reading: TableReading, watch: Watch) -> None:
        if self._dealt:
            self._dealt, self._rested = False, self.eye.picture
        self._station.show(reading=reading, jpeg=_jpeg(self.eye.picture, self._width))

    def _read(self, reading: TableReading) -> None:
        self._station.show(reading=reading)

    def _show(self, picture: Any, t: float) -> None:
        still = self.eye.watch.status in ("steady", "unsure", "desynchronised")
        if t - self._shown_at >= (SHOW_STILL if still else SHOW_EVERY):
            self._shown_at = t
            self._station.show(jpeg=_jpeg(picture, self._width))


def _jpeg(picture: Any, width: int) -> bytes:
    """Gives a JPEG at most ``width`` px wide."""
    import cv2

    if picture.shape[1] > width:
        height = round(picture.shape[0] * width / picture.shape[1])
        picture = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    good, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])
    if not good:
        raise BadPicture("a frame could not be made a JPEG")
    return bytes(data)
