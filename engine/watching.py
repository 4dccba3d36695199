"""What the Steward holds while it follows the play, as frozen values: see :mod:`engine.follow` for the steps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.commands import Command, Play
from engine.table import Point, TableReading

ASK_AFTER = 6.0
"""Seconds that an unexplained table must rest before the Steward asks: longer than a hand usually lingers."""
PART_HIDDEN_AFTER = 60.0
"""The same for words of which a part is to be seen: a mug, a pencil or a patch of sun is no reason to interrupt."""
HAND_STAYS = 5.0
"""Seconds after which a play counts although a hand has come into sight: one may rest at the table's rim for long."""
SHAKEN_FOR = 6.0
"""Seconds after which a play that was seen whole, and of which only a part is to be seen since, was changed."""
ANSWER_WITHIN = 8.0
"""Seconds that a question about the exposed card is left open once another card lies on that one."""
NO_ANSWER_AFTER = 20.0
"""Seconds after which a question that nobody answers gives way to another."""
MIND_CHANGED_WITHIN = 6.5
"""Seconds within which a word that was not played yet, and lies otherwise after a hand came back, was changed by the
same player; later it was the next one who played on it."""
UNTOUCHED_MM = 8.0
"""A word that lies within this of where it lay was only out of sight meanwhile."""
TURN_LASTS = 12.0
"""Seconds, about, in which somebody may have taken a turn out of sight."""
TAKE_BACK_WITHIN = 20.0
"""Seconds that a player has for taking his cards back after an upheld challenge."""
COUNT_AFTER = 4.0
"""Seconds that laid-down hands must rest when the number of cards a player holds is not known."""
BEFORE_BELL = 0.25
"""Seconds before the bell at which a play that was seen counts as played."""

AGAINST_RULES = "against the rules"
TABLE_DIFFERS = "table differs"
HANDS_DIFFER = "hands differ"
UNCLEAR_CARD = "unclear card"
UNCLEAR_ORDER = "unclear order"
WHOSE_MOVE = "whose move"
TAKEN_BACK = "taken back"
UNSEEN_EXCHANGE = "unseen exchange"
NOT_TAKEN_BACK = "not taken back"
ASKED = (
    AGAINST_RULES,
    TABLE_DIFFERS,
    UNCLEAR_ORDER,
    HANDS_DIFFER,
    UNCLEAR_CARD,
    WHOSE_MOVE,
    TAKEN_BACK,
    UNSEEN_EXCHANGE,
    NOT_TAKEN_BACK,
)
"""What the Steward asks about. YES means: it has been put right; take the table as it lies (words out of sight are
gone, or several plays were made); count the hands as they lie; the card is what it was read as; the player whose turn
it was exchanged a card before; the word was taken back; a card was exchanged for one of the same face; the cards of an
upheld challenge have been taken back, whatever the picture shows."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A play that was seen and not yet played; ``t`` is the time of the first settled picture that showed it.

    ``held`` names the question that must be answered before it can be played, ``asked`` says whether it was put;
    ``faces`` is the seat a new word can be read from, ``at`` where (mm) it lies, ``maybe`` what
    else may lie there; ``shaken`` since when only a part of
    it is to be seen, or (``gone``) nothing; ``hand`` whether a hand was in sight when it was seen first.
    """

    play: Play
    t: float
    held: str = ""
    asked: bool = False
    faces: str = ""
    at: Point | None = None
    maybe: tuple[str, ...] = ()
    shaken: float | None = None
    gone: bool = False
    hand: bool = False


@dataclass(frozen=True, slots=True)
class Odd:
    """A difference the rules do not explain, since ``t``; ``asked`` once the table was asked about it. ``after`` is how
    many seconds it must rest before that; ``turn`` is who plays next when the table is taken as it lies."""

    key: tuple[Any, ...]
    t: float
    asked: bool = False
    about: str = TABLE_DIFFERS
    detail: str = ""
    after: float = ASK_AFTER
    turn: str | None = None


@dataclass(frozen=True, slots=True)
class Watch:
    """What the watcher holds between readings.

    - ``status``: ``waiting`` (nothing read yet), ``settling``, ``steady``, ``unsure`` or ``desynchronised``.
    - ``places``: where (mm) each word's text was seen last.
    - ``exposed``: the exposed card seen last; ``exposed_maybe``: what it may be while it was never read surely;
      ``exposed_at`` (mm), ``exposed_angle`` (degrees): how it lies.
    - ``glimpsed``: the deal's first exposed card as it was read beside hands that had not reached it yet;
      ``first_missed``: whether a hand reached for the heap before that card was ever read.
    - ``bare``: at how many rests running, each after a hand had come, neither stock nor exposed card was to be seen.
    - ``lapsed``: a play that was seen, and then wholly out of sight for too long to wait for it.
    - ``touched_at``: when the table was last at rest after a hand had been over stock and exposed card.
    - ``reached``: whether a hand has been over stock and exposed card since they were seen.
    - ``hand``: whether the last reading shows a hand in sight.
    - ``hand_came``: whether a hand has been over the table since it was last at rest.
    - ``pile_unseen``: since when the exposed card is missing beside the stock; ``pile_blind``: whether a turn may have
      gone by meanwhile.
    - ``turn_unsure``: whether a play went away while the table was still asked about it: it may have cost a turn.
    - ``stock_gone_since``: when the stock was first missing from a settled table; ``pile_gone``: whether the exposed
      card was missing with it after a hand had come; ``exchanges``: those since the stock was put down (None: not
      known).
    - ``cut``: whether the cards that lie before the seats were taken for a cut already.
    - ``uncleared``: whether the words of the deal before still lie there.
    - ``muted``: differences that a person has settled by hand, left alone until they go away.
    """

    status: str = "waiting"
    pending: Pending | None = None
    lapsed: Pending | None = None
    odd: Odd | None = None
    places: tuple[tuple[str, Point], ...] = ()
    exposed: str | None = None
    exposed_maybe: tuple[str, ...] = ()
    exposed_at: Point | None = None
    exposed_angle: float = 0.0
    glimpsed: str | None = None
    first_missed: bool = False
    bare: int = 0
    reached: bool = False
    hand: bool = False
    hand_came: bool = False
    touched_at: float | None = None
    pile_unseen: float | None = None
    pile_blind: bool = False
    turn_unsure: bool = False
    stock_gone_since: float | None = None
    pile_gone: bool = False
    stock_known: bool = False
    exchanges: int | None = None
    picture: str = ""
    counted_since: float | None = None
    counted: tuple[tuple[str, str], ...] = ()
    cut: bool = False
    uncleared: bool = False
    muted: tuple[tuple[Any, ...], ...] = ()
    reading: TableReading | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Step:
    """What one step gives: the new watch, the commands to put to the game, and whether to look ``again`` at the same
    reading after they were taken (a further play lies on the table)."""

    watch: Watch
    commands: tuple[Command, ...] = ()
    again: bool = False


def key_of(play: Play) -> tuple[Any, ...]:
    """Gives what tells one seen difference from another."""
    return (play.act, play.before, play.after, play.exposed_after)
