"""What is spoken at the table: at most one short sentence for what was recorded, and none for most."""

from __future__ import annotations

from engine import events as e
from engine.state import TableState
from web.sentences import Names, question, seat_name
from web.texts import loose, say

LEVELS = ("off", "brief", "full")
"""How much is said: nothing; rulings, doubts and the clock; turns and moves as well."""
VOWELS = frozenset("AEIOUY")


def spoken(language: str, event: e.Event, state: TableState, names: Names, level: str) -> str | None:
    """Gives the sentence for an event, told of the table as it stands after it (None: nothing is said)."""
    if level == "off":
        return None
    full = level == "full"

    def line(key: str, **values: object) -> str:
        return say(language, f"spoken.{key}", **values)

    def name(seat: str | None) -> str:
        return seat_name(language, seat, names)

    match event:
        case e.Warned(remaining=remaining):
            return line("one minute" if remaining > 10 else "ten seconds")
        case e.BellRang():
            return line("bell")
        case e.Out(seat=seat):
            return line("out", name=name(seat))
        case e.Ruled(ruling="upheld" | "refused" as ruling, word=str(word)) if full:
            return line(f"{ruling}.word", word=said(language, word))
        case e.Ruled(ruling="upheld" | "refused" | "asked" as ruling):
            return line(ruling)
        case e.Ruled(ruling="too late") if full:
            return line("too late")
        case e.Doubted(about=about):
            return loose(question(language, about)) if full else line("unsure")
        case e.Moved() if full:
            return _move(language, event, state, names)
        case e.TurnLost(seat=seat) if full:
            return line("turn lost", name=name(seat))
        case e.Dealt() if full and state.turn is not None:
            return line("turn", name=name(state.turn))
        case _:
            return None


def _move(language: str, event: e.Moved, state: TableState, names: Names) -> str:
    acts = {"exchange": "exchanged", "takeback": "taken back"}
    word = event.before if event.act == "takeback" else event.after
    values = {"name": seat_name(language, event.seat, names), "word": said(language, word or "")}
    key = f"spoken.{acts.get(event.act, 'laid')}"
    if state.phase != "play" or state.turn is None or state.turn == event.seat:
        return say(language, key, **values)
    return say(language, f"{key}.next", next=seat_name(language, state.turn, names), **values)


def said(language: str, word: str) -> str:
    """Gives a word as a voice should say it: as a word, or letter by letter when it cannot be one."""
    if "*" not in word and VOWELS & set(word):
        return word.lower()
    return " ".join(say(language, "spoken.master") if letter == "*" else letter for letter in word)
