"""A hall for the tests of the drive: commands in plain words, time that the test sets, and every event kept."""

from __future__ import annotations

import pytest

from engine.commands import Tick
from engine.drive import commands as c
from engine.drive.drive import Drive
from engine.drive.outcome import to_cut
from engine.errors import Refused

DRIVE = Drive()


class Hall:
    """One drive, decided and folded without a journal."""

    def __init__(self, players=0, seed="1935", **rules):
        self.state = DRIVE.initial()
        self.events = []
        self.t = 0.0
        self.do(c.Create(t=0, name="Waterloo Lexicon Drive", seed=seed, rules=rules))
        if players:
            self.join(players)

    def do(self, command):
        """Does it, and gives the events."""
        events = DRIVE.decide(self.state, command)
        for event in events:
            self.state = DRIVE.evolve(self.state, event)
        self.events += events
        return events

    def refused(self, command):
        """Gives the reason for which it is refused; the state must stand as it was."""
        before = self.state
        with pytest.raises(Refused) as told:
            self.do(command)
        assert self.state is before
        assert str(told.value)
        return told.value.reason

    def join(self, count, wait=False):
        """So many players come in."""
        start = len(self.state.players) + 1
        names = tuple(("", f"Player {n}") for n in range(start, start + count))
        return self.do(c.Join(t=self.t, players=names, wait=wait))

    def make(self, tables=None):
        """The next hand is made."""
        return self.do(c.MakeHand(t=self.t, tables=tables or {}))

    def begin(self, tables=None):
        """The next hand is made, announced and started."""
        self.make(tables)
        self.do(c.Announce(t=self.t))
        self.do(c.StartHand(t=self.t, anyway=True))

    def ring(self):
        """Time passes to the bell."""
        self.t = self.state.hall.ends_at
        return self.do(Tick(t=self.t))

    @property
    def tables(self):
        """The tables of the hand, by number."""
        return self.state.hand.tables

    def totals(self, table, totals, **more):
        """Totals of a table, clockwise, are marked."""
        players = self.tables[table].players
        marked = {str(number): total for number, total in zip(players, totals, strict=True)}
        return self.do(c.MarkCards(t=self.t, table=table, totals=marked, **more))

    def initials(self, table):
        """Everybody initials the card of the neighbour on the right."""
        held = self.tables[table]
        for number in held.players:
            self.do(c.InitialCard(t=self.t, number=number, by_number=held.left_of(number)))

    def score(self, table, totals, **more):
        """A table's totals are marked and initialled, and a tie is drawn."""
        self.totals(table, totals, **more)
        self.initials(table)
        if to_cut(self.state.rules, self.state.hand, self.tables[table]):
            self.do(c.CutTie(t=self.t, table=table))

    def play(self, points=lambda table, place: 10 + 2 * place, tables=None):
        """A whole hand from its seats to its last card: the one with the fewest points at each table is first."""
        self.begin(tables)
        self.ring()
        for number, table in list(self.tables.items()):
            self.score(number, [points(number, place) for place in range(len(table.players))])

    def seats(self):
        """Who sits where, by table and seat."""
        return {number: dict(table.chairs) for number, table in self.tables.items()}
