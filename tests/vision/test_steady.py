from dataclasses import replace

import pytest

from engine.table import SeenCard, SeenWord, TableReading
from vision.steady import follow_cards

VALUES = {"A": 10, "H": 8, "T": 8, "M": 8, "W": 8, "N": 8}


def card(card_id, face, x, y=0.0, confidence=0.99, alternatives=(), visible=1.0):
    corners = ((x - 29, y - 44), (x + 29, y - 44), (x + 29, y + 44), (x - 29, y + 44))
    return SeenCard(
        card_id, face, VALUES.get(face), confidence, corners, 0.0, (x, y), "centre", alternatives, visible
    )  # fmt: skip


def reading(*cards):
    text = "".join(card.face for card in cards)
    word = SeenWord(text, tuple(card.id for card in cards), 0.9, "centre", "S", 300.0)
    return TableReading("", 1000, 800, 1.0, cards, (word,))


BEFORE = reading(card(7, "H", 0), card(3, "A", 64), card(5, "T", 128))


def test_cards_at_the_same_place_keep_their_ids():
    after = follow_cards(reading(card(0, "H", 2), card(1, "A", 63), card(2, "T", 130)), BEFORE, VALUES)
    assert [c.id for c in after.cards] == [7, 3, 5]
    assert after.words[0].cards == (7, 3, 5)


def test_a_card_pushed_aside_is_the_same_card():
    after = follow_cards(reading(card(0, "H", -90), card(1, "A", 64), card(2, "T", 128)), BEFORE, VALUES)
    assert [c.id for c in after.cards] == [7, 3, 5]


def test_a_new_card_gets_an_id_never_used_before():
    after = follow_cards(reading(card(0, "H", 0), card(1, "N", 400)), BEFORE, VALUES)
    assert [c.id for c in after.cards] == [7, 8]


def test_a_card_laid_in_the_place_of_another_is_a_new_card():
    after = follow_cards(reading(card(0, "H", 0), card(1, "N", 64), card(2, "T", 128)), BEFORE, VALUES)
    assert [(c.id, c.face) for c in after.cards] == [(7, "H"), (8, "N"), (5, "T")]


def test_a_doubt_is_settled_by_what_was_read_before():
    doubtful = card(1, "H", 64, confidence=0.55, alternatives=(("A", 0.4),))
    after = follow_cards(reading(doubtful), BEFORE, VALUES)
    assert (after.cards[0].face, after.cards[0].value, after.words[0].text) == ("A", 10, "A")


def test_looking_again_never_makes_a_certainty_of_a_doubt():
    doubtful = reading(card(1, "C", 0, confidence=0.7, alternatives=(("O", 0.25),)))
    seen = doubtful
    for _ in range(6):
        seen = follow_cards(doubtful, seen, VALUES)
    assert seen.cards[0].confidence < 0.75
    assert dict(seen.cards[0].alternatives)["O"] > 0.2


def test_a_sure_look_is_not_shaken_by_a_doubtful_one_before():
    before = reading(card(4, "M", 0, confidence=0.6, alternatives=(("W", 0.39),)))
    after = follow_cards(reading(card(0, "W", 0, confidence=0.995)), before, VALUES)
    assert (after.cards[0].face, after.cards[0].confidence, after.cards[0].id) == ("W", 0.995, 4)


def test_the_clearer_look_weighs_more():
    before = reading(card(4, "M", 0, confidence=0.9, alternatives=(("W", 0.09),), visible=1.0))
    after = follow_cards(
        reading(card(0, "W", 0, confidence=0.9, alternatives=(("M", 0.09),), visible=0.2)), before, VALUES
    )
    assert after.cards[0].face == "M"


def test_an_unchanged_reading_stays_as_it_is():
    assert follow_cards(BEFORE, BEFORE, VALUES).cards == BEFORE.cards


def test_ids_are_never_doubled():
    crowd = reading(*(card(i, "A", 64 + i) for i in range(4)))
    after = follow_cards(crowd, BEFORE, VALUES)
    assert len({c.id for c in after.cards}) == 4


@pytest.mark.parametrize("angle", [180.0, 179.0])
def test_a_card_whose_way_up_was_in_doubt_is_still_the_same(angle):
    turned = replace(card(0, "H", 0), angle_deg=angle)
    assert follow_cards(reading(turned), BEFORE, VALUES).cards[0].id == 7


def test_a_doubtful_card_in_a_word_that_was_worked_on_keeps_its_doubt():
    changed = reading(card(0, "M", 0), card(1, "H", 64, confidence=0.5, alternatives=(("A", 0.4),)), card(2, "T", 128))
    followed = follow_cards(changed, BEFORE, VALUES)
    assert followed.cards[1].confidence == 0.5


def test_what_was_read_with_a_hand_over_the_cards_hardly_counts():
    clear = reading(card(1, "G", 0, confidence=0.94, alternatives=(("Q", 0.02),), visible=0.8))
    before = reading(card(4, "Q", 0, confidence=0.8, alternatives=(("G", 0.05),), visible=0.7))
    assert follow_cards(clear, replace(before, covered=True), VALUES).cards[0].confidence > 0.9
    assert follow_cards(clear, before, VALUES).cards[0].confidence < 0.9
