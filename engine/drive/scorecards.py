"""Score cards: marked, initialled by the neighbour on the left, final; reopened and corrected by a steward.

Rule book: each player totals the cards left in his hand and the figure is marked on the score card; the player on the
left checks and initials it. A word that is wrong otherwise than in its spelling costs 50 points, marked by the steward.
A total that can hardly be right is asked about when it is entered.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.cards import Pack, load_pack
from engine.drive import commands as c
from engine.drive import events as e
from engine.drive.evolve import told
from engine.drive.known import card, current, hand_begun, in_phase, player, reason, table
from engine.drive.outcome import to_cut
from engine.drive.reasons import DriveReason
from engine.drive.state import DriveState, Hand, Table
from engine.errors import BadPack, Refused
from engine.events import Event
from engine.totals import totals_fault

MOST_POINTS = 10_000
MOST_FINE = 1_000_000


def report_out(state: DriveState, command: c.ReportOut) -> tuple[Event, ...]:
    """Decides that a player has laid his last card, or that he has not after all."""
    in_phase(state, "running", "scoring", what="a player goes out while a hand is played")
    hand = current(state)
    held = table(hand, command.table)
    _counts(hand, held)
    if command.number:
        player(state, command.number)
        if command.number not in held.cards:
            raise Refused(DriveReason.NOT_AT_TABLE, f"player {command.number} does not play at table {held.number}")
    concerned = command.number or held.out
    if (held.out or 0) == command.number:
        return ()
    if held.out and command.number:
        raise Refused(DriveReason.FINAL, f"player {held.out} is out at table {held.number}; take that back first")
    if concerned and held.cards[concerned].stage in ("final", "excused"):
        raise Refused(DriveReason.FINAL, f"the card of player {concerned} is final; a steward reopens it")
    return (e.PlayerOut(t=command.t, hand=hand.number, table=held.number, number=command.number, by=command.by),)


def mark(state: DriveState, command: c.MarkCards) -> tuple[Event, ...]:
    """Decides totals that were entered for a table, some or all; totals that can hardly be right only when sure."""
    hand = hand_begun(state, command.hand)
    held = table(hand, command.table)
    _counts(hand, held)
    if not command.totals:
        raise Refused(DriveReason.NOT_MARKED, f"table {held.number}: no total was given")
    totals = {_number(key): total for key, total in command.totals.items()}
    counts = {_number(key): count for key, count in command.counts.items() if _number(key) in totals}
    fresh = {}
    for number, total in totals.items():
        name = player(state, number).name
        if number not in held.cards:
            raise Refused(
                DriveReason.NOT_AT_TABLE, f"{name} ({number}) did not play at table {held.number} in hand {hand.number}"
            )
        _possible(state, name, total, counts.get(number))
        line = held.cards[number]
        if line.stage == "final" and line.total != total:
            raise Refused(DriveReason.FINAL, f"{name}'s card is final with {line.total}; only a steward reopens it")
        if line.stage != "final" and (line.stage, line.total, line.cards) != ("marked", total, counts.get(number)):
            fresh[number] = total
    if not fresh:
        return ()
    doubt = doubtful(state, hand, held, fresh, counts)
    if doubt is not None and not command.sure:
        raise Refused(DriveReason.DOUBTFUL, f"table {held.number}: {doubt}; count again, or say that it is sure")
    return (
        e.CardsMarked(
            t=command.t, hand=hand.number, table=held.number,
            totals={str(number): total for number, total in fresh.items()},
            counts={str(number): counts[number] for number in fresh if number in counts},
            doubt=doubt or "", by=command.by,
        ),
    )  # fmt: skip


def initial(state: DriveState, command: c.InitialCard) -> tuple[Event, ...]:
    """Decides that the neighbour on the left, or a steward, agrees to a total."""
    hand, _ = _to_check(state, command)
    return (
        e.CardInitialled(
            t=command.t, hand=hand.number, number=command.number, by_number=command.by_number, by=command.by
        ),
    )


def refuse(state: DriveState, command: c.RefuseCard) -> tuple[Event, ...]:
    """Decides that the neighbour on the left, or a steward, does not agree: that hand is counted again."""
    hand, _ = _to_check(state, command)
    return (
        e.CardRefused(t=command.t, hand=hand.number, number=command.number, by_number=command.by_number, by=command.by),
    )


def reopen(state: DriveState, command: c.ReopenCard) -> tuple[Event, ...]:
    """Decides that a steward opens a card again; what it held counts until it is marked anew."""
    why = reason(command.why, "reopening a card")
    hand = hand_begun(state, command.hand)
    held, line = card(state, hand, command.number)
    _counts(hand, held)
    if line.stage == "open":
        raise Refused(DriveReason.NOT_MARKED, f"the card of player {command.number} is open")
    return (e.CardReopened(t=command.t, hand=hand.number, number=command.number, why=why, by=command.by),)


def correct(state: DriveState, command: c.CorrectCard) -> tuple[Event, ...]:
    """Decides that a steward sets a total right, in any hand; standings follow, and whoever has moved has moved."""
    why = reason(command.why, "correcting a card")
    hand = hand_begun(state, command.hand)
    held, line = card(state, hand, command.number)
    _counts(hand, held)
    name = player(state, command.number).name
    _possible(state, name, command.total, None)
    if (line.stage, line.total) == ("final", command.total):
        raise Refused(DriveReason.NOTHING_CHANGED, f"{name} has {command.total} in hand {hand.number} already")
    doubt = doubtful(state, hand, held, {command.number: command.total}, {})
    if doubt is not None and not command.sure:
        raise Refused(DriveReason.DOUBTFUL, f"table {held.number}: {doubt}; look again, or say that it is sure")
    return (
        e.CardCorrected(
            t=command.t, hand=hand.number, number=command.number, total=command.total, old=line.total,
            why=why, doubt=doubt or "", by=command.by,
        ),
    )  # fmt: skip


def excuse(state: DriveState, command: c.ExcuseCard) -> tuple[Event, ...]:
    """Decides that no total of a player is waited for; the hand counts as one he missed."""
    why = reason(command.why, "excusing a player from his card")
    hand = hand_begun(state, command.hand)
    held, line = card(state, hand, command.number)
    _counts(hand, held)
    if line.stage == "excused":
        raise Refused(DriveReason.NOTHING_CHANGED, f"player {command.number} is excused already")
    return (e.CardExcused(t=command.t, hand=hand.number, number=command.number, why=why, by=command.by),)


def fine(state: DriveState, command: c.Fine) -> tuple[Event, ...]:
    """Decides a fine on a card, final or not: it is the steward's own mark. Taking one off needs a reason."""
    hand = hand_begun(state, command.hand)
    held, line = card(state, hand, command.number)
    _counts(hand, held)
    points = command.points or state.rules.fine
    if not 0 <= line.fine + points <= MOST_FINE or points == 0:
        raise Refused(
            DriveReason.IMPOSSIBLE_TOTAL, f"the card of player {command.number} has fines of {line.fine}, not {-points}"
        )
    why = reason(command.why, "taking a fine off") if points < 0 else command.why.strip()
    return (e.Fined(t=command.t, hand=hand.number, number=command.number, points=points, why=why, by=command.by),)


