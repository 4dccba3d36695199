import numpy as np
import pytest
from truth_tables import CLASSES

from vision.evidence import FACES, face_probabilities, obey_counts, split_classes, sure_of_way, weigh_counts


def seen(**shares):
    """Gives the evidence of one card from shares of classes; ``_`` at the end stands for upside down."""
    row = np.zeros((1, len(CLASSES)), np.float32)
    for name, share in shares.items():
        row[0, CLASSES.index(name.replace("_", "~"))] = share
    return split_classes(row, CLASSES)[0]


def best(table):
    return FACES[int(table.argmax())]


def faces_of(evidence, sign, way):
    """The faces of one card in a row that it follows (1) or lies against (-1)."""
    return face_probabilities([evidence], [sign], [way])[0]


def test_upright_and_upside_down_are_kept_apart():
    item = seen(A=0.7, V_=0.2, NONE=0.1)
    assert item.ways.sum(axis=1) == pytest.approx([0.7, 0.2])
    assert item.none == pytest.approx(0.1)


def test_a_letter_that_reads_both_ways_does_not_vote():
    assert seen(O=0.5, O_=0.5).lean == pytest.approx(0)


def test_a_row_outvotes_one_card_that_is_wrong_about_its_way():
    row = [seen(T=0.95, T_=0.05), seen(E=0.98, E_=0.02), seen(M_=0.9, W=0.1)]
    assert sure_of_way(row, [1, 1, 1]) > 0.9


def test_m_and_w_are_settled_by_the_row():
    doubtful = seen(M=0.5, W_=0.5)
    assert best(faces_of(doubtful, 1, 0.999)) == "M"
    assert best(faces_of(doubtful, 1, 0.001)) == "W"


def test_the_sign_turns_a_card_into_its_row_s_direction():
    assert best(faces_of(seen(M=0.4, W_=0.6), -1, 0.999)) == "W"


def test_an_unsettled_way_leaves_m_and_w_in_doubt():
    assert faces_of(seen(M=0.5, W_=0.5), 1, 0.5).max() < 0.6


def test_a_symmetric_letter_is_sure_even_when_its_way_is_not():
    assert faces_of(seen(O=0.5, O_=0.5), 1, 0.5).max() > 0.95


def test_what_is_hardly_a_card_is_never_sure():
    assert faces_of(seen(A=0.4, NONE=0.6), 1, 1.0).max() < 0.7


def faces(**shares):
    table = np.full(len(FACES), 1e-4)
    for name, share in shares.items():
        table[FACES.index(name)] = share
    return table


def chosen(tables, counts):
    return [FACES[i] for i in obey_counts(np.array(tables), counts)]


def test_a_doubtful_second_copy_takes_its_next_best_face():
    assert chosen([faces(Q=0.98), faces(Q=0.55, O=0.44)], {"Q": 1, "O": 3}) == ["Q", "O"]


def test_a_sure_second_copy_stays_what_is_seen():
    assert chosen([faces(Q=0.98), faces(Q=0.97, O=0.02)], {"Q": 1, "O": 3}) == ["Q", "Q"]


def test_a_pack_without_counts_bends_nothing():
    assert chosen([faces(Q=0.6, O=0.3), faces(Q=0.55, O=0.44)], {}) == ["Q", "Q"]


def test_no_cards_need_no_faces():
    assert len(obey_counts(np.zeros((0, len(FACES))), {"A": 4})) == 0


def test_a_doubt_between_two_faces_is_tipped_by_the_pack():
    table = np.zeros((1, len(FACES)))
    table[0, FACES.index("Q")], table[0, FACES.index("O")] = 0.5, 0.45
    (tipped,) = weigh_counts(table, {"Q": 1, "O": 3})
    assert FACES[int(tipped.argmax())] == "O"
    assert tipped.max() < 0.95


def test_what_is_read_surely_is_not_tipped():
    table = np.zeros((1, len(FACES)))
    table[0, FACES.index("B")], table[0, FACES.index("E")] = 0.96, 0.04
    assert weigh_counts(table, {"B": 1, "E": 4}) == pytest.approx(table)
