"""What the lists tell of a word: how common it is, and what else it is (a name, an abbreviation, a variant …)."""

from __future__ import annotations

from dataclasses import dataclass

LEVELS = (0, 10, 20, 35, 40, 50, 55, 60, 70, 80, 95)
"""SCOWL's levels: 10 is in every list, 70 in large dictionaries, 95 almost anything; 0 stands for "not so listed"."""

LEVEL_FIELDS = ("word", "american", "variant", "name", "abbreviation", "contraction")

MARKS = (
    "roman",
    "jargon",
    "wordnet",
    "hunspell",
    "wordnet name",
    "hunspell name",
    "offensive",
    "archaic",
    "prefix",
    "suffix",
    "accented",
    "inflected",
)


@dataclass(frozen=True, slots=True)
class Entry:
    """All that the sources say of one spelling. Each level is one of :data:`LEVELS`; lower is commoner, 0 is none.

    ``word`` is a common word (British spelling first); ``american`` and ``variant`` are spellings of one that stand
    beside it; ``name`` is a proper noun, ``abbreviation`` and ``contraction`` what they say (DONT for *don't*).
    ``marks`` are from :data:`MARKS`: ``wordnet`` and ``hunspell`` name the second sources that hold it in small
    letters, ``wordnet name`` and ``hunspell name`` those that hold it with a capital only; ``inflected`` says that
    the second source holds the word it is a form of.
    """

    word: int = 0
    american: int = 0
    variant: int = 0
    name: int = 0
    abbreviation: int = 0
    contraction: int = 0
    marks: frozenset[str] = frozenset()

    @property
    def seconded(self) -> bool:
        """Whether a second source holds it as a common word."""
        return not self.marks.isdisjoint(("wordnet", "hunspell", "inflected"))

    @property
    def named(self) -> bool:
        """Whether any source holds it as a proper noun."""
        return bool(self.name) or not self.marks.isdisjoint(("wordnet name", "hunspell name"))


def level_bits(kind: str, level: int) -> int:
    """Gives the bits of a packed entry that say "listed as ``kind`` at ``level``"."""
    return LEVELS.index(level) << (16 + 4 * LEVEL_FIELDS.index(kind))


def mark_bit(mark: str) -> int:
    """Gives the bit of a packed entry that stands for a mark."""
    return 1 << MARKS.index(mark)


def pack(entry: Entry) -> int:
    """Gives the entry as one whole number of 40 bits: sixteen for the marks, then four for each level."""
    levels = sum(level_bits(kind, getattr(entry, kind)) for kind in LEVEL_FIELDS)
    return levels + sum(mark_bit(mark) for mark in entry.marks)


def unpack(packed: int) -> Entry:
    """Gives the entry back that :func:`pack` made a number of. Raises :class:`ValueError` for no such number."""
    codes = [packed >> (16 + 4 * place) & 15 for place in range(len(LEVEL_FIELDS))]
    if max(codes) >= len(LEVELS) or packed >> (16 + 4 * len(LEVEL_FIELDS)):
        raise ValueError(f"{packed:#x} is no entry")
    marks = frozenset(mark for place, mark in enumerate(MARKS) if packed >> place & 1)
    word, american, variant, name, abbreviation, contraction = (LEVELS[code] for code in codes)
    return Entry(word, american, variant, name, abbreviation, contraction, marks)
