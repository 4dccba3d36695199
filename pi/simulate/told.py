"""Plays a game whose acts are told, from a seed: the game itself says what its players do, and what tells of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.commands import Open
from engine.errors import BadSettings, Missing, Refused
from engine.events import Dealt, Opened, Won, to_json
from engine.games import game
from engine.games.protocol import Recorded
from engine.games.staging import Staged
from engine.games.told import ToldGame
from engine.rulings import Judge, open_judge
from engine.state import TableState
from pi.ledger import Ledger
from pi.recording import Pressed
from pi.simulate.lexis import open_lexis
from pi.watch import line_of

NAMES = ("Ann", "Ben", "Cleo", "Dev", "Eve", "Flo", "Gus", "Hal", "Ivy", "Jon")
COMPASS = {1: "N", 2: "NS", 3: "NES", 4: "NESW"}
PICTURED = (2, 3, 4)
SECONDS = 5.0
"""Between two acts."""
REACHES = 0.4
"""Seconds that a hand is over the table before what it lays lies there."""
MOST_ACTS = 5000

Lies = Mapping[str, Sequence[Sequence[str]]]


@dataclass(frozen=True, slots=True)
class Shown:
    """What lies face up from ``t`` on, until the next one: rows of faces, by seat or in the middle. ``hand`` is the
    seat whose hand is over the table."""

    t: float
    scene: Lies
    hand: str | None = None


@dataclass(frozen=True, slots=True)
class ToldSimulation:
    """A game as it was played: what was seen, what was pressed and what is true."""

    seed: int
    game: str
    rules: str
    language: str
    pack: str
    dealer: str
    seats: tuple[tuple[str, str], ...]
    house: Mapping[str, Any]
    shots: tuple[Shown, ...]
    presses: tuple[Pressed, ...]
    truth: tuple[dict[str, Any], ...] = field(repr=False)


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
    staged: Callable[[tuple[Recorded, ...], Staged], None] = lambda recorded, stage: None,
) -> Ledger[TableState]:
    """Plays a game to its end and gives its ledger; ``staged`` hears what tells of the acts recorded last.

    Raises :class:`BadSettings` for a game that cannot be set up so.
    """
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
    recorded: tuple[Recorded, ...] = ()
    for number, item in enumerate(acts):
        if isinstance(item, Staged):
            staged(recorded, item)
        else:
            recorded = ledger.submit(item)
        if number == MOST_ACTS:
            raise BadSettings(f"{name} did not end after {MOST_ACTS} acts; another seed or house rule may do")
    return ledger


def simulated(name: str, seed: int, players: int, **how: Any) -> ToldSimulation:
    """Plays a game to its end, and gives it with what a camera and the seats' buttons tell of it.

    Raises :class:`BadSettings` for a game of which they do not tell enough.
    """
    if players not in PICTURED:
        raise BadSettings(f"pictures are drawn of {', '.join(map(str, PICTURED))} players, not of {players}")
    one = game(name)
    if not isinstance(one, ToldGame) or not one.watches:
        raise BadSettings(f"{name} cannot be followed from pictures; leave the folder out")
    shots, presses = [Shown(0.0, {})], []

    def staged(recorded: tuple[Recorded, ...], stage: Staged) -> None:
        event = recorded[0].event
        t = event.t
        if stage.lies is not None and stage.lies != shots[-1].scene:
            seat = getattr(event, "seat", None) or next(iter(stage.lies))
            shots.append(Shown(t - REACHES, shots[-1].scene, seat))
            shots.append(Shown(t, stage.lies))
        if stage.press is not None:
            presses.append(Pressed(t, *stage.press))

    ledger = played(name, seed, players, staged=staged, **how)
    events = [entry.event for entry in ledger.history]
    opened, deals = events[0], [event for event in events if isinstance(event, Dealt)]
    assert isinstance(opened, Opened)
    if not isinstance(events[-1], Won):
        raise BadSettings(f"{name} stopped before anybody won; try another seed")
    presses += [Pressed(deal.t, deal.seat, "short") for deal in deals[1:]]
    told = [line for event in events[1:] if (line := line_of(event, told=True)) is not None and event is not deals[0]]
    return ToldSimulation(
        seed=seed, game=name, rules="home", language=opened.language, pack=opened.pack, dealer=deals[0].seat or "",
        seats=opened.seats, house=opened.house, shots=tuple(shots), truth=tuple(told),
        presses=tuple(sorted(presses, key=lambda press: press.t)),
    )  # fmt: skip


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
