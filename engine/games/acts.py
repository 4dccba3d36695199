"""Acts that are told: what a game's players may do now, each act with its fields, and how an entered field is read.

The dashboard draws its forms from these descriptions and the simulator fills them in; only the game knows what an act
means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.errors import Refused
from engine.games.reasons import Reason
from engine.kinds import MOST_TEXT, shown
from engine.state import TableState

MOST_NUMBER = 9999
MOST_WORDS = 60
_WORD = re.compile(r"[A-Z*]{1,30}")


@dataclass(frozen=True, slots=True)
class Field:
    """One field of an act. ``kind`` is ``seat``, ``letter`` (the Master ``*``), ``word``, ``words``, ``whole``,
    ``choice`` (one of ``choices``), ``text``, or ``letters`` and ``wholes`` for one letter or number at each seat.

    ``labels`` says what a choice is called where it is not a word of the game's own, such as a printed caption.
    """

    name: str
    kind: str
    choices: tuple[str, ...] = ()
    needed: bool = True
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Form:
    """An act that is possible now. ``who`` is ``turn`` (the player to play, unless another is named), ``any`` (a player
    must be named) or ``none`` (nobody's act)."""

    name: str
    fields: tuple[Field, ...] = ()
    who: str = "turn"


def entered(form: Form, values: Mapping[str, Any], state: TableState) -> dict[str, Any]:
    """Reads the fields of an act as they were entered; one that was left empty is missing in the result.

    Raises :class:`Refused` naming the field that is unknown, missing or wrong.
    """
    known = {item.name: item for item in form.fields}
    if unknown := values.keys() - known.keys():
        raise _wrong(form, sorted(unknown)[0], f"is no field of this act; it has {', '.join(known) or 'none'}")
    read = {}
    for name, item in known.items():
        value = values.get(name)
        if value is None or value == "" or value == () or value == {}:
            if item.needed:
                raise _wrong(form, name, "is missing")
            continue
        read[name] = _READ[item.kind](_Entry(form, item, state), value)
    return read


@dataclass(frozen=True, slots=True)
class _Entry:
    """The field being read, and the table it is read for."""

    form: Form
    field: Field
    state: TableState

    def wrong(self, value: object, wanted: str) -> Refused:
        return _wrong(self.form, self.field.name, f"is {shown(value)}; it must be {wanted}")


def _wrong(form: Form, name: str, why: str) -> Refused:
    return Refused(Reason.NOT_UNDERSTOOD, f"{form.name}: the field {name[:40]!r} {why}")


def _seat(entry: _Entry, value: object) -> str:
    seats = [player.seat for player in entry.state.players]
    if not isinstance(value, str) or value not in seats:
        raise entry.wrong(value, f"a seat: {', '.join(seats)}")
    return value


def _letter(entry: _Entry, value: object) -> str:
    letter = "*" if value == "MASTER" else value.strip().upper() if isinstance(value, str) else ""
    if not _WORD.fullmatch(letter) or len(letter) != 1:
        raise entry.wrong(value, "one letter, A to Z, or * for the Master")
    return letter


def _word(entry: _Entry, value: object) -> str:
    word = value.strip().upper() if isinstance(value, str) else ""
    if not _WORD.fullmatch(word):
        raise entry.wrong(value, "a word of letters A to Z, the Master as *")
    return word


def _words(entry: _Entry, value: object) -> tuple[str, ...]:
    items = re.split(r"[\s,]+", value.strip()) if isinstance(value, str) else value
    if not isinstance(items, list | tuple) or not 0 < len(items) <= MOST_WORDS:
        raise entry.wrong(value, f"1 to {MOST_WORDS} words")
    return tuple(_word(entry, item) for item in items)


def _whole(entry: _Entry, value: object) -> int:
    number = int(value) if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,6}", value.strip()) else value
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= MOST_NUMBER:
        raise entry.wrong(value, f"a whole number from 0 to {MOST_NUMBER}")
    return number


def _choice(entry: _Entry, value: object) -> str:
    if value not in entry.field.choices:
        raise entry.wrong(value, f"one of {', '.join(entry.field.choices)[:200]}")
    return str(value)


def _text(entry: _Entry, value: object) -> str:
    if not isinstance(value, str) or len(value) > MOST_TEXT or not value.isprintable():
        raise entry.wrong(value, "a line of text")
    return value.strip()


def _each(one: Callable[[_Entry, object], Any]) -> Callable[[_Entry, object], dict[str, Any]]:
    def read(entry: _Entry, value: object) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise entry.wrong(value, "given for each seat")
        return {_seat(entry, seat): one(entry, item) for seat, item in value.items() if item not in ("", None)}

    return read


_READ: Mapping[str, Callable[[_Entry, object], Any]] = {
    "seat": _seat,
    "letter": _letter,
    "word": _word,
    "words": _words,
    "whole": _whole,
    "choice": _choice,
    "text": _text,
    "letters": _each(_letter),
    "wholes": _each(_whole),
}


def described(forms: Sequence[Form]) -> list[dict[str, Any]]:
    """Gives forms as the JSON that screens draw them from."""
    return [
        {
            "act": form.name,
            "who": form.who,
            "fields": [
                {
                    "name": item.name,
                    "kind": item.kind,
                    "choices": list(item.choices),
                    "needed": item.needed,
                    "labels": dict(item.labels),
                }
                for item in form.fields
            ],
        }
        for form in forms
    ]
