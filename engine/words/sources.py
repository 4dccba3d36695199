"""Reads the word lists that Debian packages, and gathers what each tells of a spelling.

English comes from SCOWL (package ``scowl``), sorted by kind and by how common a word is; hunspell's British dictionary
and WordNet are second opinions. French comes from ``wfrench`` and from hunspell's French dictionary, which tells names
apart. Other folders may be given, for tests and for systems that keep the files elsewhere.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path

from engine.errors import Missing
from engine.words.entry import LEVEL_FIELDS, LEVELS, MARKS, level_bits, mark_bit
from engine.words.fold import fold_word
from engine.words.hunspell import read_dictionary

_SCOWL_NAME = re.compile(r"(?P<region>[a-z_0-9]+)-(?P<kind>[a-z-]+)\.(?P<level>\d+)")
_ARTICLE = re.compile(
    r"^(?P<head>[^\s0].*)\n"
    r"\s+(?:n|v|adj|adv)\s(?:1)?:\s(?P<archaic>\(archaic\))?"
    r"(?P<offensive>\((?:ethnic )?slur\)|\(offensive\)|(?:\([^)]*\)\s)?(?:an? )?"
    r"(?:offensive|obscene|disparaging|insulting)\s(?:\w+\s)?(?:term|name|word)s?)?",
    re.MULTILINE,
)
_NAME_TAGS = ("po:npr", "po:patr", "po:prn")
_WORD_REGIONS = frozenset({"english", "british", "british_z"})
_PREFIXES = """
AB AD AERO AGRO ANTE ANTI ASTRO AUDIO AUTO BENE BI BIBLIO BIO CENTI CHRONO CIRCUM CO COM CON CONTRA COUNTER CRYPTO CYBER
DE DECA DECI DEMI DI DIA DIS DYS ECO ECTO ELECTRO EN ENDO EPI EQUI ETHNO EU EX EXTRA FORE GEO GIGA HECTO HEMI HEPTA
HETERO HEXA HOMO HYDRO HYPER HYPO IL IM IN INFRA INTER INTRA INTRO IR ISO KILO MACRO MAL MEGA META MICRO MID MILLI MINI
MIS MONO MULTI NANO NEO NEURO NON OB OCTA OCTO OMNI ORTHO OUT OVER PALEO PAN PARA PENTA PER PERI PETRO PHILO PHONO PHOTO
PHYSIO POLY POST PRE PRO PROTO PSEUDO PSYCHO PYRO QUADRI QUASI RADIO RE RETRO SEMI SOCIO SUB SUPER SUPRA SUR SYM SYN
TECHNO TELE TETRA THERMO TRANS TRI TURBO ULTRA UN UNDER UNI VICE
"""
_SUFFIXES = """
ABLE IBLE ACY AGE AL ANCE ARCHY CIDE CRACY DOM ED EE EER EN ENCE ER ESCE ESE ESQUE ESS EST FUL FY GRAM GRAPH HOOD IAN IC
ICAL IFY ING ION ISE ISH ISM IST ITE ITIS ITY IVE IZE LESS LET LIKE LING LOGY LY MENT NESS OID OLOGY OSIS OUS PHILE
PHOBIA SHIP SION SOME STER TH TION TUDE TY URE WARD WARDS WAYS WISE
"""


@dataclass(frozen=True, slots=True)
class Places:
    """Where the source files lie; the defaults are Debian's."""

    scowl: Path = Path("/usr/share/dict/scowl")
    french: Path = Path("/usr/share/dict/french")
    hunspell: Path = Path("/usr/share/hunspell")
    wordnet: Path = Path("/usr/share/dictd/wn.dict.dz")
    dpkg: Path = Path("/var/lib/dpkg/status")


def source_files(language: str, places: Places) -> list[Path]:
    """Gives the files a language's list is made from, those that are there, in a fixed order.

    :raises Missing: if the main source is absent, naming the Debian packages to install.
    """
    if language == "en":
        main = sorted(path for path in places.scowl.glob("*-*.*") if _SCOWL_NAME.fullmatch(path.name))
        need = "scowl hunspell-en-gb dict-wn"
        others = [places.hunspell / "en_GB.dic", places.hunspell / "en_GB.aff", places.wordnet]
    elif language == "fr":
        main = [places.french] if places.french.is_file() else []
        need = "wfrench hunspell-fr"
        others = [places.hunspell / "fr.dic", places.hunspell / "fr.aff"]
    else:
        raise Missing(f"there is no word list for the language {language!r}; choose en or fr")
    if not main:
        raise Missing(f"no source for the {language} word list; install the Debian packages: apt-get install {need}")
    return main + [path for path in others if path.is_file()]


