"""What happened, in plain sentences: one for each event of a journal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import events as e
from engine.games.protocol import Recorded
from web import games
from web.texts import counted, known, say

Names = Mapping[str, str]
"""Players' names by seat."""


def seat_name(language: str, seat: str | None, names: Names) -> str:
    """Gives the name of who sits at a seat; the seat's bearing when no name is known."""
    if seat is None:
        return say(language, "nobody")
    return names.get(seat) or known(language, f"seat.{seat}", say(language, "seat.other", seat=seat))


def by_name(language: str, by: str) -> str:
    """Gives who acted: a known part of the machine, or the name as it was given."""
    return known(language, f"by.{by}", by)


def minutes(seconds: float) -> str:
    """Gives a time as ``m:ss``."""
    whole = int(seconds + 0.5)
    return f"{whole // 60}:{whole % 60:02d}"


def listed(items: Sequence[str]) -> str:
    """Gives items one after the other, parted by commas."""
    return ", ".join(items)


def ruling(language: str, event: e.Ruled, names: Names) -> str:
    """Gives the verdict of a ruling in one sentence, without its consequences."""
    word = event.word or ""
    if event.ruling == "refused":
        return say(language, "band.stands", word=word)
    if event.ruling != "upheld":
        if event.verdict == "unclear":
            return known(language, f"band.unclear.{event.reason}", say(language, "band.unclear", word=word), word=word)
        if event.ruling == "asked" and event.verdict == "not allowed":
            return say(language, "band.asked.fine", word=word)
        return known(language, f"band.{event.ruling}", event.ruling)
    otherwise = known(language, f"band.{event.verdict}", say(language, "band.falls", word=word), word=word)
    return known(language, f"band.reason.{event.reason}", otherwise, word=word)


def question(language: str, about: str) -> str:
    """Gives what the Steward asks, from the key of a doubt."""
    return known(language, f"about.{about}", say(language, "about.other", about=about))


def question_detail(language: str, about: str, detail: str, names: Names) -> str:
    """Gives what a question is about in particular: a player's name, the time left, or what was seen."""
    if about == "restart" and detail.isascii() and detail.isdigit():
        return minutes(float(detail))
    if about == "master letter":
        word, _, letter = detail.rpartition("=")
        return say(language, "master letter", word=word, letter=letter)
    return names.get(detail) or known(language, f"refused.{detail}", detail)


def sentence(language: str, event: e.Event, names: Names, undone: str | None = None) -> str:
    """Gives an event in one sentence; ``undone`` is the sentence of what an undoing took back."""
    told = _told(language, event, names, undone)
    return told[:1].upper() + told[1:]


