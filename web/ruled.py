"""What the pages show of rulings: the rule behind each, the lists in force, the cards as they were read.

Why a word was ruled so, with the nearest words, is for the home table and for the steward's desk. What a word means is
only told after the hand, at home.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine import events as e
from engine.ruled import RulingLine
from engine.state import TableState
from engine.watching import AGAINST_RULES
from engine.words.definitions import Definition, define
from web import drawing, sentences
from web.screen import SIGNS
from web.texts import known, say


def explains(state: TableState, may_act: bool) -> bool:
    """Whether a reader may see why a word was ruled so: at the home table anybody, in a drive the steward's desk."""
    return may_act or state.rules.preset == "home"


def defines(state: TableState) -> bool:
    """Whether definitions may be shown: after the hand, at home, for English words."""
    return state.rules.preset == "home" and state.phase != "play" and state.language == "en"


def rule_behind(tongue: str, event: e.Ruled) -> str:
    """Gives the rule that decided, in a sentence."""
    if event.ruling == AGAINST_RULES:
        return known(tongue, f"refused.{event.reason}", event.reason or "")
    if event.ruling not in ("upheld", "refused", "asked"):
        return known(tongue, f"rule.{event.ruling}", event.ruling)
    if event.by != "machine":
        return say(tongue, "rule.person")
    letters = event.master.get("letters")
    if event.verdict == "good" and isinstance(letters, (list, tuple)) and letters:
        told = " / ".join("".join(map(str, one)) if isinstance(one, (list, tuple)) else str(one) for one in letters)
        return say(tongue, "rule.good.master", letters=told)
    return known(tongue, f"rule.{event.reason}", known(tongue, f"rule.{event.verdict}", str(event.verdict or "")))


def shown(tongue: str, line: RulingLine, names: Mapping[str, str], why: bool) -> dict[str, Any]:
    """Gives what a page shows of a ruling; with ``why`` the reasons behind it."""
    event, play, later = line.event, line.play, line.overruled
    told: dict[str, Any] = {
        "seq": line.seq,
        "at": line.at[:16].replace("T", " "),
        "time": sentences.minutes(event.t),
        "word": event.word or "",
        "sign": SIGNS.get(event.ruling, "asks"),
        "said": sentences.ruling(tongue, event, names),
        "challenger": sentences.seat_name(tongue, event.seat, names) if event.seat else "",
        "player": sentences.seat_name(tongue, event.player, names) if event.player else "",
        "before": play.before if play is not None else None,
        "fine": event.fine,
        "gone": line.gone,
        "pictures": [drawing.picture_address(name) for name in play.pictures] if play is not None else [],
        "overruled": None if later is None else (sentences.by_name(tongue, later.by), later.why or ""),
        "overrules": event.overrules,
        "by": sentences.by_name(tongue, event.by),
        "why": event.why or "",
        "rule": "",
    }
    if why:
        told |= {
            "rule": rule_behind(tongue, event),
            "list": list_lines(tongue, event.words),
            "nearest": list(event.meant),
            "cards": cards_read(event, play),
        }
    return told


def cards_read(event: e.Ruled, play: e.Moved | None) -> list[tuple[str, int]]:
    """Gives the letters of a ruled word, each with how surely its card was read, in per cent."""
    if play is None or event.word is None or len(play.confidences) != len(event.word):
        return []
    return [(letter, round(100 * sure)) for letter, sure in zip(event.word, play.confidences, strict=True)]


def list_lines(tongue: str, about: Mapping[str, Any]) -> list[str]:
    """Gives the list in force by name, size and hash, and a line for each of the club's own lists over it."""
    if not about.get("hash"):
        return []
    layers = about.get("layers")
    each = [about, *(layers if isinstance(layers, (list, tuple)) else ())]
    return [
        " ".join(
            say(
                tongue,
                "list.line",
                name=one.get("name", ""),
                version=one.get("version") or "",
                number=f"{one.get('words', 0):,}" if isinstance(one.get("words"), int) else "0",
                hash=one.get("hash", ""),
            )
            .replace(" ,", ",")
            .split()
        )
        for one in each
        if isinstance(one, Mapping)
    ]


def definitions(
    lines: Iterable[RulingLine], look: Callable[[str], Definition | None] = define
) -> dict[str, Definition]:
    """Gives what the ruled words mean that a dictionary knows."""
    words = {line.event.word for line in lines if line.event.word and "*" not in line.event.word}
    found = {word: look(word) for word in sorted(words)}
    return {word: told for word, told in found.items() if told is not None}
