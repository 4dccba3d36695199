"""The streams that a machine shares with others, kept by one thread: what comes in is put into the journal, many lines
at one stroke, and what is to be said to whom comes out.

What a machine writes itself and the copies of what others write lie in different journals, so that a table's own
events never wait for the hub's.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf

from engine.errors import BadRecord, StewardError
from engine.journal import Journal
from engine.journal_lines import Line
from engine.link.held import HeldStream
from engine.link.messages import Clash, Entry, Have, Lines, Message
from engine.link.side import Role, Side, Step, greeted, grown, heard, pushed, restored, said_once, ticked

log = logging.getLogger("steward.link")

ALL = ""
"""The peer that stands for all of them at once."""

Said = list[tuple[str, Message]]


@dataclass
class _Shared:
    """A stream, where it lies, and the side toward each peer."""

    journal: Journal
    held: HeldStream
    role: Role
    sides: dict[str, Side]
    incoming: list[Entry]
    after: list[tuple[str, Have]]


class Exchange:
    """Every stream shared, toward every peer. One thread runs it; others may only ask how things stand.

    :param now: gives steady seconds.
    :param kept: told of each stream to which lines were added from outside.
    """

    def __init__(self, now: Callable[[], float], kept: Callable[[str], None] = lambda stream: None) -> None:
        self._now = now
        self._kept = kept
        self._shared: dict[str, _Shared] = {}
        self.trouble = ""

    def share(self, stream: str, journal: Journal, role: Role, *, name: str | None = None) -> None:
        """Shares a stream from now on; ``name`` is what it is called in the journal, if not ``stream``."""
        held = HeldStream(journal, name or stream)
        self._shared[stream] = _Shared(journal, held, role, {}, [], [])

    def streams(self) -> tuple[str, ...]:
        """Gives the names of the streams that are shared."""
        return tuple(self._shared)

    def held(self, stream: str) -> HeldStream:
        """Gets what is held of a stream."""
        return self._shared[stream].held

    def role(self, stream: str) -> Role:
        """Gets what is done with a stream."""
        return self._shared[stream].role

    def side(self, stream: str, peer: str) -> Side:
        """Gets how things stand toward a peer."""
        shared = self._shared[stream]
        return shared.sides.get(peer) or Side(stream, shared.role)

    def behind(self, peer: str) -> int:
        """Gives how many lines of ours a peer is not known to hold; may be asked from any thread."""
        return sum(side.behind(one.held) for one in list(self._shared.values()) if (side := one.sides.get(peer)))

    def clashes(self) -> dict[str, str]:
        """Gives why streams are not exchanged, by stream; may be asked from any thread."""
        return {
            stream: side.clash
            for stream, one in list(self._shared.items())
            for side in list(one.sides.values())
            if side.clash
        }

    def greet(self, peer: str, streams: Iterable[str] | None = None) -> Said:
        """Begins anew with a peer."""
        said: Said = []
        for stream in self._shared if streams is None else streams:
            said += self._take(peer, stream, greeted(self.side(stream, peer), self.held(stream), self._now()))
        return said

    def greet_all(self, stream: str) -> Said:
        """Begins anew with everybody about one stream."""
        held = self.held(stream)
        return [(ALL, Have(stream, held.last, held.digest(held.last), asks=True))]

    def hear(self, heard_now: Sequence[tuple[str, Message]]) -> Said:
        """Takes in what peers said of streams; what is of none that is shared is passed over."""
        said: Said = []
        for peer, message in heard_now:
            if not isinstance(message, Have | Lines | Clash) or (shared := self._shared.get(message.stream)) is None:
                continue
            if shared.incoming:
                if _is_known(shared, message):
                    continue  # the same lines from a second sending: one answer will do for both
                said += self._keep()
            if isinstance(message, Clash):
                log.warning("%s refuses %s: %s", peer or "the hub", message.stream, message.why)
            before = self.side(message.stream, peer).clash
            step = heard(self.side(message.stream, peer), shared.held, message, self._now())
            if step.side.clash and step.side.clash != before:
                log.error("%s; nothing of it is exchanged", step.side.clash)
            said += self._take(peer, message.stream, step)
        said += self._keep()
        return self._once(said)

    def look(self, stream: str) -> Said:
        """Sends what was appended here to a stream that this machine writes."""
        shared = self._shared[stream]
        before = shared.held.last
        if not shared.held.look():
            return []
        said: Said = []
        level = [
            peer
            for peer, side in shared.sides.items()
            if not side.clash and side.theirs is not None and max(side.sent, side.theirs) == before
        ]
        if len(level) > 1:
            said += self._broadcast(stream, level, before)
        for peer, side in list(shared.sides.items()):
            said += self._take(peer, stream, grown(side, shared.held, self._now()))
        return said

    def _broadcast(self, stream: str, peers: list[str], before: int) -> Said:
        """Sends what is new once for all the peers to whom everything before was sent."""
        shared = self._shared[stream]
        said: Said = []
        while before < shared.held.last and (entries := shared.held.batch(before)):
            said.append((ALL, Lines(stream, before, shared.held.digest(before), entries)))
            before += len(entries)
        for peer in peers:
            shared.sides[peer] = pushed(shared.sides[peer], before, self._now())
        return said

    def tick(self) -> Said:
        """Says again what got no answer."""
        said: Said = []
        for stream, shared in self._shared.items():
            for peer, side in list(shared.sides.items()):
                if side.due <= self._now():
                    said += self._take(peer, stream, ticked(side, shared.held, self._now()))
        return said

    def due(self) -> float:
        """Gives when :meth:`tick` has something to say next; infinity when it has not."""
        return min((side.due for one in self._shared.values() for side in one.sides.values()), default=inf)

    def _take(self, peer: str, stream: str, step: Step) -> Said:
        shared = self._shared[stream]
        shared.sides[peer] = step.side
        if step.keep and step.kept is not None:
            shared.incoming = list(step.keep)
            shared.after.append((peer, step.kept))
        if step.side.role is Role.RESTORES and restored(step.side, shared.held):
            self._write_on(stream)
        return [(peer, message) for message in step.say]

    def _write_on(self, stream: str) -> None:
        """What may have been lost is here again: from now on the stream is written."""
        shared = self._shared[stream]
        shared.role = Role.WRITES
        shared.sides = {
            peer: replace(side, role=Role.WRITES, sent=side.theirs or 0) for peer, side in shared.sides.items()
        }

    def _keep(self) -> Said:
        """Puts all that came in into the journals, and only then acknowledges it."""
        waiting = {stream: one for stream, one in self._shared.items() if one.incoming}
        if not waiting:
            return []
        said: Said = []
        for journal in {id(one.journal): one.journal for one in waiting.values()}.values():
            said += self._keep_in(journal, {s: one for s, one in waiting.items() if one.journal is journal})
        for shared in waiting.values():
            shared.incoming, shared.after = [], []
        return said

    def _keep_in(self, journal: Journal, waiting: dict[str, _Shared]) -> Said:
        try:
            _put(journal, waiting.values())
        except BadRecord as error:
            if len(waiting) > 1:  # one bad stream must not keep the others out
                return [one for stream, shared in waiting.items() for one in self._keep_in(journal, {stream: shared})]
            ((stream, shared),) = waiting.items()
            log.error("%s cannot be kept: %s", stream, error)
            said: Said = []
            for peer, _ in shared.after:
                shared.sides[peer] = replace(shared.sides[peer], clash=str(error)[:300])
                said.append((peer, Clash(stream, str(error)[:300])))
            return said
        except StewardError as error:
            # Not acknowledged, so it will be sent again: a full disk loses nothing once there is room.
            if self.trouble != str(error):
                log.error("what came from outside cannot be kept: %s", error)
            self.trouble = str(error)
            return []
        self.trouble = ""
        said = []
        for stream, shared in waiting.items():
            shared.held.look()
            said += shared.after
            self._kept(stream)
        return said

    @staticmethod
    def _once(said: Said) -> Said:
        by_peer: dict[str, list[Message]] = {}
        for peer, message in said:
            by_peer.setdefault(peer, []).append(message)
        return [(peer, message) for peer, messages in by_peer.items() for message in said_once(messages)]


def _is_known(shared: _Shared, message: Have | Lines | Clash) -> bool:
    """Whether these lines are among those that wait to be kept."""
    return (
        isinstance(message, Lines)
        and message.after >= shared.held.last
        and tuple(shared.incoming[message.after - shared.held.last :][: len(message.entries)]) == message.entries
    )


def _put(journal: Journal, waiting: Iterable[_Shared]) -> None:
    journal.keep(
        Line(one.held.stream, one.held.last + place, entry.at, entry.boot, entry.event)
        for one in waiting
        for place, entry in enumerate(one.incoming, start=1)
    )
