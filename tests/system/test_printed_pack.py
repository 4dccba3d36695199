"""A printed pack: rendered to pixels it is as large as it should be, and our own reader reads every card of it."""

from __future__ import annotations

import json
from collections import Counter

import cv2
import numpy as np
import pytest
from printed_pages import pages_bgr, sizes_mm

from engine.captions import UNNAMED, load_captions
from engine.cards import load_pack
from engine.errors import BadSettings
from pi.cli import main
from vision.captions import CaptionReader
from vision.reader import Reader
from web.sheets.faces import CARD_MM, FRAME_MM
from web.sheets.grid import grid
from web.sheets.pack import LETTER_PACKS, pack_faces, pack_sheets
from web.sheets.page import PAPERS

SCALE = 2.0  # px a millimetre, as a camera a metre above the table sees it
CLOTH = (50, 80, 30)
BOBS = load_captions("bobs")


def read(path, capsys, pack):
    """Gives the faces that ``steward read`` finds in a picture."""
    assert main(["read", str(path), "--json", "--pack", pack]) == 0
    return Counter(card["face"] for card in json.loads(capsys.readouterr().out)["cards"])


def cut(pages, paper, count, size=CARD_MM, scale=SCALE):
    """Cuts sheets along their marks and gives the cards."""
    lies = grid(PAPERS[paper], size)
    width, height = (round(side * scale) for side in size)
    cards = []
    for page in pages:
        for place in range(lies.places):
            x, y = (round(side * scale) for side in lies.at(place))
            cards.append(page[y : y + height, x : x + width])
    return cards[:count]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", LETTER_PACKS)
def test_a_cut_pack_is_read_whole_by_steward_read(name, paper, tmp_path, capsys):
    faces = pack_faces(load_pack(name))
    cards = cut(pages_bgr(pack_sheets(name, paper, backs=False), SCALE), paper, len(faces))
    gap, across = 12, 14
    height, width = cards[0].shape[:2]
    table = np.full((4 * (height + 2 * gap) + 60, across * (width + gap) + 60, 3), CLOTH, np.uint8)
    for number, card in enumerate(cards):
        x, y = 30 + number % across * (width + gap), 30 + number // across * (height + 2 * gap)
        table[y : y + height, x : x + width] = card
    cv2.imwrite(str(tmp_path / "table.png"), table)
    assert read(tmp_path / "table.png", capsys, name) == Counter(faces)


def test_a_sheet_of_nine_is_read_before_it_is_cut(tmp_path, capsys):
    found: Counter[str] = Counter()
    for page in pages_bgr(pack_sheets("lexicon", "letter", backs=False), SCALE):
        cv2.imwrite(str(tmp_path / "sheet.png"), cv2.copyMakeBorder(
            page, 150, 150, 400, 400, cv2.BORDER_CONSTANT, value=CLOTH
        ))  # fmt: skip
        found += read(tmp_path / "sheet.png", capsys, "lexicon")
    assert sum(found.values()) == 52
    assert found == Counter(pack_faces(load_pack("lexicon")))


@pytest.mark.parametrize("paper", PAPERS)
def test_the_pages_are_as_large_as_their_paper(paper):
    assert sizes_mm(pack_sheets("lexicon", paper)) == {PAPERS[paper]}


def edges(line):
    """Gives where dark runs begin and end along a line of grey pixels."""
    return np.flatnonzero(np.diff((line < 200).astype(int)))


@pytest.mark.parametrize("paper", PAPERS)
def test_the_knife_marks_are_a_card_apart(paper):
    page = cv2.cvtColor(pages_bgr(pack_sheets("lexicon", paper), 10.0)[0], cv2.COLOR_BGR2GRAY)
    lies = grid(PAPERS[paper], CARD_MM)
    upper = edges(page[round((lies.top - 2) * 10)])[::2] / 10
    assert np.diff(upper) == pytest.approx([CARD_MM[0]] * 3, abs=0.15)
    beside = edges(page[:, round((lies.left - 2) * 10)])[::2] / 10
    assert np.diff(beside) == pytest.approx([CARD_MM[1]] * 3, abs=0.15)


