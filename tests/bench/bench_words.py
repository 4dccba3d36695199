"""How often the judge is right about words: ``python tests/bench/bench_words.py FOLDER [--half tune] [--pairs N]``.

FOLDER holds collections of misspellings as ``words/*.tsv`` (misspelling, tab, the word that was meant). The thresholds
were set on the first, third, fifth … line of each; reported is the other half. Names and abbreviations come from the
installed SCOWL lists, non-words are drawn from letters and syllables and kept if they are far from every word.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from rapidfuzz import process
from rapidfuzz.distance import OSA

sys.path.insert(0, str(Path(__file__).parents[1] / "engine"))

from french_slips import slips_of

from engine.rules import PRESETS
from engine.rulings import ListJudge, open_judge
from engine.sound import sound_key
from engine.words import WordList, fold_word
from engine.words.entry import LEVEL_FIELDS

HOME = PRESETS["home"]
SCOWL = Path("/usr/share/dict/scowl")
RIVALS = {("aspell", "-d", "en_GB"): 100_000, ("hunspell", "-d", "en_GB"): 300}
"""Spelling checkers to set beside, each with how many words of a collection it is asked: hunspell takes its time."""
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


def hunspell_names(most: int, judge: ListJudge, seed: int) -> list[str]:
    """Draws names that hunspell's dictionary holds, and no SCOWL list up to level 80."""
    found = []
    for word in judge.book.spellings():
        entry = judge.book.get(word)
        if entry is None or "hunspell name" not in entry.marks or not 2 <= len(word) <= 12:
            continue
        others = (getattr(entry, kind) for kind in LEVEL_FIELDS)
        if not any(0 < level <= 80 for level in others) and entry.marks.isdisjoint({"hunspell", "wordnet"}):
            found.append(word)
    return random.Random(seed).sample(found, min(most, len(found)))


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


def shares(count: Counter[str], items: Sequence[Pair], named: int) -> dict[str, float]:
    """Gives each verdict's share, and that of the pairs whose meant word was named; 0 where no word was meant."""
    size = max(1, len(items))
    return {verdict: count[verdict] / size for verdict in VERDICTS} | {"named": named / size}


def ruled(judge: ListJudge, items: Sequence[Pair]) -> dict[str, float]:
    """Gives the judge's shares on a collection; named counts the meant word among the first three."""
    verdicts = [judge.rule(word, HOME) for word, _ in items]
    named = sum(meant in verdict.meant[:3] for verdict, (_, meant) in zip(verdicts, items, strict=True))
    return shares(Counter(verdict.verdict for verdict in verdicts), items, named)


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


def suggested(program: Sequence[str], items: Sequence[Pair], most: int) -> dict[str, float]:
    """Gives what a checker's first suggestion alone would have decided, on the first so many of a collection: a word it
    knows is good, one it suggests something for is misspelt, any other is not allowed."""
    items = items[:most]
    answers = first_suggestion(program, [word for word, _ in items])
    count: Counter[str] = Counter()
    named = 0
    for answer, (word, meant) in zip(answers, items, strict=True):
        count["good" if answer == word else "not allowed" if answer is None else "misspelt"] += 1
        named += answer == meant and answer != word
    return shares(count, items, named)


def percent(share: float) -> str:
    """Gives a share in per cent, as wide as the table's columns."""
    return f"{share:12.1%}"


def heading(rivals: Sequence[Sequence[str]]) -> str:
    """Gives the table's first lines: the judge's columns, and beside them each rival's."""
    own = "".join(f"{name:>12s}" for name in (*VERDICTS, "named"))
    beside = "".join(f" | {'misspelt':>8s}{'fined':>7s}{'named':>7s}" for _ in rivals)
    over = "".join(f" | {program[0] + ', first':>22s}" for program in rivals)
    return f"{'':97s}{over}\n{'':30s}{'words':>7s}{own}{beside}"


