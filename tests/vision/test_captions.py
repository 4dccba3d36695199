"""Picture cards named by their printed captions; what no caption of the pack is like is never told."""

from __future__ import annotations

import io
import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from printed_captions import photographed, printed
from printed_tables import photographed as table_of

from engine.captions import PictureCard, load_captions
from pi.reading import read_pictures
from vision.captions import match, named
from vision.render.camera import Camera
from vision.render.sprite import Sprite, rounded, with_alpha
from vision.render.table import Placed

BOBS, ALICE = load_captions("bobs"), load_captions("alice")
CAPTIONED = [card for pack in (BOBS, ALICE) for card in pack.cards if card.caption]
SECRET = "QUITE ANOTHER THING ENTIRELY"


def rightly_named(first: int, **shown: float) -> float:
    """The share of every other captioned card, each photographed on its own, that is named rightly."""
    right, cards = 0, CAPTIONED[first::2]
    for number, card in enumerate(cards):
        pack = BOBS if card in BOBS.cards else ALICE
        picture, corners = photographed(printed(card, font=number), number, **shown)
        (seen,) = named(picture, [corners], {one.id: one.caption for one in pack.cards})
        right += seen.id == card.id
    return right / len(cards)


def test_on_clean_pictures_98_of_100_cards_are_named_rightly() -> None:
    assert rightly_named(0) >= 0.98


def test_blurred_and_aslant_95_of_100_are() -> None:
    assert rightly_named(1, blur=1.0, tilt=0.12) >= 0.95


def test_a_card_that_lies_on_its_head_is_named_too() -> None:
    picture, corners = photographed(printed(BOBS.cards[3]), 1)
    (seen,) = named(picture, [np.roll(corners, 2, axis=0)], {card.id: card.caption for card in BOBS.cards})
    assert (seen.id, seen.upright) == (BOBS.cards[3].id, False)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("3\nAll the King's horses\n", "humpty.4"),
        ("Ail tbe Kings horscs", "humpty.4"),
        ("and all the King's men —", "humpty.5"),
        ("Humpty Dumpty", "humpty.1"),
        ("Humpty Dumpty had a great fall", "humpty.3"),
        (SECRET, None),
        ("", None),
        ("~ | 7", None),
    ],
)
def test_a_reading_is_one_caption_or_none(text: str, card: str | None) -> None:
    known = {one.id: one.caption.upper().replace("'", " ") for one in BOBS.cards if one.caption}
    assert match(text, known).id == card


def laid(tmp_path: Path, *faces: np.ndarray) -> Path:
    """A photograph of cards on felt."""
    things = []
    for place, face in enumerate(faces):
        sprite = Sprite(with_alpha(face, rounded(face.shape[:2], 26.0)), 10.0)
        things.append(Placed(sprite, (place % 3 - 1) * 75.0, (place // 3 - 0.5) * 110.0, float(3 * place - 6)))
    picture, _ = table_of(things, Camera((2000, 1500), 2400.0, 900.0))
    cv2.imwrite(str(tmp_path / "table.png"), picture)
    return tmp_path / "table.png"


def test_the_cards_of_a_table_are_named_and_an_unmatched_caption_is_never_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    trio = PictureCard("trio.1", "trio", "trio", 1, "", 1, "The Trio, 1")
    cards = [card for card in BOBS.cards if card.id in ("humpty.1", "cole.4", "jill.6", "uncle.1", "bopeep.3")]
    picture = laid(tmp_path, *(printed(card) for card in cards), printed(trio, SECRET))
    out, err = io.StringIO(), io.StringIO()
    with caplog.at_level("DEBUG"):
        assert read_pictures([picture], out, err, as_json=True, pack="bobs") == 0
    told = json.loads(out.getvalue())
    assert {card["id"] for card in told["cards"]} == {card.id for card in cards}
    assert told["unmatched"] == 1
    everything = (out.getvalue() + err.getvalue() + caplog.text).upper()
    assert not [word for word in SECRET.split() if word in everything]
