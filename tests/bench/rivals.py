"""Other readers of the same pictures, and the Steward's own, each in a process of its own: ``rivals.py NAME``.

Each takes a JSON object a line (``picture``, ``truth``: paths) and gives one a line for each picture: ``letters`` as
[character, x, y, confidence], ``words``, ``ms``. A process ends with 3 and one line when its reader is not installed.
"""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import cv2
import numpy as np

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ABSENT = 3


@dataclass(frozen=True)
class Read:
    """What a reader says of a picture: letters with their places (px) and confidence, words, how long it took, and the
    most memory (MB) it has held so far."""

    picture: str
    letters: list[tuple[str, float, float, float]]
    words: list[str]
    ms: float
    mb: float = 0.0


@dataclass(frozen=True)
class Item:
    """A picture and its truth, and the pack it shows."""

    picture: str
    truth: str
    pack: str = "lexicon"


@dataclass(frozen=True)
class Run:
    """What a reader's process gave: its readings by picture, its peak memory in MB, or why there are none."""

    reads: dict[str, Read]
    mb: float = 0.0
    absent: str = ""


def peak_mb(pid: int | str = "self") -> float:
    """Gives the most memory that a process has held so far, in MB; 0 when it has ended.

    What the system counts for a child that has ended will not do: it begins with its parent's memory.
    """
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    return int(found.group(1)) / 1024 if found else 0.0


def run(name: str, items: Sequence[Item]) -> Run:
    """Has a reader read the pictures in a process of its own."""
    with tempfile.TemporaryFile("w+") as errors:
        child = subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve()), name],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True,
        )  # fmt: skip
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write("\n".join(json.dumps(asdict(item)) for item in items))
        child.stdin.close()
        lines = child.stdout.read().splitlines()
        child.stdout.close()
        child.wait()
        errors.seek(0)
        said = errors.read().strip().splitlines()
    if child.returncode != 0:
        return Run({}, absent=said[-1] if said else f"it ended with {child.returncode}")
    reads = [Read(**json.loads(line)) for line in lines]
    return Run({read.picture: read for read in reads}, max((read.mb for read in reads), default=0.0))


def steward(items: Sequence[Item]) -> Iterator[Read]:
    """The Steward's reader; each pack has one."""
    from engine.cards import load_pack
    from engine.table import letter_of
    from vision.picture import load_picture
    from vision.reader import Reader

    readers = {pack: Reader(load_pack(pack)) for pack in {item.pack for item in items}}
    for item in items:
        picture = load_picture(item.picture)
        readers[item.pack].read(picture)  # the first of its size takes longer, as with the others
        reading = readers[item.pack].read(picture)
        letters = [
            (letter_of(card.face), *(float(side) for side in np.mean(card.corners, axis=0)), card.confidence)
            for card in reading.cards
        ]
        yield Read(item.picture, letters, [word.text for word in reading.words], reading.ms)


def tesseract(items: Sequence[Item]) -> Iterator[Read]:
    """Tesseract on the whole picture, looking for scattered capitals."""
    if shutil.which("tesseract") is None:
        raise ImportError("Tesseract is not installed")
    options = f"--psm 11 -c tessedit_char_whitelist={LETTERS} -c hocr_char_boxes=1 -c tessedit_create_hocr=1".split()
    for item in items:
        with tempfile.TemporaryFile("w+") as out:
            start = time.perf_counter()
            child = subprocess.Popen(["tesseract", item.picture, "-", *options], stdout=out, stderr=subprocess.DEVNULL)
            mb = 0.0
            while child.poll() is None:
                mb = max(mb, peak_mb(child.pid))
                time.sleep(0.005)
            ms = (time.perf_counter() - start) * 1000
            out.seek(0)
            letters, words = hocr(out.read())
        yield Read(item.picture, letters, words, ms, mb)


