"""A toy: the players lay a card each in turn; who lays the Z has won."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from engine import commands as c
from engine import events as e
from engine.cards import load_pack
from engine.errors import Refused
from engine.games.acts import Field, Form
from engine.games.reasons import Reason
from engine.games.told import ToldGame, to_the_left
from engine.state import TableState


@dataclass(frozen=True, slots=True)
class Laid:
    rules: Any
    row: str = ""


class Tally(ToldGame):
    name = "tally"
    players = (2, 4)
    packs: Mapping[str, str] = {"en": "tally"}

    def begin(self, state: TableState, rules: Any) -> TableState:
        return replace(state, own=Laid(rules))

    def acts(self, state: TableState) -> tuple[Form, ...]:
        return (Form("lay", (Field("card", "letter"),)),) if state.phase == "play" else ()

    def check(self, state: TableState, act: e.Acted) -> Mapping[str, Any]:
        if load_pack(state.pack).overdrawn(state.own.row + act.values["card"]):
            raise Refused(Reason.NOT_IN_PACK, "the pack has no such card left")
        return act.values

    def happened(self, state: TableState, act: e.Acted) -> TableState:
        row = state.own.row + str(act.values.get("card", ""))
        return to_the_left(replace(state, own=replace(state.own, row=row)), act.seat)

    def follows(self, state: TableState, t: float) -> e.Event | None:
        if state.phase != "play" or not state.own.row.endswith("Z"):
            return None
        return e.Won(t=t, seats=(state.players[(len(state.own.row) - 1) % len(state.players)].seat,))

    def shown(self, state: TableState) -> dict[str, Any]:
        return {"row": state.own.row}

    def places(self, state: TableState) -> dict[str, int]:
        return {"row": len(state.own.row), "stock": 10 - len(state.own.row)}

    def rehearse(
        self, seed: int, state: Callable[[], TableState], t: Callable[[], float], words: Sequence[str]
    ) -> Iterator[c.Command]:
        cards = list("AAAAAAAAAZ")
        Random(seed).shuffle(cards)
        yield c.Deal(t=t(), seat=state().players[-1].seat)
        while state().phase == "play":
            yield c.Act(t=t(), act="lay", values={"card": cards.pop()})


GAME = Tally()
