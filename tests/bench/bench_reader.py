"""Measures the reader on tables whose truth is known: ``python -m tests.bench.bench_reader [SHARED] [--reader both]``.

Cards found with the right face (of those at least 60 % visible), words exactly right, hand totals, false cards,
confidently wrong ones and milliseconds, by folder. SHARED is a folder with ``renders``, ``demo-hand``, ``demo-drive``;
without it the tables that come with the tests are measured.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import comparison
import numpy as np

from engine.cards import LETTERS, load_pack
from engine.table import BACK, SeenCard, TableReading
from vision.enrol import Enrolled, Example, enrol
from vision.faces import rectify
from vision.picture import load_picture
from vision.reader import READERS, Reader
from vision.settings import KnownWord

HERE = Path(__file__).resolve().parent
SURE = 0.95


@dataclass
class Score:
    """Counts of one folder; ``wrong`` lists what was missed, for people."""

    counts: Counter[str] = field(default_factory=Counter)
    ms: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: Score) -> None:
        self.counts.update(other.counts)
        self.ms.extend(other.ms)
        self.wrong.extend(other.wrong)


@dataclass(frozen=True)
class Shown:
    """A picture with its truth; ``stable`` is false while a hand is at work in it."""

    picture: Path
    truth: dict[str, Any]
    stable: bool = True


def stills(folder: Path) -> Iterator[Shown]:
    for path in sorted(folder.glob("*.json")):
        truth = json.loads(path.read_text())
        picture = path.with_suffix(".jpg")
        if "cards" in truth and picture.is_file():
            yield Shown(picture, truth, truth.get("stable", True))


def frames(folder: Path) -> Iterator[Shown]:
    for path in sorted((folder / "truth").glob("*.json")):
        truth = json.loads(path.read_text())
        yield Shown(folder / "frames" / f"{path.stem}.jpg", truth, truth["stable"])


def sequence(folder: Path) -> Iterator[Shown]:
    stable = {frame["truth"]: frame["stable"] for frame in json.loads((folder / "sequence.json").read_text())["frames"]}
    for path in sorted(folder.glob("*_f*.json")):
        yield Shown(path.with_suffix(".jpg"), json.loads(path.read_text()), stable[path.name])


def folders(shared: Path | None) -> dict[str, Callable[[], Iterator[Shown]]]:
    """Gives what there is to measure on, by name."""
    if shared is None:
        return {"tests": lambda: stills(HERE.parent / "data" / "tables")}
    found: dict[str, Callable[[], Iterator[Shown]]] = {"stills": lambda: stills(shared / "renders" / "stills")}
    for folder in sorted((shared / "renders" / "sequences").glob("*")):
        found[folder.name] = lambda folder=folder: sequence(folder)
    for name in ("demo-hand", "demo-drive"):
        found[name] = lambda name=name: frames(shared / name)
    return found


def matched(truth: dict[str, Any], reading: TableReading) -> dict[int, SeenCard]:
    """Pairs the truth's cards with the read ones, nearest first, within half a card's width."""
    pairs = []
    for card in truth["cards"]:
        corners = np.array(card["corners_px"])
        half = np.hypot(*(corners[1] - corners[0])) / 2
        for seen in reading.cards:
            apart = float(np.hypot(*(np.mean(seen.corners, axis=0) - corners.mean(axis=0))))
            if apart < half:
                pairs.append((apart, card["id"], seen))
    found: dict[int, SeenCard] = {}
    taken: set[int] = set()
    for _, card_id, seen in sorted(pairs, key=lambda pair: pair[0]):
        if card_id not in found and seen.id not in taken:
            found[card_id] = seen
            taken.add(seen.id)
    return found


def score(shown: Shown, reading: TableReading) -> Score:
    """Compares a reading with the truth."""
    result = Score(ms=[reading.ms])
    counts, name = result.counts, shown.picture.stem
    found = matched(shown.truth, reading)
    counts["pictures"] += 1
    if shown.stable == reading.covered and "stable" in shown.truth:
        counts["covered wrong"] += 1
        result.wrong.append(f"{name}: covered is {reading.covered}")
    if not shown.stable:
        return result
    for card in shown.truth["cards"]:
        if card["visible"] < 0.6:
            continue
        seen = found.get(card["id"])
        counts["cards"] += 1
        right = seen is not None and seen.face == card["face"]
        counts["cards right"] += right
        if not right:
            what = f"{seen.face} {seen.confidence:.2f}" if seen else "not found"
            result.wrong.append(f"{name}: card {card['face']} ({card['visible']:.2f} visible) {what}")
        if seen is not None and card["face"] != BACK:
            counts["sure"] += seen.confidence >= SURE
            counts["sure wrong"] += seen.confidence >= SURE and not right
    taken = {seen.id for seen in found.values()}
    for seen in reading.cards:
        if seen.id not in taken:
            counts["false cards"] += 1
            counts["false sure"] += seen.confidence >= SURE
            result.wrong.append(f"{name}: false {seen.face} {seen.confidence:.2f} at {np.mean(seen.corners, axis=0)}")
    texts = Counter(word.text for word in reading.words)
    for word in shown.truth["words"]:
        if word["role"] != "word":
            continue
        counts["words"] += 1
        counts["words right"] += texts[word["text"]] > 0
        if not texts[word["text"]]:
            result.wrong.append(f"{name}: word {word['text']} among {sorted((+texts).elements())}")
        texts[word["text"]] -= 1
    return result


def photos(folder: Path) -> Iterator[tuple[str, Shown]]:
    """Gives the photographs of letters with their kinds."""
    for item in json.loads((folder / "index.json").read_text()):
        truth = json.loads((folder / item["truth"]).read_text())
        yield item["kind"], Shown(folder / item["file"], truth)


def score_photo(shown: Shown, reading: TableReading) -> Score:
    """Compares a photograph's letters with the cards that lie over them; a negative has no letters at all."""
    result = Score(ms=[reading.ms])
    counts, name = result.counts, shown.picture.stem
    counts["pictures"] += 1
    taken: set[int] = set()
    letters = [letter for letter in shown.truth.get("letters", ()) if letter["char"] in LETTERS]
    for letter in letters:
        seen = laid_over(letter, [card for card in reading.cards if card.id not in taken])
        counts["cards"] += 1
        if seen is None:
            result.wrong.append(f"{name}: letter {letter['char']} in {letter['box']} not found")
            continue
        taken.add(seen.id)
        is_right = seen.face == letter["char"]
        counts["cards right"] += is_right
        counts["sure"] += seen.confidence >= SURE
        counts["sure wrong"] += seen.confidence >= SURE and not is_right
        if not is_right:
            result.wrong.append(f"{name}: letter {letter['char']} in {letter['box']} {seen.face} {seen.confidence:.2f}")
    if not letters:
        false = [card for card in reading.cards if card.face != BACK]
        counts["false cards"] += len(false)
        counts["false sure"] += sum(card.confidence >= SURE for card in false)
        result.wrong += [f"{name}: no letter, read {card.face} {card.confidence:.2f}" for card in false]
    return result


