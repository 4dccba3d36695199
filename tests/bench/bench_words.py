"""How often the judge is right about words: ``python tests/bench/bench_words.py FOLDER [--half tune] [--pairs N]``.

FOLDER holds collections of misspellings as ``words/*.tsv`` (misspelling, tab, the word that was meant). The thresholds
were set on the first, third, fifth … line of each; reported is the other half. Names and abbreviations come from the
installed SCOWL lists, non-words are drawn from letters and syllables and kept if they are far from every word.
"""

from __future__ import annotations

import argparse
import random
import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from rapidfuzz import process
from rapidfuzz.distance import OSA

from engine.rules import PRESETS
from engine.rulings import ListJudge, open_judge
from engine.sound import sound_key
from engine.words import WordList, find_list, fold_word
from engine.words.entry import LEVEL_FIELDS

HOME = PRESETS["home"]
SCOWL = Path("/usr/share/dict/scowl")
VERDICTS = ("good", "misspelt", "unclear", "not allowed")
Pair = tuple[str, str]


def pairs_of(path: Path, half: str, most: int, judge: ListJudge) -> tuple[list[Pair], int]:
    """Gives a half of a collection, those pairs apart whose misspelling is listed, and how many those are."""
    lines = path.read_text(encoding="utf-8").upper().splitlines()
    pairs = [tuple(line.split("\t")[:2]) for line in lines[0 if half == "tune" else 1 :: 2] if "\t" in line]
    kept = [(wrong, meant) for wrong, meant in pairs if not held(judge, wrong)]
    apart = len(pairs) - len(kept)
    return random.Random(1).sample(kept, min(most, len(kept))), apart


def held(judge: ListJudge, word: str) -> bool:
    """Whether the list holds a spelling up to level 70, as whatever it is."""
    entry = judge.book.get(word)
    return entry is not None and any(0 < getattr(entry, kind) <= 70 for kind in LEVEL_FIELDS)


def is_word(judge: ListJudge, word: str) -> bool:
    """Whether the list holds a spelling as a common word up to level 70."""
    entry = judge.book.get(word)
    return entry is not None and any(0 < level <= 70 for level in (entry.word, entry.variant, entry.american))


def scowl_words(kind: str, levels: Sequence[int], most: int, judge: ListJudge, seed: int) -> list[str]:
    """Draws spellings of a SCOWL category that are no listed words besides."""
    found: set[str] = set()
    for level in levels:
        for path in sorted(SCOWL.glob(f"english-{kind}.{level}")):
            for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
                word = fold_word(line.rstrip("."))
                if word and 2 <= len(word) <= 12 and not is_word(judge, word):
                    found.add(word)
    return random.Random(seed).sample(sorted(found), min(most, len(found)))


def inventions(count: int, words: Sequence[str], seed: int) -> list[str]:
    """Invents spellings of five to ten letters, half by the letters' frequency and half by syllables, that are three
    edits and more from every word and do not sound like one of their length."""
    rng = random.Random(seed)
    frequency = Counter("".join(words))
    letters, weights = list(frequency), list(frequency.values())
    sounds = {sound_key(word, "en") for word in words}

    @cache
    def words_of(size: int) -> list[str]:
        return [word for word in words if abs(len(word) - size) <= 2]

    found: list[str] = []
    while len(found) < count:
        size = rng.randint(5, 10)
        if len(found) % 2:
            made = "".join(rng.choices(letters, weights, k=size))
        else:
            made = "".join(rng.choice("BCDFGHJKLMNPQRSTVWXZ" if place % 2 else "AEIOUY") for place in range(size))
        if sound_key(made, "en") in sounds:
            continue
        if process.extractOne(made, words_of(len(made)), scorer=OSA.distance, score_cutoff=2) is None:
            found.append(made)
    return found


def row(name: str, judge: ListJudge, items: Sequence[Pair], apart: int = 0) -> dict[str, float]:
    """Prints a line of the table and gives its shares: each verdict's, and the meant word's among the first three."""
    verdicts = [judge.rule(word, HOME) for word, _ in items]
    count = Counter(verdict.verdict for verdict in verdicts)
    named = sum(meant in verdict.meant[:3] for verdict, (_, meant) in zip(verdicts, items, strict=True))
    shares = {verdict: count[verdict] / max(1, len(items)) for verdict in VERDICTS}
    cells = "".join(f"{shares[verdict]:12.1%}" for verdict in VERDICTS)
    label = f"{named / max(1, len(items)):9.1%}" if any(meant for _, meant in items) else " " * 9
    print(f"{name:30s}{len(items):7d}{cells}{label}" + (f"   ({apart} more are listed)" if apart else ""))
    return {**shares, "named": named / max(1, len(items))}


def first_suggestion(program: Sequence[str], words: Sequence[str]) -> list[str | None]:
    """Asks a spelling checker in its pipe mode; gives for each word its first suggestion, itself, or ``None``."""
    asked = "".join(f"^{word.lower()}\n" for word in words)
    out = subprocess.run([*program, "-a"], input=asked, capture_output=True, text=True, check=True).stdout
    answers: list[str | None] = []
    waiting = iter(words)
    for line in out.splitlines()[1:]:
        if line[:1] in {"*", "+", "-"}:
            answers.append(next(waiting))
        elif line.startswith("&"):
            next(waiting)
            answers.append(fold_word(line.partition(": ")[2].split(", ")[0].replace("-", "").replace(" ", "")))
        elif line.startswith("#"):
            next(waiting)
            answers.append(None)
    return answers


