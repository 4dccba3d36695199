"""From what a person entered to the drive's command he means: one function for each act, with who may do it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.commands import AdjustClock, Command, PauseClock, ResumeClock
from engine.drive import commands as c
from engine.drive.roll import MOST_TOLD, BadRoll, BadRow, read_roll
from engine.drive.rules import CHOICES, DriveRules, as_mapping
from engine.drive.state import DriveState
from engine.state import TableState
from web.fields import BadField, Fields
from web.roles import Role

MOST_TABLES = 400
MOST_NUMBER = 99_999
MOST_POINTS = 9999
MOST_LIST = 60_000
"""Letters of a list of players at most."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What an act is made of: the fields, how the drive stands, its time (s), and who asks."""

    data: Mapping[str, Any]
    state: DriveState
    t: float
    by: str

    @property
    def fields(self) -> Fields:
        """The fields, read one by one."""
        return Fields(self.data, TableState())

    def number(self, name: str = "number") -> int:
        """Gets a player's number."""
        return self.fields.whole_needed(name, 1, MOST_NUMBER)

    def table(self) -> int:
        """Gets a table's number."""
        return self.fields.whole_needed("table", 1, MOST_TABLES)

    def hand(self) -> int:
        """Gets a hand's number; 0 is the one in play or counted."""
        return self.fields.whole("hand", 0, 1000) or 0

    def ticked(self, name: str) -> bool:
        """Tells whether a box is ticked."""
        return self.fields.text(name) not in (None, "0", "no", "False")

    def why(self) -> str:
        """Gets the reason ("" when none is given)."""
        return self.fields.text("why") or ""


Make = Callable[[Asked], Command]


@dataclass(frozen=True, slots=True)
class Way:
    """One act: how its command is made, who may do it, and the key of the sentence that says it was done."""

    make: Make
    needs: Role
    said: str = "done"


class BadList(BadField):
    """A list of players cannot be used; ``rows`` says what is wrong where."""

    def __init__(self, rows: Sequence[BadRow]) -> None:
        super().__init__("players", "roll")
        self._rows = rows

    def told(self, tell: Callable[..., str]) -> str:
        """Gives the sentence, naming the rows as far as one can read them."""
        bad = [
            (f"{tell('roll.line', line=row.line)} " if row.line else "") + tell(f"roll.{row.what}", **row.values)
            for row in self._rows[:MOST_TOLD]
        ]
        if (more := len(self._rows) - MOST_TOLD) > 0:
            bad.append(tell("roll.more", number=more))
        return tell("field.roll", why=tell("roll.between").join(bad))


def roll_of(text: str) -> tuple[tuple[str, str], ...]:
    """Reads typed players: a line each, the name, or the number and the name (in either order).

    Raises :class:`BadField`.
    """
    try:
        return tuple(read_roll(text.encode("utf-8", "replace"), "players").players)
    except BadRoll as error:
        raise BadList(error.rows) from error


def _text_of(asked: Asked, name: str) -> str:
    value = asked.data.get(name)
    if not isinstance(value, str):
        return ""
    if len(value) > MOST_LIST:
        raise BadField(name, "long", limit=MOST_LIST)
    return value


def rules_of(asked: Asked) -> dict[str, Any]:
    """Gives the rules that a form holds; those it does not hold stay as they are."""
    fields = asked.fields
    found: dict[str, Any] = {}
    for name, default in as_mapping(DriveRules()).items():
        if name not in asked.data:
            continue
        if name == "breaks":
            parts = (fields.text(name) or "").replace(",", " ").split()
            if not all(part.isascii() and part.isdecimal() and len(part) < 4 for part in parts):
                raise BadField(name, "whole", low=1, high=100)
            found[name] = [int(part) for part in parts]
        elif name in CHOICES:
            found[name] = fields.choice(name, CHOICES[name])
        elif isinstance(default, bool):
            found[name] = asked.ticked(name)
        elif isinstance(default, float):
            found[name] = fields.seconds(name, 0.05, 600)
        elif isinstance(default, int):
            found[name] = fields.whole_needed(name, 0, 1000)
        else:
            found[name] = fields.needed(name, 40)
    return {name: value for name, value in found.items() if value is not None}


def _create(asked: Asked) -> Command:
    name = asked.fields.needed("name", 60)
    seed = asked.fields.text("seed", 60) or secrets.token_hex(4)
    return c.Create(t=asked.t, by=asked.by, name=name, seed=seed, rules=rules_of(asked))


