"""The printed mat: where the table lies, how the camera is turned over it, and how its lens bends."""

import numpy as np
import pytest
from printed_tables import grey, photographed

from engine.cards import load_pack
from engine.markers import MATS
from vision.lens import simple_lens
from vision.markers import find_markers
from vision.mat import corners_mm, find_mat
from vision.reader import Reader
from vision.render import surfaces
from vision.render.camera import Camera, project
from vision.render.looks import PackLook
from vision.render.packs import draw
from vision.render.prints import mat
from vision.render.table import Placed
from vision.render.typefaces import BUILT_IN
from vision.zones import edge_distances

SIZE = (1536, 1152)
ABOVE = Camera(SIZE, 1200.0, 900.0)
LEANING = Camera(SIZE, 1200.0, 900.0, tilt_deg=30.0, towards_deg=70.0)
LETTERS = {letter: draw(PackLook(face=BUILT_IN), letter) for letter in "ABCDEFHILNOPRSTU"}


def laid(name="a2", *more):
    return [Placed(mat(name), 0.0, 0.0), *more]


def plane_of(picture, **known):
    lying = find_mat(find_markers(grey(picture)), picture.shape[1], picture.shape[0], **known)
    return None if lying is None else lying.plane


def most_off_mm(plane, camera, lens=None, reach=(300, 220)):
    """Gives how far places on the mat's plane come out from where they are, at most, in mm."""
    places = np.array(
        [(x, y) for x in np.linspace(-reach[0], reach[0], 9) for y in np.linspace(-reach[1], reach[1], 9)]
    )
    px = project(camera.plane(0.3), places)
    px = px if lens is None else lens.bent(px)
    inside = ((px > 0) & (px < camera.size)).all(axis=1)
    return float(np.hypot(*(plane.to_mm(px[inside]) - places[inside]).T).max())


@pytest.mark.parametrize("name", MATS)
@pytest.mark.parametrize("roll", [0, 90, 180, 270])
@pytest.mark.parametrize("tilt", [0, 30])
def test_places_come_out_in_millimetres_from_the_mat_s_middle(name, tilt, roll):
    camera = Camera(SIZE, 1200.0, 900.0, tilt_deg=tilt, towards_deg=70.0, roll_deg=roll)
    picture, _ = photographed(laid(name), camera, surface=surfaces.wood)
    assert most_off_mm(plane_of(picture), camera) < 1.5


@pytest.mark.parametrize("k1", [-0.3, -0.15, -0.05, 0.1])
@pytest.mark.parametrize("name", ["a2", "a1"])
@pytest.mark.parametrize("camera", [ABOVE, LEANING])
def test_the_lens_is_corrected_by_the_mat_alone(camera, name, k1):
    lens = simple_lens(*SIZE, 1200.0, k1)
    picture, _ = photographed(laid(name), camera, lens=lens)
    off = most_off_mm(plane_of(picture), camera, lens)
    uncorrected = most_off_mm(plane_of(picture, lens=simple_lens(*SIZE, 1200.0)), camera, lens)
    assert off < min(2.5, uncorrected / 2)


def test_a_straight_lens_is_not_bent_by_the_mat():
    picture, _ = photographed(laid(), LEANING)
    assert plane_of(picture).lens is None


def test_a_measured_lens_stands_against_the_mat_s_guess():
    lens = simple_lens(*SIZE, 1200.0, -0.2)
    picture, _ = photographed(laid("a3"), ABOVE, lens=lens)
    plane = plane_of(picture, lens=lens)
    assert plane.lens is lens
    assert most_off_mm(plane, ABOVE, lens) < 1.0


def test_with_a_turned_camera_the_seats_follow_the_mat():
    turned = Camera(SIZE, 1200.0, 900.0, roll_deg=180.0)
    upright, over = (plane_of(photographed(laid(), camera)[0]) for camera in (ABOVE, turned))
    assert edge_distances(np.array([0.0, 200.0]), upright)["S"] < 300
    assert edge_distances(np.array([0.0, 200.0]), over)["S"] < 300
    assert over.to_mm([768, 1100])[1] < 0 < upright.to_mm([768, 1100])[1]


def test_one_marker_alone_fixes_nothing():
    picture, _ = photographed(laid(), ABOVE)
    one = find_markers(grey(picture))[:1]
    assert find_mat(one, *SIZE) is None