def rival(name: str, program: Sequence[str], items: Sequence[Pair]) -> None:
    """Prints what a checker's first suggestion alone would have decided."""
    answers = first_suggestion(program, [word for word, _ in items])
    count: Counter[str] = Counter()
    named = 0
    for answer, (word, meant) in zip(answers, items, strict=True):
        count["good" if answer == word else "not allowed" if answer is None else "misspelt"] += 1
        named += answer == meant and answer != word
    cells = "".join(f"{count[verdict] / len(items):12.1%}" for verdict in VERDICTS)
    label = f"{named / len(items):9.1%}" if any(meant for _, meant in items) else ""
    print(f"  {program[0] + ', ' + name:28s}{len(items):7d}{cells}{label}")


def median_us(act: Callable[[str], object], words: Sequence[str]) -> float:
    """Gives the median time of an act on a word, in microseconds."""
    times = []
    for word in words:
        start = time.perf_counter_ns()
        act(word)
        times.append(time.perf_counter_ns() - start)
    return statistics.median(times) / 1000


def resident_mb() -> float:
    """Gives the memory this process holds now, in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def timings(judge: ListJudge, words: Sequence[str], unknown: Sequence[str]) -> None:
    """Prints how long the judge takes, beside a plain set and hunspell."""
    book = judge.book
    mixed = random.Random(3).sample([*words, *unknown], 4000)
    starred = [word[:2] + "*" + word[3:] for word in random.Random(4).sample(list(words), 800) if len(word) > 3]
    fresh = ListJudge(book)

    def rule(word: str) -> object:
        return fresh.rule(word, HOME)

    beside = median_us(frozenset(words).__contains__, mixed)
    print(f"\nlook-up                 {median_us(book.get, mixed):8.2f} us   (a frozenset {beside:.2f} us)")
    print(f"one Master              {median_us(rule, starred):8.1f} us")
    print(f"verdict, listed word    {median_us(rule, mixed[:800]):8.1f} us")
    print(f"verdict, unknown word   {median_us(rule, list(unknown)[:400]) / 1000:8.2f} ms")
    if shutil.which("hunspell"):
        some = list(unknown)[:60]
        start = time.perf_counter()
        first_suggestion(["hunspell", "-d", "en_GB"], some)
        print(f"hunspell, unknown word  {(time.perf_counter() - start) / len(some) * 1000:8.2f} ms")
    path = find_list("en")
    before, opening = resident_mb(), []
    kept = []
    for _ in range(5):
        start = time.perf_counter()
        kept.append(WordList(path))
        opening.append((time.perf_counter() - start) * 1000)
    each = (resident_mb() - before) / len(kept)
    print(f"opening                 {statistics.median(opening):8.1f} ms   {each:.1f} MB each")


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table and the timings."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", help="the folder that holds words/*.tsv")
    parser.add_argument("--half", choices=("tune", "report"), default="report")
    parser.add_argument("--pairs", type=int, default=2500, help="at most so many pairs of each collection")
    parser.add_argument("--drawn", type=int, default=2000, help="so many proper nouns and non-words")
    parser.add_argument("--no-timings", action="store_true", help="print the table only")
    parser.add_argument("--no-rivals", action="store_true", help="leave out what other checkers would have decided")
    options = parser.parse_args(arguments)
    judge = open_judge("en")
    if not isinstance(judge, ListJudge):
        print(judge.message, file=sys.stderr)
        return 2
    seed = 11 if options.half == "tune" else 12
    words = [word for word in judge.book.spellings() if is_word(judge, word)]
    print(f"{judge.about()}\n{'':30s}{'words':>7s}" + "".join(f"{v:>12s}" for v in VERDICTS) + f"{'named':>9s}")
    sets: list[tuple[str, list[Pair], int]] = []
    for path in sorted((options.folder / "words").glob("*.tsv")) if options.folder else []:
        sets.append((path.stem, *pairs_of(path, options.half, options.pairs, judge)))
    upper, short = (10, 35, 40, 50, 60, 70), (10, 20, 35, 40, 50, 55, 60, 70, 80)
    draw = {
        "proper nouns": scowl_words("upper", upper, options.drawn, judge, seed),
        "rarer proper nouns": scowl_words("proper-names", (50, 60, 70, 80), 1000, judge, seed),
        "proper nouns of level 95": scowl_words("proper-names", (95,), 500, judge, seed),
        "abbreviations": scowl_words("abbreviations", short, 1000, judge, seed),
        "abbreviations of level 95": scowl_words("abbreviations", (95,), 500, judge, seed),
        "invented non-words": inventions(options.drawn, words, seed),
    }
    sets += [(name, [(word, "") for word in drawn], 0) for name, drawn in draw.items()]
    for name, items, apart in sets:
        row(name, judge, items, apart)
    for program in (["aspell", "-d", "en_GB"], ["hunspell", "-d", "en_GB"]):
        if shutil.which(program[0]) and not options.no_rivals:
            for name, items, _ in sets:
                rival(name, program, items[: 400 if program[0] == "hunspell" else None])
    if not options.no_timings:
        wrong = [word for _, items, _ in sets for word, meant in items if meant]
        timings(judge, words, wrong or draw["invented non-words"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
