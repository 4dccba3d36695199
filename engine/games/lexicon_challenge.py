"""Challenges: their window, the ruling, the steward's answer, and how a person overrules.

A challenge lies against the last play until the next player plays, or, after the deal's end, until the first total
stands. Answers besides upheld and refused: too late, own play, nothing to challenge, and asked (a person decides).
"""

from __future__ import annotations

from engine import events as e
from engine.commands import Challenge, Rule
from engine.errors import Refused
from engine.games.lexicon_evolve import told
from engine.games.lexicon_judged import DOUBTFUL_READ
from engine.games.lexicon_master import MASTER_LETTER, rule_word, to_ask
from engine.games.lexicon_play import WORD_ACTS, passed_over
from engine.games.lexicon_seats import find, seated
from engine.games.reasons import Reason
from engine.kinds import plain
from engine.state import Judged, LastPlay, TableState
from engine.verdict import Judge

VERDICTS = ("good", "misspelt", "not allowed")
"""What a person can decide; the lists may also find a word ``unclear``."""


def challenge(state: TableState, command: Challenge, judge: Judge) -> tuple[e.Event, ...]:
    """Decides a challenge by the player at ``command.seat``. Raises :class:`Refused` while a ruling is awaited."""
    seated(state, command.seat)
    last = state.last
    if last is not None and last.ruling == "asked":
        raise Refused(Reason.BEING_RULED_ON, f"{last.after} is being ruled on already")
    word, answer = _answer(last, command.seat)
    if answer is not None or last is None:
        ruled = e.Ruled(t=command.t, seat=command.seat, word=word, ruling=answer or "", verdict=None)
        return (ruled,)
    if last.confidence < state.rules.sure_read:
        # no ruling on a doubtful read: the table says first whether that is what lies there
        asked = e.Ruled(
            t=command.t, seat=command.seat, word=word, ruling="asked", verdict="unclear", player=last.seat,
            reason=DOUBTFUL_READ,
        )  # fmt: skip
        return (asked,)
    verdict = rule_word(state, word or "", judge)
    ruling = _ruling_of(verdict.verdict, state)
    ruled = e.Ruled(
        t=command.t,
        seat=command.seat,
        word=word,
        ruling=ruling,
        verdict=verdict.verdict,
        player=last.seat,
        meant=tuple(verdict.meant),
        reason=verdict.reason,
        fine=fine_of(verdict.verdict, state) if ruling == "upheld" else 0,
        words=plain(verdict.list),
        master=plain(verdict.master),
    )
    if ruling != "asked":
        return _with_consequences(state, ruled)
    if state.rules.pause_on_challenge and state.bell.phase == "running":
        remaining = round(state.bell.remaining(command.t), 3)
        return (ruled, e.ClockPaused(t=command.t, remaining=remaining, why="challenge"))
    return (ruled,)


def may_challenge(state: TableState, seat: str) -> bool:
    """Tells whether a challenge by ``seat`` would be ruled on now."""
    return _answer(state.last, seat)[1] is None


def rule(state: TableState, command: Rule) -> tuple[e.Event, ...]:
    """Decides what a person ruled: the answer that was asked for, or an overruling, which needs a reason."""
    if command.verdict not in VERDICTS:
        raise Refused(Reason.NOT_UNDERSTOOD, f"a ruling is one of {', '.join(VERDICTS)}, not {command.verdict[:20]!r}")
    last = state.last
    if last is not None and last.ruling == "asked":
        return _with_consequences(state, _decided(state, command, last), resume=last.clock_ran)
    if state.judged is None or state.phase not in ("play", "count", "ready"):
        raise Refused(Reason.NOTHING_TO_RULE, "no ruling is asked for, and none was given that could be overruled")
    return _overrule(state, command, state.judged)


def fine_of(verdict: str, state: TableState) -> int:
    """Gives the fine in points: only a word that is wrong otherwise than by its spelling is fined."""
    return state.rules.fine if verdict == "not allowed" else 0


def _answer(last: LastPlay | None, seat: str) -> tuple[str | None, str | None]:
    """Gives the word that the challenge lies against and, when it cannot be ruled on, the answer."""
    if last is not None and last.act == "exchange" and last.late is not None:
        return last.late, "too late"
    if last is None or last.act not in WORD_ACTS or last.after is None or last.ruling is not None:
        return None, "nothing to challenge"
    if not last.open:
        return last.after, "too late"
    if last.seat is not None and last.seat == seat:
        return last.after, "own play"
    return last.after, None


def _ruling_of(verdict: str, state: TableState) -> str:
    if verdict == "good":
        return "refused"
    fined_by_steward = state.rules.fines_by == "steward" and fine_of(verdict, state) > 0
    return "asked" if verdict not in VERDICTS or fined_by_steward else "upheld"


def _with_consequences(state: TableState, ruled: e.Ruled, resume: bool = False) -> tuple[e.Event, ...]:
    """Gives a ruling and what follows: the clock runs on, a player is out after all, or turns are passed over."""
    events: list[e.Event] = [ruled]
    after = told(state, ruled)
    if resume and after.bell.phase == "paused" and after.phase == "play":
        events.append(e.ClockResumed(t=ruled.t, remaining=after.bell.left))
    player = find(after, ruled.player)
    if after.phase == "play" and after.owed is None and player is not None and player.cards == 0:
        events.append(e.Out(t=ruled.t, seat=player.seat))
    after = told(state, *events)
    events.extend(passed_over(after, ruled.t))
    if ruled.ruling == "refused" and (detail := to_ask(after, ruled.word)) is not None:
        events.append(e.Doubted(t=ruled.t, about=MASTER_LETTER, detail=detail))
    return tuple(events)


def _decided(state: TableState, command: Rule, last: LastPlay) -> e.Ruled:
    return e.Ruled(
        t=command.t,
        seat=last.challenger,
        word=last.after,
        ruling="refused" if command.verdict == "good" else "upheld",
        verdict=command.verdict,
        player=last.seat,
        fine=fine_of(command.verdict, state),
        by=command.by,
        why=command.why,
    )


def _overrule(state: TableState, command: Rule, judged: Judged) -> tuple[e.Event, ...]:
    if command.why is None or not command.why.strip():
        raise Refused(Reason.WHY, "overruling needs a reason; it stands in the journal beside the ruling")
    if command.verdict == judged.verdict:
        raise Refused(Reason.NOTHING_TO_RULE, f"{judged.word} was ruled {judged.verdict} already")
    ruled = e.Ruled(
        t=command.t,
        seat=judged.challenger,
        word=judged.word,
        ruling="refused" if command.verdict == "good" else "upheld",
        verdict=command.verdict,
        player=judged.player,
        fine=fine_of(command.verdict, state),
        by=command.by,
        why=command.why.strip(),
        overrules=judged.ruling,
    )
    return _with_consequences(state, ruled)
