"""What people are told before they are in pictures, and what is blanked."""

from __future__ import annotations

import io
from pathlib import Path

import cv2
import numpy as np
import pytest

import web
from engine.errors import BadSettings
from pi.config import Settings
from pi.pictures import MOST, MOST_BYTES
from pi.places import demo_folder
from pi.privacy import ask_to_record, blanked, blanking, notice
from pi.recorder import Recorder
from vision.picture import load_picture


class Somebody(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("language", "word"), [("en", "deletes"), ("fr", "efface")])
def test_the_notice_says_how_much_is_kept_and_how_to_delete_it(language, word):
    said = "\n".join(notice(language))
    assert str(MOST) in said
    assert str(MOST_BYTES // 1_000_000) in said
    assert "steward forget --yes" in said
    assert word in said


@pytest.mark.parametrize("page", ["help", "start"])
def test_the_pages_say_how_much_is_kept_as_the_notice_does(page):
    text = (Path(web.__file__).parent / "templates" / f"{page}.html").read_text(encoding="utf-8")
    assert f't("kept.pictures", most={MOST}, mb={MOST_BYTES // 1_000_000})' in text


@pytest.mark.parametrize(("language", "answer"), [("en", "yes\n"), ("fr", "Oui\n")])
def test_a_recording_is_made_when_everybody_agrees(language, answer):
    out = io.StringIO()
    ask_to_record(Path("evening"), language, blank=False, sure=False, ask=Somebody(answer), out=out)
    assert "evening" in out.getvalue()


@pytest.mark.parametrize("answer", ["", "\n", "no\n", "why?\n"])
def test_nothing_is_recorded_when_somebody_does_not_agree(answer):
    with pytest.raises(BadSettings, match="nothing is recorded"):
        ask_to_record(Path("evening"), "en", blank=False, sure=False, ask=Somebody(answer), out=io.StringIO())


@pytest.mark.parametrize("ask", [Somebody("no\n"), io.StringIO()])
def test_who_agreed_beforehand_is_told_and_not_asked(ask):
    out = io.StringIO()
    ask_to_record(Path("evening"), "en", blank=False, sure=True, ask=ask, out=out)
    assert "evening" in out.getvalue()
    assert "agree" not in out.getvalue()


@pytest.mark.parametrize(("language", "said"), [("en", "nobody can be asked"), ("fr", "personne ne peut dire")])
def test_nothing_is_recorded_where_nobody_can_be_asked_and_nobody_agreed_beforehand(language, said):
    with pytest.raises(BadSettings, match=f"{said}.*--yes"):
        ask_to_record(Path("evening"), language, blank=True, sure=False, ask=io.StringIO("yes\n"), out=io.StringIO())


def test_all_but_the_cards_is_blanked():
    picture = np.full((200, 300, 3), 40, np.uint8)
    picture[20:60, 20:80] = (10, 20, 200)
    picture[100:150, 200:240] = 255
    kept = blanked(picture, [np.array([[200, 100], [240, 100], [240, 150], [200, 150]])])
    assert kept[30, 40].tolist() == [40, 40, 40]
    assert kept[125, 220].tolist() == [255, 255, 255]
    assert (kept[100:150, 200:240] == 255).all()


class Sees:
    def __init__(self, cards: list[np.ndarray]) -> None:
        self.cards = [type("Card", (), {"corners": corners}) for corners in cards]

    def read(self, picture: np.ndarray, name: str):
        return self


def test_a_recording_that_is_blanked_holds_no_hand(tmp_path):
    hand = load_picture(sorted((demo_folder("deal") / "frames").iterdir())[3])
    recorder = Recorder(tmp_path / "new", Settings(), (("N", "Ann"), ("S", "Ben")), blank=blanking(Sees([])))
    with recorder:
        assert recorder.frame(hand, 0.0)
    kept = cv2.imread(str(tmp_path / "new" / "frames" / "0000.jpg"))
    assert kept.std(axis=(0, 1)).max() < 1.0
