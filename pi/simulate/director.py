"""Plays a whole deal in time: who moves when, what the camera sees of it, and what is true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from engine.cards import load_pack, pack_names
from engine.commands import Open, Press
from engine.errors import BadSettings, Refused
from engine.events import Event
from engine.rulings import Judge, open_judge
from pi.recording import Pressed
from pi.simulate import layout
from pi.simulate.disturb import DISTURBANCES, Story, reaching
from pi.simulate.lexis import Lexis, open_lexis
from pi.simulate.play import Act, Manners, Table, open_table
from pi.simulate.scene import Row, Scene
from pi.watch import line_of

NAMES = ("Ann", "Ben", "Cleo", "Dev")
SEATS = {2: ("N", "S"), 3: ("N", "E", "S"), 4: ("N", "E", "S", "W")}
MOST_TURNS = 120


@dataclass(frozen=True, slots=True)
class Trouble:
    """How often things happen that are no move, as probabilities for each turn. ``named``: only these disturbances;
    ``changes_mind``: a player lays something else first; ``bit_by_bit``: he lays a word in two goes; ``lost``: the
    camera sees nothing during a turn; ``unseen_hand``: no picture shows the hand that made a move."""

    disturbed: float = 0.3
    named: tuple[str, ...] = tuple(DISTURBANCES)
    changes_mind: float = 0.06
    bit_by_bit: float = 0.08
    lost: float = 0.01
    unseen_hand: float = 0.15
    idle: float = 0.5
    """A second picture is taken of the table that rests after a move."""


CALM = Trouble(disturbed=0.0, changes_mind=0.0, bit_by_bit=0.0, lost=0.0)


@dataclass(frozen=True, slots=True)
class Shown:
    """What the camera sees from ``t`` on, until the next one."""

    t: float
    scene: Scene


@dataclass(frozen=True, slots=True)
class Simulation:
    """A deal as it was played: what was seen, what was pressed and what is true.

    ``dealer`` is None when the players cut for the deal; ``told`` names the disturbances with the time of each;
    ``finished`` is false when the players were stopped before the hands were counted.
    """

    seed: int
    rules: str
    language: str
    pack: str
    dealer: str | None
    seats: tuple[tuple[str, str], ...]
    shots: tuple[Shown, ...]
    presses: tuple[Pressed, ...]
    truth: tuple[dict[str, Any], ...]
    faces: tuple[str, ...]
    told: tuple[tuple[float, str], ...] = ()
    finished: bool = True
    house: Mapping[str, Any] = field(default_factory=dict)


def simulate(
    seed: int,
    rules: str = "home",
    players: int = 4,
    *,
    language: str = "en",
    pack: str = "lexicon",
    house: Mapping[str, Any] | None = None,
    cut: bool = False,
    words: tuple[Lexis, Judge] | None = None,
    manners: Manners | None = None,
    trouble: Trouble | None = None,
) -> Simulation:
    """Plays one deal from a seed: the same arguments, and the same word lists, give the same deal.

    ``cut``: the players cut for the deal first. ``words``: what they know and who rules, in place of the language's
    lists.

    Raises :class:`engine.errors.Missing` when the language has no compiled word list, :class:`Refused` when the table
    cannot be set up so, and :class:`engine.errors.BadSettings` when so many cannot play here or a pack is not counted.
    """
    if not load_pack(pack).counted:
        counted = " or ".join(name for name in pack_names() if load_pack(name).counted)
        raise BadSettings(f"the pack {pack} has no counts, so no hand can be dealt from it; choose {counted}")
    rng = Random(seed)
    lexis, judge = words or (open_lexis(language), open_judge(language))
    director = _Director(rng, lexis, judge, manners or Manners(), trouble or Trouble())
    opened = Open(
        t=0.0, game="lexicon", rules=rules, language=language, pack=pack, seats=seats_of(players), house=house or {}
    )
    return director.play(seed, opened, cut)


def seats_of(players: int) -> tuple[tuple[str, str], ...]:
    """Gives who sits where. Raises :class:`engine.errors.BadSettings` for any number but two, three or four."""
    if players not in SEATS:
        raise BadSettings(f"{players} cannot sit down at the simulated table; choose 2, 3 or 4 players")
    return tuple((seat, NAMES["NESW".index(seat)]) for seat in SEATS[players])


@dataclass(slots=True)
class _Director:
    """Time passes here. ``scene`` is the table as it stands, ``t`` the present."""

    rng: Random
    lexis: Lexis
    judge: Judge
    manners: Manners
    trouble: Trouble
    t: float = 0.0
    scene: Scene = field(default_factory=Scene)
    shots: list[Shown] = field(default_factory=list)
    presses: list[Pressed] = field(default_factory=list)
    truth: list[dict[str, Any]] = field(default_factory=list)
    told: list[tuple[float, str]] = field(default_factory=list)
    ready: bool = False
    table: Table = field(init=False)
    neat: layout.Neatness = field(init=False)

    def play(self, seed: int, opened: Open, cut: bool) -> Simulation:
        rng = self.rng
        self.neat = layout.any_neatness(rng)
        self.table = open_table(rng, self.lexis, self.judge, self.manners, opened, self._heard)
        dealer: str | None = None
        if cut:
            self.ready = True
            self._cut()
        else:
            dealer = rng.choice(opened.seats)[0]
            self.t = round(rng.uniform(2.0, 5.0), 1)
        self.table.deal(self.t if cut else 0.0, dealer)
        self.ready = True
        if self.table.state.bell.phase == "waiting" and self.table.state.rules.minutes:
            self._press(self.t if cut else 0.0, None, "start")
        self.scene = layout.begin(rng, self.scene, self._card(self.table.pile[-1]), len(self.table.stock))
        self._show(self.scene)
        finished = self._deal()
        self.shots.sort(key=lambda shot: shot.t)
        return Simulation(
            seed=seed,
            rules=opened.rules,
            language=opened.language,
            pack=opened.pack,
            dealer=dealer,
            seats=opened.seats,
            shots=tuple(self.shots),
            presses=tuple(self.presses),
            truth=tuple(self.truth),
            faces=self.table.faces,
            told=tuple(self.told),
            finished=finished,
            house=opened.house,
        )

    def _cut(self) -> None:
        """Each player cuts a card and lays it before him; those with equal highest cards cut again."""
        table, rng = self.table, self.rng
        self.t = 2.0
        self._show(self.scene)
        while table.state.next_dealer is None:
            seats = table.state.cutting or tuple(player.seat for player in table.state.players)
            cards = dict(zip(seats, rng.sample(range(len(table.faces)), len(seats)), strict=True))
            for seat in rng.sample(seats, len(seats)):
                laid = layout.lay_hand(rng, self.scene, seat, [self._card(cards[seat])], self.neat)
                assert laid is not None
                self.scene = laid
                self._show(self._hand(laid, seat, laid.hands[-1][1].middle), rng.uniform(1.0, 3.0))
            self._show(self.scene, rng.uniform(1.0, 2.0))
            table.cut(self.t, cards)
            cleared = replace(self.scene, hands=())
            self._show(self._hand(cleared, rng.choice(seats), (0.0, 0.0)), rng.uniform(3.0, 6.0))
            self.scene = cleared
            self._show(cleared, rng.uniform(1.0, 2.0))
        self.t = round(self.t + rng.uniform(8.0, 20.0), 1)

    def _deal(self) -> bool:
        for _ in range(MOST_TURNS):
            if self.table.state.phase == "play":
                self._turn()
            if self.table.state.phase == "count":
                if self.table.state.owed is not None:
                    self._take_back()
                    continue
                return self._count()
        return False

    # What the camera sees

    def _show(self, scene: Scene, after: float = 0.0) -> None:
        self.t = round(self.t + after, 1)
        if not scene.lost:
            self.shots.append(Shown(self.t, scene))

    def _tell(self, story: Story, name: str) -> None:
        if story:
            self.told.append((self.t, name))
        for after, scene in story:
            self._show(scene, after)
        if story:
            self.scene = story[-1][1]

    def _hand(self, scene: Scene, seat: str, at: tuple[float, float]) -> Scene:
        return replace(scene, covers=(*scene.covers, reaching(self.rng, seat, *at)))

    def _card(self, card: int) -> tuple[int, str]:
        return card, self.table.faces[card]

    def _cards(self, cards: Sequence[int]) -> list[tuple[int, str]]:
        return [self._card(card) for card in cards]

    # What happens

    def _heard(self, event: Event) -> None:
        line = line_of(event)
        if line is not None and self.ready and event.type != "doubt":
            self.truth.append(line)

    def _press(self, t: float, seat: str | None, press: str) -> None:
        t = round(t, 1)
        self.presses.append(Pressed(t, seat, press))
        try:
            self.table.ledger.submit(Press(t=t, by="button", seat=seat, press=press))
        except Refused:
            return  # a press may mean nothing

    def _rings(self, until: float) -> bool:
        """Lets time come to ``until``; tells whether the bell rang on the way."""
        bell = self.table.state.bell
        if bell.phase == "running" and bell.ends_at <= until:
            self.table.tick(bell.ends_at)
            return True
        return False

    def _turn(self) -> None:
        rng = self.rng
        think = rng.uniform(3.0, 14.0) if self.table.state.rules.minutes == 0 else rng.uniform(5.0, 22.0)
        before = self.t
        if rng.random() < self.trouble.disturbed and self.trouble.named:
            name = rng.choice(self.trouble.named)
            self._tell(DISTURBANCES[name](rng, self.scene, self.neat), name)
        self.t = max(self.t, before + think)
        act = self.table.choose()
        after = self._applied(act)
        if after is None:
            act = self.table.choose()
            after = self._applied(act)
        if after is None:
            return
        lost = rng.random() < self.trouble.lost
        scene = self.scene
        if lost:
            self.scene = replace(self.scene, lost=True)
            self.told.append((self.t, "lost"))
        elif self._rings(self.t + 5.0):
            self.t = self.table.state.bell.ends_at + 2.0
            self._show(self.scene, 0.5)
            return
        else:
            self._reach(act, scene, after)
        self.t = round(self.t + rng.uniform(1.0, 3.4), 1)
        if self._rings(self.t):
            self._show(scene, 1.5)
            return
        self.table.perform(act, self.t)
        self.scene = after
        self._show(after)
        if rng.random() < self.trouble.idle:
            self.shots.append(Shown(round(self.t + rng.uniform(0.4, 1.5), 1), after))
        self._after_play()
        if not self.table.stock and len(self.table.pile) > 1 and self.table.state.phase == "play":
            self._restock()

    def _reach(self, act: Act, before: Scene, after: Scene) -> None:
        """The hand comes in: perhaps lays another word first, or only a part of this one."""
        rng = self.rng
        at = self._where(act, after)
        changed_first: Scene | None = None
        if act.act == "compose" and rng.random() < self.trouble.changes_mind:
            other = self._other(act)
            changed_first = None if other is None else other
        elif act.act == "compose" and len(act.cards) > 3 and rng.random() < self.trouble.bit_by_bit:
            row = after.words[len(before.words)]
            assert row is not None
            changed_first = before.with_word(
                len(before.words), replace(row, spots=row.spots[: len(row.spots) // 2 + 1])
            )
        if changed_first is not None:
            self.told.append((self.t, "laid and taken back"))
            self._show(self._hand(before, act.seat, at))
            self._show(changed_first, rng.uniform(1.0, 1.8))
            self.t = round(self.t + rng.uniform(0.8, 1.7), 1)  # sooner than it counts as played
            self._show(self._hand(changed_first, act.seat, at))
        elif rng.random() >= self.trouble.unseen_hand or _same_face(before, after):
            self._show(self._hand(rng.choice((before, after)), act.seat, at))
            if rng.random() < 0.2:
                self._show(self._hand(after, act.seat, at), rng.uniform(0.5, 2.0))

    def _other(self, act: Act) -> Scene | None:
        """What a player lays who then thinks better of it: other cards of his."""
        cards = list(self.table.hands[act.seat])
        self.rng.shuffle(cards)
        other = cards[: self.rng.randint(2, 5)]
        return layout.place_word(
            self.rng, self.scene, len(self.scene.words), self._cards(other), act.seat, self.neat
        ) if len(other) > 1 and other != list(act.cards) else None  # fmt: skip

    def _where(self, act: Act, scene: Scene) -> tuple[float, float]:
        if act.act == "exchange":
            spot = scene.exposed or scene.stock
            return (spot.x, spot.y) if spot else (0.0, 0.0)
        row = scene.words[act.place if act.act != "compose" else len(self.scene.words)]
        return row.middle if row else (0.0, 0.0)

    def _applied(self, act: Act) -> Scene | None:
        """Gives the table after an act, or None when there is no room for it."""
        scene, rng = self.scene, self.rng
        if act.act == "exchange":
            left = len(self.table.stock) - (act.took == "stock")
            after = layout.expose(rng, scene, self._card(act.cards[0]))
            return replace(after, stock_cards=left, stock=after.stock if left else None)
        if act.act == "compose":
            return layout.place_word(rng, scene, len(scene.words), self._cards(act.cards), act.seat, self.neat)
        return self._remade(act.place, act.cards, act.act == "substitute")

    def _remade(self, place: int, cards: Sequence[int], same_length: bool) -> Scene | None:
        row = self.scene.words[place]
        assert row is not None
        if same_length:
            return self.scene.with_word(place, layout.swap_cards(self.rng, row, self._cards(cards), self.neat))
        turn = self.rng.choice((0.0, 0.0, 0.0, 180.0))
        return layout.relay_word(self.rng, self.scene, place, self._cards(cards), self.neat, turn)

    def _after_play(self) -> None:
        """Somebody challenges, rightly or wrongly, in time or too late."""
        state, rng = self.table.state, self.rng
        last = state.last
        if last is None:
            return
        others = [p.seat for p in state.players if p.seat != last.seat and not p.retired]
        press = self.t + (rng.uniform(0.3, 1.9) if rng.random() < 0.5 else rng.uniform(2.2, 4.0))
        if last.act == "exchange":
            if last.late is not None and rng.random() < self.manners.too_late:
                self._challenge(press, rng.choice(others))
            return
        wrong = last.after is not None and self.table.verdict(last.after) in ("misspelt", "not allowed")
        if rng.random() < (self.manners.caught if wrong else self.manners.wrongly):
            self._challenge(press, rng.choice(others))
        elif rng.random() < self.manners.by_oneself and last.seat is not None:
            self._challenge(press, last.seat)

    def _challenge(self, t: float, seat: str) -> None:
        if self._rings(t):
            self.t = t
        self._press(t, seat, "short")
        self.t = round(t, 1)
        if self.table.state.owed is not None:
            self._take_back()

    def _take_back(self) -> None:
        rng = self.rng
        undo = self.table.undo
        assert undo is not None
        place, old, cards, seat = undo
        row = self.scene.words[place]
        assert row is not None
        after: Scene | None
        after = self._remade(place, old, len(old) == len(cards)) if old else self.scene.with_word(place, None)
        assert after is not None
        self.t += rng.uniform(1.5, 6.0)
        if rng.random() >= self.trouble.unseen_hand:
            self._show(self._hand(rng.choice((self.scene, after)), seat, row.middle))
        self.t = round(self.t + rng.uniform(1.2, 3.0), 1)
        self._rings(self.t)
        self.table.take_back(self.t)
        self.scene = after
        self._show(after)

    def _restock(self) -> None:
        rng = self.rng
        lifted = replace(self.scene, stock=None, exposed=None)
        seat = rng.choice(self.table.state.players).seat
        spot = self.scene.exposed
        assert spot is not None
        self.t += rng.uniform(2.5, 5.0)
        if self._rings(self.t + 14.0):
            self.t = self.table.state.bell.ends_at + 1.0
            return
        hand = self._hand(lifted, seat, (spot.x, spot.y))
        self._show(hand)
        self._show(lifted, rng.uniform(1.0, 2.0))
        self.t += rng.uniform(1.5, 6.0)
        self._show(hand)
        self.t = round(self.t + rng.uniform(1.0, 2.0), 1)
        self.table.restock(self.t)
        self.scene = layout.begin(rng, lifted, self._card(self.table.pile[-1]), len(self.table.stock))
        self._show(self.scene)

    def _count(self) -> bool:
        """The players lay their hands face up before them, one after the other; then they initial the totals."""
        rng, table = self.rng, self.table
        order = [player.seat for player in table.state.players if table.hands[player.seat]]
        rng.shuffle(order)
        for i, seat in enumerate(order):
            after = self._laid(seat)
            if after is None:
                return False
            row: Row = after.hands[-1][1]
            self.t += rng.uniform(1.0, 4.0)
            if rng.random() < 0.7:
                self._show(self._hand(after, seat, row.middle))
            self.scene = after
            if rng.random() < 0.4 or i == len(order) - 1:
                self._show(after, rng.uniform(1.0, 2.0))
        table.mark(self.t)
        for later in (1.0, 2.0):
            if rng.random() < self.trouble.idle:
                self.shots.append(Shown(round(self.t + later, 1), self.scene))
        if table.state.rules.initials:
            self.t = round(self.t + rng.uniform(7.0, 10.0), 1)
            self._show(self.scene)
            for seat in order if rng.random() < 0.3 else [player.seat for player in table.state.players]:
                self.t = round(self.t + rng.uniform(1.5, 4.0), 1)
                self._press(self.t, seat, "short")
        else:
            self._show(self.scene, 10.0)
        return True

    def _laid(self, seat: str) -> Scene | None:
        """Lays a hand; words that are in its way are moved first."""
        cards = self._cards(self.table.hands[seat])
        for _ in range(12):
            after = layout.lay_hand(self.rng, self.scene, seat, cards, self.neat)
            if after is not None:
                return after
            place = self.rng.choice([place for place, row in enumerate(self.scene.words) if row is not None])
            row = self.scene.words[place]
            assert row is not None
            spots = [(spot.card, spot.face) for spot in row.spots]
            moved = layout.place_word(
                self.rng, self.scene.with_word(place, None), place, spots, self.rng.choice("NESW"),
                replace(self.neat, pitch=0.75),
            )  # fmt: skip
            self.scene = moved or self.scene
        return None


def _same_face(before: Scene, after: Scene) -> bool:
    """Tells whether a card of the same face was put on the exposed one: then only the hand tells of the exchange."""
    one, other = before.exposed, after.exposed
    return one is not None and other is not None and one.card != other.card and one.face == other.face
