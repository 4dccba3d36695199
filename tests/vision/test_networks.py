"""The finder and the face network on rendered tables."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision import faces as face_module
from vision.faces import CLASSES, HEIGHT, UPSIDE_DOWN, WIDTH, read_faces, rectify
from vision.find import CHANNELS, STRIDE, Found, decode, find
from vision.pieces import find_pieces, quarter_turned, read_pieces
from vision.render import hands, surfaces
from vision.render.camera import Camera
from vision.render.looks import PackLook
from vision.render.packs import draw
from vision.render.table import Picture, Placed, compose, spread
from vision.render.typefaces import BUILT_IN

LOOK = PackLook(face=BUILT_IN, worn=0.05, weight=0.6, cap=38.0)
CAMERA = Camera((768, 576), 640.0, 640.0)
WORD = "CABIN"


def table(*laid: Placed, camera: Camera = CAMERA) -> tuple[np.ndarray, Picture]:
    ground = np.full((surfaces.SIDE, surfaces.SIDE, 3), (50, 80, 120), np.uint8)
    picture = compose(spread(ground, camera), laid, camera, np.random.default_rng(1))
    return cv2.GaussianBlur(np.clip(picture.image, 0, 255).astype(np.uint8), (0, 0), 0.8), picture


def word(angle: float = 0.0, pitch: float = 60.0) -> list[Placed]:
    turn = np.deg2rad(angle)
    across = np.array([np.cos(turn), np.sin(turn)])
    return [Placed(draw(LOOK, c), *(across * (k - 2) * pitch), angle) for k, c in enumerate(WORD)]


@pytest.fixture(scope="module")
def row() -> tuple[np.ndarray, Picture]:
    return table(*word())


def nearest(found, corners):
    return min(found, key=lambda f: np.hypot(*(np.array(f.centre) - corners.mean(0))))


def read(image, quads) -> str:
    chances = read_faces(image, np.array(quads))
    return "".join(CLASSES[int(c.argmax())].rstrip(UPSIDE_DOWN)[0] for c in chances)


def test_every_card_of_a_row_is_found_once(row):
    image, picture = row
    found = [f for f in find(image).found if f.score > 0.4]
    assert len(found) == len(WORD)
    for thing in picture.things:
        assert np.hypot(*(np.array(nearest(found, thing.corners).centre) - thing.corners.mean(0))) < 4


def test_found_corners_lie_on_the_card(row):
    image, picture = row
    found = find(image).found
    for thing in picture.things:
        corners = nearest(found, thing.corners).corners
        gaps = [np.linalg.norm(np.roll(corners, turn, axis=0) - thing.corners, axis=1).max() for turn in (0, 2)]
        assert min(gaps) < 9


@pytest.mark.parametrize("angle", [0.0, 37.0, 90.0, 200.0])
def test_a_word_is_read_at_any_angle(angle):
    image, picture = table(*word(angle))
    assert read(image, [t.corners for t in picture.things]) == WORD


def test_overlapping_cards_are_found_apart():
    image, _ = table(*word(pitch=40.0))
    assert len([f for f in find(image).found if f.score > 0.4]) == len(WORD)


def test_an_empty_table_shows_no_card():
    image, _ = table()
    assert not [f for f in find(image).found if f.score > 0.4]


def test_upside_down_is_a_class_of_its_own(row):
    image, picture = row
    upright = picture.things[0].corners
    turned = np.roll(upright, 2, axis=0)
    names = [CLASSES[int(c.argmax())] for c in read_faces(image, np.array([upright, turned]))]
    assert names == ["C", "C" + UPSIDE_DOWN]


def test_a_back_is_told_by_finder_and_reader():
    image, picture = table(Placed(draw(LOOK, "BACK"), 0, 0), Placed(draw(LOOK, "E"), 120, 0))
    back, face = (nearest(find(image).found, t.corners) for t in picture.things)
    assert back.back > 0.5 > face.back
    assert CLASSES[int(read_faces(image, picture.things[0].corners[None])[0].argmax())] == "BACK"


def test_bare_table_is_read_as_none(row):
    image, _ = row
    quad = np.array([[30.0, 30], [88, 30], [88, 118], [30, 118]])
    assert CLASSES[int(read_faces(image, quad[None])[0].argmax())] == "NONE"


def test_a_hand_shows_in_the_cover_and_the_table_does_not():
    image, picture = table(Placed(hands.hand(np.random.default_rng(3)), 150.0, 0.0))
    sighting = find(image)
    cover = cv2.resize(sighting.cover, image.shape[1::-1])
    assert cover[picture.cover > 0].mean() > 0.4
    assert cover[picture.cover == 0].mean() < 0.15


def test_probabilities_sum_to_one(row):
    image, picture = row
    chances = read_faces(image, np.array([t.corners for t in picture.things]))
    assert chances.shape == (len(WORD), len(CLASSES))
    assert chances.sum(1) == pytest.approx(np.ones(len(WORD)), abs=1e-4)


def test_no_cards_give_no_rows(row):
    assert read_faces(row[0], np.zeros((0, 4, 2))).shape == (0, len(CLASSES))


@pytest.mark.parametrize("shape", [(1, 1), (7, 900), (333, 47)])
def test_odd_pictures_are_looked_at_without_fault(shape):
    sighting = find(np.full((*shape, 3), 90, np.uint8))
    assert sighting.scale == pytest.approx(768 / max(shape))
    assert sighting.cover.ndim == 2


def test_places_are_given_in_px_of_the_picture(row):
    image, _ = row
    large = cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    small, big = find(image).found, find(large).found
    for f in small:
        if f.score > 0.5:
            gap = min(np.hypot(*(np.array(g.centre) / 2 - np.array(f.centre))) for g in big)
            assert gap < 4


def test_the_cover_map_has_one_cell_for_four_working_px(row):
    sighting = find(row[0], 768)
    assert sighting.cover.shape == (576 // STRIDE, 768 // STRIDE)


def test_decode_gives_centre_axes_and_score_of_a_peak():
    answer = np.zeros((len(CHANNELS), 20, 30), np.float32)
    answer[0] = -9
    answer[:, 10, 12] = [3, 0.25, -0.25, 1, 0, 0, np.log(24 / 16), 1, 0, -4, -4]
    (card,) = decode(answer, scale=0.5)
    assert card.centre == pytest.approx((12.75 * 8, 10.25 * 8))
    assert card.u == pytest.approx((32, 0), abs=1e-4)
    assert card.v == pytest.approx((0, 48), abs=1e-4)
    assert card.score == pytest.approx(1 / (1 + np.exp(-3)))


def test_decode_keeps_only_the_best_of_two_peaks_on_one_card():
    answer = np.zeros((len(CHANNELS), 20, 30), np.float32)
    answer[0] = -9
    answer[3], answer[7] = 1, 1
    answer[5:7] = np.log(40 / 16)
    answer[0, 10, 12], answer[0, 10, 14] = 2, 3
    assert len(decode(answer)) == 1


def test_a_crop_shows_the_card_upright_with_a_margin():
    image = np.zeros((300, 300, 3), np.uint8)
    quad = np.array([[100.0, 60], [158, 60], [158, 148], [100, 148]])
    cv2.fillConvexPoly(image, quad.astype(np.int32), (255, 255, 255))
    image[60:80, 100:158] = (0, 0, 255)
    crop = rectify(image, quad[None])[0]
    assert crop.shape == (HEIGHT, WIDTH, 3)
    assert crop[HEIGHT // 2, WIDTH // 2].tolist() == [255, 255, 255]
    assert crop[10, WIDTH // 2].tolist() == [0, 0, 255]
    assert crop[1, 1].tolist() == [0, 0, 0]


def test_a_square_tile_keeps_its_proportions_in_the_crop():
    image = np.zeros((300, 300, 3), np.uint8)
    cv2.rectangle(image, (100, 100), (159, 159), (255, 255, 255), -1)
    quad = np.array([[100.0, 100], [160, 100], [160, 160], [100, 160]])
    crop = rectify(image, quad[None])[0, ..., 0] > 128
    assert crop.any(0).sum() == pytest.approx(crop.any(1).sum(), abs=3)


def test_the_networks_are_loaded_once(row, monkeypatch):
    read_faces(row[0], np.zeros((0, 4, 2)))
    monkeypatch.setattr(face_module, "FaceNet", None)
    assert read_faces(row[0], np.zeros((0, 4, 2))).shape[0] == 0


def test_decode_drops_an_index_letter_inside_a_card():
    answer = np.zeros((len(CHANNELS), 40, 40), np.float32)
    answer[0] = -9
    answer[3], answer[7] = 1, 1
    answer[5], answer[6] = np.log(40 / 16), np.log(60 / 16)
    answer[5:7, 10, 14] = np.log(6 / 16)
    answer[0, 20, 20], answer[0, 10, 14] = 3, 2
    (card,) = decode(answer)
    assert card.u[0] == pytest.approx(40, abs=0.1)


def test_a_quarter_turn_four_times_over_is_no_turn():
    piece = Found((5.0, 6.0), (3.0, 1.0), (-1.0, 3.0), 0.9, 0.1)
    turned = piece
    for _ in range(2):
        turned = quarter_turned(turned)
    assert turned.u == (-3.0, -1.0)
    assert turned.v == (1.0, -3.0)
    assert quarter_turned(quarter_turned(turned)) == piece


@pytest.mark.parametrize("angle", [0.0, 50.0, 90.0, 235.0])
def test_a_tile_is_read_whichever_way_it_lies(angle):
    look = PackLook(
        face=BUILT_IN,
        kind="tile",
        width=20,
        height=20,
        cap=11,
        thickness=4,
        radius=2,
        border="none",
        corner="none",
        weight=0.2,
    )
    camera = Camera((768, 576), 1200.0, 640.0)
    image, picture = table(
        *(Placed(draw(look, c), 30.0 * (k - 2), 0, angle) for k, c in enumerate("RAKEB")), camera=camera
    )
    found, chances = read_pieces(image, find_pieces(image).found)
    read = {}
    for piece, chance in zip(found, chances, strict=True):
        number = int(np.argmin([np.hypot(*(t.corners.mean(0) - piece.centre)) for t in picture.things]))
        read[number] = CLASSES[int(chance.argmax())].rstrip(UPSIDE_DOWN)
    assert "".join(read[k] for k in range(5)) == "RAKEB"
