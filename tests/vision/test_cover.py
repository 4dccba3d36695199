import numpy as np

from vision.cover import HELD_STILL, cover_mask, covers_cards, moving

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


def test_what_is_taken_for_a_hand_and_never_moves_is_none_in_the_end():
    mask = np.zeros((30, 40), bool)
    mask[10:20, 10:20] = True
    _, stood = moving(np.zeros_like(mask), None)
    looks = []
    for _ in range(HELD_STILL + 1):
        seen, stood = moving(mask, stood)
        looks.append(bool(seen.any()))
    assert looks == [True] * HELD_STILL + [False]


def test_a_hand_that_comes_over_a_glare_is_a_hand():
    glare = np.zeros((30, 40), bool)
    glare[10:20, 10:20] = True
    stood = None
    for _ in range(HELD_STILL + 1):
        _, stood = moving(glare, stood)
    hand = glare.copy()
    hand[5:25, 20:30] = True
    seen, _ = moving(hand, stood)
    assert seen[15, 25]
    assert not seen[15, 15]


def test_what_looks_like_a_hand_before_anybody_came_is_the_tables_own_at_the_second_look():
    mask = np.zeros((30, 40), bool)
    mask[10:20, 10:20] = True
    first, stood = moving(mask, None)
    second, _ = moving(mask, stood)
    assert (first.any(), second.any()) == (True, False)
