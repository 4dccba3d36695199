"""How well the mounting assistant measures: ``python tests/bench/bench_mount.py [RENDERS] [--seed N]``.

A sweep of painted tables gives height, tilt, blurred and sharp pictures, and lamps over corner marks; with the folder
of the physically based renders, whose cameras are known, height and tilt are measured on those too. Every run paints
tables that no run saw before, and says by which seed they come again.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from engine.cards import load_pack
from vision.lens import simple_lens
from vision.lighting import lit
from vision.mount import Mounting, assess, is_blurred
from vision.picture import load_picture
from vision.reader import Reader
from vision.render import surfaces
from vision.render.camera import Camera
from vision.stand import plane_of_cards, stand_of

sys.path.insert(0, str(Path(__file__).parents[1] / "vision"))
from mounted_tables import mark_of, mounted, under_a_lamp

WIDE, FOCAL = 1536, 1300.0
SURFACES = (surfaces.felt, surfaces.wood, surfaces.cloth)


def scenes(count: int, seed: int) -> Iterator[tuple[Camera, np.ndarray, object]]:
    """Yields painted tables, each with its camera."""
    rng = np.random.default_rng((7, seed))
    for number in range(count):
        tilt, towards = float(rng.uniform(0, 16)), float(rng.uniform(0, 360))
        camera = Camera((WIDE, 1152), FOCAL, float(rng.uniform(650, 1100)), tilt, towards)
        yield camera, *mounted(camera, seed + number, SURFACES[number % 3], blur=float(rng.uniform(0.5, 0.9)))


def assessed(image, reading) -> Mounting:
    return assess(image, reading, focal=FOCAL / WIDE)


def sweep(count: int, seed: int) -> None:
    """Prints what is measured on painted tables."""
    rng = np.random.default_rng((1, seed))
    heights, tilts = [], []
    told = right = found = spots = unlit = false = 0
    for camera, image, reading in scenes(count, seed):
        first = assessed(image, reading)
        if first.stand is not None:
            height = camera.distance * np.cos(np.radians(camera.tilt_deg))
            heights.append(abs(first.stand.height_mm / height - 1) * 100)
            tilts.append(abs(first.stand.tilt_deg - camera.tilt_deg))
        unlit += 2 * len(reading.cards)
        false += sum(one.about == "glare" and bool(one.found) for one in first.checks)
        smear = np.zeros((11, 11), np.float32)
        turn = rng.uniform(0, np.pi)
        away = (round(5 * np.cos(turn)), round(5 * np.sin(turn)))
        cv2.line(smear, (5 - away[0], 5 - away[1]), (5 + away[0], 5 + away[1]), 1.0)
        for picture, blurred in (
            (image, False),
            (cv2.GaussianBlur(image, (0, 0), float(rng.uniform(1.8, 3.5))), True),
            (cv2.filter2D(image, -1, smear / smear.sum()), True),
        ):
            (check,) = [one for one in assessed(picture, reading).checks if one.about == "focus"]
            told, right = told + 1, right + (is_blurred(check) == blurred)
        for card in rng.permutation(np.array(reading.cards, object))[:3]:
            x, y, size = mark_of(card, bool(rng.integers(2)))
            lamp = under_a_lamp(image, x, y, size * rng.uniform(0.15, 0.5), rng.uniform(0.9, 2.2))
            glare = [one.found for one in assessed(lamp, reading).checks if one.about == "glare" and one.found]
            spots += 1
            found += any(np.hypot(one["x"] - x, one["y"] - y) < size * 0.4 for one in glare)
    print(
        f"mount, {count} painted tables: height off by {max(heights):.1f} % at most, tilt by {max(tilts):.1f}°, "
        f"told on {len(heights)}; blurred or sharp right {right / told:.1%} of {told}; "
        f"glare over marks found {found / spots:.1%} of {spots}, and said of {false} of {unlit} marks without; "
        f"seed {seed}"
    )


def renders(folder: Path, seed: int) -> None:
    """Prints what is measured on renders whose cameras are known."""
    reader = Reader(load_pack("lexicon"))
    rng = np.random.default_rng((5, seed))
    off = []
    spots = found = 0
    paths = sorted(folder.glob("renders/stills/*.json"))
    for path in paths:
        camera = json.loads(path.read_text(encoding="utf-8"))["camera"]
        picture = load_picture(path.with_suffix(".jpg"))
        lens = simple_lens(picture.shape[1], picture.shape[0], camera["K"][0][0])
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.uint8)
        reading = reader.read(picture, path.name)
        plane = plane_of_cards(reading, grey, lens, (58.0, 88.0))
        whole = [card for card in reading.cards if card.visible >= 0.95]
        quads = [np.array(card.corners) for card in whole]
        for card in rng.permutation(np.array(whole, object))[:3] if len(whole) > 2 else ():
            x, y, size = mark_of(card, bool(rng.integers(2)))
            light = lit(under_a_lamp(picture, x, y, size * rng.uniform(0.15, 0.5), rng.uniform(0.9, 2.2)), quads)
            spots += 1
            found += light is not None and any(np.hypot(one.x - x, one.y - y) < size * 0.4 for one in light.glare)
        if plane is not None:
            stand = stand_of(plane, lens)
            off.append((abs(stand.height_mm / camera["height_mm"] - 1) * 100, abs(stand.tilt_deg - camera["tilt_deg"])))
    if off:
        height, tilt = np.max(off, axis=0)
        print(
            f"mount, renders: height off by {height:.1f} % at most, tilt by {tilt:.1f}°; "
            f"told on {len(off)} of {len(paths)}, more cards asked for on the others; "
            f"glare over marks found {found / max(spots, 1):.1%} of {spots}; seed {seed}"
        )


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="How well the mounting assistant measures.")
    parser.add_argument("renders", nargs="?", type=Path, help="the folder of shared pictures")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6), help="paints a former run's tables again")
    args = parser.parse_args(argv)
    sweep(args.tables, args.seed)
    if args.renders is not None:
        renders(args.renders, args.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
