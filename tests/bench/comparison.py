"""Sets the Steward's reader beside others on the same pictures, in one run: what is read right, time and memory."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import rivals

SURE = 0.95
MOST_PICTURES = 24
"""Of each kind, evenly chosen: some of the other readers take seconds over a picture."""
NAMES = {
    "steward": "this reader",
    "tesseract": "Tesseract, whole picture",
    "rapidocr": "RapidOCR, whole picture",
    "templates": "kNN templates, told the grid",
}


@dataclass(frozen=True)
class Letter:
    """A letter that lies there: its middle (px), and how far off it may be read."""

    char: str
    middle: tuple[float, float]
    reach: float


@dataclass
class Tally:
    """What one reader read of one set of pictures."""

    counts: Counter[str] = field(default_factory=Counter)
    ms: list[float] = field(default_factory=list)
    mb: float = 0.0
    absent: str = ""


def sets(shared: Path) -> dict[str, list[rivals.Item]]:
    """Gives the pictures that readers are compared on, by kind."""
    found: dict[str, list[rivals.Item]] = {}
    stills = shared / "renders" / "stills"
    if stills.is_dir():
        found["rendered tables"] = [
            rivals.Item(str(path.with_suffix(".jpg")), str(path)) for path in sorted(stills.glob("*.json"))
        ]
    index = shared / "photos" / "index.json"
    if index.is_file():
        for item in json.loads(index.read_text()):
            if item["kind"] in ("letter cards", "bananagrams", "scrabble tiles"):
                folder = index.parent
                found.setdefault(item["kind"], []).append(
                    rivals.Item(str(folder / item["file"]), str(folder / item["truth"]), "letters")
                )
    return {kind: _some(items) for kind, items in found.items()}


def _some(items: list[rivals.Item]) -> list[rivals.Item]:
    step = max(1.0, len(items) / MOST_PICTURES)
    return [items[int(number * step)] for number in range(min(len(items), MOST_PICTURES))]


def truth_of(item: rivals.Item) -> tuple[list[Letter], list[str]]:
    """Gives the letters and the words that a picture shows; cards hidden by more than two fifths do not count."""
    truth = json.loads(Path(item.truth).read_text())
    letters = []
    for card in truth.get("cards", ()):
        if card["visible"] >= 0.6 and card["face"] in rivals.LETTERS:
            corners = np.array(card["corners_px"])
            x, y = corners.mean(axis=0)
            letters.append(Letter(card["face"], (float(x), float(y)), float(np.hypot(*(corners[1] - corners[0]))) / 2))
    for letter in truth.get("letters", ()):
        if letter["char"] in rivals.LETTERS:
            left, top, right, bottom = letter["box"]
            reach = 0.7 * max(right - left, bottom - top)
            letters.append(Letter(letter["char"], ((left + right) / 2, (top + bottom) / 2), reach))
    texts = [
        word["text"] if isinstance(word, dict) else word
        for word in truth.get("words", ())
        if not isinstance(word, dict) or word["role"] == "word"
    ]
    return letters, [text for text in texts if len(text) > 1 and text.isalpha()]


def tally(items: Sequence[rivals.Item], got: rivals.Run) -> Tally:
    """Compares what a reader read with what is there."""
    result = Tally(mb=got.mb, absent=got.absent)
    for item in items:
        read = got.reads.get(item.picture)
        if read is None:
            continue
        letters, words = truth_of(item)
        left = [(char.upper(), np.array([x, y]), confidence) for char, x, y, confidence in read.letters]
        result.counts["letters"] += len(letters)
        for letter in letters:
            near = sorted(
                (float(np.hypot(*(at - letter.middle))), index)
                for index, (_, at, _) in enumerate(left)
                if np.hypot(*(at - letter.middle)) <= letter.reach
            )
            same = [index for _, index in near if left[index][0] == letter.char]
            if same:
                result.counts["letters right"] += 1
                del left[same[0]]
            elif near:
                _, _, confidence = left.pop(near[0][1])
                result.counts["sure wrong"] += confidence >= SURE
        texts = Counter("".join(char for char in word.upper() if char in rivals.LETTERS) for word in read.words)
        result.counts["words"] += len(words)
        for word in words:
            result.counts["words right"] += texts[word] > 0
            texts[word] -= 1
        result.ms.append(read.ms)
    return result


def share(counts: Counter[str], part: str, whole: str) -> str:
    return f"{counts[part]}/{counts[whole]} {counts[part] / counts[whole]:.1%}" if counts[whole] else "-"


def compare(shared: Path) -> str:
    """Gives the table of all readers on all kinds of pictures."""
    lines = [
        f"{'':16} {'':29} {'letters right':>16} {'words right':>14} {'sure wrong':>10} {'ms':>7} {'MB':>6}",
    ]
    for kind, items in sets(shared).items():
        readers = ["steward", "tesseract", "rapidocr", *(["templates"] if kind == "scrabble tiles" else [])]
        for name in readers:
            item = tally(items, rivals.run(name, items))
            head = f"{kind if name == 'steward' else '':16} {NAMES[name]:29}"
            if item.absent or not item.ms:
                lines.append(f"{head} not measured: {item.absent or 'nothing was read'}")
                continue
            words = "-" if name == "templates" else share(item.counts, "words right", "words")
            lines.append(
                f"{head} {share(item.counts, 'letters right', 'letters'):>16} "
                f"{words:>14} {item.counts['sure wrong']:10} "
                f"{np.median(item.ms):7.1f} {item.mb:6.0f}"
            )
    return "\n".join(lines)


def quickest(work: Callable[[], Any], times: int = 9) -> float:
    """Gives the least time that a piece of work took, in ms: what else the machine does only ever adds."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return min(taken) * 1000


