"""From what a person entered to the command he means: one function for each act, by the name in its address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from dataclasses import fields as dataclass_fields

from engine import commands as c
from engine.cards import pack_names
from engine.games import FIRST, game, game_names
from engine.rules import CHOICES, MOST, PRESETS, RANGES, HouseRules
from engine.state import TableState
from web.fields import BadField, Fields
from web.roles import Role

PLAYS = ("compose", "exchange", "insert", "substitute", "takeback")
SEATS = ("N", "E", "S", "W", "5", "6", "7", "8", "9", "10")
"""The lines of the form, clockwise; whoever sits at the last ones has the seats numbered."""
"""The seats that the opening form offers, clockwise."""
MOST_POINTS = 9999
MOST_CARDS = 200
MOST_SECONDS = 86400.0

Make = Callable[[Fields, TableState, float, str], c.Command]


@dataclass(frozen=True, slots=True)
class Way:
    """One act: how its command is made, who may do it, and the key of the sentence that says it was done."""

    make: Make
    needs: Role = Role.STEWARD
    said: str = "done"


def _open(fields: Fields, state: TableState, t: float, by: str) -> c.Command:
    seats = tuple((seat, name) for seat in SEATS if (name := fields.text(f"name-{seat}", 24)))
    chosen = fields.choice("game", game_names(), FIRST)
    tongue = fields.choice("language", ("en", "fr"), "en")
    packs = game(chosen).packs
    if len(seats) < min(2, game(chosen).players[0]):
        raise BadField("name-N", "players")
    called = [name.casefold() for _, name in seats]
    for (seat, name), folded in zip(seats, called, strict=True):
        if called.count(folded) > 1:
            raise BadField(f"name-{seat}", "twice", name=name)
    if len(seats) > 4:
        seats = tuple((str(number), name) for number, (_, name) in enumerate(seats, start=1))
    elif any(seat not in SEATS[:4] for seat, _ in seats):
        seats = tuple(zip(SEATS, (name for _, name in seats), strict=False))
    rules = fields.choice("rules", ("home", "drive"), "home")
    return c.Open(
        t=t,
        by=by,
        game=chosen,
        rules=rules,
        house=_house(fields, rules) if chosen == FIRST else {},
        language=tongue,
        pack=fields.choice("pack", (*pack_names(), *packs.values()), packs.get(tongue, packs["en"])),
        seats=seats,
    )


def _house(fields: Fields, preset: str) -> dict[str, object]:
    """Gives the house rules that were entered and differ from the rule book's."""
    changed: dict[str, object] = {}
    for item in dataclass_fields(HouseRules):
        name, usual = f"house-{item.name}", getattr(PRESETS[preset], item.name)
        least, most = RANGES.get(item.name, (0, MOST))
        value: object
        if item.name == "preset" or fields.text(name) is None:
            continue
        if isinstance(usual, bool):
            value = fields.choice(name, ("yes", "no")) == "yes"
        elif item.name in CHOICES:
            value = fields.choice(name, CHOICES[item.name])
        elif isinstance(usual, int):
            value = fields.whole(name, least, most)
        else:
            value = fields.seconds(name, least, most)
        if value != usual:
            changed[item.name] = value
    return changed


def _act(fields: Fields, state: TableState, t: float, by: str) -> c.Command:
    values: dict[str, object] = {}
    for name, value in fields.others(("act", "seat", "token")).items():
        item, parted, seat = name.partition("-")
        if parted:
            each = values.setdefault(item, {})
            if isinstance(each, dict):
                each[seat] = value
        else:
            values[item] = value
    return c.Act(t=t, by=by, act=fields.needed("act", 40), seat=fields.seat(), values=values)


def _deal(fields: Fields, state: TableState, t: float, by: str) -> c.Command:
    return c.Deal(t=t, by=by, seat=fields.seat(), exposed=fields.face("exposed"))


def _adopt(fields: Fields, state: TableState, t: float, by: str) -> c.Command:
    return c.Adopt(t=t, by=by, words=fields.words("words"), exposed=fields.face("exposed"), turn=fields.seat("turn"))


def _play(fields: Fields, state: TableState, t: float, by: str) -> c.Command:
    act = fields.choice("act", PLAYS)
    seat = fields.seat()
    if act == "exchange":
        before = fields.face("exposed_before") or state.exposed
        took = fields.choice("took", ("unknown", "exposed", "stock"), "unknown")
        after = fields.face("exposed_after")
        return c.Play(t=t, by=by, act=act, seat=seat, exposed_before=before, exposed_after=after, took=took)
    if act == "compose":
        return c.Play(t=t, by=by, act=act, seat=seat, after=fields.word_needed("after"))
    after_word = fields.word("after") if act == "takeback" else fields.word_needed("after")
    return c.Play(t=t, by=by, act=act, seat=seat, before=fields.word_needed("before"), after=after_word)


def _challenge(fields: Fields, state: TableState, t: float, by: str) -> c.Command:
    return c.Challenge(t=t, by=by, seat=fields.seat_needed())


def _rule(fields: Fields, state: TableState, t: float, by: str) -> c.Command:
    verdict = fields.choice("verdict", ("good", "misspelt", "not allowed"))
    return c.Rule(t=t, by=by, verdict=verdict, why=fields.text("why"))


def _start(fields: Fields, state: TableState, t: float, by: str) -> c.Command:
    minutes = fields.seconds("minutes", 0, MOST_SECONDS / 60)
    seconds = fields.seconds("seconds", 0, MOST_SECONDS)
    return c.StartClock(t=t, by=by, seconds=minutes * 60 if minutes is not None else seconds)


