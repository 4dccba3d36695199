"""How the tablets of Anagrams lie, and how an act moves them. Nothing here refuses: what was recorded has happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.cards import load_pack
from engine.games.anagrams_ways import UNKNOWN
from engine.state import TableState, WordOnTable


@dataclass(frozen=True, slots=True)
class Rules:
    """The house rules. ``words_to_win`` ends the game; ``plurals`` and ``endings`` (of a tense or a comparison) say
    whether a capture may add no more than that; ``rearranged``: no captured word may stand unbroken in the new one;
    ``free_for_all``: letters are turned up into the pool and anybody may play, the one who turned up a letter alone for
    ``alone_seconds``."""

    words_to_win: int = 8
    min_word: int = 3
    plurals: bool = True
    endings: bool = True
    rearranged: bool = False
    free_for_all: bool = False
    alone_seconds: float = 10.0


@dataclass(frozen=True, slots=True)
class Made:
    """A word as it was made, until somebody plays: it can be challenged. ``words`` and ``pool`` lay there before."""

    word: str
    seat: str
    letter: str
    words: tuple[WordOnTable, ...]
    pool: str
    ruling: str | None = None


@dataclass(frozen=True, slots=True)
class Tablets:
    """What lies where: letters in the ``pool``, tablets in the ``box``, the letter that each seat ``held`` (UNKNOWN:
    nobody else has seen it; no entry: none). ``drawing`` draw for who plays first, again where they ``tied`` with that
    letter; ``asked`` is a word with several ways."""

    rules: Rules
    box: int = 0
    pool: str = ""
    held: Mapping[str, str] = field(default_factory=dict)
    drawing: tuple[str, ...] = ()
    tied: str = ""
    turned: tuple[str, float] | None = None
    asked: Mapping[str, Any] | None = None
    made: Made | None = None


def after_draw(state: TableState, values: Mapping[str, Any]) -> TableState:
    own: Tablets = state.own
    held = {**own.held, **values["letters"]}
    if tied := tuple(values.get("tied", ())):
        # those who tied put their letters back and draw again
        kept = {seat: letter for seat, letter in held.items() if seat not in tied}
        lowest = str(held.get(tied[0], ""))
        return _counted(replace(state, own=replace(own, held=kept, drawing=tied, tied=lowest, box=_box(state, kept))))
    own = replace(own, held=held, drawing=(), tied="", box=_box(state, held))
    return _counted(replace(state, own=own, turn=values.get("first")))


def _box(state: TableState, held: Mapping[str, str]) -> int:
    return load_pack(state.pack).cards - len(held)


def with_word(state: TableState, seat: str, values: Mapping[str, Any]) -> TableState:
    """Gives the table with a new word before its maker, and what it was made of gone."""
    own: Tablets = state.own
    words = list(state.words)
    for text, owner in zip(values.get("from", ()), values.get("of", ()), strict=False):
        place = next((n for n, one in enumerate(words) if (one.text, one.seat) == (text, owner)), None)
        if place is not None:
            del words[place]
    used, letter = str(values.get("pool", "")), str(values.get("letter", ""))
    pool = own.pool
    for one in used:
        pool = pool.replace(one, "", 1)
    word = str(values.get("word", ""))
    made = Made(word, seat, letter, state.words, own.pool)
    state = replace(state, words=(*words, WordOnTable(word, seat)), own=replace(own, pool=pool, made=made))
    if own.rules.free_for_all:
        return state
    return next_on_the_left(draws(state, seat), seat)


def draws(state: TableState, seat: str | None) -> TableState:
    """Gives the table after a player has drawn the next letter, which nobody else sees."""
    own: Tablets = state.own
    held = {one: letter for one, letter in own.held.items() if one != seat}
    if own.box > 0 and seat is not None:
        held[seat] = UNKNOWN
    return _counted(replace(state, own=replace(own, held=held, box=max(0, own.box - 1))))


def _counted(state: TableState) -> TableState:
    held = state.own.held
    players = tuple(replace(player, cards=1 if player.seat in held else 0) for player in state.players)
    return replace(state, players=players)


def next_on_the_left(state: TableState, seat: str | None) -> TableState:
    return replace(state, turn=left_of(state, seat))


def left_of(state: TableState, seat: str | None) -> str | None:
    """Gives the next player on the left who has a letter to play."""
    seats = [player.seat for player in state.players]
    if seat not in seats:
        return state.turn
    place = seats.index(seat)
    order = [*seats[place + 1 :], *seats[: place + 1]]
    if state.own.rules.free_for_all:
        return order[0]
    return next((one for one in order if one in state.own.held), None)


def most_words(state: TableState) -> tuple[str, ...]:
    words = Counter(word.seat for word in state.words)
    most = max((words[player.seat] for player in state.players), default=0)
    return tuple(player.seat for player in state.players if words[player.seat] == most)
