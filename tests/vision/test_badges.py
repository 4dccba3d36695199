"""Players' badges in pictures of a table: read from the printed sheet at any angle, and taken for nothing else."""

from dataclasses import replace

import cv2
import numpy as np
import pypdfium2
import pytest
from printed_tables import grey, photographed

from engine.badges import BADGE_MM, DICTIONARY, LAST_BADGE, badge_squares, has_badge
from engine.cards import load_pack
from engine.drive import commands as c
from engine.drive.drive import Drive
from engine.drive.reports import opening
from engine.drive.watch import Misplaced, misplaced
from engine.games.lexicon import Lexicon
from engine.markers import MATS, SIGNALS, marker_squares
from engine.rulings import StandIn
from engine.sitting import badges_seen
from engine.table import reading_from_json, reading_to_json
from vision.badges import find_printed
from vision.reader import Reader
from vision.render import layout, surfaces, things
from vision.render.camera import Camera
from vision.render.packs import PackLook, draw
from vision.render.prints import signal_card
from vision.render.sprite import Sprite, with_alpha
from vision.render.table import Placed
from vision.render.typefaces import BUILT_IN
from web.sheets.badges import badge_sheets
from web.sheets.grid import grid
from web.sheets.page import PAPERS
from web.sheets.roll import Entrant

SURFACES = (surfaces.wood, surfaces.felt, surfaces.cloth, surfaces.laminate, surfaces.marble)
ABOVE = Camera((1536, 1152), 1300.0, 1080.0)
"""1.2 px a millimetre."""
FOUR = {"N": (0, -330, 180), "E": (480, 0, 270), "S": (0, 330, 0), "W": (-480, 0, 90)}
"""Where a badge lies before each seat, and how it is turned."""


