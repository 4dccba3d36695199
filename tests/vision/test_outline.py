"""Found cards are laid on their outlines."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.find import Found
from vision.outline import SIDE, UNIT, cut, outlines, straightened
from vision.render import surfaces
from vision.render.camera import Camera
from vision.render.looks import PackLook
from vision.render.packs import draw
from vision.render.table import Placed, compose, spread
from vision.render.typefaces import BUILT_IN

LOOK = PackLook(face=BUILT_IN, worn=0.05, weight=0.6, cap=38.0)


def lying(tilt: float, angle: float) -> tuple[np.ndarray, np.ndarray]:
    """A picture of one card and its true corners."""
    camera = Camera((768, 576), 900.0, 900.0, tilt)
    ground = np.full((surfaces.SIDE, surfaces.SIDE, 3), (50, 80, 120), np.uint8)
    picture = compose(spread(ground, camera), [Placed(draw(LOOK, "R"), 10, 5, angle)], camera, np.random.default_rng(1))
    image = cv2.GaussianBlur(np.clip(picture.image, 0, 255).astype(np.uint8), (0, 0), 0.8)
    return image, picture.things[0].corners.astype(float)


def askew(quad: np.ndarray, turn: float, grow: float = 1.0) -> Found:
    """A box about a card, turned by so many degrees."""
    c, s = np.cos(np.deg2rad(turn)) * grow, np.sin(np.deg2rad(turn)) * grow
    matrix = np.array([[c, -s], [s, c]])
    u = matrix @ (quad[1] + quad[2] - quad[0] - quad[3]) / 4
    v = matrix @ (quad[2] + quad[3] - quad[0] - quad[1]) / 4
    x, y = quad.mean(axis=0)
    return Found((float(x), float(y)), (float(u[0]), float(u[1])), (float(v[0]), float(v[1])), 0.9, 0.0)


def off(corners: np.ndarray, truth: np.ndarray) -> float:
    """How far the worst corner lies off, in card widths, from whichever corner one begins to count."""
    width = float(np.hypot(*(truth[1] - truth[0])))
    return min(float(np.hypot(*(np.roll(corners, k, axis=0) - truth).T).max()) for k in range(4)) / width


@pytest.mark.parametrize("tilt", [0.0, 30.0, 50.0])
@pytest.mark.parametrize("turn", [-30.0, 0.0, 30.0])
def test_a_box_askew_is_laid_on_the_card(tilt, turn):
    image, truth = lying(tilt, 20.0)
    (card,) = straightened(image, [askew(truth, turn)])
    assert off(card.corners, truth) < 0.2


def test_a_box_too_large_shrinks_to_the_card():
    image, truth = lying(0.0, 75.0)
    (card,) = straightened(image, [askew(truth, 5.0, 1.2)])
    assert off(card.corners, truth) < 0.15


def test_score_and_back_stay():
    image, truth = lying(0.0, 0.0)
    (card,) = straightened(image, [askew(truth, 10.0)])
    assert (card.score, card.back) == (0.9, 0.0)


def test_no_cards_have_no_outlines():
    image, _ = lying(0.0, 0.0)
    assert straightened(image, []) == ()
    assert outlines(image, []).shape == (0, 4, 2)


def test_a_crop_shows_the_card_upright_in_its_middle():
    image = np.zeros((200, 300, 3), np.uint8)
    cv2.circle(image, (180, 90), 4, (255, 255, 255), -1)
    # A unit of 40 px, seen turned by 90°: what lies one unit below lies right of the middle.
    (crop,) = cut(image, np.array([[180.5, 50.5]]), np.array([np.pi / 2]), np.array([40.0]))
    y, x = np.unravel_index(int(crop[:, :, 0].argmax()), crop.shape[:2])
    assert x == pytest.approx(SIDE / 2 + UNIT, abs=2.5)
    assert y == pytest.approx(SIDE / 2, abs=2.5)
