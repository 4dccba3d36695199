"""The words people read, by language and key. Nothing a person sees is written anywhere else in the pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from web.english import ENGLISH
from web.french import FRENCH

Say = Callable[..., str]

BEFORE_OR_IN = re.compile(r" (?=[;:!?»])|(?<=«) ")


def bound(french: str) -> str:
    """Gives a French text whose signs are never parted from their word at the end of a line."""
    return BEFORE_OR_IN.sub("\u00a0", french)


def loose(text: str) -> str:
    """Gives a text with plain blanks, for a voice and other programs."""
    return text.replace("\u00a0", " ")


LANGUAGES: Mapping[str, Mapping[str, str]] = {
    "en": ENGLISH,
    "fr": {key: text if key.startswith("spoken.") else bound(text) for key, text in FRENCH.items()},
}
"""Texts by language code, then by key. English is complete; another language falls back to it key by key."""


def say(language: str, key: str, **values: object) -> str:
    """Gives a text with its values filled in; without any, a text for scripts to fill in stays as it is.

    Raises KeyError for a key that English does not have.
    """
    text = LANGUAGES.get(language, ENGLISH).get(key)
    text = ENGLISH[key] if text is None else text
    return text.format_map(values) if values else text


def known(language: str, key: str, otherwise: str = "", **values: object) -> str:
    """Gives a text whose key comes from elsewhere (a refusal's reason, a doubt), or ``otherwise``."""
    return say(language, key, **values) if key in ENGLISH else otherwise


def counted(language: str, key: str, number: int, **values: object) -> str:
    """Gives the form of a text that goes with a number: ``key.one`` or ``key.many``."""
    one = abs(number) < 2 if language == "fr" else abs(number) == 1
    return say(language, f"{key}.{'one' if one else 'many'}", number=number, **values)


def best(accepted: list[str]) -> str:
    """Gives the first language of a reader's list that the pages can speak."""
    for language in accepted:
        if (code := language.lower()[:2]) in LANGUAGES:
            return code
    return "en"