def package_version(package: str, places: Places) -> str | None:
    """Gives the installed version of a Debian package, or ``None`` where dpkg does not know it."""
    try:
        text = places.dpkg.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    found = re.search(rf"^Package: {re.escape(package)}\n(?:.+\n)*?Version: (.+)$", text, re.MULTILINE)
    return found.group(1) if found else None


_OBSCURE = 80
_Variants = tuple[int, bool, bool, list[str]]
"""Variants of one file: their level, whether they stand as equals, whether they are British, and the spellings."""


class _Gathering:
    """What has been told so far: for each kind the spellings with their lowest level, for each mark its spellings."""

    def __init__(self) -> None:
        self.levels: dict[str, dict[str, int]] = {kind: {} for kind in LEVEL_FIELDS}
        self.marks: dict[str, set[str]] = {mark: set() for mark in MARKS}

    def level(self, kind: str, level: int, keys: Iterable[str]) -> None:
        """Tells of spellings that they are listed as ``kind`` at ``level``; what was told lower before stands."""
        told = self.levels[kind]
        for key in keys:
            if told.get(key, level) >= level:
                told[key] = level

    def packed(self) -> list[tuple[str, int]]:
        """Gives each spelling, sorted, with its packed entry."""
        every: dict[str, int] = {}
        for kind, told in self.levels.items():
            bits = {level: level_bits(kind, level) for level in LEVELS}
            for key, level in told.items():
                every[key] = every.get(key, 0) + bits[level]
        for mark, keys in self.marks.items():
            bit = mark_bit(mark)
            for key in keys:
                every[key] = every.get(key, 0) + bit
        return sorted(every.items())


def _keys(texts: Iterable[str]) -> tuple[list[str], list[str]]:
    """Gives the spellings of those texts that are single words, and of those the accented ones again."""
    plain, accented = [], []
    for text in texts:
        if text.isascii() and text.isalpha():
            plain.append(text.upper())
        elif (key := fold_word(text)) is not None:
            accented.append(key)
    return plain + accented, accented


def _text(path: Path) -> str:
    """Gives a list's text: Debian's is UTF-8, SCOWL's own Latin-1."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _read_scowl(files: list[Path], gathering: _Gathering) -> list[_Variants]:
    """Takes SCOWL's lists; the variants are given back, since what they are worth depends on the second sources."""
    found = [(_SCOWL_NAME.fullmatch(path.name), path) for path in files]
    named = [(int(name["level"]), name["region"], name["kind"], path) for name, path in found if name]
    variants: list[_Variants] = []
    for level, region, category, path in sorted(named):  # the commonest first: what is told first stands
        lines = _text(path).splitlines()
        texts = [line.strip().rstrip(".") for line in lines if not line.endswith("'s")]
        if category == "contractions":
            texts = [text.replace("'", "") for text in texts]
        keys, accented = _keys(texts)
        gathering.marks["accented"].update(accented)
        if category == "roman-numerals":
            gathering.marks["roman"].update(keys)
        elif category == "hacker":
            gathering.marks["jargon"].update(keys)
        elif category == "words":
            if region in _WORD_REGIONS:
                gathering.level("word", level, keys)
            elif region == "american":
                gathering.level("american", level, keys)
            else:
                if region == "variant_3":
                    level = max(level, _OBSCURE)
                equal = region in {"variant_1", "british_variant_1"}
                variants.append((level, equal, region.startswith("british"), keys))
        else:
            kinds = {"abbreviations": "abbreviation", "contractions": "contraction"}
            # capital words of a dictionary ("upper") are well attested even where they are rare
            gathering.level(kinds.get(category, "name"), min(level, _OBSCURE) if category == "upper" else level, keys)
    return variants


def _add_variants(variants: list[_Variants], known: set[str], gathering: _Gathering) -> None:
    """Adds the variant spellings. First variants stand as equals; second ones, third ones and those of other countries
    do so where a second source holds them too, and count as obscure otherwise. What is only American is no variant."""
    american = gathering.levels["american"]
    for level, equal, british, keys in sorted(variants, key=itemgetter(0)):
        ours = keys if british else [key for key in keys if key not in american]
        if equal:
            gathering.level("variant", level, ours)
        else:
            gathering.level("variant", level, [key for key in ours if key in known])
    for level, _, british, keys in sorted(variants, key=itemgetter(0)):
        ours = keys if british else [key for key in keys if key not in american]
        gathering.level("variant", max(level, _OBSCURE), ours)


