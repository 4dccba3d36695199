"""Learning one particular pack from a few pictures of it: what its letters look like to the face network.

Of each letter the mean of the network's features is kept, upright and upside down. When the pack is read, a face that
looks like one of them becomes likelier; how much that counts against the network's own opinion is found by reading each
enrolled card with the others.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadPack
from engine.table import MASTER
from vision.faces import CLASSES, UPSIDE_DOWN, features_of, rectify

SUFFIX = ".letters"
"""Of the file that holds an enrolled pack's letters."""

FORMAT = 1
MOST_BYTES = 4_000_000
LETTERS = (*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", MASTER)

SHAKES = 6
"""Copies of each enrolled card, framed and lit a little otherwise."""

ABSENT = 0.45
"""The likeness that a letter gets of which no example was enrolled."""

_BASES = (0.25, 0.5, 0.75, 1.0)
_PULLS = (0.0, 3.0, 6.0, 9.0, 12.0, 16.0)
_USUAL = (1.0, 4.0)

Array = NDArray[np.float32]


@dataclass(frozen=True)
class Enrolled:
    """The letters of one pack: `means` float32 (M, D), of unit length about `middle` (D,), and the class of each;
    `base` and `pull` say what the network's own opinion and the likeness count."""

    name: str
    classes: tuple[str, ...]
    means: Array
    middle: Array
    base: float
    pull: float

    @property
    def letters(self) -> tuple[str, ...]:
        """The faces that were enrolled."""
        return tuple(name for name in self.classes if not name.endswith(UPSIDE_DOWN))

    def read(self, crops: NDArray[np.uint8]) -> Array:
        """Chances (N, classes) as :class:`vision.faces.FaceNet` gives them, of crops uint8 (N, HEIGHT, WIDTH, 3)."""
        chances, features = features_of(crops)
        return self.weighed(chances, features)

    def read_faces(self, picture_bgr: NDArray[np.uint8], corners: NDArray[np.floating]) -> Array:
        """As :func:`vision.faces.read_faces`."""
        return self.read(rectify(picture_bgr, corners))

    def weighed(self, chances: Array, features: Array) -> Array:
        """Weighs the network's chances (N, classes) with the likeness of its features (N, D) to the enrolled ones."""
        if not len(chances):
            return chances
        return _softmax(
            _scores(chances, _likeness(features, self.means, self.middle), self.classes, self.base, self.pull)
        )


@dataclass(frozen=True)
class Example:
    """One card of known face: `crop` uint8 (HEIGHT, WIDTH, 3), upright."""

    face: str
    crop: NDArray[np.uint8]


def enrol(name: str, examples: Sequence[Example], seed: int = 0) -> Enrolled:
    """Learns the letters of a pack from upright crops. Raises :class:`BadPack` when there are none."""
    known = [e for e in examples if e.face in LETTERS]
    if not known:
        raise BadPack(f"{name}: no letter was given; lay the cards out face up, a few of each letter if you can")
    rng = np.random.default_rng(seed)
    crops, owners, faces = [], [], []
    for number, example in enumerate(known):
        for copy in _copies(example.crop, rng):
            for way, crop in (("", copy), (UPSIDE_DOWN, copy[::-1, ::-1])):
                crops.append(crop)
                owners.append(number)
                faces.append(example.face + way)
    chances, features = features_of(np.ascontiguousarray(np.array(crops)))
    middle = features.mean(axis=0)
    base, pull = _settled(chances, features, np.array(owners), faces, middle)
    classes = tuple(sorted(set(faces)))
    return Enrolled(name, classes, _means(features, faces, classes, middle), middle, base, pull)


def _copies(crop: NDArray[np.uint8], rng: np.random.Generator) -> list[NDArray[np.uint8]]:
    import cv2

    height, width = crop.shape[:2]
    copies = [crop]
    for _ in range(SHAKES):
        turn, grow = float(rng.normal(0, 2.5)), float(np.exp(rng.normal(0, 0.04)))
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, grow)
        matrix = np.column_stack([matrix[:, :2], matrix[:, 2] + rng.normal(0, 0.03, 2) * (width, height)])
        moved = cv2.warpAffine(crop, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
        lit = moved * float(np.exp(rng.normal(0, 0.12))) + rng.normal(0, 3.0, moved.shape)
        copies.append(np.clip(lit, 0, 255).astype(np.uint8))
    return copies


def _means(features: Array, faces: Sequence[str], classes: Sequence[str], middle: Array) -> Array:
    unit = _unit(features - middle)
    names = np.array(faces)
    return _unit(np.array([unit[names == name].mean(axis=0) for name in classes], np.float32))


def _unit(rows: Array) -> Array:
    length = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)
    return np.asarray(rows / length, np.float32)


