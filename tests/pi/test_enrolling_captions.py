"""Captions of a pack that no source gives are read from its cards laid out set by set."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import cv2
import pytest

from engine.captions import load_captions
from engine.errors import BadSettings
from pi.enrolling import Asked, enrol_pack
from pi.packs import packs_folder, resolved
from vision.render.camera import Camera
from vision.render.pictured import sprite
from vision.render.table import Placed

sys.path.append(str(Path(__file__).parents[1] / "vision"))
from printed_captions import FONTS
from printed_tables import photographed

OWN = load_captions("wonderland")


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STEWARD_DATA", str(tmp_path / "data"))


def laid(path: Path, *rows: tuple[str, ...]) -> Path:
    """A photograph of rows of cards, named by their ids."""
    things = [
        Placed(sprite(card, FONTS[1]), (place - 1) * 72.0, (line - (len(rows) - 1) / 2) * 104.0, 1.5 * place)
        for line, row in enumerate(rows)
        for place, one in enumerate(row)
        if (card := OWN.card(one)) is not None
    ]
    picture, _ = photographed(things, Camera((1600, 1200), 2800.0, 900.0))
    cv2.imwrite(str(path), picture)
    return path


def test_rows_of_cards_become_the_sets_that_were_not_known(tmp_path: Path) -> None:
    picture = laid(tmp_path / "sets.png", ("3.1", "3.2", "3.3"), ("7.1", "7.2"))
    out, err = io.StringIO(), io.StringIO()
    assert enrol_pack(Asked([picture], "mine", ["3 7"], "alice"), out, err) == 1
    assert "the row of set 7 has 2 cards, not 3" in err.getvalue()
    mine = load_captions(resolved("mine"))
    assert [card.caption for card in mine.cards if card.set == "3"] == [
        "A Caucus Race", "The Dodo", "Thimble for a prize",
    ]  # fmt: skip
    assert [card.caption for card in mine.cards if card.set in ("2", "7")] == [
        "Alice in the Pool of Tears", "Mouse", "Crab", "", "", "",
    ]  # fmt: skip
    assert len(mine.cards) == 48


def test_a_caption_too_long_for_a_pack_is_left_to_its_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = iter([("A Caucus Race", 0.9), ("The Dodo " * 20, 0.9), ("Thimble for a prize", 0.9)])
    monkeypatch.setattr("vision.captions.printed_on", lambda picture, quad: next(read))
    picture, err = laid(tmp_path / "sets.png", ("3.1", "3.2", "3.3")), io.StringIO()
    assert enrol_pack(Asked([picture], "mine", ["3"], "alice"), io.StringIO(), err) == 1
    assert "the caption of 3.2 is not read surely" in err.getvalue()
    captions = [card.caption for card in load_captions(resolved("mine")).cards if card.set == "3"]
    assert captions == ["A Caucus Race", "", "Thimble for a prize"]


def test_a_set_that_the_pack_has_not_is_named(tmp_path: Path) -> None:
    picture = laid(tmp_path / "sets.png", ("3.1", "3.2", "3.3"))
    with pytest.raises(BadSettings, match="the pack alice has no set '77'"):
        enrol_pack(Asked([picture], "mine", ["77"], "alice"), io.StringIO(), io.StringIO())


def test_a_pack_whose_cards_are_known_is_not_enrolled(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="nothing to enrol"):
        enrol_pack(Asked([tmp_path / "none.png"], "mine", (), "bobs"), io.StringIO(), io.StringIO())
    assert not packs_folder().exists()