def _adjust(fields: Fields, state: TableState, t: float, by: str) -> c.Command:
    if (seconds := fields.seconds("seconds", -MOST_SECONDS, MOST_SECONDS)) is None:
        raise BadField("seconds", "missing")
    return c.AdjustClock(t=t, by=by, seconds=seconds)


def _mark(fields: Fields, state: TableState, t: float, by: str) -> c.Command:
    totals = {seat: fields.whole_needed(name, 0, MOST_POINTS) for seat, name in fields.each_seat("total")}
    counts = {seat: fields.whole_needed(name, 0, MOST_CARDS) for seat, name in fields.each_seat("count")}
    if not totals:
        raise BadField("total", "missing")
    return c.Mark(t=t, by=by, totals=totals, counts=counts)


def _cut(fields: Fields, state: TableState, t: float, by: str) -> c.Command:
    cards = {seat: face for seat, name in fields.each_seat("card") if (face := fields.face(name))}
    if len(cards) < 2:
        raise BadField("card", "missing")
    return c.CutCards(t=t, by=by, cards=cards, about=fields.choice("about", ("deal", "tie"), "deal"))


def _correct(fields: Fields, state: TableState, t: float, by: str) -> c.Command:
    field = fields.choice("field", ("score", "cards", "turn", "dealer", "word", "exposed"))
    why = fields.text("why")
    seat = None
    value: object
    if field == "score":
        seat, value = fields.seat_needed(), fields.whole_needed("value", -MOST_POINTS, MOST_POINTS)
    elif field == "cards":
        seat, value = fields.seat_needed(), fields.whole_needed("value", 0, MOST_CARDS)
    elif field in ("turn", "dealer"):
        value = fields.seat_needed("value")
    elif field == "exposed":
        value = fields.face("value")
    else:
        value = {"before": fields.word("before"), "after": fields.word("value")}
        if value == {"before": None, "after": None}:
            raise BadField("value", "missing")
    return c.Correct(t=t, by=by, field=field, value=value, seat=seat, why=why)


def _undo(fields: Fields, state: TableState, t: float, by: str) -> c.Command:
    return c.Undo(t=t, by=by)


def _answer(fields: Fields, state: TableState, t: float, by: str) -> c.Command:
    return c.Answer(t=t, by=by, answer=fields.choice("answer", ("yes", "no")))


def _pause(fields: Fields, state: TableState, t: float, by: str) -> c.Command:
    return c.PauseClock(t=t, by=by)


def _resume(fields: Fields, state: TableState, t: float, by: str) -> c.Command:
    return c.ResumeClock(t=t, by=by)


def _initial(fields: Fields, state: TableState, t: float, by: str) -> c.Command:
    return c.Initial(t=t, by=by, by_seat=fields.seat_needed("by_seat"))


def _refuse(fields: Fields, state: TableState, t: float, by: str) -> c.Command:
    return c.RefuseTotal(t=t, by=by, by_seat=fields.seat_needed("by_seat"))


def _reopen(fields: Fields, state: TableState, t: float, by: str) -> c.Command:
    return c.Reopen(t=t, by=by, why=fields.needed("why"))


def _restock(fields: Fields, state: TableState, t: float, by: str) -> c.Command:
    return c.Restock(t=t, by=by, exposed=fields.face("exposed"))


ACTS: Mapping[str, Way] = {
    "open": Way(_open),
    "deal": Way(_deal),
    "adopt": Way(_adopt),
    "play": Way(_play, Role.PLAYER, "play"),
    "challenge": Way(_challenge, Role.PLAYER, "challenge"),
    "undo": Way(_undo, said="undo"),
    "rule": Way(_rule),
    "answer": Way(_answer, Role.PLAYER, "answer"),
    "clock-start": Way(_start, said="clock"),
    "clock-pause": Way(_pause, said="clock"),
    "clock-resume": Way(_resume, said="clock"),
    "clock-adjust": Way(_adjust, said="clock"),
    "mark": Way(_mark, Role.PLAYER),
    "initial": Way(_initial, Role.PLAYER),
    "refuse-total": Way(_refuse, Role.PLAYER),
    "reopen": Way(_reopen),
    "restock": Way(_restock),
    "cut": Way(_cut),
    "correct": Way(_correct, said="correct"),
    "act": Way(_act, said="act"),
}
"""The acts by the names in their addresses."""


def command_for(name: str, fields: Fields, state: TableState, t: float, by: str) -> c.Command:
    """Makes the command of an act. Raises KeyError for an unknown act, :class:`BadField` for a wrong field."""
    return ACTS[name].make(fields, state, t, by)


def own(command: c.Command, seat: str, state: TableState) -> c.Command | None:
    """Gives a player's command as it may be put for his own seat; None: it is about another's."""
    match command:
        case c.Play(seat=None):
            return replace(command, seat=seat)
        case c.Play(seat=other) | c.Challenge(seat=other) | c.Initial(by_seat=other) | c.RefuseTotal(by_seat=other):
            return command if other == seat else None
        case c.Mark():
            return command if {*command.totals, *command.counts} == {seat} else None
        case c.Answer():
            return command if is_asked(state, seat) else None
    return None


def is_asked(state: TableState, seat: str) -> bool:
    """Tells whether a question may be answered by the player of a seat; what a word is only a steward says."""
    question = state.question
    return question is None or (question.about != "unclear word" and (not question.seats or seat in question.seats))
