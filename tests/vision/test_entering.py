import numpy as np
import pytest

from vision.entering import PATIENCE, entered, look_for_arms

TABLE = np.random.default_rng(2).normal(90, 2, (144, 192, 3)).astype(np.float32)


def with_thing(top, bottom, left, right, level=180.0):
    picture = TABLE.copy()
    picture[top:bottom, left:right] = level
    return picture


ARM = with_thing(60, 80, 0, 100)
CARD = with_thing(60, 80, 60, 75)


def test_an_arm_that_reaches_in_is_noticed():
    mask = entered(TABLE, ARM)
    assert mask[70, 50]
    assert not mask[20, 50]


def test_a_card_laid_in_the_middle_is_no_arm():
    assert not entered(TABLE, CARD).any()


def test_a_card_laid_at_the_edge_is_no_arm():
    card = with_thing(0, 15, 60, 70)
    seen = np.zeros((144, 192), bool)
    seen[:17, 58:72] = True
    assert entered(TABLE, card).any()
    assert not entered(TABLE, card, seen).any()


@pytest.mark.parametrize(("gain", "lift"), [(1.3, 0.0), (0.8, 0.0), (1.0, 15.0)])
def test_other_light_is_no_arm(gain, lift):
    assert not entered(TABLE, TABLE * np.float32(gain) + np.float32(lift)).any()


def test_a_camera_that_was_moved_leaves_nothing_to_compare():
    other = np.random.default_rng(3).uniform(0, 255, TABLE.shape).astype(np.float32)
    assert entered(TABLE, other) is None
    assert entered(TABLE, TABLE[:, :100]) is None


def test_the_free_table_is_kept_while_an_arm_lies_over_it():
    free, nothing = look_for_arms(None, TABLE)
    assert not nothing.any()
    free, arm = look_for_arms(free, ARM)
    assert arm.any()
    free, after = look_for_arms(free, TABLE)
    assert not after.any()


def test_a_look_with_hands_is_never_kept_as_free():
    free, _ = look_for_arms(None, ARM, hands=True)
    assert free is None


def test_a_bag_set_down_at_the_edge_belongs_to_the_table_in_the_end():
    free, _ = look_for_arms(None, TABLE)
    looks = []
    for _ in range(PATIENCE):
        free, mask = look_for_arms(free, ARM)
        looks.append(bool(mask.any()))
    assert looks == [True] * (PATIENCE - 1) + [False]
