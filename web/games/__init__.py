"""The other games' pages: each game's own texts lie in the module of its name here, as ``ENGLISH`` and ``FRENCH``.

Keys: ``title``, ``lead``, ``rule.1`` and on (the rules page), ``act.NAME`` (what a button says), ``field.NAME``,
``choice.NAME``, ``said.ACT`` (the sentence of what happened) and ``shown.NAME``. A game that has no module here, and a
key that its module lacks, is shown by the game's own names.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from typing import Any

from engine import events as e
from engine.captions import caption_names, load_captions
from engine.games import game_names
from web.texts import bound

Texts = Mapping[str, str]


@lru_cache(maxsize=64)
def texts_of(game: str, language: str) -> Texts:
    """Gives a game's texts in a language, else in English, else none."""
    if game not in game_names():
        return {}
    try:
        module = import_module(f"{__name__}.{game}")
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{game}":
            raise
        return {}
    english: Texts = module.ENGLISH
    french: Texts = module.FRENCH
    return {**english, **{key: bound(text) for key, text in french.items()}} if language == "fr" else english


def named(game: str, language: str, key: str) -> str:
    """Gives what a game calls something, such as ``act.pool``; its plain name where the game has no text for it."""
    return texts_of(game, language).get(key) or key.partition(".")[2].replace("_", " ").replace("-", " ").capitalize()


def title(game: str, language: str) -> str:
    """Gives a game's name as a choice shows it."""
    return texts_of(game, language).get("title") or game.capitalize()


def rules_of(game: str, language: str) -> tuple[str, ...]:
    """Gives the paragraphs of a game's rules."""
    known = texts_of(game, language)
    numbers = range(1, 100)
    return tuple(known[f"rule.{number}"] for number in numbers if f"rule.{number}" in known)


def sentence(language: str, event: e.Acted, names: Mapping[str, str]) -> str:
    """Gives what an act was, in one sentence."""

    labels = _labels(event)

    def shown(value: Any) -> str:
        if isinstance(value, Mapping):
            return ", ".join(f"{names.get(str(seat), seat)} {shown(item)}" for seat, item in value.items())
        if isinstance(value, list | tuple):
            return ", ".join(shown(item) for item in value)
        text = str(value)
        return labels.get(text) or names.get(text) or texts_of(event.game, language).get(f"choice.{text}") or text

    values = {name: shown(value) for name, value in event.values.items()}
    name = names.get(event.seat or "", event.seat or "")
    known = texts_of(event.game, language)
    wrong = known.get(f"said.{event.act}.wrong") if event.values.get("wrong") else None
    form = wrong or known.get(f"said.{event.act}")
    if form is not None:
        return form.format_map(_Given({**values, "name": name}))
    told = ", ".join(f"{named(event.game, language, 'field.' + key)} {value}" for key, value in values.items() if value)
    who = f"{name}: " if name else ""
    return f"{who}{named(event.game, language, 'act.' + event.act)}{f' ({told})' if told else ''}."


def _labels(event: e.Acted) -> Mapping[str, str]:
    """Gives what the cards of a game with picture cards are called, by their captions."""
    if event.game not in caption_names():
        return {}
    return {card.id: card.label for card in load_captions(event.game).cards}


class _Given(dict[str, str]):
    """Values for a sentence; one that was not told is a dash."""

    def __missing__(self, key: str) -> str:
        return "–"
