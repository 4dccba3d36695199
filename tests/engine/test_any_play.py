"""Whatever is asked of the game: cards are conserved, wrong commands change nothing, a replay gives the same state."""

import random
from dataclasses import fields, replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lexicon_table import FOUR, LEXICON, StubJudge, Table, open_table

from engine import commands as c
from engine import events as e
from engine.cards import load_pack, word_faces
from engine.errors import Refused
from engine.events import EVENTS, from_json, to_json
from engine.games.lexicon_seats import packs_for
from engine.journal import SqliteJournal
from engine.replay import fold

SETTINGS = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
ALL = [
    kind
    for kind in vars(c).values()
    if isinstance(kind, type) and issubclass(kind, c.Command) and kind is not c.Command
]


class RealTable:
    """A table with real cards: a shuffled pack dealt out, hands that hold what they hold, a stock and a heap."""

    def __init__(self, seed, players=4, **house):
        self.random = random.Random(seed)
        seats = FOUR[:players] if players <= 4 else [(str(n), f"P{n}") for n in range(1, players + 1)]
        self.judge = StubJudge({})
        self.table = open_table(seats=seats, dealer=None, judge=self.judge, **house)
        self.seats = [seat for seat, _ in seats]
        pack = load_pack("lexicon", packs_for(players))
        self.pack = [face for face, count in pack.counts.items() for _ in range(count)]
        self.values = pack.values
        self.deal()

    def deal(self):
        cards = self.pack[:]
        self.random.shuffle(cards)
        active = [p.seat for p in self.table.state.players if not p.retired]
        self.hands = {seat: [cards.pop() for _ in range(10)] for seat in active}
        self.heap = [cards.pop()]
        self.stock = cards
        known = self.table.state.dealer is not None
        self.table.do(c.Deal(t=self.table.now(), seat=None if known else active[0], exposed=self.heap[-1]))

    def take(self, seat, count):
        hand = self.hands[seat]
        self.random.shuffle(hand)
        return [hand.pop() for _ in range(count)]

    @staticmethod
    def text(faces):
        return "".join("*" if face == "MASTER" else face for face in faces)

    def play(self):
        seat = self.table.state.turn
        held = len(self.hands[seat])
        words = [word.text for word in self.table.state.words]
        act = self.random.choice(["compose"] * (held >= 2) + ["insert", "substitute"] * bool(words) + ["exchange"])
        if act == "compose":
            word = self.text(self.take(seat, self.random.randint(2, min(held, 5))))
            self.table.play("compose", after=word)
        elif act == "insert":
            before = self.random.choice(words)
            letters = list(before)
            for face in self.take(seat, self.random.randint(1, min(held, 2))):
                letters.insert(self.random.randint(0, len(letters)), self.text([face]))
            self.table.play("insert", before, "".join(letters))
        elif act == "substitute":
            before = self.random.choice(words)
            place = self.random.randrange(len(before))
            (face,) = self.take(seat, 1)
            self.hands[seat].extend(word_faces(before[place]))
            after = before[:place] + self.text([face]) + before[place + 1 :]
            if after == before:
                self.exchange(seat)
            else:
                self.table.play("substitute", before, after)
        else:
            self.exchange(seat)

    def exchange(self, seat):
        (discard,) = self.take(seat, 1)
        took = self.random.choice(["exposed", "stock"]) if self.stock else "exposed"
        source = self.heap if took == "exposed" else self.stock
        card = source.pop()
        self.hands[seat].append(card)
        self.heap.append(discard)
        self.table.exchange(exposed_after=discard, took=took)

    def restock(self):
        self.stock += self.heap[:-1]
        del self.heap[:-1]
        self.random.shuffle(self.stock)
        self.table.do(c.Restock(t=self.table.now(), exposed=self.heap[-1]))

    def challenge(self):
        state = self.table.state
        last = state.last
        if last is None or not last.open or last.act == "exchange" or last.ruling is not None or last.seat is None:
            return
        self.judge.verdicts = {last.after: self.random.choice(["good", "misspelt", "not allowed"])}
        self.table.challenge(self.random.choice([seat for seat in self.hands if seat != last.seat]))
        owed = self.table.state.owed
        if owed is None:
            return
        self.undo_physically(owed.seat, owed.before, owed.after)
        self.table.take_back()

    def undo_physically(self, seat, before, after):
        """Moves the cards of a word that fell back where they came from."""
        mine, theirs = list(word_faces(before)), list(word_faces(after or ""))
        for face in theirs[:]:
            if face in mine:
                mine.remove(face)
                theirs.remove(face)
        self.hands[seat].extend(mine)
        for face in theirs:
            self.hands[seat].remove(face)

    def check(self):
        state = self.table.state
        for seat, hand in self.hands.items():
            assert state.player(seat).cards == len(hand)
        on_table = [face for word in state.words for face in word_faces(word.text)]
        assert state.exposed == self.heap[-1]
        everything = on_table + self.heap + self.stock + [face for hand in self.hands.values() for face in hand]
        assert sorted(everything) == sorted(self.pack)

    def count(self):
        totals = {seat: sum(self.values[face] for face in hand) for seat, hand in self.hands.items()}
        counts = {seat: len(hand) for seat, hand in self.hands.items()}
        self.table.do(c.Mark(t=self.table.now(), totals=totals, counts=counts))


