"""What the rules of Anagrams say of a draw, a letter and a word: refused with its reason, or found as it was made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engine import events as e
from engine.cards import load_pack
from engine.errors import Refused
from engine.games.anagrams_table import Rules, Tablets
from engine.games.anagrams_ways import ENDINGS, PLURALS, UNKNOWN, Way, adds_only, ways
from engine.games.reasons import Reason
from engine.state import TableState


def drawn(state: TableState, letters: Mapping[str, str]) -> Mapping[str, Any]:
    own: Tablets = state.own
    if missing := [seat for seat in own.drawing if seat not in letters]:
        raise Refused(Reason.NOT_UNDERSTOOD, f"the letter of {missing[0]} is missing: everybody who draws shows his")
    if extra := [seat for seat in letters if seat not in own.drawing]:
        raise Refused(Reason.NOT_YOUR_TURN, f"{extra[0]} does not draw: only {', '.join(own.drawing)} do")
    in_pack(state, "".join(letters.values()))
    lowest = min(letters.values())
    tied = [seat for seat, letter in letters.items() if letter == lowest]
    return {"letters": letters, "first": tied[0]} if len(tied) == 1 else {"letters": letters, "tied": tied}


def has(state: TableState, seat: str | None, letter: str) -> None:
    known = state.own.held.get(seat or "", UNKNOWN)
    if not state.own.rules.free_for_all and known not in (UNKNOWN, letter):
        raise Refused(Reason.NOT_IN_HAND, f"the letter drawn was {known}, not {letter}")


def in_pack(state: TableState, more: str) -> None:
    own: Tablets = state.own
    seen = own.pool + "".join(word.text for word in state.words) + "".join(own.held.values()).replace(UNKNOWN, "")
    drawn = more if own.drawing or state.turn is None or own.held.get(state.turn, UNKNOWN) == UNKNOWN else ""
    if (face := load_pack(state.pack).overdrawn(seen + drawn)) is not None:
        raise Refused(Reason.NOT_IN_PACK, f"the set does not hold so many tablets of {face}; look again")


def word_made(state: TableState, act: e.Acted) -> Mapping[str, Any]:
    """Finds of what a word was made: the one way that fits, or the ways to be asked about."""
    own: Tablets = state.own
    rules, word = own.rules, act.values["word"]
    if len(word) < rules.min_word:
        raise Refused(Reason.TOO_SHORT, f"{word} is too short: words have {rules.min_word} letters or more")
    if rules.free_for_all:
        _alone(own, act)
    letter = "" if rules.free_for_all else own.held.get(act.seat or "", UNKNOWN)
    if (said := act.values.get("letter")) is not None:
        has(state, act.seat, said)
        letter = said
    found = ways(word, own.pool, state.words, letter)
    if (of := act.values.get("from")) is not None:
        found = tuple(way for way in found if Counter(one.text for one in way.captured) == Counter(of))
    if not found:
        raise _cannot(state, word, of)
    faults = [variant_fault(rules, word, way) for way in found]
    if all(faults):
        raise Refused(Reason.VARIANT, str(faults[0]))
    found = tuple(way for way, fault in zip(found, faults, strict=True) if fault is None)
    played = {way.letter for way in found}
    if letter == UNKNOWN and len(played) == 1:
        in_pack(state, found[0].letter)
    if len(found) == 1:
        return {"word": word, **recorded(_plain(found[0]))}
    names = {player.seat: player.name for player in state.players}
    told = {way.told(names): _plain(way) for way in found}
    return {"word": word, "ways": list(told), "found": told}


def _alone(own: Tablets, act: e.Acted) -> None:
    if own.turned is not None and act.t - own.turned[1] < own.rules.alone_seconds and own.turned[0] != act.seat:
        raise Refused(
            Reason.NOT_YOUR_TURN,
            f"for {own.rules.alone_seconds:g} seconds only the player who turned the letter up may use it",
        )


def _cannot(state: TableState, word: str, of: Sequence[str] | None) -> Refused:
    """Says why a word can be made in no way."""
    own: Tablets = state.own
    texts = [one.text for one in state.words]
    if of is not None:
        for text in of:
            if text not in texts:
                return Refused(Reason.NO_SUCH_WORD, f"the word {text!r} does not lie on the table")
        if Counter("".join(of)) == Counter(word):
            return Refused(Reason.NOTHING_ADDED, f"no word is captured unless a letter is added; {word} adds none")
        missing = Counter("".join(of)) - Counter(word)
        if missing:
            return Refused(Reason.LETTERS, f"{word} has no {', '.join(missing.elements())} of {' + '.join(of)}")
    elif any(Counter(text) == Counter(word) for text in texts):
        return Refused(Reason.NOTHING_ADDED, f"no word is captured unless a letter is added; {word} adds none")
    return Refused(
        Reason.LETTERS,
        f"the letters of {word} do not add up: they must be whole words, letters of the pool "
        f"({' '.join(sorted(own.pool)) or 'empty'}) and the letter played",
    )


def variant_fault(rules: Rules, word: str, way: Way) -> str | None:
    """Gives what a house rule has against a capture; None when nothing."""
    for one in way.captured:
        if not rules.plurals and adds_only(word, one.text, PLURALS):
            return f"{word} only makes {one.text} a plural, which the house rule bars"
        if not rules.endings and adds_only(word, one.text, ENDINGS):
            return f"{word} only gives {one.text} an ending, which the house rule bars"
        if rules.rearranged and one.text in word:
            return f"{word} leaves {one.text} as it is; the house rule asks for a rearrangement"
    return None


def _plain(way: Way) -> dict[str, Any]:
    return {
        "captured": [[one.text, one.seat] for one in way.captured],
        "pool": way.pool,
        "letter": way.letter,
    }


def recorded(way: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "from": [text for text, _ in way["captured"]],
        "of": [seat for _, seat in way["captured"]],
        "pool": way["pool"],
        "letter": way["letter"],
    }
