"""The judge that rules by the compiled lists, and by a club's own layers over them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

from engine.rules import HouseRules
from engine.spelling import Evidence, weigh
from engine.verdict import Verdict
from engine.words import Entry, Layer, WordList, fold
from engine.words.book import LETTERS

MASTER = "*"
_SLIP = 0.3
"""From these log odds on it was a slip; the thresholds were set on one half of two collections of misspellings."""
_SLIP_IF_FOREIGN = 4.5
"""So much it takes where the spelling is a word of the other language."""
_SLIP_IF_OBSCURE = 6.0
"""So much where it is a word that one list holds as obscure, and more than one edit away from a common one."""
_INVENTION = -0.9
"""Below these it was no slip."""
_FREE_LEVEL = 80
"""The last level that counts as listed at all: SCOWL's 95 holds misspellings."""
_COMMON_LEVEL = 60
_KNOWN_NAME = 40
_SLIP_IF_RARE, _SLIP_IF_RARE_AND_FAR = 5.0, 6.0
"""So much where it is a name or abbreviation of the rarest kind only, one edit or more from what may have been meant:
then a person decides."""
_SLIP_IF_LISTED = 8.8
"""So much where it is a listed name or abbreviation, and one of the commonest words was meant."""
_EVERYDAY_LEVEL = 20
_WELL_KNOWN_LEVEL = 35
_SLIP_IF_RARER = 7.6
"""So much where it is a name of the rarer kinds, and a common word was meant: then a person decides as well."""
_MASTERS = 2
_TRIES = 40_000


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one spelling. ``verdict`` is empty where no list settles it."""

    verdict: str
    reason: str | None = None
    meant: tuple[str, ...] = ()


_GOOD = Finding("good")
_FINED = frozenset(
    {"proper noun", "abbreviation", "contraction", "roman numeral", "prefix", "suffix", "foreign", "no such word"}
)
_ONLY_INFLECTED = frozenset({"inflected"})
_NAMED = frozenset({"wordnet name", "hunspell name"})
_NAMES = frozenset({"proper noun", "abbreviation"})
_UNLISTED = Finding("", "no such word")


def level_of(entry: Entry, rules: HouseRules) -> int:
    """Gives the level at which the rules would call an entry good, or 0 if they would not, common words only."""
    levels = [entry.word, entry.variant]
    if rules.american:
        levels.append(entry.american)
    if rules.proper_nouns == "if listed":
        levels.append(entry.name)
    return min((level for level in levels if 0 < level <= rules.word_level), default=0)


def meant_level(entry: Entry, rules: HouseRules) -> int:
    """Gives the level at which a slip may have been meant for an entry: as a word that the rules call good, or as one
    of the best known names; 0 if it cannot have been."""
    return level_of(entry, rules) or (entry.name if entry.name <= _KNOWN_NAME else 0)


def listed(entry: Entry | None, rules: HouseRules) -> Finding:
    """Gives what the lists settle about a spelling: good, not allowed with its reason, unclear, or nothing."""
    if entry is None:
        return _UNLISTED
    level = min((level for level in (entry.word, entry.variant) if level), default=100)
    if entry.american and (rules.american or "hunspell" in entry.marks):
        level = min(level, entry.american)
    kept = _kept_for(entry, level)
    if level <= rules.word_level and (kept is None or entry.seconded):
        return _GOOD
    if rules.proper_nouns == "if listed" and (0 < entry.name <= _FREE_LEVEL or (not entry.name and entry.named)):
        return _GOOD
    if kept is not None:
        # where a second source has it as a word as well, it is a matter for a person
        word_too = level <= _FREE_LEVEL and not entry.marks.isdisjoint(("wordnet", "hunspell"))
        return Finding("unclear" if word_too else "not allowed", kept)
    if entry.american and entry.american <= rules.word_level:
        return Finding("misspelt", "American spelling")
    if level <= _FREE_LEVEL:
        if entry.seconded and rules.word_level >= 70:
            return _GOOD
        return Finding("unclear", "obscure") if level > 70 else Finding("unclear", "rarer than the rules allow")
    if entry.seconded:
        both = {"wordnet", "hunspell"} <= entry.marks
        return _GOOD if both and rules.word_level >= 70 else Finding("unclear", "obscure")
    return _UNLISTED


def _kept_for(entry: Entry, level: int) -> str | None:
    """Gives what a spelling is in the first place where it is rather that than a word of this level."""
    if "roman" in entry.marks and level > 70:
        return "roman numeral"
    limit = min(level, _FREE_LEVEL + 1)
    others = {"proper noun": entry.name, "abbreviation": entry.abbreviation, "contraction": entry.contraction}
    told = {reason: other for reason, other in others.items() if 0 < other < limit}
    if told:
        return min(told, key=lambda reason: told[reason])
    if level > _FREE_LEVEL:
        if not entry.seconded and (0 < entry.name <= _FREE_LEVEL or not entry.marks.isdisjoint(_NAMED)):
            return "proper noun"
        for mark in ("prefix", "suffix"):
            if mark in entry.marks:
                return mark
    return None


class ListJudge:
    """Rules by a compiled list. The same word under the same rules gets the same verdict.

    :param book: the language's list.
    :param foreign: gives another language's list, opened when first needed, or ``None``.
    :param layers: the club's own lists; where two speak of a word the later one decides.
    """

    def __init__(
        self,
        book: WordList,
        foreign: Callable[[], WordList | None] = lambda: None,
        layers: Sequence[Layer] = (),
    ) -> None:
        self.book = book
        self.layers = tuple(layers)
        self._foreign = foreign
        self._about = _described(book, self.layers)
        self._settled: dict[HouseRules, dict[int, Finding]] = {}
        self._evidence = lru_cache(maxsize=256)(self._weighed)
        self._verdict = lru_cache(maxsize=1024)(self._ruled)

    def about(self) -> Mapping[str, Any]:
        """Gives the list in force: name, version, number of words, hash, and the layers over it."""
        return self._about

    def rule(self, word: str, rules: HouseRules) -> Verdict:
        """Gives the verdict on a word, the Master written ``*``. Small letters and accents are read as the cards
        would spell them; what no card can spell is not allowed. Never raises."""
        return self._verdict(word, rules)

    def explain(self, word: str, rules: HouseRules) -> Evidence:
        """Gives the evidence that a spelling is a slip, whether or not it is listed: for the steward's desk."""
        return self._evidence(_cards(word) or "", rules)

    def _ruled(self, word: str, rules: HouseRules) -> Verdict:
        cards = _cards(word)
        layer = None
        master: dict[str, Any] = {}
        if cards is None:
            found = Finding("unclear", "unread card") if "?" in word else Finding("not allowed", "not letters")
        elif len(cards) < rules.min_word:
            found = Finding("not allowed", "too short")
        elif MASTER in cards:
            found, letters = self._with_master(cards, rules)
            if letters:
                master = {"letters": letters if cards.count(MASTER) > 1 else letters[0]}
        else:
            found, layer = self._plain(cards, rules)
        if self.book.language == "fr" and found.verdict == "not allowed" and found.reason in _FINED:
            # no French set of misspellings has been measured: whether there is a fine is for a person to say
            found = Finding("unclear", found.reason, found.meant)
        deciding = layer.about() if layer is not None else self._about
        return Verdict(word, found.verdict, found.reason, found.meant, deciding, master)

    def _plain(self, word: str, rules: HouseRules) -> tuple[Finding, Layer | None]:
        found, layer = self._listed(word, rules)
        if layer is None and found.reason in _NAMES and found.verdict == "not allowed":
            return self._name_or_slip(word, rules, found), None
        if found.verdict in {"good", "not allowed"}:
            return found, layer
        return self._spelt(word, rules, found), layer

    def _name_or_slip(self, word: str, rules: HouseRules, found: Finding) -> Finding:
        """Leaves a name or abbreviation to a person where it looks too much like a slip to fine it."""
        entry = self.book.get(word)
        level = min((one for one in (entry.name, entry.abbreviation) if one), default=100) if entry else 100
        if entry is not None and "wordnet name" in entry.marks:
            level = min(level, _FREE_LEVEL)
        evidence = self._evidence(word, rules)
        likely, nearest = evidence.for_slip, evidence.words[0].level if evidence.words else 100
        near = bool(evidence.words) and evidence.words[0].edits <= 1
        rarest = level > _FREE_LEVEL and likely >= (_SLIP_IF_RARE if near else _SLIP_IF_RARE_AND_FAR)
        rarer = level >= _FREE_LEVEL and likely >= _SLIP_IF_RARER and nearest <= _WELL_KNOWN_LEVEL
        striking = likely >= _SLIP_IF_LISTED and nearest <= _EVERYDAY_LEVEL
        if not (rarest or striking or (rarer and found.reason == "proper noun")):
            return found
        return Finding("unclear", found.reason, tuple(one.word for one in evidence.words[:3]))

    def _listed(self, word: str, rules: HouseRules) -> tuple[Finding, Layer | None]:
        """Gives what the layers, else the compiled list, settle about a spelling, and the layer that did."""
        for layer in reversed(self.layers):
            if word in layer.barred:
                return Finding("not allowed", "barred"), layer
            if word in layer.allowed:
                return _GOOD, layer
            if layer.only:
                found = listed(self.book.get(word), rules)
                return (Finding("unclear", "not in the club's list"), layer) if found is _GOOD else (found, None)
        return listed(self.book.get(word), rules), None

    def _spelt(self, word: str, rules: HouseRules, so_far: Finding) -> Finding:
        """Settles by the spelling what the lists left open."""
        evidence = self._evidence(word, rules)
        named = tuple(one.word for one in evidence.words[:3])
        if so_far.verdict == "misspelt":
            return Finding("misspelt", so_far.reason, named)
        if so_far.verdict == "unclear":
            slip = so_far.reason == "obscure" and self._one_slip(word, evidence)
            return Finding("misspelt", None, named) if slip else Finding("unclear", so_far.reason, named)
        what_else = self._what_else(word)
        foreign = what_else == "foreign"
        if evidence.for_slip >= (_SLIP_IF_FOREIGN if foreign else _SLIP):
            nearest = self.book.get(evidence.words[0].word)
            if nearest is not None and not level_of(nearest, rules):
                return Finding("unclear", "near a proper noun", named)
            return Finding("misspelt", None, named)
        if evidence.for_slip >= (_SLIP if foreign else _INVENTION) or _jumbled(word, evidence):
            return Finding("unclear", "foreign" if foreign else "doubtful spelling", named)
        if what_else == _UNLISTED.reason and (names := self.book.near_names(word)):
            allowed = [name for name in names if listed(self.book.get(name), rules) is _GOOD]
            if allowed:
                return Finding("misspelt", None, tuple(allowed[:3]))
            return Finding("unclear", "near a proper noun", tuple(names[:3]))
        return Finding("not allowed", what_else, named)

    def _one_slip(self, word: str, evidence: Evidence) -> bool:
        """Whether a spelling that is only obscure, and has no second source, is a slip: one edit from a common word,
        or two where all else speaks for it. One that is a rare name or abbreviation as well is left to a person."""
        entry = self.book.get(word)
        if entry is None or any(0 < one <= _FREE_LEVEL for one in (entry.name, entry.abbreviation)):
            return False
        if entry.word > _FREE_LEVEL and entry.marks == _ONLY_INFLECTED:
            # CONTROLED is a regular form of a word, and yet everybody means CONTROLLED
            return evidence.for_slip >= _SLIP_IF_LISTED
        if entry.seconded:
            return False
        most = 2 if evidence.for_slip >= _SLIP_IF_OBSCURE else 1
        return any(one.edits <= most and one.level <= _COMMON_LEVEL for one in evidence.words)

    def _what_else(self, word: str) -> str:
        entry = self.book.get(word)
        if entry is not None and entry.name:
            return "proper noun"
        if entry is not None and entry.abbreviation:
            return "abbreviation"
        other = self._foreign()
        if other is not None and (entry := other.get(word)) is not None and entry.word:
            return "foreign"
        return "no such word"

    def _with_master(self, word: str, rules: HouseRules) -> tuple[Finding, list[list[str]]]:
        """Gives the finding on a word with Masters, and the letters each may stand for where some make it good."""
        letters: list[set[str]] = [set() for _ in range(word.count(MASTER))]
        best = _UNLISTED
        for chosen, found in self._choices(word, rules):
            if found is _GOOD:
                for place, letter in enumerate(chosen):
                    letters[place].add(letter)
            elif _RANK[found.verdict] < _RANK[best.verdict]:
                best = found
        if letters[0]:
            return _GOOD, [sorted(found) for found in letters]
        if len(letters) > _MASTERS:
            return Finding("unclear", "many Masters"), []
        if best.verdict in {"unclear", "not allowed"}:
            return best, []
        return self._spelt(word, rules, best), []

    def _choices(self, word: str, rules: HouseRules) -> Iterator[tuple[str, Finding]]:
        """Yields the choices of letters for the Masters that make a listed spelling, and what the lists settle."""
        if not self.layers and word.count(MASTER) == 1:
            settled = self._settled.setdefault(rules, {})
            for letter, entry in self.book.filled(*word.split(MASTER)):
                found = settled.get(id(entry))  # the list keeps its few hundred kinds of entry for as long as it lives
                if found is None:
                    found = settled[id(entry)] = listed(entry, rules)
                yield letter, found
            return
        for filled, chosen in fillings(word, self.book.continues):
            if self.layers or self.book.get(filled) is not None:
                yield chosen, self._listed(filled, rules)[0]

    def _weighed(self, word: str, rules: HouseRules) -> Evidence:
        return weigh(word, self.book, lambda entry: meant_level(entry, rules))


