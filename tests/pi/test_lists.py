"""``steward words``: look up, add, bar, drop, compare and count; and which lists a table plays by."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.errors import BadSettings
from pi.cli import main
from pi.config import Settings, read_settings, settings_from
from pi.lists import house_list, lists_in_force


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words_dir: Path) -> Path:
    monkeypatch.setenv("STEWARD_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def verdict(capsys: pytest.CaptureFixture[str], word: str) -> str:
    capsys.readouterr()
    assert main(["rule", word, "--json"]) == 0
    return str(json.loads(capsys.readouterr().out)["verdict"])


def test_a_word_is_looked_up(capsys):
    assert main(["words", "look", "paris", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["word"], told["levels"]) == ("PARIS", {"word": 80, "name": 50})


def test_looking_up_a_word_that_no_list_holds_ends_with_one(capsys):
    assert main(["words", "look", "hat", "qzx"]) == 1
    assert capsys.readouterr().out.splitlines()[1] == "QZX: in no list"


def test_an_added_word_is_good_and_a_barred_one_is_not(capsys):
    assert main(["words", "add", "qzx", "zax"]) == 0
    assert main(["words", "bar", "hat"]) == 0
    assert (verdict(capsys, "QZX"), verdict(capsys, "HAT")) == ("good", "not allowed")


def test_a_word_that_is_dropped_is_as_it_was(capsys, data):
    main(["words", "bar", "hat"])
    assert main(["words", "drop", "hat"]) == 0
    assert verdict(capsys, "HAT") == "good"
    assert not list(data.glob("house-words*"))


def test_adding_a_barred_word_lifts_the_bar(capsys):
    main(["words", "bar", "hat"])
    main(["words", "add", "hat"])
    assert verdict(capsys, "HAT") == "good"


def test_each_language_has_words_of_its_own(capsys):
    main(["words", "add", "qzx", "--lang", "fr"])
    assert verdict(capsys, "QZX") == "not allowed"


def test_the_lists_in_force_are_told_by_name_size_and_hash(capsys):
    main(["words", "add", "qzx"])
    capsys.readouterr()
    assert main(["words"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("SCOWL, British + house words")
    assert second.split(": ")[0] == "  house words"
    assert second.split(": ")[1].startswith("1 words, ")


@pytest.mark.parametrize("level", ["-1", "0", "5", "96", "seventy", ""])
def test_a_level_that_no_list_has_is_refused(capsys, level):
    with pytest.raises(SystemExit) as ended:
        main(["words", "compare", "en", "fr", "--level", level])
    assert ended.value.code == 2
    assert f"{level!r} is no level; give a number from 10 to 95" in capsys.readouterr().err


def test_one_unknown_word_among_those_to_drop_changes_nothing(capsys):
    main(["words", "bar", "hat"])
    assert main(["words", "drop", "hat", "never"]) == 2
    assert verdict(capsys, "HAT") == "not allowed"


@pytest.mark.parametrize(
    "line",
    [["look", "--lang", "fr", "chapeau"], ["--lang", "fr", "look", "chapeau"], ["look", "chapeau", "--lang", "fr"]],
)
def test_options_may_stand_anywhere(capsys, line):
    assert main(["words", *line]) == 0
    assert capsys.readouterr().out.startswith("CHAPEAU: word 50")


def test_looking_up_makes_no_folder(capsys, data):
    assert main(["words", "look", "hat"]) == 0
    assert not data.exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["look"], "needs a word"),
        (["add"], "needs a word"),
        (["compare", "en"], "needs two lists"),
        (["compare", "en", "fr", "en"], "needs two lists"),
        (["add", "x-ray"], "is no word that cards can spell"),
        (["compare", "en", "nowhere.txt"], "cannot be read"),
        (["look", "hat", "--lang", "xx"], "choose en or fr"),
        (["drop", "never"], "says nothing of NEVER; nothing was changed"),
    ],
)
def test_what_is_missing_or_wrong_is_said_in_one_line(capsys, arguments, said):
    assert main(["words", *arguments]) == 2
    err = capsys.readouterr().err
    assert (said in err, err.count("\n")) == (True, 1)


def test_two_lists_are_compared(capsys, tmp_path):
    (tmp_path / "club.txt").write_text("hat\nqzx\n")
    assert main(["words", "compare", "en", str(tmp_path / "club.txt"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["both"], told["second_only"]) == (1, ["QZX"])
    assert main(["words", "compare", "en", str(tmp_path / "club.txt")]) == 0
    assert "1 only in" in capsys.readouterr().out


def test_counts_are_told_by_kind_and_level(capsys):
    assert main(["words", "counts", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["word"]["10"] > 3000
    assert "name" in told


def test_a_tables_lists_lie_beside_its_configuration(tmp_path, data):
    (tmp_path / "steward.toml").write_text('lists = ["club.txt", "/srv/other.txt"]\n')
    settings = read_settings(tmp_path / "steward.toml")
    assert lists_in_force(settings) == (tmp_path / "club.txt", Path("/srv/other.txt"))


def test_the_houses_own_words_come_last():
    house_list("en").parent.mkdir()
    house_list("en").write_text("qzx\n")
    assert lists_in_force(Settings(lists=("club.txt",))) == (Path("club.txt"), house_list("en"))


@pytest.mark.parametrize("lists", ["club.txt", [5], [""]])
def test_lists_are_names_of_files(lists):
    with pytest.raises(BadSettings, match="lists must be"):
        settings_from({"lists": lists})


def test_a_word_added_to_a_list_leaves_its_other_lines_as_they_were(tmp_path):
    club = tmp_path / "club.txt"
    club.write_text("# our club\nHAT # since 1931\n-DOG\nCAFÉ\n", encoding="utf-8")
    assert main(["words", "add", "ZAX", "CAT", "--list", str(club)]) == 0
    assert club.read_text(encoding="utf-8") == "# our club\nHAT # since 1931\n-DOG\nCAFÉ\nCAT\nZAX\n"


def test_a_word_barred_in_a_list_is_moved_not_doubled(tmp_path):
    club = tmp_path / "club.txt"
    club.write_text("# our club\nHAT\nCAFÉ\n", encoding="utf-8")
    assert main(["words", "bar", "CAFE", "--list", str(club)]) == 0
    assert club.read_text(encoding="utf-8") == "# our club\nHAT\n-CAFE\n"


def test_a_list_behind_a_link_is_changed_where_it_lies(tmp_path):
    club, link = tmp_path / "club.txt", tmp_path / "link.txt"
    club.write_text("HAT\n", encoding="utf-8")
    link.symlink_to(club)
    assert main(["words", "add", "ZOO", "--list", str(link)]) == 0
    assert link.is_symlink()
    assert club.read_text(encoding="utf-8") == "HAT\nZOO\n"