def cut_out(*numbers, px_per_mm=6.0):
    """Gives badges as they are printed and cut out, one for each player's number."""
    players = tuple(Entrant(n, "Maximiliana Featherstone", "3", "E", "http://hub:8000/join/abcd") for n in numbers)
    document = pypdfium2.PdfDocument(badge_sheets(players))
    lies = grid(PAPERS["a4"], BADGE_MM)
    cut = []
    for place in range(len(numbers)):
        page = document[place // lies.places].render(scale=px_per_mm * 25.4 / 72).to_pil().convert("RGB")
        x, y = (round(at * px_per_mm) for at in lies.at(place % lies.places))
        width, height = (round(side * px_per_mm) for side in BADGE_MM)
        bgr = np.ascontiguousarray(np.array(page)[y : y + height, x : x + width, ::-1])
        bgr = (bgr * 0.88 + 18).astype(np.uint8)  # paper and ink, not light and darkness
        cut.append(Sprite(with_alpha(bgr, np.full(bgr.shape[:2], 255, np.uint8)), px_per_mm))
    return cut


def numbers_in(picture):
    return [badge.number for badge in find_printed(grey(picture)).badges]


def test_the_patterns_are_those_of_the_family():
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    for number in range(1, LAST_BADGE + 1):
        marker = cv2.aruco.generateImageMarker(family, number, 8)
        assert (np.array(badge_squares(number)) == (marker > 127)).all()


def test_a_square_that_is_read_wrongly_makes_nobody_another():
    squares = np.array(badge_squares(1000))
    squares[3, 4] = not squares[3, 4]
    assert numbers_in(cv2.cvtColor(on_white(squares), cv2.COLOR_GRAY2BGR)) == [1000]
    squares[5, 2] = not squares[5, 2]
    assert numbers_in(cv2.cvtColor(on_white(squares), cv2.COLOR_GRAY2BGR)) == []


def test_a_thousand_players_and_more_have_badges_and_nobody_without_a_number():
    assert LAST_BADGE > 2000
    assert not has_badge(0)
    assert not has_badge(LAST_BADGE + 1)
    with pytest.raises(IndexError):
        badge_squares(0)


def on_white(squares, px=12):
    """Gives a marker as large as at 1.2 px a millimetre and more, on white."""
    marker = np.kron(np.array(squares, np.uint8) * 255, np.ones((px, px), np.uint8))
    return cv2.copyMakeBorder(marker, 4 * px, 4 * px, 4 * px, 4 * px, cv2.BORDER_CONSTANT, value=255)


def test_no_badge_is_taken_for_a_card_that_speaks_or_for_a_mat():
    for number in range(1, LAST_BADGE + 1, 7):
        printed = find_printed(on_white(badge_squares(number), 5))
        assert [badge.number for badge in printed.badges] == [number]
        assert printed.markers == ()


@pytest.mark.parametrize("number", sorted({*SIGNALS, *(n for mat in MATS.values() for n in mat.places)}))
def test_no_card_that_speaks_and_no_mat_is_taken_for_a_badge(number):
    printed = find_printed(on_white(marker_squares(number)))
    assert [marker.number for marker in printed.markers] == [number]
    assert printed.badges == ()


@pytest.mark.parametrize("angle", [0, 31, 222])
def test_a_printed_badge_tells_its_number_at_any_angle(angle):
    numbers = [1, 12, 250, 999, 1000, 1204, 2319]
    badges = cut_out(*numbers)
    places = [(150.0 * (i % 4) - 225, 220.0 * (i // 4) - 110) for i in range(len(numbers))]
    laid = [Placed(badge, x, y, angle + 7.0 * i) for i, (badge, (x, y)) in enumerate(zip(badges, places, strict=True))]
    picture, _ = photographed(laid, ABOVE, seed=angle, surface=SURFACES[angle % len(SURFACES)])
    assert numbers_in(picture) == numbers


@pytest.mark.parametrize(
    ("seen_by", "surface"),
    [
        (Camera((1536, 1152), 1300.0, 500.0), surfaces.marble),
        (Camera((1536, 1152), 1300.0, 900.0, tilt_deg=30.0, towards_deg=40.0), surfaces.wood),
        (Camera((1536, 1152), 1300.0, 900.0, tilt_deg=25.0, towards_deg=200.0, roll_deg=180.0), surfaces.cloth),
        (Camera((2028, 1520), 1700.0, 1200.0, shift=(60.0, -20.0)), surfaces.laminate),
    ],
)
def test_badges_are_read_by_every_camera(seen_by, surface):
    numbers = [7, 481, 1033]
    laid = [Placed(badge, 150.0 * i - 150, 20.0 * i, 100.0 * i) for i, badge in enumerate(cut_out(*numbers))]
    picture, _ = photographed(laid, seen_by, seed=11, surface=surface)
    assert numbers_in(picture) == numbers


@pytest.mark.parametrize("seed", range(2))
def test_tables_without_badges_show_none(seed):
    rng = np.random.default_rng(seed)
    look, lying = PackLook(face=BUILT_IN), {**things.UNDER, **things.OVER}
    laid = layout.card_table(
        rng, lambda face: draw(look, face), lambda kind: lying[kind](rng, BUILT_IN), 400.0, (58.0, 88.0)
    )
    picture, _ = photographed(laid, ABOVE, seed=seed, surface=SURFACES[seed % len(SURFACES)])
    assert numbers_in(picture) == []


def test_a_reading_says_which_badge_lies_before_which_seat_and_takes_none_for_a_card():
    look = PackLook(face=BUILT_IN)
    word = [Placed(draw(look, face), -90.0 + 62.0 * i, 40.0) for i, face in enumerate("HAT")]
    badges = [Placed(badge, *FOUR[seat]) for badge, seat in zip(cut_out(4, 17, 250, 1204), "NESW", strict=True)]
    picture, _ = photographed([*word, Placed(signal_card(6), 250.0, 150.0, 205.0), *badges], ABOVE, seed=3)
    reading = Reader(load_pack("lexicon")).read(picture)
    assert {badge.zone: badge.number for badge in reading.badges} == {"N": 4, "E": 17, "S": 250, "W": 1204}
    assert ([word.text for word in reading.words], len(reading.cards)) == (["HAT"], 3)
    assert [marker.says for marker in reading.markers] == ["challenge"]
    assert reading_from_json(reading_to_json(reading)).badges[0].number == 4


@pytest.mark.parametrize("surface", [surfaces.felt, surfaces.laminate])
def test_badges_alone_are_no_cards_and_no_hand(surface):
    badges = [Placed(badge, *FOUR[seat]) for badge, seat in zip(cut_out(88, 8, 1010, 3), "NESW", strict=True)]
    picture, _ = photographed(badges, ABOVE, seed=1, surface=surface)
    reading = Reader(load_pack("lexicon")).read(picture)
    assert len(reading.badges) == 4
    assert (reading.cards, reading.covered) == ((), False)


class Watched:
    """The drive's two tables; each is looked at through the true reader, and what its game says goes to the drive."""

    def __init__(self):
        self.drive = Drive()
        self.state = self.drive.initial()
        people = tuple(("", f"Player {number}") for number in range(1, 9))
        self.does(c.Create(t=0, name="Spring", seed="1"), c.Join(t=0, players=people), c.MakeHand(t=0), c.Announce(t=0))

    def does(self, *commands):
        for command in commands:
            for event in self.drive.decide(self.state, command):
                self.state = self.drive.evolve(self.state, event)

    def seats(self, number):
        return dict(self.state.hand.tables[number].chairs)

    def looks(self, number, badges, surface):
        """The camera of a table sees badges, by seat."""
        game, judge = Lexicon(), StandIn("no words here")
        table = game.initial()
        asked = replace(opening(self.state, self.state.hand.tables[number]), drive={"hand": 1, "table": number})
        laid = [Placed(one, *FOUR[seat]) for seat, one in zip(badges, cut_out(*badges.values()), strict=True)]
        picture, _ = photographed(laid, ABOVE, seed=number, surface=surface)
        for event in game.decide(table, asked, judge):
            table = game.evolve(table, event)
        for event in game.decide(table, badges_seen(table, Reader(load_pack("lexicon")).read(picture), 1.0), judge):
            table = game.evolve(table, event)
        self.does(c.ReportTable(t=1, hand=1, table=number, game=table))


def test_a_tables_picture_with_four_badges_seats_its_four_players():
    hall = Watched()
    hall.looks(1, hall.seats(1), surfaces.cloth)
    assert hall.state.hand.tables[1].seated
    assert misplaced(hall.state) == ()


def test_a_tables_picture_names_the_player_who_belongs_at_another_table():
    hall = Watched()
    stray = hall.seats(2)["W"]
    hall.looks(1, {**hall.seats(1), "S": stray}, surfaces.wood)
    assert not hall.state.hand.tables[1].seated
    assert misplaced(hall.state) == (Misplaced(stray, 1, "S", 2, "W"),)
