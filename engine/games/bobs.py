"""Bobs-y'r-Uncle, with picture cards: the lines of eight nursery rhymes are laid in their order.

Hands are hidden and the phrase is spoken, so the Steward counts cards and is told what it cannot see; a fine is claimed
by a player and never inferred. Source: the laws of 1935. Their second set of three is called the Trio here. Where they
are silent this is ours: the phrase is owed from the first turn that begins with the stack used up; the deal passes to
the left; equal lowest totals share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from engine import commands as c
from engine import events as e
from engine.captions import CaptionPack, PictureCard, load_captions
from engine.errors import BadPack, Refused
from engine.games.acts import Field, Form
from engine.games.bobs_players import rehearse
from engine.games.bobs_seen import goes, observed
from engine.games.lexicon_seats import find, next_seat
from engine.games.reasons import Reason
from engine.games.staging import Staged
from engine.games.told import ToldGame, add_cards, to_the_left
from engine.state import TableState
from engine.table import TableReading

WAYS = ("out", "uncles", "trio")
"""How a player may declare: with no card left, with the three Uncles, or with the Trio."""
SET = 3


@dataclass(frozen=True, slots=True)
class Rules:
    """The house rules: cards of a hand, deals of a game, and the fine for passing with a card that would have gone."""

    hand: int = 6
    deals: int = 4
    fine: int = 20


@dataclass(frozen=True, slots=True)
class Rhymes:
    """How far each rhyme was laid (``lines``), and the ``stack``. ``lately`` had the turn before; ``owes`` says the
    phrase, until the player on his left has played; ``passes`` are the lines that lay when each seat last passed."""

    rules: Rules
    lines: Mapping[str, int] = field(default_factory=dict)
    stack: int = 0
    lately: str | None = None
    owes: str | None = None
    passes: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    declared: str | None = None


class Bobs(ToldGame):
    """The game of Bobs-y'r-Uncle."""

    name = "bobs"
    players = (2, 8)
    packs: ClassVar[Mapping[str, str]] = {"en": "bobs"}
    rules = Rules()
    watches = True
    ranges: ClassVar[Mapping[str, tuple[int, int]]] = {"hand": (1, 12), "deals": (1, 20), "fine": (0, 200)}

    def check_pack(self, pack: str, players: int) -> None:
        """Raises :class:`BadPack` for a pack without rhymes, or too small for so many hands."""
        found = load_captions(pack)
        if not found.of("rhyme"):
            raise BadPack(f"the pack {pack} has no rhymes; play with {self.packs['en']}")
        if len(found.cards) < players * self.rules.hand:
            raise BadPack(f"the pack {pack} has {len(found.cards)} cards, too few for {players} hands")

    def begin(self, state: TableState, rules: Any) -> TableState:
        """Gives the table before the first deal."""
        return replace(state, own=Rhymes(rules))

    def dealt(self, state: TableState, event: e.Dealt) -> TableState:
        """Deals the hands; the remainder is the stack."""
        own: Rhymes = state.own
        pack = captions(state)
        hand = min(own.rules.hand, len(pack.cards) // max(1, len(state.players)))
        players = tuple(replace(player, cards=hand, marked=None, fines=0) for player in state.players)
        return replace(state, players=players, own=Rhymes(own.rules, stack=len(pack.cards) - hand * len(players)))

    # -- the acts

    def acts(self, state: TableState) -> tuple[Form, ...]:
        """Gives what can be done: lay a line, take from the stack or pass, say the phrase, declare, claim a fine."""
        own: Rhymes = state.own
        if state.phase == "count":
            return (Form("mark", (Field("totals", "wholes"),), "none"), *self._fine(state))
        turn = find(state, state.turn)
        if state.phase != "play" or turn is None:
            return ()
        left = tuple(card for card in captions(state).of("rhyme") if card.place > own.lines.get(card.set, 0))
        play = Form("play", (choice("card", left),))
        declare = Form("declare", (Field("way", "choice", WAYS),), "any")
        wait = (Form("draw"),) if own.stack else (Form("pass"), Form("say", (), "any"))
        return (*((play,) if turn.cards and left else ()), *wait, declare, *self._fine(state))

    def _fine(self, state: TableState) -> tuple[Form, ...]:
        if not state.own.passes:
            return ()
        cards = captions(state).of("rhyme")
        return (Form("fine", (Field("by", "seat"), replace(choice("card", cards), needed=False)), "any"),)

    def check(self, state: TableState, act: e.Acted) -> Mapping[str, Any]:
        """Checks an act against what can be known of the hands. Raises :class:`Refused`."""
        own: Rhymes = state.own
        values = act.values
        match act.act:
            case "play":
                right = goes(captions(state), own.lines, values["card"])
                return {"card": values["card"], **({} if right else {"wrong": True})}
            case "say":
                return self._said(state, act)
            case "declare":
                return self._declared(state, act)
            case "fine":
                return self._claimed(state, act)
            case "mark":
                return {"totals": self._totals(state, values["totals"])}
        return values

    def _said(self, state: TableState, act: e.Acted) -> Mapping[str, Any]:
        own: Rhymes = state.own
        player = find(state, act.seat)
        if own.owes != act.seat or player is None:
            raise Refused(
                Reason.TOO_LATE,
                "the phrase is said after one's own turn; once the next player has played he must refuse",
            )
        if not player.cards:
            raise Refused(Reason.TOO_FEW_CARDS, f"{player.name} has no card left to offer")
        return {"to": next_seat(state, act.seat)}

    def _declared(self, state: TableState, act: e.Acted) -> Mapping[str, Any]:
        own: Rhymes = state.own
        player = find(state, act.seat)
        if act.seat not in (own.lately, state.turn) or player is None:
            raise Refused(Reason.TOO_LATE, "one declares straight after one's turn, or else waits until it comes again")
        cards = player.cards or 0
        if act.values["way"] == "out" and cards:
            raise Refused(Reason.TOO_FEW_CARDS, f"{player.name} still holds {cards}; who declares so has none left")
        if act.values["way"] != "out" and cards < SET:
            raise Refused(Reason.TOO_FEW_CARDS, f"{player.name} holds {cards}; a set is three cards of the hand")
        return act.values

    def _claimed(self, state: TableState, act: e.Acted) -> Mapping[str, Any]:
        lines = state.own.passes.get(act.seat or "")
        if lines is None:
            raise Refused(Reason.NOTHING_TO_RULE, "he has not passed in this deal, or was fined for it already")
        if act.values["by"] == act.seat:
            raise Refused(Reason.NOT_YOUR_TURN, "a fine is claimed by another player")
        card = act.values.get("card")
        if card is not None and not goes(captions(state), lines, card):
            raise Refused(Reason.NOTHING_TO_RULE, "that card would not have gone when he passed")
        return {**act.values, "points": state.own.rules.fine}

    def _totals(self, state: TableState, totals: Mapping[str, int]) -> Mapping[str, int]:
        own: Rhymes = state.own
        values = [card.value for card in captions(state).cards if own.lines.get(card.set, 0) < card.place]
        found = {}
        for player in state.players:
            total, cards = totals.get(player.seat), player.cards or 0
            if player.seat == own.declared:
                if total:
                    raise Refused(Reason.IMPOSSIBLE_TOTAL, f"{player.name} declared: his score is nil")
                total = 0
            elif total is None and cards:
                raise Refused(Reason.NOT_MARKED, f"what is {player.name}'s total?")
            least, most = sum(sorted(values)[:cards]), sum(sorted(values)[::-1][:cards])
            if player.seat != own.declared and not least <= (total or 0) <= most:
                raise Refused(
                    Reason.IMPOSSIBLE_TOTAL, f"{player.name} holds {cards} cards: they make {least} to {most}"
                )
            found[player.seat] = total or 0
        return found

    def happened(self, state: TableState, act: e.Acted) -> TableState:
        """Gives the table after an act."""
        own: Rhymes = state.own
        seat, values = act.seat or "", act.values
        match act.act:
            case "play" if values.get("wrong"):
                return _turn_taken(state, seat)
            case "play":
                rhyme = str(values.get("card", "")).partition(".")[0]
                lines = {**own.lines, rhyme: own.lines.get(rhyme, 0) + 1}
                return _turn_taken(add_cards(replace(state, own=replace(own, lines=lines)), seat, -1), seat)
            case "draw":
                passed = replace(own, passes={**own.passes, seat: own.lines}, stack=own.stack - 1)
                return add_cards(_turn_taken(replace(state, own=passed), seat, owes=False), seat, 1)
            case "pass":
                return _turn_taken(replace(state, own=replace(own, passes={**own.passes, seat: own.lines})), seat)
            case "say":
                state = add_cards(add_cards(state, seat, -1), values.get("to"), 1)
                return replace(state, own=replace(own, owes=None))
            case "declare":
                return replace(state, phase="count", out=seat, own=replace(own, declared=seat))
            case "fine":
                passes = {one: lines for one, lines in own.passes.items() if one != seat}
                points = int(values.get("points", 0))
                players = tuple(
                    replace(p, score=p.score + points, fines=p.fines + points) if p.seat == seat else p
                    for p in state.players
                )
                return replace(state, players=players, own=replace(own, passes=passes))
            case "mark":
                totals = values.get("totals", {})
                players = tuple(
                    replace(p, score=p.score + totals.get(p.seat, 0), marked=totals.get(p.seat, 0))
                    for p in state.players
                )
                return replace(state, players=players)
        return state

    def follows(self, state: TableState, t: float) -> e.Event | None:
        """Gives the end of a marked deal, and after the last one the winner: the lowest total."""
        if state.phase != "count" or any(player.marked is None for player in state.players):
            return None
        if state.deal < state.own.rules.deals:
            return e.DealWon(t=t, seats=(state.own.declared or "",))
        lowest = min(player.score for player in state.players)
        return e.Won(t=t, seats=tuple(player.seat for player in state.players if player.score == lowest))

    def press(self, state: TableState, seat: str, press: str) -> c.Act | None:
        """Gives what a press tells: short, the phrase was said, or the player whose turn it is took from the stack or,
        without one, cannot lay a card; long, the player declares that he is out. A set is declared by showing it."""
        if state.phase != "play":
            return None
        if press == "long":
            return c.Act(t=0.0, act="declare", seat=seat, values={"way": "out"})
        if state.own.owes == seat:
            return c.Act(t=0.0, act="say", seat=seat)
        return c.Act(t=0.0, act="draw" if state.own.stack else "pass") if seat == state.turn else None

    def shown(self, state: TableState) -> dict[str, Any]:
        """Gives the stack and how far each rhyme has come."""
        own: Rhymes = state.own
        pack = captions(state)
        laid = [card.label for card in pack.of("rhyme") if card.place == own.lines.get(card.set, 0)]
        return {"stack": own.stack, "rhymes": laid}

    def places(self, state: TableState) -> dict[str, int]:
        """Gives where the cards are."""
        own: Rhymes = state.own
        hands = sum(player.cards or 0 for player in state.players)
        return {"stack": own.stack, "hands": hands, "rhymes": sum(own.lines.values())}

    def observed(self, state: TableState, reading: TableReading, t: float) -> c.Act | None:
        """Gives what a picture shows: the one line that goes now, a set that is declared, or the hands laid face up to
        be counted."""
        return None if reading.covered else observed(state, captions(state), reading, t)

    def rehearse(
        self, seed: int, state: Callable[[], TableState], t: Callable[[], float], words: Sequence[str]
    ) -> Iterator[c.Command | Staged]:
        """Yields the commands of simulated players, who forget the phrase now and then."""
        return rehearse(seed, state, t)


GAME = Bobs()


def captions(state: TableState) -> CaptionPack:
    """Gives the pack in play; the one that comes with the Steward when its file is gone."""
    try:
        return load_captions(state.pack)
    except BadPack:
        return load_captions("bobs")


def choice(name: str, cards: Sequence[PictureCard]) -> Field:
    """Gives a field that chooses a card by its caption."""
    return Field(name, "choice", tuple(card.id for card in cards), labels={card.id: card.label for card in cards})


def _turn_taken(state: TableState, seat: str, owes: bool = True) -> TableState:
    """Gives the table after a turn: with the stack used up the phrase is owed until the next player has played."""
    own = replace(state.own, lately=seat, owes=seat if owes and not state.own.stack else None)
    return to_the_left(replace(state, own=own), seat)
