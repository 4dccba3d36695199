"""Plays a game whose acts are told, from a seed: the game itself says what its players do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.commands import Open
from engine.errors import BadSettings, Missing, Refused
from engine.events import Won, to_json
from engine.games import game
from engine.games.told import ToldGame
from engine.rulings import Judge, open_judge
from engine.state import TableState
from pi.ledger import Ledger
from pi.simulate.lexis import open_lexis

NAMES = ("Ann", "Ben", "Cleo", "Dev", "Eve", "Flo", "Gus", "Hal", "Ivy", "Jon")
COMPASS = {1: "N", 2: "NS", 3: "NES", 4: "NESW"}
SECONDS = 5.0
"""Between two acts."""
MOST_ACTS = 5000


def played(
    name: str,
    seed: int,
    players: int,
    *,
    language: str = "en",
    pack: str | None = None,
    house: Mapping[str, Any] | None = None,
    judge: Judge | None = None,
    words: Sequence[str] | None = None,
) -> Ledger[TableState]:
    """Plays a game to its end and gives its ledger. Raises :class:`BadSettings` for a game that cannot be set up so."""
    one = game(name)
    if not isinstance(one, ToldGame):
        raise BadSettings(f"{name} is not a game whose acts are told")
    seats = COMPASS.get(players, tuple(str(number) for number in range(1, players + 1)))
    ledger: Ledger[TableState] = Ledger(one, judge or open_judge(language))
    opened = Open(
        t=0.0, game=name, rules="home", language=language, pack=pack or one.packs.get(language, one.packs["en"]),
        seats=tuple(zip(seats, NAMES, strict=False)), house=house or {},
    )  # fmt: skip
    try:
        ledger.submit(opened)
    except Refused as error:
        raise BadSettings(str(error)) from error
    known = words_known(language) if words is None else words
    acts = one.rehearse(seed, ledger.state, lambda: len(ledger.history) * SECONDS, known)
    for number, command in enumerate(acts):
        ledger.submit(command)
        if number == MOST_ACTS:
            raise BadSettings(f"{name} did not end after {MOST_ACTS} acts; another seed or house rule may do")
    return ledger


def words_known(language: str) -> tuple[str, ...]:
    """Gives the words that players of a language know, shortest first; none where its list was not made."""
    try:
        lexis = open_lexis(language)
    except Missing:
        return ()
    return tuple(text for length in sorted(lexis.words) for text, _ in lexis.words[length])


def play_told(name: str, seed: int, players: int, **how: Any) -> Iterator[dict[str, Any]]:
    """Plays a game and yields what happened, a JSON object for each event; the last one says who won."""
    ledger = played(name, seed, players, **how)
    yield from (to_json(entry.event) for entry in ledger.history)
    if not isinstance(ledger.history[-1].event, Won):
        raise BadSettings(f"{name} stopped before anybody won")
