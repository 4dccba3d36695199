"""The compiled lists: what they hold, what they tell of it, and how they are made, found and refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import Missing
from engine.words import Layer, WordList, find_list, fold, fold_word
from engine.words.build import compile_list, main
from engine.words.compare import Difference, compare, counts
from engine.words.entry import LEVELS, MARKS, Entry, pack, unpack
from engine.words.sources import Places, package_version, read_source


@pytest.fixture(scope="module")
def english(words_dir: Path) -> WordList:
    return WordList(words_dir / "en.words")


@pytest.fixture(scope="module")
def french(words_dir: Path) -> WordList:
    return WordList(words_dir / "fr.words")


@pytest.fixture
def small(tmp_path: Path) -> Places:
    """A handful of words laid out as the packages lay them out, without second sources."""
    scowl = tmp_path / "scowl"
    scowl.mkdir()
    lists = {
        "english-words.10": "hat\nfairy\nhat's\n",
        "british-words.20": "colour\n",
        "american-words.20": "color\n",
        "english-words.80": "zax\nparis\n",
        "english-words.95": "wierd\n",
        "english-upper.50": "Paris\nOslo\n",
        "english-abbreviations.40": "etc\nlb.\n",
        "english-contractions.10": "don't\n",
        "special-roman-numerals.35": "XIV\n",
    }
    for name, text in lists.items():
        (scowl / name).write_text(text, encoding="latin-1")
    (scowl / "english-words.35").write_bytes("café\n".encode("latin-1"))
    (tmp_path / "status").write_text("Package: scowl\nStatus: install ok installed\nVersion: 2020.12.07-2\n\n")
    nowhere = tmp_path / "nowhere"
    return Places(scowl, nowhere, nowhere, nowhere, tmp_path / "status")


def test_a_common_word_is_listed_at_its_level(english: WordList) -> None:
    entry = english.get("SMOTHERED")
    assert entry is not None
    assert entry.word == 40 or entry.word == 35
    assert entry.seconded


@pytest.mark.parametrize(
    ("word", "kind", "level"),
    [
        ("WIERD", "word", 95),
        ("ACCOMODATE", "word", 95),
        ("PARIS", "name", 50),
        ("PARIS", "word", 80),
        ("NASA", "abbreviation", 40),
        ("COLOR", "american", 10),
        ("QI", "word", 70),
        ("ZAX", "word", 80),
        ("DONT", "contraction", 10),
    ],
)
def test_sources_tell_what_a_spelling_is(english: WordList, word: str, kind: str, level: int) -> None:
    assert getattr(english.get(word), kind) == level


def test_wordnet_tells_names_by_their_capital(english: WordList) -> None:
    entry = english.get("OSLO")
    assert entry is not None
    assert "wordnet name" in entry.marks
    assert "wordnet" not in entry.marks


@pytest.mark.parametrize("word", ["THACHED", "SMOTHERD", "", "hat", "H*T", "É", "HAT\n", "A" * 5000])
def test_what_is_no_listed_spelling_is_not_found(english: WordList, word: str) -> None:
    assert english.get(word) is None


@pytest.mark.parametrize("word", ["AMORTIR", "REPOUSSER", "MARTEAU", "PASSABLE", "CANINE", "ETE", "GARCON", "OEUVRE"])
def test_french_words_are_listed_as_the_cards_spell_them(french: WordList, word: str) -> None:
    entry = french.get(word)
    assert entry is not None
    assert entry.word == 50


def test_a_list_says_what_it_is(english: WordList) -> None:
    about = english.about()
    assert about["name"] == "SCOWL, British"
    assert about["version"] == package_version("scowl", Places())
    assert about["words"] > 100_000
    assert len(about["hash"]) == 12


def test_words_near_in_letters_or_sound_are_found(english: WordList) -> None:
    assert "THATCHED" in english.near("THACHED")
    assert "NIGHT" in english.near("NIHGT")
    assert "PHYSICS" in english.near("FISIKS")


def test_a_compiled_list_is_the_same_byte_for_byte(small: Places, tmp_path: Path) -> None:
    first = compile_list("en", tmp_path / "a", small).read_bytes()
    second = compile_list("en", tmp_path / "b", small).read_bytes()
    assert first == second


def test_a_list_that_is_up_to_date_is_left_alone(small: Places, tmp_path: Path) -> None:
    path = compile_list("en", tmp_path, small)
    before = path.stat().st_mtime_ns, path.stat().st_ino
    compile_list("en", tmp_path, small)
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == before


def test_a_changed_source_makes_the_list_again(small: Places, tmp_path: Path) -> None:
    compile_list("en", tmp_path, small)
    (small.scowl / "english-words.10").write_text("hat\nfairy\ntrounce\n")
    assert WordList(compile_list("en", tmp_path, small)).get("TROUNCE") == Entry(word=10)


def test_one_source_alone_makes_a_list(small: Places, tmp_path: Path) -> None:
    book = WordList(compile_list("en", tmp_path, small))
    assert book.get("HAT") == Entry(word=10)
    assert book.get("HATS") is None
    assert book.get("LB") == Entry(abbreviation=40)
    assert book.get("PARIS") == Entry(word=80, name=50)
    assert book.get("CAFE") == Entry(word=35, marks=frozenset({"accented"}))
    assert book.about()["version"] == "2020.12.07-2"


def test_missing_sources_are_named_with_their_packages(tmp_path: Path) -> None:
    nowhere = Places(*[tmp_path / "nothing"] * 5)
    with pytest.raises(Missing, match="apt-get install scowl hunspell-en-gb dict-wn"):
        read_source("en", nowhere)
    with pytest.raises(Missing, match="apt-get install wfrench hunspell-fr"):
        read_source("fr", nowhere)
    with pytest.raises(Missing, match="choose en or fr"):
        read_source("xx", nowhere)


def test_the_builder_reports_each_list(words_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--out", str(words_dir), "--lang", "en"]) == 0
    assert "SCOWL, British" in capsys.readouterr().out


@pytest.mark.parametrize("data", [b"", b"steward words\n", b"not a list", b"\xff" * 5000])
def test_a_file_that_is_no_list_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "en.words").write_bytes(data)
    with pytest.raises(Missing, match="is no compiled word list"):
        WordList(tmp_path / "en.words")


def test_a_list_cut_short_is_refused(small: Places, tmp_path: Path) -> None:
    path = compile_list("en", tmp_path, small)
    path.write_bytes(path.read_bytes()[:-20_000])
    with pytest.raises(Missing, match="cut short"):
        WordList(path)


def test_a_list_is_looked_for_where_the_environment_says(
    small: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = compile_list("en", tmp_path / "here", small)
    monkeypatch.setenv("STEWARD_WORDS", str(tmp_path / "here"))
    assert find_list("en") == path


def test_a_list_that_is_nowhere_says_how_to_make_it(tmp_path: Path) -> None:
    with pytest.raises(Missing, match=r"python -m engine\.words\.build"):
        find_list("en", tmp_path)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("été", "ETE"),
        ("œuvre", "OEUVRE"),
        ("Garçon", "GARCON"),
        ("hat", "HAT"),
        ("Straße", "STRASSE"),
        ("naïve", "NAIVE"),
    ],
)
def test_accents_and_ligatures_are_folded(text: str, cards: str) -> None:
    assert fold_word(text) == cards


@pytest.mark.parametrize("text", ["aujourd'hui", "well-known", "two words", "B2", "", "αβγ"])
def test_what_cards_cannot_spell_is_no_word(text: str) -> None:
    assert fold_word(text) is None


def test_folding_a_text_leaves_out_what_is_no_letter() -> None:
    assert fold("Don't stop, café!") == "DONTSTOPCAFE"


def test_an_entry_survives_packing() -> None:
    for number, mark in enumerate(MARKS):
        entry = Entry(*(LEVELS[(number + place) % len(LEVELS)] for place in range(6)), marks=frozenset({mark}))
        assert unpack(pack(entry)) == entry


def test_a_number_that_is_no_entry_is_refused() -> None:
    with pytest.raises(ValueError, match="is no entry"):
        unpack(15 << 16)


def test_two_lists_are_compared_by_their_words(small: Places, tmp_path: Path) -> None:
    book = WordList(compile_list("en", tmp_path, small))
    club = Layer("club", frozenset({"HAT", "QI"}))
    assert compare(book, club) == Difference(("CAFE", "COLOUR", "FAIRY"), ("QI",), 1)


def test_a_list_counts_what_it_holds_by_kind_and_level(small: Places, tmp_path: Path) -> None:
    found = counts(WordList(compile_list("en", tmp_path, small)))
    assert found["word"] == {10: 2, 20: 1, 35: 1, 80: 2, 95: 1}
    assert found["name"] == {50: 2}
