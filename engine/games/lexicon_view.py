"""A Lexicon table as the JSON object that screens draw; it says whether an unchallenged word is good only where a house
rule asks for it."""

from __future__ import annotations

from typing import Any

from engine.games.lexicon_master import rule_word
from engine.games.lexicon_play import WORD_ACTS
from engine.games.lexicon_setup import dealer_to_be
from engine.rulings import Judge
from engine.state import Judged, LastPlay, Player, TableState, WordOnTable


def view(state: TableState, judge: Judge | None = None) -> dict[str, Any]:
    """Gives the whole table: players, turn, words, last play, ruling, question, clock, scores and the list in force.

    Where the house rule ``show_validity`` holds, each word has the ``verdict`` that ``judge`` gives.
    Times are seconds of table time; a clock that runs is due at ``clock.ends_at``, otherwise ``clock.left`` s remain.
    """
    return {
        "seq": state.seq,
        "game": state.game,
        "rules": state.rules.preset,
        "language": state.language,
        "pack": state.pack,
        "phase": state.phase,
        "deal": state.deal,
        "dealer": state.dealer,
        "next_dealer": dealer_to_be(state) if state.phase == "ready" else None,
        "turn": state.turn if state.phase == "play" else None,
        "out": state.out,
        "players": [_player(player) for player in state.players],
        "words": [_word(word, state, judge) for word in state.words],
        "exposed": state.exposed,
        "last": None if state.last is None else _last(state.last),
        "challengeable": challengeable(state),
        "ruling": None if state.judged is None else _ruling(state.judged),
        "owed": None
        if state.owed is None
        else {"seat": state.owed.seat, "before": state.owed.before, "after": state.owed.after},
        "question": None
        if state.question is None
        else {
            "about": state.question.about,
            "detail": state.question.detail,
            "t": state.question.t,
            "seats": list(state.question.seats),
        },
        "clock": {
            "phase": state.bell.phase,
            "left": state.bell.left,
            "ends_at": state.bell.ends_at if state.bell.phase == "running" else None,
            "minutes": state.rules.minutes,
        },
        "winners": list(state.winners),
        "cutting": list(state.cutting),
        "target": state.rules.target if state.rules.preset == "home" else None,
        "list": dict(state.word_list),
    }


def challengeable(state: TableState) -> bool:
    """Whether the last play can be challenged now."""
    last = state.last
    in_deal = state.phase in ("play", "count")
    return in_deal and last is not None and last.open and last.ruling is None and last.act in WORD_ACTS


def _word(word: WordOnTable, state: TableState, judge: Judge | None) -> dict[str, Any]:
    plain = {"text": word.text, "seat": word.seat}
    if judge is None or not state.rules.show_validity:
        return plain
    return {**plain, "verdict": rule_word(state, word.text, judge).verdict}


def _player(player: Player) -> dict[str, Any]:
    return {
        "seat": player.seat,
        "name": player.name,
        "cards": player.cards,
        "score": player.score,
        "fines": player.fines,
        "marked": player.marked,
        "initialled_by": player.initialled_by,
        "owes_turns": player.owes_turns,
        "retired": player.retired,
    }


def _last(last: LastPlay) -> dict[str, Any]:
    """Gives the last play; a verdict stands in it only once a challenge has brought it out."""
    return {
        "act": last.act,
        "seat": last.seat,
        "before": last.before,
        "after": last.after,
        "t": last.t,
        "ruling": last.ruling,
        "verdict": last.verdict if last.ruling is not None else None,
        "challenger": last.challenger,
    }


def _ruling(judged: Judged) -> dict[str, Any]:
    return {
        "word": judged.word,
        "player": judged.player,
        "challenger": judged.challenger,
        "ruling": judged.ruling,
        "verdict": judged.verdict,
        "reason": judged.reason,
        "meant": list(judged.meant),
        "fine": judged.fine,
        "points": judged.points,
        "by": judged.by,
        "why": judged.why,
        "overrules": judged.overrules,
        "list": dict(judged.word_list),
    }
