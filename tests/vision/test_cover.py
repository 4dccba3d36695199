import numpy as np

from vision.cover import cover_mask, covers_cards

CARD = np.array([[[300.0, 300.0], [358.0, 300.0], [358.0, 388.0], [300.0, 388.0]]])


def covered(*boxes, quads=CARD):
    mask = np.zeros((150, 200), bool)  # a quarter of a picture of 800 x 600 px, a millimetre a pixel
    for left, top, right, bottom in boxes:
        mask[top // 4 : bottom // 4, left // 4 : right // 4] = True
    return covers_cards(mask, quads, 800, 600, 1.0)


def test_a_hand_over_a_card_covers():
    assert covered((0, 320, 340, 400))


def test_a_hand_that_touches_a_card_covers():
    assert covered((300, 392, 380, 600))


def test_a_hand_at_the_rim_far_from_any_card_does_not_cover():
    assert not covered((0, 0, 120, 80))


def test_an_arm_that_reaches_into_the_middle_covers_even_where_no_card_is_seen():
    assert covered((400, 0, 460, 330), quads=np.zeros((0, 4, 2)))


def test_a_speck_does_not_cover():
    assert not covered((320, 320, 340, 340))


def test_no_hand_covers_nothing():
    assert not covered()


def test_a_hand_reaches_as_far_as_its_map_stays_above_the_faint_level():
    faint, sure = [0.1, 0.3, 0.4, 0.1], [0.1, 0.3, 0.6, 0.1]
    assert cover_mask(np.array([faint], np.float32)).tolist() == [[False, False, False, False]]
    assert cover_mask(np.array([sure], np.float32)).tolist() == [[False, True, True, False]]
