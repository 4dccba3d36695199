"""Simulated players of Alice in Wonderland: they hold real cards and ask whom they like for what they lack."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from engine import commands as c
from engine.games.staging import Staged
from engine.state import TableState


def rehearse(seed: int, state: Callable[[], TableState], t: Callable[[], float]) -> Iterator[c.Command | Staged]:
    """Yields the commands of a whole game."""
    rng = Random(seed)
    seats = [player.seat for player in state().players]
    sets = [str(number) for number in range(1, state().own.rules.sets + 1)]
    pack = [f"{one}.{place}" for one in sets for place in (1, 2, 3)]
    rng.shuffle(pack)
    hands: dict[str, list[str]] = {seat: [] for seat in seats}
    for place, card in enumerate(pack):
        hands[seats[place % len(seats)]].append(card)
    yield c.Deal(t=t(), seat=seats[-1])
    for seat, hand in hands.items():
        for one in sets:
            if all(f"{one}.{place}" in hand for place in (1, 2, 3)):
                hand[:] = [card for card in hand if not card.startswith(f"{one}.")]
                yield c.Act(t=t(), act="lay set", seat=seat, values={"set": one})
                yield Staged({seat: [[f"{one}.{place}" for place in (1, 2, 3)]]})
    while state().phase == "play":
        seat = state().turn or ""
        hand, led = hands[seat], state().own.leads.get(seat)
        leading = [card for card in hand if card.endswith(".1")]
        if led is None and not leading:
            yield c.Act(t=t(), act="no leading card")
            yield Staged(press=(seat, "long"))
            _drawn(rng, hands, state(), seat)
        elif led is None:
            card = rng.choice(leading)
            hand.remove(card)
            yield c.Act(t=t(), act="lead", values={"set": card.partition(".")[0]})
            yield Staged({one: [[f"{exposed}.1"]] for one, exposed in state().own.leads.items()})
        else:
            played = _played(rng, hands, seat, led, t())
            yield played
            press = "long" if played.values.get("answer") == "has not" else "short"
            yield Staged(press=(played.values.get("of", seat), press))


def _played(rng: Random, hands: dict[str, list[str]], seat: str, led: str, t: float) -> c.Act:
    hand = hands[seat]
    lacking = [card for card in (f"{led}.2", f"{led}.3") if card not in hand]
    if not lacking:
        hand[:] = [card for card in hand if card not in (f"{led}.2", f"{led}.3")]
        return c.Act(t=t, act="complete")
    card, other = rng.choice(lacking), rng.choice([one for one in hands if one != seat])
    if card in hands[other]:
        hands[other].remove(card)
        hand.append(card)
        return c.Act(t=t, act="ask", values={"of": other, "answer": "gave"})
    hands[other].append(hand.pop(rng.randrange(len(hand))) if hand else f"{led}.1")
    return c.Act(t=t, act="ask", values={"of": other, "answer": "has not"})


def _drawn(rng: Random, hands: dict[str, list[str]], table: TableState, seat: str) -> None:
    """Moves the card that was forfeited, where one was, as the table counts it."""
    cards = {player.seat: player.cards or 0 for player in table.players}
    if cards[seat] < len(hands[seat]):
        to = next(one for one in hands if cards[one] > len(hands[one]))
        hands[to].append(hands[seat].pop(rng.randrange(len(hands[seat]))))
