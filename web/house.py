"""The house round the table as its pages see it: its health, its packs and its words, whoever keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.errors import Missing
from engine.rules import HouseRules


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of one part of the machine, and what to do; ``level`` is ok, warning, wrong or bad input."""

    part: str
    level: str
    found: str
    todo: str = ""


@dataclass(frozen=True, slots=True)
class ListedPack:
    """A pack that can be played with; ``cards`` 0 stands for any number; ``enrolled``: learnt on this machine."""

    name: str
    title: str
    language: str
    cards: int
    points: int
    assumed: tuple[str, ...] = ()
    enrolled: bool = False


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A picture of cards laid out to be learnt: the letters read row by row (``?`` where unsure), and what hinders."""

    cards: int
    letters: str
    unsure: int
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A pack that is being learnt: its pictures so far, how often each letter was seen, and those not seen yet."""

    name: str
    pictures: tuple[LaidOut, ...] = ()
    seen: Mapping[str, int] = field(default_factory=dict)
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnWords:
    """The words that this house adds and bars in a language."""

    added: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()


class House(Protocol):
    """What the pages need of the house. Raises :class:`engine.errors.StewardError` for what cannot be done."""

    def health(self, language: str) -> tuple[Finding, ...]:
        """Examines every part of the machine; told in a language."""
        ...

    def mounting(self, language: str) -> tuple[Finding, ...]:
        """Examines how the camera hangs, by the newest picture; empty when there is none."""
        ...

    def packs(self) -> tuple[ListedPack, ...]:
        """Gets the packs there are."""
        ...

    def lay_out(self, name: str, picture: bytes, letters: str) -> Enrolment:
        """Looks at one more picture of a pack that is being learnt; ``letters`` names its cards row by row."""
        ...

    def enrolment(self, name: str) -> Enrolment:
        """Gets how far a pack is learnt; empty when nothing was shown yet."""
        ...

    def enrol(self, name: str, like: str) -> str:
        """Learns the pack from its pictures, as an edition of another; gives what is to be said."""
        ...

    def forget(self, name: str) -> None:
        """Throws the pictures of a pack away that is being learnt."""
        ...

    def look_up(self, word: str, language: str, rules: HouseRules) -> Mapping[str, Any]:
        """Gets what the lists hold of a word: ``listed``, ``levels``, ``marks``, ``added_by``, ``barred_by``, and the
        ``verdict``, ``reason`` and ``meant`` that it would get."""
        ...

    def own_words(self, language: str) -> OwnWords:
        """Gets the words of this house."""
        ...

    def change_words(self, act: str, words: tuple[str, ...], language: str) -> None:
        """Adds (``add``), bars (``bar``) or drops (``drop``) words of this house, from the next start on."""
        ...


class NoHouse:
    """Stands in where only a table is shown, as in the demo: there is nothing to keep."""

    def health(self, language: str) -> tuple[Finding, ...]:
        return ()

    def mounting(self, language: str) -> tuple[Finding, ...]:
        return ()

    def packs(self) -> tuple[ListedPack, ...]:
        return ()

    def lay_out(self, name: str, picture: bytes, letters: str) -> Enrolment:
        raise Missing("packs are not enrolled here")

    def enrolment(self, name: str) -> Enrolment:
        return Enrolment(name)

    def enrol(self, name: str, like: str) -> str:
        raise Missing("packs are not enrolled here")

    def forget(self, name: str) -> None:
        return

    def look_up(self, word: str, language: str, rules: HouseRules) -> Mapping[str, Any]:
        raise Missing("no word lists are kept here")

    def own_words(self, language: str) -> OwnWords:
        return OwnWords()

    def change_words(self, act: str, words: tuple[str, ...], language: str) -> None:
        raise Missing("no words are kept here")