def _join(asked: Asked) -> Command:
    text = _text_of(asked, "players")
    if not text.strip():
        raise BadField("players", "missing")
    players = roll_of(text)
    return c.Join(t=asked.t, by=asked.by, players=players, wait=asked.ticked("wait"))


def _stewards(asked: Asked) -> Command:
    names = [line.strip() for line in _text_of(asked, "names").replace(",", "\n").splitlines()]
    return c.NameStewards(t=asked.t, by=asked.by, names=tuple(name for name in names if name))


def _swap(asked: Asked) -> Command:
    return c.Swap(t=asked.t, by=asked.by, number=asked.number(), other=asked.number("other"), why=asked.why())


def _absent(asked: Asked) -> Command:
    there = asked.ticked("there")
    return c.SetAbsent(t=asked.t, by=asked.by, number=asked.number(), hand=asked.hand(), absent=not there)


def _seconds(asked: Asked, low: float, high: float) -> float:
    if (seconds := asked.fields.seconds("seconds", low, high)) is None:
        raise BadField("seconds", "missing")
    return seconds


def _break(asked: Asked) -> Command:
    minutes = asked.fields.seconds("minutes", 0, 600)
    return c.TakeBreak(t=asked.t, by=asked.by, seconds=(minutes or 0) * 60)


def _extend(asked: Asked) -> Command:
    return c.Extend(t=asked.t, by=asked.by, table=asked.table(), seconds=_seconds(asked, -3600, 3600))


def _mark(asked: Asked) -> Command:
    fields = asked.fields
    entered = [name for name in asked.data if name.startswith("total-") and fields.text(name) is not None]
    numbers = [(name.removeprefix("total-"), name) for name in entered]
    if not numbers:
        raise BadField("total", "missing")
    if not all(number.isascii() and number.isdecimal() and len(number) < 6 for number, _ in numbers):
        raise BadField("total", "whole", low=0, high=MOST_POINTS)
    totals = {number: fields.whole_needed(name, 0, MOST_POINTS) for number, name in numbers}
    sure = asked.ticked("sure")
    return c.MarkCards(t=asked.t, by=asked.by, table=asked.table(), totals=totals, hand=asked.hand(), sure=sure)


def _initial(asked: Asked) -> Command:
    by_number = asked.fields.whole("by_number", 0, MOST_NUMBER) or 0
    return c.InitialCard(t=asked.t, by=asked.by, number=asked.number(), by_number=by_number, hand=asked.hand())


def _refuse(asked: Asked) -> Command:
    by_number = asked.fields.whole("by_number", 0, MOST_NUMBER) or 0
    return c.RefuseCard(t=asked.t, by=asked.by, number=asked.number(), by_number=by_number, hand=asked.hand())


def _correct(asked: Asked) -> Command:
    return c.CorrectCard(
        t=asked.t, by=asked.by, number=asked.number(), total=asked.fields.whole_needed("total", 0, MOST_POINTS),
        why=asked.why(), hand=asked.hand(), sure=asked.ticked("sure"),
    )  # fmt: skip


def _fine(asked: Asked) -> Command:
    points = asked.fields.whole("points", -1000, 1000)
    if points == 0:
        raise BadField("points", "no fine")
    return c.Fine(t=asked.t, by=asked.by, number=asked.number(), points=points or 0, why=asked.why(), hand=asked.hand())


def _void(asked: Asked) -> Command:
    return c.VoidHand(t=asked.t, by=asked.by, why=asked.why(), table=asked.table(), hand=asked.hand())


def _void_hall(asked: Asked) -> Command:
    return c.VoidHand(t=asked.t, by=asked.by, why=asked.why(), hand=asked.hand())


def _restore(asked: Asked) -> Command:
    table = asked.fields.whole("table", 0, MOST_TABLES) or 0
    return c.RestoreHand(t=asked.t, by=asked.by, why=asked.why(), table=table, hand=asked.hand())


def _out(asked: Asked) -> Command:
    number = asked.fields.whole_needed("number", 0, MOST_NUMBER)
    return c.ReportOut(t=asked.t, by=asked.by, table=asked.table(), number=number)


def _cut(asked: Asked) -> Command:
    number = asked.fields.whole("number", 0, MOST_NUMBER) or 0
    return c.CutTie(t=asked.t, by=asked.by, table=asked.table(), number=number)


