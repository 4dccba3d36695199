"""One end's side of a stream that two journals share: what it knows of the other end, and what to say next.

Each stream is written at one end and followed at the other. The writer sends what is new and asks until the other says
that it holds it; whoever sees a gap asks for it. Every message may be lost, doubled, late or out of order, either
end may start anew and know nothing, and a store that was lost is filled again from the other end. Two copies whose
digests differ are never mixed: they clash, and a person is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import inf

from engine.link.held import Held, following
from engine.link.messages import Clash, Entry, Have, Lines, Message

FIRST_WAIT = 2.0
"""Seconds until the other end is asked about what it did not acknowledge; each further time takes twice as long."""

LONGEST_WAIT = 20.0

WINDOW = 2000
"""Lines that may be under way without acknowledgement."""


class Role(Enum):
    """What an end does with a stream."""

    WRITES = "writes"
    """It is where events are appended: it sends, and takes nothing."""

    FOLLOWS = "follows"
    """It keeps a copy."""

    RESTORES = "restores"
    """It wrote the stream, may have lost some of it, and takes back what the other end holds before it writes on."""


@dataclass(frozen=True, slots=True)
class Side:
    """One end's side of one stream. ``theirs`` is the number up to which the other end holds it (None: not heard yet),
    ``sent`` that up to which it was sent; ``due`` is when something is said again if nothing is heard. A ``clash``, if
    not empty, says why nothing is exchanged any more."""

    stream: str
    role: Role
    theirs: int | None = None
    sent: int = 0
    due: float = inf
    wait: float = FIRST_WAIT
    clash: str = ""

    def behind(self, held: Held) -> int:
        """Gives how many lines the other end is not known to hold."""
        return 0 if self.role is not Role.WRITES else max(0, held.last - (self.theirs or 0))


@dataclass(frozen=True, slots=True)
class Step:
    """What comes of something heard: the side now, messages to ``say``, and lines to ``keep`` (after which ``kept`` is
    to be said: not before, and not at all when they could not be kept)."""

    side: Side
    say: tuple[Message, ...] = ()
    keep: tuple[Entry, ...] = ()
    kept: Have | None = None


def greeted(side: Side, held: Held, now: float) -> Step:
    """Begins anew, as after a connection was made: tells what is held, and asks."""
    side = replace(side, theirs=None, sent=0, wait=FIRST_WAIT, due=now + FIRST_WAIT, clash="")
    return Step(side, (_have(side, held, asks=True),))


def grown(side: Side, held: Held, now: float) -> Step:
    """Sends what is new, as far as not too much is under way."""
    if side.clash or side.role is not Role.WRITES or side.theirs is None:
        return Step(side)
    say: list[Message] = []
    sent = max(side.sent, side.theirs)
    while sent < held.last and sent - side.theirs < WINDOW:
        entries = held.batch(sent)
        if not entries:
            break
        say.append(Lines(side.stream, sent, held.digest(sent), entries))
        sent += len(entries)
    return Step(pushed(side, sent, now) if say else side, tuple(say))


def pushed(side: Side, upto: int, now: float) -> Side:
    """Notes that the lines up to a number were sent, as to all tables at once."""
    return replace(side, sent=upto, due=min(side.due, now + side.wait))


def ticked(side: Side, held: Held, now: float) -> Step:
    """Asks again where an answer was due and none came. Nothing is sent anew unasked: a hall that is merely slow would
    only become slower by it."""
    if side.clash or now < side.due:
        return Step(side)
    if side.role is Role.WRITES and side.theirs is not None and side.theirs >= held.last:
        return Step(replace(side, due=inf, wait=FIRST_WAIT))
    wait = min(2 * side.wait, LONGEST_WAIT)
    return Step(replace(side, wait=wait, due=now + wait), (_have(side, held, asks=True),))


def heard(side: Side, held: Held, message: Have | Lines | Clash, now: float) -> Step:
    """Decides what to do about a message of this stream."""
    if side.clash and isinstance(message, Have) and message.asks:
        side = replace(side, clash="")  # the other end begins anew, perhaps with another journal: looked at again
    if side.clash:
        return Step(side, (Clash(side.stream, side.clash),) if isinstance(message, Lines) else ())
    match message:
        case Have():
            return _heard_have(side, held, message, now)
        case Lines():
            return _heard_lines(side, held, message)
        case Clash(why=why):
            return Step(replace(side, clash=why or "the other end refuses it"))


def restored(side: Side, held: Held) -> bool:
    """Whether a side that restores has got back all that the other end holds."""
    return side.theirs is not None and side.theirs <= held.last


def _heard_have(side: Side, held: Held, have: Have, now: float) -> Step:
    if have.last <= held.last:
        if held.digest(have.last) != have.digest:
            return _clashing(side, f"the two copies of {side.stream} differ by number {have.last}")
    elif side.role is Role.WRITES:
        return _clashing(
            side, f"the other end holds {side.stream} up to {have.last}, but it is written only up to {held.last}"
        )
    stale = side.theirs is not None and have.last < side.theirs and not have.asks
    if stale:
        return Step(side)
    progress = side.theirs is not None and have.last > side.theirs
    side = replace(side, theirs=have.last)
    if have.last > held.last:
        return Step(side, (_have(side, held, asks=True),))
    if have.last == held.last:
        side = replace(side, due=inf, wait=FIRST_WAIT)
        return Step(side, (_have(side, held),) if have.asks else ())
    if side.role is Role.WRITES:
        if progress:
            side = replace(side, wait=FIRST_WAIT, due=now + FIRST_WAIT)
        if have.asks:
            side = replace(side, sent=have.last, due=inf)
        return grown(side, held, now)
    if have.asks:  # the writer has less than its copy: it has lost some, and wants it back
        return Step(side, (Lines(side.stream, have.last, held.digest(have.last), held.batch(have.last)),))
    return Step(side)


def _heard_lines(side: Side, held: Held, lines: Lines) -> Step:
    end = lines.after + len(lines.entries)
    if lines.after > held.last:
        if side.role is Role.WRITES:
            return _clashing(side, f"the other end sends number {end} of {side.stream}, written up to {held.last}")
        return Step(side, (_have(side, held, asks=True),))
    digest = lines.digest
    if held.digest(lines.after) != digest:
        return _clashing(side, f"the two copies of {side.stream} differ by number {lines.after}")
    for entry in lines.entries[: held.last - lines.after]:
        digest = following(digest, entry)
    known = min(end, held.last)
    if held.digest(known) != digest:
        return _clashing(side, f"the two copies of {side.stream} differ by number {known}")
    fresh = lines.entries[held.last - lines.after :]
    if not fresh:
        return Step(side, (_have(side, held),))
    if side.role is Role.WRITES:
        return _clashing(side, f"the other end sends number {end} of {side.stream}, written up to {held.last}")
    for entry in fresh:
        digest = following(digest, entry)
    # One who restores asks on until he hears that there is no more.
    kept = Have(side.stream, end, digest, asks=side.role is Role.RESTORES)
    return Step(side, keep=fresh, kept=kept)


def _clashing(side: Side, why: str) -> Step:
    return Step(replace(side, clash=why), (Clash(side.stream, why),))


def _have(side: Side, held: Held, asks: bool = False) -> Have:
    return Have(side.stream, held.last, held.digest(held.last), asks)


def said_once(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Leaves out of what is to be said the acknowledgements that a later one of the same stream contains."""
    last = {one.stream: place for place, one in enumerate(messages) if isinstance(one, Have)}
    asks = {one.stream for one in messages if isinstance(one, Have) and one.asks}
    return tuple(
        replace(one, asks=one.stream in asks) if isinstance(one, Have) else one
        for place, one in enumerate(messages)
        if not isinstance(one, Have) or last[one.stream] == place
    )
