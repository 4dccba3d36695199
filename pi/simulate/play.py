"""Simulated players: what each does at his turn, by the rules, with the mistakes that people make.

The cards are real: each is a number in the pack, and lies in a hand, in a word, in the stock or on the pile beside it.
Turns, scores and rulings are the game's own (:mod:`engine.games.lexicon`), so that any house rules can be tried.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from engine.cards import load_pack
from engine.commands import Command, CutCards, Deal, Mark, Open, Play, Restock, Tick
from engine.events import Event
from engine.games import game
from engine.games.protocol import Recorded
from engine.rulings import Judge
from engine.state import TableState
from engine.table import face_of, letter_of
from pi.ledger import Ledger
from pi.simulate.lexis import Lexis


@dataclass(frozen=True, slots=True)
class Manners:
    """How the players play; all are probabilities. ``acts`` weighs compose, insert, substitute and exchange."""

    acts: tuple[float, float, float, float] = (0.42, 0.2, 0.12, 0.26)
    misspelt: float = 0.06
    named: float = 0.03
    nonsense: float = 0.03
    caught: float = 0.7
    wrongly: float = 0.05
    by_oneself: float = 0.01
    too_late: float = 0.03
    takes_exposed: float = 0.3
    same_face: bool = False
    """Whether a player may discard the face that lies exposed already: from above nobody can tell that he did."""


@dataclass(frozen=True, slots=True)
class Act:
    """What a player is about to do. ``cards`` are the cards of the word as it will lie, in reading order; for an
    exchange the one card that is discarded. ``took`` says where the card that replaces it comes from."""

    act: str
    seat: str
    before: str | None = None
    after: str | None = None
    cards: tuple[int, ...] = ()
    place: int = -1
    took: str | None = None


@dataclass(slots=True)
class Table:
    """Who holds what, and the game's own account of it. ``words`` are cards in reading order, as they lie; a word keeps
    its place in the list for good, and None stands where one was taken back."""

    ledger: Ledger[TableState]
    rng: Random
    lexis: Lexis
    judge: Judge
    manners: Manners
    faces: tuple[str, ...]
    hands: dict[str, list[int]] = field(default_factory=dict)
    words: list[tuple[int, ...] | None] = field(default_factory=list)
    stock: list[int] = field(default_factory=list)
    pile: list[int] = field(default_factory=list)
    undo: tuple[int, tuple[int, ...] | None, tuple[int, ...], str] | None = None

    @property
    def state(self) -> TableState:
        """The game's state."""
        return self.ledger.state()

    def text(self, cards: Sequence[int]) -> str:
        """Gives the letters that cards show."""
        return "".join(letter_of(self.faces[card]) for card in cards)

    def held(self, seat: str) -> list[str]:
        """Gives the letters of a hand."""
        return [letter_of(self.faces[card]) for card in self.hands[seat]]

    def deal(self, t: float, seat: str | None) -> None:
        """Shuffles and deals: hands, a stock, and one card turned up beside it."""
        cards = list(range(len(self.faces)))
        self.rng.shuffle(cards)
        size = self.state.rules.hand_size
        players = [player.seat for player in self.state.players if not player.retired]
        self.hands = {player: cards[i * size : (i + 1) * size] for i, player in enumerate(players)}
        rest = cards[size * len(players) :]
        self.words, self.stock, self.pile = [], rest[1:], rest[:1]
        self.undo = None
        self.ledger.submit(Deal(t=t, by="recording", seat=seat, exposed=self.exposed))

    def cut(self, t: float, cards: Mapping[str, int]) -> None:
        """The players, by seat, cut these cards."""
        faces = {seat: self.faces[card] for seat, card in cards.items()}
        self.ledger.submit(CutCards(t=t, by="camera", cards=faces))

    @property
    def exposed(self) -> str | None:
        """The face that lies beside the stock."""
        return self.faces[self.pile[-1]] if self.pile else None

    def tick(self, t: float) -> None:
        """Lets the game's time come to ``t``."""
        self.ledger.submit(Tick(t=t, by="clock"))

    def choose(self) -> Act:
        """Gives what the player whose turn it is does."""
        seat = self.state.turn or self.state.players[0].seat
        acts = self.rng.choices(("compose", "insert", "substitute", "exchange"), self.manners.acts, k=4)
        if len(self.hands[seat]) <= 3:
            # Near the end players look harder for a way to be rid of their last cards.
            acts = ["insert", "compose", *acts]
        for act in (*acts, "exchange"):
            found = {
                "compose": self._compose,
                "insert": self._insert,
                "substitute": self._substitute,
                "exchange": self._exchange,
            }[act](seat)
            if found is not None:
                return found
        raise AssertionError("a player can always exchange a card")

    def perform(self, act: Act, t: float) -> None:
        """Does it: the cards change their places, and the game is told."""
        if act.act == "exchange":
            self._take(act)
            self.ledger.submit(
                Play(t=t, act="exchange", seat=act.seat, exposed_after=self.exposed, took=act.took, by="camera")
            )
            return
        old = None if act.act == "compose" else self.words[act.place]
        new = [card for card in act.cards if old is None or card not in old]
        back = [card for card in old or () if card not in act.cards]
        for card in new:
            self.hands[act.seat].remove(card)
        self.hands[act.seat] += back
        if old is None:
            self.words.append(act.cards)
        else:
            self.words[act.place] = act.cards
        self.undo = (act.place if old is not None else len(self.words) - 1, old, act.cards, act.seat)
        self.ledger.submit(Play(t=t, act=act.act, seat=act.seat, before=act.before, after=act.after, by="camera"))

    def take_back(self, t: float) -> int:
        """The last word's player takes his cards back; gives the word's place."""
        assert self.undo is not None
        place, old, cards, seat = self.undo
        for card in old or ():
            if card in self.hands[seat]:
                self.hands[seat].remove(card)
        self.hands[seat] += [card for card in cards if card not in (old or ())]
        self.words[place] = old
        self.undo = None
        before, after = self.text(cards), self.text(old) if old else None
        self.ledger.submit(Play(t=t, by="camera", act="takeback", before=before, after=after))
        return place

    def restock(self, t: float) -> None:
        """The pile is lifted, shuffled and put down as a stock, with one card turned up beside it."""
        self.rng.shuffle(self.pile)
        self.stock, self.pile = self.stock + self.pile[1:], self.pile[:1]
        self.ledger.submit(Restock(t=t, by="camera", exposed=self.exposed))

    def mark(self, t: float) -> None:
        """The hands, laid face up, are totalled."""
        values = load_pack(self.state.pack).values
        totals = {
            seat: sum(values[self.faces[card]] for card in cards)
            for seat, cards in self.hands.items()
            if self.state.player(seat).marked is None
        }
        self.ledger.submit(
            Mark(t=t, by="camera", totals=totals, counts={seat: len(self.hands[seat]) for seat in totals})
        )

    def verdict(self, text: str) -> str:
        """Gives what the lists say of a word."""
        return self.judge.rule(text, self.state.rules).verdict

    def _pick(self, words: Sequence[str]) -> str | None:
        """Players find words of middling length first."""
        if not words:
            return None
        weights = [{2: 0.5, 3: 2.0, 4: 3.0, 5: 2.0}.get(len(word), 1.0) for word in words]
        for word in self.rng.choices(words, weights, k=3):
            if len(word) >= self.state.rules.min_word and self.verdict(word) == "good":
                return word
        return None

    def _cards_for(self, seat: str, text: str) -> tuple[int, ...]:
        left = list(self.hands[seat])
        cards = []
        for letter in text:
            card = next(card for card in left if self.faces[card] == face_of(letter))
            left.remove(card)
            cards.append(card)
        return tuple(cards)

    def _compose(self, seat: str) -> Act | None:
        held = self.held(seat)
        roll = self.rng.random()
        word: str | None = None
        if roll < self.manners.misspelt:
            word = self._misspelt(held)
        elif roll < self.manners.misspelt + self.manners.named:
            names = [name for name in self.lexis.named(held) if self.verdict(name) == "not allowed"]
            word = self.rng.choice(names) if names else None
        elif roll < self.manners.misspelt + self.manners.named + self.manners.nonsense:
            word = "".join(self.rng.sample(held, min(len(held), self.rng.choice((3, 4, 4, 5)))))
            if len(word) < 3 or self.verdict(word) not in ("misspelt", "not allowed"):
                word = None
        word = word or self._pick(self.lexis.composed_of(held, self.state.rules.min_word))
        if word is None or len(word) < self.state.rules.min_word:
            return None
        return Act("compose", seat, None, word, self._cards_for(seat, word))

    def _misspelt(self, held: list[str]) -> str | None:
        """Two letters of a word changed places, as fingers do it."""
        words = [word for word in self.lexis.composed_of([x for x in held if x != "*"], 4) if len(word) >= 4]
        for word in self.rng.sample(words, min(4, len(words))):
            i = self.rng.randrange(1, len(word) - 1)
            slip = word[:i] + word[i + 1] + word[i] + word[i + 2 :]
            if slip != word and self.verdict(slip) == "misspelt":
                return slip
        return None

    def _insert(self, seat: str) -> Act | None:
        places = [place for place, word in enumerate(self.words) if word]
        self.rng.shuffle(places)
        for place in places[: 4 if len(self.hands[seat]) > 3 else None]:
            old = self.words[place] or ()
            before = self.text(old)
            if "*" in before or self._twice(before):
                continue
            after = self._pick(self.lexis.inserted(before, self.held(seat)))
            if after is not None:
                return Act("insert", seat, before, after, self._made(seat, old, after), place)
        return None

    def _made(self, seat: str, old: tuple[int, ...], after: str) -> tuple[int, ...]:
        """Gives the cards of the longer word: the old ones in their order, the player's between them."""
        left, rest = list(self.hands[seat]), list(old)
        cards = []
        for i, letter in enumerate(after):
            stays = bool(rest) and self.faces[rest[0]] == face_of(letter)
            # A letter that stands already is used unless the rest of the word could not be finished without it.
            if stays and (len(rest) == 1 or is_rest(after[i + 1 :], self.text(rest[1:]))):
                cards.append(rest.pop(0))
                continue
            card = next(card for card in left if self.faces[card] == face_of(letter))
            left.remove(card)
            cards.append(card)
        return tuple(cards)

    def _substitute(self, seat: str) -> Act | None:
        places = [place for place, word in enumerate(self.words) if word]
        self.rng.shuffle(places)
        for place in places[:4]:
            old = self.words[place] or ()
            before = self.text(old)
            if "*" in before or self._twice(before):
                continue
            after = self._pick(self.lexis.substituted(before, self.held(seat)))
            if after is None:
                continue
            left = list(self.hands[seat])
            cards = list(old)
            for i, letter in enumerate(after):
                if letter != before[i]:
                    card = next(card for card in left if self.faces[card] == letter)
                    left.remove(card)
                    cards[i] = card
            return Act("substitute", seat, before, after, tuple(cards), place)
        return None

    def _twice(self, text: str) -> bool:
        return sum(1 for word in self.words if word and self.text(word) == text) > 1

    def _exchange(self, seat: str) -> Act | None:
        top = self.exposed
        hand = [card for card in self.hands[seat] if self.manners.same_face or self.faces[card] != top]
        if not hand:
            hand = list(self.hands[seat])
        took = "exposed" if self.pile and self.rng.random() < self.manners.takes_exposed else "stock"
        if took == "stock" and not self.stock:
            took = "exposed"
        return Act("exchange", seat, cards=(self.rng.choice(hand),), took=took)

    def _take(self, act: Act) -> None:
        """A player discards one card on the pile and takes the card that lay exposed, or the stock's first."""
        discarded = act.cards[0]
        taken = self.pile.pop() if act.took == "exposed" else self.stock.pop()
        self.hands[act.seat].remove(discarded)
        self.hands[act.seat].append(taken)
        self.pile.append(discarded)


def is_rest(letters: str, rest: str) -> bool:
    """Tells whether ``rest`` can still be found in order among ``letters``."""
    left = iter(letters)
    return all(letter in left for letter in rest)


def open_table(
    rng: Random,
    lexis: Lexis,
    judge: Judge,
    manners: Manners,
    opened: Open,
    heard: Callable[[Event], None],
) -> Table:
    """Gives a table at which the players have sat down."""
    ledger: Ledger[TableState] = Ledger(game(opened.game), judge, lambda entry: _tell(entry, heard))
    ledger.submit(opened)
    state = ledger.state()
    pack = load_pack(opened.pack, 1 if len(opened.seats) <= 4 else 2)
    faces = tuple(face for face, count in pack.counts.items() for _ in range(count))
    del state
    return Table(ledger, rng, lexis, judge, manners, faces)


def _tell(entry: Recorded, heard: Callable[[Event], None]) -> None:
    heard(entry.event)


__all__ = ["Act", "Command", "Manners", "Table", "open_table"]
