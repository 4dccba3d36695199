"""A club's own lists: read rightly whatever wrote them, or refused with what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadWords
from engine.words import Layer, house_layer, parse_layer, read_layer, write_layer


def test_one_word_a_line_is_a_list() -> None:
    layer = parse_layer(b"zax\nqi\n", "club")
    assert layer.allowed == {"ZAX", "QI"}
    assert layer.name == "club"


def test_a_list_names_itself_and_bars_words() -> None:
    layer = parse_layer(b"# name: Nuttall's 1930\n# a remark\nzax\n-za\n", "file")
    assert layer.name == "Nuttall's 1930"
    assert layer.allowed == {"ZAX"}
    assert layer.barred == {"ZA"}
    assert not layer.only


def test_a_list_may_stand_alone() -> None:
    assert parse_layer(b"# only\nhat\n", "period").only


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1", "cp1252"])
def test_any_usual_encoding_is_read(encoding: str) -> None:
    assert parse_layer("été\ngarçon\nhat\n".encode(encoding), "club").allowed == {"ETE", "GARCON", "HAT"}


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_any_line_ending_is_read(ending: str) -> None:
    assert parse_layer(ending.join(["hat", "far", ""]).encode(), "club").allowed == {"HAT", "FAR"}


def test_words_that_come_twice_count_once() -> None:
    layer = parse_layer("été\nEte\nETE\n".encode(), "club")
    assert layer.allowed == {"ETE"}
    assert layer.twice == 2


def test_lines_cards_cannot_spell_are_left_out_and_counted() -> None:
    layer = parse_layer(b"hat\nfar\nwell-known\n", "club")
    assert layer.allowed == {"HAT", "FAR"}
    assert layer.left_out == 1


@pytest.mark.parametrize("data", [b"", b"\n\n  \n", b"# only a remark\n", b"\xef\xbb\xbf"])
def test_an_empty_list_is_refused(data: bytes) -> None:
    with pytest.raises(BadWords, match="club holds no words"):
        parse_layer(data, "club")


def test_a_line_of_ten_megabytes_is_refused_by_number() -> None:
    with pytest.raises(BadWords, match="line 2 of club has 10,000,000 characters"):
        parse_layer(b"hat\n" + b"A" * 10_000_000 + b"\n", "club")


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(BadWords, match="club is no text"):
        parse_layer(bytes(range(256)) * 4, "club")


def test_what_is_no_word_list_is_refused() -> None:
    with pytest.raises(BadWords, match="2 of its 3 lines are not single words"):
        parse_layer(b"hat\n1,2,3\na b c\n", "club")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadWords, match=r"none\.txt cannot be read"):
        read_layer(tmp_path / "none.txt")


def test_a_file_is_named_after_itself(tmp_path: Path) -> None:
    (tmp_path / "village-club.txt").write_text("zax\n")
    assert read_layer(tmp_path / "village-club.txt").name == "village-club"


def test_single_words_make_a_layer() -> None:
    layer = house_layer(allow=["zax", "été"], bar=["za"])
    assert (layer.allowed, layer.barred) == ({"ZAX", "ETE"}, {"ZA"})


def test_a_single_word_that_cards_cannot_spell_is_refused() -> None:
    with pytest.raises(BadWords, match="'x-ray' in house words"):
        house_layer(allow=["x-ray"])


def test_a_list_written_out_reads_back_the_same() -> None:
    layer = Layer("Club", frozenset({"ZAX", "QI"}), frozenset({"ZA"}), only=True)
    assert parse_layer(write_layer(layer).encode(), "other") == layer


def test_the_hash_tells_lists_apart_and_not_their_order() -> None:
    assert parse_layer(b"hat\nfar\n", "a").hash == parse_layer(b"FAR\nHAT\n", "b").hash
    assert parse_layer(b"hat\n", "a").hash != parse_layer(b"-hat\n", "a").hash
