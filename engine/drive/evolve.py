"""What each event changes: the fold of a drive."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine.bell import Bell
from engine.drive import events as e
from engine.drive.rules import drive_rules
from engine.drive.seating import clockwise
from engine.drive.state import Card, DriveState, Hand, Player, Table
from engine.events import Event


def told(state: DriveState, *events: Event) -> DriveState:
    """Gives the state after events that were decided and are not recorded yet."""
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: DriveState, event: Event) -> DriveState:
    """Applies one event; an event that is none of a drive's changes nothing."""
    apply = _APPLY.get(type(event))
    return state if apply is None else apply(state, event)


# -- the drive and its players


def _created(state: DriveState, event: e.Created) -> DriveState:
    return DriveState(phase="gathering", name=event.name, rules=drive_rules(event.rules), seed=event.seed)


def _rules_set(state: DriveState, event: e.RulesSet) -> DriveState:
    return replace(state, rules=drive_rules(event.rules))


def _joined(state: DriveState, event: e.Joined) -> DriveState:
    coming = {int(number): Player(int(number), name, event.hand) for number, name in event.players}
    return replace(state, players={**state.players, **coming})


def _renamed(state: DriveState, event: e.Renamed) -> DriveState:
    return _player(state, event.number, name=event.name)


def _left(state: DriveState, event: e.Left) -> DriveState:
    return _player(state, event.number, left=event.hand)


def _returned(state: DriveState, event: e.Returned) -> DriveState:
    player = state.players.get(event.number)
    if player is None:
        return state
    gone = range(player.left or event.hand, event.hand)
    return _player(state, event.number, left=None, absent=player.absent | frozenset(gone))


def _absent(state: DriveState, event: e.AbsentSet) -> DriveState:
    player = state.players.get(event.number)
    if player is None:
        return state
    hand = frozenset((event.hand,))
    return _player(state, event.number, absent=player.absent | hand if event.absent else player.absent - hand)


def _stewards(state: DriveState, event: e.StewardsNamed) -> DriveState:
    return replace(state, stewards=event.names)


# -- the round of a hand


def _made(state: DriveState, event: e.HandMade) -> DriveState:
    tables = _tables(event.tables, event.away, event.dealers, {})
    return replace(
        state,
        phase="made",
        hands=(*state.hands, Hand(event.hand, tables, _places(tables), event.seed)),
        hall=Bell(),
        cut_order=(),
    )


def _rearranged(state: DriveState, event: e.Rearranged) -> DriveState:
    hand = state.hand
    if hand is None:
        return state
    tables = _tables(event.tables, event.away, event.dealers, hand.tables)
    return _with_hand(state, replace(hand, tables=tables, places=_places(tables)))


def _places(tables: Mapping[int, Table]) -> dict[int, int]:
    return {player: number for number, table in tables.items() for _, player in table.chairs}


def _tables(
    seats: Mapping[str, Any], away: Iterable[int], dealers: Mapping[str, int], before: Mapping[int, Table]
) -> dict[int, Table]:
    """Gives the tables of a hand; one where nothing changes stays as it was, and cards go with their players."""
    cards = {number: card for table in before.values() for number, card in table.cards.items()}
    off = frozenset(away)
    tables: dict[int, Table] = {}
    for number, chairs in sorted((int(number), clockwise(chairs)) for number, chairs in seats.items()):
        gone = frozenset(player for _, player in chairs if player in off)
        dealer = dealers.get(str(number))
        old = before.get(number)
        if old is not None and (old.chairs, old.away) == (chairs, gone):
            tables[number] = replace(old, dealer=dealer)
            continue
        table = replace(old or Table(number, chairs), chairs=chairs, away=gone, dealer=dealer, seated=False, cut=None)
        held = {player: cards.get(player, Card()) for player in table.players}
        tables[number] = replace(table, cards=held, out=table.out if table.out in held else None)
    return tables


def _unmade(state: DriveState, event: e.HandUnmade) -> DriveState:
    hands = state.hands[:-1]
    return replace(state, phase="scoring" if hands else "gathering", hands=hands, hall=Bell().rung())


def _announced(state: DriveState, event: e.HandAnnounced) -> DriveState:
    return replace(state, phase="announced")


def _seated(state: DriveState, event: e.TableSeated) -> DriveState:
    return _table(state, event.hand, event.table, lambda table: replace(table, seated=True))