def _likeness(features: Array, means: Array, middle: Array) -> Array:
    return np.asarray(_unit(features - middle) @ means.T, np.float32)


def _scores(chances: Array, likeness: Array, classes: Sequence[str], base: float, pull: float) -> Array:
    place = {name: index for index, name in enumerate(CLASSES)}
    like = np.full(chances.shape, ABSENT, np.float32)
    like[:, [place[name] for name in classes]] = likeness
    return np.asarray(base * np.log(np.maximum(chances, 1e-7)) + pull * like, np.float32)


def _softmax(scores: Array) -> Array:
    scores = scores - scores.max(axis=1, keepdims=True)
    np.exp(scores, out=scores)
    return np.asarray(scores / scores.sum(axis=1, keepdims=True), np.float32)


def _settled(
    chances: Array, features: Array, owners: NDArray[np.int_], faces: Sequence[str], middle: Array
) -> tuple[float, float]:
    """How much the network's opinion and the likeness count: what reads each card best from the others."""
    names, known = np.array(faces), sorted(set(faces))
    place = {name: index for index, name in enumerate(CLASSES)}
    twice = {name for name in known if len(set(owners[names == name])) > 1}
    if len(twice) < 4:
        return _USUAL
    rows: list[Array] = []
    likes: list[Array] = []
    truths: list[int] = []
    whole = _means(features, faces, known, middle)
    for owner in sorted(set(owners)):
        own = owners == owner
        if faces[int(np.flatnonzero(own)[0])] not in twice:
            continue
        means = whole.copy()
        for name in sorted(set(names[own])):
            rest = (names == name) & ~own
            means[known.index(name)] = _means(features[rest], [name] * int(rest.sum()), [name], middle)[0]
        rows.append(chances[own])
        likes.append(_likeness(features[own], means, middle))
        truths.extend(place[name] for name in names[own])
    chance, like, truth = np.concatenate(rows), np.concatenate(likes), np.array(truths)

    # A letter that was not enrolled must still be read: each is, as if it had not been.
    unknown = like.copy()
    unknown[np.arange(len(truth)), [known.index(CLASSES[k]) for k in truth]] = ABSENT
    every = {name.removesuffix(UPSIDE_DOWN) for name in known} >= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

    def loss(base: float, pull: float) -> float:
        chances_of = [_softmax(_scores(chance, seen, known, base, pull)) for seen in (like, unknown)]
        of_known, of_unknown = (
            float(-np.log(np.maximum(read[np.arange(len(truth)), truth], 1e-6)).mean()) for read in chances_of
        )
        return of_known if every else 0.75 * of_known + 0.25 * of_unknown

    return min(((b, p) for b in _BASES for p in _PULLS), key=lambda pair: (loss(*pair), -pair[0], pair[1]))


def save_enrolled(enrolled: Enrolled, path: Path) -> None:
    """Writes an enrolled pack's letters to a file (some 100 kB)."""
    about = {"format": FORMAT, "name": enrolled.name, "classes": list(enrolled.classes)}
    about |= {"base": enrolled.base, "pull": enrolled.pull}
    buffer = io.BytesIO()
    np.savez_compressed(
        buffer,
        about=np.frombuffer(json.dumps(about).encode(), np.uint8),
        means=enrolled.means.astype(np.float16),
        middle=enrolled.middle.astype(np.float16),
    )
    part = path.with_name(path.name + ".part")
    part.write_bytes(buffer.getvalue())
    part.replace(path)


def load_enrolled(path: Path) -> Enrolled:
    """Reads what :func:`save_enrolled` wrote. Raises :class:`BadPack` when the file is something else."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError("too large")
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as held:
            about = json.loads(held["about"].tobytes())
            means, middle = held["means"].astype(np.float32), held["middle"].astype(np.float32)
        classes = tuple(str(name) for name in about["classes"])
        base, pull = float(about["base"]), float(about["pull"])
        fits = means.ndim == 2 and means.shape == (len(classes), len(middle)) and bool(classes)
        whole = bool(np.isfinite(means).all() and np.isfinite(middle).all() and np.isfinite([base, pull]).all())
        if about["format"] != FORMAT or not fits or not whole or not set(classes) <= set(CLASSES):
            raise ValueError("not of this release")
        return Enrolled(str(about["name"]), classes, means, middle, base, pull)
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise BadPack(f"{path}: not the letters of an enrolled pack ({error}); enrol the pack again") from error
