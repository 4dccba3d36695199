"""``steward enrol``: from pictures of a pack to a pack that is chosen by name."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import load_pack
from engine.errors import BadPack, BadSettings
from pi.enrolling import Asked, enrol_pack, size_mm
from pi.packs import letters_of, packs_folder, reader_of, resolved
from pi.reading import read_pictures
from vision.render import surfaces
from vision.render.camera import Camera
from vision.render.looks import PackLook
from vision.render.packs import draw
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
    with pytest.raises(BadPack, match=r"club.*lexicon"):
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


def whole_pack(path: Path, *rows: str) -> Path:
    """A picture of cards with their red values in the corners, as a telephone would take it from above."""
    camera = Camera((2000, 1500), 2400.0, 900.0)
    ground = np.full((surfaces.SIDE, surfaces.SIDE, 3), (50, 80, 120), np.uint8)
    look = replace(LOOK, corner="letter+red")
    cards = [
        Placed(
            draw(look, "MASTER" if letter == "*" else letter),
            (k - (len(row) - 1) / 2) * 75.0, (y - (len(rows) - 1) / 2) * 110.0, 0.0,
        )
        for y, row in enumerate(rows)
        for k, letter in enumerate(row)
    ]  # fmt: skip
    image = compose(spread(ground, camera), cards, camera, np.random.default_rng(1)).image.astype(np.float32)
    cv2.imwrite(str(path), np.clip(cv2.GaussianBlur(image, (0, 0), 0.8), 0, 255).astype(np.uint8))
    return path


def test_a_census_counts_the_whole_pack_and_reads_its_values(tmp_path):
    first = whole_pack(tmp_path / "1.png", "AAAABCDE", "EEEFGHHH", "IIIIJKLL")
    second = whole_pack(tmp_path / "2.png", "LMNOOOPQ", "RRRSSSTT", "TUUUVWWW", "XYZ*")
    code, out, err = enrolled(first, second, census=True)
    assert (code, err) == (0, "")
    assert "counted 52 cards, 405 points: A:4 B:1 C:1" in out
    found, english = load_pack(resolved("club")), load_pack("lexicon")
    assert (found.counts, found.values) == (english.counts, english.values)
    assert found.assumed == ()


def test_values_that_no_corner_shows_are_the_other_packs_and_said_to_be_assumed(tmp_path):
    code, out, _ = enrolled(laid(tmp_path / "a.png", "ABC", "DEF"), census=True, like="lexicon-fr")
    assert code == 0
    assert "counted 6 cards, 38 points; some values could not be read and are assumed" in out
    assert load_pack(resolved("club")).assumed == ("values",)


def test_a_census_in_which_a_card_is_not_known_is_not_taken(tmp_path):
    code, _, _ = enrolled(laid(tmp_path / "a.png", "ABCDE"), letters=["ABC"], census=True)
    assert code == 2
    assert not (packs_folder() / "club.toml").exists()