def speed(path: Path) -> str:
    """Tells what reading one picture costs, beside decoding it, one threshold and one pass of each network."""
    from engine.cards import load_pack
    from vision.network import Network
    from vision.picture import load_picture
    from vision.reader import Reader
    from vision.settle import Gate

    data = np.frombuffer(path.read_bytes(), np.uint8)
    picture = load_picture(path)
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    reader = Reader(load_pack("lexicon"))
    cards = len(reader.read(picture).cards)
    passes: dict[str, list[tuple[int, float]]] = {}
    plain = Network.__call__

    def timed(self: Network, planes: Any, *answers: str) -> Any:
        start = time.perf_counter()
        result = plain(self, planes, *answers)
        passes.setdefault(self.name, []).append((len(planes), (time.perf_counter() - start) * 1000))
        return result

    reads, alone = [], []
    Network.__call__ = timed  # type: ignore[method-assign]
    try:
        for _ in range(9):
            passes.clear()
            reads.append(reader.read(picture).ms)
            # One pass of each: the largest batch that it was given.
            alone.append({name: max(calls)[1] for name, calls in passes.items()})
    finally:
        Network.__call__ = plain  # type: ignore[method-assign]
    decode = quickest(lambda: cv2.imdecode(data, cv2.IMREAD_COLOR))
    threshold = quickest(
        lambda: cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 31, 10)
    )
    network = {name: min(one[name] for one in alone) for name in alone[0]}
    least = decode + threshold + sum(network.values())
    gate = Gate()
    gate.moved(picture, 0.0)
    settle = quickest(lambda: gate.moved(picture, 1.0))
    named = ", ".join(f"{name} {ms:.1f}" for name, ms in network.items())
    return "\n".join(
        [
            f"{path.name}, {picture.shape[1]}x{picture.shape[0]}, {cards} cards (ms, least of 9):",
            f"  read {min(reads):.1f} (median {np.median(reads):.1f}); settle gate {settle:.2f} a frame",
            f"  decode {decode:.1f} + adaptive threshold {threshold:.1f} + one pass of each network ({named}) = "
            f"{least:.1f}; the read is {min(reads) / least:.2f} times that",
        ]
    )


def fullest(items: Sequence[rivals.Item]) -> Path:
    """Gives the picture whose number of cards is nearest to thirty."""
    return Path(min(items, key=lambda item: abs(len(json.loads(Path(item.truth).read_text())["cards"]) - 30)).picture)


def memory(path: Path) -> str:
    """Tells how much memory ``steward read`` takes at its highest."""
    code = (
        "import sys; from pi.cli import main; from rivals import peak_mb; "
        "code = main(['read', sys.argv[1], '--json']); print(peak_mb(), file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path.resolve())],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parent,
    )
    if done.returncode != 0:
        return f"steward read ended with {done.returncode}: {done.stderr.strip() or done.stdout.strip()}"
    return f"steward read {path.name}: {float(done.stderr.splitlines()[-1]):.0f} MB at its highest"
