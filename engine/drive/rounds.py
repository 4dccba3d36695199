"""Making a hand: its seats, announcing them, and whether everybody sits where he should."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.drive import commands as c
from engine.drive import events as e
from engine.drive.known import current, in_phase, player, table
from engine.drive.movement import Dealers, moved
from engine.drive.outcome import complete
from engine.drive.reasons import DriveReason
from engine.drive.seating import COMPASS, LEAST, NUMBERED, Chairs, drawn, fault, settled
from engine.drive.state import DriveState, Hand, Table
from engine.drive.watch import missing
from engine.errors import Refused
from engine.events import Event


def make_hand(state: DriveState, command: c.MakeHand) -> tuple[Event, ...]:
    """Decides the seats of the next hand: drawn or given for the first, by the movement for the others."""
    in_phase(state, "gathering", "scoring", "break", what="a hand is made before the first one and after each")
    if not complete(state):
        waits = "; ".join(str(item) for item in missing(state)[:8])
        raise Refused(DriveReason.NOT_IN, f"the last hand is not in yet: {waits}")
    number = len(state.hands) + 1
    present, away = _present(state, number)
    seed: str | None = None
    dealers: Dealers = {}
    if command.tables:
        chairs = _given(command.tables, present, bool(away))
    elif state.hand is None:
        seed = f"{state.seed}/{number}"
        chairs = drawn(present, seed) if len(present) >= LEAST else settled({}, present, sorted(present))
    else:
        chairs, dealers = moved(state.rules, state.hand)
        belonging = present | away
        chairs = {
            number: {seat: held for seat, held in chair.items() if held in belonging}
            for number, chair in chairs.items()
        }
        seated = {held for chair in chairs.values() for held in chair.values()}
        chairs = settled(chairs, present, sorted(present - seated))
    return (
        e.HandMade(
            t=command.t, hand=number, tables=_written(chairs), away=_away(chairs, present),
            dealers=_dealing(dealers, chairs, present), seed=seed, by=command.by,
        ),
    )  # fmt: skip


def rearrange(state: DriveState, command: c.Rearrange) -> tuple[Event, ...]:
    """Decides other seats for the hand that has not begun, as the organiser gives them."""
    in_phase(state, "made", "announced", what="seats are changed before the hand begins")
    hand = current(state)
    present, away = _present(state, hand.number)
    chairs = _given(command.tables, present, bool(away))
    return (_rearranged(hand, chairs, present, command.t, command.why.strip(), command.by),)


def swap(state: DriveState, command: c.Swap) -> tuple[Event, ...]:
    """Decides that two players change chairs; in play only while neither's card is marked."""
    in_phase(state, "made", "announced", "running", "scoring", what="chairs are changed while a hand is made or played")
    hand = current(state)
    tables: dict[int, Table] = {}
    for number in (command.number, command.other):
        who = player(state, number)
        found = hand.table_of(number)
        if found is None:
            raise Refused(DriveReason.NOT_AT_TABLE, f"{who.name} ({number}) has no chair in hand {hand.number}")
        if number in found.cards and found.cards[number].stage != "open":
            raise Refused(DriveReason.FINAL, f"{who.name}'s card is marked; reopen it before chairs are changed")
        tables[number] = found
    if command.number == command.other:
        raise Refused(DriveReason.NOTHING_CHANGED, "name two players who change chairs")
    trade = {command.number: command.other, command.other: command.number}
    chairs: Chairs = {
        number: {seat: trade.get(held, held) for seat, held in found.chairs} for number, found in hand.tables.items()
    }
    present, _ = _present(state, hand.number)
    return (_rearranged(hand, chairs, present, command.t, command.why.strip() or "swap", command.by),)


def reseated(state: DriveState, t: float, by: str) -> tuple[Event, ...]:
    """Gives the seats of a hand that has not begun after somebody came, left or is away; nothing when they stand.

    Nobody can be held back from going home: with too few for a hand, the hand that was made is taken back.
    """
    hand = current(state)
    try:
        present, away = _present(state, hand.number)
    except Refused:
        return (e.HandUnmade(t=t, hand=hand.number, by=by),)
    belonging = present | away
    chairs: Chairs = {
        number: {seat: held for seat, held in found.chairs if held in belonging}
        for number, found in hand.tables.items()
    }
    seated = {held for chair in chairs.values() for held in chair.values()}
    chairs = settled(chairs, present, sorted(present - seated))
    event = _rearranged(hand, chairs, present, t, "players", by)
    before = {str(number): dict(found.chairs) for number, found in hand.tables.items()}
    same_away = set(event.away) == {number for found in hand.tables.values() for number in found.away}
    return () if event.tables == before and same_away else (event,)