def _plain(kind: Callable[..., Command], **more: Any) -> Make:
    """Makes commands that hold nothing but who asks and when."""
    return lambda asked: kind(t=asked.t, by=asked.by, **more)


def _about(kind: Callable[..., Command]) -> Make:
    """Makes commands about one player."""
    return lambda asked: kind(t=asked.t, by=asked.by, number=asked.number())


def _because(kind: Callable[..., Command]) -> Make:
    """Makes commands about one player's card, with a reason."""
    return lambda asked: kind(t=asked.t, by=asked.by, number=asked.number(), why=asked.why(), hand=asked.hand())


PLAYER, STEWARD, ORGANISER = Role.PLAYER, Role.STEWARD, Role.ORGANISER

ACTS: Mapping[str, Way] = {
    "create": Way(_create, ORGANISER, "created"),
    "rules": Way(lambda asked: c.SetRules(t=asked.t, by=asked.by, rules=rules_of(asked)), ORGANISER),
    "join": Way(_join, ORGANISER, "joined"),
    "stewards": Way(_stewards, ORGANISER),
    "rename": Way(
        lambda a: c.Rename(t=a.t, by=a.by, number=a.number(), name=a.fields.needed("name", 60)), STEWARD
    ),
    "leave": Way(_about(c.Leave), ORGANISER),
    "return": Way(_about(c.Return), ORGANISER),
    "absent": Way(_absent, ORGANISER),
    "swap": Way(_swap, STEWARD),
    "make": Way(_plain(c.MakeHand), ORGANISER, "made"),
    "unmake": Way(_plain(c.UnmakeHand), ORGANISER),
    "announce": Way(_plain(c.Announce), ORGANISER, "announced"),
    "start": Way(_plain(c.StartHand), ORGANISER, "started"),
    "start-anyway": Way(_plain(c.StartHand, anyway=True), ORGANISER, "started"),
    "call-back": Way(_plain(c.CallBack), ORGANISER),
    "pause": Way(_plain(PauseClock), ORGANISER, "clock"),
    "resume": Way(_plain(ResumeClock), ORGANISER, "clock"),
    "adjust": Way(lambda a: AdjustClock(t=a.t, by=a.by, seconds=_seconds(a, -7200, 7200)), ORGANISER, "clock"),
    "break": Way(_break, ORGANISER),
    "finish": Way(_plain(c.Finish), ORGANISER, "finished"),
    "finish-anyway": Way(_plain(c.Finish, anyway=True), ORGANISER, "finished"),
    "go-on": Way(_plain(c.GoOn), ORGANISER),
    "cut-places": Way(_plain(c.CutPlaces), ORGANISER),
    "void-hall": Way(_void_hall, ORGANISER),
    "restore": Way(_restore, ORGANISER),
    "extend": Way(_extend, STEWARD, "clock"),
    "void": Way(_void, STEWARD),
    "reopen": Way(_because(c.ReopenCard), STEWARD),
    "correct": Way(_correct, STEWARD, "corrected"),
    "excuse": Way(_because(c.ExcuseCard), STEWARD),
    "fine": Way(_fine, STEWARD, "fined"),
    "seated": Way(lambda asked: c.ReportSeated(t=asked.t, by=asked.by, table=asked.table()), PLAYER, "seated"),
    "out": Way(_out, PLAYER),
    "mark": Way(_mark, PLAYER, "marked"),
    "initial": Way(_initial, PLAYER, "initialled"),
    "refuse": Way(_refuse, PLAYER, "refused"),
    "cut": Way(_cut, PLAYER),
}  # fmt: skip
"""The acts by the names in their addresses."""


def own(command: Command, number: int, state: DriveState) -> Command | None:
    """Gives a player's command as he may put it: for his own table, and in his own name; None: it is another's."""
    hand = state.hand
    table = hand.table_of(number) if hand is not None else None
    if hand is None or table is None:
        return None
    match command:
        case c.ReportSeated(table=named) | c.CutTie(table=named) if named == table.number:
            return None if isinstance(command, c.CutTie) and not command.number else command
        case c.ReportOut(table=named, number=out) if named == table.number and out in (0, number):
            # Only who said that he is out takes it back.
            return command if out or table.out == number else None
        case c.MarkCards(table=named, hand=0 | hand.number) if named == table.number:
            return command
        case c.InitialCard(hand=0 | hand.number) | c.RefuseCard(hand=0 | hand.number):
            return replace(command, by_number=number)
    return None
