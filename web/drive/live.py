"""The drive's pages in regions, drawn once for all who see the same, and what keeps a page's clock right."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from jinja2 import Environment

from engine.drive.desk import DriveDesk
from engine.games.protocol import Recorded
from web import texts
from web.drive import screens
from web.live import MISSED, Drawn
from web.roles import Role
from web.sentences import minutes

MOST_KEPT = 400
"""How many different pages are kept drawn."""

SOUNDS = {"drive.warning": "warning", "drive.bell": "bell", "drive.started": "clock started"}
"""The drive's events that a page sounds, by the table's events that sound the same."""


@dataclass(frozen=True, slots=True)
class Onlooker:
    """What a drive's page depends on: which page, the language, the role, and of whom it is about (a steward's name, a
    player's or a table's number; "" for all)."""

    page: str
    language: str
    role: Role = Role.VIEWER
    about: str = ""


class DriveBoard:
    """Draws the drive's pages; may be asked from any thread.

    :param rate: drive seconds a second, above 1 in a demonstration.
    """

    def __init__(self, desk: DriveDesk, environment: Environment, rate: float = 1.0) -> None:
        self.desk = desk
        self._environment = environment
        self._rate = rate
        self._lock = threading.Lock()
        self._kept: OrderedDict[Onlooker, Drawn] = OrderedDict()
        self._drawing: dict[Onlooker, threading.Lock] = {}
        self._matter: dict[Onlooker, Mapping[str, object]] = {}
        self._waiting = threading.Condition()
        self._awaited = False
        self._newest = 0
        self._asked: dict[Onlooker, int] = {}

    def wait(self, version: int, timeout: float) -> int:
        """Waits for something newer, as the desk does.

        One of those who wait does it for all, and draws what they look at before he wakes them: hundreds that woke at
        once would jostle for the one that draws.
        """
        until = time.monotonic() + timeout
        with self._waiting:
            while self._newest <= version and self._awaited and (left := until - time.monotonic()) > 0:
                self._waiting.wait(left)
            if self._newest > version or self._awaited:
                return max(version, self._newest)
            self._awaited = True
        newest = version
        try:
            newest = self.desk.wait(version, max(0.0, until - time.monotonic()))
            if newest > version:
                self._draw_all(newest)
        finally:
            with self._waiting:
                self._awaited = False
                self._newest = max(self._newest, newest)
                if newest > version:
                    self._waiting.notify_all()
                else:
                    self._waiting.notify()  # his time is up: another waits on
        return newest

    def pulse(self) -> dict[str, Any]:
        """Gives what keeps a page's clock right."""
        return {"now": self.desk.now(), "speed": self._rate, "frame_age": None}

    def _draw_all(self, version: int) -> None:
        """Draws what was looked at when something was new last: who looked only once is not drawn for again."""
        with self._lock:
            self._asked = {viewer: at for viewer, at in self._asked.items() if at >= self._newest}
            seen = list(self._asked)
        for viewer in seen:
            self._page(version, viewer)

    def drawn(self, version: int, viewer: Onlooker) -> Drawn:
        """Gives a page at ``version`` or later."""
        with self._lock:
            self._asked[viewer] = version
        return self._page(version, viewer)

    def _page(self, version: int, viewer: Onlooker) -> Drawn:
        with self._lock:
            lock = self._drawing.setdefault(viewer, threading.Lock())
        with lock:
            kept = self._kept.get(viewer)
            if kept is None or kept.version < version:
                kept = self._draw(version, viewer, kept)
                with self._lock:
                    self._kept[viewer] = kept
                    self._kept.move_to_end(viewer)
                    while len(self._kept) > MOST_KEPT:
                        gone, _ = self._kept.popitem(last=False)
                        self._drawing.pop(gone, None)
                        self._matter.pop(gone, None)
                        self._asked.pop(gone, None)
            return kept

    def _draw(self, version: int, viewer: Onlooker, kept: Drawn | None) -> Drawn:
        """Draws every region of a page that is not as it was; the token in its forms is left empty."""
        screen = screens.build(self.desk.state(), self.desk.view(), viewer.about)
        speak: Callable[..., str] = partial(texts.say, viewer.language)
        values: dict[str, Any] = {
            "d": screen,
            "t": speak,
            "known": partial(texts.known, viewer.language),
            "counted": partial(texts.counted, viewer.language),
            "minutes": minutes,
            "now": self.desk.now(),
            "role": viewer.role,
            "roles": Role,
            "about": viewer.about,
            "token": "",
        }
        regions, before = {}, self._matter.get(viewer, {})
        matter = {name: screens.matter(name, screen) for name in screens.PAGES[viewer.page]}
        for name, shows in matter.items():
            if kept is not None and shows is not None and before.get(name) == shows:
                regions[name] = kept.regions[name]
            else:
                regions[name] = self._environment.get_template(f"drive/r_{name}.html").render(values).strip()
        self._matter[viewer] = matter
        return Drawn(version, screen.state.seq, regions, "", screen.state.name)

    def message(self, drawn: Drawn, sent: Mapping[str, str], after: int) -> dict[str, Any]:
        """Gives what a page must be told: the regions it has not, and the events it has not heard of."""
        return {
            "version": drawn.version,
            "seq": drawn.seq,
            "regions": {name: html for name, html in drawn.regions.items() if sent.get(name) != html},
            "picture": "",
            "events": [_told(item) for item in self.desk.recorded(after)[-MISSED:]],
            **self.pulse(),
        }


def _told(item: Recorded) -> dict[str, Any]:
    kind = item.event.type
    told: dict[str, Any] = {"seq": item.seq, "type": SOUNDS.get(kind, kind), "t": item.event.t}
    if kind == "drive.warning":
        told["remaining"] = getattr(item.event, "remaining", 0.0)
    return told
