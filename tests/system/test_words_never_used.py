"""The pack of 1935 names its second set by a slur. It stands nowhere in what we write, and not in this test either: the
words of every file are compared by their hashes."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
NEVER = {
    "120f6e5b4ea32f65bda68452fcfaaef06b0136e1d0e4a6f60bc3771fa0936dd6",
    "5b3ae48be122f7ed19b4cc587649f41f9d2565df51cfa332f8e7806f4ebb9032",
}
TEXTS = {".py", ".toml", ".md", ".txt", ".html", ".js", ".css", ".svg", ".jsonl", ".json", ".sh", ".service", ""}
OURS = ("engine", "vision", "web", "pi", "systemd", "tests", ".ci")


def digest(word: str) -> str:
    return hashlib.sha256(word.encode()).hexdigest()


def words_of(text: str) -> set[str]:
    """Gives the words of a text, in small letters, those that are written together parted at their capitals."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    return set(re.findall(r"[a-z]+", apart.lower())) | set(re.findall(r"[a-z]+", text.lower()))


def files() -> list[Path]:
    found = [path for path in ROOT.iterdir() if path.is_file()]
    for folder in OURS:
        found += [path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return [path for path in found if path.suffix in TEXTS and path.name != ".git"]


def test_the_slur_stands_nowhere() -> None:
    read = files()
    assert len(read) > 300
    seen: dict[str, Path] = {}
    for path in read:
        for word in words_of(f"{path.name} {path.read_text(encoding='utf-8', errors='ignore')}"):
            seen.setdefault(word, path)
    assert "trio" in seen
    assert [path for word, path in seen.items() if digest(word) in NEVER] == []


def test_a_word_is_found_however_it_is_written() -> None:
    assert {"uncle", "card"} <= words_of("UncleCard")
    assert "uncles" in words_of("three UNCLES,")
