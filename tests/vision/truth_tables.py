"""Stands in for the neural finder and face reader: turns the truth of a rendered table into what they would say."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

DATA = Path(__file__).resolve().parent.parent / "data"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CLASSES = (*LETTERS, "MASTER", *(f"{letter}~" for letter in LETTERS), "MASTER~", "BACK", "NONE")
SYMMETRIC = "HINOSXZ"
MISTAKEN = {"M": "W~", "W": "M~"}


@dataclass(frozen=True)
class Found:
    """One found card; the same fields as the finder's."""

    centre: tuple[float, float]
    u: tuple[float, float]
    v: tuple[float, float]
    score: float
    back: float


def tables(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]


def found_cards(
    truth: dict[str, Any], rng: np.random.Generator, least_visible: float = 0.5, jitter: float = 0.03
) -> tuple[list[Found], np.ndarray]:
    """Gives the found cards, in any order and turned by 0 or 180 degrees, and their face probabilities."""
    found, faces = [], []
    for index in rng.permutation(len(truth["cards"])):
        card = truth["cards"][index]
        if card["visible"] < least_visible:
            continue
        turned = bool(rng.integers(2))
        corners = np.array(card["corners_px"])
        if turned:
            corners = np.roll(corners, 2, axis=0)
        u = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
        v = (corners[2] + corners[3] - corners[0] - corners[1]) / 4
        width = 2 * np.hypot(*u)
        centre = corners.mean(axis=0) + rng.normal(0, jitter / 2, 2) * width
        u, v = u * (1 + rng.normal(0, jitter / 2)), v * (1 + rng.normal(0, jitter / 2))
        back = float(card["face"] == "BACK")
        found.append(Found(tuple(centre), tuple(u), tuple(v), float(rng.uniform(0.6, 1)), back))
        faces.append(face_probabilities(card["face"], turned, rng))
    return found, np.array(faces, np.float32).reshape(-1, len(CLASSES))


def face_probabilities(face: str, turned: bool, rng: np.random.Generator) -> np.ndarray:
    """Gives what a fair face reader would say of one card: symmetric letters either way up, M and W mixed up."""
    weights = rng.dirichlet(np.full(len(CLASSES), 0.05)) * 0.02
    if face == "BACK":
        weights[CLASSES.index("BACK")] += 1
        return weights / weights.sum()
    upright, other = (f"{face}~", face) if turned else (face, f"{face}~")
    sure = rng.uniform(0.4, 0.7) if face in SYMMETRIC else rng.uniform(0.9, 1)
    weights[CLASSES.index(upright)] += sure
    if face in SYMMETRIC:
        weights[CLASSES.index(other)] += 1 - sure
    elif face in MISTAKEN:
        mistaken = MISTAKEN[face]
        if turned:
            mistaken = mistaken.rstrip("~")
        weights[CLASSES.index(mistaken)] += rng.uniform(0, 0.6)
    return weights / weights.sum()


def table(name: str) -> dict[str, Any]:
    """Gives the truth of one of the tables in tests/data."""
    truth: dict[str, Any] = json.loads((DATA / "tables" / f"{name}.json").read_text())
    return truth