def _badge(state: DriveState, event: e.BadgeSeen) -> DriveState:
    def apply(table: Table) -> Table:
        here = table.number == event.table
        seen = {
            seat: number
            for seat, number in table.seen.items()
            if number != event.number and not (here and seat == event.seat)
        }
        if not here:
            return table if seen == table.seen else replace(table, seen=seen)
        told = {seat: number for seat, number in table.told.items() if seat != event.seat}
        now = {event.seat: event.number} if event.number else {}
        return replace(table, seen={**seen, **now}, told={**told, **now})

    hand = state.hand
    if hand is None or hand.number != event.hand:
        return state
    return _with_hand(state, replace(hand, tables={n: apply(table) for n, table in hand.tables.items()}))


# -- the hall's clock


def _started(state: DriveState, event: e.HandStarted) -> DriveState:
    return replace(state, phase="running", hall=Bell().started(event.t, event.seconds))


def _called_back(state: DriveState, event: e.CalledBack) -> DriveState:
    return replace(state, phase="announced", hall=Bell())


def _paused(state: DriveState, event: e.HallPaused) -> DriveState:
    return replace(state, hall=state.hall.paused(event.t, event.remaining))


def _resumed(state: DriveState, event: e.HallResumed) -> DriveState:
    return replace(state, hall=state.hall.resumed(event.t))


def _adjusted(state: DriveState, event: e.HallAdjusted) -> DriveState:
    return replace(state, hall=state.hall.adjusted(event.t, event.seconds))


def _extended(state: DriveState, event: e.TableExtended) -> DriveState:
    return _table(
        state, event.hand, event.table, lambda table: replace(table, extra=max(0.0, table.extra + event.seconds))
    )


def _warned(state: DriveState, event: e.HallWarned) -> DriveState:
    return replace(state, hall=replace(state.hall, warned=(*state.hall.warned, event.remaining)))


def _bell(state: DriveState, event: e.HallBellRang) -> DriveState:
    return replace(state, phase="scoring", hall=state.hall.rung())


def _all_in(state: DriveState, event: e.AllIn) -> DriveState:
    return replace(state, phase="scoring", hall=state.hall.rung())


def _table_bell(state: DriveState, event: e.TableBellRang) -> DriveState:
    return _table(state, event.hand, event.table, lambda table: replace(table, rung=True))


def _break(state: DriveState, event: e.BreakBegun) -> DriveState:
    return replace(state, phase="break", hall=Bell().started(event.t, event.seconds))


def _break_over(state: DriveState, event: e.BreakOver) -> DriveState:
    return replace(state, hall=state.hall.rung())


# -- score cards


def _out(state: DriveState, event: e.PlayerOut) -> DriveState:
    def apply(table: Table) -> Table:
        cards = dict(table.cards)
        if event.number in cards:
            cards[event.number] = replace(
                cards[event.number], total=0, cards=0, stage="marked", marked_by=event.by, doubt=""
            )
        elif table.out in cards:
            cards[table.out] = replace(cards[table.out], total=None, cards=None, stage="open", marked_by="")
        return replace(table, out=event.number or None, cards=cards)

    return _table(state, event.hand, event.table, apply)


def _marked(state: DriveState, event: e.CardsMarked) -> DriveState:
    def apply(table: Table) -> Table:
        cards = dict(table.cards)
        for key, total in event.totals.items():
            number = int(key)
            if number in cards:
                cards[number] = replace(
                    cards[number],
                    total=total,
                    cards=event.counts.get(key),
                    stage="marked" if state.rules.initials else "final",
                    marked_by=event.by,
                    initialled_by=None,
                    doubt=event.doubt,
                )
        return replace(table, cards=cards, cut=None)

    return _table(state, event.hand, event.table, apply)


def _initialled(state: DriveState, event: e.CardInitialled) -> DriveState:
    return _card(state, event.hand, event.number, stage="final", initialled_by=event.by_number)


def _refused(state: DriveState, event: e.CardRefused) -> DriveState:
    return _card(state, event.hand, event.number, stage="open", total=None, cards=None, doubt="")


def _reopened(state: DriveState, event: e.CardReopened) -> DriveState:
    return _card(state, event.hand, event.number, stage="open", initialled_by=None)


def _corrected(state: DriveState, event: e.CardCorrected) -> DriveState:
    return _card(
        state, event.hand, event.number,
        total=event.total, cards=None, stage="final", marked_by=event.by, initialled_by=0, doubt=event.doubt,
    )  # fmt: skip


def _excused(state: DriveState, event: e.CardExcused) -> DriveState:
    return _card(state, event.hand, event.number, total=None, cards=None, stage="excused", initialled_by=None, doubt="")