def unmake_hand(state: DriveState, command: c.UnmakeHand) -> tuple[Event, ...]:
    """Decides that the hand which was made is taken back."""
    in_phase(state, "made", "announced", what="a hand is taken back before it begins")
    return (e.HandUnmade(t=command.t, hand=current(state).number, by=command.by),)


def announce(state: DriveState, command: c.Announce) -> tuple[Event, ...]:
    """Decides that everybody is told where to sit."""
    in_phase(state, "made", what="seats are announced once they are made")
    return (e.HandAnnounced(t=command.t, hand=current(state).number, by=command.by),)


def report_seated(state: DriveState, command: c.ReportSeated) -> tuple[Event, ...]:
    """Decides a table's report that its players sit; said twice, it changes nothing."""
    in_phase(state, "announced", what="tables report that they sit once seats are announced")
    hand = current(state)
    if table(hand, command.table).seated:
        return ()
    return (e.TableSeated(t=command.t, hand=hand.number, table=command.table, by=command.by),)


def see_badge(state: DriveState, command: c.SeeBadge) -> tuple[Event, ...]:
    """Decides what a badge says: who sits there, and, once each badge lies at its player's chair, that the table
    sits."""
    in_phase(state, "announced", "running", "scoring", what="badges are looked at once seats are announced")
    hand = current(state)
    found = table(hand, command.table)
    number = player(state, command.number).number if command.number else 0
    names = NUMBERED if len(found.chairs) > 4 else COMPASS
    if command.seat not in names:
        raise Refused(DriveReason.BAD_SEATS, f"table {found.number} has no seat {command.seat!r}")
    if found.told.get(command.seat, 0) == number == found.seen.get(command.seat, 0):
        return ()
    seen = e.BadgeSeen(
        t=command.t, hand=hand.number, table=found.number, seat=command.seat, number=number, by=command.by
    )
    there = {**{seat: n for seat, n in found.seen.items() if n != number}, command.seat: number}
    sit = all(there.get(seat) == held for seat, held in found.chairs if held not in found.away)
    if state.phase == "announced" and sit and not found.seated:
        return (seen, e.TableSeated(t=command.t, hand=hand.number, table=found.number, by="badge"))
    return (seen,)


def _present(state: DriveState, hand: int) -> tuple[frozenset[int], frozenset[int]]:
    """Gives who plays in a hand and who is away for it. Raises :class:`Refused` when they are too few."""
    present = frozenset(number for number, held in state.players.items() if held.plays(hand))
    away = frozenset(number for number, held in state.players.items() if held.belongs(hand)) - present
    if len(present) < LEAST and not (len(present) == LEAST - 1 and away):
        raise Refused(DriveReason.TOO_FEW, f"a drive needs three players; {len(present)} are here for hand {hand}")
    return present, away


def _given(tables: Mapping[str, Any], present: frozenset[int], anyone_away: bool) -> Chairs:
    """Reads seats that somebody gave. Raises :class:`Refused`."""
    chairs: Chairs = {}
    for key, seats in tables.items():
        right = isinstance(seats, Mapping) and all(
            isinstance(held, int) and not isinstance(held, bool) for held in seats.values()
        )
        if not (right and key.isascii() and key.isdecimal()):
            raise Refused(DriveReason.BAD_SEATS, f"table {key!r}: give its seats as player's numbers, such as N: 12")
        chairs[int(key)] = dict(seats)
    strangers = sorted({held for seats in chairs.values() for held in seats.values()} - present)
    if strangers:
        raise Refused(DriveReason.BAD_SEATS, f"player {strangers[0]} is not here for this hand")
    if (wrong := fault(chairs, present, anyone_away)) is not None:
        raise Refused(DriveReason.BAD_SEATS, wrong)
    return dict(sorted(chairs.items()))


def _rearranged(hand: Hand, chairs: Chairs, present: frozenset[int], t: float, why: str, by: str) -> e.Rearranged:
    dealers = {number: found.dealer for number, found in hand.tables.items() if found.dealer is not None}
    return e.Rearranged(
        t=t, hand=hand.number, tables=_written(chairs), away=_away(chairs, present),
        dealers=_dealing(dealers, chairs, present), why=why, by=by,
    )  # fmt: skip


def _written(chairs: Chairs) -> dict[str, Any]:
    return {str(number): dict(seats) for number, seats in chairs.items()}


def _away(chairs: Chairs, present: frozenset[int]) -> tuple[int, ...]:
    return tuple(sorted(held for seats in chairs.values() for held in seats.values() if held not in present))


def _dealing(dealers: Dealers, chairs: Chairs, present: frozenset[int]) -> dict[str, int]:
    """Gives who deals, where that player is at the table; where not, they cut."""
    return {
        str(number): player
        for number, player in dealers.items()
        if player in present and player in chairs.get(number, {}).values()
    }