@pytest.mark.parametrize("paper", PAPERS)
def test_each_back_lies_behind_its_face_when_the_sheet_is_turned_over(paper):
    pages = pages_bgr(pack_sheets("lexicon", paper), 4.0)
    assert len(pages) == 12
    lies = grid(PAPERS[paper], CARD_MM)
    for number, (front, back) in enumerate(zip(pages[::2], pages[1::2], strict=True)):
        turned = cv2.cvtColor(back[:, ::-1], cv2.COLOR_BGR2GRAY)
        cards = min(9, 52 - 9 * number)
        inked = np.argwhere(turned < 200)
        for place in range(cards):
            x, y = ((at + FRAME_MM) * 4 for at in lies.at(place))
            right, foot = x + (CARD_MM[0] - 2 * FRAME_MM) * 4, y + (CARD_MM[1] - 2 * FRAME_MM) * 4
            mine = inked[
                (inked[:, 1] > x - 6) & (inked[:, 1] < right + 6) & (inked[:, 0] > y - 6) & (inked[:, 0] < foot + 6)
            ]
            assert [*mine.min(axis=0), *mine.max(axis=0)] == pytest.approx([y, x, foot, right], abs=2)
        assert front.shape == back.shape
        if cards < 9:
            x, y = (round(at * 4) for at in lies.at(cards))
            assert (turned[y : y + 340, x : x + 220] > 250).all()


def test_values_are_red_in_two_corners_and_letters_are_dark():
    page = pages_bgr(pack_sheets("lexicon", "a4", backs=False), 4.0)[0]
    x, y = (round(at * 4) for at in grid(PAPERS["a4"], CARD_MM).at(0))
    card = page[y : y + 352, x : x + 232].astype(int)
    red = (card[..., 2] - card[..., 1] > 60) & (card[..., 2] > 120)
    down, across = np.nonzero(red)
    upper = down < 176
    assert across[upper].min() > 116
    assert across[~upper].max() < 116
    dark = card.max(axis=2) < 60
    assert dark[100:250].sum() > 5000


def test_the_american_pack_has_two_masters_and_the_french_a_joker():
    from printed_pages import words_of

    assert "".join(words_of(pack_sheets("lexicon-us"))).count("MASTER") == 2
    assert "".join(words_of(pack_sheets("lexicon-fr"))).count("JOKER") == 1


def test_a_pack_without_counts_cannot_be_printed():
    with pytest.raises(BadSettings, match="how many cards"):
        pack_sheets("letters")


def on_cloth(rows, gap):
    """Lays rows of pieces, each as long as the first, on a cloth."""
    height, width = rows[0][0].shape[:2]
    longest = max(len(row) for row in rows)
    table = np.full((len(rows) * (height + 3 * gap) + 400, longest * (width + gap) + 500, 3), CLOTH, np.uint8)
    for line, row in enumerate(rows):
        for place, piece in enumerate(row):
            x, y = 250 + place * (width + gap), 200 + line * (height + 3 * gap)
            table[y : y + height, x : x + width] = piece
    return table


def test_printed_picture_cards_are_known_by_their_captions_and_the_trio_by_exclusion():
    pages = pages_bgr(pack_sheets("bobs", backs=False), 3.0)
    cards = cut(pages[-1:], "a4", 9, BOBS.size_mm, 3.0)
    reading = CaptionReader(BOBS).read(on_cloth([cards[:5], cards[5:]], 30))
    known = ["humpty.4", "humpty.5", "humpty.6", "uncle.1", "uncle.2", "uncle.3"]
    assert Counter(card.face for card in reading.cards) == Counter(known) + Counter({UNNAMED: 3})


def test_words_of_printed_tablets_are_read():
    pack = load_pack("anagrams")
    faces = list(pack_faces(pack))
    tablets = cut(pages_bgr(pack_sheets("anagrams", backs=False), 2.5), "a4", len(faces), pack.size_mm, 2.5)
    words = ["TROUNCE", "QUICK", "LAMB"]
    reading = Reader(pack).read(on_cloth([[tablets[faces.index(letter)] for letter in word] for word in words], 6))
    assert sorted(word.text for word in reading.words) == sorted(words)