def void(state: DriveState, command: c.VoidHand) -> tuple[Event, ...]:
    """Decides that a hand does not count: at a table, or in the whole hall, where a running hand ends at once."""
    why = reason(command.why, "voiding a hand")
    hand = hand_begun(state, command.hand)
    if hand.void is not None or (command.table and table(hand, command.table).void is not None):
        raise Refused(DriveReason.NOTHING_CHANGED, f"hand {hand.number} is void already")
    return (e.HandVoided(t=command.t, hand=hand.number, table=command.table, why=why, by=command.by),)


def restore(state: DriveState, command: c.RestoreHand) -> tuple[Event, ...]:
    """Decides that a voided hand counts after all."""
    why = reason(command.why, "restoring a hand")
    hand = hand_begun(state, command.hand)
    was = table(hand, command.table).void if command.table else hand.void
    if was is None:
        raise Refused(DriveReason.NOTHING_CHANGED, f"hand {hand.number} is not void")
    return (e.HandRestored(t=command.t, hand=hand.number, table=command.table, why=why, by=command.by),)


def cut_tie(state: DriveState, command: c.CutTie) -> tuple[Event, ...]:
    """Decides who moves of those who tie at a table: who won the cut (A is high), or one drawn by the drive's seed."""
    in_phase(state, "running", "scoring", "break", what="a tie is cut when the table's cards are in")
    hand = current(state)
    held = table(hand, command.table)
    tied = to_cut(state.rules, hand, held)
    if not tied:
        raise Refused(DriveReason.NOTHING_TO_CUT, f"table {held.number} has no tie to cut for")
    seed = None
    number = command.number
    if not number:
        seed = f"{state.seed}/{hand.number}/{held.number}"
        number = Random(seed).choice(sorted(tied))
    if number not in tied:
        names = ", ".join(map(str, tied))
        raise Refused(DriveReason.NOTHING_TO_CUT, f"table {held.number}: the cut is among {names}")
    return (e.TieCut(t=command.t, hand=hand.number, table=held.number, number=number, seed=seed, by=command.by),)


