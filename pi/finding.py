"""What the doctor finds of one part of the machine: kept as a text's key and its values, told in any language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from web.texts import say

FINE, WARNING, WRONG, BAD_INPUT = "ok", "warning", "wrong", "bad input"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of one part. ``level`` is ok, warning (it goes on without), wrong (it is needed, or was asked for)
    or bad input (what was asked for cannot be). ``said`` and ``do`` are the keys of what was found and of what to do
    about it (empty: nothing), in the texts of the pages, with their ``values``."""

    part: str
    level: str
    said: str
    values: Mapping[str, object] = field(default_factory=dict)
    do: str = ""

    @property
    def found(self) -> str:
        """What was found, in English."""
        return self.told("en")[1]

    @property
    def todo(self) -> str:
        """What to do about it, in English; empty for nothing."""
        return self.told("en")[2]

    def told(self, language: str) -> tuple[str, str, str]:
        """Gives the part's name, what was found, and what to do about it."""
        todo = say(language, f"doctor.todo.{self.do}", **self.values) if self.do else ""
        found = say(language, f"doctor.found.{self.said}", **self.values)
        return say(language, f"doctor.part.{self.part}"), found, todo

    def as_object(self, language: str = "en") -> dict[str, str]:
        """Gives the finding for a program to read; the part's name and the level are the same in every language."""
        _, found, todo = self.told(language)
        return {"part": self.part, "level": self.level, "found": found, "todo": todo}


def said(part: str, level: str, text: object, do: str = "", **values: object) -> Finding:
    """Gives a finding whose words come from elsewhere: a program's version, or an error's message."""
    return Finding(part, level, "said", {"text": str(text), **values}, do)
