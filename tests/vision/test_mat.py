import cv2
import numpy as np
import pytest

from engine.markers import MATS, marker_squares
from vision.markers import find_markers
from vision.mat import mat_plane
from vision.zones import edge_distances

MAT = MATS["a3"]
SCALE = 2.0  # px a millimetre in the drawn mat


def drawn_mat():
    """Draws the mat's paper, 420 x 297 mm, from the markers' squares alone."""
    paper = np.full((int(297 * SCALE), int(420 * SCALE)), 245, np.uint8)
    side = int(MAT.marker_mm * SCALE)
    for number, (x, y) in MAT.places.items():
        squares = np.array(marker_squares(number), np.uint8) * 245
        left, top = int((x + 210 - MAT.marker_mm / 2) * SCALE), int((y + 148.5 - MAT.marker_mm / 2) * SCALE)
        paper[top : top + side, left : left + side] = cv2.resize(squares, (side, side), interpolation=cv2.INTER_NEAREST)
    return paper


def find_mat(picture):
    return mat_plane(find_markers(picture), picture.shape[1], picture.shape[0])


def photographed(matrix, size=(1400, 1000)):
    return cv2.warpPerspective(drawn_mat(), np.array(matrix, np.float64), size, borderValue=[90.0])


UPRIGHT = [[0.8, 0.0, 300.0], [0.0, 0.8, 250.0], [0.0, 0.0, 1.0]]
TURNED = [[-0.8, 0.0, 1000.0], [0.0, -0.8, 800.0], [0.0, 0.0, 1.0]]
LEANING = [[0.8, 0.1, 250.0], [0.02, 0.85, 200.0], [0.0001, 0.0002, 1.0]]


def on_paper(x, y):
    """Gives the drawing's px of a place in millimetres from the mat's middle."""
    return np.array([(x + 210) * SCALE, (y + 148.5) * SCALE, 1.0])


@pytest.mark.parametrize("matrix", [UPRIGHT, TURNED, LEANING])
def test_places_come_out_in_millimetres_from_the_mat_s_middle(matrix):
    plane = find_mat(photographed(matrix))
    assert plane is not None
    for place in [(0, 0), (150, -90), (-300, 120)]:
        x, y, z = np.array(matrix) @ on_paper(*place)
        assert np.allclose(plane.to_mm([x / z, y / z]), place, atol=2.5)


def test_with_a_turned_camera_the_seats_follow_the_mat():
    upright, turned = find_mat(photographed(UPRIGHT)), find_mat(photographed(TURNED))
    near_s = edge_distances(np.array([0.0, 200.0]), upright)
    assert near_s["S"] < near_s["N"]
    assert edge_distances(np.array([0.0, 200.0]), turned)["S"] < edge_distances(np.array([0.0, 200.0]), turned)["N"]
    assert turned.to_mm([700, 990])[1] < 0 < upright.to_mm([700, 990])[1]


def test_one_marker_alone_fixes_nothing():
    picture = photographed(UPRIGHT)
    picture[:, 700:] = 90
    picture[500:] = 90
    assert find_mat(picture) is None


def test_a_table_without_a_mat_gives_none():
    assert find_mat(np.full((600, 800), 120, np.uint8)) is None
