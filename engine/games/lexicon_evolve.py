"""How each event changes a Lexicon table. Nothing here refuses: what was recorded has happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine import events as e
from engine.bell import Bell
from engine.games.lexicon_cut import tied_highest
from engine.games.lexicon_judged import DOUBTFUL_READ, resumed, ruled
from engine.games.lexicon_master import MASTER_LETTER, altered, masters_in
from engine.games.lexicon_master import answered as master_answered
from engine.games.lexicon_seats import changed, find, next_seat
from engine.rules import PRESETS, HouseRules
from engine.state import LastPlay, Player, Question, TableState, WordOnTable


def evolve(state: TableState, event: e.Event) -> TableState:
    """Applies one event; an event that means nothing to the game changes nothing."""
    change = _CHANGES.get(type(event))
    return state if change is None else change(state, event)


def told(state: TableState, *events: e.Event) -> TableState:
    """Gives the state after several events."""
    for event in events:
        state = evolve(state, event)
    return state


def _opened(state: TableState, event: e.Opened) -> TableState:
    known = {name: value for name, value in event.house.items() if name in HouseRules.__dataclass_fields__}
    rules = replace(PRESETS.get(event.rules, HouseRules()), **known)
    return TableState(
        phase="ready",
        game=event.game,
        rules=rules,
        language=event.language,
        pack=event.pack,
        joined=event.joined,
        players=tuple(Player(seat, name) for seat, name in event.seats),
        word_list=event.words,
        bell=_fresh_bell(rules),
        in_drive=bool(event.drive),
        seq=state.seq,
    )


def _sat(state: TableState, event: e.Sat) -> TableState:
    return state if event.seat in state.sits else replace(state, sits=(*state.sits, event.seat))


def _badges(state: TableState, event: e.BadgesLay) -> TableState:
    return replace(state, badges=dict(event.badges))


def _fresh_bell(rules: HouseRules) -> Bell:
    return Bell(left=rules.minutes * 60.0)


def _for_a_deal(state: TableState, cards: int | None) -> TableState:
    """Clears what belonged to the deal before. A turn still owed lapses with its deal."""
    players = tuple(
        replace(p, cards=0 if p.retired else cards, fines=0, owes_turns=0, marked=None, initialled_by=None)
        for p in state.players
    )
    return replace(
        state,
        phase="play",
        players=players,
        words=(),
        exposed=None,
        last=None,
        owed=None,
        judged=None,
        question=None,
        out=None,
        winners=(),
        cutting=(),
        next_dealer=None,
        bell=_fresh_bell(state.rules),
    )


def _dealt(state: TableState, event: e.Dealt) -> TableState:
    state = _for_a_deal(state, state.rules.hand_size)
    turn = next_seat(state, event.seat)
    return replace(state, dealer=event.seat, deal=event.number, turn=turn, exposed=event.exposed)


def _adopted(state: TableState, event: e.Adopted) -> TableState:
    turn = event.turn
    if state.phase == "play":
        # the hands are as before unless cards came to the table, or left it, in a way that nobody saw
        same = sum(map(len, event.words)) == sum(len(word.text) for word in state.words)
        players = state.players if same else tuple(replace(p, cards=None) for p in state.players)
        state = replace(state, players=players, last=None, owed=None, question=None, judged=None)
        turn = turn or state.turn
    else:
        state = replace(_for_a_deal(state, None), deal=state.deal + 1)
    known = {word.text: word for word in state.words}
    words = tuple(known.get(text, _new_word(text)) for text in event.words)
    return replace(state, words=words, exposed=event.exposed, turn=turn)


def _moved(state: TableState, event: e.Moved) -> TableState:
    if event.act == "takeback":
        return _taken_back(state, event)
    words, was = state.words, None
    if event.after is not None and event.act != "exchange":
        was = next((word for word in reversed(words) if word.text == event.before), None)
        masters = masters_in(event.after) if was is None else altered(was, event.after)
        words = _replaced(words, event.before, WordOnTable(event.after, event.seat, masters))
    state = _counted(state, event.seat, -laid(event.act, event.before, event.after))
    late = _late(state.last, event.act)
    sure = event.confidence
    last = LastPlay(event.act, event.seat, event.before, event.after, event.t, late=late, confidence=sure, was=was)
    turn = next_seat(state, event.seat)
    judged = replace(state.judged, fresh=False) if state.judged is not None else None
    exposed = event.exposed_after if event.act == "exchange" else state.exposed
    asked = state.question is not None and state.question.about == MASTER_LETTER
    question = None if asked else state.question
    return replace(state, words=words, last=last, turn=turn, judged=judged, exposed=exposed, question=question)


def _new_word(text: str, seat: str | None = None) -> WordOnTable:
    return WordOnTable(text, seat, masters_in(text))


def laid(act: str, before: str | None, after: str | None) -> int:
    """Gives how many cards an act takes out of the hand."""
    if act in ("compose", "insert"):
        return max(0, len(after or "") - len(before or ""))
    return 0


def _late(last: LastPlay | None, act: str) -> str | None:
    """Gives the word that an exchange has put out of the reach of a challenge."""
    if act != "exchange" or last is None:
        return None
    if last.act == "exchange":
        return last.late
    return last.after if last.ruling is None else None


def _replaced(words: tuple[WordOnTable, ...], before: str | None, word: WordOnTable | None) -> tuple[WordOnTable, ...]:
    """Gives the words with ``before`` (the one laid last, when there are several) become ``word``."""
    places = [place for place, have in enumerate(words) if have.text == before]
    if before is None or not places:
        return words if word is None else (*words, word)
    place = places[-1]
    return (*words[:place], *(() if word is None else (word,)), *words[place + 1 :])


def _counted(state: TableState, seat: str | None, more: int) -> TableState:
    """Gives the state with ``more`` (or, below zero, fewer) cards in a hand; an unknown number stays unknown."""
    player = find(state, seat)
    if player is None or player.cards is None:
        return state
    return changed(state, seat, cards=min(max(0, player.cards + more), state.rules.hand_size))


def _taken_back(state: TableState, event: e.Moved) -> TableState:
    last = state.last
    word = None
    if event.after is not None:
        was = last.was if last is not None else None
        word = was if was is not None and was.text == event.after else _new_word(event.after)
    state = replace(state, words=_replaced(state.words, event.before, word))
    cards = max(0, len(event.before or "") - len(event.after or ""))
    state = _counted(state, event.seat, cards)
    if state.owed is not None:
        return replace(state, owed=None)
    if last is None:
        return state
    for seat in last.skipped:
        player = find(state, seat)
        state = changed(state, seat, owes_turns=player.owes_turns + 1 if player else 0)
    state = replace(state, last=None, turn=last.seat if last.seat is not None else state.turn)
    return resumed(state, event.t, last) if state.out is not None else state


def _turn_lost(state: TableState, event: e.TurnLost) -> TableState:
    player = find(state, event.seat)
    if player is None:
        return state
    state = changed(state, event.seat, owes_turns=max(0, player.owes_turns - 1))
    last = state.last
    if last is not None:
        last = replace(last, skipped=(*last.skipped, event.seat))
    return replace(state, last=last, turn=next_seat(state, event.seat))


def _out(state: TableState, event: e.Out) -> TableState:
    running = state.bell.phase == "running"
    state = changed(state, event.seat, cards=0)
    last = replace(state.last, clock_ran=running) if state.last is not None else None
    bell = state.bell.paused(event.t) if running else state.bell
    return replace(state, phase="count", out=event.seat, last=last, bell=bell)


def _clock_started(state: TableState, event: e.ClockStarted) -> TableState:
    return replace(state, bell=state.bell.started(event.t, event.seconds))


def _clock_paused(state: TableState, event: e.ClockPaused) -> TableState:
    last = state.last
    if event.why == "challenge" and last is not None:
        last = replace(last, clock_ran=True)
    return replace(state, last=last, bell=state.bell.paused(event.t, event.remaining))


def _clock_resumed(state: TableState, event: e.ClockResumed) -> TableState:
    return replace(state, bell=replace(state.bell, left=event.remaining).resumed(event.t))


def _clock_adjusted(state: TableState, event: e.ClockAdjusted) -> TableState:
    return replace(state, bell=state.bell.adjusted(event.t, event.seconds))


def _warned(state: TableState, event: e.Warned) -> TableState:
    return replace(state, bell=replace(state.bell, warned=(*state.bell.warned, event.remaining)))


def _bell_rang(state: TableState, event: e.BellRang) -> TableState:
    phase = "count" if state.phase == "play" else state.phase
    return replace(state, phase=phase, bell=state.bell.rung())


def _restocked(state: TableState, event: e.Restocked) -> TableState:
    return replace(state, exposed=event.exposed)


def _cut(state: TableState, event: e.Cut) -> TableState:
    if event.seat is None:
        return replace(state, cutting=tied_highest(event.cards))
    if event.about == "tie":
        return replace(state, cutting=(), winners=(event.seat,))
    return replace(state, cutting=(), next_dealer=event.seat)


def _marked(state: TableState, event: e.Marked) -> TableState:
    for seat, total in event.totals.items():
        player = find(state, seat)
        if player is not None:
            score = player.score - (player.marked or 0) + total
            state = changed(state, seat, marked=total, score=score, initialled_by=None)
    return state if state.rules.initials else _settled(state)


def _initialled(state: TableState, event: e.Initialled) -> TableState:
    return _settled(changed(state, event.seat, initialled_by=event.by))


def _settled(state: TableState) -> TableState:
    """Gives the table once the first total stands: the last play can no longer be challenged."""
    last = replace(state.last, open=False) if state.last is not None else None
    judged = replace(state.judged, fresh=False) if state.judged is not None else None
    return replace(state, last=last, judged=judged)


def _total_refused(state: TableState, event: e.TotalRefused) -> TableState:
    player = find(state, event.seat)
    if player is None:
        return state
    return changed(state, event.seat, marked=None, initialled_by=None, score=player.score - (player.marked or 0))


def _reopened(state: TableState, event: e.Reopened) -> TableState:
    players = tuple(
        replace(p, initialled_by=None, retired=p.retired and p.marked is None)  # who has a mark played this deal
        for p in state.players
    )
    return replace(state, phase="count", players=players, winners=(), cutting=())


def _deal_won(state: TableState, event: e.DealWon) -> TableState:
    return replace(state, phase="over" if state.rules.single_deal else "ready", winners=event.seats)


def _retired(state: TableState, event: e.Retired) -> TableState:
    return changed(state, event.seat, retired=True)


def _won(state: TableState, event: e.Won) -> TableState:
    return replace(state, phase="over", winners=event.seats)


def _corrected(state: TableState, event: e.Corrected) -> TableState:
    value = event.value
    match event.field:
        case "score":
            return changed(state, event.seat, score=value)
        case "cards":
            return changed(state, event.seat, cards=value)
        case "turn":  # who is said to play plays, whatever he owed
            return replace(changed(state, value, owes_turns=0), turn=value)
        case "dealer":
            return replace(state, next_dealer=value) if state.phase == "ready" else replace(state, dealer=value)
        case "exposed":
            return replace(state, exposed=value)
        case "word" if isinstance(value, Mapping):
            return _word_corrected(state, value.get("before"), value.get("after"))
    return state


def _word_corrected(state: TableState, before: str | None, after: str | None) -> TableState:
    """Sets a misread word right; a word of another length means that its player laid more or fewer cards."""
    before, after = (word if isinstance(word, str) else None for word in (before, after))
    owner = next((word.seat for word in reversed(state.words) if word.text == before), None) if before else None
    word = None if after is None else _new_word(after, owner)
    state = replace(state, words=_replaced(state.words, before, word))
    state = _counted(state, owner, len(before or "") - len(after or ""))
    last, owed = state.last, state.owed
    if before is not None and last is not None and last.after == before:
        last = replace(last, after=after, open=last.open and after is not None)
    if before is not None and owed is not None and owed.before == before:
        owed = None if after is None else replace(owed, before=after)
    return replace(state, last=last, owed=owed)


def _doubted(state: TableState, event: e.Doubted) -> TableState:
    return replace(state, question=Question(event.about, event.detail, event.t, event.reading, event.seats))


def _answered(state: TableState, event: e.Answered) -> TableState:
    last, asked = state.last, state.question
    if event.about == MASTER_LETTER and asked is not None and asked.about == MASTER_LETTER:
        state = master_answered(state, asked.detail, event.answer)
    if event.about == DOUBTFUL_READ and last is not None and last.ruling == "asked":
        # read rightly: the word can be ruled on; read wrongly: it is set right first, and may be challenged again
        sure = 1.0 if event.answer == "yes" else last.confidence
        last = replace(last, ruling=None, verdict=None, challenger=None, confidence=sure)
    return replace(state, question=None, last=last)


_CHANGES: Mapping[type[e.Event], Callable[[TableState, Any], TableState]] = {
    e.Opened: _opened,
    e.Sat: _sat,
    e.BadgesLay: _badges,
    e.Dealt: _dealt,
    e.Adopted: _adopted,
    e.Moved: _moved,
    e.Ruled: ruled,
    e.TurnLost: _turn_lost,
    e.Out: _out,
    e.ClockStarted: _clock_started,
    e.ClockPaused: _clock_paused,
    e.ClockResumed: _clock_resumed,
    e.ClockAdjusted: _clock_adjusted,
    e.Warned: _warned,
    e.BellRang: _bell_rang,
    e.Restocked: _restocked,
    e.Cut: _cut,
    e.Marked: _marked,
    e.Initialled: _initialled,
    e.TotalRefused: _total_refused,
    e.Reopened: _reopened,
    e.DealWon: _deal_won,
    e.Retired: _retired,
    e.Won: _won,
    e.Corrected: _corrected,
    e.Doubted: _doubted,
    e.Answered: _answered,
}