def _read_hunspell(dic: Path, aff: Path, gathering: _Gathering, bare: str | None = None) -> None:
    """Takes a hunspell dictionary; of the entries whose morphology begins with ``bare`` only the stem."""
    words: set[str] = set()
    names: set[str] = set()
    short: set[str] = set()
    for stem, morphology, forms in read_dictionary(dic, aff, bare):
        if "po:pfx" in morphology:
            gathering.marks["prefix"].update(_keys(forms)[0])
        elif len(stem) > 1 and (stem.isupper() or not stem.isalpha()):
            short |= forms
        elif (len(stem) > 1 and stem[:1].isupper()) or any(tag in morphology for tag in _NAME_TAGS):
            names |= forms
        else:
            words |= forms
    keys, accented = _keys(words)
    gathering.marks["hunspell"].update(keys)
    gathering.marks["accented"].update(accented)
    gathering.marks["hunspell name"].update(_keys(names)[0])
    gathering.level("abbreviation", 80, _keys(short)[0])


def _read_wordnet(text: str, gathering: _Gathering) -> None:
    """Takes the heads of WordNet's articles, which keep their capitals, and what the first sense says of use."""
    for article in _ARTICLE.finditer(text):
        head = article["head"]
        if head.isalpha() and (key := fold_word(head)):
            if head.islower():
                gathering.marks["wordnet"].add(key)
                if article["archaic"]:
                    gathering.marks["archaic"].add(key)
            elif not head.isupper():
                gathering.marks["wordnet name"].add(key)
            elif len(head) > 1:
                gathering.level("abbreviation", 80, [key])
            if article["offensive"]:
                gathering.marks["offensive"].add(key)


def stems(key: str) -> Iterator[str]:
    """Gives what the word may be a regular form of."""
    for ending, others in (("IES", ("Y",)), ("ES", ("", "E")), ("S", ("",)), ("IED", ("Y",)), ("ED", ("", "E"))):
        if key.endswith(ending):
            yield from (key[: -len(ending)] + other for other in others)
    if key.endswith("ING"):
        yield from (key[:-3], key[:-3] + "E")


def read_english(places: Places) -> list[tuple[str, int]]:
    """Gives every English spelling the sources hold, sorted, with its packed entry."""
    files = source_files("en", places)
    gathering = _Gathering()
    variants = _read_scowl(files, gathering)
    dic, aff = places.hunspell / "en_GB.dic", places.hunspell / "en_GB.aff"
    if dic in files and aff in files:
        _read_hunspell(dic, aff, gathering)
    if places.wordnet in files:
        with gzip.open(places.wordnet) as packed:
            _read_wordnet(packed.read().decode("utf-8", errors="replace"), gathering)
    # WordNet lists no plurals and no past tenses, so a form counts as seconded by its own word
    known = gathering.marks["wordnet"] | gathering.marks["hunspell"]
    told = set(gathering.levels["word"]).union(*(keys for _, _, _, keys in variants)) - known
    forms = {key for key in told if len(key) > 3 and any(stem in known for stem in stems(key))}
    gathering.marks["inflected"] |= forms
    _add_variants(variants, known | forms, gathering)
    gathering.marks["prefix"].update(_PREFIXES.split())
    gathering.marks["suffix"].update(_SUFFIXES.split())
    return gathering.packed()


def read_french(places: Places) -> list[tuple[str, int]]:
    """Gives every French spelling the sources hold, accents folded, sorted, with its packed entry. The French lists
    know no levels; a word counts as of level 50."""
    files = source_files("fr", places)
    gathering = _Gathering()
    keys, accented = _keys(places.french.read_text(encoding="utf-8").split())
    gathering.level("word", 50, keys)
    gathering.marks["accented"].update(accented)
    dic, aff = places.hunspell / "fr.dic", places.hunspell / "fr.aff"
    if dic in files and aff in files:
        # wfrench writes out the verbs; all their forms again would treble the list for nothing
        _read_hunspell(dic, aff, gathering, bare="po:v")
    return gathering.packed()


def read_source(language: str, places: Places) -> list[tuple[str, int]]:
    """Gives every spelling of a language with its packed entry.

    :raises Missing: if the sources are absent or the language is not known.
    """
    source_files(language, places)
    return read_french(places) if language == "fr" else read_english(places)