def laid_over(letter: Mapping[str, Any], cards: Sequence[SeenCard]) -> SeenCard | None:
    """Gives the card that lies over a photograph's letter; None when there is none."""
    left, top, right, bottom = letter["box"]
    centre = np.array([(left + right) / 2, (top + bottom) / 2])
    near = [(float(np.hypot(*(np.mean(card.corners, axis=0) - centre))), card) for card in cards]
    apart, seen = min(near, key=lambda item: item[0], default=(np.inf, None))
    return seen if apart <= 0.7 * max(right - left, bottom - top) else None


def learnt(name: str, shown: Sequence[Shown], plain: Reader) -> Enrolled:
    """Enrols a pack from photographs whose letters are known, as somebody does who names what lies on each."""
    examples = []
    for item in shown:
        picture = load_picture(item.picture)
        cards = plain.read(picture, item.picture.name).cards
        for letter in item.truth["letters"]:
            if letter["char"] in LETTERS and (seen := laid_over(letter, cards)) is not None:
                crop = rectify(picture, np.array([seen.corners], np.float32))[0]
                examples.append(Example(letter["char"], crop))
    return enrol(name, examples)


def enrolled_photos(folder: Path) -> dict[str, Score]:
    """Reads each photograph with its pack enrolled from the other half of that pack's photographs."""
    pack = load_pack("letters")
    plain = Reader(pack)
    kinds: dict[str, list[Shown]] = {}
    for kind, item in photos(folder):
        if any(letter["char"] in LETTERS for letter in item.truth.get("letters", ())):
            kinds.setdefault(kind, []).append(item)
    scores: dict[str, Score] = {}
    for kind, shown in kinds.items():
        for half, other in ((shown[::2], shown[1::2]), (shown[1::2], shown[::2])):
            reader = Reader(pack, enrolled=learnt(kind, other, plain))
            for item in half:
                reading = reader.read(load_picture(item.picture), item.picture.name)
                scores.setdefault(kind[:15], Score()).add(score_photo(item, reading))
    return scores


def score_hands(shown: Shown, reading: TableReading) -> Score:
    """Compares the totals of laid-down hands, seat by seat."""
    result = Score()
    total = {word["role"][-1]: word["total"] for word in shown.truth["words"] if word["role"].startswith("hand-")}
    got = {seat: hand.total for seat, hand in reading.hands.items()}
    for seat in sorted({*total, *got}):
        result.counts["hands"] += 1
        result.counts["hands right"] += total.get(seat) == got.get(seat)
        if total.get(seat) != got.get(seat):
            result.wrong.append(f"{shown.picture.stem}: hand {seat} {total.get(seat)} read {got.get(seat)}")
    return result


