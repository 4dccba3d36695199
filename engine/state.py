"""How a Lexicon table stands: the value that :func:`engine.games.lexicon` folds events into and every screen reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.bell import Bell
from engine.rules import HouseRules


@dataclass(frozen=True, slots=True)
class Player:
    """One player. ``cards`` is how many he should hold (None: not known, after joining in mid-game);
    ``marked`` is this deal's counted total; ``fines`` are this deal's; ``owes_turns`` are turns to be passed over."""

    seat: str
    name: str
    score: int = 0
    cards: int | None = None
    fines: int = 0
    owes_turns: int = 0
    marked: int | None = None
    initialled_by: str | None = None
    retired: bool = False


@dataclass(frozen=True, slots=True)
class Mastered:
    """One Master in a word: the ``letters`` it may stand for as far as a ruling or the table has told ("": not told),
    and the words it has stood in, each with its place among that word's Masters, the present one last."""

    letters: str = ""
    forms: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class WordOnTable:
    """A word that lies on the table: its text (the Master as ``*``), who last touched it, and its Masters."""

    text: str
    seat: str | None = None
    masters: tuple[Mastered, ...] = ()


@dataclass(frozen=True, slots=True)
class LastPlay:
    """The play that a challenge would lie against. ``open`` until the next player plays, it is ruled on or taken back.

    ``challenger`` has asked for the ruling. ``skipped`` are the players passed over after it; ``late`` is a word of an
    earlier play that can no longer be challenged; ``clock_ran`` says whether the clock ran when this play stopped it;
    ``confidence`` is how surely its least sure new card was read; ``was`` is the word as it lay before this play.
    """

    act: str
    seat: str | None
    before: str | None
    after: str | None
    t: float
    open: bool = True
    ruling: str | None = None
    verdict: str | None = None
    challenger: str | None = None
    skipped: tuple[str, ...] = ()
    late: str | None = None
    clock_ran: bool = False
    confidence: float = 1.0
    was: WordOnTable | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """The last ruling (``upheld`` or ``refused``), with what it cost, so that a person can still overrule it.

    ``points`` is what the challenger's score gained, ``fine`` what the player was fined, ``turn_owed`` whether he
    came to owe a turn, ``challenger_owes`` whether the challenger did; ``fresh`` until somebody plays: from then on
    only the points can be set right.
    """

    word: str
    before: str | None
    player: str | None
    challenger: str | None
    ruling: str
    verdict: str
    points: int = 0
    fine: int = 0
    turn_owed: bool = False
    challenger_owes: bool = False
    fresh: bool = True
    meant: tuple[str, ...] = ()
    reason: str | None = None
    word_list: Mapping[str, Any] = field(default_factory=dict)
    by: str = "machine"
    why: str | None = None
    overrules: str | None = None


@dataclass(frozen=True, slots=True)
class Owed:
    """Cards that must be taken back after an upheld challenge: ``before`` must become ``after`` again."""

    seat: str | None
    before: str
    after: str | None


@dataclass(frozen=True, slots=True)
class Question:
    """What the Steward asks the table; ``seats`` are those who are asked (none: anybody)."""

    about: str
    detail: str
    t: float
    reading: Mapping[str, Any] = field(default_factory=dict)
    seats: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableState:
    """The whole table. ``phase``: ``closed`` (not set up), ``ready`` (between deals), ``play``, ``count``, ``over``.

    ``turn`` is the seat to play (None: unknown, after joining in mid-game); ``words`` in the order they were laid;
    ``exposed`` is the face beside the stock (None: unknown or none). ``winners`` are the deal's, once it is won, and in
    the end the game's; ``cutting`` are the players whose cut was a tie; ``next_dealer`` was found by a cut or set.
    ``own`` is what a game other than Lexicon keeps besides, with its house rules as ``own.rules``. ``in_drive`` tells
    that the hand is one of a drive; ``sits`` are the seats whose players said that they sit, and ``badges`` the
    players' numbers by the seats before which their badges lie.
    """

    phase: str = "closed"
    game: str = "lexicon"
    rules: HouseRules = field(default_factory=HouseRules)
    language: str = "en"
    pack: str = "lexicon"
    joined: str | None = None
    players: tuple[Player, ...] = ()
    dealer: str | None = None
    deal: int = 0
    turn: str | None = None
    words: tuple[WordOnTable, ...] = ()
    exposed: str | None = None
    last: LastPlay | None = None
    owed: Owed | None = None
    judged: Judged | None = None
    question: Question | None = None
    bell: Bell = field(default_factory=Bell)
    out: str | None = None
    winners: tuple[str, ...] = ()
    cutting: tuple[str, ...] = ()
    next_dealer: str | None = None
    word_list: Mapping[str, Any] = field(default_factory=dict)
    own: Any = None
    in_drive: bool = False
    sits: tuple[str, ...] = ()
    badges: Mapping[str, int] = field(default_factory=dict)
    seq: int = 0

    def player(self, seat: str) -> Player:
        """Gets the player at a seat; raises KeyError when nobody sits there."""
        for player in self.players:
            if player.seat == seat:
                return player
        raise KeyError(seat)
