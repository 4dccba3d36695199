"""The renderer: what it draws and what it says is there."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.render import hands, layout, light, surfaces, things
from vision.render.camera import Camera, project
from vision.render.looks import BACKS, MASTERS, PackLook
from vision.render.packs import draw
from vision.render.table import Placed, compose, spread
from vision.render.typefaces import BUILT_IN, LETTERS, capitals, families, glyph, installed

LOOK = PackLook(face=BUILT_IN)
ABOVE = Camera((400, 300), 600.0, 600.0)


def table(*things_laid: Placed, camera: Camera = ABOVE):
    ground = np.full((surfaces.SIDE, surfaces.SIDE, 3), (40, 90, 40), np.uint8)
    return compose(spread(ground, camera), things_laid, camera, np.random.default_rng(1))


def test_camera_from_above_sees_a_millimetre_as_focal_over_distance():
    ends = project(Camera((100, 80), 300.0, 600.0).plane(), np.array([[0.0, 0.0], [10.0, 0.0]]))
    assert ends == pytest.approx(np.array([[50.0, 40.0], [55.0, 40.0]]))


def test_a_raised_plane_looks_larger():
    camera = Camera((100, 80), 300.0, 600.0)
    low, high = (project(camera.plane(h), np.array([[10.0, 0.0]]))[0, 0] - 50 for h in (0.0, 100.0))
    assert high == pytest.approx(low * 600 / 500)


def test_a_card_lies_where_its_corners_say():
    picture = table(Placed(draw(LOOK, "H"), 0.0, 0.0, 90.0))
    lying = picture.things[0]
    assert lying.face == "H"
    assert lying.corners.mean(0) == pytest.approx([200, 150], abs=0.3)
    assert lying.corners[0] == pytest.approx([200 + 44, 150 - 29], abs=0.5)
    assert picture.image[150 - 25, 200 - 35].min() > 150
    assert picture.image[10, 10].max() < 110


def test_a_covered_card_is_as_visible_as_what_is_left_of_it():
    below, above = draw(LOOK, "A"), draw(LOOK, "B")
    picture = table(Placed(below, 0.0, 0.0), Placed(above, 29.0, 0.0))
    assert picture.things[0].visible == pytest.approx(0.5, abs=0.04)
    assert picture.things[1].visible == pytest.approx(1.0, abs=0.04)


def test_a_card_cut_by_the_frame_is_only_partly_visible():
    picture = table(Placed(draw(LOOK, "A"), 200.0, 0.0))
    assert picture.things[0].visible == pytest.approx(0.5, abs=0.05)


def test_a_hand_marks_the_cover_and_hides_the_card():
    hand = hands.hand(np.random.default_rng(3))
    picture = table(Placed(draw(LOOK, "A"), 0.0, 0.0), Placed(hand, 130.0, 0.0))
    assert picture.cover.any()
    assert picture.things[0].visible < 0.8


@pytest.mark.parametrize("master", MASTERS)
def test_every_master_design_leaves_ink_in_the_middle(master):
    art = draw(PackLook(face=BUILT_IN, master=master, worn=0.0, corner="none", border="none"), "MASTER").art
    height, width = art.shape[:2]
    middle = art[height // 4 : 3 * height // 4, width // 8 : 7 * width // 8, :3]
    assert (middle.min(2) < 140).sum() > 40


@pytest.mark.parametrize("back", BACKS)
def test_every_back_is_coloured(back):
    art = draw(PackLook(face=BUILT_IN, back=back, worn=0.0), "BACK").art[..., :3].astype(int)
    assert np.ptp(art, axis=2).max() > 60


def test_the_same_look_draws_the_same_card_twice():
    assert np.array_equal(draw(LOOK, "Q").art, draw(LOOK, "Q").art)


def test_the_built_in_face_prints_26_different_capitals():
    shapes = capitals(BUILT_IN)
    assert shapes is not None
    assert len({shape.tobytes() for shape in shapes}) == 26


FEW = ("DejaVuSans", "DejaVuSerif", "LiberationS")


def test_installed_faces_all_print_every_letter():
    faces = installed(FEW)
    assert faces
    for face in faces[:5]:
        assert all(glyph(face, letter, 40).size for letter in LETTERS)


def test_families_hold_every_face_once():
    faces = installed(FEW)
    assert sorted(f.path for group in families(faces).values() for f in group) == sorted(f.path for f in faces)


@pytest.mark.parametrize("kind", sorted(things.UNDER | things.OVER | things.STRANGE))
def test_things_are_no_cards(kind):
    sprite = (things.UNDER | things.OVER | things.STRANGE)[kind](np.random.default_rng(2), BUILT_IN)
    assert sprite.face == ""
    assert sprite.art.shape[2] == 4
    assert sprite.art[..., 3].max() == 255


@pytest.mark.parametrize("kind", sorted(surfaces.KINDS))
def test_surfaces_are_whole_textures(kind):
    texture = surfaces.KINDS[kind](np.random.default_rng(4))
    assert texture.shape == (surfaces.SIDE, surfaces.SIDE, 3)
    assert texture.dtype == np.uint8


def test_a_row_keeps_its_letters_in_order():
    laid = layout.row(np.random.default_rng(7), lambda face: draw(LOOK, face), list("CABIN"), 0, 0, 0.0, (58, 88))
    assert "".join(p.sprite.face for p in sorted(laid, key=lambda p: p.x)) == "CABIN"


def test_light_keeps_the_picture_a_picture():
    rng = np.random.default_rng(5)
    image = np.full((120, 160, 3), 128, np.float32)
    result = light.sensed(light.cast(light.shone(light.lit(image, rng), rng), rng), rng)
    assert result.shape == (120, 160, 3)
    assert result.dtype == np.uint8


def test_a_tilted_camera_makes_near_cards_larger():
    camera = Camera((400, 300), 600.0, 600.0, tilt_deg=25.0)
    picture = table(Placed(draw(LOOK, "A"), 0.0, -80.0), Placed(draw(LOOK, "B"), 0.0, 80.0), camera=camera)
    far, near = (abs(cv2.contourArea(t.corners.astype(np.float32))) for t in picture.things)
    assert abs(far - near) > 0.2 * min(far, near)
