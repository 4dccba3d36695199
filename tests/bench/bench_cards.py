"""Measures the finder and the face network on pictures whose truth is known.

    python tests/bench/bench_cards.py DATA [--long-side 768] [--failures FOLDER] [--only stills,photos]

DATA holds `renders/`, `demo-hand/`, `demo-drive/` and `photos/`. For each source it prints: cards at least 60 %
visible and how many
of them were found (a centre within 0.35 of a card's width); false cards per picture; faces right given the true
corners and given the found ones; confident errors (0.95 and more, and wrong); milliseconds.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from vision.faces import CLASSES, UPSIDE_DOWN, read_faces
from vision.find import Found, find
from vision.pieces import TALLEST, TALLEST_CARD, find_pieces, read_pieces

NEAR = 0.35
SURE = 0.95
FOLDED = sorted({name.rstrip(UPSIDE_DOWN) for name in CLASSES})
FOLD = np.array([[name.rstrip(UPSIDE_DOWN) == f for f in FOLDED] for name in CLASSES], np.float32)
TURNED = {"H", "I", "N", "O", "S", "X", "Z", "M", "W"}


@dataclass
class Truth:
    """A card of a picture: its face, centre, width, corners if known, and whether it counts."""

    face: str
    centre: NDArray[np.float64]
    width: float
    corners: NDArray[np.float64] | None
    counts: bool


@dataclass
class Shot:
    """A picture with its truth; `closed` when everything that may be found is labelled, `tall` when the pack's
    cards are known to be higher than wide."""

    path: Path
    cards: list[Truth]
    closed: bool = True
    tall: bool = False


@dataclass
class Tally:
    """Sums over the pictures of a source."""

    pictures: int = 0
    cards: int = 0
    found: int = 0
    false: int = 0
    false_sure: int = 0
    posed: int = 0
    posed_right: int = 0
    posed_way: int = 0
    read: int = 0
    read_right: int = 0
    sure_wrong: int = 0
    ms_find: list[float] = field(default_factory=list)
    ms_read: list[float] = field(default_factory=list)


def rendered(folder: Path) -> Iterator[Shot]:
    """Pictures with a truth file of the renders' form beside them or in `truth/`."""
    pairs = []
    for path in sorted(folder.rglob("*.jpg")):
        beside, apart = path.with_suffix(".json"), path.parent.parent / "truth" / (path.stem + ".json")
        truth = beside if beside.exists() else apart
        if truth.exists():
            pairs.append((path, truth))
    for path, truth in pairs:
        cards = []
        for card in json.loads(truth.read_text())["cards"]:
            corners = np.array(card["corners_px"], float)
            width = float(np.linalg.norm(corners[1] - corners[0]))
            inside = card.get("inside_frame", True)
            cards.append(Truth(card["face"], corners.mean(0), width, corners, card["visible"] >= 0.6 and inside))
        yield Shot(path, cards, tall=True)


def _as_read(quad: NDArray[np.float64], rotation_deg: float | None) -> NDArray[np.float64]:
    """The quad with its corners begun where the letter's own upper left is."""
    if rotation_deg is None:
        return quad
    along = np.array([np.cos(np.deg2rad(rotation_deg)), np.sin(np.deg2rad(rotation_deg))])
    tries = [np.roll(quad, -turn, axis=0) for turn in range(4)]
    return max(
        tries, key=lambda q: float((q[1] + q[2] - q[0] - q[3]) @ along / np.linalg.norm(q[1] + q[2] - q[0] - q[3]))
    )


def photographed(folder: Path, kinds: set[str]) -> Iterator[Shot]:
    """Photographs of the given kinds with `letters` truth."""
    for entry in json.loads((folder / "index.json").read_text()):
        if entry["kind"] not in kinds:
            continue
        truth = json.loads((folder / entry["truth"]).read_text())
        cards = []
        for letter in truth.get("letters", []):
            x0, y0, x1, y1 = letter["box"]
            centre = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
            quad = letter.get("card_quad") or letter.get("quad")
            corners = _as_read(np.array(quad, float), letter.get("rotation_deg")) if quad else None
            if corners is not None:
                width = float(np.linalg.norm(corners[1] - corners[0]))
                if letter.get("card_quad"):
                    centre = corners.mean(0)
            else:
                width = float(max(x1 - x0, y1 - y0)) * 1.4
            char = letter["char"]
            cards.append(Truth(char, centre, width, corners, len(char) == 1 and "A" <= char <= "Z"))
        yield Shot(folder / entry["file"], cards, closed=entry["kind"] != "scrabble tiles")


def sources(data: Path) -> dict[str, Iterator[Shot]]:
    """Every source by name."""
    photos = data / "photos"
    return {
        "stills": rendered(data / "renders" / "stills"),
        "demo-hand": rendered(data / "demo-hand"),
        "demo-drive": rendered(data / "demo-drive"),
        "sequences": rendered(data / "renders" / "sequences"),
        "letter cards": photographed(photos, {"letter cards"}),
        "bananagrams": photographed(photos, {"bananagrams"}),
        "scrabble": photographed(photos, {"scrabble tiles"}),
        "negatives": photographed(photos, {"playing cards", "rummikub"}),
    }


