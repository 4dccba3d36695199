"""What a form or a JSON body holds, field by field; each wrong one is refused by name."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from engine.errors import StewardError
from engine.state import TableState

_WORD = re.compile(r"[A-Za-z*]{1,40}\Z")
_FACE = re.compile(r"(?:[A-Za-z*]|master)\Z", re.IGNORECASE)
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}\Z")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,9}(?:\.[0-9]{1,6})?\Z")


class BadField(StewardError, ValueError):
    """A field is missing or cannot be understood. ``key`` and ``values`` are the sentence that the screen shows."""

    def __init__(self, field: str, key: str, **values: object) -> None:
        super().__init__(f"the field {field!r} cannot be used: {key}")
        self.field = field
        self.key = f"field.{key}"
        self.values = {"field": field, **values}

    def told(self, tell: Callable[..., str]) -> str:
        """Gives the sentence by what gives the texts of the reader's language."""
        return tell(self.key, **self.values)


class Fields:
    """The fields of one request, read against the table they are meant for."""

    def __init__(self, data: Mapping[str, Any], state: TableState) -> None:
        self._data = data
        self._state = state

    def text(self, name: str, limit: int = 200) -> str | None:
        """Gets a line of text without its outer blanks (None: not given). Refuses control characters and long ones."""
        value = self._data.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, (str, int, float)):
            raise BadField(name, "text")
        line = str(value).strip()
        if len(line) > limit:
            raise BadField(name, "long", limit=limit)
        if not line.isprintable():
            raise BadField(name, "signs")
        return line or None

    def needed(self, name: str, limit: int = 200) -> str:
        """Gets a line of text that must be given."""
        if (line := self.text(name, limit)) is None:
            raise BadField(name, "missing")
        return line

    def others(self, but: tuple[str, ...]) -> dict[str, str]:
        """Gets every field that is given, but those named, as lines of text."""
        names = [name for name in self._data if name not in but]
        return {name: line for name in names if (line := self.text(name, 1000)) is not None}

    def choice(self, name: str, choices: tuple[str, ...], otherwise: str | None = None) -> str:
        """Gets one of ``choices``; ``otherwise`` when the field is not given."""
        line = self.text(name) or otherwise
        if line is None:
            raise BadField(name, "missing")
        if line not in choices:
            raise BadField(name, "choice", choices=", ".join(choices))
        return line

    def seat(self, name: str = "seat") -> str | None:
        """Gets a seat at which somebody sits (None: not given)."""
        line = self.text(name)
        seats = tuple(player.seat for player in self._state.players)
        if line is not None and line not in seats:
            raise BadField(name, "choice", choices=", ".join(seats))
        return line

    def seat_needed(self, name: str = "seat") -> str:
        """Gets a seat that must be given."""
        if (seat := self.seat(name)) is None:
            raise BadField(name, "missing")
        return seat

    def word(self, name: str) -> str | None:
        """Gets a word in capitals, the Master as ``*`` (None: not given)."""
        line = self.text(name)
        if line is not None and not _WORD.match(line):
            raise BadField(name, "word")
        return None if line is None else line.upper()

    def word_needed(self, name: str) -> str:
        """Gets a word that must be given."""
        if (word := self.word(name)) is None:
            raise BadField(name, "missing")
        return word

    def words(self, name: str) -> tuple[str, ...]:
        """Gets words parted by blanks or commas; a JSON list will do as well."""
        value = self._data.get(name)
        if isinstance(value, (list, tuple)):
            if len(value) > 60:
                raise BadField(name, "long", limit=60)
            value = " ".join(item if isinstance(item, str) else "?" for item in value)
            return Fields({name: value}, self._state).words(name)
        parts = re.split(r"[\s,]+", self.text(name, 1000) or "")
        found = tuple(part.upper() for part in parts if part)
        if any(not _WORD.match(word) for word in found):
            raise BadField(name, "word")
        return found

    def face(self, name: str) -> str | None:
        """Gets the face of one card: a letter, or ``MASTER`` for ``*`` (None: not given)."""
        line = self.text(name)
        if line is None:
            return None
        if not _FACE.match(line):
            raise BadField(name, "face")
        return "MASTER" if line == "*" or len(line) > 1 else line.upper()

    def whole(self, name: str, low: int, high: int) -> int | None:
        """Gets a whole number from ``low`` to ``high`` (None: not given)."""
        line = self.text(name)
        if line is None:
            return None
        if not _WHOLE.match(line) or not low <= int(line) <= high:
            raise BadField(name, "whole", low=low, high=high)
        return int(line)

    def whole_needed(self, name: str, low: int, high: int) -> int:
        """Gets a whole number that must be given."""
        if (number := self.whole(name, low, high)) is None:
            raise BadField(name, "missing")
        return number

    def seconds(self, name: str, low: float, high: float) -> float | None:
        """Gets a number of seconds from ``low`` to ``high`` (None: not given)."""
        line = self.text(name)
        if line is None:
            return None
        number = float(line) if _DECIMAL.match(line) else math.nan
        if not low <= number <= high:
            raise BadField(name, "whole", low=low, high=high)
        return number

    def each_seat(self, prefix: str) -> tuple[tuple[str, str], ...]:
        """Gets (seat, field name) for each seated player whose field ``prefix-SEAT`` is given."""
        names = ((player.seat, f"{prefix}-{player.seat}") for player in self._state.players)
        return tuple((seat, name) for seat, name in names if self.text(name) is not None)
