"""What the benchmark counts when it sets readers side by side."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "bench"))
import comparison
import rivals

CARD = [[0, 0], [20, 0], [20, 30], [0, 30]]


@pytest.fixture
def item(tmp_path):
    def card(face, x, visible=1.0):
        return {"face": face, "visible": visible, "corners_px": [[a + x, b] for a, b in CARD]}

    truth = {
        "cards": [card("H", 0), card("A", 22), card("T", 44), card("Q", 100, 0.3)],
        "words": [{"text": "HAT", "role": "word"}, {"text": "Q", "role": "word"}, {"text": "AT", "role": "hand-N"}],
    }
    path = tmp_path / "t.json"
    path.write_text(json.dumps(truth))
    return rivals.Item(str(tmp_path / "t.jpg"), str(path))


def counted(item, letters, words=()):
    read = rivals.Read(item.picture, letters, list(words), 5.0)
    return comparison.tally([item], rivals.Run({item.picture: read})).counts


def test_letters_where_they_lie_are_right_and_hidden_ones_do_not_count(item):
    counts = counted(item, [("h", 11.0, 14.0, 0.9), ("A", 30.0, 16.0, 0.9), ("T", 200.0, 15.0, 0.9)], ["hat"])
    assert (counts["letters"], counts["letters right"]) == (3, 2)
    assert (counts["words"], counts["words right"]) == (1, 1)


def test_a_wrong_letter_given_as_sure_is_counted(item):
    counts = counted(item, [("N", 10.0, 15.0, 0.97), ("R", 32.0, 15.0, 0.6)])
    assert (counts["letters right"], counts["sure wrong"]) == (0, 1)


def test_one_letter_read_is_right_for_one_card_only(item):
    assert counted(item, [("H", 10.0, 15.0, 0.9)])["letters right"] == 1
    assert counted(item, [], ["HAT", "HAT"])["words right"] == 1


def test_a_reader_that_is_not_there_is_said_in_a_line(monkeypatch, item):
    monkeypatch.setenv("PATH", "/nowhere")
    assert rivals.run("tesseract", [item]).absent == "Tesseract is not installed"


def test_tesseract_s_page_gives_letters_and_words():
    page = (
        "<span class='ocrx_word'><span class='ocrx_cinfo' title='x_bboxes 10 20 30 60; x_conf 97.5'>H</span>"
        "<span class='ocrx_cinfo' title='x_bboxes 34 20 50 60; x_conf 88'>&amp;</span></span>"
    )
    assert rivals.hocr(page) == ([("H", 20.0, 40.0, 0.975), ("&", 42.0, 40.0, 0.88)], ["H&"])