def _fined(state: DriveState, event: e.Fined) -> DriveState:
    hand = _hand(state, event.hand)
    table = hand.table_of(event.number) if hand else None
    if table is None or event.number not in table.cards:
        return state
    line = table.cards[event.number]
    reported = event.points if event.by == "table" else 0
    return _card(state, event.hand, event.number, fine=line.fine + event.points, table_fine=line.table_fine + reported)


def _voided(state: DriveState, event: e.HandVoided) -> DriveState:
    return _void(state, event.hand, event.table, event.why)


def _restored(state: DriveState, event: e.HandRestored) -> DriveState:
    return _void(state, event.hand, event.table, None)


def _void(state: DriveState, hand: int, table: int, why: str | None) -> DriveState:
    if table:
        return _table(state, hand, table, lambda held: replace(held, void=why, cut=None))
    found = _hand(state, hand)
    if found is None:
        return state
    state = _with_hand(state, replace(found, void=why))
    if why is not None and hand == len(state.hands) and state.phase in ("made", "announced", "running"):
        return replace(state, phase="scoring", hall=state.hall.rung())
    return state


def _cut(state: DriveState, event: e.TieCut) -> DriveState:
    return _table(state, event.hand, event.table, lambda table: replace(table, cut=event.number))


def _places_cut(state: DriveState, event: e.PlacesCut) -> DriveState:
    rest = tuple(number for number in state.cut_order if number not in event.numbers)
    return replace(state, cut_order=(*event.numbers, *rest))


def _finished(state: DriveState, event: e.Finished) -> DriveState:
    return replace(state, phase="over", hall=Bell().rung())


def _went_on(state: DriveState, event: e.WentOn) -> DriveState:
    return replace(state, phase="scoring" if state.hands else "gathering")


# -- in the middle of the values


def _player(state: DriveState, number: int, **values: Any) -> DriveState:
    player = state.players.get(number)
    if player is None:
        return state
    return replace(state, players={**state.players, number: replace(player, **values)})


def _hand(state: DriveState, number: int) -> Hand | None:
    return state.hands[number - 1] if 0 < number <= len(state.hands) else None


def _with_hand(state: DriveState, hand: Hand) -> DriveState:
    place = hand.number - 1
    return replace(state, hands=(*state.hands[:place], hand, *state.hands[place + 1 :]))


def _table(state: DriveState, hand: int, number: int, change: Callable[[Table], Table]) -> DriveState:
    """Changes a table; one that has come in hears no bell of its own any more, whatever is set right later."""
    found = _hand(state, hand)
    table = found.tables.get(number) if found else None
    if found is None or table is None:
        return state
    table = change(table)
    if table.is_in and not table.rung:
        table = replace(table, rung=True)
    return _with_hand(state, replace(found, tables={**found.tables, number: table}))


def _card(state: DriveState, hand: int, number: int, **values: Any) -> DriveState:
    found = _hand(state, hand)
    table = found.table_of(number) if found else None
    if table is None or number not in table.cards:
        return state

    def change(table: Table) -> Table:
        return replace(table, cards={**table.cards, number: replace(table.cards[number], **values)})

    return _table(state, hand, table.number, change)


_APPLY: Mapping[type[Event], Callable[[DriveState, Any], DriveState]] = {
    e.Created: _created,
    e.RulesSet: _rules_set,
    e.Joined: _joined,
    e.Renamed: _renamed,
    e.Left: _left,
    e.Returned: _returned,
    e.AbsentSet: _absent,
    e.StewardsNamed: _stewards,
    e.HandMade: _made,
    e.Rearranged: _rearranged,
    e.HandUnmade: _unmade,
    e.HandAnnounced: _announced,
    e.TableSeated: _seated,
    e.BadgeSeen: _badge,
    e.HandStarted: _started,
    e.CalledBack: _called_back,
    e.HallPaused: _paused,
    e.HallResumed: _resumed,
    e.HallAdjusted: _adjusted,
    e.TableExtended: _extended,
    e.HallWarned: _warned,
    e.HallBellRang: _bell,
    e.AllIn: _all_in,
    e.TableBellRang: _table_bell,
    e.BreakBegun: _break,
    e.BreakOver: _break_over,
    e.PlayerOut: _out,
    e.CardsMarked: _marked,
    e.CardInitialled: _initialled,
    e.CardRefused: _refused,
    e.CardReopened: _reopened,
    e.CardCorrected: _corrected,
    e.CardExcused: _excused,
    e.Fined: _fined,
    e.HandVoided: _voided,
    e.HandRestored: _restored,
    e.TieCut: _cut,
    e.PlacesCut: _places_cut,
    e.Finished: _finished,
    e.WentOn: _went_on,
}
