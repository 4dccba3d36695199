"""Measuring a lens from pictures of a board, and telling which pictures are unfit for it, and why."""

import cv2
import numpy as np
import pytest
from printed_tables import grey, photographed, printed, seen_through

from engine.errors import BadPicture
from engine.markers import BOARD
from vision.calibrate import Sighting, Unfit, find_board, measure_lens
from vision.lens import Lens
from vision.render.camera import Camera
from vision.render.sprite import Sprite, with_alpha
from vision.render.table import Placed
from web.sheets.board import board_sheet

SIZE = (1024, 768)
WIDE = (1360, 1020)  # what a lens that bends the corners in sees
LENS = Lens(*SIZE, (830.0, 830.0), (520.0, 380.0), (-0.28, 0.08, 0.0005, -0.0008, 0.0))
POSES = [  # distance, tilt, towards, roll, x and y of the board
    (420, 0, 0, 0, 0, 0), (420, 25, 0, 0, -120, 60), (420, 25, 90, 0, 130, -70), (450, 30, 200, 40, 0, 0),
    (420, 28, 300, 90, 90, 80), (420, 20, 130, 10, -170, -90), (480, 25, 45, 70, 180, 110),
    (430, 15, 250, 0, -165, 85), (420, 0, 0, 0, 175, -90), (430, 12, 20, 90, 165, 110),
]  # fmt: skip
LEANS = [(0, 0, 0), (25, 0, 90), (25, 90, 0), (25, 200, 0), (25, 300, 90)]
INNER = (BOARD.columns - 1, BOARD.rows - 1)


def chessboard():
    """A board of squares without markers, on paper."""
    art = np.full((BOARD.rows + 2, BOARD.columns + 2), 255, np.uint8)
    art[1:-1, 1:-1] = (np.indices((BOARD.rows, BOARD.columns)).sum(axis=0) % 2) * 235 + 10
    art = cv2.resize(art, None, fx=112, fy=112, interpolation=cv2.INTER_NEAREST)
    return Sprite(with_alpha(cv2.cvtColor(art, cv2.COLOR_GRAY2BGR), np.full_like(art, 255)), 4.0)


def pictures(poses=POSES, board=None, lens=LENS):
    board = board or printed(board_sheet())
    found = {}
    for number, (distance, tilt, towards, roll, x, y) in enumerate(poses):
        camera = Camera(WIDE, 830.0, distance, tilt_deg=tilt, towards_deg=towards, roll_deg=roll, shift=(8.0, -4.0))
        picture, _ = photographed([Placed(board, x, y)], camera, seed=number)
        found[f"{number}.jpg"] = grey(seen_through(picture, lens))
    return found


@pytest.fixture(scope="module")
def taken():
    return pictures()


def most_off(lens, reach=1.0):
    """How many px the lens puts points elsewhere than the true one, within a share of the picture around its middle."""
    xs, ys = (np.linspace(side * (1 - reach) / 2, side * (1 + reach) / 2, 9) for side in SIZE)
    places = np.stack(np.meshgrid(xs, ys), axis=-1)
    return float(np.hypot(*(lens.straight(places) - LENS.straight(places)).reshape(-1, 2).T).max())


def test_the_printed_board_measures_the_lens(taken):
    measured = measure_lens(taken)
    assert measured.lens.focal == pytest.approx(LENS.focal, rel=0.01)
    assert measured.lens.centre == pytest.approx(LENS.centre, abs=4)
    assert most_off(measured.lens, reach=0.9) < 2.0
    assert measured.off_px < 0.4
    assert len(measured.used) == len(POSES)


def test_a_chessboard_measures_it_too():
    poses = [
        (520, *lean, 170 * x, 85 * y) for lean, x, y in zip(LEANS, (-1, 1, 1, -1, 0), (-1, 1, -1, 1, 0), strict=True)
    ]
    measured = measure_lens(pictures(poses, chessboard()), chessboard=INNER)
    assert measured.lens.focal == pytest.approx(LENS.focal, rel=0.02)
    assert most_off(measured.lens, reach=0.8) < 3.0


def test_a_picture_without_the_board_is_left_out_and_named(taken):
    measured = measure_lens({**taken, "dog.jpg": np.full(SIZE[::-1], 90, np.uint8)})
    assert [(item.name, item.why.split(";")[0]) for item in measured.unfit] == [
        ("dog.jpg", "the printed board is not to be seen")
    ]


def test_a_picture_of_another_size_is_left_out(taken):
    small = cv2.resize(taken["0.jpg"], None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA)
    measured = measure_lens({**taken, "small.jpg": small})
    assert [(item.name, item.why) for item in measured.unfit] == [
        ("small.jpg", "it is 768x576, and the others are 1024x768")
    ]


def test_a_board_that_was_bent_is_left_out(taken):
    rows, columns = np.mgrid[: SIZE[1], : SIZE[0]].astype(np.float32)
    curled = cv2.remap(taken["0.jpg"], columns + 9 * np.sin(rows / 70), rows, cv2.INTER_LINEAR)
    measured = measure_lens({**taken, "curled.jpg": curled})
    assert [item.name for item in measured.unfit] == ["curled.jpg"]
    assert "px off" in measured.unfit[0].why


def test_a_blurred_picture_is_unfit(taken):
    blurred = find_board("0.jpg", cv2.GaussianBlur(taken["0.jpg"], (0, 0), 2.4))
    assert isinstance(blurred, Unfit)
    assert "blurred" in blurred.why or "corners" in blurred.why
    assert isinstance(find_board("0.jpg", taken["0.jpg"]), Sighting)


def test_a_corner_of_the_board_alone_is_unfit(taken):
    cut = taken["0.jpg"].copy()
    cut[:, 420:] = 120
    assert isinstance(find_board("cut.jpg", cut), Unfit)


def test_three_pictures_are_too_few(taken):
    with pytest.raises(BadPicture, match="4 fit pictures at least, and there are 3"):
        measure_lens(dict(list(taken.items())[:3]))


def test_the_same_picture_over_and_over_tells_nothing(taken):
    with pytest.raises(BadPicture, match="too much alike"):
        measure_lens(dict.fromkeys("abcde", taken["1.jpg"]))


def test_a_board_always_in_the_middle_is_not_enough():
    poses = [(900, 25, towards, 0, 0, 0) for towards in (0, 60, 140, 200, 300)]
    with pytest.raises(BadPicture, match="never near the picture's corners"):
        measure_lens(pictures(poses))
