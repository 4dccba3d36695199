"""Words as the cards spell them: capital A to Z only, accents dropped, ligatures opened."""

from __future__ import annotations

import re
import unicodedata

LIGATURES = str.maketrans(
    {"Œ": "OE", "œ": "OE", "Æ": "AE", "æ": "AE", "ß": "SS", "ẞ": "SS", "Ø": "O", "ø": "O", "Ł": "L", "ł": "L"}
)
_CARDS = re.compile(r"[A-Z]+")
_NOT_CARDS = re.compile(r"[^A-Z]+")


def fold(text: str) -> str:
    """Gives the text in the cards' letters: É becomes E, Œ becomes OE, and what is no letter (apostrophes, hyphens,
    spaces, digits) is left out. Letters of other alphabets are left out too."""
    if text.isascii():
        return _NOT_CARDS.sub("", text.upper())
    opened = unicodedata.normalize("NFKD", text.translate(LIGATURES))
    return _NOT_CARDS.sub("", opened.upper())


def fold_word(text: str) -> str | None:
    """Gives a single word in the cards' letters, or ``None`` if it holds anything but letters: an apostrophe, hyphen,
    space or digit makes it no word for the cards."""
    if text.isascii():
        upper = text.upper()
        return upper if _CARDS.fullmatch(upper) else None
    opened = unicodedata.normalize("NFKD", text.translate(LIGATURES))
    letters = "".join(char for char in opened if not unicodedata.combining(char)).upper()
    return letters if _CARDS.fullmatch(letters) else None