@SETTINGS
@given(seed=st.integers(0, 10**6), players=st.integers(2, 6))
def test_cards_are_conserved_over_any_legal_play(seed, players):
    real = RealTable(seed, players)
    for _ in range(60):
        if real.table.state.phase == "over":
            break
        if real.table.state.phase == "ready":
            real.deal()
        if real.table.state.phase == "play":
            if len(real.stock) < 2 and len(real.heap) > 3:
                real.restock()
            real.play()
        if real.random.random() < 0.3:
            real.challenge()
        real.check()
        if real.table.state.phase == "count":
            real.count()
    assert fold(LEXICON, real.table.history) == real.table.state


@pytest.mark.parametrize("seed", range(6))
def test_a_journal_of_any_play_replays_to_the_same_state(tmp_path, seed):
    real = RealTable(seed)
    while len(real.table.history) < 60 and real.table.state.phase == "play":
        real.play()
        real.challenge()
    with SqliteJournal(tmp_path / "j") as journal:
        journal.append("table", [record.event for record in real.table.history], 0)
        assert fold(LEXICON, journal.read("table")) == real.table.state


SEATS = st.sampled_from(["N", "E", "S", "W"])
WORDS = st.sampled_from(
    ["HAT", "THAT", "CAT", "WIERD", "QUOTH", "OSLO", "MAN", "MANY", "TE*", "hat", "", "A", "X" * 40]
)
LIKELY = {
    "t": st.floats(0, 2000),
    "act": st.sampled_from(["compose", "exchange", "insert", "substitute", "takeback"]),
    "seat": st.one_of(st.none(), SEATS),
    "by_seat": SEATS,
    "before": st.one_of(st.none(), WORDS),
    "after": st.one_of(st.none(), WORDS),
    "verdict": st.sampled_from(["good", "misspelt", "not allowed", "unclear"]),
    "why": st.one_of(st.none(), st.just("so it is"), st.just("restart")),
    "seconds": st.one_of(st.none(), st.floats(-100, 500)),
    "remaining": st.one_of(st.none(), st.floats(0, 400)),
    "totals": st.dictionaries(SEATS, st.integers(0, 105), max_size=4),
    "counts": st.just({}),
    "cards": st.dictionaries(SEATS, st.sampled_from(["A", "B", "MASTER"]), max_size=4),
    "about": st.sampled_from(["deal", "tie", "unread", "unclear word"]),
    "field": st.sampled_from(["score", "cards", "turn", "dealer", "word", "exposed"]),
    "value": st.one_of(st.none(), SEATS, st.integers(-5, 12), st.fixed_dictionaries({"before": WORDS, "after": WORDS})),
    "answer": st.sampled_from(["yes", "no"]),
    "press": st.sampled_from(["short", "long", "start"]),
    "words": st.lists(WORDS, max_size=3).map(tuple),
    "exposed": st.one_of(st.none(), st.sampled_from(["A", "Q", "*"])),
    "turn": st.one_of(st.none(), SEATS),
    "game": st.just("lexicon"),
    "rules": st.sampled_from(["home", "drive"]),
    "language": st.just("en"),
    "pack": st.just("lexicon"),
    "seats": st.just(FOUR),
    "house": st.sampled_from([{}, {"initials": True}, {"hand_size": 4}, {"lost_turn": "this"}]),
    "joined": st.one_of(st.none(), st.just("mid-game")),
    "confidence": st.floats(0, 1),
    "confidences": st.lists(st.floats(0, 1), max_size=4).map(tuple),
    "pictures": st.just(()),
    "took": st.one_of(st.none(), st.just("stock")),
    "exposed_before": st.none(),
    "exposed_after": st.one_of(st.none(), st.just("U")),
    "by": st.just("desk"),
    "detail": st.just(""),
    "reading": st.just({}),
}


