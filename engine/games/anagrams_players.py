"""Simulated players of Anagrams: they see the pool and every word, know some words, and capture whatever they can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random

from engine import commands as c
from engine.cards import load_pack
from engine.games.anagrams_ways import Way, ways
from engine.games.staging import MIDDLE, Staged
from engine.state import TableState

THOUGHT_OF = 4000
"""Words that a player thinks of in a turn."""


def rehearse(
    seed: int, state: Callable[[], TableState], t: Callable[[], float], words: Sequence[str]
) -> Iterator[c.Command | Staged]:
    """Yields the commands of a game in which every turn plays the letter drawn."""
    rng = Random(seed)
    box = [face for face, count in load_pack(state().pack).counts.items() for _ in range(count)]
    rng.shuffle(box)
    known = [word for word in words if state().own.rules.min_word <= len(word) <= 9]
    yield c.Deal(t=t(), seat=state().players[-1].seat)
    if state().own.rules.free_for_all:
        yield from _free_for_all(rng, state, t, known, box)
        return
    held: dict[str, str] = {}
    while drawing := state().own.drawing:
        box += [held.pop(seat) for seat in drawing if seat in held]
        rng.shuffle(box)
        held |= {seat: box.pop() for seat in drawing}
        yield c.Act(t=t(), act="draw", values={"letters": {seat: held[seat] for seat in drawing}})
        yield Staged({seat: (held[seat],) for seat in drawing})
    while state().phase == "play":
        seat = state().turn or ""
        letter = held.pop(seat)
        found = _thought_of(rng, state(), known, letter)
        if found is None:
            yield c.Act(t=t(), act="pool", values={"letter": letter})
        else:
            word, way = found
            yield _laid(t(), word, way, letter=letter)
            yield from _made(state, t, way)
        yield _lying(state())
        if box:
            held[seat] = box.pop()


def _free_for_all(
    rng: Random, state: Callable[[], TableState], t: Callable[[], float], known: Sequence[str], box: list[str]
) -> Iterator[c.Command | Staged]:
    while state().phase == "play" and box:
        seat = state().turn or ""
        yield c.Act(t=t(), act="turn up", values={"letter": box.pop()})
        yield _lying(state())
        found = _thought_of(rng, state(), known, "")
        if found is not None:
            word, way = found
            yield _laid(t(), word, way, seat=seat)
            yield from _made(state, t, way)
            yield _lying(state())
    if state().phase == "play":
        yield c.Act(t=t(), act="end")
        yield Staged(press=(state().players[0].seat, "long"))


def _made(state: Callable[[], TableState], t: Callable[[], float], way: Way) -> Iterator[c.Command]:
    """Says how a word was made, where that is asked."""
    if state().own.asked is not None:
        names = {player.seat: player.name for player in state().players}
        yield c.Act(t=t(), act="made", values={"of": way.told(names)})


def _lying(table: TableState) -> Staged:
    words = {p.seat: tuple(one.text for one in table.words if one.seat == p.seat) for p in table.players}
    return Staged({**words, MIDDLE: tuple(table.own.pool)})


def _laid(t: float, word: str, way: Way, seat: str | None = None, letter: str = "") -> c.Act:
    values = {"word": word, "from": tuple(one.text for one in way.captured), "letter": letter}
    return c.Act(t=t, act="word", seat=seat, values={name: value for name, value in values.items() if value})


def _thought_of(rng: Random, table: TableState, known: Sequence[str], letter: str) -> tuple[str, Way] | None:
    """Gives the first word that comes to mind and can be made, captures before words of the pool alone."""
    letters = Counter(table.own.pool) + Counter("".join(word.text for word in table.words)) + Counter(letter)
    best: tuple[str, Way] | None = None
    any_letter = set(letters)
    for word in rng.sample(known, min(THOUGHT_OF, len(known))):
        if (letter and letter not in word) or not any_letter.issuperset(word) or Counter(word) - letters:
            continue
        for way in ways(word, table.own.pool, table.words, letter):
            if way.captured:
                return word, way
            best = best or (word, way)
    return best
