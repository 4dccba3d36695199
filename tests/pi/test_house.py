"""This machine's house: its packs and words, and a pack that is learnt picture by picture."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.errors import BadSettings, StewardError
from engine.rules import HouseRules
from pi.config import Settings
from pi.house import MOST_PICTURES, MachineHouse


@pytest.fixture
def house(tmp_path, monkeypatch):
    monkeypatch.setenv("STEWARD_DATA", str(tmp_path / "data"))
    one = MachineHouse(Settings())
    yield one
    one.close()


def test_the_doctors_lines_are_told(house):
    found = {one.part: one.found for one in house.health("en")}
    assert {"configuration", "disk", "word lists"} <= set(found)
    french = {one.part: one.found for one in house.health("fr")}
    assert french["disque"] == found["disk"].replace("GB free for", "Go libres pour")


def test_the_doctor_on_the_page_looks_at_the_tables_own_file_and_leaves_alone_what_the_table_holds(tmp_path):
    config = tmp_path / "club.toml"
    config.write_text('camera = "picamera"\n')
    found = {one.part: one for one in MachineHouse(Settings(camera="picamera"), config).health("en")}
    assert found["configuration"].found == str(config)
    assert not {"camera", "pins"} & set(found)


def test_the_packs_that_come_with_the_steward_are_listed(house):
    packs = {pack.name: pack for pack in house.packs()}
    assert packs["lexicon"].cards == 52
    assert packs["lexicon-us"].assumed == ("values",)


def test_a_word_is_looked_up_with_what_the_judge_would_say(house):
    assert house.look_up("TABLE", "en", HouseRules())["verdict"] == "good"
    assert house.look_up("WIERD", "en", HouseRules())["verdict"] == "misspelt"
    assert house.look_up("XQZJ", "en", HouseRules())["listed"] is False


def test_words_of_the_house_are_kept(house):
    house.change_words("add", ("ZAXX",), "en")
    house.change_words("bar", ("QI",), "en")
    assert (house.own_words("en").added, house.own_words("en").barred) == (("ZAXX",), ("QI",))
    assert house.look_up("ZAXX", "en", HouseRules())["verdict"] == "good"
    house.change_words("drop", ("ZAXX", "QI"), "en")
    assert house.own_words("en").added == ()


def jpeg(picture):
    return cv2.imencode(".jpg", picture)[1].tobytes()


def sheet_of_cards():
    """The cards of a printed sheet, apart from each other on a cloth."""
    import io

    import pypdfium2

    from web.sheets.faces import CARD_MM
    from web.sheets.grid import grid
    from web.sheets.pack import pack_sheets
    from web.sheets.page import PAPERS

    scale = 2.0
    page = pypdfium2.PdfDocument(io.BytesIO(pack_sheets("lexicon", backs=False)))[0]
    sheet = np.array(page.render(scale=scale * 25.4 / 72).to_pil().convert("RGB"))[:, :, ::-1]
    table = np.full((700, 900, 3), (50, 80, 30), np.uint8)
    for place in range(9):
        x, y = (round(at * scale) for at in grid(PAPERS["a4"], CARD_MM).at(place))
        left, top = 60 + place % 3 * 160, 40 + place // 3 * 210
        table[top : top + 176, left : left + 116] = sheet[y : y + 176, x : x + 116]
    return table


def test_a_pack_is_learnt_from_its_pictures(house):
    first = house.lay_out("mine", jpeg(np.full((480, 640, 3), 90, np.uint8)), "")
    assert "no card was found" in first.pictures[0].problem
    found = house.lay_out("mine", jpeg(sheet_of_cards()), "")
    assert found.pictures[1].problem == ""
    assert found.seen["A"] == 4
    assert "Z" in found.missing
    assert house.lay_out("mine", b"no picture at all", "").pictures[2].problem
    assert "learnt" in house.enrol("mine", "lexicon")
    assert "mine" in {pack.name for pack in house.packs() if pack.enrolled}
    assert house.enrolment("mine").pictures == ()


def test_letters_that_do_not_fit_the_picture_are_told(house):
    found = house.lay_out("mine", jpeg(sheet_of_cards()), "ABC")
    assert "9 cards were found" in found.pictures[0].problem
    with pytest.raises(BadSettings, match="no picture to learn"):
        house.enrol("mine", "letters")


def test_a_pack_that_comes_with_the_steward_is_not_learnt_anew(house):
    house.lay_out("lexicon", jpeg(sheet_of_cards()), "")
    with pytest.raises(StewardError):
        house.enrol("lexicon", "letters")


def test_pictures_are_not_gathered_without_end(house, tmp_path):
    blank = jpeg(np.full((64, 64, 3), 90, np.uint8))
    for _ in range(MOST_PICTURES):
        found = house.lay_out("mine", blank, "")
    assert len(found.pictures) == MOST_PICTURES
    with pytest.raises(BadSettings, match="are the most"):
        house.lay_out("mine", blank, "")
    folder = Path(house._drafts["mine"].folder.name)
    house.forget("mine")
    assert not folder.exists()


def test_without_a_picture_nothing_is_said_of_the_mounting(house):
    assert house.mounting("en") == ()


def test_the_newest_picture_is_assessed_in_the_readers_language(tmp_path, monkeypatch):
    monkeypatch.setenv("STEWARD_DATA", str(tmp_path / "data"))
    bare = np.full((480, 640, 3), 80, np.uint8)
    house = MachineHouse(Settings(), newest=lambda: bare)
    (english,) = [one for one in house.mounting("en") if one.part == "height and tilt"]
    (french,) = [one for one in house.mounting("fr") if one.part == "hauteur et inclinaison"]
    assert english.level == french.level == "warning"
    assert english.todo.startswith("lay eight or more cards")
    assert french.todo.startswith("posez au moins huit cartes")
