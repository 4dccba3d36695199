"""``steward enrol``: from pictures of a pack to a pack that is chosen by name."""

from __future__ import annotations

import io
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.errors import BadPack, BadSettings
from pi.enrolling import Asked, enrol_pack, size_mm
from pi.packs import letters_of, reader_of, resolved
from pi.reading import read_pictures
from vision.render import surfaces
from vision.render.camera import Camera
from vision.render.packs import PackLook, draw
from vision.render.table import Placed, compose, spread
from vision.render.typefaces import BUILT_IN

LOOK = PackLook(face=BUILT_IN, worn=0.05, weight=0.6, cap=38.0)


@pytest.fixture(autouse=True)
def own_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("STEWARD_DATA", str(tmp_path / "data"))


def laid(path: Path, *rows: str, blur: float = 0.8, light: float = 1.0) -> Path:
    camera = Camera((1000, 750), 900.0, 900.0)
    ground = np.full((surfaces.SIDE, surfaces.SIDE, 3), (50, 80, 120), np.uint8)
    cards = [
        Placed(draw(LOOK, letter), (k - (len(row) - 1) / 2) * 75.0, (y - (len(rows) - 1) / 2) * 110.0, 0.0)
        for y, row in enumerate(rows)
        for k, letter in enumerate(row)
    ]
    picture = compose(spread(ground, camera), cards, camera, np.random.default_rng(1))
    image = cv2.GaussianBlur(picture.image.astype(np.float32), (0, 0), blur) * light
    cv2.imwrite(str(path), np.clip(image, 0, 255).astype(np.uint8))
    return path


def enrolled(*images: Path, **asked) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = enrol_pack(Asked(images, **{"name": "club", **asked}), out, err)
    return code, out.getvalue(), err.getvalue()


def test_a_pack_is_learnt_and_then_chosen_by_its_name(tmp_path):
    picture = laid(tmp_path / "a.png", "ABCDE", "RSTUV")
    code, out, err = enrolled(picture)
    assert (code, err) == (0, "")
    assert "10 cards of 10 letters" in out
    assert letters_of("club").letters == tuple("ABCDERSTUV")
    text = io.StringIO()
    assert read_pictures([laid(tmp_path / "b.png", "BASTED")], text, text, pack="club") == 0
    assert "BASTED" in text.getvalue()


def test_letters_may_be_named_row_by_row(tmp_path):
    code, out, _ = enrolled(laid(tmp_path / "a.png", "ABC", "DEF"), letters=["abc def"])
    assert code == 0
    assert "A:1 B:1 C:1 D:1 E:1 F:1" in out


def test_a_letter_named_otherwise_than_it_looks_is_learnt_as_named(tmp_path):
    enrolled(laid(tmp_path / "a.png", "AB"), letters=["XB"])
    assert letters_of("club").letters == ("B", "X")


def test_too_few_letters_named_are_told_with_what_was_seen(tmp_path):
    code, _, err = enrolled(laid(tmp_path / "a.png", "ABCDE"), letters=["ABC"])
    assert code == 2
    assert "5 cards were found (they look like ABCDE), but 3 letters are named" in err


@pytest.mark.parametrize(
    ("spoilt", "why"),
    [({"light": 0.12}, "too dark"), ({"blur": 9.0}, "blurred|no letter|no card"), ({}, "no card was found")],
)
def test_a_picture_that_is_unfit_is_told_why(tmp_path, spoilt, why):
    rows = ("ABCDE",) if spoilt else ()
    code, _, err = enrolled(laid(tmp_path / "a.png", *rows, **spoilt))
    assert code == 2
    assert "a.png" in err
    assert any(part in err for part in why.split("|"))


def test_a_good_picture_is_learnt_from_though_another_is_missing(tmp_path):
    code, out, err = enrolled(tmp_path / "none.png", laid(tmp_path / "a.png", "ABCDE"))
    assert code == 1
    assert "none.png" in err
    assert "5 cards of 5 letters" in out


def test_an_enrolled_pack_is_not_overwritten_by_chance(tmp_path):
    picture = laid(tmp_path / "a.png", "ABCDE")
    enrolled(picture)
    with pytest.raises(BadSettings, match="--replace"):
        enrolled(picture)
    assert enrolled(picture, replace=True)[0] == 0


def test_an_edition_of_lexicon_keeps_its_values(tmp_path):
    enrolled(laid(tmp_path / "a.png", "ABCDE"), like="lexicon")
    assert reader_of("club").pack.values["A"] == 10
    assert reader_of("club").pack.size_mm == (58.0, 88.0)


@pytest.mark.parametrize("name", ["lexicon", "Two Words", "../evil", ""])
def test_a_name_that_cannot_be_is_refused(tmp_path, name):
    with pytest.raises(BadSettings, match="cannot be the name"):
        enrolled(tmp_path / "a.png", name=name)


def test_a_pack_that_is_not_known_is_told_with_those_that_are(tmp_path):
    enrolled(laid(tmp_path / "a.png", "ABCDE"))
    with pytest.raises(BadPack, match=r"lexicon.*club"):
        resolved("bridge")


@pytest.mark.parametrize("text", ["58", "axb", "1x2", "58x88x3", "nanx88"])
def test_a_size_that_is_none_is_refused(text):
    with pytest.raises(BadPack, match="size"):
        size_mm(text)


def test_letters_that_are_gone_are_told(tmp_path):
    enrolled(laid(tmp_path / "a.png", "ABCDE"))
    (tmp_path / "data" / "packs" / "club.letters").unlink()
    with pytest.raises(BadPack, match="enrol it again"):
        reader_of("club")