def measure(shot: Shot, tally: Tally, long_side: int, failures: Path | None) -> None:
    """Adds one picture to the tally."""
    picture = cv2.imread(str(shot.path))
    began = time.perf_counter()
    sighting = find(picture, long_side) if long_side else find_pieces(picture)
    found: Sequence[Found] = [f for f in sighting.found if f.score >= 0.4]
    between = time.perf_counter()
    found, raw = read_pieces(picture, found, tallest=TALLEST_CARD if shot.tall else TALLEST)
    chances = raw @ FOLD
    after = time.perf_counter()
    tally.ms_find.append(1e3 * (between - began))
    tally.ms_read.append(1e3 * (after - between))
    tally.pictures += 1
    posed = [c for c in shot.cards if c.corners is not None and c.counts]
    wrong: list[tuple[NDArray[np.float64], str]] = []
    if posed:
        quads = np.array([c.corners for c in posed], np.float32)
        raw = read_faces(picture, quads)
        for card, chance, whole in zip(posed, raw @ FOLD, raw, strict=True):
            said = FOLDED[int(chance.argmax())]
            tally.posed += 1
            tally.posed_right += said == card.face
            way = CLASSES[int(whole.argmax())]
            tally.posed_way += way == card.face or (way.rstrip(UPSIDE_DOWN) == card.face and card.face in TURNED)
    taken = set()
    for card in shot.cards:
        distances = [float(np.hypot(*(np.array(f.centre) - card.centre))) for f in found]
        best = int(np.argmin(distances)) if distances else -1
        hit = best >= 0 and distances[best] < NEAR * card.width
        if hit:
            taken.add(best)
        if not card.counts:
            continue
        tally.cards += 1
        if not hit:
            wrong.append((card.centre, f"missed {card.face}"))
            continue
        tally.found += 1
        tally.read += 1
        said = FOLDED[int(chances[best].argmax())]
        tally.read_right += said == card.face
        if said != card.face:
            wrong.append((card.centre, f"{card.face} read {said} {chances[best].max():.2f}"))
            tally.sure_wrong += bool(chances[best].max() >= SURE)
    if shot.closed:
        for k, f in enumerate(found):
            said = FOLDED[int(chances[k].argmax())]
            if k in taken or said == "NONE":
                continue
            if any(np.hypot(*(np.array(f.centre) - c.centre)) < 0.5 * c.width for c in shot.cards):
                continue
            tally.false += 1
            tally.false_sure += bool(chances[k].max() >= SURE)
            wrong.append((np.array(f.centre), f"false {said} {chances[k].max():.2f} score {f.score:.2f}"))
    if failures is not None and wrong:
        failures.mkdir(parents=True, exist_ok=True)
        for f in found:
            cv2.polylines(picture, [np.round(f.corners).astype(np.int32)], True, (0, 255, 0), 2)
        for centre, text in wrong:
            cv2.circle(picture, (int(centre[0]), int(centre[1])), 12, (0, 0, 255), 3)
            cv2.putText(
                picture,
                text,
                (int(centre[0]) - 60, int(centre[1]) - 18),
                cv2.FONT_HERSHEY_SIMPLEX,
                0.8,
                (255, 0, 255),
                2,
            )
        cv2.imwrite(
            str(failures / f"{shot.path.parent.parent.name}-{shot.path.parent.name}-{shot.path.stem}.png"), picture
        )


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("data", type=Path)
    parser.add_argument("--long-side", type=int, default=0, help="px; 0: as the reader chooses")
    parser.add_argument("--failures", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--every", type=int, default=1, help="only every n-th picture")
    options = parser.parse_args()
    print(
        "source        pics cards  found%  false/pic(sure)  face@true%  way@true%  face@found%"
        "  sure&wrong   find ms  read ms"
    )
    for name, shots in sources(options.data).items():
        if options.only and name not in options.only.split(","):
            continue
        tally = Tally()
        for number, shot in enumerate(shots):
            if number % options.every == 0:
                measure(shot, tally, options.long_side, options.failures)
        if not tally.pictures:
            continue

        def share(part: int, whole: int) -> str:
            return f"{100 * part / whole:6.2f}" if whole else "     -"

        print(
            f"{name:13s} {tally.pictures:4d} {tally.cards:5d}  {share(tally.found, tally.cards)}  "
            f"{tally.false / tally.pictures:6.3f} ({tally.false_sure:3d})     {share(tally.posed_right, tally.posed)}"
            f"     {share(tally.posed_way, tally.posed)}      {share(tally.read_right, tally.cards)}"
            f"     {tally.sure_wrong:4d}/{tally.read:<5d}"
            f"  {np.median(tally.ms_find):7.1f}  {np.median(tally.ms_read):7.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
