"""The drive's pages in regions, drawn once for all who see the same, and what keeps a page's clock right."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from jinja2 import Environment

from engine.drive.desk import DriveDesk
from engine.drive.view import STANDING
from engine.games.protocol import Recorded
from web import texts
from web.drive import screens
from web.live import MISSED
from web.lookout import Lookout
from web.roles import Role
from web.sentences import minutes
from web.stream import Drawn, Messages

MOST_KEPT = 400
"""How many different pages are kept drawn."""

MOST_ROWS = 4096
"""How many lines of the standings are kept drawn."""

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
        self._screen: screens.Screen | None = None
        self._lookout: Lookout[Onlooker] = Lookout(desk.wait, self._page)
        self.messages = Messages(self)
        self._row = lru_cache(maxsize=MOST_ROWS)(self._drawn_row)

    def wait(self, version: int, timeout: float) -> int:
        """Waits for something newer, as the desk does."""
        return self._lookout.wait(version, timeout)

    def screen(self, about: str = "") -> screens.Screen:
        """Gives how the drive stands now, for the pages ``about`` somebody; put together once for all."""
        state, known = self.desk.state(), self._screen
        if known is None or known.state is not state:
            known = self._screen = screens.build(state, self.desk.view())
        return screens.seen_by(known, about)

    def pulse(self) -> dict[str, Any]:
        """Gives what keeps a page's clock right."""
        return {"now": self.desk.now(), "speed": self._rate, "frame_age": None}

    def drawn(self, version: int, viewer: Onlooker) -> Drawn:
        """Gives a page at ``version`` or later."""
        self._lookout.looked(viewer, version)
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
                        self._lookout.forget(gone)
            return kept

    def _draw(self, version: int, viewer: Onlooker, kept: Drawn | None) -> Drawn:
        """Draws every region of a page that is not as it was; the token in its forms is left empty."""
        screen = self.screen(viewer.about)
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
            "standing": lambda row: self._row(viewer.language, *row.values()),
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

    def _drawn_row(self, language: str, *values: object) -> str:
        """Draws a line of the standings: most are as they were before, of which there may be a thousand."""
        lines: Any = self._environment.get_template("drive/lines.html").module
        return str(lines.standing(dict(zip(STANDING, values, strict=True)), partial(texts.say, language)))

    def news(self, drawn: Drawn, sent: Mapping[str, str], after: int) -> dict[str, Any]:
        """Gives what a page must be told: the regions it has not, and the events it has not heard of."""
        return {
            "version": drawn.version,
            "seq": drawn.seq,
            "regions": {name: html for name, html in drawn.regions.items() if sent.get(name) != html},
            "picture": "",
            "events": [_told(item) for item in self.desk.recorded(after)[-MISSED:]],
        }


def _told(item: Recorded) -> dict[str, Any]:
    kind = item.event.type
    told: dict[str, Any] = {"seq": item.seq, "type": SOUNDS.get(kind, kind), "t": item.event.t}
    if kind == "drive.warning":
        told["remaining"] = getattr(item.event, "remaining", 0.0)
    return told
