"""What every game has whose acts are told: setting up, dealing, acts, corrections and undoing.

A game of its own is a module beside this one that makes a :class:`ToldGame` and calls it ``GAME``; see
``tests/games/toy/tally.py`` for the smallest. It says which acts are possible, what each one does, and when the game
is won.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine import commands as c
from engine import events as e
from engine.cards import load_pack
from engine.errors import BadPack, BadSettings, Refused
from engine.games.acts import Form, described, entered
from engine.games.checks import checked
from engine.games.lexicon_correct import undo
from engine.games.lexicon_seats import changed, find, next_seat, seated
from engine.games.lexicon_setup import seats_of
from engine.games.protocol import Recorded
from engine.games.reasons import Reason
from engine.games.staging import Staged
from engine.kinds import plain
from engine.rules import MOST, with_changes
from engine.rulings import Judge
from engine.state import Player, TableState
from engine.table import TableReading


@dataclass(frozen=True, slots=True)
class NoRules:
    """A game without house rules of its own."""


@dataclass(frozen=True, slots=True)
class Own:
    """What a game keeps besides the table: at least the house rules in force."""

    rules: Any


class ToldGame:
    """A game told by acts. A subclass gives its ``name``, ``players``, ``packs`` (by language), ``rules`` (a dataclass
    of house rules) and the methods below; nothing else knows of it."""

    name: ClassVar[str] = ""
    players: ClassVar[tuple[int, int]] = (2, 10)
    packs: ClassVar[Mapping[str, str]] = {"en": "letters"}
    rules: ClassVar[Any] = NoRules()
    has_hints: ClassVar[bool] = False
    watches: ClassVar[bool] = False
    ranges: ClassVar[Mapping[str, tuple[int, int]]] = {}

    # -- what a game says of itself

    def begin(self, state: TableState, rules: Any) -> TableState:
        """Gives the table as it stands when the players have sat down (``own`` and the phase)."""
        return replace(state, own=Own(rules), phase="ready")

    def dealt(self, state: TableState, event: e.Dealt) -> TableState:
        """Gives the table after the deal; ``dealer``, ``deal`` and ``turn`` are already told."""
        return state

    def acts(self, state: TableState) -> tuple[Form, ...]:
        """Gives the acts that are possible now."""
        return ()

    def check(self, state: TableState, act: e.Acted) -> Mapping[str, Any]:
        """Checks an act whose fields are well formed, and gives what is recorded of it. Raises :class:`Refused`."""
        return act.values

    def happened(self, state: TableState, act: e.Acted) -> TableState:
        """Gives the table after an act. Never refuses: what was recorded has happened."""
        return state

    def follows(self, state: TableState, t: float) -> e.Event | None:
        """Gives what follows from how the table stands, such as :class:`engine.events.Won`; None when nothing does."""
        return None

    def press(self, state: TableState, seat: str, press: str) -> c.Act | c.Challenge | None:
        """Gives the act or the challenge that a press at a seat tells; None when it tells nothing."""
        return None

    def judged(self, state: TableState, command: c.Command, judge: Judge) -> tuple[e.Event, ...]:
        """Decides a challenge or a person's ruling on it, in a game that has them."""
        raise Refused(Reason.NOT_UNDERSTOOD, f"{self.name} has no command {type(command).__name__}")

    def ruled(self, state: TableState, event: e.Ruled) -> TableState:
        """Gives the table after a ruling."""
        return state

    def shown(self, state: TableState) -> dict[str, Any]:
        """Gives what the screens show besides players, turn and words: a text, a number, or a list of them, by name."""
        return {}

    def places(self, state: TableState) -> dict[str, int]:
        """Gives how many cards are where; their sum never changes during a deal."""
        return {}

    def observed(self, state: TableState, reading: TableReading, t: float) -> c.Act | None:
        """Gives the act that a settled picture shows, in a game that ``watches``; None when it shows none surely."""
        return None

    def hints(self, state: TableState, known: Iterable[str]) -> tuple[str, ...]:
        """Gives what could be done now by the words ``known``, for the steward alone (where ``has_hints``)."""
        return ()

    def rehearse(
        self, seed: int, state: Callable[[], TableState], t: Callable[[], float], words: Sequence[str]
    ) -> Iterator[c.Command | Staged]:
        """Yields the commands of simulated players from the first deal on; ``state`` is asked again after each, and
        ``words`` are those that the players know. What a camera or a button tells of a command may follow it."""
        return iter(())

    # -- the protocol of every game

    def initial(self) -> TableState:
        """Gives the table before it is set up."""
        return TableState(game=self.name)

    def check_house(self, preset: str, house: Mapping[str, Any]) -> Any:
        """Gives the house rules with a club's changes. Raises :class:`BadSettings`."""
        if preset != "home":
            raise BadSettings(f"{self.name} has no rules called {preset!r}; choose home")
        return with_changes(self.rules, house, {}, self.ranges)

    def decide(
        self, state: TableState, command: c.Command, judge: Judge, history: Sequence[Recorded] = ()
    ) -> tuple[e.Event, ...]:
        """Decides a command. Raises :class:`Refused` when the rules do not allow it or it is not well formed."""
        command = checked(command)
        if isinstance(command, c.Open):
            return self._open(state, command, judge)
        if state.phase == "closed":
            raise Refused(Reason.CLOSED, "the table is not set up: say who sits where and which rules hold")
        match command:
            case c.Tick():
                return ()
            case c.Undo():
                return undo(command, history)
            case c.Deal():
                return self._deal(state, command)
            case c.Act():
                return self._act(state, command)
            case c.Correct():
                return self._with_consequences(state, self._correct(state, command))
            case c.Press() if state.phase == "ready" and command.press == "short":
                return self._deal_pressed(state, command)
            case c.Press():
                told = self.press(state, command.seat or "", command.press)
                if told is None:
                    raise Refused(Reason.NOTHING_TO_DO, "the press means nothing now")
                told = checked(replace(told, t=command.t, by=command.by))
                return self._act(state, told) if isinstance(told, c.Act) else self.judged(state, told, judge)
            case c.Challenge() | c.Rule():
                return self.judged(state, command, judge)
        raise Refused(Reason.NOT_UNDERSTOOD, f"{self.name} has no command {type(command).__name__}")

    def evolve(self, state: TableState, event: e.Event) -> TableState:
        """Applies one event; one that means nothing to the game changes nothing."""
        match event:
            case e.Opened():
                return self._opened(state, event)
            case e.Dealt():
                turn = next_seat(state, event.seat)
                state = replace(
                    state, phase="play", dealer=event.seat, deal=event.number, turn=turn, winners=(), words=(), out=None
                )
                return self.dealt(state, event)
            case e.Acted():
                return self.happened(state, event) if find(state, event.seat) or event.seat is None else state
            case e.Ruled():
                return self.ruled(state, event)
            case e.DealWon():
                return replace(state, phase="ready", winners=event.seats)
            case e.Retired():
                return changed(state, event.seat, retired=True)
            case e.Won():
                return replace(state, phase="over", winners=event.seats, turn=None)
            case e.Corrected():
                return _corrected(state, event)
        return state

    def view(self, state: TableState, judge: Judge | None = None) -> dict[str, Any]:
        """Gives the JSON object that screens draw."""
        return {
            "seq": state.seq,
            "game": state.game,
            "rules": "home",
            "language": state.language,
            "pack": state.pack,
            "phase": state.phase,
            "deal": state.deal,
            "dealer": state.dealer,
            "next_dealer": dealer_to_be(state) if state.phase == "ready" else None,
            "turn": state.turn if state.phase == "play" else None,
            "players": [
                {"seat": p.seat, "name": p.name, "cards": p.cards, "score": p.score, "retired": p.retired}
                for p in state.players
            ],
            "words": [{"text": word.text, "seat": word.seat} for word in state.words],
            "winners": list(state.winners),
            "list": dict(state.word_list),
            "shown": self.shown(state) if state.phase != "closed" else {},
            "acts": described(self.acts(state)) if state.phase != "closed" else [],
        }

    # -- how the commands that every game has are decided

    def _open(self, state: TableState, command: c.Open, judge: Judge) -> tuple[e.Event, ...]:
        if state.phase in ("play", "count"):
            raise Refused(
                Reason.ALREADY_OPEN, "a game is under way; finish or undo it before setting the table up anew"
            )
        least, most = self.players
        if command.game != self.name:
            raise Refused(Reason.SETUP, f"this table plays {self.name}, not {command.game[:20]!r}")
        if command.joined is not None:
            raise Refused(Reason.SETUP, f"{self.name} is joined from its beginning only")
        if not least <= len(command.seats) <= most:
            some = f"{least}" if least == most else f"{least} to {most}"
            raise Refused(Reason.SETUP, f"{self.name} is for {some} players, not {len(command.seats)}")
        try:
            self.check_house(command.rules, command.house)
            self.check_pack(command.pack, len(command.seats))
        except (BadSettings, BadPack) as error:
            raise Refused(Reason.SETUP, str(error)) from error
        opened = e.Opened(
            t=command.t, game=self.name, rules="home", language=command.language, pack=command.pack,
            seats=seats_of(command.seats, least), house=plain(command.house), words=plain(judge.about()),
        )  # fmt: skip
        return (opened,)

    def check_pack(self, pack: str, players: int) -> None:
        """Raises :class:`BadPack` for a pack that so many players cannot play the game with."""
        load_pack(pack)

    def _opened(self, state: TableState, event: e.Opened) -> TableState:
        known = {item: value for item, value in event.house.items() if hasattr(self.rules, item)}
        fresh = TableState(
            phase="ready",
            game=self.name,
            language=event.language,
            pack=event.pack,
            players=tuple(Player(seat, name) for seat, name in event.seats),
            word_list=event.words,
            seq=state.seq,
        )
        return self.begin(fresh, replace(self.rules, **known))

    def _deal(self, state: TableState, command: c.Deal) -> tuple[e.Event, ...]:
        if state.phase != "ready":
            raise Refused(Reason.NOT_NOW, f"a new deal cannot begin now: the table is in phase {state.phase!r}")
        seat = command.seat if command.seat is not None else dealer_to_be(state) or state.players[-1].seat
        seated(state, seat)
        return (e.Dealt(t=command.t, seat=seat, number=state.deal + 1, exposed=command.exposed),)

    def _deal_pressed(self, state: TableState, command: c.Press) -> tuple[e.Event, ...]:
        """A deal begins when its dealer presses; before the first one whoever presses deals."""
        dealer = dealer_to_be(state)
        if dealer not in (None, command.seat):
            raise Refused(Reason.NOTHING_TO_DO, f"the next dealer presses when he has dealt: {dealer}")
        return self._deal(state, c.Deal(t=command.t, by=command.by, seat=command.seat))

    def _act(self, state: TableState, command: c.Act) -> tuple[e.Event, ...]:
        possible = {form.name: form for form in self.acts(state)}
        form = possible.get(command.act)
        if form is None:
            raise Refused(
                Reason.NO_SUCH_ACT,
                f"{command.act[:30]!r} cannot be done now; possible: {', '.join(possible) or 'nothing'}",
            )
        seat = self._whose(state, form, command.seat)
        values = entered(form, command.values, state)
        told = e.Acted(
            t=command.t, game=self.name, act=form.name, seat=seat, values=values, by=command.by,
            pictures=command.pictures,
        )  # fmt: skip
        return self._with_consequences(state, replace(told, values=plain(self.check(state, told))))

    def _whose(self, state: TableState, form: Form, seat: str | None) -> str | None:
        if form.who == "none":
            return None
        if seat is not None:
            seated(state, seat)
        if form.who == "any":
            if seat is None:
                raise Refused(Reason.NO_SUCH_SEAT, f"{form.name}: who? Name the player's seat")
            return seat
        if seat is not None and seat != state.turn:
            turn = find(state, state.turn)
            raise Refused(Reason.NOT_YOUR_TURN, f"it is {turn.name if turn else 'nobody'}'s turn")
        return state.turn

    def _with_consequences(self, state: TableState, event: e.Event) -> tuple[e.Event, ...]:
        found, after = [event], self.evolve(state, event)
        while (then := self.follows(after, event.t)) is not None:
            found.append(then)
            after = self.evolve(after, then)
        return tuple(found)

    def _correct(self, state: TableState, command: c.Correct) -> e.Event:
        old: object
        value = command.value
        if command.field == "turn":
            if state.phase != "play" or not isinstance(value, str):
                raise Refused(Reason.NOT_NOW, "whose turn it is can be set during play, to a seat")
            seated(state, value)
            old = state.turn
        elif command.field == "score":
            old = seated(state, command.seat or "").score
            if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MOST:
                raise Refused(Reason.NOT_UNDERSTOOD, f"a score is a whole number of at most {MOST} points")
        else:
            raise Refused(Reason.NOTHING_TO_CORRECT, "one corrects score and turn here; undo takes an act back")
        if value == old:
            raise Refused(Reason.NOTHING_TO_CORRECT, f"the {command.field} is {value!r} already")
        return e.Corrected(
            t=command.t, field=command.field, seat=command.seat, value=value, old=old, by=command.by, why=command.why
        )


def dealer_to_be(state: TableState) -> str | None:
    """Gives who deals next: the next active player on the last dealer's left; None before the first deal."""
    return state.next_dealer or next_seat(state, state.dealer)


def add_cards(state: TableState, seat: str | None, number: int) -> TableState:
    """Gives the table with so many cards more (or, below zero, fewer) in a player's hand."""
    player = find(state, seat)
    return state if player is None else changed(state, seat, cards=max(0, (player.cards or 0) + number))


def to_the_left(state: TableState, seat: str | None) -> TableState:
    """Gives the table with the turn at the next active player on a seat's left."""
    return replace(state, turn=next_seat(state, seat))


def _corrected(state: TableState, event: e.Corrected) -> TableState:
    if event.field == "turn" and find(state, event.value):
        return replace(state, turn=event.value)
    if event.field == "score" and isinstance(event.value, int):
        return changed(state, event.seat, score=event.value)
    return state
