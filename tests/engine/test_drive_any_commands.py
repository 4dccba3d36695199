"""Whatever is asked of a drive: nobody at two tables or none, legal sizes, honest sums, and a replay that agrees."""

import contextlib
import json
import random

from drive_hall import DRIVE, Hall
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import commands as table_commands
from engine.drive import commands as c
from engine.drive import events
from engine.drive.outcome import complete, to_cut
from engine.drive.seating import fault, settled, sizes
from engine.drive.standings import standings
from engine.drive.view import view
from engine.errors import Refused
from engine.events import EVENTS, from_json, to_json

SETTINGS = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
TOTALS = [0, *range(2, 61, 2), 15, 1, 103, 104]


def sits_right(state):
    """Everybody who plays this hand has exactly one chair, at tables of legal sizes."""
    hand = state.hand
    chairs = [number for table in hand.tables.values() for number in table.players]
    assert len(chairs) == len(set(chairs))
    every = [number for table in hand.tables.values() for _, number in table.chairs]
    assert len(every) == len(set(every))
    present = {number for number, held in state.players.items() if held.plays(hand.number)}
    assert set(chairs) == present
    away = any(held.belongs(hand.number) and hand.number in held.absent for held in state.players.values())
    for table in hand.tables.values():
        playing = len(table.players)
        assert playing in (3, 4) or (playing == 2 and away) or (playing == 5 and len(hand.tables) == 1)
        assert table.packs == (2 if playing == 5 else 1)
        assert set(table.cards) == set(table.players)
        assert table.dealer is None or table.dealer in table.players


def adds_up(state):
    """The standings are the cards that count, and their fines."""
    cards = [
        card
        for hand in state.hands
        for table in hand.tables.values()
        for card in table.cards.values()
        if hand.void is None and table.void is None
    ]
    rows = standings(state)
    assert sum(row.points for row in rows) == sum((card.total or 0) + card.fine for card in cards)
    assert sorted(row.number for row in rows) == sorted(state.players)


def replays(hall):
    """What was recorded, written as JSON and read back, folds to the same state."""
    state = DRIVE.initial()
    for event in hall.events:
        state = DRIVE.evolve(state, from_json(json.loads(json.dumps(to_json(event)))))
    assert state == hall.state


@given(st.integers(3, 1000), st.integers())
@settings(max_examples=25, deadline=None)
def test_first_seats_are_tables_of_four_and_three(players, seed):
    hall = Hall(players, seed=str(seed))
    hall.make()
    sits_right(hall.state)
    assert tuple(len(table.players) for table in hall.tables.values()) == sizes(players)


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_seats_are_mended_whoever_is_missing(data):
    """Any tables, with any number of players gone, away or new, are made legal with everybody on one chair."""
    numbers = iter(range(1, 2000))
    tables = data.draw(st.lists(st.integers(0, 4), max_size=14))
    chairs = {
        place: {seat: next(numbers) for seat in "NESW"[:size]} for place, size in enumerate(tables, start=1) if size
    }
    seated = [number for table in chairs.values() for number in table.values()]
    away = set(data.draw(st.lists(st.sampled_from(seated), unique=True)) if seated else [])
    waiting = [next(numbers) for _ in range(data.draw(st.integers(0, 9)))]
    present = frozenset(seated) - away | frozenset(waiting)
    if len(present) < 3:
        return
    made = settled(chairs, present, waiting)
    assert fault(made, present, bool(away)) is None
    stayed = sum(1 for n, table in chairs.items() for seat, held in table.items() if made.get(n, {}).get(seat) == held)
    if not away and not waiting and all(len(table) >= 3 for table in chairs.values()) and len(present) > 5:
        assert stayed == len(seated)


