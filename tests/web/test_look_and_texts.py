"""The themes' contrast, and that every text a page asks for is there in both languages."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

import web
from engine import events as e
from engine.verdict import NOT_ALLOWED, UNCLEAR
from web.english import ENGLISH
from web.french import FRENCH
from web.sentences import question_detail, sentence
from web.sentences import ruling as ruling_sentence
from web.texts import LANGUAGES, best, bound, counted, loose, say

HOUSE = Path(web.__file__).parent
CSS = (HOUSE / "static" / "steward.css").read_text(encoding="utf-8")

PAIRS = [
    ("--ink", "--table"), ("--ink", "--panel"), ("--ink", "--lamp"), ("--ink-on-stock", "--stock"),
    ("--value", "--table"), ("--value", "--panel"), ("--value-on-stock", "--stock"),
    ("--baize", "--table"), ("--baize", "--panel"), ("--baize-on-stock", "--stock"), ("--on-baize", "--baize"),
    ("--brass", "--table"), ("--brass", "--panel"), ("--brass-on-stock", "--stock"), ("--on-brass", "--brass"),
    ("--quiet", "--table"), ("--quiet", "--panel"), ("--quiet", "--lamp"), ("--quiet-on-stock", "--stock"),
    ("--stock", "--baize-on-stock"), ("--table", "--ink"), ("--baize", "--lamp"), ("--brass", "--lamp"),
]  # fmt: skip


def colours(look: str) -> dict[str, str]:
    """Gives a theme's colours by name."""
    block = CSS.split(f'[data-look="{look}"] {{')[1].split("}")[0]
    return dict(re.findall(r"(--[\w-]+):\s*(#[0-9a-f]{6})", block))


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("look", ["light", "dark", "hall"])
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_stands_out_from_its_ground(look: str, text: str, ground: str) -> None:
    names = colours(look)
    light, dark = sorted((luminance(names[text]), luminance(names[ground])), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_a_device_that_is_dark_gets_the_dark_theme() -> None:
    assert colours("auto") == colours("dark")


def asked_for() -> set[str]:
    """Gives every key that templates and modules name in full."""
    found: set[str] = set()
    for path in [*HOUSE.rglob("*.py"), *HOUSE.glob("templates/**/*.html")]:
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r"\b(?:t|tell|texts\.say)\(\s*[\"']([\w .-]+)[\"']\s*[,)]", text))
        found |= set(re.findall(r"\bsay\(language, \"([\w .-]+)\"", text))
    return found


def test_every_text_that_is_asked_for_is_there() -> None:
    keys = asked_for()
    assert len(keys) > 100
    assert not keys - set(ENGLISH)


def test_french_has_every_text_and_nothing_else() -> None:
    assert set(FRENCH) == set(ENGLISH)


@pytest.mark.parametrize("key", sorted(ENGLISH))
def test_both_languages_fill_in_the_same_values(key: str) -> None:
    def names(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    assert names(FRENCH[key]) == names(ENGLISH[key])


@pytest.mark.parametrize("kind", sorted(kind for kind in e.EVENTS if "." not in kind))
def test_every_event_has_its_sentence(kind: str) -> None:
    fixed = {"t": 1.0, "seat": "N", "by": "E", "number": 1, "game": "lexicon", "rules": "home", "language": "en",
             "pack": "lexicon", "seats": ("N",), "words": (), "act": "compose", "word": "LAW", "ruling": "upheld",
             "verdict": "misspelt", "seconds": 60.0, "remaining": 60.0, "totals": {"N": 1}, "scores": {"N": 1},
             "why": "slip", "field": "score", "value": 1, "seqs": (1,), "about": "restart",
             "answer": "yes", "badges": {"N": 12}}  # fmt: skip
    event_type = e.EVENTS[kind]
    needed = {
        name: fixed[name]
        for name, item in event_type.__dataclass_fields__.items()
        if item.default is item.default_factory or name == "t"
    }
    if kind == "opened":
        needed["seats"] = (("N", "Ann"), ("S", "Cleo"))
    for language in ("en", "fr"):
        told = sentence(language, event_type(**needed), {"N": "Ann", "E": "Ben"})
        assert not told[0].islower()
        assert told.rstrip(")")[-1] in ".?:" or kind in ("reopened", "bell")
        assert "{" not in told


def test_numbers_choose_their_form() -> None:
    assert counted("en", "cards", 1) == "1 card"
    assert counted("en", "cards", 0) == "0 cards"
    assert counted("fr", "cards", 0) == "0 carte"


def test_a_reader_gets_the_first_language_we_speak() -> None:
    assert best(["de-CH", "fr-CH", "en"]) == "fr"
    assert best(["de"]) == "en"


def test_a_missing_key_is_a_fault_and_not_a_blank() -> None:
    with pytest.raises(KeyError):
        say("en", "no such text")


@pytest.mark.parametrize("reason", NOT_ALLOWED)
def test_every_reason_for_a_fall_is_told_and_explained(reason: str) -> None:
    assert {f"band.reason.{reason}", f"rule.{reason}"} <= set(ENGLISH)


@pytest.mark.parametrize("reason", [*UNCLEAR, *(one for one in NOT_ALLOWED if f"band.unclear.{one}" in ENGLISH)])
def test_every_reason_for_leaving_a_word_to_a_person_is_told_and_explained(reason: str) -> None:
    assert {f"band.unclear.{reason}", f"rule.{reason}"} <= set(ENGLISH)


@pytest.mark.parametrize(
    ("ruling", "verdict", "reason", "told"),
    [
        ("upheld", "misspelt", None, "GUERNSEY is misspelt."),
        ("upheld", "misspelt", "American spelling", "GUERNSEY is an American spelling."),
        ("upheld", "not allowed", "proper noun", "GUERNSEY is a proper noun."),
        ("asked", "unclear", "proper noun", "GUERNSEY is a name as well as a word: the steward decides."),
        ("asked", "not allowed", "proper noun", "GUERNSEY would be fined: the steward decides."),
        ("upheld", "not allowed", "what nobody knows", "GUERNSEY is not allowed."),
        ("asked", "unclear", "what nobody knows", "GUERNSEY is unclear: the steward decides."),
        ("refused", "good", None, "GUERNSEY stands."),
    ],
)
def test_a_ruling_is_one_sentence(ruling: str, verdict: str, reason: str | None, told: str) -> None:
    event = e.Ruled(t=1.0, seat="N", word="GUERNSEY", ruling=ruling, verdict=verdict, reason=reason)
    assert ruling_sentence("en", event, {}) == told


def test_the_question_about_a_masters_letter_names_letter_and_word() -> None:
    assert question_detail("en", "master letter", "H*T=A", {}) == "A in H*T"


def test_a_french_sign_is_not_parted_from_its_word() -> None:
    french = [text for text in LANGUAGES["fr"].values() if "«" in text]
    assert french
    assert not [text for text in french if re.search(r"« | [»:;!?]", text)]


def test_what_is_spoken_holds_plain_blanks_only() -> None:
    assert not [text for key, text in LANGUAGES["fr"].items() if key.startswith("spoken.") and "\u00a0" in text]
    assert loose(bound("Un mot a quitté la table ?")) == "Un mot a quitté la table ?"
