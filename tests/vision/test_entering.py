import cv2
import numpy as np
import pytest

from vision.entering import KEPT, PATIENCE, Look, entered, look_for_arms

TABLE = np.random.default_rng(2).normal(90, 2, (144, 192, 3)).astype(np.float32)


def with_thing(top, bottom, left, right, level=180.0):
    picture = TABLE.copy()
    picture[top:bottom, left:right] = level
    return picture


def look(picture, *cards):
    """A look at a picture on which cards lie in the boxes (top, bottom, left, right)."""
    seen = np.zeros(picture.shape[:2], bool)
    for top, bottom, left, right in cards:
        seen[max(0, top - 2) : bottom + 2, max(0, left - 2) : right + 2] = True
    return Look(picture, seen)


ARM = with_thing(60, 80, 0, 100)
CARD = with_thing(60, 80, 60, 75)
AT_EDGE = (0, 15, 60, 70)


def test_an_arm_that_reaches_in_is_noticed():
    mask = entered([look(TABLE)], look(ARM))
    assert mask[70, 50]
    assert not mask[20, 50]


def test_a_card_laid_in_the_middle_is_no_arm():
    assert not entered([look(TABLE)], look(CARD)).any()


def test_a_card_laid_at_the_edge_is_no_arm():
    card = with_thing(*AT_EDGE)
    assert entered([look(TABLE)], look(card)).any()
    assert not entered([look(TABLE)], look(card, AT_EDGE)).any()


def test_a_card_taken_up_from_the_edge_is_no_arm():
    assert not entered([look(with_thing(*AT_EDGE), AT_EDGE)], look(TABLE)).any()


def test_an_arm_is_noticed_with_the_card_that_it_touches():
    both = ARM.copy()
    both[60:80, 100:112] = 240.0
    mask = entered([look(TABLE)], look(both, (60, 80, 100, 112)))
    assert mask[70, 106]


def test_an_arm_that_was_overlooked_leaves_no_ghost_when_it_goes():
    assert not entered([look(ARM), look(TABLE)], look(TABLE)).any()


@pytest.mark.parametrize(("gain", "lift"), [(1.3, 0.0), (0.8, 0.0), (1.0, 15.0)])
def test_other_light_is_no_arm(gain, lift):
    assert not entered([look(TABLE)], look(TABLE * np.float32(gain) + np.float32(lift))).any()


def test_a_lamp_that_was_switched_on_leaves_nothing_to_compare():
    assert entered([look(TABLE * np.float32(0.3))], look(TABLE)) is None


def test_a_camera_that_was_moved_leaves_nothing_to_compare():
    other = np.random.default_rng(3).uniform(0, 255, TABLE.shape).astype(np.float32)
    assert entered([look(TABLE)], look(other)) is None
    assert entered([look(TABLE)], look(TABLE[:, :100])) is None


def test_the_free_table_is_kept_while_an_arm_lies_over_it():
    free, nothing = look_for_arms(None, look(TABLE))
    assert not nothing.any()
    free, arm = look_for_arms(free, look(ARM))
    assert arm.any()
    free, after = look_for_arms(free, look(TABLE))
    assert not after.any()


def test_only_some_looks_are_kept():
    free = None
    for _ in range(2 * KEPT):
        free, _ = look_for_arms(free, look(TABLE))
    assert len(free.looks) == KEPT


def test_a_look_with_hands_is_never_kept_as_free():
    free, _ = look_for_arms(None, look(ARM), hands=True)
    assert free is None


def test_a_bag_set_down_at_the_edge_belongs_to_the_table_in_the_end():
    free, _ = look_for_arms(None, look(TABLE))
    looks = []
    for _ in range(PATIENCE):
        free, mask = look_for_arms(free, look(ARM))
        looks.append(bool(mask.any()))
    assert looks == [True] * (PATIENCE - 1) + [False]


def test_a_shadow_left_at_the_edge_belongs_to_the_table_though_arms_come_and_go_meanwhile():
    shadow = with_thing(100, 140, 0, 30, level=60.0)
    both = np.where(np.arange(144)[:, None, None] < 90, ARM, shadow)
    free, _ = look_for_arms(None, look(TABLE))
    shown = []
    for number in range(3 * PATIENCE):
        arm = number % 4 == 3
        free, mask = look_for_arms(free, look(both if arm else shadow))
        shown.append((bool(mask[120, 10]), bool(mask[70, 50])))
    assert shown[0] == (True, False)
    assert shown[-2:] == [(False, False), (False, True)]


def planks():
    """A table of dark and light planks, seen by a camera that may be knocked."""
    rows = np.arange(200)
    boards = np.where((rows % 24) < 3, 40.0, 150.0) + 10.0 * np.sin(rows / 9.0)
    return np.repeat(np.repeat(boards[:, None], 260, axis=1)[..., None], 3, axis=2).astype(np.float32)


def seen_from(dx, dy, turn):
    """The planks, two cards and a mug as a camera sees them that was shifted so many px and turned so many degrees."""
    table = planks()
    table[80:92, 110:118] = table[120:128, 160:172] = 230.0
    table[60:75, 150:165] = (60.0, 90.0, 200.0)
    warp = cv2.getRotationMatrix2D((130, 100), turn, 1.0)
    warp[:, 2] += (dx, dy)
    moved = cv2.warpAffine(table, warp, (260, 200), borderMode=cv2.BORDER_REFLECT)
    return np.ascontiguousarray(moved[28:172, 34:226])


@pytest.mark.parametrize("knock", [(0.0, 3.0, 1.0), (-5.0, 4.0, -2.5), (6.0, -6.0, 0.0)])
def test_a_camera_that_was_knocked_sees_no_arm(knock):
    free, _ = look_for_arms(None, look(seen_from(0.0, 0.0, 0.0)))
    assert entered(free.looks, look(seen_from(*knock))).any()
    free, mask = look_for_arms(free, look(seen_from(*knock)))
    assert not mask.any()
    _, mask = look_for_arms(free, look(seen_from(*knock)))
    assert not mask.any()


def test_an_arm_is_noticed_after_the_camera_was_knocked():
    free, _ = look_for_arms(None, look(seen_from(0.0, 0.0, 0.0)))
    reached = seen_from(0.0, 3.0, 1.0)
    reached[60:80, 0:100] = (90.0, 120.0, 190.0)
    _, mask = look_for_arms(free, look(reached))
    assert mask.any()
