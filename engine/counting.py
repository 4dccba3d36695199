"""Counting hands: which cards lie face up before which seat, and what they add up to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.cards import load_pack
from engine.commands import Answer, Mark
from engine.lay import SURE, Lay, Row
from engine.moves import Standing, stand
from engine.seeing import known_places
from engine.state import Player, TableState
from engine.table import face_of
from engine.watching import HANDS_DIFFER, Odd, Step, Watch

Hands = Mapping[str, Sequence[Row]]


def observe_count(watch: Watch, state: TableState, lay: Lay, t: float, picture: str) -> Step:
    """After going out or the bell: cards that are no known word are the hands laid before the seats."""
    waiting = [player for player in state.players if not player.retired and player.marked is None]
    watch = replace(watch, status="steady", picture=picture or watch.picture)
    if not waiting:
        return Step(replace(watch, counted_since=None, odd=None))
    hands = hands_before_seats(state, lay, watch)
    texts = tuple(sorted((seat, _text(rows)) for seat, rows in hands.items() if rows))
    expected = {player.seat: player.cards for player in waiting}
    if any(count is None for count in expected.values()):
        since = watch.counted_since if watch.counted == texts and watch.counted_since is not None else t
        return Step(replace(watch, counted_since=since if texts else None, counted=texts))
    if all(len(_text(hands.get(seat, ()))) == count for seat, count in expected.items()):
        if _sure_totals(state, hands):
            # What was asked about the play does not matter any more: presses are initials from now on.
            open_question = () if state.question is None else (Answer(t=t, by="camera", answer="no"),)
            watch = replace(watch, counted_since=None, odd=None, pending=None)
            return Step(watch, (*open_question, mark(state, hands, t, picture)))
    elif not all(hands.get(seat) for seat, count in expected.items() if count):
        return Step(replace(watch, odd=None))
    if watch.odd is not None and watch.odd.key == texts:
        return Step(replace(watch, status="unsure" if watch.odd.asked else "steady"))
    laid = {seat: _text(hands.get(seat, ())) for seat in expected}
    detail = ", ".join(f"{seat} {laid[seat]} {len(laid[seat])}/{count}" for seat, count in expected.items())
    return Step(replace(watch, odd=Odd(texts, t, about=HANDS_DIFFER, detail=detail)))


def hands_before_seats(state: TableState, lay: Lay, watch: Watch) -> dict[str, list[Row]]:
    """Gives the rows laid before each seat: everything face up that is neither a known word nor the exposed card.

    A word on the table stays a word; the cards of a word owed back after the bell count as its player's hand.
    """
    known = [word.text for word in state.words]
    standing: Standing = stand(known, lay, known_places(known, watch.places), hands=True)
    seats = {player.seat for player in state.players}
    hands: dict[str, list[Row]] = {}
    for row in [*standing.rows, *standing.singles]:
        seat = row.zone if row.zone in seats else row.faces
        if seat in seats:
            hands.setdefault(seat, []).append(row)
    return hands


def who_cuts(state: TableState) -> tuple[str, ...]:
    """Gives the seats that have to cut now: for the first deal, again after equal cards, or for a tie."""
    if state.cutting:
        return state.cutting
    if len(state.winners) > 1:
        return state.winners
    if state.phase == "ready" and state.deal == 0 and state.next_dealer is None and state.joined is None:
        return tuple(player.seat for player in state.players if not player.retired)
    return ()


def cut_before_seats(lay: Lay, seats: Sequence[str]) -> dict[str, str] | None:
    """Gives the face that each of the seats has cut: one card lies before each. None: not all have, or it is no cut."""
    if not seats or lay.rows:
        return None
    cards: dict[str, str] = {}
    for single in lay.singles:
        seat = single.zone
        if seat in seats and (seat in cards or single.cards[0].confidence < SURE):
            return None
        if seat in seats:
            cards[seat] = face_of(single.text)
    return {seat: cards[seat] for seat in seats} if len(cards) == len(seats) else None


def mark(state: TableState, hands: Hands, t: float, picture: str) -> Mark:
    """Totals the hands with the pack's values."""
    values = load_pack(state.pack).values
    active: list[Player] = [player for player in state.players if not player.retired and player.marked is None]
    texts = {player.seat: _text(hands.get(player.seat, ())) for player in active}
    totals = {seat: sum(values.get(face_of(letter), 0) for letter in text) for seat, text in texts.items()}
    counts = {seat: len(text) for seat, text in texts.items()}
    return Mark(t=t, by="camera", totals=totals, counts=counts, pictures=(picture,) if picture else ())


def _sure_totals(state: TableState, hands: Hands) -> bool:
    """Tells whether no doubtful card could change a total: another letter of the same value does no harm."""
    values = load_pack(state.pack).values
    for rows in hands.values():
        for card in (card for row in rows for card in row.cards if card.confidence < SURE):
            worth = values.get(face_of(card.letter))
            others = card.letters[1:]
            if not others or any(values.get(face_of(letter)) != worth for letter in others):
                return False
    return True


def _text(rows: Sequence[Row]) -> str:
    return "".join(row.text for row in rows)