def hocr(page: str) -> tuple[list[tuple[str, float, float, float]], list[str]]:
    """Gives the letters and words of Tesseract's page in hOCR with boxes of characters."""
    letters, words = [], []
    for word in re.split(r"class=['\"]ocrx_word['\"]", page)[1:]:
        text = ""
        for box, confidence, char in re.findall(r"x_bboxes ([\d ]+); x_conf ([\d.]+)['\"]>([^<]*)<", word):
            left, top, right, bottom = (float(side) for side in box.split())
            char = html.unescape(char)
            letters.append((char, (left + right) / 2, (top + bottom) / 2, float(confidence) / 100))
            text += char
        words.append(text)
    return letters, words


def rapidocr(items: Sequence[Item]) -> Iterator[Read]:
    """RapidOCR with the models of its package."""
    try:
        from rapidocr import RapidOCR
    except ImportError as error:
        raise ImportError(f"RapidOCR is not installed ({error})") from error
    engine = RapidOCR(params={"Global.log_level": "error"})
    engine(cv2.imread(items[0].picture))
    for item in items:
        picture = cv2.imread(item.picture)
        start = time.perf_counter()
        found = engine(picture, return_word_box=True, return_single_char_box=True)
        ms = (time.perf_counter() - start) * 1000
        letters = [
            (char, *(float(side) for side in np.mean(box, axis=0)), float(confidence))
            for line in (found.word_results if found.boxes is not None else ())
            for char, confidence, box in line
            if box is not None
        ]
        words = [word for text in found.txts or () for word in text.split()]
        yield Read(item.picture, letters, words, ms)


def templates(items: Sequence[Item]) -> Iterator[Read]:
    """Nearest neighbours among cut-out letters, as readers of word-game boards have it: it is told where each tile of
    the grid lies and which way up, and is taught with the tiles of all the other pictures."""
    cut = [_tiles(item) for item in items]
    for number, item in enumerate(items):
        known = [
            pair
            for other, (_, tiles, names) in enumerate(cut)
            if other != number
            for pair in zip(tiles, names, strict=True)
        ]
        if not known or not len(cut[number][1]):
            continue
        bank, names = np.array([tile for tile, _ in known]), np.array([name for _, name in known])
        start = time.perf_counter()
        places, tiles, _ = _tiles(item)
        nearest = np.argsort(-(tiles @ bank.T), axis=1)[:, :3]
        letters = []
        for (x, y), near in zip(places, nearest, strict=True):
            votes, counts = np.unique(names[near], return_counts=True)
            letters.append((str(votes[counts.argmax()]), float(x), float(y), float(counts.max()) / 3))
        yield Read(item.picture, letters, [], (time.perf_counter() - start) * 1000)


def _tiles(item: Item) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Gives the middles of a picture's tiles, the tiles as unit vectors, and their letters."""
    grey = cv2.imread(item.picture, cv2.IMREAD_GRAYSCALE)
    truth = json.loads(Path(item.truth).read_text())
    places, tiles, names = [], [], []
    side = 24
    target = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    for letter in truth["letters"]:
        if letter["char"] not in LETTERS or "quad" not in letter:
            continue
        quad = np.array(letter["quad"], np.float32)
        tile = cv2.warpPerspective(grey, cv2.getPerspectiveTransform(quad, target), (side, side), flags=cv2.INTER_AREA)
        flat = tile[2:-2, 2:-2].astype(np.float32).ravel()
        flat -= flat.mean()
        places.append(quad.mean(axis=0))
        tiles.append(flat / max(float(np.linalg.norm(flat)), 1e-6))
        names.append(letter["char"])
    return np.array(places), np.array(tiles), names


READERS: dict[str, Callable[[Sequence[Item]], Iterator[Read]]] = {
    "steward": steward,
    "tesseract": tesseract,
    "rapidocr": rapidocr,
    "templates": templates,
}


def main() -> int:
    items = [Item(**json.loads(line)) for line in sys.stdin]
    try:
        for read in READERS[sys.argv[1]](items):
            print(json.dumps(asdict(replace(read, mb=read.mb or peak_mb()))), flush=True)
    except ImportError as error:
        print(error, file=sys.stderr)
        return ABSENT
    return 0


if __name__ == "__main__":
    sys.exit(main())
