"""Simulated players of Bobs-y'r-Uncle: they hold real cards, lay what goes, and forget the phrase now and then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from engine import commands as c
from engine.captions import CaptionPack, load_captions
from engine.games.staging import MIDDLE, Staged
from engine.state import TableState

FORGETS = 0.15
SETS = {"uncles": "uncle", "trio": "trio"}


def rehearse(seed: int, state: Callable[[], TableState], t: Callable[[], float]) -> Iterator[c.Command | Staged]:
    """Yields the commands of a whole game."""
    rng = Random(seed)
    pack = load_captions(state().pack)
    seats = [player.seat for player in state().players]
    dealer = seats[-1]
    while state().phase != "over":
        yield c.Deal(t=t(), seat=dealer)
        dealer = seats[(seats.index(dealer) + 1) % len(seats)]
        stack = [card.id for card in pack.cards]
        rng.shuffle(stack)
        hands = {seat: [stack.pop() for _ in range(state().player(seat).cards or 0)] for seat in seats}
        yield from _deal(rng, state, t, pack, hands, stack)
        values = {card.id: card.value for card in pack.cards}
        totals = {seat: sum(values[card] for card in hand) for seat, hand in hands.items() if seat != state().out}
        yield c.Act(t=t(), act="mark", values={"totals": totals})
        yield Staged({seat: [hand] for seat, hand in hands.items() if seat in totals and hand})


def _deal(
    rng: Random,
    state: Callable[[], TableState],
    t: Callable[[], float],
    pack: CaptionPack,
    hands: dict[str, list[str]],
    stack: list[str],
) -> Iterator[c.Command | Staged]:
    while state().phase == "play":
        seat = state().turn or ""
        hand = hands[seat]
        going = [card for card in hand if _goes(pack, state(), card)]
        if going:
            card = rng.choice(going)
            hand.remove(card)
            yield c.Act(t=t(), act="play", values={"card": card})
            yield Staged(_piles(pack, state()))
        elif stack:
            hand.append(stack.pop())
            yield c.Act(t=t(), act="draw")
            yield Staged(press=(seat, "short"))
        else:
            yield c.Act(t=t(), act="pass")
            yield Staged(press=(seat, "short"))
        if state().own.owes == seat and hand and rng.random() >= FORGETS:
            hands[state().turn or ""].append(hand.pop(rng.randrange(len(hand))))
            yield c.Act(t=t(), act="say", seat=seat)
            yield Staged(press=(seat, "short"))
        if (way := _way(hand)) is not None:
            yield c.Act(t=t(), act="declare", seat=seat, values={"way": way})
            shown = [card for card in hand if card.startswith(SETS.get(way, "?") + ".")]
            yield Staged({**_piles(pack, state()), seat: [shown]}) if shown else Staged(press=(seat, "long"))


def _piles(pack: CaptionPack, table: TableState) -> dict[str, list[list[str]]]:
    """What lies in the middle: of each rhyme that was begun the line laid last."""
    lines = table.own.lines
    return {MIDDLE: [[card.id] for card in pack.of("rhyme") if card.place == lines.get(card.set, 0)]}


def _goes(pack: CaptionPack, table: TableState, card_id: str) -> bool:
    card = pack.card(card_id)
    return card is not None and card.kind == "rhyme" and card.place == table.own.lines.get(card.set, 0) + 1


def _way(hand: list[str]) -> str | None:
    """How a hand may be declared; None when it may not."""
    if not hand:
        return "out"
    return next((way for way, kind in SETS.items() if sum(card.startswith(kind + ".") for card in hand) == 3), None)
