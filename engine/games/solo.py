"""A solo game with the Lexicon pack. That one exists is known, its rules are not: this wording is ours.

Ten cards are dealt to yourself; the rest is the stock. A turn is one of the home game's acts: compose a word, insert
cards into one, substitute cards of one, or throw a card off and take the stock's first. You have won when your hand is
empty, and lost when you must take a card and the stock is used up: what you hold then is your score.
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
from engine.games.lone_players import rehearse_solo
from engine.games.reasons import Reason
from engine.games.told import ToldGame, add_cards
from engine.state import TableState, WordOnTable


@dataclass(frozen=True, slots=True)
class Rules:
    """The house rules: cards of the hand, and the fewest cards of a word."""

    hand: int = 10
    min_word: int = 2


@dataclass(frozen=True, slots=True)
class Alone:
    """The ``stock``, the cards ``thrown`` off, and whether the player has given up."""

    rules: Rules
    stock: int = 0
    thrown: int = 0
    ended: bool = False


class Solo(ToldGame):
    """The solo game."""

    name = "solo"
    players = (1, 1)
    packs: ClassVar[Mapping[str, str]] = {"en": "lexicon", "fr": "lexicon-fr"}
    rules = Rules()
    ranges: ClassVar[Mapping[str, tuple[int, int]]] = {"hand": (1, 20), "min_word": (1, 12)}

    def check_pack(self, pack: str, players: int) -> None:
        """Raises :class:`BadPack` for a pack whose cards are not counted."""
        if not load_pack(pack).counted:
            raise BadPack(f"the pack {pack} does not say how many cards it has; the solo game needs a counted one")

    def begin(self, state: TableState, rules: Any) -> TableState:
        """Gives the table before the deal."""
        return replace(state, own=Alone(rules))

    def dealt(self, state: TableState, event: e.Dealt) -> TableState:
        """Deals the hand; the rest is the stock."""
        hand, seat = state.own.rules.hand, state.players[0].seat
        players = (replace(state.players[0], cards=hand, score=0),)
        own = Alone(state.own.rules, stock=load_pack(state.pack).cards - hand)
        return replace(state, players=players, own=own, turn=seat)

    def acts(self, state: TableState) -> tuple[Form, ...]:
        """Gives what can be done."""
        if state.phase != "play":
            return ()
        words = tuple(dict.fromkeys(word.text for word in state.words))
        found = [Form("compose", (Field("word", "word"),))]
        if words:
            before = Field("before", "choice", words, labels={word: word for word in words})
            found += [Form(name, (before, Field("word", "word"))) for name in ("insert", "substitute")]
        throw = Form("throw") if state.own.stock else Form("give up", (Field("points", "whole"),))
        return (*found, throw)

    def check(self, state: TableState, act: e.Acted) -> Mapping[str, Any]:
        """Checks an act. Raises :class:`Refused`."""
        word = act.values.get("word")
        if word is None:
            return act.values
        if len(word) < state.own.rules.min_word:
            raise Refused(Reason.TOO_SHORT, f"{word} is too short: words have {state.own.rules.min_word} cards or more")
        before = act.values.get("before", "")
        if act.act != "compose":
            same = len(before) == len(word)
            fault = move_fault(before, word) if same == (act.act == "substitute") else Reason.LENGTH_CHANGED
            if fault is not None:
                raise Refused(fault, f"{before} cannot be made {word} in one turn so")
        needs = len(word) - len(before) if act.act != "substitute" else sum(map(str.__ne__, before, word))
        if needs > (state.players[0].cards or 0):
            raise Refused(Reason.TOO_FEW_CARDS, f"you hold {state.players[0].cards} cards; this takes {needs}")
        words = [one.text for one in state.words]
        if before:
            words.remove(before)
        face = load_pack(state.pack).overdrawn([face for text in (*words, word) for face in word_faces(text)])
        if face is not None:
            raise Refused(Reason.NOT_IN_PACK, f"the pack does not hold so many cards of {face}; look again")
        return act.values

    def happened(self, state: TableState, act: e.Acted) -> TableState:
        """Gives the table after an act."""
        own: Alone = state.own
        seat, word = state.players[0].seat, str(act.values.get("word", ""))
        match act.act:
            case "compose" | "insert" | "substitute":
                before = str(act.values.get("before", ""))
                place = next((n for n, one in enumerate(state.words) if one.text == before), len(state.words))
                words = (*state.words[:place], *state.words[place + 1 :], WordOnTable(word, seat))
                return add_cards(replace(state, words=words), seat, len(before) - len(word))
            case "throw":
                return replace(state, own=replace(own, stock=own.stock - 1, thrown=own.thrown + 1))
            case "give up":
                players = (replace(state.players[0], score=int(act.values.get("points", 0))),)
                return replace(state, players=players, own=replace(own, ended=True))
        return state

    def follows(self, state: TableState, t: float) -> e.Event | None:
        """Gives the end: won with an empty hand, by nobody when the player gave up."""
        if state.phase != "play" or not (state.own.ended or state.players[0].cards == 0):
            return None
        return e.Won(t=t, seats=() if state.own.ended else (state.players[0].seat,))

    def shown(self, state: TableState) -> dict[str, Any]:
        """Gives the stock and the cards thrown off."""
        return {"stock": state.own.stock, "thrown": state.own.thrown}

    def places(self, state: TableState) -> dict[str, int]:
        """Gives where the cards are."""
        own: Alone = state.own
        words = sum(len(word.text) for word in state.words)
        return {"stock": own.stock, "thrown": own.thrown, "hands": state.players[0].cards or 0, "words": words}

    def rehearse(
        self, seed: int, state: Callable[[], TableState], t: Callable[[], float], words: Sequence[str]
    ) -> Iterator[c.Command]:
        """Yields the commands of a simulated player."""
        return rehearse_solo(seed, state, t, words)


GAME = Solo()
