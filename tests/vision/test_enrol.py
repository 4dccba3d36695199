"""A pack is learnt from examples of its letters."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.errors import BadPack
from vision.enrol import Enrolled, Example, enrol, load_enrolled, save_enrolled
from vision.faces import CLASSES, HEIGHT, UPSIDE_DOWN, WIDTH

SIGNS = {"T": [(20, 20, 44, 76)], "L": [(16, 30, 48, 44), (16, 56, 48, 70)], "O": [(26, 18, 36, 78)]}
"""Three letters of a secret alphabet, as bars: no reader can know them."""


def card(letter: str, shift: int = 0) -> np.ndarray:
    crop = np.full((HEIGHT, WIDTH, 3), 225, np.uint8)
    for left, top, right, bottom in SIGNS[letter]:
        cv2.rectangle(crop, (left + shift, top + shift), (right + shift, bottom + shift), (30, 25, 20), -1)
    return crop


@pytest.fixture(scope="module")
def secret() -> Enrolled:
    return enrol("secret", [Example(letter, card(letter, shift)) for letter in SIGNS for shift in (-2, 0, 2)])


@pytest.mark.parametrize("letter", SIGNS)
def test_a_letter_of_its_own_shape_is_read_once_it_is_learnt(secret, letter):
    read = secret.read(card(letter, 1)[None])[0]
    folded = read[CLASSES.index(letter)] + read[CLASSES.index(letter + UPSIDE_DOWN)]
    others = [chance for name, chance in zip(CLASSES, read, strict=True) if name.rstrip(UPSIDE_DOWN) != letter]
    assert folded > max(others)


def test_chances_add_up(secret):
    read = secret.read(np.array([card("T"), card("L"), np.full((HEIGHT, WIDTH, 3), 90, np.uint8)]))
    assert read.sum(axis=1) == pytest.approx([1, 1, 1], abs=1e-4)


def test_it_knows_which_letters_it_learnt(secret):
    assert secret.letters == ("L", "O", "T")


def test_what_was_learnt_is_kept_in_a_small_file(secret, tmp_path):
    path = tmp_path / "secret.letters"
    save_enrolled(secret, path)
    again = load_enrolled(path)
    assert path.stat().st_size < 200_000
    crops = np.array([card("T", 1), card("O", -1)])
    assert again.read(crops) == pytest.approx(secret.read(crops), abs=0.02)


@pytest.mark.parametrize("damage", ["cut", "text", "empty"])
def test_a_damaged_file_is_named(secret, tmp_path, damage):
    path = tmp_path / "secret.letters"
    save_enrolled(secret, path)
    whole = path.read_bytes()
    path.write_bytes({"cut": whole[: len(whole) // 2], "text": b"letters", "empty": b""}[damage])
    with pytest.raises(BadPack, match=r"secret\.letters"):
        load_enrolled(path)


def test_nothing_to_learn_is_an_error():
    with pytest.raises(BadPack, match="no letter"):
        enrol("bare", [])