ODD_VALUES = [
    None, 7, -1, True, 10**30, 0.5, float("nan"), float("inf"), "", "x", "hat", "\ud800", "x" * 501, b"x", [1],
    object(), {"N": 40}, ("HAT",), {"before": "HAT", "after": None},
]  # fmt: skip
MANY = {c.Play: 14, c.Challenge: 5, c.Mark: 5, c.Initial: 5, c.Rule: 3, c.Press: 3, c.Undo: 1, c.Open: 1, c.Adopt: 1}
LAID = ["HAT", "CAT", "WIERD", "QUOTH", "OSLO", "MAN", "TE*", "SIR", "WE", "TOE", "A", "HATHATHATHA"]


class Asker:
    """Asks for anything at random: mostly what could be meant in earnest, and now and then the absurd."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def command(self, table):
        kind = self.random.choice([kind for kind in ALL for _ in range(MANY.get(kind, 2))])
        values = {item.name: self.value(item.name, kind, table) for item in fields(kind)}
        if kind is c.Play:
            values |= self.play(table)
        for name in values:
            if self.random.random() < 0.02:
                values[name] = self.random.choice(ODD_VALUES)
        return kind(**values)

    def play(self, table):
        pick = self.random.choice
        words = [word.text for word in table.state.words]
        act = pick(["compose", "compose", "exchange", "takeback"] + ["insert", "substitute"] * bool(words))
        seat = pick([None, None, table.state.turn, "N"])
        before = after = None
        if act == "compose":
            after = pick(LAID)
        elif act in ("insert", "substitute"):
            before = pick(words)
            place = self.random.randrange(len(before))
            after = before[:place] + pick("AEIOUST*") + before[place + (act == "substitute") :]
        return {"act": act, "seat": seat, "before": before, "after": after, "confidence": 1.0}

    def value(self, name, kind, table):
        pick, seats = self.random.choice, ["N", "E", "S", "W"]
        words = [word.text for word in table.state.words] or ["HAT"]
        if name == "totals":
            left = [player for player in table.state.players if not player.retired and player.cards != 0]
            return {player.seat: 8 * (player.cards or 1) for player in self.random.sample(left, max(1, len(left) - 1))}
        if name == "cards":
            who = table.state.cutting or table.state.winners if self.random.random() < 0.5 else seats
            return {seat: pick("ABCZ") for seat in who}
        choices = {
            "t": [table.t, table.t + 1, table.t + self.random.random() * 30],
            "seat": [None, *seats] if kind in (c.Deal, c.Press, c.Correct) else seats,
            "by_seat": seats,
            "verdict": ["good", "misspelt", "not allowed", "unclear"],
            "why": ["asked", "restart"] if kind is c.PauseClock else ["so it is", "so it is", None],
            "seconds": [None, 60.0] if kind is c.StartClock else [60.0, -60.0, 5.0],
            "remaining": [None, None, 100.0],
            "about": ["deal", "tie"] if kind is c.CutCards else ["unread", "unclear word"],
            "field": ["score", "cards", "turn", "dealer", "word", "exposed"],
            "value": [None, *seats, 0, 1, 3, 10, 60, {"before": pick(words), "after": pick(LAID)}],
            "answer": ["yes", "no"],
            "press": ["short", "short", "long", "start"],
            "words": [tuple(words), ("HAT",), ()],
            "rules": ["home", "drive"],
            "house": [{}, {"initials": True}, {"hand_size": 4}],
            "joined": [None, "mid-game"],
        }
        fixed = {"game": "lexicon", "language": "en", "pack": "lexicon", "seats": FOUR, "by": "desk", "detail": ""}
        empty = {"counts": {}, "reading": {}, "pictures": (), "confidence": 1.0, "confidences": (), "took": None}
        return (
            {**fixed, **empty}[name]
            if name in fixed or name in empty
            else pick(choices.get(name, [None, "A", "Q", "*"]))
        )


HOUSES = [
    ("home", {}), ("home", {"hand_size": 4}), ("home", {"initials": True, "hand_size": 5}),
    ("home", {"minutes": 2.0, "lost_turn": "this"}), ("drive", {}), ("drive", {"lost_turn": "next", "minutes": 1.0}),
    ("drive", {"pause_on_challenge": True, "fines_by": "steward", "single_deal": False}),
]  # fmt: skip


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 10**9), house=st.sampled_from(HOUSES))
def test_any_command_is_decided_or_refused_and_only_what_was_decided_is_recorded(seed, house):
    asker = Asker(seed)
    table = open_table(house[0], **house[1])
    for _ in range(60):
        command = asker.command(table)
        before, length = table.state, len(table.history)
        try:
            events = table.do(command)
        except Refused:
            assert (table.state, len(table.history)) == (before, length)
            continue
        assert [from_json(to_json(event)) for event in events] == list(events)
        LEXICON.view(table.state)
        state = table.state
        faces = [face for word in state.words for face in word_faces(word.text)]
        if state.exposed is not None:
            faces.append(state.exposed)
        assert load_pack("lexicon").overdrawn(faces) is None
        assert len(faces) + sum(player.cards or 0 for player in state.players) <= 52
        assert all(player.cards is None or 0 <= player.cards <= 10 for player in state.players)
    assert fold(LEXICON, table.history) == table.state


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize(
    "odd", [None, 7, True, float("nan"), float("inf"), "\ud800", "x" * 501, b"x", [], object(), {"a": float("nan")}]
)
def test_a_field_of_the_wrong_kind_is_refused_or_harmless(kind, odd):
    table = open_table("drive")
    table.compose("HAT")
    right = {item.name: "x" for item in fields(kind)} | {"t": 1.0}
    for item in fields(kind):
        before = table.state
        try:
            table.do(kind(**{**right, item.name: odd}))
        except Refused:
            assert table.state == before
        assert fold(LEXICON, table.history) == table.state


def test_what_is_no_command_is_refused():
    table = Table()
    for odd in (None, "Open", 5, object()):
        with pytest.raises(Refused):
            LEXICON.decide(table.state, odd, table.judge)


def likely_of(kind):
    """What the fields of a kind of event may hold."""
    return {
        **LIKELY,
        "number": st.integers(1, 9),
        "master": st.sampled_from([{}, {"letters": ["A", "O"]}, {"letters": [["A"], ["O"]]}, {"letters": 5}]),
        "ruling": st.sampled_from(["upheld", "refused", "asked", "too late"]),
        "verdict": st.one_of(st.none(), st.just("good")),
        "player": st.one_of(st.none(), SEATS),
        "word": st.one_of(st.none(), WORDS),
        "meant": st.just(()),
        "reason": st.none(),
        "fine": st.integers(0, 50),
        "overrules": st.one_of(st.none(), st.just("upheld")),
        "old": st.none(),
        "values": st.just({}),
        "badges": st.dictionaries(SEATS, st.integers(0, 2400), max_size=4),
        "drive": st.just({}),
        "scores": st.just({}),
        "seats": st.just(FOUR) if kind is e.Opened else st.lists(SEATS, max_size=2).map(tuple),
        "seqs": st.lists(st.integers(1, 50), max_size=5).map(tuple),
        "words": st.just({}) if kind in (e.Opened, e.Ruled) else LIKELY["words"],
        "seconds": st.floats(1, 500),
        "remaining": st.floats(0, 400),
        "totals": LIKELY["totals"],
    }


@st.composite
def some_event(draw):
    kind = draw(st.sampled_from([kind for name, kind in EVENTS.items() if "." not in name]))
    likely = likely_of(kind)
    return kind(**{item.name: draw(likely[item.name]) for item in fields(kind)})


def test_events_of_every_kind_can_be_recorded_here():
    known = {item.name for name, kind in EVENTS.items() if "." not in name for item in fields(kind)}
    assert known <= set(likely_of(e.Opened))


@settings(max_examples=100, deadline=None)
@given(events=st.lists(some_event(), max_size=40))
def test_folding_never_fails_whatever_was_recorded(events):
    state = LEXICON.initial()
    for event in events:
        state = LEXICON.evolve(state, event)
        LEXICON.view(state)
    assert replace(state, seq=0) == state
