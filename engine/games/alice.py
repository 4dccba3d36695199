"""Alice in Wonderland, with picture cards: leading cards are exposed, and the others of their sets asked for.

Hands are hidden and asking is speech, so the Steward counts cards and is told who asked whom; it cannot know what a
player holds. Source: the maker's rules. Where they are silent this is ours: the player on the left of the one who asked
in vain plays next; before anybody has played there is no forfeit for lacking a leading card; who has neither cards nor
a leading card is passed over; equal winners share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from engine import commands as c
from engine import events as e
from engine.captions import CaptionPack, load_captions
from engine.errors import BadPack, Refused
from engine.games.acts import Field, Form
from engine.games.alice_players import rehearse
from engine.games.alice_seen import observed
from engine.games.lexicon_seats import find
from engine.games.reasons import Reason
from engine.games.staging import Staged
from engine.games.told import ToldGame, add_cards
from engine.state import TableState
from engine.table import TableReading

ANSWERS = ("gave", "has not")
OF_A_SET = 3


@dataclass(frozen=True, slots=True)
class Rules:
    """The house rules: how many sets of three the pack has (the old one 16, a reprint 18)."""

    sets: int = 16


@dataclass(frozen=True, slots=True)
class Sets:
    """How the sets stand: each seat's exposed leading card by its set, how many cards of that set it was ``given``, and
    who ``won`` each set. ``last`` played last; ``completed``: the player to play has completed a set in this turn;
    ``begun``: somebody has exposed a leading card."""

    rules: Rules
    leads: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    won: Mapping[str, str] = field(default_factory=dict)
    last: str | None = None
    completed: bool = False
    begun: bool = False


class Alice(ToldGame):
    """The game of Alice in Wonderland."""

    name = "alice"
    players = (2, 10)
    packs: ClassVar[Mapping[str, str]] = {"en": "alice"}
    rules = Rules()
    watches = True
    ranges: ClassVar[Mapping[str, tuple[int, int]]] = {"sets": (2, 30)}

    def check_pack(self, pack: str, players: int) -> None:
        """Raises :class:`BadPack` for a pack that is no pack of sets of three."""
        found = load_captions(pack)
        if any(len([card for card in found.cards if card.set == one]) != OF_A_SET for one in found.sets):
            raise BadPack(f"the pack {pack} has sets of other than three cards; Alice in Wonderland has sets of three")

    def begin(self, state: TableState, rules: Any) -> TableState:
        """Gives the table with the cards still in their box."""
        return replace(state, own=Sets(rules))

    def dealt(self, state: TableState, event: e.Dealt) -> TableState:
        """Deals the whole pack one card at a time, beginning on the dealer's left."""
        cards, seats = OF_A_SET * state.own.rules.sets, [player.seat for player in state.players]
        first = seats.index(event.seat) + 1 if event.seat in seats else 0
        order = seats[first:] + seats[:first]
        hands = {seat: cards // len(seats) + (place < cards % len(seats)) for place, seat in enumerate(order)}
        players = tuple(replace(player, cards=hands[player.seat], score=0) for player in state.players)
        return replace(state, players=players, own=Sets(state.own.rules))

    # -- the acts

    def acts(self, state: TableState) -> tuple[Form, ...]:
        """Gives what can be done: lay a set before play, expose a leading card, ask, complete, or have none."""
        own: Sets = state.own
        turn = find(state, state.turn)
        if state.phase != "play" or turn is None:
            return ()
        led, hand = own.leads.get(turn.seat), turn.cards or 0
        sets = tuple(one for one in set_names(own.rules.sets) if one not in own.won and one not in own.leads.values())
        which = Field("set", "choice", sets, labels=labels(state.pack, sets))
        found = [] if own.begun else [Form("lay set", (which,), "any")]
        if led is None:
            found += [Form("lead", (which,))] if hand and sets else []
            return (*found, Form("no leading card"))
        others = tuple(card for card in others_of(led) if card not in own.given.get(turn.seat, ()))
        asked = Field("card", "choice", others, needed=False, labels=card_labels(state.pack, others))
        if len(own.given.get(turn.seat, ())) < OF_A_SET - 1:
            found.append(Form("ask", (Field("of", "seat"), asked, Field("answer", "choice", ANSWERS))))
        return (*found, *((Form("complete"),) if hand >= OF_A_SET - 1 else ()))

    def check(self, state: TableState, act: e.Acted) -> Mapping[str, Any]:
        """Checks an act against what can be known of the hands. Raises :class:`Refused`."""
        values, own = act.values, state.own
        if act.act == "lay set" and (find(state, act.seat) or state.players[0]).cards < OF_A_SET:  # type: ignore[operator]
            raise Refused(Reason.TOO_FEW_CARDS, "a set is three cards of the hand")
        if act.act == "ask":
            if values["of"] == act.seat:
                raise Refused(Reason.NO_SUCH_SEAT, "nobody asks himself")
            other = find(state, values["of"])
            if values["answer"] == "gave" and other is not None and not other.cards:
                raise Refused(Reason.TOO_FEW_CARDS, f"{other.name} has no card to give")
        if act.act == "complete":
            return {"set": own.leads[act.seat or ""]}
        if act.act == "no leading card":
            return {"to": forfeits_to(state, act.seat)}
        return values

    def happened(self, state: TableState, act: e.Acted) -> TableState:
        """Gives the table after an act."""
        own: Sets = state.own
        seat, values = act.seat or "", act.values
        match act.act:
            case "lay set":
                return _won(add_cards(state, seat, -OF_A_SET), seat, str(values.get("set")))
            case "lead":
                leads = {**own.leads, seat: str(values.get("set"))}
                given = {**own.given, seat: ()}
                return add_cards(replace(state, own=replace(own, leads=leads, given=given, begun=True)), seat, -1)
            case "ask" if values.get("answer") == "gave":
                given = {**own.given, seat: (*own.given.get(seat, ()), str(values.get("card", "")))}
                state = replace(state, own=replace(own, given=given))
                return add_cards(add_cards(state, values.get("of"), -1), seat, 1)
            case "ask":
                return _next(_forfeited(state, seat, values.get("of")), seat)
            case "complete":
                state = _won(add_cards(state, seat, 1 - OF_A_SET), seat, str(values.get("set")))
                leads = {one: led for one, led in state.own.leads.items() if one != seat}
                return _on_turn(replace(state, own=replace(state.own, leads=leads, completed=True)))
            case "no leading card":
                if values.get("to") is not None:
                    state = add_cards(add_cards(state, seat, -1), values["to"], 1)
                return _next(state, seat)
        return state

    def follows(self, state: TableState, t: float) -> e.Event | None:
        """Gives the winner once every set is completed: whoever completed the most."""
        own: Sets = state.own
        if state.phase != "play" or len(own.won) < own.rules.sets:
            return None
        sets = Counter(own.won.values())
        return e.Won(t=t, seats=tuple(p.seat for p in state.players if sets[p.seat] == max(sets.values())))

    def press(self, state: TableState, seat: str, press: str) -> c.Act | None:
        """Gives what a press tells: the one who was asked gave a card (short) or has it not (long); the player has
        completed his set (short), or has no leading card (long)."""
        led = state.own.leads.get(state.turn or "") if state.phase == "play" else None
        if seat == state.turn:
            name = "complete" if press == "short" and led else "no leading card" if press == "long" and not led else ""
            return c.Act(t=0.0, by="button", act=name) if name else None
        if led is None or press not in ("short", "long"):
            return None
        answer = ANSWERS[0] if press == "short" else ANSWERS[1]
        return c.Act(t=0.0, by="button", act="ask", values={"of": seat, "answer": answer})

    def shown(self, state: TableState) -> dict[str, Any]:
        """Gives the leading cards that lie exposed and the sets completed."""
        own: Sets = state.own
        names = labels(state.pack, set_names(own.rules.sets))
        won: dict[str, list[str]] = {}
        for one, seat in own.won.items():
            won.setdefault(seat, []).append(names.get(one, one))
        return {"leads": {seat: names.get(one, one) for seat, one in own.leads.items()}, "won": won}

    def places(self, state: TableState) -> dict[str, int]:
        """Gives where the cards are."""
        own: Sets = state.own
        hands = sum(player.cards or 0 for player in state.players)
        return {"hands": hands, "leading": len(own.leads), "sets": OF_A_SET * len(own.won)}

    def observed(self, state: TableState, reading: TableReading, t: float) -> c.Act | None:
        """Gives what a picture shows: a complete set before its player, or the leading card that was exposed; asking
        and answers are told."""
        return None if reading.covered else observed(state, reading, t)

    def rehearse(
        self, seed: int, state: Callable[[], TableState], t: Callable[[], float], words: Sequence[str]
    ) -> Iterator[c.Command | Staged]:
        """Yields the commands of simulated players, who ask as they please."""
        return rehearse(seed, state, t)


GAME = Alice()


def set_names(sets: int) -> tuple[str, ...]:
    """Gives the numbers that the cards of each set bear, as texts."""
    return tuple(str(number) for number in range(1, sets + 1))


def others_of(one: str) -> tuple[str, ...]:
    """Gives the two cards that a leading card names."""
    return tuple(f"{one}.{place}" for place in range(2, OF_A_SET + 1))


def labels(pack: str, sets: Sequence[str]) -> dict[str, str]:
    """Gives what sets are called: by the caption of the leading card, where it is known."""
    found = _pack(pack)
    cards = {one: found.card(f"{one}.1") if found else None for one in sets}
    return {one: f"{one}. {card.caption}" if card and card.caption else one for one, card in cards.items()}


def card_labels(pack: str, ids: Sequence[str]) -> dict[str, str]:
    """Gives what cards are called: by their captions, where they are known."""
    found = _pack(pack)
    return {one: card.caption for one in ids if found and (card := found.card(one)) and card.caption}


def _pack(name: str) -> CaptionPack | None:
    try:
        return load_captions(name)
    except BadPack:
        return None  # the file is gone: the sets' numbers must do


def forfeits_to(state: TableState, seat: str | None) -> str | None:
    """Gives who draws a card of a player that has no leading card: who played last; None when nothing is forfeited,
    because he has just completed a set, holds nothing, or nobody has played."""
    own: Sets = state.own
    player = find(state, seat)
    if own.completed or own.last in (None, seat) or player is None or not player.cards:
        return None
    return own.last


def _forfeited(state: TableState, seat: str, to: str | None) -> TableState:
    """Gives the table after one asked in vain: a card of his hand is drawn unseen, or, when it is his last, the leading
    card goes to the one he asked."""
    own: Sets = state.own
    player = find(state, seat)
    given = {**own.given, seat: ()}
    if player is not None and player.cards:
        # whatever was drawn may be a card of the set: all of it may be asked for again
        return add_cards(add_cards(replace(state, own=replace(own, given=given)), seat, -1), to, 1)
    leads = {one: led for one, led in own.leads.items() if one != seat}
    return add_cards(replace(state, own=replace(own, leads=leads, given=given)), to, 1)


def _won(state: TableState, seat: str, one: str) -> TableState:
    own = replace(state.own, won={**state.own.won, one: seat}, given={**state.own.given, seat: ()})
    sets = Counter(own.won.values())
    players = tuple(replace(player, score=sets[player.seat]) for player in state.players)
    return _on_turn(replace(state, own=own, players=players))


def _on_turn(state: TableState) -> TableState:
    """Gives the table with the turn passed on when its player has neither cards nor a leading card left."""
    player = find(state, state.turn)
    idle = player is not None and not player.cards and player.seat not in state.own.leads
    return _next(state, state.turn or "") if idle and len(state.own.won) < state.own.rules.sets else state


def _next(state: TableState, seat: str) -> TableState:
    """Gives the table with the turn at the next player on the left who can play."""
    seats = [player.seat for player in state.players]
    place = seats.index(seat) if seat in seats else 0
    order = [state.players[(place + step) % len(seats)] for step in range(1, len(seats) + 1)]
    turn = next((player.seat for player in order if player.cards or player.seat in state.own.leads), state.turn)
    return replace(state, turn=turn, own=replace(state.own, last=seat, completed=False))