class Organiser:
    """Runs a drive and does, between times, whatever people do."""

    def __init__(self, seed, players):
        self.random = random.Random(seed)
        self.hall = Hall(players, seed=str(seed), movement=self.random.choice(["winner up", "loser down", "by letter"]))

    def late(self, number):
        known = len(self.hall.state.players)
        return tuple(("", f"Late comer {known + n}") for n in range(number))

    def somebody(self):
        return self.random.choice(list(self.hall.state.players))

    def attempt(self, command):
        with contextlib.suppress(Refused):
            self.hall.do(command)

    def comes_and_goes(self):
        t, state = self.hall.t, self.hall.state
        roll = self.random.random()
        if roll < 0.3:
            self.attempt(c.Leave(t=t, number=self.somebody()))
        elif roll < 0.5:
            self.attempt(c.Join(t=t, players=self.late(self.random.randint(1, 3))))
        elif roll < 0.75:
            self.attempt(c.SetAbsent(t=t, number=self.somebody(), absent=self.random.random() < 0.8))
        elif roll < 0.85:
            self.attempt(c.Return(t=t, number=self.somebody()))
        elif state.hands:
            self.attempt(c.Swap(t=t, number=self.somebody(), other=self.somebody()))

    def steward(self):
        t, hands = self.hall.t, len(self.hall.state.hands)
        hand, number = self.random.randint(0, hands), self.somebody()
        table = self.random.randint(0, 6)
        self.attempt(
            self.random.choice(
                [
                    c.CorrectCard(
                        t=t, number=number, total=self.random.choice(TOTALS), why="misread", hand=hand, sure=True
                    ),
                    c.Fine(t=t, number=number, points=self.random.choice([0, -50, 20]), why="PARIS", hand=hand),
                    c.ReopenCard(t=t, number=number, why="misread", hand=hand),
                    c.ExcuseCard(t=t, number=number, why="went home", hand=hand),
                    c.VoidHand(t=t, why="cards of two packs", table=table, hand=hand),
                    c.RestoreHand(t=t, why="counted after all", table=table, hand=hand),
                ]
            )
        )

    def hand(self):
        hall = self.hall
        if hall.state.hands and not complete(hall.state):
            self.score()
        here = [held for held in hall.state.players.values() if held.plays(len(hall.state.hands) + 1)]
        if len(here) < 3:
            with contextlib.suppress(Refused):
                hall.make()
        else:
            hall.make()
        if hall.state.phase != "made":
            return False
        sits_right(hall.state)
        for _ in range(self.random.randint(0, 3)):
            self.comes_and_goes()
            if hall.state.phase != "made":
                return hall.state.phase == "gathering" or bool(hall.state.hands)
            sits_right(hall.state)
        hall.do(c.Announce(t=hall.t))
        hall.do(c.StartHand(t=hall.t, anyway=True))
        if self.random.random() < 0.3:
            self.comes_and_goes()
        hall.ring()
        self.score()
        return True

    def score(self):
        """Every card comes in, be it by a steward's hand."""
        hall = self.hall
        for number in list(hall.tables):
            for player in hall.tables[number].players:
                total = self.random.choice(TOTALS)
                self.attempt(c.MarkCards(t=hall.t, table=number, totals={str(player): total}, sure=True))
        for _ in range(3):
            if self.random.random() < 0.4:
                self.steward()
        hand = len(hall.state.hands)
        for number, table in list(hall.tables.items()):
            for player in table.players:
                self.attempt(c.InitialCard(t=hall.t, number=player, by_number=table.left_of(player) or 0))
                stage = hall.tables[number].cards[player].stage
                if stage not in ("final", "excused"):
                    self.attempt(c.CorrectCard(t=hall.t, number=player, total=40, why="desk", hand=hand, sure=True))
            if to_cut(hall.state.rules, hall.state.hand, hall.tables[number]):
                hall.do(c.CutTie(t=hall.t, table=number))
        assert complete(hall.state)


@given(st.integers(), st.integers(3, 40))
@SETTINGS
def test_a_whole_drive_with_late_comers_leavers_and_corrections(seed, players):
    organiser = Organiser(seed, players)
    for _ in range(6):
        if not organiser.hand():
            break
        adds_up(organiser.hall.state)
        organiser.steward()
        organiser.comes_and_goes()
        adds_up(organiser.hall.state)
    json.dumps(view(organiser.hall.state))
    replays(organiser.hall)


def test_a_drive_of_a_thousand_with_late_comers_and_leavers():
    organiser = Organiser(7, 990)
    for _ in range(2):
        assert organiser.hand()
        sits_right(organiser.hall.state)
        adds_up(organiser.hall.state)
        for _ in range(12):
            organiser.comes_and_goes()
    replays(organiser.hall)


ANYTHING = st.one_of(
    st.integers(-3, 12), st.floats(), st.text(max_size=5), st.booleans(), st.none(),
    st.sampled_from(["N", "1", "2"]),
    st.dictionaries(st.sampled_from(["1", "2", "x"]), st.integers(-5, 120), max_size=3),
    st.lists(st.integers(0, 9), max_size=3).map(tuple),
    st.lists(st.tuples(st.text(max_size=2), st.text(max_size=9)), max_size=3).map(tuple),
    st.dictionaries(
        st.sampled_from(["1", "2"]), st.dictionaries(st.sampled_from(list("NESW1")), st.integers(0, 9)), max_size=2
    ),
)  # fmt: skip
COMMANDS = [
    kind
    for module in (c, table_commands)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, table_commands.Command) and kind is not table_commands.Command
]


@given(st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_command_crashes_the_drive(data):
    """A command is decided or refused, whatever it holds, in whatever phase; and the fold takes what was decided."""
    hall = Hall(data.draw(st.integers(0, 9)))
    for _ in range(12):
        kind = data.draw(st.sampled_from(COMMANDS))
        names = [name for name in kind.__dataclass_fields__ if name not in ("t", "by")]
        hall.t += 30
        values = {name: data.draw(ANYTHING) for name in names if data.draw(st.booleans())}
        try:
            hall.do(kind(t=hall.t, **values))
        except (TypeError, Refused):  # a field is missing, or it is not allowed: an organiser goes on
            if hall.state.phase in ("gathering", "made", "announced"):
                for step in (c.MakeHand, c.Announce, c.StartHand):
                    organiser = step(t=hall.t, anyway=True) if step is c.StartHand else step(t=hall.t)
                    try:
                        hall.do(organiser)
                    except Refused:
                        continue
        view(hall.state)
    replays(hall)


def test_every_event_of_the_drive_names_itself():
    kinds = [kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, events.Event)]
    named = [kind for kind in kinds if kind is not events.Event]
    assert all(kind.type.startswith("drive.") and EVENTS[kind.type] is kind for kind in named)
