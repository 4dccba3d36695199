"""Figures of a game for people who like to look: words laid, challenges made, the time that turns took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from engine import events as e
from engine.games.protocol import Recorded
from engine.replay import standing

WORD_ACTS = ("compose", "insert", "substitute")
LONGEST_TURN = 900.0
"""Seconds; what lies further apart was no turn, but a machine that was off or a table that was left."""


@dataclass(frozen=True, slots=True)
class Figures:
    """One player's figures. ``lengths`` counts his words by their letters; ``turns`` are seconds, in order;
    ``caught`` are words of his that fell to a challenge; ``longest`` is his longest that did not."""

    seat: str
    words: int = 0
    exchanges: int = 0
    longest: str = ""
    lengths: Mapping[int, int] | None = None
    challenges: int = 0
    upheld: int = 0
    caught: int = 0
    turns: tuple[float, ...] = ()

    @property
    def turn(self) -> float | None:
        """The middle one of his turns in seconds, None before the first."""
        return median(self.turns) if self.turns else None


def figures(recorded: Sequence[Recorded]) -> dict[str, Figures]:
    """Gives each player's figures, by seat in the order of the table, in the game that was opened last."""
    events = [item.event for item in standing(recorded)]
    opened = [place for place, event in enumerate(events) if isinstance(event, e.Opened)]
    events = events[opened[-1] :] if opened else events
    head = events[0] if opened else None
    seats = [seat for seat, _ in head.seats] if isinstance(head, e.Opened) else []
    moved = [event for event in events if isinstance(event, e.Moved) and event.seat is not None]
    ruled = [event for event in events if isinstance(event, e.Ruled) and event.ruling in ("upheld", "refused")]
    seats += [seat for seat in dict.fromkeys(str(event.seat) for event in moved) if seat not in seats]
    turns = _turns(events)
    return {seat: _of(seat, moved, _last_words(ruled), turns.get(seat, [])) for seat in seats}


def _last_words(ruled: Sequence[e.Ruled]) -> list[e.Ruled]:
    """Leaves rulings out that were overruled: the later one counts."""
    kept: list[e.Ruled] = []
    for event in ruled:
        if event.overrules is not None and kept and kept[-1].word == event.word:
            kept.pop()
        kept.append(event)
    return kept


def _of(seat: str, moved: Sequence[e.Moved], ruled: Sequence[e.Ruled], turns: Sequence[float]) -> Figures:
    words = [str(event.after) for event in moved if event.seat == seat and event.act in WORD_ACTS and event.after]
    mine = [event for event in ruled if event.seat == seat]
    fell = {event.word for event in ruled if event.ruling == "upheld" and event.player == seat}
    return Figures(
        seat=seat,
        words=len(words),
        exchanges=sum(event.seat == seat and event.act == "exchange" for event in moved),
        longest=max((word for word in words if word not in fell), key=len, default=""),
        lengths=dict(sorted(Counter(map(len, words)).items())),
        challenges=len(mine),
        upheld=sum(event.ruling == "upheld" for event in mine),
        caught=sum(event.ruling == "upheld" and event.player == seat for event in ruled),
        turns=tuple(turns),
    )


def _turns(events: Sequence[e.Event]) -> dict[str, list[float]]:
    """Measures each turn from the play before it, or from the deal; time in which the clock stood is no one's."""
    found: dict[str, list[float]] = {}
    since: float | None = None
    stood = 0.0
    paused: float | None = None
    for event in events:
        match event:
            case e.Dealt() | e.ClockStarted():
                since, stood, paused = event.t, 0.0, None
            case e.ClockPaused():
                paused = event.t
            case e.ClockResumed():
                stood, paused = stood + (event.t - paused if paused is not None else 0.0), None
            case e.Out() | e.BellRang() | e.Marked() | e.Opened():
                since = None
            case e.Moved(act=act, seat=str(seat)) if act != "takeback":
                if since is not None and 0 <= (took := event.t - since - stood) <= LONGEST_TURN:
                    found.setdefault(seat, []).append(round(took, 1))
                since, stood = event.t, 0.0
    return found
