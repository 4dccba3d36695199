"""Typical French slips of spelling, made by rule. The accents are left aside: the cards have none."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

RULES: dict[str, tuple[tuple[str, str], ...]] = {
    "a double letter written once": ((r"([LMNPRTFCS])\1", r"\1"),),
    "a letter doubled": ((r"(?<=[AEIOU])([LNTRMP])(?=[AEIOU])", r"\1\1"),),
    "-er for -é": ((r"(?<=..)E$", "ER"), (r"(?<=..)EE$", "ER"), (r"(?<=..)ER$", "EE")),
    "f for ph": (("PH", "F"),),
    "ph for f": (("F(?!F)", "PH"),),
    "a silent end left out": (("(?<=..)[STXD]$", ""), ("(?<=..)ENT$", "E")),
    "a silent end added": (("(?<=[AIOU])$", "T"), ("(?<=[RLN])$", "E"), ("(?<=[AIOU])$", "S")),
    "au for eau": (("EAU", "AU"),),
    "o for eau": (("EAU", "O"), ("AU", "O")),
    "en for an": (("AN(?=[TDCSG])", "EN"), ("EN(?=[TDCSG].)", "AN")),
    "k for qu": (("QU", "K"), ("C(?=[AOU])", "K")),
    "s for c": (("C(?=[EI])", "S"), ("(?<=[AEIOU])S(?=[AEIOU])", "Z")),
    "j for g": (("G(?=[EI])", "J"),),
    "a silent h left out": (("^H", ""), ("(?<=[TR])H", "")),
    "ain for in": (("IN(?=[CDST])", "AIN"), ("AIN", "EIN")),
    "i for y": (("Y", "I"),),
}
"""Each kind of slip: what is written otherwise, by a pattern, once a word."""

COMMON = """
APPELER ARRIVER ATTENDRE BALLON BEAUCOUP BUREAU CHATEAU CHEVAL COMMENT CONNAITRE DIFFERENT ELEPHANT ENFANT FEMME GATEAU
GRAMMAIRE HISTOIRE HOMME HONNEUR HOPITAL IMPORTANT INTERESSANT JARDIN LANGAGE LONGTEMPS MALHEUREUX MARCHAND MONTAGNE
MOUTON MYSTERE NOURRIR NOUVEAU ORTHOGRAPHE PAYSAN PHARMACIE PHRASE PHYSIQUE PRINCESSE PRINTEMPS PROFESSEUR QUALITE
QUELQUEFOIS RACCOURCI RAPIDEMENT RYTHME SERRURE SILENCE SOLDAT SYSTEME TABLEAU TERRAIN THEATRE TOUJOURS TRANQUILLE
TROPHEE VAINQUEUR VIEILLARD VIOLENT VOYAGER YEUX
"""


def slips_of(words: Iterable[str], listed: Callable[[str], bool]) -> Iterator[tuple[str, str, str]]:
    """Yields each slip that is no listed word itself: what is written, the word that was meant, and the kind."""
    for word in words:
        for kind, rules in RULES.items():
            for pattern, by in rules:
                slip = re.sub(pattern, by, word, count=1)
                if slip != word and len(slip) > 2 and not listed(slip):
                    yield slip, word, kind
