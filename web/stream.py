"""The stream of a live page: all of it first, then what changes, as server-sent events."""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from engine.errors import StewardError
from engine.same import Same

V = TypeVar("V", contravariant=True)

HEARTBEAT = 5.0
"""Seconds after which a stream speaks although nothing happened, so that a page can tell silence from loss."""

STREAM_LIFE = 900.0
"""Seconds after which a stream is ended (a browser takes it up again), so that no dead one holds a place for ever."""

BREATH = 0.08
"""Seconds that a stream rests after each message, so that a camera's every frame is not a message."""

MESSAGES = 64
"""How many messages are kept for those who are told the same."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The page's regions at one version of the table. ``picture`` names the one they show ("": none)."""

    version: int
    seq: int
    regions: Mapping[str, str]
    picture: str
    title: str


def packet(name: str, text: str, mark: str | None = None) -> bytes:
    """Gives one server-sent event as bytes; ``mark`` is the id that a browser names when it comes back."""
    lines = [f"event: {name}", f"data: {text}"]
    if mark is not None:
        lines.insert(0, f"id: {mark}")
    return ("\n".join(lines) + "\n\n").encode()


def _json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"), allow_nan=False)


class Drawing(Protocol[V]):
    """What a stream shows, drawn for each kind of viewer."""

    @property
    def messages(self) -> Messages:
        """What its pages are told, made once for all who are told the same."""
        ...

    def wait(self, version: int, timeout: float) -> int:
        """Blocks until something is newer than ``version`` or ``timeout`` seconds passed; gives the version now."""
        ...

    def pulse(self) -> dict[str, Any]:
        """Gives what keeps a page's clock and age right."""
        ...

    def drawn(self, version: int, viewer: V) -> Drawn:
        """Gives a page at ``version`` or later."""
        ...


class Telling(Protocol):
    """What knows the news of a page."""

    def news(self, drawn: Drawn, sent: Mapping[str, str], after: int) -> dict[str, Any]:
        """Gives what a page must be told that was sent the regions ``sent`` and knows the events up to ``after``."""
        ...


@dataclass(frozen=True, slots=True)
class Message:
    """What a page is told, as JSON without the pulse. ``told`` is the number of the last event that it then knows;
    ``empty``: neither a region nor an event is new."""

    text: str
    told: int
    empty: bool


class Messages:
    """The messages of a board, each made once for all who are told the same."""

    def __init__(self, board: Telling) -> None:
        self._board = board
        self._kept: OrderedDict[tuple[Same, int | None], Message] = OrderedDict()
        self._lock = threading.Lock()

    def message(self, drawn: Drawn, before: Drawn | None, told: int | None) -> Message:
        """Gives what a page is told that shows ``before`` (None: nothing yet) and knows the events up to ``told``
        (None: it is new and is told of no past events)."""
        key = (Same(drawn, before), told)
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                found = self._kept[key] = self._made(drawn, before, told)
                if len(self._kept) > MESSAGES:
                    self._kept.popitem(last=False)
            return found

    def _made(self, drawn: Drawn, before: Drawn | None, told: int | None) -> Message:
        after = drawn.seq if told is None else min(told, drawn.seq)
        news = self._board.news(drawn, before.regions if before else {}, after)
        last = max([drawn.seq, *(item["seq"] for item in news["events"])])
        return Message(_json(news), last, not news["regions"] and not news["events"])


def stream(
    board: Drawing[V],
    viewer: V,
    last_seq: int | None,
    *,
    heartbeat: float = HEARTBEAT,
    life: float = STREAM_LIFE,
    clock: Callable[[], float] = time.monotonic,
    rest: Callable[[float], None] = time.sleep,
) -> Iterator[bytes]:
    """Yields the messages for one page: all of it first, then whatever changes, and a heartbeat between.

    ``last_seq`` is the number of the last event the page knows (None: it is new and is told of no past events).
    """
    yield b"retry: 2000\n\n"
    version = 0
    shown: Drawn | None = None
    told = last_seq
    until = clock() + life
    while clock() < until:
        try:
            newer = board.wait(version, heartbeat)
            if newer == version and shown is not None:
                yield packet("beat", _json(board.pulse()))
                continue
            drawn = board.drawn(newer, viewer)
            message = board.messages.message(drawn, shown, told)
            pulse = _json(board.pulse())
        except StewardError:
            # The table is being closed or opened anew: the page is told by silence and comes back by itself.
            return
        version = newer
        if shown is None or not message.empty or drawn.picture != shown.picture:
            yield packet("table", f"{message.text[:-1]},{pulse[1:]}", f"{drawn.version}-{drawn.seq}")
            shown, told = drawn, message.told
            rest(BREATH)


def seq_of(mark: str | None) -> int | None:
    """Reads the event number from the id that a browser gives back (None: it gave none that we made)."""
    version, _, seq = (mark or "").partition("-")
    return (
        int(seq)
        if version.isascii() and version.isdigit() and seq.isascii() and seq.isdigit() and len(seq) < 12
        else None
    )
