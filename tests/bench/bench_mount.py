"""How well the mounting assistant measures: ``python tests/bench/bench_mount.py [RENDERS] [--seed N]``.

A sweep of painted tables gives height, tilt, blurred and sharp pictures, and lamps over corner marks, and tells how
height and tilt hang on the number of cards and on the tilt; with the folder of the physically based renders, whose
cameras are known, all is measured on those too, through the measured lens and knowing the kind of camera only. Every
run paints tables that no run saw before, and says by which seed they come again.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
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
from vision.stand import measure, plane_of_cards, stand_of

sys.path.insert(0, str(Path(__file__).parents[1] / "vision"))
from mounted_tables import as_a_reader_sees, mark_of, mounted, out_of_focus_by, smeared_by, under_a_lamp

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


def by_cards(count: int, seed: int) -> None:
    """Prints how height and tilt hang on how many cards lie there and on the tilt, with outlines as a reader sees."""
    rng = np.random.default_rng((11, seed))
    lens = simple_lens(WIDE, 1152, FOCAL)
    rows = []
    for number in range(count):
        cards, tilt = (2, 3, 4, 6, 8, 12)[number % 6], float(rng.uniform(0, 16))
        camera = Camera((WIDE, 1152), FOCAL, float(rng.uniform(650, 1100)), tilt, float(rng.uniform(0, 360)))
        image, reading = mounted(camera, seed + number, SURFACES[number // 6 % 3], cards=cards)
        found = measure(as_a_reader_sees(reading, seed + number), image, lens, (58.0, 88.0))
        if found is not None:
            stand = stand_of(found.plane, lens)
            height = stand.height_mm / (camera.distance * np.cos(np.radians(tilt))) - 1
            rows.append((cards, tilt, abs(height) * 100, abs(stand.tilt_deg - tilt), found.sure))
        else:
            rows.append((cards, tilt, np.nan, np.nan, False))
    table = np.array(rows, float)
    for name, keys in (("cards", table[:, 0]), ("tilt", np.floor(table[:, 1] / 4) * 4)):
        for key in np.unique(keys):
            here = table[keys == key]
            told = here[here[:, 4] > 0]
            height, tilt = np.max(told[:, 2:4], axis=0) if len(told) else (0.0, 0.0)
            print(
                f"mount, painted, {name} {key:.0f}{'+' if name == 'tilt' else ''}: told on {len(told)} of {len(here)}, "
                f"height off by {height:.1f} % at most, tilt by {tilt:.1f}°; seed {seed}"
            )


def renders(folder: Path, seed: int) -> None:
    """Prints what is measured on renders whose cameras are known."""
    reader = Reader(load_pack("lexicon"))
    rng = np.random.default_rng((5, seed))
    paths = sorted(folder.glob("renders/stills/*.json"))
    off: dict[str, list[tuple[float, float]]] = {"its measured lens": [], "its kind of camera only": []}
    spots = found = told = right = 0
    for path in paths:
        truth = json.loads(path.read_text(encoding="utf-8"))
        camera, matrix = truth["camera"], truth["camera"]["K"]
        picture = load_picture(path.with_suffix(".jpg"))
        reading = reader.read(picture, path.name)
        simple = simple_lens(picture.shape[1], picture.shape[0], matrix[0][0])
        bend = tuple(camera["dist_k1k2p1p2k3"])
        measured = replace(simple, centre=(matrix[0][2], matrix[1][2]), bend=bend)
        for errors, lens in zip(off.values(), (measured, simple), strict=True):
            plane = plane_of_cards(reading, picture, lens, (58.0, 88.0))
            if plane is not None:
                stand = stand_of(plane, lens)
                height = abs(stand.height_mm / camera["height_mm"] - 1) * 100
                errors.append((height, abs(stand.tilt_deg - camera["tilt_deg"])))
        # A picture that was rendered blurred is no sharp one.
        pictures = [(picture, False)] if truth["post"]["blur"] == "none" else []
        for _ in range(3):
            smear = smeared_by(rng.uniform(7, 16), rng.uniform(0, np.pi))
            for kernel in (smear, out_of_focus_by(rng.uniform(3, 6))):
                pictures.append((cv2.filter2D(picture, -1, kernel), True))
        for one, blurred in pictures:
            (check,) = [check for check in assess(one, reading).checks if check.about == "focus"]
            told, right = told + 1, right + (is_blurred(check) == blurred)
        whole = [card for card in reading.cards if card.visible >= 0.95]
        quads = [np.array(card.corners) for card in whole]
        for card in rng.permutation(np.array(whole, object))[:3] if len(whole) > 2 else ():
            x, y, size = mark_of(card, bool(rng.integers(2)))
            light = lit(under_a_lamp(picture, x, y, size * rng.uniform(0.15, 0.5), rng.uniform(0.9, 2.2)), quads)
            spots += 1
            found += light is not None and any(np.hypot(one.x - x, one.y - y) < size * 0.4 for one in light.glare)
    for known, errors in off.items():
        height, tilt = np.max(errors, axis=0) if errors else (0.0, 0.0)
        print(
            f"mount, renders, by {known}: height off by {height:.1f} % at most, tilt by {tilt:.1f}°; "
            f"told on {len(errors)} of {len(paths)}, more cards asked for on the others"
        )
    print(
        f"mount, renders: blurred or sharp right {right / max(told, 1):.1%} of {told}; "
        f"glare over marks found {found / max(spots, 1):.1%} of {spots}; seed {seed}"
    )


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="How well the mounting assistant measures.")
    parser.add_argument("renders", nargs="?", type=Path, help="the folder of shared pictures")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6), help="paints a former run's tables again")
    args = parser.parse_args(argv)
    sweep(args.tables, args.seed)
    by_cards(2 * args.tables, args.seed)
    if args.renders is not None:
        renders(args.renders, args.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
