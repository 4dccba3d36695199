"""How a word sounds, roughly: a key that is the same for spellings a speaker would hardly tell apart.

The keys keep the consonants and whether the first sound is a vowel, since it is the vowels that spellers miss; silent
letters are gone, and sounds made in the same place (B and P, D and T, hard C and G) share a letter. They serve to find
and weigh the word that was meant and never decide anything by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

_Steps = tuple[tuple[re.Pattern[str], str], ...]


def _steps(*rules: tuple[str, str]) -> _Steps:
    return tuple((re.compile(pattern), sound) for pattern, sound in rules)


# Small letters are sounds already settled: c as in chip, s as in ship, j as in jam.
_ENGLISH = _steps(
    (r"^(?:KN|GN|PN|MN)", "N"),
    (r"^(?:PS|CZ|X)", "S"),
    (r"^WR", "R"),
    (r"^PT", "T"),
    (r"^WHO", "HO"),
    (r"SCH", "SK"),
    (r"T?CH|T(?=URE)", "c"),
    (r"(?:SS|S|T|C|SC|X)(?=I[OAEU])|SH|(?<=[NT])SU(?=R)", "s"),
    (r"S?C(?=[EIY])", "S"),
    (r"C?K|CC?|QU?", "K"),
    (r"PH", "F"),
    (r"(?<=[OA]U)GH$", "F"),
    (r"DG|G(?=[EIY])|J", "j"),
    (r"GH|G(?=N)|(?<=S)T(?=LE|EN)|(?<=[AO])L(?=[MKF])|(?<=M)[BN](?=$|S)|(?<!^)H|P(?=T)", ""),
    (r"X", "KS"),
    (r"^[AEIOUY]+", "A"),
    (r"(?<!^)[AEIOUWY]+", ""),
)
_FRENCH = _steps(
    (r"^H", ""),
    (r"SC?H|CH", "s"),
    (r"PH", "F"),
    (r"TH", "T"),
    (r"(?<=[AEIOUY])(?:NT|T|S|X|Z|D|P|R)+$", ""),
    (r"(?<=.)E(?:S|NT)?$", ""),
    (r"(?<=[NR])[TDSCP]+$", ""),
    (r"GE(?=[AOU])|G(?=[EIY])|J", "j"),
    (r"GU(?=[EIY])", "G"),
    (r"S?C(?=[EIY])|T(?=ION)", "S"),
    (r"C?QU?|C?K|CC?", "K"),
    (r"X", "KS"),
    (r"M(?=[BP])", "N"),
    (r"^[AEIOUYH]+", "A"),
    (r"(?<!^)[AEIOUWYH]+", ""),
)
_ALIKE = str.maketrans("PDVGcsjMZ", "BTFKSSSNS")
_TWICE = re.compile(r"(.)\1+")


def _speaker(steps: _Steps) -> Callable[[str], str]:
    @lru_cache(maxsize=4096)
    def sound(word: str) -> str:
        for pattern, heard in steps:
            word = pattern.sub(heard, word)
        return _TWICE.sub(r"\1", word.translate(_ALIKE))

    return sound


_SPEAKERS = {"en": _speaker(_ENGLISH), "fr": _speaker(_FRENCH)}


def sound_key(word: str, language: str) -> str:
    """Gives the sound of an upper-case word, as a short key. Words of other languages are heard as English."""
    return _SPEAKERS.get(language, _SPEAKERS["en"])(word)
