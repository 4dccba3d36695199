"""What words mean: a dictionary server's files, opened a chunk at a time."""

from __future__ import annotations

import gzip
import struct
import zlib
from pathlib import Path

import pytest

from engine.words.definitions import FOLDER, define, read_senses

HAT = """hat
    n 1: headdress that protects the head from bad weather; has
         shaped crown and usually a brim [syn: {hat}, {lid}]
    2: an informal term for a person's role; "he took off his
       politician's hat"
    v 1: put on or wear a hat
"""
ROGUE = "rogue\n    n 1: an offensive term for somebody\n    2: a deceitful fellow\n"
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def number(value: int) -> str:
    """Gives a number as an index writes it."""
    text = DIGITS[value % 64]
    while value := value // 64:
        text = DIGITS[value % 64] + text
    return text


def write_dictionary(folder: Path, articles: dict[str, str], chunk: int = 64) -> None:
    """Writes a small dictionary: an index, and a text compressed in chunks of so many bytes."""
    text, index = b"", ""
    for head, article in articles.items():
        index += f"{head}\t{number(len(text))}\t{number(len(article.encode()))}\n"
        text += article.encode()
    pieces = []
    for at in range(0, len(text), chunk):
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        pieces.append(packer.compress(text[at : at + chunk]) + packer.flush(zlib.Z_FULL_FLUSH))
    field = struct.pack("<HHH", 1, chunk, len(pieces)) + b"".join(struct.pack("<H", len(piece)) for piece in pieces)
    extra = b"RA" + struct.pack("<H", len(field)) + field
    head = b"\x1f\x8b\x08\x0c" + bytes(6) + struct.pack("<H", len(extra)) + extra + b"wn.dict\0"
    (folder / "wn.index").write_text(index)
    (folder / "wn.dict.dz").write_bytes(head + b"".join(pieces))


@pytest.mark.parametrize("chunk", [16, 64, 4096])
def test_an_article_is_found_wherever_its_chunks_end(tmp_path, chunk):
    write_dictionary(tmp_path, {"fairy": "fairy\n    n 1: a small being\n", "hat": HAT}, chunk)
    told = define("HAT", tmp_path)
    assert told is not None
    assert (told.head, len(told.senses)) == ("HAT", 3)
    assert told.senses[0].endswith("has shaped crown and usually a brim")


def test_a_regular_form_means_its_word(tmp_path):
    write_dictionary(
        tmp_path, {"fairy": "fairy\n    n 1: a small being\n", "thatch": "thatch\n    v 1: cover a roof\n"}
    )
    assert [define(word, tmp_path).head for word in ("FAIRIES", "THATCHED")] == ["FAIRY", "THATCH"]


def test_senses_are_told_without_synonyms_examples_and_insults():
    assert read_senses(HAT)[1:] == ("n: an informal term for a person's role", "v: put on or wear a hat")
    assert read_senses(ROGUE) == ("n: a deceitful fellow",)


def test_a_word_it_does_not_know_has_no_definition(tmp_path):
    write_dictionary(tmp_path, {"hat": HAT})
    assert define("QZX", tmp_path) is None


@pytest.mark.parametrize("broken", ["absent", "empty", "plain", "gzip", "short"])
def test_a_dictionary_that_cannot_be_read_is_none(tmp_path, broken):
    if broken != "absent":
        write_dictionary(tmp_path, {"hat": HAT})
        path = tmp_path / "wn.dict.dz"
        data = {
            "empty": b"",
            "plain": HAT.encode(),
            "gzip": gzip.compress(HAT.encode()),
            "short": path.read_bytes()[:40],
        }
        path.write_bytes(data[broken])
    assert define("HAT", tmp_path) is None


@pytest.mark.skipif(not (FOLDER / "wn.index").is_file(), reason="dict-wn is not installed")
def test_the_installed_dictionary_knows_a_hat():
    told = define("HAT")
    assert told is not None
    assert "head" in told.senses[0]
