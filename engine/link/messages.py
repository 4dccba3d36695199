"""What two journals say to each other, and how it is written: JSON of limited size, with rubbish refused.

A stream's lines are numbered without gaps, so a message carries the number that they follow and not one for each. The
*digest* at a number stands for everything up to it: equal digests, equal streams.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from engine.errors import BadRecord

LARGEST = 1 << 20
"""Bytes; a longer message is refused unread."""

MOST_LINES = 1000
"""Lines in one message."""

MOST_NAME = 120
_FIELDS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_ROWS = msgspec.json.Decoder(list[tuple[str, str, msgspec.Raw]])
_NAME = re.compile(r"[a-z0-9][a-z0-9/_-]*")
_DIGEST = re.compile(r"([0-9a-f]{24})?")


@dataclass(frozen=True, slots=True)
class Entry:
    """A journal's line without its stream and number: the wall time, the boot, and the event's JSON text."""

    at: str
    boot: str
    event: str


@dataclass(frozen=True, slots=True)
class Have:
    """ "I hold ``stream`` up to number ``last``, whose digest is this"; with ``asks``: "send me what follows"."""

    stream: str
    last: int
    digest: str
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Lines:
    """The ``entries`` that follow number ``after`` of ``stream``; ``digest`` is that at ``after``."""

    stream: str
    after: int
    digest: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Clash:
    """ "Our copies of ``stream`` are not one stream": ``why`` is for the log and for a person."""

    stream: str
    why: str


@dataclass(frozen=True, slots=True)
class Ping:
    """A table asks for the hub's time at ``sent`` (the table's steady seconds)."""

    sent: float


@dataclass(frozen=True, slots=True)
class Pong:
    """The hub's answer to a ping: when it came and when this left, in the hub's seconds. ``era`` names the stretch of
    hub time that they belong to; times of another era cannot be compared."""

    sent: float
    came: float
    left: float
    era: str


Message = Have | Lines | Clash | Ping | Pong


def encode(message: Message) -> bytes:
    """Writes a message. Raises :class:`BadRecord` for one that is longer than the other end would read."""
    match message:
        case Have(stream, last, digest, asks):
            data: dict[str, Any] = {"have": stream, "last": last, "digest": digest, "asks": asks}
        case Lines(stream, after, digest, entries):
            # The events are JSON already: put in as they are, they stay letter for letter what they were.
            rows = ",".join(f"[{json.dumps(one.at)},{json.dumps(one.boot)},{one.event}]" for one in entries)
            head = json.dumps({"lines": stream, "after": after, "digest": digest})
            return _fitting(f'{head[:-1]}, "entries": [{rows}]}}')
        case Clash(stream, why):
            data = {"clash": stream, "why": why}
        case Ping(sent):
            data = {"ping": sent}
        case Pong(sent, came, left, era):
            data = {"pong": sent, "came": came, "left": left, "era": era}
    return _fitting(json.dumps(data, ensure_ascii=False, allow_nan=False))


def decode(text: bytes) -> Message:
    """Reads a message. Raises :class:`BadRecord` saying what is wrong with it."""
    if len(text) > LARGEST:
        raise BadRecord(f"a message of {len(text)} bytes; at most {LARGEST} are read")
    try:
        data = _FIELDS.decode(text)
        data = {name: part if name == "entries" else msgspec.json.decode(part) for name, part in data.items()}
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadRecord(f"not a message: {error}") from error
    kinds = [kind for kind in _READERS if kind in data]
    if len(kinds) != 1:
        raise BadRecord("not a message: it must be one of have, lines, clash, ping and pong")
    return _READERS[kinds[0]](data)


def _fitting(text: str) -> bytes:
    data = text.encode("utf-8")
    if len(data) > LARGEST:
        raise BadRecord(f"a message of {len(data)} bytes cannot be sent; at most {LARGEST} are read")
    return data


def _have(data: Mapping[str, Any]) -> Have:
    _only(data, "have", "last", "digest", "asks")
    if not isinstance(data["asks"], bool):
        raise BadRecord("asks must be true or false")
    return Have(_name(data["have"]), _number(data["last"]), _digest(data["digest"]), data["asks"])


def _lines(data: Mapping[str, Any]) -> Lines:
    _only(data, "lines", "after", "digest", "entries")
    try:
        rows = _ROWS.decode(data["entries"])
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadRecord(f"an entry must be its time, its boot and its event: {error}") from error
    if len(rows) > MOST_LINES:
        raise BadRecord(f"entries must be a list of at most {MOST_LINES}")
    entries = tuple(Entry(_text(at, "time"), _text(boot, "boot"), _event(event)) for at, boot, event in rows)
    return Lines(_name(data["lines"]), _number(data["after"]), _digest(data["digest"]), entries)


def _event(raw: msgspec.Raw) -> str:
    """Gives an event's JSON text as it came: read once more here, it would only cost a small machine its time."""
    try:
        text = bytes(raw).decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord(f"not text that can be kept ({error.reason})") from error
    if not text.startswith("{"):
        raise BadRecord("an entry's event must be an object")
    if "\\u" in text:  # what is written in signs may be no text that can be kept
        try:
            _encodable(json.dumps(json.loads(text), ensure_ascii=False))
        except (ValueError, RecursionError) as error:
            raise BadRecord(f"not an event that can be kept ({error})") from error
    return text


def _clash(data: Mapping[str, Any]) -> Clash:
    _only(data, "clash", "why")
    return Clash(_name(data["clash"]), _text(data["why"], "why"))


def _ping(data: Mapping[str, Any]) -> Ping:
    _only(data, "ping")
    return Ping(_seconds(data["ping"]))


def _pong(data: Mapping[str, Any]) -> Pong:
    _only(data, "pong", "came", "left", "era")
    sent, came, left = (_seconds(data[name]) for name in ("pong", "came", "left"))
    return Pong(sent, came, left, _text(data["era"], "era"))


_READERS: Mapping[str, Callable[[Mapping[str, Any]], Message]] = {
    "have": _have,
    "lines": _lines,
    "clash": _clash,
    "ping": _ping,
    "pong": _pong,
}


def _only(data: Mapping[str, Any], *names: str) -> None:
    if set(data) != set(names):
        raise BadRecord(f"a {names[0]} message must have {', '.join(names)} and nothing else")


def _name(value: Any) -> str:
    if not isinstance(value, str) or len(value) > MOST_NAME or not _NAME.fullmatch(value):
        raise BadRecord("a stream's name is small letters, digits, and / _ - between them")
    return value


def _number(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**62:
        raise BadRecord("a number must be a whole number from 0 on")
    return value


def _digest(value: Any) -> str:
    if not isinstance(value, str) or not _DIGEST.fullmatch(value):
        raise BadRecord("a digest is 24 hexadecimal digits, or nothing at number 0")
    return value


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str) or len(value) > 500:
        raise BadRecord(f"{name} must be a text of at most 500 letters")
    return _encodable(value)


def _encodable(text: str) -> str:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise BadRecord(f"not text that can be kept ({error.reason})") from error
    return text


def _seconds(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e12:
        raise BadRecord("a time must be a number of seconds")
    if not math.isfinite(value):
        raise BadRecord("a time must be a number of seconds")
    return float(value)
