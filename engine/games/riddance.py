"""Riddance, with the Lexicon pack: one row in the middle is built card by card into a word, and then another.

The published wording could not be followed by its own readers, so this is ours: seven cards each, a start card in the
middle and a card exposed beside the stock. A turn adds cards of the hand to the row (the one who opens a row adds two
or more, any other one or more), the order of the cards undisturbed, or changes one card of the hand for the exposed
card or the stock's first. A row that its player calls finished is gathered under the stock, and a new start card is
turned up; so is a row over which all have changed cards in turn. Who is out ends the deal; the others score their
hands; at 100 a player retires, and the last one left wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine import commands as c
from engine import events as e
from engine.cards import load_pack, word_faces
from engine.errors import BadPack, Refused
from engine.games.acts import Field, Form
from engine.games.lexicon_play import move_fault
from engine.games.lexicon_seats import active, find, packs_for
from engine.games.lone_players import rehearse_riddance
from engine.games.reasons import Reason
from engine.games.told import ToldGame, add_cards, to_the_left
from engine.state import TableState, WordOnTable


@dataclass(frozen=True, slots=True)
class Rules:
    """The house rules: cards of a hand, cards that open a row at the least, and the score at which one retires."""

    hand: int = 7
    opening: int = 2
    target: int = 100


@dataclass(frozen=True, slots=True)
class Row:
    """The middle: how many cards the ``stock`` holds, whether the ``row`` (the table's only word) was opened,
    whether a start card is awaited, and how many turns in a row have changed a card."""

    rules: Rules
    stock: int = 0
    opened: bool = False
    starting: bool = True
    idle: int = 0


class Riddance(ToldGame):
    """The game of Riddance."""

    name = "riddance"
    players = (2, 8)
    packs: ClassVar[Mapping[str, str]] = {"en": "lexicon", "fr": "lexicon-fr"}
    rules = Rules()
    ranges: ClassVar[Mapping[str, tuple[int, int]]] = {"hand": (1, 12), "opening": (1, 5), "target": (1, 1000)}

    def check_pack(self, pack: str, players: int) -> None:
        """Raises :class:`BadPack` for a pack whose cards are not counted."""
        if not load_pack(pack, packs_for(players)).counted:
            raise BadPack(f"the pack {pack} does not say how many cards it has; Riddance needs a counted one")

    def begin(self, state: TableState, rules: Any) -> TableState:
        """Gives the table before the first deal."""
        return replace(state, own=Row(rules))

    def dealt(self, state: TableState, event: e.Dealt) -> TableState:
        """Deals the hands; one card is exposed, and the start card is awaited."""
        hand = state.own.rules.hand
        players = tuple(replace(p, cards=0 if p.retired else hand, marked=None) for p in state.players)
        cards = load_pack(state.pack, packs_for(len(state.players))).cards
        stock = cards - hand * len(active(state)) - 1
        return replace(state, players=players, own=Row(state.own.rules, max(0, stock)))

    def acts(self, state: TableState) -> tuple[Form, ...]:
        """Gives what can be done: turn up a start card, build, change a card, or mark the hands."""
        if state.phase == "count":
            return (Form("mark", (Field("totals", "wholes"),), "none"),)
        if state.phase != "play":
            return ()
        if state.own.starting:
            return (Form("start", (Field("letter", "letter"),), "none"),)
        finished = Field("finished", "choice", ("no", "yes"))
        took = Field("took", "choice", ("stock", "exposed"))
        return (Form("build", (Field("word", "word"), finished)), Form("change", (took,)))

    def check(self, state: TableState, act: e.Acted) -> Mapping[str, Any]:
        """Checks an act. Raises :class:`Refused`."""
        values = act.values
        if act.act == "start" and not state.own.stock:
            raise Refused(Reason.NOT_NOW, "the stock is used up")
        if act.act in ("start", "build"):
            self._in_pack(state, values.get("word") or values["letter"])
        if act.act == "build":
            row = state.words[0].text if state.words else ""
            fault = Reason.NOTHING_ADDED if len(values["word"]) <= len(row) else move_fault(row, values["word"])
            if fault is not None:
                raise Refused(fault, f"{values['word']} does not hold the row {row} in its order with cards added")
            added, least = len(values["word"]) - len(row), 1 if state.own.opened else state.own.rules.opening
            player = find(state, act.seat)
            if added < min(least, (player.cards or 0) if player else 0):
                raise Refused(Reason.NOTHING_ADDED, f"who opens a row adds {least} cards or more")
            if player is not None and added > (player.cards or 0):
                raise Refused(Reason.TOO_FEW_CARDS, f"{player.name} holds {player.cards} cards; this takes {added}")
        if act.act == "mark":
            return {"totals": self._totals(state, values["totals"])}
        return values

    def _in_pack(self, state: TableState, word: str) -> None:
        face = load_pack(state.pack, packs_for(len(state.players))).overdrawn(word_faces(word))
        if face is not None:
            raise Refused(Reason.NOT_IN_PACK, f"the pack does not hold so many cards of {face}; look again")

    def _totals(self, state: TableState, totals: Mapping[str, int]) -> Mapping[str, int]:
        found = {}
        for player in active(state):
            total, cards = totals.get(player.seat), player.cards or 0
            if total is None and cards:
                raise Refused(Reason.NOT_MARKED, f"what is {player.name}'s total?")
            values = sorted(load_pack(state.pack).values.values())
            if not values[0] * cards <= (total or 0) <= values[-1] * cards:
                raise Refused(Reason.IMPOSSIBLE_TOTAL, f"{player.name}'s {cards} cards cannot make {total}")
            found[player.seat] = total or 0
        return found

    def happened(self, state: TableState, act: e.Acted) -> TableState:
        """Gives the table after an act."""
        own: Row = state.own
        values, seat = act.values, act.seat or ""
        match act.act:
            case "start":
                fresh = replace(own, stock=max(0, own.stock - 1), opened=False, starting=False, idle=0)
                return replace(state, words=(WordOnTable(str(values.get("letter")), None),), own=fresh)
            case "build":
                word = str(values.get("word", ""))
                row = state.words[0].text if state.words else ""
                state = to_the_left(add_cards(state, seat, len(row) - len(word)), seat)
                player = find(state, seat)
                if player is not None and not player.cards:
                    out = replace(state, words=(WordOnTable(word, seat),), phase="count", out=seat)
                    return replace(out, own=replace(own, opened=True))
                state = replace(state, words=(WordOnTable(word, seat),), own=replace(own, opened=True, idle=0))
                return _gathered(state) if values.get("finished") == "yes" else state
            case "change":
                state = to_the_left(replace(state, own=replace(own, idle=own.idle + 1)), seat)
                return _gathered(state) if own.idle + 1 >= len(active(state)) else state
            case "mark":
                totals = values.get("totals", {})
                players = tuple(
                    replace(p, score=p.score + totals[p.seat], marked=totals[p.seat]) if p.seat in totals else p
                    for p in state.players
                )
                return replace(state, players=players)
        return state

    def follows(self, state: TableState, t: float) -> e.Event | None:
        """Gives who retires at the target, then the deal's end or, when one is left, the winner."""
        playing = active(state)
        if state.phase != "count" or any(player.marked is None for player in playing):
            return None
        over = [player for player in playing if player.score >= state.own.rules.target]
        if over and len(over) < len(playing):
            return e.Retired(t=t, seat=over[0].seat)
        if len(playing) == 1 or over:
            lowest = min(player.score for player in playing)
            return e.Won(t=t, seats=tuple(player.seat for player in playing if player.score == lowest))
        return e.DealWon(t=t, seats=(state.out or "",))

    def shown(self, state: TableState) -> dict[str, Any]:
        """Gives the stock."""
        return {"stock": state.own.stock}

    def places(self, state: TableState) -> dict[str, int]:
        """Gives where the cards are."""
        hands = sum(player.cards or 0 for player in state.players)
        row = sum(len(word.text) for word in state.words)
        return {"stock": state.own.stock, "exposed": 1, "hands": hands, "row": row}

    def rehearse(
        self, seed: int, state: Callable[[], TableState], t: Callable[[], float], words: Sequence[str]
    ) -> Iterator[c.Command]:
        """Yields the commands of simulated players."""
        return rehearse_riddance(seed, state, t, words)


GAME = Riddance()


def _gathered(state: TableState) -> TableState:
    """Gives the table with the row under the stock, and a start card awaited."""
    row = sum(len(word.text) for word in state.words)
    own = replace(state.own, stock=state.own.stock + row, starting=True)
    return replace(state, words=(), own=own)
