"""Packs: what they hold, and that a file which does not add up is refused by its line."""

import itertools

import pytest

from engine.cards import load_pack, pack_names, parse_pack
from engine.errors import BadPack
from engine.totals import needs_master, possible_total, possible_totals, total_range, totals_fault

GOOD = """name = "tiny"
language = "en"
cards = 3
points = 35
size_mm = [58, 88]

[faces]
A = { count = 2, value = 10 }
MASTER = { count = 1, value = 15 }
"""


def test_the_english_pack_has_52_cards_and_405_points():
    pack = load_pack("lexicon")
    assert (pack.cards, pack.points) == (52, 405)


def test_the_english_values_are_the_printed_ones():
    values = load_pack("lexicon").values
    printed = dict(
        zip(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
            [10, 2, 8, 6, 10, 2, 4, 8, 10, 6, 8, 8, 8, 8, 8, 8, 4, 8, 8, 8, 8, 6, 8, 2, 4, 2],
            strict=True,
        )
    )
    assert dict(values) == {**printed, "MASTER": 15}


def test_the_english_pack_has_four_a_e_i_and_one_master():
    counts = load_pack("lexicon").counts
    assert (counts["A"], counts["E"], counts["I"], counts["Q"], counts["W"], counts["MASTER"]) == (4, 4, 4, 1, 3, 1)


def test_the_american_pack_has_54_cards_two_masters_and_says_that_its_values_are_assumed():
    pack = load_pack("lexicon-us")
    assert (pack.cards, pack.counts["MASTER"], pack.assumed) == (54, 2, ("values",))


def test_the_french_pack_says_that_counts_and_values_are_assumed():
    pack = load_pack("lexicon-fr")
    assert (pack.language, pack.cards, pack.points, pack.assumed) == ("fr", 52, 405, ("counts", "values"))


def test_any_letters_may_come_any_number_of_times_and_are_worth_nothing():
    pack = load_pack("letters")
    assert not pack.counted
    assert pack.value("A") is None
    assert pack.overdrawn(["Q"] * 30) is None


def test_two_packs_hold_everything_twice():
    pack = load_pack("lexicon", packs=2)
    assert (pack.cards, pack.points, pack.counts["MASTER"], pack.packs) == (104, 810, 2, 2)


def test_a_card_is_58_by_88_mm():
    assert load_pack("lexicon").size_mm == (58.0, 88.0)


def test_a_second_q_is_more_than_the_pack_holds():
    assert load_pack("lexicon").overdrawn(["Q", "U", "Q"]) == "Q"


def test_the_built_in_packs_are_named():
    assert {"lexicon", "lexicon-us", "lexicon-fr", "letters"} <= set(pack_names())


def test_a_pack_file_is_loaded_by_its_path(tmp_path):
    path = tmp_path / "tiny.toml"
    path.write_text(GOOD)
    pack = load_pack(path)
    assert (pack.name, pack.cards, pack.points, dict(pack.counts)) == ("tiny", 3, 35, {"A": 2, "MASTER": 1})


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("cards = 3", "cards = 4", 3),
        ("points = 35", "points = 36", 4),
        ("cards = 3", "cards = true", 3),
        ("cards = 3", "", 1),
        ("size_mm = [58, 88]", "size_mm = [58]", 5),
        ("size_mm = [58, 88]", "size_mm = [58, nan]", 5),
        ("A = { count = 2", "A = { count = -2", 8),
        ("A = { count = 2", "A = { count = true", 8),
        ("A = { count = 2", "A = { count = 99999999999", 8),
        ("A = { count = 2", "A = { count = 2.0", 8),
        ("value = 15", "value = -15", 9),
        ("MASTER =", "JOKER =", 9),
        ("MASTER =", "a =", 9),
        ("MASTER =", '"Ä" =', 9),
        ("A = { count = 2, value = 10 }", "A = 2", 8),
        ("A = { count = 2, value = 10 }", "A = { count = 2, value = 10, worth = 1 }", 8),
        ("A = {", "A = {{", 8),
        ("MASTER = {", "A = {", 9),
        ('language = "en"', "language = 7", 2),
        ('language = "en"', 'language = "en"\ncolour = "blue"', 3),
        ('language = "en"', 'assumed = ["colours"]\nlanguage = "en"', 2),
    ],
)
def test_a_pack_that_does_not_add_up_is_refused_by_its_line(old, new, line):
    with pytest.raises(BadPack, match=rf"line {line}\b"):
        parse_pack(GOOD.replace(old, new, 1).encode())


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"\x00\x01", b"", b"[" * 5000, b"faces = 'some'\ncards=0\npoints=0"])
def test_what_is_no_pack_is_refused_with_a_line(data):
    with pytest.raises(BadPack, match=r"line \d+"):
        parse_pack(data)


