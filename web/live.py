"""The live table: its page in regions, drawn once for all who look on."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from jinja2 import Environment

from engine import events as e
from engine.games.protocol import Recorded
from engine.table import letter_of
from web import drawing, screen, sentences, texts
from web.actions import is_asked
from web.lookout import Lookout
from web.ruled import explains, list_lines
from web.stream import Drawn, Messages
from web.table import Table

REGIONS = ("watch", "demo", "picture", "plays", "clock", "turn", "players", "words", "question", "band", "acts")
"""The parts of the page that are replaced as a whole when they change; each has its template ``r_NAME.html``."""

MISSED = 40
"""Events told at most to a page that comes back; older ones it can read in the history."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """What the page of a reader depends on: his language, whether he may do all (a steward), and a player's seat."""

    language: str
    may_act: bool = False
    seat: str | None = None


@dataclass(slots=True)
class _Kept:
    """What one kind of reader was last drawn, and from what."""

    source: tuple[Any, ...] = ()
    drawn: Drawn | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)


class Board:
    """Draws the table's regions, once per version for each kind of viewer; all of a kind are given the same."""

    def __init__(self, table: Table, environment: Environment, demos: tuple[str, ...] = ()) -> None:
        self.table = table
        self._demos = demos
        self._environment = environment
        self._kept: dict[Viewer, _Kept] = {}
        self._lock = threading.Lock()
        self._picture: tuple[int, str] = (-1, "")
        self._lookout: Lookout[Viewer] = Lookout(table.wait, self._page)
        self.messages = Messages(self)

    def drawn(self, version: int, viewer: Viewer) -> Drawn:
        """Gives the page at ``version`` or later."""
        self._lookout.looked(viewer, version)
        return self._page(version, viewer)

    def _page(self, version: int, viewer: Viewer) -> Drawn:
        with self._lock:
            kept = self._kept.setdefault(viewer, _Kept())
        with kept.lock:
            if kept.drawn is None or kept.drawn.version < version:
                kept.drawn = self._draw(kept, version, viewer)
            return kept.drawn

    def _draw(self, kept: _Kept, version: int, viewer: Viewer) -> Drawn:
        state, reading = self.table.state(), self.table.reading()
        status = dict(self.table.status())
        picture = self._picture_key(version)
        steady = {name: value for name, value in status.items() if name != "frame_age"}
        # A new frame of the same table changes the picture's name only; its regions need no drawing again.
        source = (state, reading, steady, bool(picture))
        if kept.drawn is not None and kept.source == source:
            regions = kept.drawn.regions
            seq = kept.drawn.seq
        else:
            seen = screen.build(viewer.language, state, self.table.recorded(), reading, status, self.table.view())
            regions = self.regions(seen, viewer, picture)
            seq = seen.seq
            kept.source = source
        return Drawn(version, seq, regions, picture, str(status.get("title") or ""))

    def _picture_key(self, version: int) -> str:
        known, key = self._picture
        if known < version:
            jpeg = self.table.picture()
            key = "" if jpeg is None else f"{zlib.crc32(jpeg):08x}"
            self._picture = (version, key)
        return key

    def regions(self, seen: screen.Screen, viewer: Viewer, picture: str, token: str = "") -> dict[str, str]:
        """Draws every region. ``token`` goes into the forms of a page that is sent whole."""
        language, may_act = viewer.language, viewer.may_act
        names = screen.names_of(seen.state)
        last, question = seen.state.last, seen.state.question
        speed = seen.status.get("speed")
        values: dict[str, Any] = {
            "s": seen,
            "t": partial(texts.say, language),
            "known": partial(texts.known, language),
            "counted": partial(texts.counted, language),
            "seat_name": lambda seat: sentences.seat_name(language, seat, names),
            "minutes": sentences.minutes,
            "letter": letter_of,
            "values": drawing.values(seen.state.pack),
            "pins": drawing.pins(seen.status),
            "speed_text": f"{speed:g}" if isinstance(speed, (int, float)) else "",
            "demos": self._demos,
            "now": self.table.now(),
            "may_act": may_act,
            "own": viewer.seat,
            "asked": viewer.seat is not None and is_asked(seen.state, viewer.seat),
            "explains": explains(seen.state, may_act),
            "lists": list_lines(language, seen.state.word_list),
            "token": token,
            "picture_key": picture,
            "challenged": (last.after or "") if last and last.open else "",
            "laid_by": last.seat if last and last.open else None,
            "unclear_word": question is not None and question.about == "unclear word",
            "detail": sentences.question_detail(language, question.about, question.detail, names) if question else "",
        }
        return {name: self._environment.get_template(f"r_{name}.html").render(values).strip() for name in REGIONS}

    def wait(self, version: int, timeout: float) -> int:
        """Waits for something newer, as the table does."""
        return self._lookout.wait(version, timeout)

    def pulse(self) -> dict[str, Any]:
        """Gives what keeps a page's clock and age right."""
        return pulse(self.table, self.table.status())

    def news(self, drawn: Drawn, sent: Mapping[str, str], after: int) -> dict[str, Any]:
        """Gives what a page must be told: the regions it has not, and the events it has not heard of."""
        recorded = self.table.recorded(after)[-MISSED:]
        return {
            "version": drawn.version,
            "seq": drawn.seq,
            "regions": {name: html for name, html in drawn.regions.items() if sent.get(name) != html},
            "picture": drawn.picture,
            "events": [_told(item) for item in recorded],
        }


def pulse(table: Table, status: Mapping[str, Any]) -> dict[str, Any]:
    """Gives what keeps a page's clock and age right: table time (s), its speed, and the picture's age (s)."""
    return {"now": table.now(), "speed": status.get("speed") or 1.0, "frame_age": status.get("frame_age")}


def _told(item: Recorded) -> dict[str, Any]:
    """An event as the page needs it for its sounds; nothing that only the journal should hold."""
    told: dict[str, Any] = {"seq": item.seq, "type": item.event.type, "t": item.event.t}
    if isinstance(item.event, e.Warned):
        told["remaining"] = item.event.remaining
    if isinstance(item.event, e.Ruled):
        told["ruling"] = item.event.ruling
    return told


class Places:
    """How many may watch the stream at once."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._taken = 0
        self._lock = threading.Lock()

    @property
    def taken(self) -> int:
        """The number of viewers now."""
        return self._taken

    def take(self) -> bool:
        """Takes a place; tells False when none is free."""
        with self._lock:
            if self._taken >= self.most:
                return False
            self._taken += 1
            return True

    def give_back(self) -> None:
        """Frees a place that was taken."""
        with self._lock:
            self._taken -= 1
