"""Two ends with journals in memory, and a network between them that does what the test says."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.link.held import Chain, fitting
from engine.link.messages import Clash, Entry, Have, Lines, Message, decode, encode
from engine.link.side import Role, Side, Step, greeted, grown, heard, restored, ticked


class Shelf:
    """One copy of a stream in memory; :class:`engine.link.held.Held` to the protocol."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._chain = Chain()

    @property
    def last(self) -> int:
        return len(self.entries)

    def digest(self, seq: int) -> str:
        return self._chain.at(seq)

    def batch(self, after: int) -> tuple[Entry, ...]:
        return fitting(self.entries[after : after + 3])

    def keep(self, entries: tuple[Entry, ...]) -> None:
        for entry in entries:
            self.entries.append(entry)
            self._chain.add(entry)


@dataclass
class End:
    """One end: its copy and its side of each stream."""

    writes: str
    follows: str
    shelves: dict[str, Shelf] = field(default_factory=dict)
    sides: dict[str, Side] = field(default_factory=dict)
    disk_full: bool = False

    def __post_init__(self) -> None:
        self.shelves = {self.writes: Shelf(), self.follows: Shelf()}
        self.sides = {
            self.writes: Side(self.writes, Role.WRITES),
            self.follows: Side(self.follows, Role.FOLLOWS),
        }


class Pair:
    """A table that writes ``t`` and a hub that writes ``h``, each following the other; messages wait in ``network``."""

    def __init__(self) -> None:
        self.table, self.hub = End("t", "h"), End("h", "t")
        self.now = 0.0
        self.network: list[tuple[End, bytes]] = []
        self.written = 0
        for end in (self.table, self.hub):
            self.greet(end)

    def other(self, end: End) -> End:
        return self.hub if end is self.table else self.table

    def apply(self, end: End, stream: str, step: Step) -> None:
        end.sides[stream] = step.side
        said: list[Message] = list(step.say)
        if step.keep and not end.disk_full:
            end.shelves[stream].keep(step.keep)
            assert step.kept is not None
            said.append(step.kept)
        self.network += [(self.other(end), encode(message)) for message in said]
        side = end.sides[stream]
        if side.role is Role.RESTORES and restored(side, end.shelves[stream]):
            end.sides[stream] = Side(stream, Role.WRITES, side.theirs, side.theirs or 0)

    def greet(self, end: End) -> None:
        for stream, side in end.sides.items():
            self.apply(end, stream, greeted(side, end.shelves[stream], self.now))

    def write(self, end: End) -> None:
        if end.sides[end.writes].role is not Role.WRITES:
            return
        self.written += 1
        end.shelves[end.writes].keep((Entry("at", f"boot-{end.writes}", f'{{"n": {self.written}}}'),))
        self.apply(end, end.writes, grown(end.sides[end.writes], end.shelves[end.writes], self.now))

    def deliver(self, place: int, *, keep: bool = False) -> None:
        end, data = self.network[place] if keep else self.network.pop(place)
        message = decode(data)
        assert isinstance(message, Have | Lines | Clash)
        stream = message.stream
        self.apply(end, stream, heard(end.sides[stream], end.shelves[stream], message, self.now))

    def tick(self, seconds: float) -> None:
        self.now += seconds
        for end in (self.table, self.hub):
            for stream in tuple(end.sides):
                self.apply(end, stream, ticked(end.sides[stream], end.shelves[stream], self.now))

    def restart(self, end: End) -> None:
        end.sides = {name: Side(name, side.role) for name, side in end.sides.items()}
        self.greet(end)

    def lose_store(self, end: End) -> None:
        """The end comes back with an empty store; what was under way has long been lost by then."""
        self.network.clear()
        end.__post_init__()
        end.sides[end.writes] = Side(end.writes, Role.RESTORES)
        self.greet(end)

    def calm(self) -> None:
        """The network works again, for as long as there is anything to say."""
        self.table.disk_full = self.hub.disk_full = False
        for _ in range(200):
            while self.network:
                self.deliver(0)
            self.tick(25.0)
            if not self.network:
                return
        raise AssertionError("the two ends never stop talking")