def fillings(word: str, continues: Callable[[str], bool]) -> Iterator[tuple[str, str]]:
    """Yields the word with each choice of letters for its Masters, and the letters chosen.

    One or two Masters are tried out wholly. Of more, only beginnings that ``continues`` knows are followed, and no
    more than some ten thousand: a pack has one Master or two, and two packs at most four.
    """
    parts = word.split(MASTER)
    whole = len(parts) - 1 <= _MASTERS
    left = _TRIES

    def following(start: str, place: int, chosen: str) -> Iterator[tuple[str, str]]:
        nonlocal left
        if place == len(parts):
            yield start, chosen
            return
        for letter in LETTERS:
            if left <= 0:
                return
            left -= 1
            text = start + letter + parts[place]
            if whole or continues(text):
                yield from following(text, place + 1, chosen + letter)

    yield from following(parts[0], 1, "")


def _jumbled(word: str, evidence: Evidence) -> bool:
    """Whether the spelling holds the letters of a word that may have been meant, two pairs of them swapped at most."""
    return any(one.edits <= 2 and sorted(one.word) == sorted(word) for one in evidence.words[:3])


_RANK = {"good": 0, "misspelt": 1, "unclear": 2, "not allowed": 3, "": 4}


def _cards(word: str) -> str | None:
    """Gives a word as cards spell it, ``*`` kept, or ``None`` if cards cannot."""
    if word.isascii() and word.replace(MASTER, "A").isalpha():
        return word.upper()
    cards = MASTER.join(fold(part) for part in word.split(MASTER))
    if not cards or any(not char.isalpha() and char != MASTER for char in word.strip()):
        return None
    return cards


def _described(book: WordList, layers: Sequence[Layer]) -> dict[str, Any]:
    about = dict(book.about())
    if layers:
        digest = sha256(str(about["hash"]).encode())
        for layer in layers:
            digest.update(layer.hash.encode())
        about["name"] = " + ".join([str(about["name"]), *(layer.name for layer in layers)])
        about["hash"] = digest.hexdigest()[:12]
        about["layers"] = [layer.about() for layer in layers]
    return about
