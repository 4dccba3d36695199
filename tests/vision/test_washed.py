"""A card whose letter the light has washed out is one that may be any."""

import cv2
import numpy as np
import pytest

from vision.faces import CLASSES
from vision.find import LEAST, Found
from vision.washed import washed_out

CARD = Found((100.0, 100.0), (29.0, 0.0), (0.0, 44.0), 0.2, 0.0)
WOOD = np.full((200, 200, 3), (60, 110, 170), np.uint8)


def with_card(paper: int, ink: int | None = None, ground: np.ndarray = WOOD) -> np.ndarray:
    picture = cv2.rectangle(ground.copy(), (71, 56), (129, 144), (paper, paper, paper), -1)
    return picture if ink is None else cv2.line(picture, (100, 75), (100, 125), (ink, ink, ink), 8)


def test_a_burnt_out_card_may_be_any_letter_either_way_up():
    ((card, faces),) = washed_out(with_card(252), [CARD])
    assert card.score == LEAST
    assert faces[CLASSES.index("I")] == faces[CLASSES.index("Q~")] == pytest.approx(1 / 54)
    assert faces[CLASSES.index("BACK")] == faces[CLASSES.index("NONE")] == 0.0


@pytest.mark.parametrize(
    "picture",
    [with_card(252, ink=120), with_card(200), with_card(252, ground=np.full_like(WOOD, 252)), WOOD],
    ids=["a letter shows", "a blank paper in fair light", "a white cloth", "bare wood"],
)
def test_nothing_else_is_washed_out(picture):
    assert washed_out(picture, [CARD]) == []