def _told(language: str, event: e.Event, names: Names, undone: str | None) -> str:

    def name(seat: str | None) -> str:
        return seat_name(language, seat, names)

    def tell(key: str, **values: object) -> str:
        return say(language, key, **values)

    match event:
        case e.Opened():
            key = "event.opened.mid-game" if event.joined == "mid-game" else "event.opened"
            rules = known(language, f"event.rules.{event.rules}", event.rules)
            return tell(key, names=listed([n for _, n in event.seats]), rules=rules)
        case e.Dealt():
            key = "event.deal.unknown" if event.seat is None else "event.deal"
            return tell(key, name=name(event.seat), number=event.number)
        case e.Adopted():
            return tell("event.adopted" if event.words else "event.adopted.none", words=listed(event.words))
        case e.Moved():
            return _moved(language, event, name(event.seat))
        case e.Ruled():
            said = ruling(language, event, names)
            if event.by != "machine" and event.why:
                said = f"{said} {tell('band.overruled', by=by_name(language, event.by), why=event.why)}"
            kind = event.ruling if event.ruling in ("upheld", "refused") else "other"
            return tell(f"event.ruling.{kind}", name=name(event.seat), word=event.word or "", verdict=said)
        case e.BadgesLay():
            lying = [f"{name(seat)} {number}" for seat, number in event.badges.items()]
            return tell("event.badges" if lying else "event.badges.none", badges=listed(lying))
        case e.TurnLost() | e.Out() | e.Retired() | e.Sat():
            return tell(f"event.{event.type}", name=name(event.seat))
        case e.ClockStarted():
            return tell("event.clock started", time=minutes(event.seconds))
        case e.ClockPaused():
            key = "event.clock paused.restart" if event.why == "restart" else "event.clock paused"
            return tell(key, time=minutes(event.remaining))
        case e.ClockResumed():
            return tell("event.clock resumed", time=minutes(event.remaining))
        case e.ClockAdjusted():
            key = "event.clock adjusted.less" if event.seconds < 0 else "event.clock adjusted.more"
            return tell(key, time=minutes(abs(event.seconds)))
        case e.Warned():
            time = minutes(event.remaining)
            return known(language, f"event.warning.{event.remaining:.0f}", tell("event.warning", time=time))
        case e.Cut():
            cards = listed([f"{name(seat)} {'*' if face == 'MASTER' else face}" for seat, face in event.cards.items()])
            return tell("event.cut.again" if event.seat is None else "event.cut", name=name(event.seat), cards=cards)
        case e.Marked():
            return tell("event.hands", totals=listed([f"{name(s)} {total}" for s, total in event.totals.items()]))
        case e.Initialled() | e.TotalRefused():
            return tell(f"event.{event.type}", name=name(event.seat), by=name(event.by))
        case e.Reopened():
            return tell("event.reopened", why=event.why)
        case e.DealWon() | e.Won():
            return counted(
                language, f"event.{event.type}", len(event.seats), names=listed([name(s) for s in event.seats])
            )
        case e.Corrected():
            return _corrected(language, event, names)
        case e.Acted():
            return games.sentence(language, event, names)
        case e.Undone():
            by = by_name(language, event.by)
            return tell("event.undone", by=by, what=undone) if undone else tell("event.undone.some", by=by)
        case e.Doubted():
            return tell("event.doubt", about=question(language, event.about))
        case e.Answered():
            key = "event.answered.camera" if event.by == "camera" else "event.answered"
            return tell(key, answer=known(language, event.answer, event.answer))
    return known(language, f"event.{event.type}", tell("event.other", kind=event.type))


def _moved(language: str, event: e.Moved, name: str) -> str:
    key = f"event.move.{event.act}"
    if event.act == "takeback" and event.after:
        key += ".to"
    if event.act == "exchange" and event.exposed_after:
        key += ".exposed"
    after = event.exposed_after if event.act == "exchange" else event.after
    shown = "*" if after == "MASTER" else after
    return known(language, key, event.act, name=name, before=event.before or "", after=shown or "")


def _corrected(language: str, event: e.Corrected, names: Names) -> str:
    def shown(value: object) -> str:
        if value is None or value == "":
            return "–"
        if event.field in ("turn", "dealer"):
            return seat_name(language, str(value), names)
        return listed([str(item) for item in value]) if isinstance(value, (list, tuple)) else str(value)

    if event.field == "word" and isinstance(event.value, Mapping):
        before, after = event.value.get("before"), event.value.get("after")
        kind = "added" if before is None else "gone" if after is None else "changed"
        by = by_name(language, event.by)
        said = say(language, f"event.corrected.word.{kind}", by=by, old=shown(before), value=shown(after))
        return f"{said} ({event.why})" if event.why else said
    key = "event.corrected" if event.seat is None or event.field in ("turn", "dealer") else "event.corrected.of"
    said = say(
        language,
        key,
        by=by_name(language, event.by),
        name=seat_name(language, event.seat, names),
        what=known(language, f"event.corrected.{event.field}", event.field),
        old=shown(event.old),
        value=shown(event.value),
    )
    return f"{said} ({event.why})" if event.why else said


def undone_numbers(recorded: Sequence[Recorded]) -> frozenset[int]:
    """Gives the numbers of the events that no longer count."""
    return frozenset(seq for item in recorded if isinstance(item.event, e.Undone) for seq in item.event.seqs)