def line(name: str, items: Sequence[Pair], own: dict[str, float], beside: Sequence[dict[str, float]]) -> str:
    """Gives a line of the table."""
    meant = any(meant for _, meant in items)
    cells = "".join(percent(own[verdict]) for verdict in VERDICTS)
    cells += percent(own["named"]) if meant else f"{'':12s}"
    for other in beside:
        cells += f" | {other['misspelt']:8.1%}{other['not allowed']:7.1%}"
        cells += f"{other['named']:7.1%}" if meant else f"{'':7s}"
    return f"{name:30s}{len(items):7d}{cells}"


def median_us(act: Callable[[str], object], words: Sequence[str]) -> float:
    """Gives the median time of an act on a word, in microseconds."""
    times = []
    for word in words:
        start = time.perf_counter_ns()
        act(word)
        times.append(time.perf_counter_ns() - start)
    return statistics.median(times) / 1000


def timings(judge: ListJudge, words: Sequence[str], unknown: Sequence[str]) -> None:
    """Prints how long the judge takes, beside a plain set and hunspell."""
    book = judge.book
    mixed = random.Random(3).sample([*words, *unknown], 4000)
    starred = [word[:2] + "*" + word[3:] for word in random.Random(4).sample(list(words), 800) if len(word) > 3]
    fresh = ListJudge(book)

    def rule(word: str) -> object:
        return fresh.rule(word, HOME)

    beside = median_us(frozenset(words).__contains__, mixed)
    print(f"\n{'median':24s}{'here':>12s}   beside")
    print(f"{'look-up':24s}{median_us(book.get, mixed):9.2f} us   a Python set {beside:.2f} us")
    print(f"{'one Master':24s}{median_us(rule, starred):9.1f} us")
    print(f"{'verdict, listed word':24s}{median_us(rule, mixed[:800]):9.1f} us")
    hunspell = ""
    if shutil.which("hunspell"):
        some = list(unknown)[:60]
        start = time.perf_counter()
        first_suggestion(["hunspell", "-d", "en_GB"], some)
        hunspell = f"   hunspell {(time.perf_counter() - start) / len(some) * 1000:.1f} ms"
    print(f"{'verdict, unknown word':24s}{median_us(rule, list(unknown)[:400]) / 1000:9.2f} ms{hunspell}")


OPENED = {
    "here": "from engine.rulings import open_judge\njudge = open_judge('en')\nfound = judge.rule('HAT', rules)",
    "here, after 300 verdicts": "from engine.rulings import open_judge\njudge = open_judge('en')\n"
    "found = [judge.rule(word, rules) for word in unknown]",
    "a Python set": "words = set(open(listed).read().split())\nfound = 'HAT' in words",
}
"""What is opened, each in a process of its own, for its memory and time."""
MEASURE = """
import sys, time
import engine.judge, engine.spelling
from engine.rules import PRESETS
rules, listed, unknown = PRESETS["home"], sys.argv[2], open(sys.argv[3]).read().split()
def held():
    return int(open("/proc/self/smaps_rollup").read().split("Rss:")[1].split()[0]) / 1024
before, start = held(), time.perf_counter()
exec(sys.argv[1])
took = (time.perf_counter() - start) * 1000
print(f"{held() - before:.1f} {took:.1f}")
"""


def openings(words: Sequence[str], unknown: Sequence[str]) -> None:
    """Prints the memory that a loaded list takes and how long it takes to open, beside a Python set and hunspell."""
    print(f"\n{'opened':28s}{'memory':>10s}{'time':>12s}")
    with tempfile.TemporaryDirectory() as folder:
        listed, asked = Path(folder) / "listed.txt", Path(folder) / "unknown.txt"
        listed.write_text("\n".join(words))
        asked.write_text("\n".join(list(unknown)[:300]))
        for name, act in OPENED.items():
            told = [_measured(act, listed, asked) for _ in range(5)]
            memory, took = (statistics.median(one[place] for one in told) for place in (0, 1))
            print(f"{name:28s}{memory:7.1f} MB{took:9.1f} ms")
    if shutil.which("hunspell"):
        print(f"{'hunspell, the whole program':28s}{_hunspell_mb():7.1f} MB")


def _measured(act: str, listed: Path, asked: Path) -> tuple[float, float]:
    run = [sys.executable, "-c", MEASURE, act, str(listed), str(asked)]
    memory, took = subprocess.run(run, capture_output=True, text=True, check=True).stdout.split()
    return float(memory), float(took)