def test_bytes_that_are_no_text_are_refused_by_their_line():
    with pytest.raises(BadPack, match="line 2"):
        parse_pack(b'name = "x"\nlanguage = "\xff"\n')


@pytest.mark.parametrize("name", ["nothing", "", "../packs/lexicon", "missing.toml", "\0.toml"])
def test_a_pack_that_is_not_there_is_refused_by_its_name(name):
    with pytest.raises(BadPack):
        load_pack(name)


def test_a_file_far_too_large_is_refused(tmp_path):
    path = tmp_path / "large.toml"
    path.write_bytes(b"#" * 100_000)
    with pytest.raises(BadPack, match="line 1"):
        load_pack(path)


@pytest.mark.parametrize("packs", [0, -1, True, 5, 1.0])
def test_a_game_takes_one_to_four_packs(packs):
    with pytest.raises(BadPack):
        load_pack("lexicon", packs)


@pytest.mark.parametrize(
    ("cards", "least", "most"),
    [(1, 2, 15), (2, 4, 25), (3, 6, 35), (4, 8, 45), (5, 12, 55), (6, 16, 65), (7, 20, 75), (8, 26, 85), (10, 38, 105)],
)
def test_a_hand_of_so_many_cards_lies_between(cards, least, most):
    assert total_range(load_pack("lexicon"), cards) == (least, most)


def test_these_totals_and_no_others_are_impossible_for_a_hand():
    pack = load_pack("lexicon")
    impossible = {total for total in range(120) if not possible_total(pack, total)}
    assert impossible == {1, 3, 5, 7, 9, 11, 13, 102, 104, *range(106, 120)}


def test_totals_agree_with_counting_out_every_small_hand():
    pack = parse_pack(GOOD.encode())
    hand = [10, 10, 15]
    for size in range(4):
        assert possible_totals(pack, size) == {sum(cards) for cards in itertools.combinations(hand, size)}


def test_an_odd_total_needs_the_master():
    pack = load_pack("lexicon")
    assert needs_master(pack, 25, 2)
    assert not needs_master(pack, 16, 2)


def test_two_odd_totals_need_two_masters():
    fault = totals_fault(load_pack("lexicon"), {"N": 25, "E": 17, "S": 8}, {})
    assert fault is not None
    assert fault.startswith("N and E")


def test_two_odd_totals_can_be_with_two_packs():
    assert totals_fault(load_pack("lexicon", 2), {"N": 25, "E": 17}, {}) is None


def test_no_total_is_odd_when_the_master_lies_on_the_table():
    assert totals_fault(load_pack("lexicon"), {"N": 25}, {"N": 2}, masters_elsewhere=1) is not None


def test_a_total_that_so_few_cards_cannot_make_is_a_fault():
    assert totals_fault(load_pack("lexicon"), {"N": 26}, {"N": 2}) == "N: 2 cards cannot make 26 points"


def test_without_values_no_total_is_a_fault():
    assert totals_fault(load_pack("letters"), {"N": 77}, {"N": 1}) is None
