"""What the buzzer says: each pattern a few beeps, and which event of the game calls for which."""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import (
    BellRang,
    ClockResumed,
    ClockStarted,
    Dealt,
    Doubted,
    Event,
    Initialled,
    Marked,
    Moved,
    Out,
    Ruled,
    TurnLost,
    Warned,
)


@dataclass(frozen=True, slots=True)
class Beep:
    """``note`` sounds for ``on`` seconds and is followed by ``off`` seconds of quiet."""

    note: str
    on: float
    off: float = 0.06


PATTERNS: dict[str, tuple[Beep, ...]] = {
    "start": (Beep("A4", 0.12), Beep("E5", 0.3)),
    "one minute": (Beep("E5", 0.25, 0.15),) * 2,
    "ten seconds": (Beep("E5", 0.12, 0.1),) * 3,
    "bell": (Beep("A5", 0.7, 0.15), Beep("E5", 0.7, 0.15), Beep("A5", 1.2)),
    "move taken": (Beep("A4", 0.05),),
    "your turn": (Beep("A4", 0.05), Beep("C#5", 0.08)),
    "upheld": (Beep("A4", 0.15), Beep("C#4", 0.4)),
    "refused": (Beep("C#5", 0.12), Beep("E5", 0.25)),
    "unsure": (Beep("A4", 0.1, 0.1), Beep("A4", 0.1)),
    "out": (Beep("A4", 0.1), Beep("C#5", 0.1), Beep("E5", 0.3)),
    "counted": (Beep("C#5", 0.1),),
    "initialled": (Beep("E5", 0.05),),
    "nothing": (Beep("A3", 0.08),),
    "off": (Beep("E5", 0.15), Beep("A4", 0.3)),
}
"""Every pattern ends by itself: a program that dies in the middle of one cannot leave the hall with a steady tone."""


URGENT = ("one minute", "ten seconds", "bell")
"""Nothing that sounds already may make these late; the later in the row, the more urgent."""


def urgency_of(pattern: str) -> int:
    """Gives 0 for a pattern that can wait its turn, more for one that cuts short what is less urgent."""
    return URGENT.index(pattern) + 1 if pattern in URGENT else 0


def pulses(pattern: str) -> list[float]:
    """Gives a pattern as seconds on and off in turn. Raises KeyError for one that does not exist."""
    return [seconds for beep in PATTERNS[pattern] for seconds in (beep.on, beep.off)]


def pattern_for(event: Event) -> str | None:
    """Gives the pattern that an event is told by (None: it is silent)."""
    match event:
        case ClockStarted() | ClockResumed():
            return "start"
        case Warned(remaining=remaining):
            return "one minute" if remaining > 10 else "ten seconds"
        case BellRang():
            return "bell"
        case Moved(act=act):
            return "your turn" if act == "takeback" else "move taken"
        case Dealt() | TurnLost():
            return "your turn"
        case Ruled(ruling="upheld"):
            return "upheld"
        case Ruled(ruling="asked"):
            return "unsure"
        case Ruled():
            return "refused"
        case Doubted():
            return "unsure"
        case Out():
            return "out"
        case Marked():
            return "counted"
        case Initialled():
            return "initialled"
        case _:
            return None
