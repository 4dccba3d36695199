"""The record of rulings: every challenge of a game with all that a steward may be asked about it afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine import events as e
from engine.games.protocol import Recorded
from engine.replay import undone_seqs
from engine.watching import AGAINST_RULES

WORD_ACTS = ("compose", "insert", "substitute")


@dataclass(frozen=True, slots=True)
class RulingLine:
    """One ruling of a journal: its number, the machine's date, the deal, the ruling itself and the play it lay against.

    ``overruled`` is the later ruling that took its place; ``gone`` says that it was undone and no longer counts.
    """

    seq: int
    at: str
    deal: int
    event: e.Ruled
    play: e.Moved | None = None
    overruled: e.Ruled | None = None
    gone: bool = False


def ruling_lines(recorded: Sequence[Recorded]) -> tuple[RulingLine, ...]:
    """Gives every ruling of a journal, in order; a play that the rules forbid is one that nobody challenged."""
    gone = undone_seqs(recorded)
    lines: list[RulingLine] = []
    plays: dict[str, e.Moved] = {}
    deal = 0
    for item in recorded:
        event = item.event
        if isinstance(event, e.Dealt):
            deal, plays = event.number, {}
        elif isinstance(event, e.Moved) and event.act in WORD_ACTS and event.after is not None:
            plays[event.after] = event
        elif isinstance(event, e.Corrected) and event.field == "word" and isinstance(event.value, dict):
            _renamed(plays, event.value.get("before"), event.value.get("after"))
        elif isinstance(event, e.Doubted) and event.about == AGAINST_RULES:
            told = e.Ruled(t=event.t, seat=None, word=None, ruling=AGAINST_RULES, verdict=None, reason=event.detail)
            lines.append(RulingLine(item.seq, item.at, deal, told, gone=item.seq in gone))
        elif isinstance(event, e.Ruled):
            if event.overrules is not None:
                _overrule(lines, event)
            line = RulingLine(item.seq, item.at, deal, event, plays.get(event.word or ""), gone=item.seq in gone)
            lines.append(line)
    return tuple(lines)


def _renamed(plays: dict[str, e.Moved], before: object, after: object) -> None:
    """A misread word was set right: the same play is found under its right word."""
    if isinstance(before, str) and isinstance(after, str) and before in plays:
        plays[after] = plays.pop(before)


def _overrule(lines: list[RulingLine], event: e.Ruled) -> None:
    for place in range(len(lines) - 1, -1, -1):
        line = lines[place]
        if line.event.word == event.word and line.event.ruling == event.overrules and line.overruled is None:
            lines[place] = replace(line, overruled=event)
            return