def test_a_table_without_a_mat_gives_none():
    assert plane_of(photographed([], ABOVE)[0]) is None


def test_places_do_not_shift_when_cards_and_hands_cover_the_mat():
    markers = find_markers(grey(photographed(laid(), LEANING)[0]))
    held = find_mat(markers, *SIZE)
    assert find_mat(markers[2:5], *SIZE, held=held) is held
    assert find_mat((), *SIZE, held=held) is held


def test_a_knocked_camera_is_noticed_by_the_markers():
    held = find_mat(find_markers(grey(photographed(laid(), ABOVE)[0])), *SIZE)
    knocked = Camera(SIZE, 1200.0, 900.0, shift=(14.0, 5.0), roll_deg=2.0)
    plane = plane_of(photographed(laid(), knocked)[0], held=held)
    assert plane is not held.plane
    assert most_off_mm(plane, knocked) < 1.5


def test_a_curled_corner_does_not_bend_the_table():
    markers = list(find_markers(grey(photographed(laid(), ABOVE)[0])))
    markers[0] = type(markers[0])(markers[0].number, markers[0].corners + np.array([14.0, 9.0]))
    assert most_off_mm(find_mat(markers, *SIZE).plane, ABOVE) < 1.5


def test_a_marker_s_corners_lie_around_its_place():
    assert corners_mm(MATS["a3"], 0).mean(axis=0) == pytest.approx((-175.0, -113.5))
    assert np.ptp(corners_mm(MATS["a3"], 0), axis=0) == pytest.approx((40.0, 40.0))


def word(text, x, y, angle=0.0):
    along = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))]) * 61.0
    starts = (np.arange(len(text)) - (len(text) - 1) / 2)[:, None] * along + (x, y)
    return [Placed(LETTERS[letter], float(px), float(py), angle) for letter, (px, py) in zip(text, starts, strict=True)]


@pytest.mark.parametrize("roll", [0, 90, 180, 270])
def test_cards_on_a_mat_are_read_and_face_the_seat_that_the_mat_says(roll):
    camera = Camera(SIZE, 1200.0, 900.0, tilt_deg=12.0, towards_deg=30.0, roll_deg=roll)
    picture, _ = photographed(laid("a2", *word("HAT", 0.0, 130.0), *word("FAIR", 40.0, -20.0, 180.0)), camera, seed=5)
    reading = Reader(load_pack("lexicon")).read(picture)
    assert {(seen.text, seen.faces) for seen in reading.words} == {("HAT", "S"), ("FAIR", "N")}
    assert len(reading.cards) == 7
    (hat,) = (seen for seen in reading.words if seen.text == "HAT")
    assert np.mean([card.centre_mm for card in reading.word_cards(hat)], axis=0) == pytest.approx((0, 130), abs=4)


def test_a_marker_half_under_a_card_is_no_letter_and_a_card_upon_one_is():
    camera = Camera(SIZE, 1200.0, 900.0, tilt_deg=10.0)
    over_half, upon = word("HAT", 0.0, 130.0), word("FAIR", 60.0, -175.0, 180.0)
    reading = Reader(load_pack("lexicon")).read(photographed(laid("a2", *over_half, *upon), camera, seed=5)[0])
    assert sorted(card.face for card in reading.cards) == sorted("HATFAIR")


@pytest.mark.parametrize(("distance", "warned"), [(1000.0, False), (1250.0, True)])
def test_a_mat_too_small_in_the_picture_is_told(distance, warned):
    camera = Camera(SIZE, 1300.0, distance)
    picture, _ = photographed(laid("a2", *word("HAT", 0.0, 100.0)), camera)
    warnings = Reader(load_pack("lexicon")).read(picture).warnings
    assert bool(warnings) is warned
    assert all("pixels a millimetre, and sure reading needs 1.2" in warning for warning in warnings)


@pytest.mark.parametrize(("distance", "warned"), [(980.0, False), (1180.0, True)])
def test_cards_too_small_in_the_picture_are_told(distance, warned):
    picture, _ = photographed(word("FAIR", 0.0, 100.0) + word("HAT", 0.0, -100.0), Camera(SIZE, 1300.0, distance))
    assert bool(Reader(load_pack("lexicon")).read(picture).warnings) is warned
