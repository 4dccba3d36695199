"""Printed markers in pictures of a table: found at any angle, told apart, and told from everything else."""

import cv2
import numpy as np
import pytest
from printed_tables import grey, photographed

from engine.cards import load_pack
from engine.markers import DICTIONARY, MATS, PATTERNS, SIGNALS, marker_squares
from engine.table import reading_from_json, reading_to_json
from vision.markers import find_markers, signals
from vision.plane import flat_plane
from vision.reader import Reader
from vision.render import layout, surfaces, things
from vision.render.camera import Camera
from vision.render.looks import PackLook
from vision.render.packs import draw
from vision.render.prints import signal_card
from vision.render.table import Placed
from vision.render.typefaces import BUILT_IN

SURFACES = (surfaces.wood, surfaces.felt, surfaces.cloth, surfaces.laminate, surfaces.marble)

ANYTHING = {**things.UNDER, **things.OVER}


def camera(distance=900.0, **turned):
    return Camera((1536, 1152), 1300.0, distance, **turned)


@pytest.mark.parametrize("number", range(len(PATTERNS)))
def test_the_patterns_are_those_the_detector_knows(number):
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    marker = cv2.aruco.generateImageMarker(dictionary, number, 6)
    assert (np.array(marker_squares(number)) == (marker > 127)).all()


def test_an_unknown_marker_has_no_squares():
    with pytest.raises(IndexError):
        marker_squares(len(PATTERNS))
    with pytest.raises(IndexError):
        marker_squares(-1)


def test_no_marker_means_two_things():
    numbers = [*SIGNALS, *(number for mat in MATS.values() for number in mat.places)]
    assert len(numbers) == len(set(numbers))


def test_each_seat_has_a_challenge_card_of_its_own():
    seats = [signal.seat for signal in SIGNALS.values() if signal.says == "challenge" and signal.seat]
    assert seats == ["N", "E", "S", "W"]
    assert {signal.says for signal in SIGNALS.values()} == {"challenge", "yes", "no", "pause"}


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("angle", [0, 33, 90, 147, 180, 245, 270, 311])
def test_a_signal_card_is_read_at_any_angle(number, angle):
    picture, (lying,) = photographed([Placed(signal_card(number), 120.0, -90.0, angle)], camera(), seed=angle)
    (marker,) = find_markers(grey(picture))
    assert marker.number == number
    assert np.hypot(*(marker.corners.mean(axis=0) - lying.corners.mean(axis=0))) < 0.5
    (seen,) = signals([marker], flat_plane(1536, 1152, 0.7))
    assert abs((seen.angle_deg - angle + 180) % 360 - 180) < 2


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize(
    "seen_by",
    [
        camera(500.0),
        camera(1080.0),  # 1.2 px a millimetre
        camera(900.0, tilt_deg=30.0, towards_deg=40.0),
        camera(900.0, tilt_deg=30.0, towards_deg=200.0, roll_deg=180.0),
        camera(800.0, roll_deg=90.0),
        Camera((1152, 1536), 1300.0, 900.0, tilt_deg=15.0),
        Camera((2028, 1520), 1700.0, 900.0, shift=(60.0, -20.0)),
    ],
)
def test_signal_cards_are_read_by_every_camera_on_every_table(seen_by, surface):
    cards = [
        Placed(signal_card(n), 130.0 * (i % 4) - 190, 180.0 * (i // 4) - 90, 41.0 * i) for i, n in enumerate(SIGNALS)
    ]
    picture, _ = photographed(cards, seen_by, seed=7, surface=surface)
    inside = [marker.number for marker in find_markers(grey(picture))]
    assert inside == sorted(SIGNALS)


def test_two_cards_that_say_the_same_are_both_read():
    picture, _ = photographed(
        [Placed(signal_card(9), -200.0, 0.0), Placed(signal_card(9), 200.0, 50.0, 90.0)], camera()
    )
    assert [marker.number for marker in find_markers(grey(picture))] == [9, 9]


def test_a_covered_marker_says_nothing():
    card = draw(PackLook(face=BUILT_IN), "H")
    picture, _ = photographed([Placed(signal_card(9), 0.0, 0.0), Placed(card, 25.0, 10.0)], camera())
    assert find_markers(grey(picture)) == ()


@pytest.mark.parametrize("seed", range(6))
def test_tables_without_markers_show_none(seed):
    rng = np.random.default_rng(seed)
    size = (58.0, 88.0)
    look = PackLook(face=BUILT_IN)
    laid = layout.card_table(
        rng, lambda face: draw(look, face), lambda kind: ANYTHING[kind](rng, BUILT_IN), 400.0, size
    )
    picture, _ = photographed(laid, camera(), seed=seed, surface=SURFACES[seed % len(SURFACES)])
    assert find_markers(grey(picture)) == ()


@pytest.mark.parametrize(
    ("x", "y", "zone"), [(0, 280, "S"), (0, -280, "N"), (420, 0, "E"), (-420, 0, "W"), (0, 0, "centre")]
)
def test_a_signal_card_lies_before_the_seat_that_laid_it(x, y, zone):
    picture, _ = photographed([Placed(signal_card(9), x, y, 77.0)], camera())
    (seen,) = signals(find_markers(grey(picture)), flat_plane(1536, 1152, 900 / 1300))
    assert (seen.says, seen.seat, seen.zone) == ("yes", None, zone)
    assert seen.centre_mm == pytest.approx((x, y), abs=2)


def test_the_reading_carries_what_the_cards_say_and_takes_none_for_a_letter():
    look = PackLook(face=BUILT_IN)
    word = [Placed(draw(look, face), -90.0 + 62.0 * i, 40.0) for i, face in enumerate("HAT")]
    picture, _ = photographed([*word, Placed(signal_card(6), 150.0, 250.0, 205.0)], camera(700.0), seed=3)
    reading = Reader(load_pack("lexicon")).read(picture)
    assert [word.text for word in reading.words] == ["HAT"]
    assert len(reading.cards) == 3
    (seen,) = reading.markers
    assert (seen.says, seen.seat, seen.zone) == ("challenge", "S", "S")
    assert seen.angle_deg == pytest.approx(205, abs=2)
    assert reading_from_json(reading_to_json(reading)).markers[0].says == "challenge"
