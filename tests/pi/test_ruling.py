"""``steward rule``: words and moves, from the line and from files of any usual making."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pi.cli import main


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words_dir: Path) -> None:
    monkeypatch.setenv("STEWARD_DATA", str(tmp_path / "data"))


def ruled(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, object]]:
    assert main(["rule", *arguments, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("language", "move"),
    [
        ("en", "HAT→THATCHED"), ("en", "FAR→FAIRY"), ("en", "MAN→MANY"), ("en", "MOTHER→SMOTHERED"),
        ("en", "EXPERT→EXPORT"), ("fr", "MORT→AMORTIR"), ("fr", "POUSSE→REPOUSSER"), ("fr", "MAT→MARTEAU"),
        ("fr", "PAS→PASSABLE"), ("fr", "CABINE→CANINE"),
    ],
)  # fmt: skip
def test_the_rule_books_moves_are_good_as_moves_and_words(capsys, language, move):
    (line,) = ruled(capsys, move, "--lang", language)
    assert (line["verdict"], line["reason"], f"{line['before']}→{line['word']}") == ("good", None, move)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("HAT→TAHED", "order disturbed"),
        ("MOTHER→REHTOMS", "order disturbed"),
        ("FAR→FRAIY", "order disturbed"),
        ("MAN→MA", "nothing added"),
        ("MAN→MAN", "nothing changed"),
        ("MARTEAU→MAT", "nothing added"),
        ("HAT+ON→HATION", "two words"),
        ("hat + on -> hation", "two words"),
    ],
)
def test_a_move_that_the_rules_of_play_forbid_is_refused_with_its_reason(capsys, move, reason):
    (line,) = ruled(capsys, move)
    assert (line["verdict"], line["reason"]) == ("not allowed", reason)


def test_a_move_may_be_written_with_plain_signs(capsys):
    assert [line["before"] for line in ruled(capsys, "HAT->THATCHED", "far -> fairy")] == ["HAT", "FAR"]


def test_options_may_stand_before_and_between_the_words(capsys):
    assert main(["rule", "--lang", "fr", "CABINE→CANINE", "--json", "PAS"]) == 0
    assert [json.loads(line)["verdict"] for line in capsys.readouterr().out.splitlines()] == ["good", "good"]


def test_a_move_of_three_words_is_no_move(capsys):
    assert main(["rule", "HAT→HATS→CHATS"]) == 2
    assert "one turn makes one word of another" in capsys.readouterr().err


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_batch_is_ruled_on_a_line_each(capsys, tmp_path, encoding, ending):
    path = tmp_path / "words.txt"
    path.write_bytes(ending.join(["# été", "hat", "", "wierd", "hat\tthatched", "H*T", ""]).encode(encoding))
    lines = ruled(capsys, "--batch", str(path))
    assert [line["word"] for line in lines] == ["HAT", "WIERD", "THATCHED", "H*T"]
    assert [line["verdict"] for line in lines] == ["good", "misspelt", "good", "good"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "holds no words"),
        (b"# only a remark\n", "holds no words"),
        (b"hat\nB2\n", "line 2"),
        (b"hat\n" + b"A" * 10_000_000 + b"\n", "line 2"),
        (bytes(range(256)), "is no text"),
        (None, "cannot be read"),
    ],
)
def test_a_batch_that_cannot_be_ruled_on_is_refused_in_one_line(capsys, tmp_path, data, said):
    path = tmp_path / "words.txt"
    if data is not None:
        path.write_bytes(data)
    assert main(["rule", "--batch", str(path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n"), said in err, len(err) < 300) == ("", 1, True, True)


def test_without_a_word_it_says_what_it_needs(capsys):
    assert main(["rule"]) == 2
    assert "needs a word" in capsys.readouterr().err


def test_it_explains_which_list_and_rule_decided_and_what_is_nearest(capsys):
    (line,) = ruled(capsys, "THACHED", "--explain")
    why = line["explain"]
    assert why["rule"].startswith("No list holds it")
    assert (why["nearest"][0]["word"], why["nearest"][0]["edits"], why["for_slip"] > 0) == ("THATCHED", 1, True)
    assert main(["rule", "OSLO", "--explain"]) == 0
    said = capsys.readouterr().out
    assert "rule: A list holds it as a proper noun first." in said
    assert "list: SCOWL, British" in said
    assert "name 50" in said


def test_a_configurations_house_rules_and_lists_are_in_force(capsys, tmp_path):
    (tmp_path / "club.txt").write_text("# name: Club\nqzx\n")
    config = tmp_path / "steward.toml"
    config.write_text('lists = ["club.txt"]\n[house]\namerican = true\n')
    lines = ruled(capsys, "COLOR", "QZX", "--config", str(config))
    assert [line["verdict"] for line in lines] == ["good", "good"]
    assert lines[1]["list"]["name"] == "Club"