def doubtful(
    state: DriveState, hand: Hand, held: Table, totals: Mapping[int, int], counts: Mapping[int, int]
) -> str | None:
    """Says what can hardly be right about new totals beside those that the table's cards hold already: impossible
    numbers, more Masters than the packs have, more points than the cards left allow, or two who are out."""
    before = {n: line for n, line in held.cards.items() if line.stage in ("marked", "final") and n not in totals}
    everybody = {**{n: line.total for n, line in before.items() if line.total is not None}, **totals}
    left = {**{n: line.cards for n, line in before.items()}, **counts}
    names = {number: state.players[number].name for number in everybody}
    out = [number for number, total in everybody.items() if total == 0]
    if len(out) > 1:
        return f"{' and '.join(names[n] for n in out)} cannot both be out"
    if held.out in everybody and everybody[held.out] != 0:
        return f"{names[held.out]} is out and has no cards to count"
    shown = {f"{names[number]} ({number})": number for number in everybody}
    return totals_fault(
        _pack(state, held),
        {name: everybody[number] for name, number in shown.items()},
        {name: left.get(number) for name, number in shown.items()},
        hand_size=state.rules.hand_size,
    )


def settled_early(state: DriveState, t: float) -> tuple[Event, ...]:
    """Gives the end of a hand whose tables were all in before the bell."""
    hand = state.hand
    if state.phase != "running" or hand is None or not all(held.is_in for held in hand.tables.values()):
        return ()
    return (e.AllIn(t=t, hand=hand.number),)


def followed(state: DriveState, events: tuple[Event, ...], t: float) -> tuple[Event, ...]:
    """Gives events with the hand's early end, where they bring it."""
    return (*events, *settled_early(told(state, *events), t)) if events and state.phase == "running" else events


def _to_check(state: DriveState, command: c.InitialCard | c.RefuseCard) -> tuple[Hand, Table]:
    """Gives where the card lies. Refuses unless it is marked and the neighbour on the left, or a steward, asks."""
    hand = hand_begun(state, command.hand)
    held, line = card(state, hand, command.number)
    _counts(hand, held)
    name = player(state, command.number).name
    if line.stage == "final":
        raise Refused(DriveReason.FINAL, f"{name}'s card is final; only a steward reopens it")
    if line.stage != "marked":
        raise Refused(DriveReason.NOT_MARKED, f"{name}'s card has no marked total yet")
    left = held.left_of(command.number)
    if command.by_number not in (0, left):
        neighbour = f"{state.players[left].name} ({left})" if left is not None else "a steward"
        raise Refused(
            DriveReason.NOT_NEIGHBOUR, f"{name}'s card is initialled by the neighbour on the left, {neighbour}"
        )
    return hand, held


def _counts(hand: Hand, held: Table) -> None:
    """Refuses where the hand does not count."""
    if hand.void is not None or held.void is not None:
        raise Refused(DriveReason.NOT_NOW, f"hand {hand.number} is void there; restore it before its cards are changed")


def _possible(state: DriveState, name: str, total: int, cards: int | None) -> None:
    if not 0 <= total <= MOST_POINTS or (cards is not None and not 0 <= cards <= state.rules.hand_size):
        raise Refused(DriveReason.IMPOSSIBLE_TOTAL, f"{name}: no hand makes {total} points of {cards} cards")


def _number(key: str) -> int:
    if not (key.isascii() and key.isdecimal()):
        raise Refused(DriveReason.NO_SUCH_PLAYER, f"{key!r} is no player's number")
    return int(key)


def _pack(state: DriveState, held: Table) -> Pack:
    try:
        return load_pack(state.rules.pack, held.packs)
    except BadPack as error:
        raise Refused(DriveReason.SETUP, str(error)) from error
