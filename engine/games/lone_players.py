"""Simulated players of Riddance and of the solo game: they lay the first word they think of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random

from engine import commands as c
from engine.cards import load_pack
from engine.games.lexicon_seats import active, packs_for
from engine.making import is_subsequence
from engine.state import TableState
from engine.table import letter_of

THOUGHT_OF = 1500
"""Words that a player thinks of in a turn."""


def _shuffled(rng: Random, table: TableState) -> list[str]:
    pack = load_pack(table.pack, packs_for(len(table.players)))
    cards = [letter_of(face) for face, count in pack.counts.items() for _ in range(count)]
    rng.shuffle(cards)
    return cards


def _laid(rng: Random, known: Sequence[str], row: str, hand: Sequence[str], least: int) -> str | None:
    """Gives a word that cards of the hand make of a row, its order undisturbed; None when none comes to mind."""
    have, letters = Counter(hand), set(hand) | set(row)
    for word in rng.sample(known, min(THOUGHT_OF, len(known))):
        if not letters.issuperset(word):
            continue
        added = Counter(word) - Counter(row)
        if len(word) >= len(row) + least and not added - have and is_subsequence(row, word):
            return word
    return None


def rehearse_riddance(
    seed: int, state: Callable[[], TableState], t: Callable[[], float], words: Sequence[str]
) -> Iterator[c.Command]:
    """Yields the commands of a whole game of Riddance."""
    rng = Random(seed)
    pack = load_pack(state().pack)
    yield c.Deal(t=t(), seat=state().players[-1].seat)
    while state().phase != "over":
        stock = _shuffled(rng, state())
        hands = {player.seat: [stock.pop() for _ in range(player.cards or 0)] for player in active(state())}
        exposed = stock.pop()
        while state().phase == "play":
            if state().own.starting:
                yield c.Act(t=t(), act="start", values={"letter": stock.pop()})
                continue
            seat, row = state().turn or "", state().words[0].text
            hand = hands[seat]
            least = min(len(hand), 1 if state().own.opened else state().own.rules.opening)
            word = _laid(rng, words, row, hand, least)
            if word is None:
                # no word comes to mind: a card is changed, and the row is finished only by a word
                thrown, exposed = hand.pop(rng.randrange(len(hand))), exposed
                hand.append(exposed)
                exposed = thrown
                yield c.Act(t=t(), act="change", values={"took": "exposed"})
                if state().own.starting:
                    stock = [*row, *stock]
                if rng.random() < 0.3 and stock:
                    exposed, stock[0] = stock[0], exposed
                continue
            for letter in (Counter(word) - Counter(row)).elements():
                hand.remove(letter)
            yield c.Act(t=t(), act="build", values={"word": word, "finished": "yes"})
            stock = [*word, *stock]
        faces = {letter_of(face): value for face, value in pack.values.items()}
        totals = {seat: sum(faces[letter] for letter in hand) for seat, hand in hands.items()}
        yield c.Act(t=t(), act="mark", values={"totals": totals})
        if state().phase == "ready":
            yield c.Deal(t=t())


def rehearse_solo(
    seed: int, state: Callable[[], TableState], t: Callable[[], float], words: Sequence[str]
) -> Iterator[c.Command]:
    """Yields the commands of a whole solo game."""
    rng = Random(seed)
    yield c.Deal(t=t(), seat=state().players[0].seat)
    stock = _shuffled(rng, state())
    hand = [stock.pop() for _ in range(state().players[0].cards or 0)]
    shortest = state().own.rules.min_word
    while state().phase == "play":
        word = _laid(rng, words, "", hand, shortest)
        if word is not None:
            for letter in word:
                hand.remove(letter)
            yield c.Act(t=t(), act="compose", values={"word": word})
            continue
        longer = ((one.text, _laid(rng, words, one.text, hand, 1)) for one in state().words)
        before, after = next((pair for pair in longer if pair[1] is not None), ("", None))
        if after is not None:
            for letter in (Counter(after) - Counter(before)).elements():
                hand.remove(letter)
            yield c.Act(t=t(), act="insert", values={"before": before, "word": after})
        elif stock:
            hand.pop(rng.randrange(len(hand)))
            hand.append(stock.pop())
            yield c.Act(t=t(), act="throw")
        else:
            values = {letter_of(face): value for face, value in load_pack(state().pack).values.items()}
            yield c.Act(t=t(), act="give up", values={"points": sum(values[letter] for letter in hand)})
