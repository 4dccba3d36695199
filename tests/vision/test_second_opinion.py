import logging
import shutil

import cv2
import numpy as np
import pytesseract
import pytest
from truth_tables import DATA, table

from vision.second_opinion import CELL, COLUMNS, Engine, SecondOpinion, find_engine, letter_cell, letters_in, montage


@pytest.fixture(scope="module")
def picture():
    return cv2.imread(str(DATA / "tables" / "hands-linen.jpg"))


def corners(*faces):
    cards = table("hands-linen")["cards"]
    return [np.array(next(card["corners_px"] for card in cards if card["face"] == face)) for face in faces]


def test_a_letter_stands_black_on_white_in_the_middle_of_its_cell(picture):
    cell = letter_cell(picture, corners("L")[0])
    ink = np.argwhere(cell < 128)
    assert cell.shape == (CELL, CELL)
    assert np.abs((ink.min(axis=0) + ink.max(axis=0)) / 2 - CELL / 2).max() < 4
    assert cell[:10].min() > 200


def test_a_sheet_has_a_line_for_every_thirteen_letters():
    sheet = montage([np.full((CELL, CELL), 255, np.uint8)] * (COLUMNS + 1))
    assert sheet.shape == (2 * CELL + 40, COLUMNS * CELL + 40)


def test_boxes_are_told_apart_by_their_cells():
    height = 2 * CELL + 40
    lines = [f"A 50 {height - 100} 90 {height - 50} 0", f"B 50 {height - 210} 90 {height - 160} 0"]
    letters = letters_in("\n".join(lines), 14)
    assert (letters[0], letters[1], letters[13]) == ("A", None, "B")


def test_two_letters_in_one_cell_say_nothing():
    assert letters_in("I 40 60 50 110 0\nI 70 60 80 110 0", 1) == [None]


def test_all_doubts_are_asked_in_one_call(picture, monkeypatch):
    calls = []
    monkeypatch.setattr(pytesseract, "image_to_boxes", lambda *args, **options: calls.append(args) or "")
    SecondOpinion(Engine("", 0.9)).letters(picture, corners("R", "J", "E"))
    assert len(calls) == 1


def test_without_doubts_nothing_is_asked(picture, monkeypatch):
    monkeypatch.setattr(pytesseract, "image_to_boxes", lambda *args, **options: pytest.fail("asked"))
    assert SecondOpinion(Engine("", 0.9)).letters(picture, []) == []


def test_without_tesseract_there_is_no_opinion_and_it_is_said_once(picture, monkeypatch, caplog):
    def absent(*args, **options):
        raise pytesseract.TesseractNotFoundError

    monkeypatch.setattr(pytesseract, "image_to_boxes", absent)
    opinion = SecondOpinion(Engine("", 0.9))
    with caplog.at_level(logging.WARNING):
        assert opinion.letters(picture, corners("R")) == [None]
        assert opinion.letters(picture, corners("R")) == [None]
    assert len(caplog.records) == 1
    assert "apt install tesseract-ocr" in caplog.text


def test_a_tesseract_that_hangs_or_fails_gives_no_opinion(picture, monkeypatch):
    def hangs(*args, **options):
        raise RuntimeError("Tesseract process timeout")

    monkeypatch.setattr(pytesseract, "image_to_boxes", hangs)
    assert SecondOpinion(Engine("", 0.9)).letters(picture, corners("R", "J")) == [None, None]


def test_the_older_engine_is_chosen_when_its_data_are_there(tmp_path):
    assert "--oem 1" in find_engine(str(tmp_path)).config
    data = tmp_path / "share" / "tessdata"
    data.mkdir(parents=True)
    (data / "eng.traineddata").write_bytes(b"")
    assert "--oem 0" in find_engine(str(tmp_path)).config


def test_tesseract_reads_rectified_letters(picture):
    letters = SecondOpinion().letters(picture, corners("R", "J", "E", "U", "L", "T", "B", "K"))
    if shutil.which("tesseract") is None:
        assert letters == [None] * 8
    else:
        assert sum(a == b for a, b in zip(letters, "RJEULTBK", strict=True)) >= 6
