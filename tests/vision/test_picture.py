import os
import struct

import cv2
import numpy as np
import pytest

from engine.errors import BadPicture
from vision.picture import load_picture


@pytest.fixture
def scene():
    rng = np.random.default_rng(1)
    small = rng.integers(0, 255, (30, 40, 3)).astype(np.uint8)
    return cv2.resize(small, (400, 300), interpolation=cv2.INTER_CUBIC)


def encoded(picture, ending):
    return cv2.imencode(ending, picture)[1].tobytes()


def written(path, data):
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp"])
def test_a_sound_picture_is_loaded_as_blue_green_red(tmp_path, scene, ending):
    loaded = load_picture(written(tmp_path / f"table{ending}", encoded(scene, ending)))
    assert (loaded.shape, loaded.dtype) == ((300, 400, 3), np.uint8)


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp"])
@pytest.mark.parametrize("share", [0.02, 0.4, 0.98])
def test_a_picture_cut_short_is_refused(tmp_path, scene, ending, share):
    data = encoded(scene, ending)
    with pytest.raises(BadPicture, match=r"cut short|damaged"):
        load_picture(written(tmp_path / f"table{ending}", data[: int(len(data) * share)]))


def test_a_jpeg_with_a_hole_in_it_is_refused_and_nothing_else_is_printed(tmp_path, scene, capfd):
    data = encoded(scene, ".jpg")
    middle = len(data) // 2
    path = written(tmp_path / "table.jpg", data[:middle] + bytes(200) + data[middle + 200 :])
    with pytest.raises(BadPicture, match="damaged"):
        load_picture(path)
    assert capfd.readouterr() == ("", "")


def test_a_thumbnail_in_a_jpeg_is_not_taken_for_its_end(tmp_path, scene):
    thumbnail = encoded(scene[:100, :100], ".jpg")
    data = encoded(scene, ".jpg")
    segment = b"\xff\xe1" + struct.pack(">H", len(thumbnail) + 2) + thumbnail
    whole = data[:2] + segment + data[2:]
    assert load_picture(written(tmp_path / "whole.jpg", whole)).shape == (300, 400, 3)
    with pytest.raises(BadPicture, match="cut short"):
        load_picture(written(tmp_path / "cut.jpg", whole[:-100]))


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(BadPicture, match=r"nowhere\.jpg: there is no such file"):
        load_picture(tmp_path / "nowhere.jpg")


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(BadPicture, match="is a folder"):
        load_picture(tmp_path)


def test_a_pipe_is_refused_without_waiting_for_it(tmp_path):
    os.mkfifo(tmp_path / "pipe.jpg")
    with pytest.raises(BadPicture, match="not an ordinary file"):
        load_picture(tmp_path / "pipe.jpg")


def test_an_empty_file_is_refused(tmp_path):
    with pytest.raises(BadPicture, match="empty"):
        load_picture(written(tmp_path / "empty.jpg", b""))


def test_a_text_is_no_picture(tmp_path):
    with pytest.raises(BadPicture, match="not a picture"):
        load_picture(written(tmp_path / "notes.jpg", b"dear diary " * 30))


def test_a_single_pixel_is_too_small(tmp_path):
    with pytest.raises(BadPicture, match="1x1 pixels is too small"):
        load_picture(written(tmp_path / "dot.png", encoded(np.zeros((1, 1, 3), np.uint8), ".png")))


def test_a_hundred_megapixels_are_refused_from_the_header_alone(tmp_path):
    header = struct.pack(">IIBBBBB", 10000, 10000, 8, 2, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + header
    with pytest.raises(BadPicture, match="100 megapixels"):
        load_picture(written(tmp_path / "huge.png", data))


def test_a_sixteen_bit_picture_becomes_eight_bit(tmp_path, scene):
    deep = scene.astype(np.uint16) * 257
    loaded = load_picture(written(tmp_path / "deep.png", encoded(deep, ".png")))
    assert loaded.dtype == np.uint8
    assert np.abs(loaded.astype(int) - scene).max() <= 1


def test_a_grey_picture_gets_three_equal_channels(tmp_path, scene):
    loaded = load_picture(written(tmp_path / "grey.png", encoded(scene[..., 0], ".png")))
    assert (loaded == scene[..., :1]).all()


def test_a_see_through_picture_loses_its_alpha(tmp_path, scene):
    see_through = np.dstack([scene, np.full(scene.shape[:2], 255, np.uint8)])
    assert load_picture(written(tmp_path / "a.png", encoded(see_through, ".png"))).shape == (300, 400, 3)


def test_a_picture_is_turned_as_its_exif_data_say(tmp_path, scene):
    entry = struct.pack("<HHII", 0x0112, 3, 1, 6)  # orientation: turn a quarter clockwise
    exif = b"Exif\0\0II*\0" + struct.pack("<IH", 8, 1) + entry + struct.pack("<I", 0)
    data = encoded(scene, ".jpg")
    turned = data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:]
    loaded = load_picture(written(tmp_path / "turned.jpg", turned))
    assert loaded.shape == (400, 300, 3)
    assert np.abs(loaded.astype(int) - cv2.rotate(cv2.imdecode(np.frombuffer(data, np.uint8), 1), 0)).mean() < 2