def known_words(shown: Shown, reading: TableReading) -> list[KnownWord]:
    """Gives the words that a game would know of by the time hands are laid down."""
    texts = {word["text"] for word in shown.truth["words"] if word["role"] == "word"}
    known = []
    for word in reading.words:
        if word.text in texts:
            x, y = np.mean([card.centre_mm for card in reading.word_cards(word)], axis=0)
            known.append(KnownWord(word.text, (float(x), float(y))))
    return known


def measure(shown: Iterator[Shown], reader: Reader, in_play: bool) -> Score:
    """Reads every picture; ``in_play`` when they are frames of a game: each is read with the one before in mind."""
    result = Score()
    before: TableReading | None = None
    for item in shown:
        picture = load_picture(item.picture)
        reading = reader.read(picture, item.picture.name, before=before)
        before = reading if in_play and not reading.covered else before
        result.add(score(item, reading))
        if item.stable and any(word["role"].startswith("hand-") for word in item.truth["words"]):
            known = known_words(item, reading) if in_play else []
            hands = reader.read(picture, item.picture.name, phase="count", before=before, known_words=known)
            result.add(score_hands(item, hands))
    return result


def share(counts: Counter[str], part: str, whole: str) -> str:
    return f"{counts[part]}/{counts[whole]}" + (f" {counts[part] / counts[whole]:.1%}" if counts[whole] else "")


def table(scores: dict[str, Score]) -> str:
    """Lays the scores out in lines of columns."""
    lines = [
        f"{'':15} {'pictures':>8} {'cards right':>16} {'words right':>15} {'hands right':>15} "
        f"{'false':>6} {'sure wrong':>12} {'covered wrong':>13} {'ms':>6}"
    ]
    for name, item in scores.items():
        c = item.counts
        lines.append(
            f"{name:15} {c['pictures']:8} {share(c, 'cards right', 'cards'):>16} "
            f"{share(c, 'words right', 'words'):>15} {share(c, 'hands right', 'hands'):>15} {c['false cards']:6} "
            f"{c['sure wrong'] + c['false sure']:5}/{c['sure'] + c['false sure']:<6} {c['covered wrong']:13} "
            f"{np.median(item.ms) if item.ms else 0:6.1f}"
        )
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="measures the reader on tables whose truth is known")
    parser.add_argument("shared", nargs="?", type=Path, help="folder with renders, demo-hand and demo-drive")
    parser.add_argument("--reader", choices=READERS, default="net")
    parser.add_argument("--only", default="", help="measure only folders whose name holds this")
    parser.add_argument("--wrong", action="store_true", help="list what was read wrong")
    options = parser.parse_args(arguments)
    reader = Reader(load_pack("lexicon"), reader=options.reader)
    scores: dict[str, Score] = {}
    for name, shown in folders(options.shared).items():
        if options.only in name:
            scores[name] = measure(shown(), reader, in_play=name not in ("stills", "tests"))
    if options.shared is not None and (options.shared / "photos").is_dir():
        letters = Reader(load_pack("letters"), reader=options.reader)
        for kind, item in photos(options.shared / "photos"):
            if options.only in f"photos {kind}":
                reading = letters.read(load_picture(item.picture), item.picture.name)
                scores.setdefault(kind[:15], Score()).add(score_photo(item, reading))
    everything = Score()
    for item in scores.values():
        everything.add(item)
    print(table({**scores, "all": everything}))
    if options.wrong:
        print("\n".join(everything.wrong))
    if options.shared is not None and not options.only:
        beside(options.shared)
    return 0


def beside(shared: Path) -> None:
    """Prints what the readers of letters do apart and together, other programs on the same pictures, time, memory."""
    print("\nWho reads the letters (--reader):")
    stills_of, pictures = folders(shared)["stills"], shared / "photos"
    for name in READERS:
        scores = {f"{name} tables": measure(stills_of(), Reader(load_pack("lexicon"), reader=name), in_play=False)}
        letters = Reader(load_pack("letters"), reader=name)
        for kind, item in photos(pictures) if pictures.is_dir() else ():
            if kind == "letter cards":
                reading = letters.read(load_picture(item.picture), item.picture.name)
                scores.setdefault(f"{name} cards", Score()).add(score_photo(item, reading))
        print(table(scores) if name == READERS[0] else table(scores).partition("\n")[2])
    if pictures.is_dir():
        print("\nWith the pack enrolled from the other half of its photographs:")
        print(table(enrolled_photos(pictures)))
    print("\nOther programs, each in a process of its own:")
    print(comparison.compare(shared))
    tables = comparison.sets(shared).get("rendered tables")
    if tables:
        picture = comparison.fullest(tables)
        print(f"\n{comparison.speed(picture)}\n  {comparison.memory(picture)}")


if __name__ == "__main__":
    sys.exit(main())
