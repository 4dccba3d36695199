import numpy as np
import pytest
from truth_tables import CLASSES, found_cards, table

from engine.cards import load_pack
from engine.errors import BadPicture, BadSettings
from engine.table import SeenCard, reading_from_json, reading_to_json
from vision.reader import Looked, Reader, weigh

PACK = load_pack("lexicon")
VALUES = PACK.values


class TruthLooks:
    """Looks at a table's truth instead of its picture; every look a little different."""

    def __init__(self, name, cover=None):
        self.truth = table(name)
        self.rng = np.random.default_rng(4)
        self.cover = cover
        self.missed = ()

    def __call__(self, picture):
        missed = {**self.truth, "cards": [card for card in self.truth["cards"] if card["id"] not in self.missed]}
        found, faces = found_cards(missed, self.rng, jitter=0.01)
        return Looked(found, faces, CLASSES, self.cover, self.look_again)

    def look_again(self, quads):
        faces = np.zeros((len(quads), len(CLASSES)), np.float32)
        for quad, row in zip(quads, faces, strict=True):
            near = [c for c in self.truth["cards"] if np.abs(np.mean(c["corners_px"], axis=0) - quad.mean(0)).max() < 9]
            turned = bool(near) and (quad[1] - quad[0]) @ np.subtract(*near[0]["corners_px"][1::-1]) < 0
            row[CLASSES.index(near[0]["face"] + ("~" if turned else "") if near else "NONE")] = 1.0
        return faces


def reader(name, cover=None, **options):
    looks = TruthLooks(name, cover)
    return Reader(PACK, looks=looks, **options), np.zeros((looks.truth["height"], looks.truth["width"], 3), np.uint8)


def test_a_reading_survives_json():
    reads, picture = reader("full-felt")
    reading = reads.read(picture, "table.jpg", phase="count")
    again = reading_from_json(reading_to_json(reading))
    assert [card.face for card in again.cards] == [card.face for card in reading.cards]
    assert again.hands == reading.hands


def test_cards_keep_their_ids_from_look_to_look():
    reads, picture = reader("words-glossy")
    first = reads.read(picture)
    second = reads.read(picture, before=first)
    places = {card.id: card.corners[0] for card in first.cards}
    assert {card.id for card in second.cards} == set(places)
    assert all(np.hypot(*(np.array(card.centre_mm) - first.card(card.id).centre_mm)) < 16 for card in second.cards)


def test_resting_looks_add_up():
    reads, picture = reader("words-curved")
    first = reads.read(picture)
    last = first
    for _ in range(3):
        last = reads.read(picture, before=last)
    assert min(card.confidence for card in last.cards) >= min(card.confidence for card in first.cards)


@pytest.mark.parametrize("index", [1, 2, 3])
def test_a_card_that_was_missed_is_found_in_the_gap_of_its_row(index):
    reads, picture = reader("words-curved")
    word = next(word for word in reads._looks.truth["words"] if word["text"] == "HAZEL")
    reads._looks.missed = (word["cards"][index],)
    assert "HAZEL" in {word.text for word in reads.read(picture).words}


def test_a_gap_without_a_card_stays_a_gap():
    reads, picture = reader("words-curved")
    whole = sorted(word.text for word in reads.read(picture).words)
    assert whole == sorted(word["text"] for word in reads._looks.truth["words"])


def test_a_hand_over_cards_is_told():
    cover = np.zeros((144, 192), bool)
    cover[60:80, :150] = True
    reads, picture = reader("words-overlap", cover)
    assert reads.read(picture).covered


def test_a_hand_at_the_rim_is_not():
    cover = np.zeros((144, 192), bool)
    cover[:12, 80:100] = True
    reads, picture = reader("words-overlap", cover)
    assert not reads.read(picture).covered


def test_a_hand_over_a_card_that_was_seen_before_is_told():
    reads, picture = reader("pile-leaning")
    before = reads.read(picture)
    x, y = np.mean(before.cards[0].corners, axis=0)
    cover = np.zeros((144, 192), bool)
    row, column = int(y / 8), int(x / 8)
    cover[row - 8 : row + 8, column - 8 : column + 8] = True
    alone, _ = reader("pile-leaning", cover)
    alone._looks.truth = {**alone._looks.truth, "cards": []}
    assert alone.read(picture, before=before).covered


@pytest.mark.parametrize("shape", [(300, 400), (300, 400, 4), (20, 400, 3)])
def test_what_is_no_colour_picture_is_refused(shape):
    reads, _ = reader("words-overlap")
    with pytest.raises(BadPicture):
        reads.read(np.zeros(shape, np.uint8))


def test_an_unknown_phase_or_reader_is_refused():
    reads, picture = reader("words-overlap")
    with pytest.raises(BadSettings, match="play, count"):
        reads.read(picture, phase="counting")
    with pytest.raises(BadSettings, match="net, tesseract, both"):
        Reader(PACK, reader="magic")


def seen(face, confidence, *alternatives):
    corners = ((0.0, 0.0), (58.0, 0.0), (58.0, 88.0), (0.0, 88.0))
    return SeenCard(0, face, VALUES[face], confidence, corners, 0.0, (0.0, 0.0), "centre", alternatives)


def test_a_second_opinion_that_agrees_makes_a_read_surer():
    assert 0.8 < weigh(seen("O", 0.6, ("Q", 0.35)), "O", 0.9, VALUES).confidence < 0.95


def test_a_second_opinion_never_makes_a_doubt_a_certainty():
    assert weigh(seen("N", 0.9, ("M", 0.02)), "N", 0.99, VALUES).confidence < 0.95


def test_a_second_opinion_can_tip_a_doubt():
    tipped = weigh(seen("O", 0.55, ("Q", 0.43)), "Q", 0.9, VALUES)
    assert (tipped.face, tipped.value) == ("Q", 4)


def test_a_second_opinion_does_not_overturn_a_near_certain_read():
    assert weigh(seen("O", 0.99, ("Q", 0.009)), "G", 0.9, VALUES).face == "O"


def test_no_second_opinion_changes_nothing():
    assert weigh(seen("O", 0.6, ("Q", 0.35)), None, 0.9, VALUES) == seen("O", 0.6, ("Q", 0.35))


def stock_beside_a_card(reads):
    """The table's exposed card and its stock, which the finder is to miss."""
    cards = reads._looks.truth["cards"]
    (stock,) = (card for card in cards if card["role"] == "stock")
    reads._looks.missed = (stock["id"],)
    return stock


def test_a_stock_that_was_missed_is_found_beside_the_exposed_card():
    reads, picture = reader("pile-leaning")
    stock = stock_beside_a_card(reads)
    backs = [card for card in reads.read(picture).cards if card.face == "BACK"]
    assert len(backs) == 1
    width = np.hypot(*np.subtract(*stock["corners_px"][1::-1]))
    assert np.hypot(*(np.mean(backs[0].corners, axis=0) - np.mean(stock["corners_px"], axis=0))) < 0.3 * width


def test_no_stock_is_made_up_where_nothing_lies_beside_a_card():
    reads, picture = reader("pile-leaning")
    stock_beside_a_card(reads)
    reads._looks.truth["cards"] = [card for card in reads._looks.truth["cards"] if card["role"] != "stock"]
    assert all(card.face != "BACK" for card in reads.read(picture).cards)
