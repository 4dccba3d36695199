"""What changed between two looks at the table."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.lay import Laid, Lay, Row
from engine.making import act_between, is_subsequence
from engine.moves import Change, compare, stand

CARD = 60.0


def row(text: str, x: float = 0.0, y: float = 0.0, faces: str = "S", confidence: float = 0.99, **doubts: object) -> Row:
    """A row of cards side by side from (x, y) mm; ``doubts`` maps place (``p2``) to (confidence, alternatives)."""
    cards = []
    for k, letter in enumerate(text):
        sure, others = doubts.get(f"p{k}", (confidence, ()))  # type: ignore[misc]
        cards.append(Laid(letter, sure, others, (x + k * CARD, y)))
    return Row(tuple(cards), faces, "centre")


def lay(*rows: Row, exposed: str | None = "H", singles: tuple[Row, ...] = ()) -> Lay:
    card = None if exposed is None else Laid(exposed, 0.99, (), (500.0, 500.0))
    return Lay(rows, singles, card, True)


@pytest.mark.parametrize(
    ("before", "after"),
    [("MOTHER", "SMOTHERED"), ("HAT", "THATCHED"), ("FAR", "FAIRY"), ("MAN", "MANY")],
)
def test_the_rule_books_insertions_are_insertions(before: str, after: str) -> None:
    assert act_between(before, after) == "insert"
    assert compare([before], lay(row(after))) == (Change("insert", before, after, 0.99, "S"),)


def test_export_of_expert_is_a_substitution() -> None:
    assert compare(["EXPERT"], lay(row("EXPORT"))) == (Change("substitute", "EXPERT", "EXPORT", 0.99, "S"),)


@pytest.mark.parametrize(("before", "after"), [("HAT", "TAHS"), ("FAR", "RAFT"), ("MAN", "MA")])
def test_reordered_or_shortened_words_are_no_act_of_play(before: str, after: str) -> None:
    assert act_between(before, after) is None


def test_a_new_row_is_composed() -> None:
    assert compare(["FAR"], lay(row("FAR"), row("SHOW", y=300))) == (Change("compose", None, "SHOW", 0.99, "S"),)


def test_a_word_pushed_aside_is_no_move() -> None:
    assert compare(["FAR", "SHOW"], lay(row("SHOW", 40, 330), row("FAR", -20, 15))) == ()


def test_a_word_out_of_sight_is_gone() -> None:
    assert compare(["FAR", "SHOW"], lay(row("SHOW"))) == (Change("gone", "FAR", None),)


def test_a_word_partly_hidden_is_altered_and_not_a_move() -> None:
    assert compare(["EXPERT"], lay(row("EXPE")), {0: (90.0, 0.0)}) == (Change("altered", "EXPERT", "EXPE", 1.0, "S"),)


def test_a_doubtful_letter_that_may_be_the_known_one_is_no_change() -> None:
    seen = row("EXPORT", p3=(0.6, (("E", 0.3),)))
    assert compare(["EXPERT"], lay(seen)) == ()


def test_a_sure_letter_is_a_change_even_where_the_old_one_is_an_alternative() -> None:
    seen = row("EXPORT", p3=(0.97, (("E", 0.03),)))
    assert [c.act for c in compare(["EXPERT"], lay(seen))] == ["substitute"]


def test_a_letter_that_wavers_is_the_one_that_lay_there() -> None:
    assert compare(["JACK"], lay(row("JAOK", p2=(0.88, (("C", 0.11),))))) == ()


def test_a_new_word_laid_at_the_end_of_another_is_a_word_of_its_own() -> None:
    veil, sah = row("VEIL"), row("SAH", x=4 * CARD + 0.3 * CARD)
    one = Row(veil.cards + sah.cards, "S", "centre")
    assert compare(["VEIL"], lay(one), {0: (1.5 * CARD, 0.0)}) == (Change("compose", None, "SAH", 0.99, "S"),)


def test_cards_laid_close_to_the_end_of_a_word_are_inserted() -> None:
    assert compare(["VEIL"], lay(row("VEILED")), {0: (1.5 * CARD, 0.0)})[0].act == "insert"


def test_what_a_mug_makes_of_a_letter_is_a_word_partly_hidden() -> None:
    seen = row("PFY", p1=(0.3, ()))
    assert [c.act for c in compare(["PRY"], lay(seen), {0: (60.0, 0.0)})] == ["altered"]


def test_two_words_seen_as_one_row_still_stand() -> None:
    assert compare(["FAR", "SHOW"], lay(row("SHOWFAR"))) == ()


def test_a_word_seen_in_two_pieces_still_stands() -> None:
    assert compare(["SHALLOW"], lay(row("SHAL"), row("LOW", x=5 * CARD))) == ()


def test_a_word_whose_last_card_lies_apart_still_stands() -> None:
    last = Row((Laid("N", 0.99, (), (3 * CARD, 0.0)),), "", "centre")
    assert compare(["TEN"], lay(row("TE"), singles=(last,))) == ()


def test_of_two_equal_words_the_nearer_one_is_altered() -> None:
    there = {0: (30.0, 0.0), 1: (30.0, 600.0)}
    changes = compare(["AT", "AT"], lay(row("AT"), row("HAT", y=600)), there)
    assert changes == (Change("insert", "AT", "HAT", 0.99, "S"),)


def test_a_word_of_other_letters_in_its_place_is_not_a_substitution() -> None:
    assert {c.act for c in compare(["CAT"], lay(row("DOG")))} == {"gone", "compose"}


@settings(deadline=None)
@given(st.lists(st.text("ABCDEST", min_size=2, max_size=6), max_size=5))
def test_a_table_that_stands_gives_no_change(words: list[str]) -> None:
    rows = [row(text, y=200.0 * n) for n, text in enumerate(words)]
    assert compare(words, lay(*rows)) == ()


@settings(deadline=None)
@given(st.text("ABC*", min_size=1, max_size=6), st.text("ABC*", max_size=8))
def test_inserting_anywhere_keeps_the_old_word_in_order(old: str, more: str) -> None:
    new = more[: len(more) // 2] + old + more[len(more) // 2 :]
    assert is_subsequence(old, new)


def test_a_doubtful_letter_of_the_old_word_is_that_word_s_when_a_card_is_inserted() -> None:
    seen = row("BITE", p0=(0.45, (("S", 0.3),)))
    assert compare(["SIT"], lay(seen), {0: (60.0, 0.0)}) == (Change("insert", "SIT", "SITE", 0.99, "S"),)


def test_a_doubtful_letter_that_a_substitution_left_alone_makes_the_whole_word_doubtful() -> None:
    seen = row("VHILED", p0=(0.5, (("W", 0.4),)))
    assert compare(["VOICED"], lay(seen))[0] == Change("substitute", "VOICED", "VHILED", 0.5, "S")


@pytest.mark.parametrize("text", ["ALLED", "WLLED", "WIELD"])
def test_a_row_like_the_word_that_lay_there_is_that_word_garbled_and_no_new_one(text: str) -> None:
    changes = compare(["WILLED"], lay(row(text)), {0: (150.0, 0.0)})
    assert changes == (Change("garbled", "WILLED", text, 0.99, "S"),)


def test_a_row_just_where_a_missing_word_lay_is_that_word_whatever_was_read() -> None:
    changes = compare(["JOB"], lay(row("LCW")), {0: (62.0, 3.0)})
    assert changes == (Change("garbled", "JOB", "LCW", 0.99, "S"),)
    elsewhere = compare(["JOB"], lay(row("LCW")), {0: (200.0, 90.0)})
    assert {change.act for change in elsewhere} == {"gone", "compose"}


def test_what_is_left_of_one_word_is_no_substitution_of_another() -> None:
    there = {0: (60.0, -120.0), 1: (90.0, 0.0)}
    assert {c.act for c in compare(["OAS", "SAME"], lay(row("SAM")), there)} == {"gone", "altered"}


@settings(deadline=None)
@given(st.text("ABCDE", min_size=1, max_size=5), st.integers(0, 4), st.text("FGHI", min_size=1, max_size=3))
def test_an_insertion_is_found_whichever_old_card_is_read_in_doubt(old: str, place: int, more: str) -> None:
    place %= len(old)
    read = old[:place] + "Z" + old[place + 1 :]
    seen = row(read + more, **{f"p{place}": (0.5, ((old[place], 0.4),))})
    assert compare([old], lay(seen), {0: seen.at})[0].after == old + more


def test_a_card_of_a_hand_laid_down_at_the_end_of_a_word_is_none_of_it() -> None:
    table, places = lay(row("ITRUED", x=-CARD)), {0: (2 * CARD, 0.0)}
    counted = stand(["TRUED"], table, places, hands=True)
    assert ([found.text for found in counted.rows], counted.changes) == (["I"], ())
    assert [change.act for change in stand(["TRUED"], table, places).changes] == ["insert"]