def _hunspell_mb() -> float:
    """Gives the memory of hunspell's process once it has answered, in MB."""
    program = ["hunspell", "-d", "en_GB", "-a"]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        process.stdin.write("^hat\n")
        process.stdin.flush()
        process.stdout.readline()
        rollup = Path(f"/proc/{process.pid}/smaps_rollup").read_text()
        process.stdin.close()
    return int(rollup.split("Rss:")[1].split()[0]) / 1024


def french(count: int) -> None:
    """Prints how the French judge does on slips made by rule, kind by kind, and on names and abbreviations."""
    judge = open_judge("fr")
    if not isinstance(judge, ListJudge):
        print(judge.message)
        return
    book = judge.book
    words = [word for word in book.spellings() if 5 <= len(word) <= 10 and _common_french(book, word)]
    drawn = random.Random(5).sample(words, min(count, len(words)))
    made = list(slips_of(drawn, lambda word: book.get(word) is not None))
    print(f"\n{judge.about()}\n{heading(())}")
    kinds = sorted({kind for _, _, kind in made})
    for name in (*kinds, "all slips"):
        items = [(slip, meant) for slip, meant, kind in made if name in (kind, "all slips")]
        print(line(name, items, ruled(judge, items), ()))


def _common_french(book: WordList, word: str) -> bool:
    entry = book.get(word)
    return entry is not None and bool(entry.word) and "hunspell" in entry.marks


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table and the timings."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", help="the folder that holds words/*.tsv")
    parser.add_argument("--half", choices=("tune", "report"), default="report")
    parser.add_argument("--pairs", type=int, default=2500, help="at most so many pairs of each collection")
    parser.add_argument("--drawn", type=int, default=2000, help="so many proper nouns and non-words")
    parser.add_argument("--french", type=int, default=300, help="make slips of so many French words")
    parser.add_argument("--no-timings", action="store_true", help="print the table only")
    parser.add_argument("--no-rivals", action="store_true", help="leave out what other checkers would have decided")
    options = parser.parse_args(arguments)
    judge = open_judge("en")
    if not isinstance(judge, ListJudge):
        print(judge.message, file=sys.stderr)
        return 2
    seed = 11 if options.half == "tune" else 12
    words = [word for word in judge.book.spellings() if is_word(judge, word)]
    rivals = {} if options.no_rivals else {name: most for name, most in RIVALS.items() if shutil.which(name[0])}
    print(f"{judge.about()}\n{heading(list(rivals))}")
    sets: list[tuple[str, list[Pair], int]] = []
    for path in sorted((options.folder / "words").glob("*.tsv")) if options.folder else []:
        sets.append((path.stem, *pairs_of(path, options.half, options.pairs, judge)))
    upper, short = (10, 35, 40, 50, 60, 70), (10, 20, 35, 40, 50, 55, 60, 70, 80)
    draw = {
        "proper nouns": scowl_words("upper", upper, options.drawn, judge, seed),
        "rarer proper nouns": scowl_words("proper-names", (50, 60, 70, 80), 1000, judge, seed),
        "proper nouns of level 95": scowl_words("proper-names", (95,), 500, judge, seed),
        "names that hunspell has alone": hunspell_names(500, judge, seed),
        "abbreviations": scowl_words("abbreviations", short, 1000, judge, seed),
        "abbreviations of level 95": scowl_words("abbreviations", (95,), 500, judge, seed),
        "invented non-words": inventions(options.drawn, words, seed),
    }
    sets += [(name, [(word, "") for word in drawn], 0) for name, drawn in draw.items()]
    for name, items, apart in sets:
        beside = [suggested(program, items, most) for program, most in rivals.items()]
        told = line(name, items, ruled(judge, items), beside)
        print(told + (f"   ({apart} more are listed)" if apart else ""), flush=True)
    french(options.french)
    if not options.no_timings:
        wrong = [word for _, items, _ in sets for word, meant in items if meant] or draw["invented non-words"]
        timings(judge, words, wrong)
        openings(words, wrong)
    return 0


if __name__ == "__main__":
    sys.exit(main())
