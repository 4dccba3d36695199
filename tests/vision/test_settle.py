import cv2
import numpy as np
import pytest
from truth_tables import DATA

from vision.settle import Gate, Settle, small_frame, step


@pytest.fixture(scope="module")
def scene():
    return cv2.imread(str(DATA / "tables" / "words-overlap.jpg")).astype(np.float32)


def frames(scene, count, noise=4.0, gain=0.0, brightness=0.0):
    """Gives frames of a resting table: camera noise, and light that changes by ``gain`` and ``brightness`` a frame."""
    rng = np.random.default_rng(5)
    for index in range(count):
        lit = scene * (1 + gain * index) + brightness * index + rng.normal(0, noise, scene.shape).astype(np.float32)
        yield np.clip(lit, 0, 255).astype(np.uint8)


def fed(pictures, settle=None, start=0.0, every=0.1):
    settle = settle or Settle()
    for index, picture in enumerate(pictures):
        settle = step(settle, small_frame(picture), start + index * every)
    return settle


def test_a_table_is_at_rest_after_seven_tenths_of_a_second(scene):
    assert not fed(frames(scene, 7)).at_rest
    assert fed(frames(scene, 8)).at_rest


def test_noise_is_no_motion(scene):
    assert fed(frames(scene, 15, noise=12.0)).still_since == 0.0


@pytest.mark.parametrize(("gain", "brightness"), [(0.006, 0.0), (-0.01, 0.0), (0.0, 1.0), (0.004, 0.4)])
def test_changing_light_is_no_motion(scene, gain, brightness):
    assert fed(frames(scene, 15, gain=gain, brightness=brightness)).still_since == 0.0


def test_a_hand_is_motion(scene):
    rested = fed(frames(scene, 10))
    moved = scene.copy()
    cv2.ellipse(moved, (900, 700), (120, 60), 30, 0, 360, (120, 150, 205), -1)
    assert fed(frames(moved, 1), rested, 1.0).still_since == 1.0


def test_a_single_card_pushed_by_a_few_millimetres_is_motion(scene):
    rested = fed(frames(scene, 10))
    moved = scene.copy()
    moved[220:390, 1395:1500] = scene[226:396, 1389:1494]
    assert fed(frames(moved, 1), rested, 1.0).still_since == 1.0


def test_a_creeping_shadow_of_a_hand_is_noticed_in_the_end(scene):
    settle = fed(frames(scene, 10))
    for index in range(40):
        dark = scene.copy()
        dark[400:800, 300:700] -= index
        settle = fed(frames(dark, 1, noise=1.0), settle, 1.0 + index * 0.1)
    assert settle.still_since > 1.0


def test_a_frame_stands_until_the_next_one(scene):
    first = fed(frames(scene, 1), start=2.0)
    assert not first.rests_at(2.6)
    assert first.rests_at(2.7)
    assert first.rest_time == pytest.approx(2.7)


def test_a_picture_of_another_size_begins_anew(scene):
    rested = fed(frames(scene, 10))
    turned = np.ascontiguousarray(np.rot90(next(frames(scene, 1))))
    assert step(rested, small_frame(turned), 1.0).still_since == 1.0


def test_the_gate_tells_motion_frame_by_frame(scene):
    gate = Gate()
    moved = scene.copy()
    moved[300:500, 600:800] = 30
    pictures = [*frames(scene, 2), *frames(moved, 2)]
    assert [gate.moved(picture, i * 1.0) for i, picture in enumerate(pictures)] == [True, False, True, False]
