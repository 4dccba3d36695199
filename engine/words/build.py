"""Compiles the word lists: ``python -m engine.words.build [--out DIR] [--lang en fr] [--force]``.

Done once at set-up. The same sources give the same file, byte for byte; nothing is done where the file is up to date.
"""

from __future__ import annotations

import argparse
import sys
from array import array
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from pathlib import Path

import marisa_trie

from engine.errors import Missing
from engine.sound import sound_key
from engine.words.entry import LEVEL_FIELDS, LEVELS, level_bits, mark_bit
from engine.words.file import FORMAT, data_dir, read_about, write_file
from engine.words.grams import build_grams
from engine.words.near import build_index, letter_keys, sound_keys
from engine.words.sources import Places, package_version, read_source, source_files

NAMES = {"en": "SCOWL, British", "fr": "Debian French"}
_PACKAGES = {"en": "scowl", "fr": "wfrench"}
_PLACES = Places()
_COMMON = 40
"""Up to this level a word is so common that it is looked for farther away."""
_NAMED = 80
"""Up to this level a proper noun is known well enough for its own misspellings to be told from inventions."""
_SHORTEST_NAME = 5
_LONGEST = {"en": (14, 14), "fr": (8, 12)}
"""No word on the table is much longer: the slips of longer ones are not looked for, by letters and by sound. French
writes out three times as many forms, most of which sound alike."""

_FASTEST = {"num_tries": 1, "cache_size": marisa_trie.HUGE_CACHE}
"""A sixth more bytes, and a look-up in four fifths of the time."""


def _fingerprint(files: Sequence[Path]) -> str:
    digest = sha256(f"format {FORMAT}".encode())
    here = Path(__file__).resolve().parent
    code = [here / f"{name}.py" for name in ("build", "entry", "fold", "grams", "hunspell", "near", "sources")]
    for path in [*files, *code, here.parent / "sound.py"]:
        digest.update(path.name.encode() + b"\0" + sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _rarity(packed: int) -> int:
    """Gives the level at which a spelling may have been meant by a slip: as a word, else as one of the best known
    names; 100 if it cannot have been."""
    levels = [LEVELS[packed >> (16 + 4 * LEVEL_FIELDS.index(kind)) & 15] for kind in LEVEL_FIELDS[:4]]
    told = [level for level in levels[:3] if 0 < level <= 70]
    return min(told, default=levels[3] if 0 < levels[3] <= 40 else 100)


def _is_name(packed: int) -> bool:
    """Whether a source holds the spelling as a proper noun that people know."""
    level = LEVELS[packed >> (16 + 4 * LEVEL_FIELDS.index("name")) & 15]
    return 0 < level <= _NAMED or bool(packed & (mark_bit("wordnet name") | mark_bit("hunspell name")))


def _counted(packed: int, language: str) -> bool:
    """Whether the spelling counts among the list's words: what is good without any house rule."""
    if language == "fr":
        return bool(packed & (level_bits("word", 50) | mark_bit("hunspell")))
    return any(0 < LEVELS[packed >> (16 + 4 * LEVEL_FIELDS.index(k)) & 15] <= 70 for k in ("word", "variant"))


def compile_list(language: str, out: Path, places: Places = _PLACES, force: bool = False) -> Path:
    """Makes the compiled list of a language in a folder, unless it is there and up to date, and gives its path.

    :raises Missing: if the sources are absent, naming the Debian packages to install.
    """
    path = out / f"{language}.words"
    files = source_files(language, places)
    fingerprint = _fingerprint(files)
    if not force:
        try:
            if read_about(path).get("made_from") == fingerprint:
                return path
        except Missing:
            pass
    entries = read_source(language, places)
    trie = marisa_trie.Trie([word for word, _ in entries], **_FASTEST)
    numbers = [trie.key_id(word) for word, _ in entries]
    kinds = sorted({packed for _, packed in entries})
    place = {packed: at for at, packed in enumerate(kinds)}
    kind_of = array("H", bytes(2 * len(entries)))
    content = sha256()
    rarity = {packed: _rarity(packed) for packed in kinds}
    near: list[tuple[int, str]] = []
    names: list[tuple[int, str]] = []
    longest, longest_heard = _LONGEST[language]
    heard: dict[tuple[str, int], list[int]] = {}
    for number, (word, packed) in zip(numbers, entries, strict=True):
        kind_of[number] = place[packed]
        content.update(f"{word} {packed:x}\n".encode())
        if _SHORTEST_NAME <= len(word) <= longest and _is_name(packed):
            names.append((number, word))
        if 1 < len(word) <= longest_heard and rarity[packed] <= 70:
            if len(word) <= longest:
                near.append((number, word))
            farther = 2 if rarity[packed] <= _COMMON else 1
            heard.setdefault((sound_key(word, language), farther), []).append(number)
    bits = max(4, (2 * len(near)).bit_length())
    letters = build_index((((number,), letter_keys(word)) for number, word in near), bits)
    named = build_index((((number,), letter_keys(word)) for number, word in names), bits - 2)
    sounds = build_index(((alike, sound_keys(*sound)) for sound, alike in heard.items()), bits - 1)
    about = {
        "language": language,
        "name": NAMES[language],
        "version": package_version(_PACKAGES[language], places) or "unknown",
        "words": sum(_counted(packed, language) for _, packed in entries),
        "spellings": len(entries),
        "hash": content.hexdigest()[:12],
        "sources": [file.name for file in files if "." not in file.name or file.suffix in {".dic", ".dz"}],
        "made_from": fingerprint,
    }
    tables = {
        "trie": trie.tobytes(),
        "kind_of": kind_of.tobytes(),
        "kinds": array("Q", kinds).tobytes(),
        "letter_starts": letters[0],
        "letter_numbers": letters[1],
        "sound_starts": sounds[0],
        "sound_numbers": sounds[1],
        "name_starts": named[0],
        "name_numbers": named[1],
        "grams": build_grams(word for _, word in near),
    }
    write_file(path, about, tables)
    return path


def main(arguments: Sequence[str] | None = None) -> int:
    """Compiles what is asked for; the exit code is 2 where a source is missing."""
    parser = argparse.ArgumentParser(prog="python -m engine.words.build", description="Compile the word lists.")
    parser.add_argument("--out", type=Path, default=data_dir(), help="the folder to make them in")
    parser.add_argument("--lang", nargs="+", choices=sorted(NAMES), default=sorted(NAMES), help="the languages to make")
    parser.add_argument("--force", action="store_true", help="make them even if they are up to date")
    options = parser.parse_args(arguments)
    failed = 0
    with ProcessPoolExecutor(max_workers=len(options.lang)) as pool:  # a list takes one processor some ten seconds
        making = {lang: pool.submit(compile_list, lang, options.out, _PLACES, options.force) for lang in options.lang}
        for language, made in making.items():
            try:
                path = made.result()
                about = read_about(path)
                print(f"{path}: {about['name']} {about['version']}, {about['words']:,} words, {about['hash']}")
            except Missing as error:
                print(f"{language}: {error}", file=sys.stderr)
                failed = 2
    return failed


if __name__ == "__main__":
    sys.exit(main())
